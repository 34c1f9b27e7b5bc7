//! One attack per book, played and with its exact odds, and a screen of 120 previews.
//!
//! The question is the same under every book: a rifle specialist shoots at another one, ten metres away in the open.
//! `python3 benches/rivals.py` times what dyce and icepool need for the same numbers.

#![expect(clippy::print_stdout, reason = "a bench reports to a developer")]

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use breachline::battle;
use breachline::battle::AttackChoice;
use breachline::battle::journal;
use breachline::content::{self, Objective, SkirmishBundle, SkirmishOverrides, SkirmishUnit};
use breachline::dice::{DiceState, Interrupt, PlayedTable};
use breachline::model::{Cell, UnitId};
use breachline::rules::{AttackRequest, Book, play};
use criterion::{Criterion, criterion_group, criterion_main};

/// Previews on one screen.
const PREVIEWS: i32 = 120;

/// The warehouse's yard with two rifle specialists in it, under a book.
fn bundle(book: Book) -> SkirmishBundle {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let content = content::load_content(&[assets]).content;
    let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
    let mut skirmish = content.skirmishes["warehouse"].clone();
    let unit = |name: &str, side, cell| {
        SkirmishUnit::new(name.to_owned(), "rifle_specialist".to_owned(), side, cell)
    };
    skirmish.units = vec![unit("One", 0, Cell::new(2, 0)), unit("Other", 1, Cell::new(12, 0))];
    skirmish.map.barriers.clear();
    skirmish.map.terrain.fill(0);
    skirmish.objectives = vec![Objective::Eliminate { side: 0 }, Objective::Eliminate { side: 1 }];
    content::assemble_bundle(&content, "bench", skirmish, &overrides).expect("shipped content")
}

fn engagement(book: Book) -> AttackRequest {
    let mut world = battle::new_battle_world();
    journal::begin_battle(&mut world, Arc::new(bundle(book)), 1);
    battle::with_view(&mut world, |view| {
        let unit = UnitId(1);
        let mode = view.unit(unit).and_then(|unit| unit.inventory.get(0)?.mode());
        let engagement = view
            .attack_request(AttackChoice { unit, weapon: 0, mode, option: None }, UnitId(2))
            .expect("both are on the field");
        let mut engagement = Arc::unwrap_or_clone(engagement);
        engagement.sight.aware = true;
        engagement
    })
}

/// Plays it once; every question gets its first answer, found beforehand.
fn answers(engagement: &AttackRequest) -> Vec<String> {
    let mut answers = Vec::new();
    loop {
        let mut table = PlayedTable::new(DiceState::new(3), answers.clone(), true);
        match play::attack(&mut table, engagement) {
            Err(Interrupt::NeedsAnswer(prompt)) => answers.push(prompt.answers[0].key.clone()),
            _ => return answers,
        }
    }
}

fn books(criterion: &mut Criterion) {
    for book in Book::ALL {
        let engagement = engagement(book);
        let forecast = play::forecast(&engagement).expect("odds");
        println!("{}: {}", book.name(), forecast.roll);
        for sum in &forecast.totals {
            println!("    {} {}", sum.name, sum.value);
        }
        println!("    {:.9} to hit, mean {:.9} {}", forecast.odds.hit, forecast.odds.mean, forecast.unit);
        let answers = answers(&engagement);
        criterion.bench_function(&format!("{}/one attack played", book.id()), |bencher| {
            bencher.iter(|| {
                let mut table = PlayedTable::new(DiceState::new(3), answers.clone(), true);
                black_box(play::attack(&mut table, black_box(&engagement)))
            });
        });
        criterion.bench_function(&format!("{}/its exact odds", book.id()), |bencher| {
            bencher.iter(|| black_box(play::forecast(black_box(&engagement))));
        });
        criterion.bench_function(&format!("{}/its exact odds in a list of targets", book.id()), |bencher| {
            bencher.iter(|| black_box(play::preview(black_box(&engagement))));
        });
        let screen: Vec<AttackRequest> = (0..PREVIEWS).map(|nth| at(&engagement, 2 + nth % 40)).collect();
        criterion.bench_function(&format!("{}/{PREVIEWS} previews", book.id()), |bencher| {
            bencher.iter(|| screen.iter().filter_map(|one| play::preview(black_box(one))).count());
        });
    }
}

/// The same from so many metres.
fn at(engagement: &AttackRequest, metres: i32) -> AttackRequest {
    let mut engagement = engagement.clone();
    engagement.sight.chebyshev_distance = metres.unsigned_abs();
    engagement.sight.distance_squared = metres.unsigned_abs().pow(2);
    engagement
}

criterion_group!(benches, books);
criterion_main!(benches);
