//! How fast orders are carried out without a window: checked, resolved, logged and hashed.
//!
//! `cargo bench --no-default-features --bench play` replays 300 recorded orders of two simple players over shipped
//! skirmishes, then plays whole fights, then takes the time of an order among more and more units, and after more and
//! more orders; last comes what an opponent asks most. The window's part is not in it: the time from the start of a fight to its first settled frame is measured on the program itself,
//! which takes a picture of that frame and quits; the time of writing the picture is in it:
//!
//! ```text
//! cargo build --release
//! time target/release/breachline play warehouse --seed 7 --screenshot first.png
//! ```

use std::cell::OnceCell;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy_ecs::prelude::World;
use breachline::ai;
use breachline::battle::journal;
use breachline::battle::journal::Journal;
use breachline::battle::{self, AttackChoice, BattleView, Order, Pace, PendingPrompt, RoundState};
use breachline::content::{self, Objective, SkirmishBundle, SkirmishOverrides};
use breachline::model::{Cell, Side};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Orders replayed.
const ORDERS: usize = 300;
/// Of the first fight; the next ones count on.
const SEED: u64 = 7;

/// Orders timed among many units, or after many orders.
const SOME: usize = 200;

/// The order of a unit, if it is allowed; `None` if it is better to end the phase.
type Wish = fn(&BattleView) -> Option<Order>;

/// A fight as its players gave it, or its beginning.
struct Fight {
    seed: u64,
    orders: Vec<Order>,
    /// Of the state after the last order.
    hash: u64,
    journal: String,
}

fn shipped(id: &str) -> Arc<SkirmishBundle> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let loaded = content::load_content(&[assets]);
    Arc::new(
        content::bundle_skirmish(&loaded.content, id, &SkirmishOverrides::default())
            .expect("a shipped skirmish"),
    )
}

/// As many fighters a side on open ground, the sides a shot apart.
fn crowd(a_side: usize) -> Arc<SkirmishBundle> {
    let mut bundle = Arc::unwrap_or_clone(shipped("warehouse"));
    let skirmish = &mut bundle.skirmish;
    let deep = a_side.div_ceil(50).max(1);
    let (width, height) = ((30 + 4 * deep) as u16, 102);
    let map = &mut skirmish.map;
    (map.width, map.height) = (width, height);
    map.palette.truncate(1);
    map.terrain = vec![0; usize::from(width) * usize::from(height)];
    map.barriers.clear();
    map.zones.clear();
    skirmish.sides.iter_mut().for_each(|side| side.deployment = None);
    let sorts: Vec<String> = skirmish.units.iter().map(|unit| unit.archetype.clone()).collect();
    let mut units = Vec::new();
    for number in 0..2 * a_side {
        let (side, place) = ((number % 2) as u8, number / 2);
        let (column, row) = ((place / 50) as i32, 2 * (place % 50) as i32);
        let x = if side == 0 { 2 * column } else { i32::from(width) - 1 - 2 * column };
        let mut unit = skirmish.units[0].clone();
        unit.archetype.clone_from(&sorts[place % sorts.len()]);
        (unit.name, unit.side, unit.cell) = (format!("Unit {number}"), side, Cell::new(x, row));
        units.push(unit);
    }
    skirmish.units = units;
    skirmish.objectives = vec![Objective::Eliminate { side: 0 }, Objective::Eliminate { side: 1 }];
    skirmish.rounds = 100_000;
    Arc::new(bundle)
}

fn world() -> World {
    battle::new_battle_world()
}

/// Fights between two simple players, one after the other, until there are enough orders.
fn record(bundle: &Arc<SkirmishBundle>) -> Vec<Fight> {
    let (mut fights, mut left) = (Vec::new(), ORDERS);
    for seed in SEED.. {
        if left == 0 {
            break;
        }
        let fight = play(bundle, seed, left);
        left -= fight.orders.len();
        fights.push(fight);
    }
    fights
}

