//! Closed doors for planning: the map as it would be with doors open, and the doors that a unit can open from its
//! square.

use battle::{BattleView, UnitDataItem};
use field::Grid;
use model::{BarrierId, Cell, ObstaclePosition};

/// The map with all doors open; `None` if no door is closed.
pub(crate) fn grid_with_open_doors(view: &BattleView) -> Option<Grid> {
    let closed: Vec<(BarrierId, ObstaclePosition)> = closed_doors(view).collect();
    if closed.is_empty() {
        return None;
    }
    let mut grid = view.field().grid().clone();
    for (_, place) in closed {
        grid.set_obstacle(place, None);
    }
    Some(grid)
}

/// The map with one closed door open; `None` if it is no closed door.
pub(crate) fn grid_with_open_door(view: &BattleView, barrier: BarrierId) -> Option<Grid> {
    let (_, place) = closed_doors(view).find(|(door, _)| *door == barrier)?;
    let mut grid = view.field().grid().clone();
    grid.set_obstacle(place, None);
    Some(grid)
}

/// The closed doors beside a unit, each with the cell that it leads to.
pub(crate) fn closed_doors_beside(view: &BattleView, unit: &UnitDataItem) -> Vec<(BarrierId, Cell)> {
    let here = unit.cell();
    let beyond = |place: ObstaclePosition| match place {
        ObstaclePosition::Edge(edge) => {
            let [one, other] = edge.cells();
            if one == here { Some(other) } else { (other == here).then_some(one) }
        }
        ObstaclePosition::Square(cell) => (cell.chebyshev_distance(here) == 1).then_some(cell),
    };
    closed_doors(view).filter_map(|(barrier, place)| Some((barrier, beyond(place)?))).collect()
}

fn closed_doors(view: &BattleView) -> impl Iterator<Item = (BarrierId, ObstaclePosition)> {
    view.field().barriers().filter(move |(barrier, _)| {
        view.barrier(*barrier)
            .is_some_and(|data| data.barrier.kind().openable && !data.state.open() && !data.state.holed())
    })
}
