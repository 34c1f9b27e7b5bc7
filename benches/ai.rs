//! How fast AI players decide and play.
//!
//! `cargo bench --no-default-features --bench ai` has easy AI players play whole battles, counted in orders, and takes the time
//! of all decisions of one phase, on average and at most: 8 against 8 among crates on 40 x 40 squares, by difficulty; and in
//! battles between masters on the shipped maps.

#![expect(clippy::print_stdout, reason = "a bench reports to a developer")]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy_ecs::prelude::World;
use breachline::ai::{self, AiPlayer, Difficulty};
use breachline::battle;
use breachline::battle::journal;
use breachline::battle::{Order, RoundState};
use breachline::content::{self, MapBarrier, Objective, SkirmishBundle, SkirmishOverrides};
use breachline::model::{Cell, ObstaclePosition};
use breachline::rules::Book;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Seed of the first battle; the next ones count on.
const SEED: u64 = 7;
/// Side of the field of the phases, in squares.
const FIELD: u16 = 40;
/// Phases whose decisions are timed.
const PHASES: u32 = 48;

fn shipped(id: &str, book: Book) -> Arc<SkirmishBundle> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let loaded = content::load_content(&[assets]);
    let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
    Arc::new(content::bundle_skirmish(&loaded.content, id, &overrides).expect("a shipped skirmish"))
}

/// A battle of as many units a side at the west and east edge of a square field with crates.
fn place_opponents(a_side: usize, book: Book) -> Arc<SkirmishBundle> {
    let mut bundle = Arc::unwrap_or_clone(shipped("warehouse", book));
    let skirmish = &mut bundle.skirmish;
    let map = &mut skirmish.map;
    (map.width, map.height) = (FIELD, FIELD);
    map.palette.truncate(1);
    map.terrain = vec![0; usize::from(FIELD) * usize::from(FIELD)];
    map.zones.clear();
    let side = i32::from(FIELD);
    let cells = (0..side).flat_map(|y| (6..side - 6).map(move |x| Cell::new(x, y)));
    let crates = cells.filter(|cell| (cell.x * 7 + cell.y * 13) % 11 == 0);
    map.barriers = crates
        .map(|cell| MapBarrier { kind: "crate".to_owned(), place: ObstaclePosition::Square(cell) })
        .collect();
    skirmish.sides.iter_mut().for_each(|side| side.deployment = None);
    let archetypes: Vec<String> = skirmish.units.iter().map(|unit| unit.archetype.clone()).collect();
    let first = skirmish.units[0].clone();
    let placed = (0..2 * a_side).map(|number| {
        let (side, place) = ((number % 2) as u8, (number / 2) as i32);
        let (column, row) = (place / 20, 2 * (place % 20));
        let x = if side == 0 { 2 * column } else { i32::from(FIELD) - 1 - 2 * column };
        let archetype = archetypes[number / 2 % archetypes.len()].clone();
        let mut unit = first.clone();
        (unit.name, unit.archetype, unit.side, unit.cell) =
            (format!("Unit {number}"), archetype, side, Cell::new(x, row));
        unit
    });
    skirmish.units = placed.collect();
    skirmish.objectives = vec![Objective::Eliminate { side: 0 }, Objective::Eliminate { side: 1 }];
    Arc::new(bundle)
}

fn world() -> World {
    battle::new_battle_world()
}

/// Plays a battle between two players of a difficulty; returns the number of orders.
fn fight(world: &mut World, bundle: &Arc<SkirmishBundle>, seed: u64, level: Difficulty) -> u64 {
    journal::begin_battle(world, Arc::clone(bundle), seed);
    let players = [AiPlayer::new(level, seed), AiPlayer::new(level, seed + 1)];
    let mut orders = 0;
    while orders < 20_000
        && let Some(side) = ai::side_to_act(world)
        && let Some(decision) = ai::decide(world, &players[usize::from(side.0) % 2])
    {
        journal::submit_order(world, decision.order).expect("AI players give valid orders");
        orders += 1;
    }
    orders
}

