//! The shipped skirmishes under each of the five books, played to the end by simple players.

use breachline::battle::{self, Order};
use breachline::content::SkirmishOverrides;
use breachline::model::{Side, UnitId};
use breachline::rules::{Book, play as book};
use expect_test::{Expect, expect};
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
#[case(Book::SwanSong, expect!["0x43f55a0db8089a1e"])]
#[case(Book::Aberrant, expect!["0xe3d740482482b53d"])]
#[case(Book::AttacksAndDamage, expect!["0x2b31e0b384c3c5b4"])]
#[case(Book::Circumstances, expect!["0x17d58565f7752d2e"])]
#[case(Book::CombatChecks, expect!["0xc2b8de3829ed0ad5"])]
fn the_warehouse_ends_under_every_book(#[case] book: Book, #[case] hash: Expect) {
    let mut fight = begin("warehouse", book, &[]);
    play(&mut fight, [Goal::Enemy; 2]);
    replays(&mut fight);
    hash.assert_eq(&format!("{:#018x}", battle::battle_hash(&mut fight.world)));
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

/// The log of every book names the die of its initiative rolls.
#[rstest]
#[case::ss_init_02(Book::SwanSong, 6)]
#[case::ab_base_11(Book::Aberrant, 10)]
#[case::ss_init_02_attacks_and_damage(Book::AttacksAndDamage, 6)]
#[case::ss_init_02_circumstances(Book::Circumstances, 6)]
#[case::ss_init_02_combat_checks(Book::CombatChecks, 6)]
fn initiative_is_rolled_on_the_die_that_is_named(#[case] book: Book, #[case] sides: u8) {
    assert_eq!(book.initiative_die(), sides);
    let fight = begin("warehouse", book, &[]);
    let rolled: Vec<_> = fight.records().into_iter().filter(|roll| roll.why == "initiative").collect();
    assert!(!rolled.is_empty());
    assert!(rolled.iter().all(|roll| roll.dice.sides == sides && roll.dice.count > 0), "{rolled:?}");
}

/// Every unit has health, points, a soak and a weapon, in the terms of its book.
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
            assert!(!book::derived_stats(&view.unit_snapshot(&unit), view.rules()).is_empty());
            let armed = unit.inventory.held_items().next().is_some() || unit.is_driven();
            assert!(armed, "{} holds nothing", unit.identity.name());
            assert_eq!(sheet.book(), under);
        });
    }
}
