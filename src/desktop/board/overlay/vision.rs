//! Vision from a square, and squares threatened by the other sides.

use std::collections::BTreeMap;

use super::cell_safety::can_shoot_as_far;
use super::legend::LegendEntry;
use super::route::Route;
use super::{Overlay, OverlayCanvas, OverlayInputs, cell_fill};
use crate::board::atlas::BoardAtlas;
use crate::board::brush::{Brush, SHADE};
use crate::input::InputAction;
use crate::theme::{Palette, with_alpha};
use battle::{BattleView, UnitDataItem};
use field::FieldOfView;
use field::field_of_view;
use model::{Cell, Side};

/// What a unit would see from a square.
#[derive(Clone, Debug)]
pub(super) struct VisionOverlay {
    /// Name of the observer.
    name: String,
    view: FieldOfView,
}

/// Computes what a unit would see from a square.
fn vision_from(view: &BattleView, unit: &UnitDataItem, from: Cell) -> VisionOverlay {
    let grid = view.field().grid();
    let mut seen = FieldOfView::new();
    let farthest = u32::from(grid.width()) + u32::from(grid.height());
    field_of_view(grid, from, unit.body(), farthest, &mut seen);
    VisionOverlay { name: unit.identity.name().to_owned(), view: seen }
}

impl VisionOverlay {
    /// Darkens the squares not seen.
    fn paint(&self, brush: &Brush, view: &BattleView) {
        let grid = view.field().grid();
        let [left, right, top, bottom] = brush.lens.visible_range(grid.width(), grid.height());
        let cells = (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell::new(x, y)));
        cell_fill::fill_plain(brush, cells.filter(|cell| !self.view.contains(*cell)), with_alpha(SHADE, 165));
    }
}

impl Overlay for Option<VisionOverlay> {
    fn follow_pointer(&mut self, inputs: &OverlayInputs) {
        let unit = inputs.ready.filter(|_| inputs.toggles.sight);
        *self = unit.map(|unit| {
            let from = inputs.plan.route.as_ref().map_or(unit.cell(), Route::end);
            vision_from(inputs.view, unit, from)
        });
    }

    fn paint_below_tokens(&self, canvas: &OverlayCanvas) {
        if let Some(vision) = self {
            vision.paint(canvas.brush, canvas.view);
        }
    }

    fn legend(&self, canvas: &OverlayCanvas) -> Vec<LegendEntry> {
        let key = InputAction::LineOfSight;
        let entry = |vision: &VisionOverlay| {
            LegendEntry::with_key("", SHADE, &format!("not seen by {}", vision.name), key, canvas)
        };
        self.iter().map(entry).collect()
    }
}

/// Number of enemies that could shoot at each square.
#[derive(Clone, Debug, Default)]
pub(super) struct ThreatOverlay {
    cells: BTreeMap<Cell, u8>,
}

/// Computes the squares that the enemies of a side could shoot at from where they are.
fn threatened_cells(view: &BattleView, side: Side) -> ThreatOverlay {
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
    fn paint(&self, brush: &Brush, art: &BoardAtlas, palette: &Palette) {
        let of = |from: u8, to: u8| {
            self.cells.iter().filter(move |(_, count)| (from..=to).contains(count)).map(|(cell, _)| *cell)
        };
        cell_fill::fill_with_pattern(brush, art, "hatch_back", of(1, 1), with_alpha(palette.harm, 40));
        cell_fill::fill_with_pattern(brush, art, "crosshatch", of(2, 2), with_alpha(palette.harm, 52));
        cell_fill::fill_with_pattern(brush, art, "crosshatch", of(3, u8::MAX), with_alpha(palette.harm, 84));
    }
}

impl Overlay for Option<ThreatOverlay> {
    fn update(&mut self, inputs: &OverlayInputs) {
        let unit = inputs.selected.filter(|_| inputs.toggles.threat);
        *self = unit.map(|unit| threatened_cells(inputs.view, *unit.side));
    }

    fn paint_below_pieces(&self, canvas: &OverlayCanvas) {
        if let Some(threat) = self {
            threat.paint(canvas.brush, canvas.art, canvas.palette);
        }
    }

    fn legend(&self, canvas: &OverlayCanvas) -> Vec<LegendEntry> {
        let words = "enemies can shoot here; crosshatched: two or more";
        let colour = canvas.palette.harm;
        let entry = |_| LegendEntry::with_key("hatch_back", colour, words, InputAction::Threat, canvas);
        self.iter().map(entry).collect()
    }
}
