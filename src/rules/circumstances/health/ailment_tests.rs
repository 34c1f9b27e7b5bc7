//! Effects of ailments on target numbers, damage and tests, by the catalogue's examples.

use crate::circumstances::attacks::evasion;
use crate::circumstances::d100_test::{TargetNumber, TestAttempt};
use crate::circumstances::situational_modifiers::stealth;
use crate::circumstances::test_fixtures::*;
use crate::circumstances::{Ailment, Characteristic, CurseTrigger, Skill};
use crate::{
    GroundConditions, HealthCause, HealthState, RuleSet, RuleStep, Sheet, UnitSnapshot, play, status,
};
use dice::Modifiers;
use model::UnitId;

fn combatant(change: impl FnOnce(&mut crate::circumstances::Sheet)) -> (UnitSnapshot, RuleSet) {
    let rules = RuleSet::new(crate::Book::Circumstances);
    let unit = fighter(1, change);
    let sheet = Sheet::Circumstances(unit.sheet.clone());
    let budget = play::starting_budget(&sheet, &rules);
    (UnitSnapshot::fresh(UnitId(1), "Ann", sheet, HealthState::Circumstances(unit.condition), budget), rules)
}

#[test]
fn cs_burn_02_past_toughness() {
    let (unit, rules) = combatant(|sheet| sheet.characteristics.toughness = 40);
    let ((_, wounds), _) = play_script(&[6], &[], |table| play::resolve_burning(table, &unit, &rules));
    assert_eq!(wounds, 3);
}

#[test]
fn cs_burn_03_past_armour() {
    let (unit, rules) = combatant(|sheet| sheet.armour.body = 8);
    let ((after, _), _) = play_script(&[5], &[], |table| play::resolve_burning(table, &unit, &rules));
    let HealthState::Circumstances(after) = after else { panic!("another book") };
    assert_eq!(after.wounds, 12 - 3);
}

#[test]
fn cs_burn_01_the_damage_names_its_cause() {
    let (mut unit, rules) = combatant(|_| ());
    unit.add_ailment(Ailment::Burning);
    let (step, _) = play_script(&[5], &[], |table| status::resolution::resolve_burning(table, &unit, &rules));
    let Some(RuleStep::ChangeHealth { cause, .. }) = step else { panic!("{step:?}") };
    assert_eq!(cause, Some(HealthCause::Burning));
}

#[test]
fn cs_burn_05_agility_at_minus_twenty() {
    let (unit, rules) = combatant(|sheet| sheet.characteristics.agility = 45);
    for (roll, out) in [(25, true), (26, false)] {
        let tried = play_script(&[roll], &[], |table| {
            play::roll_ailment_test(table, &unit, &status::put_out_fire_test(), &rules)
        })
        .0;
        assert_eq!(tried.passed, out);
    }
}

#[test]
fn cs_froz_02_the_highest_is_taken() {
    let (mut unit, rules) = combatant(|sheet| {
        (sheet.characteristics.strength, sheet.characteristics.toughness) = (30, 45);
        sheet.skills = [(Skill::Athletics, 40), (Skill::Endurance, 20)].into();
    });
    unit.add_ailment(Ailment::Frozen);
    let around = status::PhaseEndContext::default();
    let trial = status::recovery_tests(&unit.ailments, around).next().expect("a test").1;
    for (roll, free) in [(45, true), (46, false)] {
        let tried =
            play_script(&[roll], &[], |table| play::roll_ailment_test(table, &unit, &trial, &rules)).0;
        assert_eq!(tried.passed, free);
    }
}

#[test]
fn cs_pani_03_three_degrees() {
    let (mut unit, rules) = combatant(|sheet| sheet.characteristics.willpower = 35);
    unit.add_ailment(Ailment::Panicked);
    for (roll, flees) in [(65, true), (64, false)] {
        let tried = play_script(&[roll], &[], |table| {
            play::roll_ailment_test(table, &unit, &status::panic_test(), &rules)
        })
        .0;
        assert_eq!((tried.passed, tried.failed_badly), (false, flees));
    }
}

#[test]
fn cs_blnd_03_blind_units_dodge_at_minus_30() {
    let mut unit = fighter(1, |sheet| sheet.skills = [(Skill::Dodge, 45)].into());
    add_ailment(&mut unit, Ailment::Blinded);
    assert_eq!(evasion::dodge_target(&unit, GroundConditions::default(), &switches(&[])).number, 15);
}

#[test]
fn cs_blnd_01_cannot_see_hidden_units() {
    let mut lookout = fighter(1, |_| {});
    add_ailment(&mut lookout, Ailment::Blinded);
    let switches = switches(&[]);
    let context = stealth::NoticeContext {
        observer: &lookout,
        observer_ground: GroundConditions::default(),
        hidden_ground: GroundConditions::default(),
        line_of_sight: true,
        distance_squared: 400,
        switches: &switches,
    };
    assert_eq!(stealth::usable_sense(&context), None);
}

#[test]
fn cs_enra_02_unnatural_strength() {
    let mut unit = fighter(1, |sheet| sheet.characteristics.strength = 43);
    add_ailment(&mut unit, Ailment::Enraged);
    assert_eq!(unit.strength_bonus(), 6);
}

#[test]
fn cs_curs_01_once_a_round() {
    let (mut unit, _) = combatant(|_| {});
    unit.add_ailment(Ailment::Cursed);
    assert!(unit.active_curse().is_some());
    unit.ailments[0].strength = 1;
    assert!(unit.active_curse().is_none(), "it has struck in this round");
    unit.round = 2;
    assert!(unit.active_curse().is_some());
}

#[test]
fn cs_curs_03_fate_protects() {
    let mut unit = fighter(1, |_| {});
    unit.condition.fate = 1;
    unit.curse = Some(CurseTrigger::Auto);
    let switches = switches(&[]);
    let target = TargetNumber::for_characteristic(
        &unit.sheet,
        Characteristic::WeaponSkill,
        Modifiers::new(),
        &switches,
    );
    let test = TestAttempt {
        fighter: &unit,
        why: "attack",
        clause: "CS-BASE-08",
        target: &target,
        switches: &switches,
    };
    let tested = play_script(&[80, 20], &["fate"], |table| test.roll_unless(table, |_| false)).0;
    assert!(tested.passed && tested.fate_spent, "and no third roll");
}

#[test]
fn cs_curs_04_attacks_and_evasions_alone_by_themselves() {
    let mut unit = fighter(1, |_| {});
    unit.curse = Some(CurseTrigger::Auto);
    let switches = switches(&[]);
    let target =
        TargetNumber::for_characteristic(&unit.sheet, Characteristic::Willpower, Modifiers::new(), &switches);
    let test =
        |clause| TestAttempt { fighter: &unit, why: "test", clause, target: &target, switches: &switches };
    let once = play_script(&[20], &[], |table| test("CS-PANI-01").roll_unless(table, |_| false)).0;
    let twice = play_script(&[20, 60], &[], |table| test("CS-BASE-08").roll_unless(table, |_| false)).0;
    assert_eq!((once.passed, twice.passed), (true, false));
    let kept = play_script(&[20, 10], &[], |table| test("CS-BASE-14").roll_unless(table, |_| false)).0;
    assert_eq!(
        (kept.roll, kept.passed, kept.curse_spent),
        (20, true, true),
        "`CS-CURS-02`: the worse roll counts"
    );
}
