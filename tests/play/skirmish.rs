//! The shipped skirmishes, played through by simple players.

use std::path::Path;
use std::sync::Arc;

use breachline::battle::journal;
use breachline::battle::journal::Journal;
use breachline::battle::{
    self, BattleOutcome, BattleView, EndReason, Order, Pace, Target, UnitDataItem, diagonal_step, move_budget,
};
use breachline::content::{self, SkirmishBundle, SkirmishOverrides};
use breachline::field::{self, Grid};
use breachline::model::{BarrierId, Cell, ObstaclePosition, Side};
use expect_test::expect;

use crate::common::Fight;

/// The goal of a scripted player.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The nearest enemy.
    Enemy,
    /// A zone; enemies in sight are shot on the way.
    Zone(&'static str),
    /// A zone and nothing else.
    Run(&'static str),
    /// Nothing at all.
    Idle,
}

pub fn shipped(id: &str, overrides: &SkirmishOverrides) -> SkirmishBundle {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let loaded = content::load_content(&[assets]);
    content::bundle_skirmish(&loaded.content, id, overrides).expect("a shipped skirmish")
}

pub fn load(bundle: SkirmishBundle, seed: u64) -> Fight {
    let mut world = battle::new_battle_world();
    journal::begin_battle(&mut world, Arc::new(bundle), seed);
    Fight { world }
}

fn begin(id: &str, seed: u64) -> Fight {
    begin_with(shipped(id, &SkirmishOverrides::default()), seed)
}

pub fn begin_with(bundle: SkirmishBundle, seed: u64) -> Fight {
    let mut fight = load(bundle, seed);
    for side in [0, 1] {
        fight.submit(Order::Begin { side: Side(side) });
    }
    fight
}

/// Plays to the end: the first answer to every question, and the orders of `choose` in every phase.
pub fn play(fight: &mut Fight, goals: [Goal; 2]) -> BattleOutcome {
    for _ in 0..20_000 {
        if let Some(outcome) = fight.outcome() {
            return outcome;
        }
        if let Some(answer) = fight.asked().first() {
            fight.answer(answer);
            continue;
        }
        let orders = fight.view(|view| choose(view, goals));
        let order = orders.into_iter().find(|order| battle::preview_order(&mut fight.world, order).is_ok());
        fight.submit(order.expect("a phase can always be ended"));
    }
    panic!("the skirmish does not end");
}

/// Orders of the acting unit, the preferred ones first.
pub fn choose(view: &BattleView, goals: [Goal; 2]) -> Vec<Order> {
    let unit = view.round().acting().expect("a unit acts");
    let me = view.unit(unit).expect("it exists");
    let goal = goals[usize::from(me.side.0)];
    let mut orders = Vec::new();
    let mut enemies: Vec<_> =
        view.units().filter(|other| other.is_fighting() && other.side != me.side).collect();
    enemies.sort_by_key(|other| (me.cell().distance_squared(other.cell()), *other.id));
    if matches!(goal, Goal::Enemy | Goal::Zone(_)) {
        let seen = enemies.iter().filter(|other| view.sees(&me, other));
        for target in seen.map(|other| Target::Unit(*other.id)) {
            for (weapon, carried) in me.inventory.slots().filter(|(_, carried)| carried.in_hand()) {
                let modes = carried.modes();
                orders
                    .extend(modes.iter().rev().map(|mode| Order::attack(unit, target, weapon, Some(*mode))));
                orders.push(Order::attack(unit, target, weapon, None));
            }
        }
        let empty = |carried: &battle::CarriedItem| {
            carried.in_hand() && carried.loaded() == 0 && carried.magazine() > 0
        };
        let weapons = me.inventory.slots().filter(|(_, carried)| empty(carried));
        orders.extend(weapons.map(|(weapon, _)| Order::Reload { unit, weapon }));
    }
    let aim = match goal {
        Goal::Enemy => enemies.first().map(|other| other.cell()),
        Goal::Zone(zone) | Goal::Run(zone) => nearest_of(view, &me, zone),
        Goal::Idle => None,
    };
    if let Some(aim) = aim.filter(|aim| *aim != me.cell()) {
        orders.extend(approach(view, &me, aim));
    }
    orders.push(Order::EndPhase { unit });
    orders
}

/// The nearest square of a zone that is free of other units.
fn nearest_of(view: &BattleView, me: &UnitDataItem, zone: &str) -> Option<Cell> {
    let cells = &view.setup().bundle().skirmish.map.zones[zone];
    let mut free: Vec<Cell> = cells
        .iter()
        .copied()
        .filter(|cell| view.field().grid().can_enter(*cell))
        .filter(|cell| view.unit_at(*cell).is_none_or(|other| other.id == me.id))
        .collect();
    free.sort_by_key(|cell| (me.cell().distance_squared(*cell), *cell));
    free.first().copied()
}

/// Steps towards a square; doors are opened on the way.
fn approach(view: &BattleView, me: &UnitDataItem, aim: Cell) -> Vec<Order> {
    let unit = *me.id;
    let diagonal = diagonal_step(view.rules());
    let mut open: Grid = view.field().grid().clone();
    let mut doors: Vec<(BarrierId, ObstaclePosition)> = Vec::new();
    for (id, place) in view.field().barriers() {
        let data = view.barrier(id).expect("it exists");
        if data.barrier.kind().openable && !data.state.open() && !data.state.holed() {
            open.set_obstacle(place, None);
            doors.push((id, place));
        }
    }
    let blocked = |cell: Cell| cell != aim && view.unit_at(cell).is_some_and(|other| other.id != me.id);
    let Some(path) = field::shortest_path(&open, me.cell(), aim, diagonal, blocked) else {
        return Vec::new();
    };
    let mut cells = path.cells.clone();
    if view.unit_at(aim).is_some() {
        cells.pop();
    }
    let budget = move_budget(view, me);
    let mut orders = Vec::new();
    let costs = match field::path_cost(view.field().grid(), me.cell(), &cells, diagonal) {
        Ok(costs) => costs,
        Err(bad) => {
            cells.truncate(bad.index);
            field::path_cost(view.field().grid(), me.cell(), &cells, diagonal)
                .expect("the part before it is open")
        }
    };
    if cells.is_empty() {
        let at_hand = |place: &ObstaclePosition| match place {
            ObstaclePosition::Edge(edge) => edge.cells().contains(&me.cell()),
            ObstaclePosition::Square(cell) => cell.chebyshev_distance(me.cell()) == 1,
        };
        return doors
            .iter()
            .filter(|(_, place)| at_hand(place))
            .map(|(barrier, _)| Order::Door { unit, barrier: *barrier })
            .collect();
    }
    for (pace, half_metres) in [(Pace::Walk, budget.walk_left), (Pace::Run, budget.run)] {
        let steps = costs.iter().take_while(|cost| **cost <= half_metres).count();
        if steps > 0 {
            orders.push(Order::Move { unit, path: cells[..steps].to_vec(), pace, evade: false });
        }
    }
    if me.is_prone() {
        orders.insert(0, Order::StandUp { unit });
    }
    orders
}

/// Checks that the orders of a fight, written and read as in its journal, give the same states. The fight may have sheets
/// that no content file has; the header of a journal file may not.
pub fn replays(fight: &mut Fight) {
    let journal = fight.world.resource::<Journal>();
    let mut world = battle::new_battle_world();
    journal::begin_battle(&mut world, journal.header().bundle.clone(), journal.header().seed);
    for entry in journal.entries() {
        let line = serde_json::to_string(entry).expect("plain data");
        let read: journal::JournalEntry = serde_json::from_str(&line).expect("an order");
        assert_eq!(journal::submit_order(&mut world, read.order), Ok(entry.hash), "{line}");
    }
    assert_eq!(battle::battle_hash(&mut world), battle::battle_hash(&mut fight.world));
}

/// Hashes after the last order: the same on every machine and in every build.
#[test]
fn the_shipped_skirmishes_end_as_recorded() {
    let hashes = ["warehouse", "street", "bunker"].map(|id| {
        let mut fight = begin(id, 7);
        play(&mut fight, [Goal::Enemy; 2]);
        replays(&mut fight);
        format!("{:#018x} {id}\n", battle::battle_hash(&mut fight.world))
    });
    expect![[r#"
        0x43f55a0db8089a1e warehouse
        0x95e3c19d25c18d0f street
        0x1fa0cd762ff9c649 bunker
    "#]]
    .assert_eq(&hashes.concat());
}

#[test]
fn the_warehouse_ends_by_elimination_or_by_numbers() {
    let mut fight = begin("warehouse", 7);
    let outcome = play(&mut fight, [Goal::Enemy, Goal::Idle]);
    assert_eq!(outcome, BattleOutcome { winner: Some(Side(0)), ending: EndReason::Eliminated });
    let mut fight = begin("warehouse", 7);
    let outcome = play(&mut fight, [Goal::Idle; 2]);
    assert_eq!((outcome, fight.round().0), (BattleOutcome { winner: None, ending: EndReason::TimeUp }, 20));
}

#[test]
fn the_street_ends_by_escape_elimination_or_time() {
    let mut fight = begin("street", 7);
    let outcome = play(&mut fight, [Goal::Run("east end"), Goal::Idle]);
    assert_eq!(outcome, BattleOutcome { winner: Some(Side(0)), ending: EndReason::Escaped });
    assert_eq!(fight.view(|view| view.units().filter(|unit| unit.out_of_action.escaped()).count()), 2);
    replays(&mut fight);
    let mut fight = begin("street", 7);
    let outcome = play(&mut fight, [Goal::Idle, Goal::Enemy]);
    assert_eq!(outcome.winner, Some(Side(1)));
    let mut fight = begin("street", 7);
    let outcome = play(&mut fight, [Goal::Idle; 2]);
    assert_eq!(outcome, BattleOutcome { winner: Some(Side(1)), ending: EndReason::TimeUp });
}

#[test]
fn the_bunker_ends_by_holding_or_time() {
    // Only the robot is left, at the inner gate, and the core is empty.
    let mut bundle = shipped("bunker", &SkirmishOverrides::default());
    bundle.skirmish.units.retain(|unit| unit.side == 0 || unit.archetype == "sentry_robot");
    let mut fight = begin_with(bundle, 7);
    let outcome = play(&mut fight, [Goal::Run("core"), Goal::Idle]);
    assert_eq!(outcome, BattleOutcome { winner: Some(Side(0)), ending: EndReason::Held });
    replays(&mut fight);
    let mut fight = begin("bunker", 7);
    let outcome = play(&mut fight, [Goal::Zone("core"), Goal::Idle]);
    assert_eq!(outcome.winner, Some(Side(0)), "{outcome:?}");
    let mut fight = begin("bunker", 7);
    let outcome = play(&mut fight, [Goal::Idle; 2]);
    assert_eq!(outcome, BattleOutcome { winner: Some(Side(1)), ending: EndReason::TimeUp });
}
