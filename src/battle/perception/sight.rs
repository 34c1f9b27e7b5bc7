//! Who perceives whom: eyes, walls, smoke, darkness and hiding together.

use crate::model::components::{Side, UnitId};
use crate::model::ground_effect::GroundEffects;
use crate::model::knowledge::CellSet;
use crate::model::resources::BattleSetup;
use content::Terrain;
use field::{Body, Cell, Grid};
use rules::Light;

/// Squares within which smoke, fog and darkness hide nobody.
pub const OBSCURED_SIGHT_CELLS: u32 = 4;
/// Squares as far as which bare ground is made out; units are seen farther off.
const MAX_GROUND_SIGHT_CELLS: u32 = 60;

/// A unit that looks, or is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SightSubject {
    pub id: UnitId,
    pub side: Side,
    pub cell: Cell,
    pub body: Body,
    /// Is up, and not blind.
    pub can_see: bool,
    /// Hides. `CS-UNA-05`, `SS-SURP-22`.
    pub is_hiding: bool,
    /// Has not left the field.
    pub is_on_field: bool,
}

/// What is looked through.
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

    /// Too far off in smoke or fog, or in the dark. Whoever looks may stand in the dark itself.
    fn is_murky(&self, from: Cell, at: Cell) -> bool {
        let obscured = |cell| self.ground(cell).is_some_and(|ground| ground.obscured);
        let dark = |cell| self.ground(cell).is_some_and(|ground| ground.light == Light::Dark);
        from.chebyshev_distance(at) > OBSCURED_SIGHT_CELLS
            && (dark(at) || obscured(from) || obscured(at) || from.cells_between(at).any(obscured))
    }

    /// Whether a unit has a square in view, as far as a body on it goes.
    pub fn has_in_view(&self, one: &SightSubject, at: Cell, body: Body) -> bool {
        one.can_see
            && field::line_of_sight(self.grid, one.cell, one.body, at, body)
            && !self.is_murky(one.cell, at)
    }

    /// Whether a unit perceives another one.
    pub fn sees(&self, one: &SightSubject, other: &SightSubject) -> bool {
        other.is_on_field && !other.is_hiding && self.has_in_view(one, other.cell, other.body)
    }

    /// Adds every square that a unit has in view.
    pub fn add_visible_cells(&self, one: &SightSubject, seen: &mut VisibleCells) {
        if !one.can_see {
            return;
        }
        field::field_of_view(self.grid, one.cell, one.body, MAX_GROUND_SIGHT_CELLS, &mut seen.view);
        let VisibleCells { view, cells: ground } = seen;
        view.cells().filter(|cell| !self.is_murky(one.cell, *cell)).for_each(|cell| ground.insert(cell));
    }
}

/// Squares that are in view, and what it takes to find them.
pub(crate) struct VisibleCells {
    pub cells: CellSet,
    view: field::FieldOfView,
}

impl VisibleCells {
    /// These squares to begin with.
    pub fn from_cells(ground: CellSet) -> Self {
        Self { cells: ground, view: field::FieldOfView::new() }
    }
}
