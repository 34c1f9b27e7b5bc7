//! Implants and drugs of Swan Song.

use std::collections::BTreeMap;

use breachline::battle::{BattleEvent, Order, StatusKind};
use breachline::model::UnitId;
use breachline::rules::swan_song::{Attribute, Booster};

use crate::common::{Fight, Setup, knife, quick_sheet};

const USE: &str = "use_booster";

/// A at 15 with a booster of two phases, B at 12.
fn boosted(reaction: u8, dice: u8, initiative_dice: u8) -> Fight {
    boosted_for(2, reaction, dice, initiative_dice)
}

/// The same with a booster of this many phases.
fn boosted_for(phases: u8, reaction: u8, dice: u8, initiative_dice: u8) -> Fight {
    let mut sheet = quick_sheet(5, 4);
    sheet.initiative_dice = initiative_dice;
    sheet.booster = Some(Booster {
        name: "reflex booster".to_owned(),
        attributes: BTreeMap::from([(Attribute::Reaction, reaction)]),
        initiative_dice: dice,
        phases,
    });
    let mut first = vec![1; usize::from(initiative_dice)];
    first[0] = 7 - initiative_dice;
    first.push(4);
    Setup::new()
        .unit(0, (1, 1), sheet, &[knife()])
        .unit(1, (9, 1), quick_sheet(4, 4), &[knife()])
        .start_battle(&first)
}

fn use_booster() -> Order {
    Order::SpecialAction { unit: UnitId(1), action: USE.to_owned(), target: None, weapon: None }
}

fn attribute(fight: &mut Fight) -> i32 {
    fight.unit(1, |unit| unit.initiative.attribute())
}

#[test]
fn ss_init_18_a_booster_raises_attribute_and_dice_at_once() {
    let mut fight = boosted(2, 1, 1);
    assert_eq!((fight.score(1), attribute(&mut fight), fight.points(1)), (15, 9, 3));
    fight.queue_dice(&[3]);
    fight.submit(use_booster());
    assert_eq!((fight.score(1), attribute(&mut fight), fight.points(1)), (20, 11, 2));
    assert_eq!(fight.unit(1, |unit| unit.initiative.dice()), 2);
}

#[test]
fn ss_init_03_the_dice_of_a_booster_are_listed_apart() {
    let mut fight = boosted_for(9, 2, 2, 1);
    fight.queue_dice(&[3, 3]);
    fight.submit(use_booster());
    fight.queue_dice(&[1, 2, 3, 4]);
    fight.until_round(2);
    let rolls = fight.records();
    let own = rolls.iter().rev().find(|roll| roll.who == Some(UnitId(1)) && roll.why == "initiative");
    let parts: Vec<_> = own.expect("it rolled").parts.iter().map(|part| (part.value, part.clause)).collect();
    assert_eq!(parts, [(1, "SS-INIT-02"), (2, "SS-INIT-03")]);
}

#[test]
fn ss_init_16_the_raised_score_counts_in_later_passes() {
    let mut fight = boosted(6, 0, 1);
    fight.submit(use_booster());
    fight.end();
    fight.end();
    // 15 + 6 - 10 against 12 - 10: and a third pass at 1.
    assert_eq!((fight.round(), fight.score(1)), ((1, 2), 11));
    assert_eq!(fight.acting(), Some(1));
}

#[test]
fn ss_init_20_both_are_lost_one_after_the_other() {
    let mut fight = boosted(2, 1, 1);
    fight.queue_dice(&[6]);
    fight.submit(use_booster());
    fight.end();
    assert!(fight.unit(1, |unit| unit.status.has(StatusKind::Boosted(1))));
    fight.end();
    assert_eq!((fight.round(), fight.score(1)), ((1, 2), 13));
    fight.queue_dice(&[4]);
    let events = fight.end();
    let changes: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            BattleEvent::InitiativeChanged { by, attribute, .. } => Some((*by, *attribute)),
            BattleEvent::InitiativeDiceChanged { by, dice, .. } => Some((*by, i32::from(*dice))),
            _ => None,
        })
        .collect();
    assert_eq!(changes, [(-2, 9), (-4, 1)]);
    // 13 - 2 - 4 = 7: no third pass.
    assert_eq!(fight.score(1), 7);
    assert!(!fight.unit(1, |unit| unit.status.iter().any(|one| matches!(one.kind, StatusKind::Boosted(_)))));
}

#[test]
fn ss_init_17_a_loss_below_one_ends_the_round_for_the_unit() {
    let mut fight = boosted(2, 1, 1);
    fight.queue_dice(&[1]);
    fight.submit(use_booster());
    fight.end();
    fight.end();
    assert_eq!(fight.score(1), 8);
    fight.queue_dice(&[6]);
    fight.end();
    assert_eq!((fight.score(1), fight.unit(1, |unit| unit.initiative.is_out())), (0, true));
}

#[test]
fn ss_init_06_a_booster_gives_five_dice_at_most() {
    let mut fight = boosted(1, 3, 4);
    fight.queue_dice(&[2]);
    let before = fight.score(1);
    fight.submit(use_booster());
    assert_eq!(fight.score(1), before + 1 + 2);
    assert_eq!(fight.unit(1, |unit| unit.initiative.dice()), 5);
}

#[test]
fn ss_act_55_a_booster_works_once_in_a_battle() {
    let mut fight = boosted(1, 0, 1);
    fight.submit(use_booster());
    let why = fight.submit_error(use_booster());
    assert_eq!(why.to_string(), "unit1: the booster is used up for this battle.");
    assert_eq!(fight.points(1), 2);
}

#[test]
fn ss_act_55_only_a_unit_with_a_booster_can_use_one() {
    let mut fight = boosted(1, 0, 1);
    fight.end();
    let order = Order::SpecialAction { unit: UnitId(2), action: USE.to_owned(), target: None, weapon: None };
    assert_eq!(fight.submit_error(order).to_string(), "unit2: no `use_booster` available here.");
}
