//! How fast orders are carried out without a window: checked, resolved, logged and hashed.
//!
//! `cargo bench --no-default-features --bench play` replays 300 recorded orders of two simple players. The window's
//! part is not in it: the time from the start of a fight to its first settled frame is measured on the program itself,
//! which takes a picture of that frame and quits; the time of writing the picture is in it:
//!
//! ```text
//! cargo build --release
//! time target/release/breachline play warehouse --seed 7 --screenshot first.png
//! ```

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::prelude::World;
use breachline::battle::journal::{self, Journal};
use breachline::battle::{
    self, BattleView, Order, Pace, Pending, Round, Side, Target, UnitDataItem, diagonal_step, move_budget,
};
use breachline::content::{self, Overrides, SkirmishBundle};
use breachline::field;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Orders replayed.
const ORDERS: usize = 300;
/// Of the first fight; the next ones count on.
const SEED: u64 = 7;

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
    let loaded = content::load(&[assets]);
    Arc::new(content::bundle(&loaded.content, id, &Overrides::default()).expect("a shipped skirmish"))
}

fn world() -> World {
    let mut world = World::new();
    battle::install(&mut world);
    world
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
    let mut world = world();
    journal::begin(&mut world, Arc::clone(bundle), seed);
    let begins = (0..bundle.skirmish.sides.len() as u8).map(|side| Order::Begin { side: Side(side) });
    for order in begins.take(most) {
        journal::order(&mut world, order).expect("a side may begin");
    }
    while world.resource::<Journal>().entries().len() < most && world.resource::<Round>().outcome().is_none()
    {
        let order = next_order(&mut world);
        journal::order(&mut world, order).expect("it was checked");
    }
    let journal = world.resource::<Journal>();
    Fight {
        seed,
        orders: journal.entries().iter().map(|entry| entry.order.clone()).collect(),
        hash: journal.entries().last().expect("orders were given").hash,
        journal: journal.to_text(),
    }
}

/// The first answer to a question; else the first of what the acting unit wants that is allowed.
fn next_order(world: &mut World) -> Order {
    if let Some(decision) = world.resource::<Pending>().decision() {
        let answer = decision.prompt().answers[0].key.clone();
        return Order::Decide { answer };
    }
    let wishes = battle::with_view(world, wishes);
    let allowed = wishes.into_iter().find(|order| battle::plan(world, order).is_ok());
    allowed.expect("a phase can always be ended")
}

/// Shoot or stab whom one sees, the nearest first; else reload; else walk to the nearest.
fn wishes(view: &BattleView) -> Vec<Order> {
    let unit = view.round().acting().expect("somebody acts");
    let me = view.unit(unit).expect("it exists");
    let mut enemies: Vec<_> =
        view.units().filter(|other| other.fighting() && other.side != me.side).collect();
    enemies.sort_by_key(|other| (me.cell().distance_squared(other.cell()), *other.id));
    let mut orders = Vec::new();
    if me.prone() {
        orders.push(Order::StandUp { unit });
    }
    let in_hand = || me.arsenal.carried().iter().enumerate().filter(|(_, carried)| carried.in_hand());
    for other in enemies.iter().filter(|other| view.sees(&me, other)) {
        for (weapon, carried) in in_hand() {
            let modes = carried.modes().iter().rev().map(|mode| Some(*mode)).chain([None]);
            let target = Target::Unit(*other.id);
            orders.extend(modes.map(|mode| Order::attack(unit, target, weapon, mode)));
        }
    }
    orders.extend(in_hand().map(|(weapon, _)| Order::Reload { unit, weapon }));
    orders.extend(enemies.first().and_then(|other| approach(view, &me, other)));
    orders.push(Order::EndPhase { unit });
    orders
}

/// As many steps towards somebody as the unit may walk.
fn approach(view: &BattleView, me: &UnitDataItem, other: &UnitDataItem) -> Option<Order> {
    let (grid, diagonal) = (view.field().grid(), diagonal_step(view.rules()));
    let taken = |cell| cell != other.cell() && view.unit_at(cell).is_some();
    let mut path = field::shortest_path(grid, me.cell(), other.cell(), diagonal, taken)?.cells;
    path.pop();
    let costs = field::path_cost(grid, me.cell(), &path, diagonal).ok()?;
    let budget = move_budget(view, me).walk_left;
    path.truncate(costs.iter().take_while(|cost| **cost <= budget).count());
    (!path.is_empty()).then_some(Order::Move { unit: *me.id, path, pace: Pace::Walk, evade: false })
}

/// The time of giving the orders of a fight that has just been set up.
fn replay(world: &mut World, bundle: &Arc<SkirmishBundle>, fight: &Fight) -> Duration {
    battle::set_up(world, Arc::clone(bundle), fight.seed);
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
                    let journal = Journal::from_text(Path::new("memory"), &fight.journal).expect("a journal");
                    journal::restore(&mut world, journal).expect("the same fight");
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, replays);
criterion_main!(benches);
