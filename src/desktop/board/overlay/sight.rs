//! What a unit sees from a square, and what the other sides can shoot at.

use std::collections::BTreeMap;

use super::super::super::theme::{Palette, faded};
use super::super::art::Art;
use super::super::strokes::{Brush, SHADE};
use super::shelter::shoots_as_far;
use super::tint;
use battle::{BattleView, Side, UnitDataItem};
use field::{Cell, View, view as field_of_view};

/// What is seen from a square.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    /// Name of the one who looks.
    pub name: String,
    view: View,
}

/// What a unit would see from a square.
pub(super) fn of(view: &BattleView, unit: &UnitDataItem, from: Cell) -> Sight {
    let grid = view.field().grid();
    let mut seen = View::new();
    let farthest = u32::from(grid.width()) + u32::from(grid.height());
    field_of_view(grid, from, unit.body(), farthest, &mut seen);
    Sight { name: unit.identity.name().to_owned(), view: seen }
}

impl Sight {
    /// Darkens what is not seen.
    pub fn paint(&self, brush: &Brush, view: &BattleView) {
        let grid = view.field().grid();
        let [left, right, top, bottom] = brush.lens.window(grid.width(), grid.height());
        let cells = (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell::new(x, y)));
        tint::plain(brush, cells.filter(|cell| !self.view.contains(*cell)), faded(SHADE, 165));
    }
}

/// How many could shoot at each square.
#[derive(Clone, Debug, Default)]
pub(super) struct Threat {
    cells: BTreeMap<Cell, u8>,
}

/// Everything that the enemies of a side could shoot at from where they are.
pub(super) fn threat(view: &BattleView, side: Side) -> Threat {
    let grid = view.field().grid();
    let mut threat = Threat::default();
    let mut seen = View::new();
    let farthest = u32::from(grid.width()) + u32::from(grid.height());
    for unit in view.units().filter(|unit| *unit.side != side && unit.fighting()) {
        field_of_view(grid, unit.cell(), unit.body(), farthest, &mut seen);
        for cell in seen.cells() {
            if grid.contains(cell) && shoots_as_far(&unit, unit.cell().distance_squared(cell)) {
                *threat.cells.entry(cell).or_default() += 1;
            }
        }
    }
    threat
}

impl Threat {
    /// Hatches the squares: the more could shoot there, the stronger; crossed from two on.
    pub fn paint(&self, brush: &Brush, art: &Art, palette: &Palette) {
        let of = |from: u8, to: u8| {
            self.cells.iter().filter(move |(_, count)| (from..=to).contains(count)).map(|(cell, _)| *cell)
        };
        tint::fill(brush, art, "hatch_back", of(1, 1), faded(palette.harm, 40));
        tint::fill(brush, art, "crosshatch", of(2, 2), faded(palette.harm, 52));
        tint::fill(brush, art, "crosshatch", of(3, u8::MAX), faded(palette.harm, 84));
    }
}
