//! Powers and resistance to them, long sprints in armour, walls that block all shots.

use breachline::battle::{AttackChoice, BattleEvent, Pace};
use breachline::model::{CellSide, UnitId};
use breachline::rules::aberrant::{Armour, DefenceBonus, DefenceBonusKind, Sheet};
use breachline::rules::play;

use super::{aberrant, pistol, sheet, weapon};
use crate::common::books::{d10_faces, exchange_result, rule_texts};
use crate::common::{Fight, edge};

fn lance() -> breachline::rules::aberrant::Weapon {
    let text = r#"name: "lance", class: ranged, skill: firearms, short_range_m: 10, source: Some(shock), power: Some(mental)"#;
    weapon(&format!(r#"({text}, damage: "6S")"#))
}

fn resisting(kind: DefenceBonusKind, bonuses: &[u32]) -> Sheet {
    let bonus = |&bonus: &u32| DefenceBonus { name: "will".to_owned(), kind, bonus, ablative: false };
    sheet(|sheet| sheet.bonuses = bonuses.iter().map(bonus).collect())
}

/// A mental attack on a target with these bonuses.
fn lancer(kind: DefenceBonusKind, bonuses: &[u32]) -> Fight {
    aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[lance()])
        .nova(1, (10, 5), resisting(kind, bonuses), &[])
        .start_battle(&[10, 1])
}

#[test]
fn ab_nonsoak_02_further_sources_make_a_mental_power_harder() {
    let mut fight = lancer(DefenceBonusKind::MentalResistance, &[2, 2]);
    fight.queue_dice(&d10_faces(&[(3, 6)]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!(fight.notes("AB-BASE-02"), ["3 successes, difficulty +3: 0 net successes"]);
}

#[test]
fn ab_nonsoak_04_resistance_to_other_powers_does_not_help() {
    let mut fight = lancer(DefenceBonusKind::QuantumResistance, &[5]);
    fight.queue_dice(&d10_faces(&[(3, 6), (1, 6)]));
    let events = fight.attack_with(1, 2, 0, None);
    assert_eq!(fight.notes("AB-BASE-02"), ["3 successes, difficulty 0: 3 net successes"]);
    assert!(
        exchange_result(&events).words.starts_with("1 level of stun damage"),
        "{}",
        exchange_result(&events).words
    );
}

#[test]
fn ab_nonsoak_04_mental_resistance_does_not_stop_bullets() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[pistol("5L")])
        .nova(1, (10, 5), resisting(DefenceBonusKind::MentalResistance, &[5]), &[])
        .start_battle(&[10, 1]);
    fight.queue_dice(&d10_faces(&[(0, 6)]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!(fight.notes("AB-BASE-02"), ["0 successes, difficulty 0: 0 net successes"]);
}

/// Stamina and Endurance of eight dice, in armour of penalty 2; Strength and Athletics leave two dice for a sprint.
fn runner() -> Fight {
    let vest = r#"(name: "vest", soak: (bashing: 2, lethal: 2), penalty: 2)"#;
    let strong = sheet(|sheet| {
        (sheet.strength, sheet.stamina) = (4, 6);
        sheet.armour = vec![ron::from_str::<Armour>(vest).expect("armour")];
    });
    let mut fight =
        aberrant().nova(0, (2, 2), strong, &[]).nova(1, (28, 18), sheet(|_| {}), &[]).start_battle(&[9, 1]);
    fight.move_unit(1, &[(3, 2)], Pace::Run).expect("a run");
    fight.queue_dice(&d10_faces(&[(1, 4)]));
    let events = fight.move_unit(1, &[(4, 2)], Pace::Sprint).expect("a first sprint");
    assert_eq!((stepped(&events), fight.notes("AB-ARMOR-03").len()), (1, 0), "one sprint causes no fatigue");
    fight
}

fn stepped(events: &[BattleEvent]) -> usize {
    events.iter().filter(|event| matches!(event, BattleEvent::Stepped { .. })).count()
}

#[test]
fn ab_armor_03_a_long_sprint_in_armour_needs_a_success_more_per_point() {
    let mut fight = runner();
    fight.queue_dice(&d10_faces(&[(3, 6), (1, 4)]));
    let events = fight.move_unit(1, &[(5, 2)], Pace::Sprint).expect("a second sprint");
    assert_eq!((stepped(&events), fight.dice_left()), (1, 0));
    assert_eq!(fight.notes("AB-ARMOR-03"), ["3 successes, 3 needed: withstood"]);
}

#[test]
fn ab_armor_03_who_does_not_bear_it_gets_nowhere() {
    let mut fight = runner();
    fight.queue_dice(&d10_faces(&[(2, 6)]));
    let events = fight.move_unit(1, &[(5, 2)], Pace::Sprint).expect("a second sprint");
    assert_eq!((stepped(&events), fight.cell(1), fight.dice_left()), (0, (4, 2), 0));
    assert_eq!(rule_texts(&events), ["is out of breath"]);
    assert_eq!(fight.notes("AB-ARMOR-03"), ["2 successes, 3 needed: exhausted"]);
}

/// A brick wall between the two units, in a skirmish with or without damage to walls.
fn walled(borrowed: bool) -> Fight {
    let setup = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[pistol("5L")])
        .nova(1, (8, 5), sheet(|_| {}), &[pistol("5L")])
        .barrier(edge(7, 5, CellSide::West), |_| {});
    let setup = if borrowed { setup } else { setup.switch("borrow.barriers", "off") };
    setup.start_battle(&[9, 1])
}

fn has_odds(fight: &mut Fight) -> bool {
    let aimed = AttackChoice { unit: UnitId(1), weapon: 0, mode: None, option: None };
    fight.view(|view| {
        let engagement = view.attack_request(aimed, UnitId(2)).expect("both are on the map");
        play::preview(&engagement).is_some()
    })
}

#[test]
fn ab_obj_15_through_the_wall_where_walls_are_played_with() {
    let mut fight = walled(true);
    assert!(has_odds(&mut fight));
    fight.queue_dice(&d10_faces(&[(0, 6)]));
    fight.attack_with(1, 2, 0, None);
}

#[test]
fn without_the_chapter_of_walls_no_unit_behind_one_is_shot_or_a_threat() {
    let mut fight = walled(false);
    assert!(!has_odds(&mut fight));
    assert_eq!(fight.attack_error(1, 2, 0, None), "SS-BARR-10");
}
