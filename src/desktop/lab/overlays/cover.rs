//! Cover of every square against the attacker: a tint, a shield and the share that is hidden.

use std::sync::Arc;

use bevy_egui::egui::{Align2, Color32, FontId, Rect, Vec2, vec2};

use crate::board::art::Art;
use crate::board::overlay::tint;
use crate::board::strokes::{Brush, SHADE};
use crate::theme::{Palette, faded};
use battle::{Snapshot, UnitId};
use field::{Body, Cell, Cover, CoverField, Grid};

/// Squares smaller than this, in points, have no number and no shield.
const LEGIBLE: f32 = 26.0;

/// What a cover map depends on: the map of the field, where the attacker stands and how, and whether who takes cover lies.
#[derive(Clone)]
pub(super) struct CoverKey {
    /// The map.
    pub grid: Arc<Grid>,
    /// Where the attacker stands, and how.
    pub from: (Cell, Body),
    /// Whoever takes cover lies.
    pub prone: bool,
}

impl PartialEq for CoverKey {
    /// Whoever changes the map makes another one of it as long as somebody looks at this one.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.grid, &other.grid) && (self.from, self.prone) == (other.from, other.prone)
    }
}

impl CoverKey {
    /// That of an attacker in a position.
    pub fn of(snapshot: &Snapshot, attacker: UnitId, prone: bool) -> Option<Self> {
        let unit = snapshot.unit(attacker.0)?;
        Some(Self { grid: Arc::clone(snapshot.grid()), from: (unit.cell, unit.body()), prone })
    }
}

/// Tint and pattern of a cover; the pattern tells them apart without colour.
pub(super) fn shown(cover: Cover, palette: &Palette) -> (Color32, &'static str) {
    match cover {
        Cover::None => (faded(palette.harm, 50), ""),
        Cover::Partial => (faded(palette.caution, 60), "dots"),
        Cover::Good => (faded(palette.good, 70), "hatch"),
        Cover::Total => (faded(SHADE, 150), "crosshatch"),
    }
}

/// Draws the squares in view on which somebody could stand.
pub(super) fn paint(brush: &Brush, field: &CoverField, grid: &Grid, art: &Art, palette: &Palette) {
    let [left, right, top, bottom] = brush.lens.window(grid.width(), grid.height());
    let mut squares: Vec<(Cell, u8, Cover)> = Vec::new();
    for y in top..=bottom {
        for x in left..=right {
            let cell = Cell::new(x, y);
            if let (true, Some(hidden)) = (grid.can_enter(cell), field.hidden(cell)) {
                squares.push((cell, hidden, Cover::of_hidden(hidden)));
            }
        }
    }
    for cover in [Cover::None, Cover::Partial, Cover::Good, Cover::Total] {
        let (colour, pattern) = shown(cover, palette);
        let cells = || squares.iter().filter(|(.., own)| *own == cover).map(|(cell, ..)| *cell);
        tint::plain(brush, cells(), colour);
        if !pattern.is_empty() {
            tint::fill(brush, art, pattern, cells(), faded(palette.text, 22));
        }
    }
    if brush.lens.unit < LEGIBLE {
        return;
    }
    for (cell, hidden, cover) in squares.iter().filter(|(.., cover)| *cover != Cover::None) {
        let rect = brush.lens.rect(*cell);
        let side = brush.lens.px(12.0).clamp(9.0, 20.0);
        let name = if *cover == Cover::Partial { "cover_half" } else { "cover_full" };
        // Clear of walls on the edges.
        let corner = rect.right_bottom() - Vec2::splat(side * 0.5 + brush.lens.px(6.0));
        let tone = if *cover == Cover::Total { palette.dim } else { palette.text };
        let shield = Rect::from_center_size(corner, Vec2::splat(side));
        brush.painter.add(art.shape(name, shield, 0.0, faded(tone, 200)));
        if *cover != Cover::Total {
            let font = FontId::proportional(brush.lens.px(10.5).clamp(9.0, 15.0));
            let at = rect.left_bottom() + brush.lens.px(1.0) * vec2(6.0, -4.0);
            brush.painter.text(at, Align2::LEFT_BOTTOM, hidden.to_string(), font, faded(palette.text, 220));
        }
    }
}
