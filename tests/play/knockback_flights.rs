//! Knockback flights in all five books, over any ground: they end, and every further one is shorter. Chapter KNOCK.

use std::sync::OnceLock;

use breachline::content::SkirmishOverrides;
use breachline::dice::{DiceState, Interrupt, PlayedTable};
use breachline::rules::knockback::{
    FlightResult, FlightSegment, KnockbackForce, knockback_metres, resolve_flight,
};
use breachline::rules::{BarrierOnLine, Book, RuleSet, RuleStep, Sheet, UnitSnapshot, play};
use proptest::prelude::*;

use crate::skirmish::shipped;
use breachline::model::Cell;
use model::{BarrierId, BarrierSource, UnitId};

const BOOKS: [Book; 5] =
    [Book::SwanSong, Book::Aberrant, Book::AttacksAndDamage, Book::Circumstances, Book::CombatChecks];

/// An officer of each book.
fn sheets() -> &'static [Sheet] {
    static SHEETS: OnceLock<Vec<Sheet>> = OnceLock::new();
    SHEETS.get_or_init(|| {
        let of = |book| {
            let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
            shipped("warehouse", &overrides).unit_templates["officer"].sheet.clone()
        };
        BOOKS.map(of).to_vec()
    })
}

fn unit(id: u32, book: usize, rules: &RuleSet) -> UnitSnapshot {
    let sheet = sheets()[book].clone();
    let (condition, budget) = (play::starting_health(&sheet, rules), play::starting_budget(&sheet, rules));
    UnitSnapshot::fresh(UnitId(id), "unit", sheet, condition, budget)
}

/// A flight with seeded dice; every question gets the first answer.
fn flight(
    unit: &UnitSnapshot,
    force: KnockbackForce,
    way: &[FlightSegment],
    (seed, rules): (u64, &RuleSet),
) -> FlightResult {
    let mut answers = Vec::new();
    loop {
        let mut table = PlayedTable::new(DiceState::new(seed), answers.clone(), false);
        match resolve_flight(&mut table, unit, (force, Cell::new(0, 0)), way, rules) {
            Ok(flown) => return flown,
            Err(Interrupt::NeedsAnswer(prompt)) => answers.push(prompt.answers[0].key.clone()),
            Err(other) => panic!("{other:?}"),
        }
    }
}

/// One square of a flight: armour of a barrier in front of it, whether it is solid, its rise, whether a unit is on it.
type Piece = (Option<u32>, bool, i32, bool);

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let heights =
        prop_oneof![3 => Just(0), 1 => Just(-150), 1 => Just(-400), 1 => Just(-1_500), 1 => Just(120)];
    let piece = (prop::option::weighted(0.2, 0..40_u32), prop::bool::weighted(0.05), heights, any::<bool>());
    prop::collection::vec(piece, 1..12)
}

fn way(pieces: &[Piece], others: &[UnitSnapshot]) -> Vec<FlightSegment> {
    let wall = |armor: u32| BarrierOnLine {
        id: BarrierSource::Segment(BarrierId(armor)),
        name: "wall".to_owned(),
        structure: 4,
        armor,
        thickness_cm: 10,
        damage: 0,
        transparent: armor.is_multiple_of(2),
        glass_pct: 100,
        sharp: false,
    };
    let stretch = |(at, piece): (usize, &Piece)| FlightSegment {
        metres: at as u32 + 1,
        barriers: piece.0.map(wall).into_iter().collect(),
        solid: piece.1,
        rise_cm: piece.2,
        person: piece.3.then(|| others[at % others.len()].clone()),
    };
    pieces.iter().enumerate().map(stretch).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn ab_knock_19_chains_end_in_every_book(
        book in 0..BOOKS.len(), raw in 0..600_u32, adds in 0..20_u32, seed in any::<u64>(), pieces in pieces(),
    ) {
        let rules = RuleSet::new(BOOKS[book]);
        let others: Vec<_> = (2..6).map(|id| unit(id, book, &rules)).collect();
        let way = way(&pieces, &others);
        let (mut flying, mut force, mut links) = (unit(1, book, &rules), KnockbackForce { raw, adds, ..KnockbackForce::default() }, 0);
        loop {
            let metres = knockback_metres(&flying, force, &rules);
            let flown = flight(&flying, force, &way, (seed, &rules));
            prop_assert!(flown.squares <= way.len());
            prop_assert!(metres > 0 || flown.effects.is_empty());
            let next = flown.effects.iter().find_map(|effect| match effect {
                RuleStep::Knockback { unit, force, .. } => Some((*unit, *force)),
                _ => None,
            });
            let Some((unit, pushed)) = next else { break };
            let Some(struck) = others.iter().find(|other| other.id == unit) else {
                prop_assert!(false, "{unit} is not there");
                break;
            };
            prop_assert!(4 * knockback_metres(struck, pushed, &rules) <= metres);
            (flying, force, links) = (struck.clone(), pushed, links + 1);
            prop_assert!(links <= 4, "a crash has 25 dice at most");
        }
    }

    #[test]
    fn ab_knock_26_a_unit_that_lands_lower_has_fallen(
        book in 0..BOOKS.len(), metres in 1..8_u32, depth in 300..2_000_i32, seed in any::<u64>(),
    ) {
        let rules = RuleSet::new(BOOKS[book]);
        let body = unit(1, book, &rules);
        let raw = play::knockback_profile(&body, &rules).threshold() + 2 * metres;
        let pieces = vec![(None, false, -depth, false); metres as usize];
        let flown = flight(&body, KnockbackForce { raw, ..KnockbackForce::default() }, &way(&pieces, std::slice::from_ref(&body)), (seed, &rules));
        prop_assert_eq!(flown.squares, metres as usize);
        prop_assert!(flown.words.len() >= 2, "thrown, and fallen: {:?}", flown.words);
        let hurt = flown.effects.iter().any(|effect| {
            matches!(effect, RuleStep::FallProne { unit: UnitId(1) } | RuleStep::ChangeHealth { unit: UnitId(1), .. })
        });
        let is_unhurt = |text: String| text.contains("unhurt") || text.contains("no damage");
        prop_assert!(hurt || flown.words.iter().any(|(text, _)| is_unhurt(text.to_string())), "{:?}", flown.words);
    }
}
