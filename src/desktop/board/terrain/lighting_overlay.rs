//! Lighting overlay: darkness, fog, hazards and difficult ground.

use std::collections::HashSet;

use bevy_egui::egui::{Color32, Shape, Stroke, Vec2, vec2};

use crate::board::brush::{Brush, SHADE, draw_arc};
use crate::board::mesh_brush::{MeshBrush, as_in_egui, linear};
use crate::board::overlay::cell_fill;
use crate::board::viewport;
use crate::theme::{Palette, with_alpha};
use battle::BattleView;
use content::Terrain;
use model::Cell;
use rules::{HazardKind, Light};

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
    let is_foggy = |cell: &Cell| view.terrain_at(*cell).is_some_and(|terrain| terrain.obscured);
    let around = (top - 1..=bottom + 1).flat_map(|y| (left - 1..=right + 1).map(move |x| Cell::new(x, y)));
    let foggy: HashSet<Cell> = around.filter(is_foggy).collect();
    let mut signs = Vec::new();
    for cell in (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell::new(x, y))) {
        if !foggy.is_empty() {
            fill_fog(brush, cell, palette, &foggy);
        }
        let Some(terrain) = view.terrain_at(cell) else { continue };
        let [shade, _] = terrain_tints(terrain, palette);
        if let Some(shade) = shade.filter(|_| flat) {
            cell_fill::fill_plain(brush, [cell], shade);
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
        if let Some(hazard) = terrain.hazard {
            draw_hazard(brush, palette, cell, hazard.peril);
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

/// Fills the part of a square that fog reaches.
fn fill_fog(brush: &Brush, cell: Cell, palette: &Palette, foggy: &HashSet<Cell>) {
    let is_drawn = brush.draw_below(|mesh| shade_fog(mesh, cell, palette, foggy));
    if !is_drawn && foggy.contains(&cell) {
        cell_fill::fill_plain(brush, [cell], with_alpha(palette.text, FOG));
    }
}

/// Shades the part of a square that fog reaches: it thins out towards squares without fog, and a little beyond.
pub(crate) fn shade_fog(mesh: &mut MeshBrush, cell: Cell, palette: &Palette, foggy: &HashSet<Cell>) {
    let share = fog_shares(|dx, dy| foggy.contains(&Cell::new(cell.x + dx, cell.y + dy)));
    if share.iter().flatten().all(|share| *share == 0.0) {
        return;
    }
    let corner = viewport::cell_corner(cell);
    let colour = |share: f32| {
        let [red, green, blue, alpha] = linear(as_in_egui(with_alpha(palette.text, FOG)));
        [red, green, blue, alpha * share]
    };
    for (x, y) in [(0, 0), (1, 0), (1, 1), (0, 1)] {
        let places = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
        let corners = places.map(|(x, y): (usize, usize)| corner + vec2(x as f32, y as f32) * 0.5);
        mesh.shaded_quad(corners, places.map(|(x, y)| colour(share[y][x])));
    }
}

/// Thickness of fog at nine places of a square, row by row: in its middle, at the middles of its edges and at its corners,
/// each the mean of the squares that touch there.
fn fog_shares(is_foggy: impl Fn(i32, i32) -> bool) -> [[f32; 3]; 3] {
    let touching = |place: i32| match place {
        0 => -1..=0,
        1 => 0..=0,
        _ => 0..=1,
    };
    let mean = |x: i32, y: i32| {
        let squares = touching(y).flat_map(|dy| touching(x).map(move |dx| (dx, dy)));
        let fog: Vec<bool> = squares.map(|(dx, dy)| is_foggy(dx, dy)).collect();
        fog.iter().filter(|foggy| **foggy).count() as f32 / fog.len() as f32
    };
    [0, 1, 2].map(|y| [0, 1, 2].map(|x| mean(x, y)))
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

/// Draws the sign of hazardous ground in the middle of its square: a flame, a drop, a bolt or barbs.
fn draw_hazard(brush: &Brush, palette: &Palette, cell: Cell, kind: HazardKind) {
    let corner = viewport::cell_corner(cell);
    let line = |points: &[(f32, f32)], alpha: u8| {
        let stroke = Stroke::new(brush.lens.scaled_points_min(2.2, 1.4), with_alpha(palette.harm, alpha));
        let points = points.iter().map(|(x, y)| brush.lens.to_screen(corner + vec2(*x, *y))).collect();
        brush.painter.add(Shape::line(points, stroke));
    };
    match kind {
        HazardKind::Fire => {
            let foot = corner + vec2(0.5, 0.74);
            for (half, height, alpha) in [(0.20, 0.50, 130), (0.10, 0.28, 220)] {
                let tongue = [foot - vec2(half, 0.0), foot - vec2(0.0, height), foot + vec2(half, 0.0)];
                brush.fill_polygon(&tongue, with_alpha(palette.harm, alpha));
            }
        }
        HazardKind::Acid => {
            let middle = corner + vec2(0.5, 0.58);
            let round = (0..=8).map(|step| Vec2::angled(-0.5 + step as f32 / 8.0 * 4.14) * 0.13 + middle);
            let drop: Vec<Vec2> = round.chain([corner + vec2(0.5, 0.30)]).collect();
            brush.fill_polygon(&drop, with_alpha(palette.harm, 190));
        }
        HazardKind::Current => line(&[(0.58, 0.26), (0.42, 0.53), (0.58, 0.49), (0.42, 0.76)], 210),
        HazardKind::Wire => {
            line(&[(0.22, 0.5), (0.78, 0.5)], 190);
            for x in [0.34, 0.5, 0.66] {
                line(&[(x - 0.05, 0.42), (x + 0.05, 0.58)], 190);
                line(&[(x + 0.05, 0.42), (x - 0.05, 0.58)], 190);
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fog_thins_out_at_its_edge_and_a_little_beyond() {
        let east_of = |border: i32| move |dx: i32, _: i32| dx >= border;
        assert_eq!(fog_shares(east_of(-1)), [[1.0; 3]; 3], "fog all around");
        assert_eq!(fog_shares(east_of(0)), [[0.5, 1.0, 1.0]; 3], "no fog in the west");
        assert_eq!(fog_shares(east_of(1)), [[0.0, 0.0, 0.5]; 3], "fog only in the east");
        assert_eq!(fog_shares(|_, _| false), [[0.0; 3]; 3]);
    }
}
