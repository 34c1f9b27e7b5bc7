//! What attackers spend advantages on.

use rstest::rstest;

use super::*;
use crate::combat_checks::test_support::{faces_for, pistol, rifle, sword};
use crate::combat_checks::{Expiry, Gear, QualityEffect, TimedEffectKind, WeaponQuality};
use crate::{HitResult, OperableObject};
use dice::BoardSubject;
use model::{BarrierId, UnitId};

/// A blast door two squares east of the target.
fn blast_door() -> OperableObject {
    OperableObject {
        id: BarrierId(9),
        name: "blast door".into(),
        from_target: 2,
        offset: (4, 0),
        from_attacker: 20,
        is_open: false,
        hidden: false,
    }
}

#[test]
fn cc_adv_08_boosts_are_given_and_claimed() {
    let mut shot = attack_request(pistol());
    joins(&mut shot, unit(3, 0), 2);
    let outcome = play(&shot, &faces_for(0, 1), &["boost_next"]);
    assert_eq!(outcome.effects, [RuleStep::Record(BattleEvent::BoostGiven { giver: UnitId(1) })]);
    shot.boosts = vec![UnitId(1), UnitId(3)];
    shot.aimed_unit().defender.prone = true;
    let mut rolled = vec![1, 1]; // a boost die from unit 3, and a setback die
    rolled.extend(faces_for(0, 0));
    assert_eq!(
        play(&shot, &rolled, &[]).effects,
        [RuleStep::Record(BattleEvent::BoostsClaimed { unit: UnitId(1) })]
    );
}

#[test]
fn cc_adv_10_a_quality_knocks_down() {
    let quality = WeaponQuality { name: "Knock down".into(), cost: 2, effect: QualityEffect::KnockDown };
    let shot = attack_request(OwnWeapon { qualities: vec![quality], ..pistol() });
    let outcome = play(&shot, &faces_for(0, 2), &["quality:0:2"]);
    assert_eq!(outcome.effects, [RuleStep::FallProne { unit: UnitId(2) }]);
}

#[rstest]
#[case::in_its_turn("move", 1, 0)]
#[case::done_at_once("guarded_stance", 0, 1)]
fn cc_adv_11_a_maneuver_at_once(#[case] which: &str, #[case] credit: u8, #[case] stances: i32) {
    let outcome = play(&attack_request(pistol()), &faces_for(0, 2), &["maneuver", which]);
    let budget = left(&outcome.effects, 1);
    assert_eq!((budget.credit, budget.economy.maneuvers), (credit, 1));
    if stances > 0 {
        assert_eq!(after(&outcome.effects, UnitId(1)).count_timed(TimedEffectKind::GuardedStance), stances);
    }
}

#[test]
fn cc_adv_11_cover_is_taken_at_once() {
    let outcome = play(&attack_request(pistol()), &faces_for(0, 2), &["maneuver", "take_cover"]);
    assert!(outcome.effects.contains(&RuleStep::Record(BattleEvent::CoverTaken { unit: UnitId(1) })));
}

#[test]
fn cc_adv_17_gained_out_of_turn_lasts_through_the_next_one() {
    let mut shot = at_a_mover(pistol());
    let ends = |shot: &AttackRequest| {
        let outcome = play(shot, &faces_for(1, 3), &["defence:melee"]);
        let condition = after(&outcome.effects, UnitId(1));
        condition.timed.iter().map(|timed| timed.until).collect::<Vec<_>>()
    };
    assert_eq!(ends(&shot), [Expiry::TurnEnds(2)], "its own turn does not count");
    change_budget(&mut shot.attacker, |budget| *budget = budget.end_turn());
    assert_eq!(ends(&shot), [Expiry::TurnEnds(1)]);
}

#[test]
fn cc_adv_18_the_chosen_weapon_is_dropped() {
    let mut shot = attack_request(pistol());
    arms(&mut shot.aimed_unit().defender, OwnWeapon::unarmed());
    let slot = arms(&mut shot.aimed_unit().defender, sword());
    let outcome = play(&shot, &faces_for(0, 3), &["disarm:2:weapon1"]);
    assert_eq!(outcome.effects, [RuleStep::DropItem { unit: UnitId(2), slot }]);
}

