//! Vision from a square, and squares threatened by the other sides.

use std::collections::BTreeMap;

use super::cell_fill;
use super::cell_safety::can_shoot_as_far;
use crate::board::atlas::BoardAtlas;
use crate::board::brush::{Brush, SHADE};
use crate::theme::{Palette, with_alpha};
use battle::{BattleView, UnitDataItem};
use field::FieldOfView;
use field::field_of_view;
use model::{Cell, Side};

/// What a unit would see from a square.
#[derive(Clone, Debug)]
pub(super) struct VisionOverlay {
    /// Name of the observer.
    pub name: String,
    view: FieldOfView,
}

/// Computes what a unit would see from a square.
pub(super) fn vision_from(view: &BattleView, unit: &UnitDataItem, from: Cell) -> VisionOverlay {
    let grid = view.field().grid();
    let mut seen = FieldOfView::new();
    let farthest = u32::from(grid.width()) + u32::from(grid.height());
    field_of_view(grid, from, unit.body(), farthest, &mut seen);
    VisionOverlay { name: unit.identity.name().to_owned(), view: seen }
}

impl VisionOverlay {
    /// Darkens the squares not seen.
    pub fn paint(&self, brush: &Brush, view: &BattleView) {
        let grid = view.field().grid();
        let [left, right, top, bottom] = brush.lens.visible_range(grid.width(), grid.height());
        let cells = (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell::new(x, y)));
        cell_fill::fill_plain(brush, cells.filter(|cell| !self.view.contains(*cell)), with_alpha(SHADE, 165));
    }
}

/// Number of enemies that could shoot at each square.
#[derive(Clone, Debug, Default)]
pub(super) struct ThreatOverlay {
    cells: BTreeMap<Cell, u8>,
}

/// Computes the squares that the enemies of a side could shoot at from where they are.
pub(super) fn threatened_cells(view: &BattleView, side: Side) -> ThreatOverlay {
    let grid = view.field().grid();
    let mut threat = ThreatOverlay::default();
    let mut seen = FieldOfView::new();
    let farthest = u32::from(grid.width()) + u32::from(grid.height());
    for unit in view.units().filter(|unit| *unit.side != side && unit.is_fighting()) {
        field_of_view(grid, unit.cell(), unit.body(), farthest, &mut seen);
        for cell in seen.cells() {
            if grid.contains(cell) && can_shoot_as_far(&unit, unit.cell().distance_squared(cell)) {
                *threat.cells.entry(cell).or_default() += 1;
            }
        }
    }
    threat
}

impl ThreatOverlay {
    /// Hatches the squares: stronger for more enemies, crosshatched for two or more.
    pub fn paint(&self, brush: &Brush, art: &BoardAtlas, palette: &Palette) {
        let of = |from: u8, to: u8| {
            self.cells.iter().filter(move |(_, count)| (from..=to).contains(count)).map(|(cell, _)| *cell)
        };
        cell_fill::fill_with_pattern(brush, art, "hatch_back", of(1, 1), with_alpha(palette.harm, 40));
        cell_fill::fill_with_pattern(brush, art, "crosshatch", of(2, 2), with_alpha(palette.harm, 52));
        cell_fill::fill_with_pattern(brush, art, "crosshatch", of(3, u8::MAX), with_alpha(palette.harm, 84));
    }
}
