//! Cover overlay: a tint, a shield and the hidden share of every square against the attacker.

use std::sync::Arc;

use bevy_egui::egui::{Align2, Color32, FontId, Rect, Ui, Vec2, vec2};

use super::tab::show_sample;
use super::{LabCanvas, LabOverlay, LabOverlayInputs, LabTabContext};
use crate::background_task::BackgroundTask;
use crate::board::atlas::BoardAtlas;
use crate::board::brush::{Brush, SHADE};
use crate::board::overlay::cell_fill;
use crate::input::InputAction;
use crate::theme::{Palette, with_alpha};
use battle::BattleSnapshot;
use content::LabOverlayKind;
use field::{Body, CoverDegree, CoverMap, Grid};
use lab::overlay;
use model::{Cell, UnitId};

/// Squares smaller than this, in points, have no number and no shield.
const MIN_LABEL_CELL: f32 = 26.0;

/// Maximum number of squares for which cover is computed within a frame.
const SYNCHRONOUS_MAP_CELLS: usize = 64 * 64;

/// Key of a cover map: the grid, the attacker's position and posture, and whether the target is prone.
#[derive(Clone)]
pub(super) struct CoverMapKey {
    /// The map.
    pub grid: Arc<Grid>,
    /// Where the attacker stands, and how.
    pub from: (Cell, Body),
    /// The target is prone.
    pub prone: bool,
}

impl PartialEq for CoverMapKey {
    // Grids are shared and immutable: a changed map is another `Arc`.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.grid, &other.grid) && (self.from, self.prone) == (other.from, other.prone)
    }
}

impl CoverMapKey {
    /// Builds the key for an attacker.
    pub fn for_attacker(snapshot: &BattleSnapshot, attacker: UnitId, prone: bool) -> Option<Self> {
        let unit = snapshot.unit(attacker)?;
        Some(Self { grid: Arc::clone(snapshot.grid()), from: (unit.cell, unit.body()), prone })
    }
}

/// Cover of every square against the attacker.
#[derive(Default)]
pub(super) struct CoverOverlay {
    /// Cover is computed for a prone target.
    prone: bool,
    /// The map that is wanted.
    key: Option<CoverMapKey>,
    maps: BackgroundTask<CoverMapKey, CoverMap>,
}

impl LabOverlay for CoverOverlay {
    fn name(&self) -> &'static str {
        "Cover against the attacker"
    }

    fn kind(&self) -> LabOverlayKind {
        LabOverlayKind::Cover
    }

    fn action(&self) -> InputAction {
        InputAction::OverlayCover
    }

    fn update(&mut self, inputs: &LabOverlayInputs) {
        self.key = inputs
            .attacker
            .and_then(|attacker| CoverMapKey::for_attacker(inputs.snapshot, attacker, self.prone));
        let Some((key, attacker)) = self.key.clone().zip(inputs.attacker) else { return };
        // Updated incrementally where possible.
        let last = self.maps.latest().map(Arc::clone);
        let snapshot = Arc::clone(inputs.snapshot);
        let body = if self.prone { Body::PRONE } else { Body::STANDING };
        let grid = snapshot.grid();
        let small = usize::from(grid.width()) * usize::from(grid.height()) <= SYNCHRONOUS_MAP_CELLS;
        let work = move || {
            let mut field = last.map_or_else(CoverMap::new, |last| CoverMap::clone(&last));
            overlay::update_cover(&mut field, &snapshot, attacker, body);
            field
        };
        if small {
            self.maps.compute_now(key, work);
        } else {
            self.maps.request(key, inputs.waker, work);
        }
    }

    fn clear(&mut self) {
        *self = Self { prone: self.prone, ..Self::default() };
    }

    fn poll(&mut self) {
        self.maps.poll();
    }

    fn pending_name(&self) -> Option<&'static str> {
        self.maps.is_working().then_some("cover")
    }

    fn paint_below_pieces(&self, canvas: &LabCanvas) {
        if let Some(map) = self.key.as_ref().and_then(|key| self.maps.get(key)) {
            paint(canvas.brush, map, canvas.snapshot.grid(), canvas.art, canvas.palette);
        }
    }

    fn show(&mut self, ui: &mut Ui, context: &LabTabContext) -> bool {
        let all = [
            (CoverDegree::None, "in the open, up to 25 % hidden"),
            (CoverDegree::Partial, "half shield: over 25 % hidden"),
            (CoverDegree::Good, "full shield: over 50 % hidden"),
            (CoverDegree::Total, "not seen"),
        ];
        for (cover, words) in all {
            show_sample(ui, context.art, context.palette, cover_tint(cover, context.palette), words);
        }
        ui.checkbox(&mut self.prone, "for a prone target").changed()
    }
}

