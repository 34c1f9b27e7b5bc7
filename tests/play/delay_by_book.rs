//! Held phases under every book.

use breachline::battle::{AttackChoice, Order};
use breachline::content::SkirmishOverrides;
use breachline::model::UnitId;
use breachline::rules::Book;
use breachline::rules::play;
use rstest::rstest;

use crate::common::Fight;
use crate::delay::{asked, delay};

/// The warehouse under a book, where every unit queues its first attack; with the unit that acts first.
fn begun_battle(book: Book) -> (Fight, u32) {
    let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
    let mut fight = crate::skirmish::load(crate::skirmish::shipped("warehouse", &overrides), 7);
    for side in [0, 1] {
        fight.submit(Order::Begin { side: breachline::model::Side(side) });
    }
    fight.queue_attacks("first");
    let first = fight.acting().expect("a unit acts");
    (fight, first)
}

#[rstest]
#[case(Book::SwanSong, 1)]
#[case(Book::Aberrant, 1)]
#[case(Book::AttacksAndDamage, 1)]
#[case(Book::Circumstances, 10)]
#[case(Book::CombatChecks, 1)]
fn ss_delay_09_in_the_measure_of_every_book(#[case] book: Book, #[case] measure: i32) {
    let (mut fight, first) = begun_battle(book);
    // The penalty of its first weapon for acting late, as the attack card lists it.
    let late = |fight: &mut Fight| {
        fight.view(|view| {
            let unit = view.unit(UnitId(first)).expect("it acts");
            let enemy = view.units().find(|other| other.side != unit.side).expect("there are enemies");
            let carried = unit.inventory;
            let (weapon, _) = carried.held_items().next().expect("it holds a weapon");
            let mode = carried[weapon].modes().first().copied();
            let aimed = AttackChoice { unit: UnitId(first), weapon, mode, option: None };
            let engagement = view.attack_request(aimed, *enemy.id).expect("both are there");
            let forecast = play::forecast(&engagement).expect("the attack has a forecast");
            let parts: Vec<_> = forecast.totals.into_iter().flat_map(|sum| sum.parts.0).collect();
            parts
                .into_iter()
                .filter(|part| part.clause == "SS-DELAY-09")
                .map(|part| part.value.abs())
                .sum::<i32>()
        })
    };
    assert_eq!(late(&mut fight), 0, "{book:?}");
    delay(&mut fight, first);
    fight.answer("before");
    assert_eq!(late(&mut fight), measure, "{book:?}");
}

#[test]
fn under_every_book_a_phase_can_be_held_back() {
    for book in Book::ALL {
        let (mut fight, first) = begun_battle(book);
        let points = fight.points(first);
        delay(&mut fight, first);
        assert_eq!(asked(&mut fight), Some(UnitId(first)), "{book:?}");
        fight.answer("before");
        assert_eq!((fight.acting(), fight.points(first)), (Some(first), points), "{book:?}");
        assert!(fight.unit(first, |unit| unit.phase_state.late()));
        fight.end();
        assert_ne!(fight.acting(), Some(first), "{book:?}");
        let attacks = Vec::new();
        let set =
            fight.try_submit(Order::Multiple { unit: UnitId(fight.acting().expect("the next")), attacks });
        let clause = match book {
            Book::SwanSong => "SS-MULTI-01",
            Book::Aberrant => "AB-BASE-19",
            Book::AttacksAndDamage => "AD-BASE-19",
            Book::Circumstances => "CS-BASE-34",
            Book::CombatChecks => "CC-ECON-03",
        };
        assert_eq!(set.expect_err("a multiple attack needs attacks").clause(), Some(clause));
        crate::skirmish::replays(&mut fight);
    }
}
