//! Resolves the arrival of reserves. `SS-INIT-25`, `SS-INIT-26`.

use super::falling::free_cell_beside;
use crate::state::event::BattleEvent;
use crate::view::battle_view::{BattleView, UnitDataItem};
use content::Arrival;
use model::{Cell, UnitId};

/// Returns the units in reserve that are due, with the squares on which they arrive, by id.
///
/// A unit arrives on its starting square or on the nearest free one. While there is none, it stays in reserve until the
/// next pass.
pub(super) fn due_arrivals(view: &BattleView, now: Arrival) -> Vec<(UnitId, Cell)> {
    let mut arriving: Vec<(UnitId, Cell)> = Vec::new();
    for unit in view.units().filter(|unit| is_due(unit, now)) {
        let here = unit.cell();
        let taken: Vec<Cell> = arriving.iter().map(|(_, cell)| *cell).collect();
        let free =
            view.field().grid().can_enter(here) && view.unit_at(here).is_none() && !taken.contains(&here);
        let place = if free { Some(here) } else { free_cell_beside(view, here, &taken) };
        arriving.extend(place.map(|cell| (*unit.id, cell)));
    }
    arriving
}

/// Returns whether a unit in reserve arrives in this pass or should have arrived before.
fn is_due(unit: &UnitDataItem, now: Arrival) -> bool {
    unit.out_of_action.down().is_none() && unit.out_of_action.arrival().is_some_and(|arrival| arrival <= now)
}

/// Returns the events of arrivals.
pub(super) fn arrival_events(arriving: &[(UnitId, Cell)]) -> impl Iterator<Item = BattleEvent> {
    arriving.iter().map(|&(unit, to)| BattleEvent::Arrived { unit, to })
}
