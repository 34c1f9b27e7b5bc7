//! Sight: which units perceive which, considering walls, smoke, darkness and concealment.

use crate::state::ground_effect::GroundEffects;
use crate::state::knowledge::CellSet;
use crate::state::resources::BattleSetup;
use content::Terrain;
use field::{Body, Grid};
use model::{Cell, Side, UnitId};
use rules::Light;

/// Range in cells within which smoke, fog and darkness do not hide units.
pub const OBSCURED_SIGHT_CELLS: u32 = 4;
/// Range in cells within which ground is seen; units are seen farther away.
pub const MAX_GROUND_SIGHT_CELLS: u32 = 60;

/// A unit as an observer or a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SightSubject {
    pub id: UnitId,
    pub side: Side,
    pub cell: Cell,
    pub body: Body,
    /// Is conscious, not blind, and shares its sight.
    pub can_see: bool,
    /// Is concealed. `CS-UNA-05`, `SS-SURP-22`.
    pub is_hiding: bool,
    /// Has not left the map.
    pub is_on_field: bool,
}

/// What hides a cell beyond [`OBSCURED_SIGHT_CELLS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Murk {
    /// The cell is dark.
    Dark,
    /// Smoke or fog in this cell.
    Obscured(Cell),
}

/// Everything between observer and target.
#[derive(Clone, Copy)]
pub(crate) struct SightContext<'a> {
    pub grid: &'a Grid,
    pub setup: &'a BattleSetup,
    pub coverings: &'a GroundEffects,
}

impl<'a> SightContext<'a> {
    fn ground(&self, cell: Cell) -> Option<&'a Terrain> {
        self.coverings.terrain(cell).or_else(|| self.setup.terrain_at(cell))
    }

    /// Whether smoke, fog or darkness hides a cell. An observer may stand in the dark itself.
    fn is_murky(&self, from: Cell, at: Cell) -> bool {
        self.murk(from, at).is_some()
    }

    /// Returns the darkness, smoke or fog that hides a cell.
    pub(super) fn murk(&self, from: Cell, at: Cell) -> Option<Murk> {
        if from.chebyshev_distance(at) <= OBSCURED_SIGHT_CELLS {
            return None;
        }
        if self.ground(at).is_some_and(|ground| ground.light == Light::Dark) {
            return Some(Murk::Dark);
        }
        let obscured = |cell: &Cell| self.ground(*cell).is_some_and(|ground| ground.obscured);
        [from, at].into_iter().chain(from.cells_between(at)).find(obscured).map(Murk::Obscured)
    }

    /// Whether a unit sees a body on a cell.
    pub fn has_in_view(&self, observer: &SightSubject, at: Cell, body: Body) -> bool {
        observer.can_see
            && field::line_of_sight(self.grid, observer.cell, observer.body, at, body)
            && !self.is_murky(observer.cell, at)
    }

    /// Whether a unit perceives another one.
    pub fn sees(&self, observer: &SightSubject, target: &SightSubject) -> bool {
        target.is_on_field && !target.is_hiding && self.has_in_view(observer, target.cell, target.body)
    }

    /// Adds all cells that a unit has in view.
    pub fn add_visible_cells(&self, observer: &SightSubject, visible: &mut VisibleCells) {
        if !observer.can_see {
            return;
        }
        field::field_of_view(
            self.grid,
            observer.cell,
            observer.body,
            MAX_GROUND_SIGHT_CELLS,
            &mut visible.view,
        );
        let VisibleCells { view, cells: ground } = visible;
        view.cells().filter(|cell| !self.is_murky(observer.cell, *cell)).for_each(|cell| ground.insert(cell));
    }
}

/// Visible cells, with the scratch space of the search.
pub(crate) struct VisibleCells {
    pub cells: CellSet,
    view: field::FieldOfView,
}

impl VisibleCells {
    /// Starts with these cells.
    pub fn from_cells(cells: CellSet) -> Self {
        Self { cells, view: field::FieldOfView::new() }
    }
}
