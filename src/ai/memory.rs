//! What a unit has tried in its phase: what came to nothing is not tried again.

use battle::{Event, History, Order, UnitId};
use field::Cell;

/// Orders of one phase before a mind ends it.
const MOST: usize = 40;

/// The phase so far, as its unit remembers it.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// Orders besides attacks that were given in this phase.
    given: Vec<Order>,
    /// Squares that turned out to be barred.
    barred: Vec<Cell>,
    /// So many orders that it is time to end.
    pub weary: bool,
}

impl Memory {
    /// Of the unit that acts, if one does.
    pub fn of(history: &History, unit: Option<UnitId>) -> Self {
        let mut memory = Self::default();
        let mut count = 0;
        for chapter in history.chapters().iter().rev() {
            if matches!(chapter.order, Order::Decide { .. } | Order::Standing { .. }) {
                continue;
            }
            if unit.is_none()
                || chapter.order.unit() != unit
                || matches!(chapter.order, Order::EndPhase { .. })
            {
                break;
            }
            count += 1;
            if count > MOST {
                memory.weary = true;
                break;
            }
            if let Order::Move { path, .. } = &chapter.order {
                let stops = chapter.happenings.iter().filter_map(|happening| match happening.event {
                    Event::Stopped { at, .. } => Some(at),
                    _ => None,
                });
                for at in stops {
                    let next = path.iter().position(|cell| *cell == at).map_or(0, |place| place + 1);
                    memory.barred.extend(path.get(next));
                }
            }
            if !matches!(chapter.order, Order::Attack { .. } | Order::Move { .. }) {
                memory.given.push(chapter.order.clone());
            }
        }
        memory
    }

    /// It was given in this phase, or leads through what turned out to be barred.
    pub fn is_futile(&self, order: &Order) -> bool {
        let barred = match order {
            Order::Move { path, .. } => path.iter().any(|cell| self.barred.contains(cell)),
            _ => false,
        };
        barred || self.given.contains(order)
    }
}