/// Returns tint and pattern of a cover; the pattern distinguishes them without colour.
fn cover_tint(cover: CoverDegree, palette: &Palette) -> (Color32, &'static str) {
    match cover {
        CoverDegree::None => (with_alpha(palette.harm, 50), ""),
        CoverDegree::Partial => (with_alpha(palette.caution, 60), "dots"),
        CoverDegree::Good => (with_alpha(palette.good, 70), "hatch"),
        CoverDegree::Total => (with_alpha(SHADE, 150), "crosshatch"),
    }
}

/// Draws the squares in view that a unit could enter.
fn paint(brush: &Brush, field: &CoverMap, grid: &Grid, art: &BoardAtlas, palette: &Palette) {
    let [left, right, top, bottom] = brush.lens.visible_range(grid.width(), grid.height());
    let mut squares: Vec<(Cell, u8, CoverDegree)> = Vec::new();
    for y in top..=bottom {
        for x in left..=right {
            let cell = Cell::new(x, y);
            if let (true, Some(hidden)) = (grid.can_enter(cell), field.hidden(cell)) {
                squares.push((cell, hidden, CoverDegree::from_hidden_percent(hidden)));
            }
        }
    }
    for cover in [CoverDegree::None, CoverDegree::Partial, CoverDegree::Good, CoverDegree::Total] {
        let (colour, pattern) = cover_tint(cover, palette);
        let cells = || squares.iter().filter(|(.., own)| *own == cover).map(|(cell, ..)| *cell);
        cell_fill::fill_plain(brush, cells(), colour);
        if !pattern.is_empty() {
            cell_fill::fill_with_pattern(brush, art, pattern, cells(), with_alpha(palette.text, 22));
        }
    }
    if brush.lens.unit < MIN_LABEL_CELL {
        return;
    }
    for (cell, hidden, cover) in squares.iter().filter(|(.., cover)| *cover != CoverDegree::None) {
        let rect = brush.lens.cell_rect(*cell);
        let side = brush.lens.scaled_points(12.0).clamp(9.0, 20.0);
        let name = if *cover == CoverDegree::Partial { "cover_half" } else { "cover_full" };
        // Clear of walls on the edges.
        let corner = rect.right_bottom() - Vec2::splat(side * 0.5 + brush.lens.scaled_points(6.0));
        let tone = if *cover == CoverDegree::Total { palette.dim } else { palette.text };
        let shield = Rect::from_center_size(corner, Vec2::splat(side));
        brush.painter.add(art.shape(name, shield, 0.0, with_alpha(tone, 200)));
        if *cover != CoverDegree::Total {
            let font = FontId::proportional(brush.lens.scaled_points(10.5).clamp(9.0, 15.0));
            let at = rect.left_bottom() + brush.lens.scaled_points(1.0) * vec2(6.0, -4.0);
            brush.painter.text(
                at,
                Align2::LEFT_BOTTOM,
                hidden.to_string(),
                font,
                with_alpha(palette.text, 220),
            );
        }
    }
}
