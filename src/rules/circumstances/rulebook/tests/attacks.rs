//! Tests of whole attacks and their effects.

use crate::rulebook::AttackRules;
use rstest::rstest;

use super::*;
use crate::circumstances::attacks::evasion::EvasiveAction;
use crate::circumstances::{CoverShape, HitLocations, Weapon as OwnWeapon};
use crate::{BarrierHarm, FireMode, Grip, HitResult};
use model::{BarrierId, BarrierSource, UnitId};

#[test]
fn cs_base_12_a_blow() {
    let (outcome, _) = play(&attack_request(test_fixtures::sword()), &[23, 8], &[]);
    assert_eq!((outcome.contact, outcome.damage), (HitResult::Hit, 10));
    assert_eq!(outcome.words, "10 Wounds to the body");
    assert_eq!(wounds(&outcome, 2), Some(2));
    assert!(has_step(&outcome, &RuleStep::Engage { one: UnitId(1), other: UnitId(2) }), "`CS-MEL-02`");
}

#[test]
fn cs_mel_02_a_miss_engages_too() {
    let mut blow = attack_request(test_fixtures::sword());
    let (outcome, _) = play(&blow, &[41], &[]);
    assert_eq!(
        (outcome.words.to_string().as_str(), &outcome.effects[..]),
        ("", &[RuleStep::Engage { one: UnitId(1), other: UnitId(2) }][..])
    );
    blow.aimed_unit().engaged = true;
    assert!(play(&blow, &[41], &[]).0.effects.is_empty());
}

#[test]
fn cs_base_14_a_dodge_takes_the_reaction() {
    let mut blow = attack_request(test_fixtures::sword());
    own_budget(&mut blow.aimed_unit().defender).phase.reaction = true;
    let (outcome, _) = play(&blow, &[23, 30], &["dodge"]);
    assert_eq!(outcome.words, "dodged");
    let reaction = budget_after(&outcome.effects, 2).expect("a budget").phase.reaction;
    assert!(!reaction && wounds(&outcome, 2).is_none());
    let (outcome, _) = play(&blow, &[23, 41, 8], &["parry"]);
    assert_eq!(outcome.damage, 10);
    assert!(
        outcome
            .effects
            .iter()
            .any(|effect| matches!(effect, RuleStep::SetTurnBudget { action: Some(Action::Parry), .. }))
    );
    let (outcome, _) = play(&blow, &[23, 8], &["none"]);
    assert_eq!(budget_after(&outcome.effects, 2), None, "the Reaction is kept");
    assert_eq!(EvasiveAction::Dodge.key(), "dodge");
}

#[test]
fn cs_base_28_fate_points_are_part_of_the_condition() {
    let mut blow = attack_request(test_fixtures::sword());
    *blow.attacker = unit(1, test_fixtures::sword(), |sheet| sheet.fate_points = 1);
    let (outcome, _) = play(&blow, &[80, 81], &["fate"]);
    let Some(RuleStep::ChangeHealth { unit: UnitId(1), after, damage: 0, .. }) = outcome.effects.first()
    else {
        panic!("{:?}", outcome.effects)
    };
    assert_eq!(after.circumstances().fate, 0);
}

#[test]
fn ss_knock_01_heavy_blows_fell() {
    let mut blow = attack_request(test_fixtures::sword());
    // Strength bonus 4, Toughness bonus 3: more than 7.
    let falls = |blow: &AttackRequest, face| {
        has_step(&play(blow, &[23, face], &[]).0, &RuleStep::FallProne { unit: UnitId(2) })
    };
    assert!(falls(&blow, 6) && !falls(&blow, 5));
    blow.rules = rules_with("borrow.knockdown", "off");
    assert!(!falls(&blow, 10));
}

