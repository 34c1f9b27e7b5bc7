//! Grievous injuries in a fight, after it and in the next one; dying units after a fight. Chapters GRIEV and RESUS.

use breachline::battle::{Order, OrderError, PointlessOrder, surviving_squad, with_view};
use breachline::model::{Side, UnitId};
use breachline::rules::aberrant::Ability;
use breachline::rules::aberrant::health::grievous_injury::Flaw;
use breachline::rules::{HitResult, MINUTES_PER_DAY, MedicalCare};

use super::{aberrant, club, sheet, weapon};
use crate::common::Fight;
use crate::common::books::{d10_faces, error_clause, exchange_result, rule_texts};

/// Unit 1 attacks with ten dice of lethal damage after a soak of one; unit 2, with a two-handed rifle, chooses the injury.
fn struck(levels: usize) -> Fight {
    let rifle =
        r#"(name: "rifle", class: ranged, skill: firearms, short_range_m: 40, damage: "5L", mass_g: 4000)"#;
    let healer = sheet(|sheet| {
        (sheet.healing, sheet.quantum) = (true, 1);
        sheet.abilities.insert(Ability::Medicine, 3);
    });
    let mut fight = aberrant()
        .switch("ab.grievous_injury", "on")
        .nova(0, (5, 5), sheet(|_| {}), &[club("10L")])
        .nova(1, (6, 5), sheet(|_| {}), &[weapon(rifle)])
        .nova(1, (20, 15), healer, &[])
        .start_battle(&[9, 5, 1]);
    fight.queue_dice(&d10_faces(&[(1, 6), (levels, 9)]));
    fight.attack_with(1, 2, 0, None);
    fight
}

#[test]
fn ab_griev_01_02_offered_where_damage_is_marked() {
    let mut fight = struck(4);
    assert_eq!(fight.asked(), ["decline", "arm_useless", "leg_ruined"], "four of seven boxes");
    let events = fight.answer("decline");
    assert_eq!(exchange_result(&events).words, "4 levels of lethal damage, dazed");
    assert!(struck(3).asked().is_empty(), "three are not more than half of seven");
    assert_eq!(
        struck(7).asked(),
        ["legs_lost", "spine_broken", "decline"],
        "the policy accepts what incapacitates"
    );
}

#[test]
fn ab_griev_03_05_one_level_and_an_arm() {
    let mut fight = struck(4);
    let events = fight.answer("arm_useless");
    assert_eq!(exchange_result(&events).words, "1 level of lethal damage");
    assert_eq!(
        rule_texts(&events),
        ["suffers a grievous injury in place of the other levels of the blow: arm useless"]
    );
    assert_eq!(fight.nova(2).marks.lethal, 1);
    assert!(fight.gauge_note(2, "Health").contains("arm useless"));
    fight.end();
    assert_eq!(fight.acting(), Some(2));
    assert_eq!(fight.attack_error(2, 1, 0, None), "AB-GRIEV-05", "a rifle takes two hands");
    crate::skirmish::replays(&mut fight);
}

#[test]
fn ab_griev_04_without_legs_a_point_is_a_metre() {
    let mut fight = struck(5);
    fight.answer("legs_lost");
    assert!(fight.unit(2, |unit| unit.is_prone()));
    fight.end();
    let far = fight.walk(2, &[(7, 5), (8, 5)]);
    assert!(matches!(far, Err(OrderError::TooFar { .. })), "{far:?}");
    for (step, points) in [((7, 5), 2), ((8, 5), 1), ((9, 5), 0)] {
        fight.walk(2, &[step]).expect("a metre");
        fight.let_pass();
        assert_eq!(fight.turn_budget(2).effort.points, points);
    }
    let last = fight.walk(2, &[(10, 5)]).expect_err("no point is left");
    assert!(matches!(last, OrderError::NotEnoughActionPoints { needed: 1, left: 0, .. }), "{last}");
    let up = fight.submit_error(Order::StandUp { unit: UnitId(2) });
    assert_eq!(error_clause(up), "AB-GRIEV-04");
}

#[test]
fn ab_griev_04_a_broken_spine_holds_still_and_shoots() {
    let mut fight = struck(5);
    fight.answer("spine_broken");
    fight.end();
    let step = fight.walk(2, &[(7, 5)]).expect_err("no movement");
    assert_eq!(error_clause(step), "AB-GRIEV-04");
    assert_eq!(fight.attack_error(2, 1, 1, None), "AB-GRIEV-04", "no unarmed attacks");
    fight.queue_dice(&d10_faces(&[(0, 6)]));
    assert_eq!(exchange_result(&fight.attack_with(2, 1, 0, None)).contact, HitResult::Miss);
}

#[test]
fn ab_griev_05_a_ruined_leg_halves_the_way() {
    let mut fight = struck(4);
    fight.answer("leg_ruined");
    fight.end();
    let far = fight.walk(2, &[(7, 5), (8, 5), (9, 5), (10, 5)]);
    assert!(matches!(far, Err(OrderError::TooFar { .. })), "three metres of six: {far:?}");
    fight.walk(2, &[(7, 5), (8, 5), (9, 5)]).expect("three metres");
}

