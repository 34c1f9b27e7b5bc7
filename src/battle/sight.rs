//! Who perceives whom: eyes, walls, smoke, darkness and hiding together.

use super::components::{Side, UnitId};
use super::covering::Coverings;
use super::knowledge::Ground;
use super::state::Setup;
use content::Terrain;
use field::{Body, Cell, Grid};
use rules::Light;

/// Squares within which smoke, fog and darkness hide nobody.
pub const MURK: u32 = 4;
/// Squares as far as which bare ground is made out; units are seen farther off.
const FARTHEST: u32 = 60;

/// A unit that looks, or is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stander {
    pub id: UnitId,
    pub side: Side,
    pub cell: Cell,
    pub body: Body,
    /// Is up, and not blind.
    pub looks: bool,
    /// Hides. `CS-UNA-05`, `SS-SURP-22`.
    pub hides: bool,
    /// Has not left the field.
    pub here: bool,
}

/// What is looked through.
#[derive(Clone, Copy)]
pub(super) struct Air<'a> {
    pub grid: &'a Grid,
    pub setup: &'a Setup,
    pub coverings: &'a Coverings,
}

impl<'a> Air<'a> {
    fn ground(&self, cell: Cell) -> Option<&'a Terrain> {
        self.coverings.terrain(cell).or_else(|| self.setup.terrain_at(cell))
    }

    /// Too far off in smoke or fog, or in the dark. Whoever looks may stand in the dark itself.
    fn is_murky(&self, from: Cell, at: Cell) -> bool {
        let obscured = |cell| self.ground(cell).is_some_and(|ground| ground.obscured);
        let dark = |cell| self.ground(cell).is_some_and(|ground| ground.light == Light::Dark);
        from.rings(at) > MURK
            && (dark(at) || obscured(from) || obscured(at) || from.between(at).any(obscured))
    }

    /// Whether a unit has a square in view, as far as a body on it goes.
    pub fn has_in_view(&self, one: &Stander, at: Cell, body: Body) -> bool {
        one.looks
            && field::line_of_sight(self.grid, one.cell, one.body, at, body)
            && !self.is_murky(one.cell, at)
    }

    /// Whether a unit perceives another one.
    pub fn sees(&self, one: &Stander, other: &Stander) -> bool {
        other.here && !other.hides && self.has_in_view(one, other.cell, other.body)
    }

    /// Adds every square that a unit has in view.
    pub fn look_around(&self, one: &Stander, seen: &mut Seen) {
        if !one.looks {
            return;
        }
        field::view(self.grid, one.cell, one.body, FARTHEST, &mut seen.view);
        let Seen { view, ground } = seen;
        view.cells().filter(|cell| !self.is_murky(one.cell, *cell)).for_each(|cell| ground.add(cell));
    }
}

/// Squares that are in view, and what it takes to find them.
pub(super) struct Seen {
    pub ground: Ground,
    view: field::View,
}

impl Seen {
    /// These squares to begin with.
    pub fn on(ground: Ground) -> Self {
        Self { ground, view: field::View::new() }
    }
}