#[test]
fn cc_adv_19_answers_know_which_unit_or_object_they_name() {
    let mut shot = attack_request(pistol());
    shot.operables.push(blast_door());
    let prompt = asked(&shot, &faces_for(0, 3));
    let named = |key: &str| {
        let answer = prompt.answers.iter().find(|answer| answer.key == key);
        answer.unwrap_or_else(|| panic!("{key} is offered")).label.board_subject()
    };
    assert_eq!(named("vital:9"), Some(BoardSubject::Barrier(BarrierId(9))));
    assert_eq!(named("setback:2"), Some(BoardSubject::Unit(UnitId(2))));
    assert_eq!(named("maneuver"), Some(BoardSubject::Unit(UnitId(1))), "the attacker itself");
    assert_eq!(named("stop"), None);
}

#[test]
fn cc_adv_19_and_09_objects_and_numbers() {
    let mut shot = attack_request(pistol());
    shot.operables.push(blast_door());
    let sealed = play(&shot, &faces_for(0, 3), &["vital:9"]);
    assert_eq!(sealed.effects, [RuleStep::OperateBarrier { barrier: BarrierId(9) }]);
    sheet_with(&mut shot.aimed_unit().defender, |sheet| {
        (sheet.melee_defence, sheet.armour.ranged_defence, sheet.armour.soak) = (2, 1, 2);
    });
    harm(&mut shot.aimed_unit().defender, |own| (own.wounds, own.strain, own.strain_threshold) = (4, 6, 12));
    let seen = play(&shot, &[[1].as_slice(), &faces_for(0, 1)].concat(), &["notice"]);
    let [RuleStep::Record(BattleEvent::RuleNote { unit: UnitId(1), text, clause: "CC-ADV-09" })] =
        &seen.effects[..]
    else {
        panic!("{seen:?}")
    };
    assert_eq!(
        text.to_string(),
        "notices the values of unit 2: Soak 5, defence 2 against melee and 1 against ranged attacks, 4 of 13 Wounds, \
         6 of 12 Strain"
    );
    // Out of the weapon's range nothing is done.
    shot.operables[0].from_attacker = 31;
    let prompt = asked(&shot, &[[1].as_slice(), &faces_for(0, 3)].concat());
    assert!(prompt.answers.iter().all(|answer| answer.key != "vital:9"));
}

#[test]
fn cc_adv_09_the_nearest_hidden_feature_is_noticed_and_none_is_operated() {
    let feature = |id, from_attacker, hidden| OperableObject {
        id: BarrierId(id),
        from_attacker,
        hidden,
        ..blast_door()
    };
    let mut shot = attack_request(pistol());
    shot.operables = vec![feature(7, 12, true), feature(8, 5, true), feature(9, 3, false)];
    let noticed = play(&shot, &faces_for(0, 1), &["notice"]);
    let unit = UnitId(1);
    let event = BattleEvent::FeatureNoticed { unit, barrier: BarrierId(8) };
    assert_eq!(noticed.effects, [RuleStep::Record(event)], "the numbers stay unknown");
    let prompt = asked(&shot, &faces_for(0, 3));
    let offered = |key: &str| prompt.answers.iter().any(|answer| answer.key == key);
    assert!(offered("vital:9") && !offered("vital:7") && !offered("vital:8"));
}

