//! Orders already given in the current phase, so that futile ones are not repeated, and what the unit did shortly before.

use battle::{BattleEvent, History, Order, OrderRecord, Target};
use model::{Cell, UnitId};

/// Maximum orders in one phase.
const MAX_ORDERS_PER_PHASE: usize = 40;
/// Phases before the present one of which a unit remembers where it was, and whether it did anything.
const PHASES_REMEMBERED: u32 = 3;
/// Maximum orders before the present one among which attacks on a unit are looked for.
const MAX_ORDERS_SINCE_PHASE: usize = 200;
/// Maximum orders in these phases.
const MAX_ORDERS_REMEMBERED: usize = 2 * MAX_ORDERS_PER_PHASE;

/// Memory of the current phase.
#[derive(Clone, Debug, Default)]
pub(super) struct PhaseMemory {
    /// Orders other than attacks given in this phase since its last move.
    given_orders: Vec<Order>,
    /// Cells that turned out to be blocked.
    blocked_cells: Vec<Cell>,
    /// Number of orders before the first one of this phase.
    pub phase_start: u64,
    /// Moves in this phase.
    pub moves: u32,
    /// Whether the unit has attacked in this phase.
    pub has_attacked: bool,
    /// Weapons readied in this phase and the one before.
    pub readied: Vec<usize>,
    /// Cells that it has left in this phase and the few before, the last one first.
    pub left_cells: Vec<Cell>,
    /// Phases in a row before this one in which it neither moved nor attacked nor opened a door, at most a few.
    pub idle_phases: u32,
    /// The units that have attacked it since its last phase, by id.
    pub attackers: Vec<UnitId>,
    /// Whether the maximum number of orders is reached.
    pub order_limit_reached: bool,
}

impl PhaseMemory {
    /// Collects the memory of the acting unit; empty if `unit` is `None`.
    pub fn from_history(history: &History, unit: Option<UnitId>) -> Self {
        let mut memory = Self { phase_start: history.records().len() as u64, ..Self::default() };
        let mut count = 0;
        for (number, record) in history.records().iter().enumerate().rev() {
            if matches!(
                record.order,
                Order::Decide { .. } | Order::Narrate { .. } | Order::SetAutoResponse { .. }
            ) {
                continue;
            }
            if unit.is_none() || record.order.unit() != unit || matches!(record.order, Order::EndPhase { .. })
            {
                break;
            }
            count += 1;
            if count > MAX_ORDERS_PER_PHASE {
                memory.order_limit_reached = true;
                break;
            }
            memory.phase_start = number as u64;
            if let Order::Move { path, .. } = &record.order {
                memory.moves += 1;
                let stops = record.events.iter().filter_map(|event| match event.event {
                    BattleEvent::Stopped { at, .. } => Some(at),
                    _ => None,
                });
                for at in stops {
                    let next = path.iter().position(|cell| *cell == at).map_or(0, |place| place + 1);
                    memory.blocked_cells.extend(path.get(next));
                }
            }
            let is_attack = matches!(record.order, Order::Attack { .. });
            memory.has_attacked |= is_attack;
            // After a move, cover is taken again.
            if memory.moves == 0 && !is_attack {
                memory.given_orders.push(record.order.clone());
            }
        }
        if let Some(unit) = unit {
            memory.readied = readied_weapons(history, unit);
            memory.left_cells = left_cells(history, unit);
            memory.attackers = attackers(history, unit);
            memory.idle_phases = idle_phases(records_of(history, unit).map(|record| &record.order));
        }
        memory
    }

    /// Whether an order was already given in this phase or leads through a blocked cell.
    pub fn is_futile(&self, order: &Order) -> bool {
        let blocked = match order {
            Order::Move { path, .. } => path.iter().any(|cell| self.blocked_cells.contains(cell)),
            _ => false,
        };
        blocked || self.given_orders.contains(order)
    }
}

/// The records of the last orders of a unit, the last one first.
fn records_of(history: &History, unit: UnitId) -> impl Iterator<Item = &OrderRecord> {
    let own = history.records().iter().rev().filter(move |record| record.order.unit() == Some(unit));
    own.take(MAX_ORDERS_REMEMBERED)
}

