//! What a unit has tried in its phase: what came to nothing is not tried again.

use battle::{BattleEvent, History, Order, UnitId};
use field::Cell;

/// Orders of one phase before a mind ends it.
const MAX_ORDERS_PER_PHASE: usize = 40;

/// The phase so far, as its unit remembers it.
#[derive(Clone, Debug, Default)]
pub(super) struct PhaseMemory {
    /// Orders besides attacks that were given in this phase.
    given_orders: Vec<Order>,
    /// Squares that turned out to be barred.
    blocked_cells: Vec<Cell>,
    /// So many orders that it is time to end.
    pub order_limit_reached: bool,
}

impl PhaseMemory {
    /// Of the unit that acts, if one does.
    pub fn from_history(history: &History, unit: Option<UnitId>) -> Self {
        let mut memory = Self::default();
        let mut count = 0;
        for chapter in history.records().iter().rev() {
            if matches!(chapter.order, Order::Decide { .. } | Order::SetAutoResponse { .. }) {
                continue;
            }
            if unit.is_none()
                || chapter.order.unit() != unit
                || matches!(chapter.order, Order::EndPhase { .. })
            {
                break;
            }
            count += 1;
            if count > MAX_ORDERS_PER_PHASE {
                memory.order_limit_reached = true;
                break;
            }
            if let Order::Move { path, .. } = &chapter.order {
                let stops = chapter.events.iter().filter_map(|happening| match happening.event {
                    BattleEvent::Stopped { at, .. } => Some(at),
                    _ => None,
                });
                for at in stops {
                    let next = path.iter().position(|cell| *cell == at).map_or(0, |place| place + 1);
                    memory.blocked_cells.extend(path.get(next));
                }
            }
            if !matches!(chapter.order, Order::Attack { .. } | Order::Move { .. }) {
                memory.given_orders.push(chapter.order.clone());
            }
        }
        memory
    }

    /// It was given in this phase, or leads through what turned out to be barred.
    pub fn is_futile(&self, order: &Order) -> bool {
        let barred = match order {
            Order::Move { path, .. } => path.iter().any(|cell| self.blocked_cells.contains(cell)),
            _ => false,
        };
        barred || self.given_orders.contains(order)
    }
}