/// Measures whole battles on one core, by the order.
fn bench_battles(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("orders of easy AI players");
    group.sample_size(10).throughput(Throughput::Elements(1));
    let places = [
        ("4 against 4", shipped("warehouse", Book::SwanSong)),
        ("20 against 20", place_opponents(20, Book::SwanSong)),
    ];
    for (name, bundle) in places {
        let mut world = world();
        let mut seed = SEED;
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|orders| {
                let (mut given, start) = (0, Instant::now());
                while given < orders {
                    seed += 1;
                    given += fight(&mut world, &bundle, seed, Difficulty::Easy);
                }
                // Whole battles only: the time of as many orders as were asked for.
                start.elapsed().mul_f64(orders as f64 / given as f64)
            });
        });
    }
    group.finish();
}

/// Measures all decisions of one phase.
fn bench_phases(criterion: &mut Criterion) {
    for book in Book::ALL {
        let mut group = criterion.benchmark_group(format!("a phase, 8 against 8, {}", book.name()));
        group.sample_size(10);
        let bundle = place_opponents(8, book);
        for level in [Difficulty::Hard, Difficulty::Brutal] {
            let mut world = world();
            let phases = time_decisions(&mut world, &bundle, level);
            let (longest, decisions) = phases.into_iter().max().unwrap_or_default();
            let (book, level_name) = (book.name(), level.key());
            println!("{book}, {level_name}: the longest phase takes {longest:.1?} for {decisions} decisions");
            group.bench_function(level.key(), |bencher| {
                bencher.iter_custom(|rounds| {
                    let phases = (0..rounds).flat_map(|_| time_decisions(&mut world, &bundle, level));
                    phases.map(|(time, _)| time).sum::<Duration>() / PHASES
                });
            });
        }
        group.finish();
    }
}

/// Prints the time that all decisions of a turn take in battles between masters, in each shipped skirmish under its own rulebook.
fn print_master_turns(_: &mut Criterion) {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let loaded = content::load_content(&[assets]);
    println!("turns of masters: mean, longest, number of turns");
    for id in loaded.content.skirmishes.keys() {
        let overrides = SkirmishOverrides::default();
        let bundle = content::bundle_skirmish(&loaded.content, id, &overrides).expect("a shipped skirmish");
        let mut world = world();
        let turns = time_decisions(&mut world, &Arc::new(bundle), Difficulty::Master);
        let (longest, decisions) = turns.iter().copied().max().unwrap_or_default();
        let mean = turns.iter().map(|(time, _)| *time).sum::<Duration>() / turns.len() as u32;
        println!("{id}: {mean:.1?}, {longest:.1?} for {decisions} decisions, {}", turns.len());
    }
}

/// Time of all decisions of each of the first phases of a battle, and their number.
fn time_decisions(
    world: &mut World,
    bundle: &Arc<SkirmishBundle>,
    level: Difficulty,
) -> Vec<(Duration, u32)> {
    journal::begin_battle(world, Arc::clone(bundle), SEED);
    let player = AiPlayer::new(level, SEED);
    let mut phases = vec![(Duration::ZERO, 0)];
    while world.resource::<RoundState>().outcome().is_none() {
        let start = Instant::now();
        let Some(decision) = ai::decide(world, &player) else { break };
        let (time, decisions) = phases.last_mut().expect("there is a first");
        *time += start.elapsed();
        *decisions += 1;
        if matches!(decision.order, Order::EndPhase { .. }) {
            if phases.len() == PHASES as usize {
                break;
            }
            phases.push((Duration::ZERO, 0));
        }
        journal::submit_order(world, decision.order).expect("AI players give valid orders");
    }
    phases
}

criterion_group!(benches, bench_battles, bench_phases, print_master_turns);
criterion_main!(benches);