/// Those of its present phase and a number of phases before.
fn recent_records(history: &History, unit: UnitId, phases_before: u32) -> impl Iterator<Item = &OrderRecord> {
    let mut ended = 0;
    records_of(history, unit).take_while(move |record| {
        ended += u32::from(matches!(record.order, Order::EndPhase { .. }));
        ended <= phases_before
    })
}

/// Weapons that a unit has readied in its present phase and the one before.
fn readied_weapons(history: &History, unit: UnitId) -> Vec<usize> {
    let readied = recent_records(history, unit, 1).filter_map(|record| match record.order {
        Order::Ready { weapon, .. } => Some(weapon),
        _ => None,
    });
    readied.collect()
}

/// The cells from which a unit has moved in its present phase and the few before, the last one first.
fn left_cells(history: &History, unit: UnitId) -> Vec<Cell> {
    let recent = recent_records(history, unit, PHASES_REMEMBERED);
    let moves = recent.filter(|record| matches!(record.order, Order::Move { .. }));
    let start = |record: &OrderRecord| {
        record.events.iter().find_map(|event| match event.event {
            BattleEvent::Stepped { unit: mover, from, .. } if mover == unit => Some(from),
            _ => None,
        })
    };
    moves.filter_map(start).collect()
}

/// The units that have attacked a unit since its last phase ended, by id.
fn attackers(history: &History, unit: UnitId) -> Vec<UnitId> {
    let ends_phase = |record: &OrderRecord| {
        let is_end =
            |event: &BattleEvent| matches!(event, BattleEvent::PhaseEnded { unit: ended } if *ended == unit);
        record.events.iter().any(|record| is_end(&record.event))
    };
    let records = history.records().iter().rev().take(MAX_ORDERS_SINCE_PHASE);
    let events = records.take_while(|record| !ends_phase(record)).flat_map(|record| &record.events);
    let mut attackers: Vec<UnitId> = events
        .filter_map(|record| match record.event {
            BattleEvent::AttackResolved { unit: attacker, target: Target::Unit(target), .. }
                if target == unit =>
            {
                Some(attacker)
            }
            _ => None,
        })
        .collect();
    attackers.sort_unstable();
    attackers.dedup();
    attackers
}

/// Phases in a row before the present one without a move, an attack or an opened door. `orders` are those of the unit, the last one
/// first.
fn idle_phases<'o>(orders: impl Iterator<Item = &'o Order>) -> u32 {
    let (mut idle, mut is_past, mut has_acted) = (0, false, false);
    for order in orders {
        match order {
            Order::EndPhase { .. } => {
                if is_past && has_acted {
                    return idle;
                }
                idle += u32::from(is_past);
                (is_past, has_acted) = (true, false);
                if idle == PHASES_REMEMBERED {
                    return idle;
                }
            }
            Order::Move { .. } | Order::Attack { .. } | Order::Door { .. } => has_acted = true,
            _ => {}
        }
    }
    idle + u32::from(is_past && !has_acted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::Pace;
    use model::BarrierId;

    #[test]
    fn phases_are_idle_up_to_the_last_one_with_a_move_an_attack_or_a_door() {
        let unit = UnitId(1);
        let end = Order::EndPhase { unit };
        let walk = Order::Move { unit, path: Vec::new(), pace: Pace::Walk, evade: false };
        let door = Order::Door { unit, barrier: BarrierId(0) };
        let cover = Order::TakeCover { unit };
        // In the order in which they were given.
        let idle = |orders: &[&Order]| idle_phases(orders.iter().rev().copied());
        assert_eq!(idle(&[]), 0);
        assert_eq!(idle(&[&walk, &end]), 0);
        assert_eq!(idle(&[&walk, &end, &end]), 1);
        assert_eq!(idle(&[&door, &end, &cover, &end, &end]), 2);
        assert_eq!(idle(&[&end, &end, &walk]), 2, "the present phase does not count");
        assert_eq!(idle(&[&end, &end, &walk, &end]), 0);
        assert_eq!(idle(&[&end, &end, &end, &end, &end]), PHASES_REMEMBERED);
    }
}
