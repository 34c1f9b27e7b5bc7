//! The shipped skirmishes under each of the five books, played by simple players to their ends.

use breachline::battle::{self, Order};
use breachline::content::SkirmishOverrides;
use breachline::model::{Side, UnitId};
use breachline::rules::{Book, play as book};
use rstest::rstest;

use crate::common::Fight;
use crate::skirmish::{Goal, load, play, replays, shipped};

pub fn begin(id: &str, book: Book, switches: &[(&str, &str)]) -> Fight {
    let switches = switches.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let overrides = SkirmishOverrides { book: Some(book), switches, ..SkirmishOverrides::default() };
    let mut fight = load(shipped(id, &overrides), 7);
    for side in [0, 1] {
        fight.submit(Order::Begin { side: Side(side) });
    }
    fight
}

/// Hashes after the last order, of the warehouse under each book: the same on every machine and in every build.
#[rstest]
#[case(Book::SwanSong, 0x3c84_06e3_70ae_77dc)]
#[case(Book::Aberrant, 0x1d87_ebc2_f911_f941)]
#[case(Book::AttacksAndDamage, 0xf77a_b339_9584_c38e)]
#[case(Book::Circumstances, 0x8021_d137_0457_740f)]
#[case(Book::CombatChecks, 0xf582_6f95_a72e_5fe3)]
fn the_warehouse_ends_under_every_book(#[case] book: Book, #[case] golden: u64) {
    let mut fight = begin("warehouse", book, &[]);
    play(&mut fight, [Goal::Enemy; 2]);
    replays(&mut fight);
    let hash = battle::battle_hash(&mut fight.world);
    let (rounds, passes) = fight.round();
    assert_eq!(hash, golden, "{hash:#018x} after round {rounds}, pass {passes}");
}

#[rstest]
fn any_shipped_skirmish_ends_under_any_book(
    #[values("street", "bunker", "convoy", "hostage")] id: &str,
    #[values(Book::Aberrant, Book::AttacksAndDamage, Book::Circumstances, Book::CombatChecks)] book: Book,
) {
    let mut fight = begin(id, book, &[]);
    play(&mut fight, [Goal::Enemy; 2]);
    assert!(fight.outcome().is_some());
    replays(&mut fight);
}

/// Every unit has harm, points, a soak and something to fight with, in the terms of its book.
#[rstest]
fn every_fighter_is_equipped(
    #[values("warehouse", "street", "bunker", "convoy", "hostage")] id: &str,
    #[values(
        Book::SwanSong,
        Book::Aberrant,
        Book::AttacksAndDamage,
        Book::Circumstances,
        Book::CombatChecks
    )]
    under: Book,
) {
    let mut fight = begin(id, under, &[]);
    let units = fight.view(|view| view.units().map(|unit| unit.id.0).collect::<Vec<_>>());
    for unit in units {
        fight.view(|view| {
            let unit = view.unit(UnitId(unit)).expect("it is there");
            let (sheet, condition) = (unit.sheet.get(), unit.health.condition());
            assert!(!book::gauges(sheet, condition, view.rules()).is_empty());
            assert!(!book::figures(&view.unit_snapshot(&unit), view.rules()).is_empty());
            let armed = unit.inventory.held_items().next().is_some() || unit.is_driven();
            assert!(armed, "{} holds nothing", unit.identity.name());
            assert_eq!(sheet.book(), under);
        });
    }
}