/// A fight to its end, or as many orders of it.
fn play(bundle: &Arc<SkirmishBundle>, seed: u64, most: usize) -> Fight {
    play_by(bundle, seed, most, fights)
}

/// The same by players with other wishes.
fn play_by(bundle: &Arc<SkirmishBundle>, seed: u64, most: usize, wish: Wish) -> Fight {
    let mut world = world();
    journal::begin_battle(&mut world, Arc::clone(bundle), seed);
    let begins = (0..bundle.skirmish.sides.len() as u8).map(|side| Order::Begin { side: Side(side) });
    for order in begins.take(most) {
        journal::submit_order(&mut world, order).expect("a side may begin");
    }
    while world.resource::<Journal>().entries().len() < most
        && world.resource::<RoundState>().outcome().is_none()
    {
        let order = next_order(&mut world, wish);
        journal::submit_order(&mut world, order).expect("it was checked");
    }
    let journal = world.resource::<Journal>();
    Fight {
        seed,
        orders: journal.entries().iter().map(|entry| entry.order.clone()).collect(),
        hash: journal.entries().last().expect("orders were given").hash,
        journal: journal.to_text(),
    }
}

/// The first answer to a question; else what the acting unit wants, or the end of its phase.
fn next_order(world: &mut World, wish: Wish) -> Order {
    if let Some(decision) = world.resource::<PendingPrompt>().open_prompt() {
        let answer = decision.prompt().answers[0].key.clone();
        return Order::Decide { answer };
    }
    let unit = world.resource::<RoundState>().acting().expect("a unit acts");
    battle::with_view(world, wish).unwrap_or(Order::EndPhase { unit })
}

/// Shoot or stab whom one sees, the nearest first; else reload; else walk to the nearest.
fn fights(view: &BattleView) -> Option<Order> {
    let me = view.unit(view.round().acting()?)?;
    ai::simple_orders(view, &me).find(|order| battle::validate_order(view, order).is_ok())
}

/// To and fro, without a shot: a fight that goes on for ever.
fn stroll(view: &BattleView) -> Option<Order> {
    let unit = view.round().acting()?;
    let me = view.unit(unit)?;
    let step = |x| {
        let path = vec![Cell::new(me.cell().x + x, me.cell().y)];
        Order::Move { unit, path, pace: Pace::Walk, evade: false }
    };
    let ways = if view.round().number() % 2 == 0 { [1, -1] } else { [-1, 1] };
    let mut steps = ways.map(step).into_iter().filter(|_| me.movement.walked() == 0);
    steps.find(|order| battle::validate_order(view, order).is_ok())
}

/// The time of giving the orders of a fight that has just been set up.
fn replay(world: &mut World, bundle: &Arc<SkirmishBundle>, fight: &Fight) -> Duration {
    battle::spawn_battle(world, Arc::clone(bundle), fight.seed);
    let start = Instant::now();
    let hash = fight.orders.iter().map(|order| battle::submit(world, order)).last();
    let spent = start.elapsed();
    assert_eq!(hash, Some(Ok(fight.hash)), "the same fight");
    spent
}

fn replays(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(format!("{ORDERS} orders without a window"));
    group.throughput(Throughput::Elements(ORDERS as u64));
    for id in ["warehouse", "street", "bunker"] {
        let bundle = shipped(id);
        let fights = record(&bundle);
        let mut world = world();
        group.bench_function(format!("given, {id}"), |bencher| {
            bencher.iter_custom(|rounds| {
                let once = |world: &mut World| -> Duration {
                    fights.iter().map(|fight| replay(world, &bundle, fight)).sum()
                };
                (0..rounds).map(|_| once(&mut world)).sum()
            });
        });
        group.bench_function(format!("read from journals, {id}"), |bencher| {
            bencher.iter(|| {
                for fight in &fights {
                    let journal = Journal::from_bytes(Path::new("memory"), fight.journal.as_bytes())
                        .expect("a journal");
                    journal::restore_battle(&mut world, journal).expect("the same fight");
                }
            });
        });
    }
    group.finish();
}

