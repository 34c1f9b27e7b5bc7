//! Lighting overlay: darkness, fog, hazards and difficult ground.

use bevy_egui::egui::{Color32, Shape, Stroke, vec2};

use crate::board::brush::{Brush, SHADE, draw_arc};
use crate::board::overlay::cell_fill;
use crate::board::viewport;
use crate::theme::{Palette, with_alpha};
use battle::BattleView;
use content::Terrain;
use model::Cell;
use rules::Light;

/// Darkness of dim light, of 255.
const DUSK: u8 = 70;
/// Darkness of a square without light, of 255.
const NIGHT: u8 = 150;
/// Whiteness of fog, of 255.
const FOG: u8 = 34;
/// Side of a square, in points, below which only the tint is drawn.
const SMALL: f32 = 16.0;

/// Draws above the ground, beneath everything that stands on it.
pub(crate) fn paint(brush: &Brush, view: &BattleView, palette: &Palette, flat: bool) {
    let field = view.field().grid();
    let [left, right, top, bottom] = brush.lens.visible_range(field.width(), field.height());
    let mut signs = Vec::new();
    for cell in (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell::new(x, y))) {
        let Some(terrain) = view.terrain_at(cell) else { continue };
        let [shade, fog] = terrain_tints(terrain, palette);
        for tint in shade.filter(|_| flat).into_iter().chain(fog) {
            cell_fill::fill_plain(brush, [cell], tint);
        }
        if brush.lens.unit >= SMALL {
            signs.push((cell, terrain));
        }
    }
    for (cell, terrain) in signs {
        if terrain.obscured {
            draw_fog(brush, palette, cell);
        }
        if terrain.light == Light::Dark {
            draw_moon(brush, palette, cell);
        }
        if terrain.hazard.is_some() {
            draw_hazard(brush, palette, cell);
        }
        if terrain.difficulty > 0 {
            draw_difficult_ground(brush, palette, cell, terrain.difficulty);
        }
    }
}

/// Returns the shade and fog tints of a square.
pub(crate) fn terrain_tints(terrain: &Terrain, palette: &Palette) -> [Option<Color32>; 2] {
    let shade = match terrain.light {
        Light::Normal => None,
        Light::Low => Some(with_alpha(SHADE, DUSK)),
        Light::Dark => Some(with_alpha(SHADE, NIGHT)),
    };
    [shade, terrain.obscured.then(|| with_alpha(palette.text, FOG))]
}

/// Draws wisps: three waves, slightly different in each square.
fn draw_fog(brush: &Brush, palette: &Palette, cell: Cell) {
    let stroke = Stroke::new(brush.lens.scaled_points_min(1.6, 1.0), with_alpha(palette.text, 58));
    for wisp in 0..3_u32 {
        let start = viewport::cell_corner(cell)
            + vec2(0.06 + 0.2 * viewport::cell_fraction(cell, 7 + wisp), 0.22 + 0.27 * wisp as f32);
        let point = |step: u32| {
            let along = step as f32 / 8.0;
            let wave = 0.05 * (along * std::f32::consts::TAU).sin();
            brush.lens.to_screen(start + vec2(along * 0.66, wave))
        };
        brush.painter.add(Shape::line((0..=8).map(point).collect(), stroke));
    }
}

/// Draws a small moon in a corner, so that a tint above does not hide it.
fn draw_moon(brush: &Brush, palette: &Palette, cell: Cell) {
    let at = brush.lens.to_screen(viewport::cell_corner(cell) + vec2(0.13, 0.14));
    let radius = brush.lens.scaled_points_min(3.2, 2.0);
    let stroke = Stroke::new(brush.lens.scaled_points_min(1.2, 0.8), with_alpha(palette.text, 90));
    // The arcs meet at both horns: a crescent, open to the upper right.
    for depth in 0..4_u8 {
        let share = f32::from(depth) / 3.0;
        let inner = at + vec2(0.26, -0.26) * (radius * share);
        draw_arc(brush.painter, inner, radius * (1.0 - 0.12 * share), 0.45, 4.26, stroke);
    }
}

/// Draws a flame in the middle of hazardous ground.
fn draw_hazard(brush: &Brush, palette: &Palette, cell: Cell) {
    let foot = viewport::cell_corner(cell) + vec2(0.5, 0.74);
    for (half, height, alpha) in [(0.20, 0.50, 130), (0.10, 0.28, 220)] {
        let tongue = [foot - vec2(half, 0.0), foot - vec2(0.0, height), foot + vec2(half, 0.0)];
        brush.fill_polygon(&tongue, with_alpha(palette.harm, alpha));
    }
}

/// Draws a small triangle in the corner for every step of difficulty.
fn draw_difficult_ground(brush: &Brush, palette: &Palette, cell: Cell, difficulty: u8) {
    let colour = with_alpha(palette.caution, 120);
    for step in 0..difficulty.div_ceil(10).min(3) {
        let foot = viewport::cell_corner(cell) + vec2(0.90 - 0.17 * f32::from(step), 0.93);
        brush.fill_polygon(&[foot, foot - vec2(0.07, 0.13), foot - vec2(0.14, 0.0)], colour);
    }
}