/// After the fight, with the injury of unit 2.
fn after(flaw: &str) -> Fight {
    let mut fight = struck(5);
    fight.answer(flaw);
    fight.submit(Order::Surrender { side: Side(0) });
    fight.submit(Order::LeaveField);
    fight
}

fn treat(unit: u32, treatment: &str, target: u32) -> Order {
    Order::Treat { unit: UnitId(unit), treatment: treatment.to_owned(), target: Some(UnitId(target)) }
}

fn flaws(fight: &mut Fight) -> Vec<(Flaw, bool)> {
    fight.nova(2).flaws.iter().map(|own| (own.flaw, own.mitigated)).collect()
}

#[test]
fn ab_griev_07_time_heals_the_level_and_not_the_flaw() {
    let mut fight = after("legs_lost");
    for _ in 0..5 {
        fight.submit(Order::Rest { minutes: 365 * MINUTES_PER_DAY, care: MedicalCare::Expert });
    }
    assert_eq!((fight.nova(2).marks.lethal, flaws(&mut fight)), (0, vec![(Flaw::LegsLost, false)]));
}

#[test]
fn ab_griev_08_a_power_heals_the_flaw() {
    let mut fight = after("legs_lost");
    assert_eq!(flaws(&mut fight), [(Flaw::LegsLost, false)]);
    let events = fight.submit(treat(3, "heal_flaw", 2));
    assert_eq!(rule_texts(&events), ["recovers from a grievous injury: both legs lost"]);
    assert!(flaws(&mut fight).is_empty());
    fight.submit(Order::Rest { minutes: 1, care: MedicalCare::None });
    let none = fight.submit_error(Order::Treat {
        unit: UnitId(3),
        treatment: "replace_flaw".to_owned(),
        target: Some(UnitId(1)),
    });
    assert_eq!(error_clause(none), "AB-GRIEV-09");
}

#[test]
fn ab_griev_09_cybernetics_take_over_and_the_squad_keeps_the_record() {
    let mut fight = after("legs_lost");
    fight.submit(treat(3, "replace_flaw", 2));
    assert_eq!(flaws(&mut fight), [(Flaw::LegsLost, true)]);
    assert!(fight.gauge_note(2, "Health").contains("both legs lost (replaced)"));
    let squad = with_view(&mut fight.world, |view| surviving_squad(view, Side(1))).expect("a squad");
    let text = ron::to_string(&squad).expect("it can be written");
    assert!(text.contains("legs_lost") && text.contains("mitigated:true"), "{text}");
}

#[test]
fn ab_griev_10_11_regeneration_regrows_a_flaw_in_forty_five_days() {
    let mut fight = aberrant()
        .switch("ab.grievous_injury", "on")
        .nova(0, (5, 5), sheet(|_| {}), &[club("12L")])
        .nova(1, (6, 5), sheet(|sheet| (sheet.quantum, sheet.regeneration) = (1, true)), &[])
        .start_battle(&[9, 5]);
    fight.queue_dice(&d10_faces(&[(1, 6), (5, 10)]));
    fight.attack_with(1, 2, 0, None);
    // Eight boxes: five are more than half of them.
    fight.answer("spine_broken");
    fight.submit(Order::Surrender { side: Side(0) });
    fight.submit(Order::LeaveField);
    fight.submit(Order::Rest { minutes: 44 * MINUTES_PER_DAY, care: MedicalCare::None });
    assert_eq!(flaws(&mut fight).len(), 1);
    fight.submit(Order::Rest { minutes: MINUTES_PER_DAY, care: MedicalCare::None });
    assert!(flaws(&mut fight).is_empty());
}

#[test]
fn ab_resus_02_the_dying_are_treated_after_the_fight() {
    let mut fight = struck(7);
    fight.answer("decline");
    assert_eq!(fight.nova(2).dying.map(|dying| dying.stable), Some(false));
    fight.submit(Order::Surrender { side: Side(0) });
    fight.submit(Order::LeaveField);
    fight.submit(Order::Rest { minutes: 1, care: MedicalCare::None });
    // Dexterity 3 and Medicine 3; +1, and +1 for the minute: three successes.
    fight.queue_dice(&d10_faces(&[(2, 6)]));
    fight.submit(treat(3, "revive", 2));
    assert_eq!(fight.nova(2).dying.map(|dying| dying.stable), Some(false));
    let busy = fight.submit_error(treat(3, "revive", 2));
    assert!(matches!(busy, OrderError::NothingToDo(PointlessOrder::Busy { minutes: 1, .. })), "{busy}");
    fight.submit(Order::Rest { minutes: 1, care: MedicalCare::None });
    fight.queue_dice(&d10_faces(&[(4, 6)]));
    fight.submit(treat(3, "revive", 2));
    assert_eq!((fight.nova(2).dying.map(|dying| dying.stable), fight.nova(2).marks.lethal), (Some(true), 7));
}
