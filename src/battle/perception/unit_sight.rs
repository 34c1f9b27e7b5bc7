//! What one unit sees, and what keeps it from seeing a cell.

use super::sight::{MAX_GROUND_SIGHT_CELLS, Murk, SightContext, SightSubject, VisibleCells};
use crate::state::knowledge::CellSet;
use crate::view::battle_view::{BattleView, UnitDataItem};
use field::{Body, FieldOfView, SightBlocker, field_of_view, sight_blocker};
use model::{BarrierId, Cell, ObstaclePosition};
use rules::status::{self, Ailment, TestKind};

/// What keeps a unit from seeing a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SightObstacle {
    /// The unit cannot see because of an ailment.
    Ailment(Ailment),
    /// A barrier segment, where it stands.
    Barrier(BarrierId, ObstaclePosition),
    /// Higher ground in a cell.
    Ground(Cell),
    /// The cell is dark and farther away than [`OBSCURED_SIGHT_CELLS`](super::sight::OBSCURED_SIGHT_CELLS).
    Dark,
    /// Smoke or fog in a cell, likewise.
    Obscured(Cell),
    /// It is farther away than [`MAX_GROUND_SIGHT_CELLS`].
    TooFar,
}

impl BattleView<'_, '_> {
    /// Returns the cells that a unit would see from a cell. Without fog of war, smoke, darkness and distance hide nothing.
    pub fn cells_seen_from(&self, unit: &UnitDataItem, from: Cell) -> CellSet {
        let grid = self.field().grid();
        if blinding_ailment(unit).is_some() {
            return CellSet::new(grid);
        }
        if self.has_fog_of_war() {
            let mut seen = VisibleCells::from_cells(CellSet::new(grid));
            let subject = SightSubject { cell: from, can_see: true, ..SightSubject::from_unit(unit, true) };
            self.unit_sight_context().add_visible_cells(&subject, &mut seen);
            return seen.cells;
        }
        let mut seen = FieldOfView::new();
        let farthest = u32::from(grid.width()) + u32::from(grid.height());
        field_of_view(grid, from, unit.body(), farthest, &mut seen);
        let mut cells = CellSet::new(grid);
        seen.cells().for_each(|cell| cells.insert(cell));
        cells
    }

    /// Returns what keeps a unit in a cell from seeing another cell, or a standing body in it; `None` if nothing does.
    pub fn sight_obstacle(&self, unit: &UnitDataItem, from: Cell, at: Cell) -> Option<SightObstacle> {
        if let Some(ailment) = blinding_ailment(unit) {
            return Some(SightObstacle::Ailment(ailment));
        }
        match sight_blocker(self.field().grid(), from, unit.body(), at, Body::STANDING) {
            Some(SightBlocker::Barrier(id, place)) => return Some(SightObstacle::Barrier(id, place)),
            Some(SightBlocker::Ground(cell)) => return Some(SightObstacle::Ground(cell)),
            None => {}
        }
        if !self.has_fog_of_war() {
            return None;
        }
        match self.unit_sight_context().murk(from, at) {
            Some(Murk::Dark) => Some(SightObstacle::Dark),
            Some(Murk::Obscured(cell)) => Some(SightObstacle::Obscured(cell)),
            None => {
                let is_far = from.distance_squared(at) > MAX_GROUND_SIGHT_CELLS * MAX_GROUND_SIGHT_CELLS;
                is_far.then_some(SightObstacle::TooFar)
            }
        }
    }

    fn unit_sight_context(&self) -> SightContext<'_> {
        SightContext { grid: self.field().grid(), setup: self.setup(), coverings: self.ground_effects() }
    }
}

/// Returns the ailment because of which a unit cannot see. Vehicles have none: their occupants look out.
fn blinding_ailment(unit: &UnitDataItem) -> Option<Ailment> {
    status::failing_ailment(unit.status.ailments(), TestKind::Look).filter(|_| !unit.is_driven())
}
