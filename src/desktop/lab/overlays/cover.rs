//! Cover overlay: a tint, a shield and the hidden share of every square against the attacker.

use std::sync::Arc;

use bevy_egui::egui::{Align2, Color32, FontId, Rect, Vec2, vec2};

use crate::board::atlas::BoardAtlas;
use crate::board::brush::{Brush, SHADE};
use crate::board::overlay::cell_fill;
use crate::theme::{Palette, with_alpha};
use battle::BattleSnapshot;
use field::{Body, Cover, CoverMap, Grid};
use model::{Cell, UnitId};

/// Squares smaller than this, in points, have no number and no shield.
const MIN_LABEL_CELL: f32 = 26.0;

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

/// Returns tint and pattern of a cover; the pattern distinguishes them without colour.
pub(super) fn cover_tint(cover: Cover, palette: &Palette) -> (Color32, &'static str) {
    match cover {
        Cover::None => (with_alpha(palette.harm, 50), ""),
        Cover::Partial => (with_alpha(palette.caution, 60), "dots"),
        Cover::Good => (with_alpha(palette.good, 70), "hatch"),
        Cover::Total => (with_alpha(SHADE, 150), "crosshatch"),
    }
}

/// Draws the squares in view that a unit could enter.
pub(super) fn paint(brush: &Brush, field: &CoverMap, grid: &Grid, art: &BoardAtlas, palette: &Palette) {
    let [left, right, top, bottom] = brush.lens.visible_range(grid.width(), grid.height());
    let mut squares: Vec<(Cell, u8, Cover)> = Vec::new();
    for y in top..=bottom {
        for x in left..=right {
            let cell = Cell::new(x, y);
            if let (true, Some(hidden)) = (grid.can_enter(cell), field.hidden(cell)) {
                squares.push((cell, hidden, Cover::from_hidden_percent(hidden)));
            }
        }
    }
    for cover in [Cover::None, Cover::Partial, Cover::Good, Cover::Total] {
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
    for (cell, hidden, cover) in squares.iter().filter(|(.., cover)| *cover != Cover::None) {
        let rect = brush.lens.cell_rect(*cell);
        let side = brush.lens.scaled_points(12.0).clamp(9.0, 20.0);
        let name = if *cover == Cover::Partial { "cover_half" } else { "cover_full" };
        // Clear of walls on the edges.
        let corner = rect.right_bottom() - Vec2::splat(side * 0.5 + brush.lens.scaled_points(6.0));
        let tone = if *cover == Cover::Total { palette.dim } else { palette.text };
        let shield = Rect::from_center_size(corner, Vec2::splat(side));
        brush.painter.add(art.shape(name, shield, 0.0, with_alpha(tone, 200)));
        if *cover != Cover::Total {
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