#[test]
fn cs_base_36_a_burst() {
    let mut shot = attack_request(test_fixtures::autogun());
    shot.mode = Some(FireMode::Burst);
    // BS 40 + 10: 4 degrees, 3 hits.
    let (outcome, _) = play(&shot, &[8, 45, 15, 4, 5, 6], &[]);
    assert_eq!((outcome.net, outcome.damage), (3, 4 + 5 + 6));
    assert_eq!(outcome.words, "3 hits, 15 Wounds");
    assert!(
        !outcome
            .effects
            .iter()
            .any(|effect| matches!(effect, RuleStep::Record(BattleEvent::AmmunitionSet { .. }))),
        "3 rounds are gone already"
    );
}

#[test]
fn cs_jam_01_a_jam_fires_nothing() {
    let mut shot = attack_request(test_fixtures::autogun());
    let (outcome, _) = play(&shot, &[96], &[]);
    assert_eq!(outcome.words, "the weapon jams");
    assert!(has_step(
        &outcome,
        &RuleStep::Record(BattleEvent::WeaponFaultChanged {
            unit: UnitId(1),
            weapon: 0,
            fault: WeaponMalfunction::Jammed
        })
    ));
    assert!(
        has_step(
            &outcome,
            &RuleStep::Record(BattleEvent::AmmunitionSet { unit: UnitId(1), weapon: 0, loaded: 30 })
        ),
        "the round is still in it"
    );
    shot.attacker.held[0].fault = WeaponMalfunction::Jammed;
    assert_eq!(CircumstancesRulebook::may_attack(&shot).expect_err("jammed").clause, "CS-JAM-03");
    shot.attacker.held[0].fault = WeaponMalfunction::Cleared;
    assert_eq!(CircumstancesRulebook::may_attack(&shot).expect_err("empty").clause, "CS-JAM-12");
}

fn covered() -> AttackRequest {
    let mut shot = attack_request(OwnWeapon { penetration: 3, cracking: 2, ..test_fixtures::autogun() });
    shot.barriers = vec![wall(7), BarrierOnLine { armor: 8, ..wall(5) }];
    shot.aimed_unit().beside_target = vec![BarrierSource::Segment(BarrierId(5))];
    shot.aimed_unit().heights_cm = vec![90, 90];
    shot.aimed_unit().defender.in_cover = true;
    let own = own_budget(&mut shot.aimed_unit().defender);
    (own.shielded, own.cover) = (HitLocations::ALL, CoverShape::Tall);
    shot
}

#[test]
fn cs_cov_05_a_shielded_location_strikes_the_cover() {
    let shot = covered();
    // Body: 13 damage, AP 4 minus 3; Toughness bonus 3. `CS-COV-11`: 3 + 2, which is all that is left, and
    // the object is destroyed.
    let (outcome, _) = play(&shot, &[23, 10], &[]);
    assert_eq!(outcome.damage, 13 - 1 - 3);
    assert!(
        has_step(
            &outcome,
            &RuleStep::DamageBarrier(BarrierHarm { id: BarrierSource::Segment(BarrierId(5)), damage: 4 })
        ),
        "`CS-COV-16`: rubble"
    );
    // A low wall never covers the head, whatever was chosen elsewhere. Table CS-T3.
    let (outcome, _) = play(&shot, &[1, 10], &[]);
    assert_eq!(outcome.damage, 13 - 3);
    assert!(!outcome.effects.iter().any(|effect| matches!(effect, RuleStep::DamageBarrier(_))));
    let mut open = covered();
    open.aimed_unit().defender.in_cover = false;
    assert_eq!(play(&open, &[23, 10], &[]).0.damage, 10, "the square was left");
    let mut weak = covered();
    weak.barriers[1].armor = 32;
    let (outcome, _) = play(&weak, &[23, 10], &[]);
    assert_eq!(
        (outcome.contact, outcome.words.to_string().as_str()),
        (HitResult::Blocked, "stopped by the cover")
    );
}