/// Fights of simple players from beginning to end, with all they look at.
fn whole(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("whole fights");
    group.sample_size(10);
    for (name, bundle) in [("4 against 4, warehouse", shipped("warehouse")), ("20 against 20", crowd(20))] {
        let mut seed = SEED;
        group.throughput(Throughput::Elements(1));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                seed += 1;
                play(&bundle, seed, 20_000).orders.len()
            });
        });
    }
    group.finish();
}

/// Time of as many orders at the end of a fight; of a shorter fight it is reckoned from all of them.
fn last_orders(world: &mut World, bundle: &Arc<SkirmishBundle>, fight: &Fight) -> Duration {
    battle::spawn_battle(world, Arc::clone(bundle), fight.seed);
    let (before, last) = fight.orders.split_at(fight.orders.len().saturating_sub(SOME));
    for order in before {
        battle::submit(world, order).expect("it was accepted before");
    }
    let start = Instant::now();
    let hash = last.iter().map(|order| battle::submit(world, order)).last();
    let spent = start.elapsed();
    assert_eq!(hash, Some(Ok(fight.hash)), "the same fight");
    spent.mul_f64(SOME as f64 / last.len() as f64)
}

/// What an order costs, by how many units there are and how many orders were given before.
fn growth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(format!("{SOME} orders of a long fight"));
    group.sample_size(10).throughput(Throughput::Elements(SOME as u64));
    let mut run = |name: String, bundle: &Arc<SkirmishBundle>, (orders, wish): (usize, Wish)| {
        // Only what is timed is played before.
        let (mut world, fight) = (world(), OnceCell::new());
        group.bench_function(name, |bencher| {
            let fight = fight.get_or_init(|| play_by(bundle, SEED, orders, wish));
            bencher.iter_custom(|rounds| (0..rounds).map(|_| last_orders(&mut world, bundle, fight)).sum());
        });
    };
    for units in [10, 40, 100, 200, 1000] {
        let bundle = crowd(units / 2);
        run(format!("{units} units, fighting"), &bundle, (2 + 2 * SOME, fights));
        run(format!("{units} units, strolling"), &bundle, (2 + 2 * SOME, stroll));
    }
    let bundle = crowd(5);
    for orders in [100, 1000, 10_000] {
        run(format!("after {orders} orders"), &bundle, (orders + SOME, stroll));
    }
    group.finish();
}

/// What an opponent asks before it gives an order.
fn questions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("asked by opponents");
    let bundle = shipped("warehouse");
    let mut world = world();
    journal::begin_battle(&mut world, Arc::clone(&bundle), SEED);
    for side in [0, 1] {
        journal::submit_order(&mut world, Order::Begin { side: Side(side) }).expect("a side may begin");
    }
    let acting = world.resource::<RoundState>().acting().expect("a unit acts");
    let end = Order::EndPhase { unit: acting };
    group.bench_function("a view", |bencher| {
        bencher.iter(|| battle::with_view(&mut world, |view| view.round().number()));
    });
    group.bench_function("whether an order is allowed", |bencher| {
        bencher.iter(|| battle::preview_order(&mut world, &end).is_ok());
    });
    battle::with_view(&mut world, |view| {
        let me = view.unit(acting).expect("it exists");
        group.bench_function("a unit as rules see it", |bencher| bencher.iter(|| view.unit_snapshot(&me)));
        let target = view.units().find(|unit| unit.side != me.side).expect("there are two sides");
        let aimed = AttackChoice { unit: acting, weapon: 0, mode: None, option: None };
        let (from, at) = ((aimed, me.cell()), (*target.id, target.cell()));
        group.bench_function("an attack as rules see it", |bencher| {
            bencher.iter(|| view.attack_request_between(from, at));
        });
    });
    group.finish();
}

criterion_group!(benches, replays, whole, growth, questions);
criterion_main!(benches);