#[test]
fn cc_adv_21_gear_and_weapons_disabled() {
    let mut shot = attack_request(pistol());
    let slot = arms(&mut shot.aimed_unit().defender, rifle());
    sheet_with(&mut shot.aimed_unit().defender, |sheet| {
        sheet.gear.push(Gear { name: "shield".into(), vital: true, replacement: false })
    });
    let rifle = play(&shot, &faces_for(1, 3), &["disable_gear:2:weapon0"]);
    assert_eq!(
        rifle.effects,
        [RuleStep::Record(BattleEvent::WeaponFaultChanged {
            unit: UnitId(2),
            weapon: slot,
            fault: WeaponMalfunction::Disabled
        })]
    );
    let gear = play(&shot, &faces_for(1, 3), &["disable_gear:2:gear0"]);
    assert_eq!(left(&gear.effects, 2).disabled_gear, 1);
    let whole = play(&shot, &faces_for(1, 3), &["disable:2"]);
    assert_eq!((whole.contact, whole.words.to_string().as_str()), (HitResult::Hit, "disabled"));
    assert!(after(&whole.effects, UnitId(2)).has_timed(TimedEffectKind::Disabled));
    shot.aimed_unit().defender.budget = TurnBudget::CombatChecks(left(&gear.effects, 2));
    assert_eq!(Fighter::from_snapshot(&shot.aimed_unit().defender, &rules()).lost_gear, [0]);
}

#[test]
fn cc_adv_22_disabled_in_its_own_turn_lasts_through_the_next_one() {
    let mut shot = at_a_mover(pistol());
    let slot = arms(&mut shot.aimed_unit().defender, rifle());
    sheet_with(&mut shot.aimed_unit().defender, |sheet| {
        sheet.gear.push(Gear { name: "shield".into(), vital: true, replacement: false })
    });
    let whole = play(&shot, &faces_for(1, 3), &["disable:2"]);
    let mut unit = shot.aimed_unit().defender.clone();
    unit.condition = HealthState::CombatChecks(after(&whole.effects, UnitId(2)));
    let gear = play(&shot, &faces_for(1, 3), &["disable_gear:2:gear0"]);
    unit.budget = TurnBudget::CombatChecks(left(&gear.effects, 2));
    let rifle = play(&shot, &faces_for(1, 3), &["disable_gear:2:weapon0"]);
    let fault_in = |effects: &[RuleStep]| {
        effects.iter().find_map(|step| match step {
            RuleStep::Record(BattleEvent::WeaponFaultChanged { weapon, fault, .. }) if *weapon == slot => {
                Some(*fault)
            }
            _ => None,
        })
    };
    unit.held[0].fault = fault_in(&rifle.effects).expect("disabled");
    let is_disabled = |unit: &UnitSnapshot| {
        let budget = unit.budget.combat_checks();
        [
            unit.condition.combat_checks().has_timed(TimedEffectKind::Disabled),
            budget.useless_gear() == [0],
            unit.held[0].fault != WeaponMalfunction::None,
        ]
    };
    for lasts in [true, false] {
        assert_eq!(is_disabled(&unit), [true; 3]);
        let ended = play_script(&[], &[], |table| CombatChecksRulebook::end_phase(table, &unit, &rules())).0;
        unit.condition = HealthState::CombatChecks(after(&ended, UnitId(2)));
        unit.budget = TurnBudget::CombatChecks(left(&ended, 2));
        unit.held[0].fault = fault_in(&ended).expect("it changes");
        assert_eq!(is_disabled(&unit), [lasts; 3]);
    }
}

#[test]
fn cc_adv_25_weapons_and_gear_can_be_destroyed() {
    let mut stab = attack_request(sword());
    let slot = arms(&mut stab.aimed_unit().defender, pistol());
    sheet_with(&mut stab.aimed_unit().defender, |sheet| {
        sheet.gear.push(Gear { name: "generator".into(), vital: true, replacement: false })
    });
    stab.weapon = Weapon::CombatChecks(Arc::new(OwnWeapon { critical: 9, ..sword() }));
    let mut rolled = vec![5, 5, 5]; // three boost dice: six advantages
    rolled.extend(faces_for(1, 0));
    harm(&mut stab.attacker, |own| own.waiting.check.boost = 3);
    let outcome = play(&stab, &rolled, &["destroy:2:weapon0"]);
    assert!(outcome.effects.contains(&RuleStep::DestroyItem { unit: UnitId(2), slot }));
    let outcome = play(&stab, &rolled, &["destroy:2:gear0"]);
    assert_eq!(left(&outcome.effects, 2).lost_gear, 1);
}