#[test]
fn what_hides_a_target_wholly_is_its_cover() {
    let mut shot = attack_request(test_fixtures::autogun());
    shot.barriers = vec![BarrierOnLine { armor: 2, ..wall(6) }, wall(7)];
    shot.sight.hidden = 100;
    assert_eq!(play(&shot, &[1, 5], &[]).0.contact, HitResult::Blocked, "AP 8 against 8");
    assert_eq!(play(&shot, &[1, 9], &[]).0.damage, 12 - 8 - 3);
}

#[test]
fn cs_sca_07_a_missed_knife_lands_somewhere() {
    let (outcome, _) = play(&attack_request(test_fixtures::knife()), &[41, 3, 5], &[]);
    let told = outcome.effects.iter().find_map(|effect| match effect {
        RuleStep::Record(BattleEvent::RuleNote { text, .. }) => Some(text.to_string()),
        _ => None,
    });
    assert_eq!(told.as_deref(), Some("Throwing knife lands 3 m beyond the target, to the right"));
}

#[test]
fn cs_una_05_an_attack_ends_concealment() {
    let mut shot = attack_request(test_fixtures::autogun());
    shot.attacker.concealed = true;
    let (outcome, _) = play(&shot, &[70, 1], &[]);
    assert_eq!(outcome.contact, HitResult::Hit, "`CS-UNA-01`: 40 + 30");
    assert!(has_step(&outcome, &RuleStep::end_status(UnitId(1), StatusKind::Concealed)));
    shot.aimed_unit().defender.concealed = true;
    assert_eq!(CircumstancesRulebook::may_attack(&shot).expect_err("concealed").clause, "CS-UNA-05");
}

#[test]
fn cs_base_37_a_grapple() {
    let mut grab = attack_request(OwnWeapon::unarmed());
    grab.option = Some("grapple".into());
    own_budget(&mut grab.aimed_unit().defender).phase.reaction = true;
    let (outcome, _) = play(&grab, &[40, 41], &["parry"]);
    assert_eq!((outcome.contact, outcome.words.to_string().as_str()), (HitResult::Hit, "held"));
    assert!(has_step(&outcome, &RuleStep::SetGrip { unit: UnitId(1), grip: Some(Grip::Holding(UnitId(2))) }));
    assert!(has_step(&outcome, &RuleStep::SetGrip { unit: UnitId(2), grip: Some(Grip::HeldBy(UnitId(1))) }));
    let (outcome, _) = play(&grab, &[40, 30], &["dodge"]);
    assert!(!outcome.effects.iter().any(|effect| matches!(effect, RuleStep::SetGrip { .. })));
    grab.rules = rules_with("cs.grapple", "off");
    assert_eq!(CircumstancesRulebook::may_attack(&grab).expect_err("switched off").clause, "CS-BASE-37");
}

#[test]
fn cs_base_37_no_unit_is_in_two_holds() {
    let mut grab = attack_request(OwnWeapon::unarmed());
    grab.option = Some("grapple".into());
    assert!(CircumstancesRulebook::may_attack(&grab).is_ok());
    grab.aimed_unit().defender.grip = Some(Grip::HeldBy(UnitId(3)));
    assert_eq!(
        CircumstancesRulebook::may_attack(&grab).expect_err("it is already held").clause,
        "CS-BASE-37"
    );
    let mut unit = *grab.attacker;
    let offered = |unit: &UnitSnapshot| {
        let manners = CircumstancesRulebook::attack_options(unit, &unit.held[0], &rules());
        manners.iter().any(|manner| manner.key == "grapple")
    };
    assert!(offered(&unit));
    unit.grip = Some(Grip::Holding(UnitId(3)));
    assert!(!offered(&unit), "it is already holding a unit");
}

#[test]
fn who_holds_lets_go_when_it_goes_down() {
    let mut blow = attack_request(test_fixtures::sword());
    blow.aimed_unit().defender = unit(2, test_fixtures::sword(), |sheet| sheet.wounds = 5);
    use_up_reaction(&mut blow.aimed_unit().defender);
    blow.aimed_unit().defender.grip = Some(Grip::Holding(UnitId(3)));
    let (outcome, _) = play(&blow, &[23, 10], &[]);
    assert!(has_step(&outcome, &RuleStep::SetGrip { unit: UnitId(3), grip: None }));
    assert!(!has_step(&outcome, &RuleStep::Engage { one: UnitId(1), other: UnitId(2) }), "`CS-MEL-04`");
}

