//! Orders already given in the current phase, so that futile ones are not repeated.

use battle::{BattleEvent, History, Order};
use model::{Cell, UnitId};

/// Maximum orders in one phase.
const MAX_ORDERS_PER_PHASE: usize = 40;

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
        memory.readied = readied_weapons(history, unit);
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

/// Weapons that a unit has readied in its present phase and the one before.
fn readied_weapons(history: &History, unit: Option<UnitId>) -> Vec<usize> {
    let own = history.records().iter().rev().map(|record| &record.order).filter(|order| order.unit() == unit);
    let mut phases = 0;
    let recent = own.take(2 * MAX_ORDERS_PER_PHASE).take_while(|order| {
        phases += u32::from(matches!(order, Order::EndPhase { .. }));
        phases < 2
    });
    let readied = recent.filter_map(|order| match order {
        Order::Ready { weapon, .. } => Some(*weapon),
        _ => None,
    });
    readied.collect()
}
