//! The shipped skirmishes under every book, played with random orders.

use std::sync::atomic::AtomicBool;

use std::path::Path;

use breachline::content;
use breachline::rules::Book;
use breachline::sim::FuzzRun;
use rstest::rstest;

/// Number of orders under each book here; `breachline fuzz` takes any number.
const ORDERS: u64 = 1200;

#[rstest]
fn players_without_rules_break_nothing(
    #[values(
        Book::SwanSong,
        Book::Aberrant,
        Book::AttacksAndDamage,
        Book::Circumstances,
        Book::CombatChecks
    )]
    book: Book,
) {
    let loaded = content::load_content(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")]);
    let mut trial = FuzzRun::new(&loaded.content, book, 1).expect("every book has skirmishes");
    if let Err(failure) = trial.run(ORDERS, 400, &AtomicBool::new(false)) {
        panic!("{failure}\n{}", failure.journal);
    }
    let counters = &trial.coverage;
    assert_eq!(counters.given(), ORDERS);
    assert!(5 * counters.accepted > counters.given(), "too few orders are allowed: {counters:?}");
    assert!(counters.answered > 0 && counters.verified >= 3, "{counters:?}");
}