#[rstest]
#[case::cs_base_33_reach(test_fixtures::sword(), 2, false, "CS-BASE-33")]
#[case::cs_rng_06_range(test_fixtures::pistol(), 91, false, "CS-RNG-06")]
#[case::cs_gun_01_rifle(test_fixtures::autogun(), 1, true, "CS-GUN-01")]
fn attacks_are_refused(
    #[case] weapon: OwnWeapon,
    #[case] metres: u32,
    #[case] melee: bool,
    #[case] clause: &str,
) {
    let mut attack = attack_request(weapon);
    attack.sight = test_fixtures::sight(metres);
    attack.attacker.in_melee = melee;
    assert_eq!(CircumstancesRulebook::may_attack(&attack).expect_err("refused").clause, clause);
}

#[rstest]
#[case::mode(Some(FireMode::LongBurst), None, "CS-BASE-36")]
#[case::no_way(None, Some("charge"), "CS-BASE-20")]
#[case::unknown(None, Some("bite"), "CS-BASE-36")]
fn ways_to_attack_are_refused(
    #[case] mode: Option<FireMode>,
    #[case] manner: Option<&'static str>,
    #[case] clause: &str,
) {
    let mut attack = attack_request(test_fixtures::sword());
    (attack.mode, attack.option) = (mode, manner.map(Into::into));
    assert_eq!(CircumstancesRulebook::may_attack(&attack).expect_err("refused").clause, clause);
}

pub(crate) fn at_wall(weapon: OwnWeapon) -> AttackRequest {
    AttackRequest {
        target: BarrierOnLine { structure: 2, armor: 4, ..wall(9) }.into(),
        sight: test_fixtures::sight(1),
        ..attack_request(weapon)
    }
}

#[test]
fn ss_barr_29_a_blow_at_a_wall() {
    let blow = at_wall(test_fixtures::sword());
    CircumstancesRulebook::may_attack(&blow).expect("allowed");
    // 1d10 + 1 + 4 = 10 against Armor 4: six dice resist, two of them well.
    let (outcome, _) =
        run(&[40, 5, 6, 5, 1, 1, 1, 1], &[], |table| CircumstancesRulebook::attack(table, &blow));
    assert_eq!((outcome.contact, outcome.damage), (HitResult::Hit, 8));
    assert_eq!(
        outcome.effects,
        [RuleStep::DamageBarrier(BarrierHarm { id: BarrierSource::Segment(BarrierId(9)), damage: 8 })]
    );
    let (outcome, _) = run(&[41], &[], |table| CircumstancesRulebook::attack(table, &blow));
    assert_eq!(outcome.contact, HitResult::Miss);
    let mut off = blow;
    off.rules = rules_with("borrow.barriers_and_penetration", "off");
    assert_eq!(CircumstancesRulebook::may_attack(&off).expect_err("switched off").clause, "SS-BARR-19");
}

#[test]
fn cs_jam_01_walls_jam_guns_too() {
    let mut shot = at_wall(test_fixtures::autogun());
    shot.attacker.held[0].loaded = 29;
    let (outcome, _) = run(&[97], &[], |table| CircumstancesRulebook::attack(table, &shot));
    assert!(has_step(
        &outcome,
        &RuleStep::Record(BattleEvent::WeaponFaultChanged {
            unit: UnitId(1),
            weapon: 0,
            fault: WeaponMalfunction::Jammed
        })
    ));
    assert!(has_step(
        &outcome,
        &RuleStep::Record(BattleEvent::AmmunitionSet { unit: UnitId(1), weapon: 0, loaded: 30 })
    ));
}
