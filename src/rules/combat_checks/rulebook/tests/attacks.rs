//! Whole attacks with all their effects.

use rstest::rstest;

use super::*;
use crate::combat_checks::checks::pool::PoolChange;
use crate::combat_checks::test_support::{faces_for, knife, pistol, rifle, sword};
use crate::combat_checks::{Expiry, Gear, QualityEffect, Sheet as OwnSheet, TimedEffectKind, WeaponQuality};
use crate::{BarrierHarm, BarrierOnLine, HitResult, OperableObject};
use dice::Interrupt;
use model::{BarrierId, BarrierSource, UnitId};

fn fists() -> OwnWeapon {
    OwnWeapon::unarmed()
}

/// Changes a unit's sheet.
fn sheet_with(unit: &mut UnitSnapshot, change: impl FnOnce(&mut OwnSheet)) {
    let mut sheet = (**unit.sheet.combat_checks()).clone();
    change(&mut sheet);
    unit.sheet = Sheet::CombatChecks(Arc::new(sheet));
}

fn pane() -> BarrierOnLine {
    BarrierOnLine {
        id: BarrierSource::Segment(BarrierId(7)),
        name: "window".into(),
        structure: 1,
        armor: 2,
        thickness_cm: 1,
        damage: 0,
        transparent: true,
        glass_pct: 100,
        sharp: false,
    }
}

#[test]
fn a_shot_wounds_and_knocks_down() {
    let shot = attack_request(pistol());
    let (outcome, traces) = faces(&faces_for(3, 0), &[], |table| CombatChecksRulebook::attack(table, &shot));
    assert_eq!((outcome.contact, outcome.net, outcome.damage), (HitResult::Hit, 3, 6));
    assert_eq!(outcome.words, "6 Wounds");
    assert_eq!(after(&outcome.effects, UnitId(2)).wounds, 6);
    assert_eq!(outcome.effects[1..], [RuleStep::FallProne { unit: UnitId(2) }]);
    assert!(noted(&traces).contains(&"SS-KNOCK-01"));
    let mut without = shot;
    without.rules = with("borrow.knockdown", "off");
    assert_eq!(play(&without, &faces_for(3, 0), &[]).effects.len(), 1);
}

#[test]
fn cc_chart_16_a_free_second_attack_is_told_as_an_attack_of_its_own() {
    let shot = attack_request(pistol());
    let rolled = [faces_for(2, 3), vec![80], faces_for(2, 3)].concat();
    let outcome = play(&shot, &rolled, &["injury:2", "attack"]);
    assert_eq!((outcome.contact, outcome.damage), (HitResult::Hit, 5));
    assert_eq!(outcome.words, "5 Wounds, Overpowered");
    let told = outcome.effects.iter().filter_map(|step| match step {
        RuleStep::ChangeHealth { unit: UnitId(2), after, damage, .. } => {
            Some(format!("{damage} damage, {} Wounds in all", after.combat_checks().wounds))
        }
        RuleStep::Record(BattleEvent::AttackDeclared { unit: UnitId(1), rounds: 0, .. }) => {
            Some("declared".to_owned())
        }
        RuleStep::Record(BattleEvent::AttackResolved { unit: UnitId(1), contact, words, .. }) => {
            Some(format!("{contact:?}: {words}"))
        }
        _ => None,
    });
    let wanted = ["5 damage, 5 Wounds in all", "declared", "Hit: 5 Wounds", "5 damage, 10 Wounds in all"];
    assert_eq!(told.collect::<Vec<_>>(), wanted);
    let missed = [faces_for(2, 3), vec![80], faces_for(0, 0)].concat();
    let outcome = play(&shot, &missed, &["injury:2", "attack"]);
    let contacts = outcome.effects.iter().filter_map(|step| match step {
        RuleStep::Record(BattleEvent::AttackResolved { contact, damage, .. }) => Some((*contact, *damage)),
        _ => None,
    });
    assert_eq!(contacts.collect::<Vec<_>>(), [(HitResult::Miss, 0)]);
}

#[test]
fn a_blow_and_a_miss() {
    let blow = attack_request(sword());
    assert_eq!(play(&blow, &faces_for(1, 0), &[]).words, "4 Wounds");
    let missed = play(&blow, &faces_for(0, 0), &[]);
    assert_eq!(
        (missed.contact, missed.words.to_string().as_str(), missed.effects),
        (HitResult::Miss, "", Vec::new())
    );
}

#[test]
fn cc_dmg_06_fists_tire() {
    let punch = attack_request(fists());
    let outcome = play(&punch, &faces_for(2, 0), &[]);
    assert_eq!(outcome.words, "2 Strain");
    assert_eq!(
        (after(&outcome.effects, UnitId(2)).strain, CombatChecksRulebook::attack_action(&punch.weapon, None)),
        (2, Action::UnarmedAttack)
    );
    let mut soaked = punch;
    sheet_with(&mut soaked.aimed_unit().defender, |sheet| sheet.armour.soak = 9);
    assert_eq!(play(&soaked, &faces_for(2, 0), &[]).contact, HitResult::Graze);
}

#[test]
fn cc_thr_08_who_falls_drops_nothing_twice() {
    let mut shot = attack_request(pistol());
    arms(&mut shot.aimed_unit().defender, sword());
    harm(&mut shot.aimed_unit().defender, |own| own.wounds = 12);
    let outcome = play(&shot, &faces_for(1, 0), &[]);
    assert_eq!(outcome.effects.len(), 1, "falling and dropping is what the battlefield does");
    let now = HealthState::CombatChecks(after(&outcome.effects, UnitId(2)));
    assert_eq!(
        CombatChecksRulebook::down_state(&shot.aimed_unit().defender.sheet, &now, &rules()),
        Some(DownState::Unconscious)
    );
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
fn cc_adv_18_disarmed() {
    let mut shot = attack_request(pistol());
    arms(&mut shot.aimed_unit().defender, fists());
    let slot = arms(&mut shot.aimed_unit().defender, sword());
    let outcome = play(&shot, &faces_for(0, 3), &["disarm:2:weapon1"]);
    assert_eq!(outcome.effects, [RuleStep::DropItem { unit: UnitId(2), slot }]);
}

#[test]
fn cc_chart_03_everything_falls_from_behind() {
    let mut shot = attack_request(pistol());
    arms(&mut shot.aimed_unit().defender, sword());
    arms(&mut shot.aimed_unit().defender, knife());
    let mut rolled = faces_for(1, 3);
    rolled.push(15);
    let outcome = play(&shot, &rolled, &["injury:2"]);
    assert_eq!(outcome.words, "4 Wounds, Sudden Jolt");
    let drops: Vec<_> = outcome.effects.into_iter().skip(1).collect();
    assert_eq!(drops, [1, 0].map(|slot| RuleStep::DropItem { unit: UnitId(2), slot }));
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
fn cc_adv_25_destroyed() {
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

#[test]
fn cc_adv_19_and_09_objects_and_numbers() {
    let mut shot = attack_request(pistol());
    shot.operables.push(OperableObject {
        id: BarrierId(9),
        name: "blast door".into(),
        from_target: 2,
        offset: (4, 0),
        from_attacker: 20,
        is_open: false,
        hidden: false,
    });
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
    let mut table = ScriptedTable::new([[1].as_slice(), &faces_for(0, 3)].concat(), Vec::new());
    let Err(Interrupt::NeedsAnswer(prompt)) = CombatChecksRulebook::attack(&mut table, &shot) else {
        panic!("it has 3 advantages")
    };
    assert!(prompt.answers.iter().all(|answer| answer.key != "vital:9"));
}

#[test]
fn cc_adv_09_the_nearest_hidden_feature_is_noticed_and_none_is_operated() {
    let feature = |id, from_attacker, hidden| OperableObject {
        id: BarrierId(id),
        name: "panel".into(),
        from_target: 1,
        offset: (2, 0),
        from_attacker,
        is_open: false,
        hidden,
    };
    let mut shot = attack_request(pistol());
    shot.operables = vec![feature(7, 12, true), feature(8, 5, true), feature(9, 3, false)];
    let noticed = play(&shot, &faces_for(0, 1), &["notice"]);
    let unit = UnitId(1);
    let event = BattleEvent::FeatureNoticed { unit, barrier: BarrierId(8) };
    assert_eq!(noticed.effects, [RuleStep::Record(event)], "the numbers stay unknown");
    let mut table = ScriptedTable::new(faces_for(0, 3), Vec::new());
    let Err(Interrupt::NeedsAnswer(prompt)) = CombatChecksRulebook::attack(&mut table, &shot) else {
        panic!("it has 3 advantages")
    };
    let offered = |key: &str| prompt.answers.iter().any(|answer| answer.key == key);
    assert!(offered("vital:9") && !offered("vital:7") && !offered("vital:8"));
}

/// The target is attacked in its own turn.
fn at_a_mover(weapon: OwnWeapon) -> AttackRequest {
    let mut shot = attack_request(weapon);
    in_turn(&mut shot.aimed_unit().defender);
    shot
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
        let ended = faces(&[], &[], |table| CombatChecksRulebook::end_phase(table, &unit, &rules())).0;
        unit.condition = HealthState::CombatChecks(after(&ended, UnitId(2)));
        unit.budget = TurnBudget::CombatChecks(left(&ended, 2));
        unit.held[0].fault = fault_in(&ended).expect("it changes");
        assert_eq!(is_disabled(&unit), [lasts; 3]);
    }
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
fn cc_tht_06_in_its_own_turn_it_counts() {
    let mut shot = at_a_mover(pistol());
    let moved = play(&shot, &faces_for(0, -2), &["maneuver:2", "move"]);
    let budget = left(&moved.effects, 2);
    assert_eq!((budget.credit, budget.owed, budget.economy.maneuvers), (1, 0, 1));
    change_budget(&mut shot.aimed_unit().defender, |budget| budget.economy.maneuvers = 2);
    let mut table = ScriptedTable::new(faces_for(0, -2), Vec::new());
    let Err(Interrupt::NeedsAnswer(prompt)) = CombatChecksRulebook::attack(&mut table, &shot) else {
        panic!("there are 2 threats")
    };
    assert!(prompt.answers.iter().all(|answer| answer.key != "maneuver:2"), "`CC-ECON-07`");
}

#[test]
fn cc_tht_06_an_enemy_acts_at_once() {
    let mut shot = attack_request(pistol());
    joins(&mut shot, unit(4, 1), 3);
    let moved = play(&shot, &faces_for(0, -2), &["maneuver:4", "move"]);
    assert_eq!((left(&moved.effects, 4).owed, left(&moved.effects, 4).credit), (1, 0));
    let notes = moved.effects.iter().filter_map(|step| match step {
        RuleStep::Record(BattleEvent::RuleNote { unit: UnitId(4), text, .. }) => Some(text.to_string()),
        _ => None,
    });
    assert_eq!(notes.collect::<Vec<_>>(), ["has a free manoeuvre until its next turn: Move"]);
    let grants_move = |maneuver: &str| {
        let outcome = play(&shot, &faces_for(0, -2), &["maneuver:4", maneuver]);
        outcome.effects.iter().any(|step| match step {
            RuleStep::Record(BattleEvent::RuleNote { text, .. }) => CombatChecksRulebook::grants_move(text),
            _ => false,
        })
    };
    assert_eq!(["move", "ready"].map(grants_move), [true, false], "only a Move is made on the board");
    let aimed = play(&shot, &faces_for(0, -2), &["maneuver:4", "aim"]);
    assert!(after(&aimed.effects, UnitId(4)).aim);
    shot.bystanders[0].unit.prone = true;
    let stood = play(&shot, &faces_for(0, -2), &["maneuver:4", "stand_up"]);
    assert_eq!(stood.effects, [RuleStep::end_status(UnitId(4), StatusKind::Prone)]);
}

#[test]
fn cc_tht_06_cover_is_taken_at_once() {
    let taken = |unit: u32| RuleStep::Record(BattleEvent::CoverTaken { unit: UnitId(unit) });
    let mut shot = attack_request(pistol());
    joins(&mut shot, unit(4, 1), 3);
    assert_eq!(play(&shot, &faces_for(0, -2), &["maneuver:4", "take_cover"]).effects, [taken(4)]);
    let mover = at_a_mover(pistol());
    let outcome = play(&mover, &faces_for(0, -2), &["maneuver:2", "take_cover"]);
    let budget = left(&outcome.effects, 2);
    assert!(outcome.effects.contains(&taken(2)));
    assert_eq!((budget.credit, budget.economy.maneuvers), (0, 1), "nothing is left to perform");
}

#[test]
fn cc_adv_11_cover_is_taken_at_once() {
    let outcome = play(&attack_request(pistol()), &faces_for(0, 2), &["maneuver", "take_cover"]);
    assert!(outcome.effects.contains(&RuleStep::Record(BattleEvent::CoverTaken { unit: UnitId(1) })));
}

#[test]
fn threats_fall_on_the_attacker_and_its_side() {
    let mut shot = attack_request(pistol());
    shot.attacker.in_cover = true;
    joins(&mut shot, unit(3, 0), 1);
    let outcome = play(&shot, &faces_for(0, -3), &["benefit:cover", "setback:3"]);
    assert_eq!(outcome.effects[0], RuleStep::Record(BattleEvent::CoverLeft { unit: UnitId(1) }));
    assert_eq!(after(&outcome.effects, UnitId(3)).waiting.check, PoolChange::SETBACK);
    let prone = play(&shot, &faces_for(0, -3), &["prone"]);
    assert_eq!(prone.effects, [RuleStep::FallProne { unit: UnitId(1) }]);
    let empty = play(&shot, &faces_for(0, -3), &["empty:weapon0"]);
    assert_eq!(
        empty.effects,
        [RuleStep::Record(BattleEvent::WeaponFaultChanged {
            unit: UnitId(1),
            weapon: 0,
            fault: WeaponMalfunction::Empty
        })]
    );
    let broken = play(&shot, &faces_for(0, -3), &["equipment:weapon0"]);
    assert_eq!(
        broken.effects,
        [RuleStep::Record(BattleEvent::WeaponFaultChanged {
            unit: UnitId(1),
            weapon: 0,
            fault: WeaponMalfunction::Broken
        })]
    );
    let ally = play(&shot, &faces_for(0, -3), &["downgrade:3"]);
    assert_eq!(after(&ally.effects, UnitId(3)).waiting.attack, PoolChange::DOWNGRADE);
}

#[test]
fn cc_chart_06_an_ally_recovers() {
    let mut shot = attack_request(pistol());
    let mut friend = unit(3, 0);
    harm(&mut friend, |own| own.strain = 2);
    joins(&mut shot, friend, 1);
    harm(&mut shot.attacker, |own| own.strain = 1);
    let mut rolled = faces_for(1, 3);
    rolled.push(30);
    let outcome = play(&shot, &rolled, &["injury:2", "3"]);
    assert_eq!(after(&outcome.effects, UnitId(3)).strain, 1);
}

#[test]
fn cc_adv_10_a_quality_knocks_down() {
    let quality = WeaponQuality { name: "Knock down".into(), cost: 2, effect: QualityEffect::KnockDown };
    let shot = attack_request(OwnWeapon { qualities: vec![quality], ..pistol() });
    let outcome = play(&shot, &faces_for(0, 2), &["quality:0:2"]);
    assert_eq!(outcome.effects, [RuleStep::FallProne { unit: UnitId(2) }]);
}

#[test]
fn cc_chk_04_two_targets() {
    let mut burst = attack_request(OwnWeapon { targets: 2, ..rifle() });
    let held = burst.attacker.held[0].clone();
    let keys: Vec<_> = CombatChecksRulebook::attack_options(&burst.attacker, &held, &rules())
        .iter()
        .map(|option| option.key)
        .collect();
    assert_eq!(keys, ["two_targets"]);
    burst.option = Some("two_targets".into());
    assert_eq!(CombatChecksRulebook::may_attack(&burst).map_err(|why| why.clause), Err("CC-CHK-04"));
    joins(&mut burst, unit(5, 1), 4);
    joins(&mut burst, unit(4, 1), 2);
    joins(&mut burst, unit(3, 0), 1);
    assert_eq!(CombatChecksRulebook::may_attack(&burst), Ok(()));
    burst.rules = with("borrow.knockdown", "off");
    let outcome = play(&burst, &faces_for(3, 0), &[]);
    assert_eq!(outcome.words, "5 Wounds; unit 4: 5 Wounds", "3 successes are 2 for each");
    assert_eq!([2, 4].map(|id| after(&outcome.effects, UnitId(id)).wounds), [5, 5]);
    burst.option = Some("three_targets".into());
    assert_eq!(CombatChecksRulebook::may_attack(&burst).map_err(|why| why.clause), Err("CC-CHK-04"));
}

#[rstest]
#[case::cc_rng_13(sword(), 2, WeaponMalfunction::None, Some("CC-RNG-13"))]
#[case::cc_rng_09(rifle(), 1, WeaponMalfunction::None, Some("CC-RNG-09"))]
#[case::cc_rng_11(pistol(), 31, WeaponMalfunction::None, Some("CC-RNG-11"))]
#[case::cc_tht_10(pistol(), 20, WeaponMalfunction::Empty, Some("CC-THT-10"))]
#[case::cc_tht_12(pistol(), 20, WeaponMalfunction::Broken, Some("CC-THT-12"))]
#[case::cc_adv_21(pistol(), 20, WeaponMalfunction::Disabled, Some("CC-THT-12"))]
#[case::in_reach(pistol(), 30, WeaponMalfunction::None, None)]
fn attacks_refused(
    #[case] weapon: OwnWeapon,
    #[case] squares: u32,
    #[case] fault: WeaponMalfunction,
    #[case] clause: Option<&str>,
) {
    let mut attack = attack_request(weapon);
    attack.sight = sight(squares);
    attack.attacker.held[0].fault = fault;
    assert_eq!(CombatChecksRulebook::may_attack(&attack).err().map(|why| why.clause), clause);
}

#[test]
fn a_shot_through_a_window() {
    let mut shot = attack_request(pistol());
    shot.barriers.push(pane());
    let outcome = play(&shot, &faces_for(1, 0), &[]);
    assert_eq!(
        outcome.effects[0],
        RuleStep::DamageBarrier(BarrierHarm { id: BarrierSource::Segment(BarrierId(7)), damage: 1 })
    );
    shot.rules = with("borrow.barriers", "off");
    assert!(!matches!(play(&shot, &faces_for(1, 0), &[]).effects[0], RuleStep::DamageBarrier(_)));
    assert_eq!(CombatChecksRulebook::may_attack(&shot), Ok(()));
    shot.sight.hidden = 100;
    assert_eq!(CombatChecksRulebook::may_attack(&shot).map_err(|why| why.clause), Err("SS-COVER-05"));
}

#[test]
fn ss_barr_19_a_wall_itself() {
    let wall = BarrierOnLine { thickness_cm: 50, ..pane() };
    let mut shot = AttackRequest { target: wall.into(), ..attack_request(pistol()) };
    assert_eq!(CombatChecksRulebook::may_attack(&shot), Ok(()));
    harm(&mut shot.attacker, |own| own.aim = true);
    let mut rolled = vec![1];
    rolled.extend(faces_for(1, 2));
    let outcome = on(&rolled, |table| CombatChecksRulebook::attack(table, &shot));
    assert_eq!(
        outcome.effects[0],
        RuleStep::DamageBarrier(BarrierHarm { id: BarrierSource::Segment(BarrierId(7)), damage: 1 })
    );
    assert_eq!(
        (outcome.words.to_string().as_str(), after(&outcome.effects, UnitId(1)).aim),
        ("1 damage", false)
    );
    let odds = CombatChecksRulebook::forecast(&shot).expect("few branches");
    assert!(odds.odds.hit > 0.5 && (odds.odds.hit - odds.odds.harm).abs() < 1e-12);
    shot.attacker.held[0].fault = WeaponMalfunction::Empty;
    assert_eq!(CombatChecksRulebook::may_attack(&shot).map_err(|why| why.clause), Err("CC-THT-10"));
    shot.rules = with("borrow.barriers", "off");
    assert_eq!(CombatChecksRulebook::may_attack(&shot).map_err(|why| why.clause), Err("SS-BARR-19"));
}
