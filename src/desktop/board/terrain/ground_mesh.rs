//! Flat details of the ground: grid, edges of heights, banks of water, wear.

use bevy_egui::egui::{Color32, Rect, Vec2, vec2};

use super::space;
use crate::board::atlas::BoardAtlas;
use crate::board::brush::SHADE;
use crate::board::mesh_brush::{MeshBrush, linear};
use crate::board::viewport;
use crate::board::viewport::CELL_SIZE;
use crate::theme::{Palette, with_alpha};
use battle::BattleView;
use content::Tile;
use field::STEP_CM;
use model::{Cell, CellSide};

/// Darkness of the grid, of 255.
const GRID: u8 = 54;
/// Width of the shade below an edge, in squares.
const BANK: f32 = 0.3;
/// A height difference of this many centimetres has the darkest shade.
const FULL_BANK_CM: f32 = 250.0;

/// Draws the grid, the map's edge, the edges of heights and the hull of a ship.
pub(in crate::board) fn draw(view: &BattleView, palette: &Palette) -> MeshBrush {
    let field = view.field().grid();
    let mut mesh = MeshBrush::default();
    for cell in field.cells() {
        let height = field.ground(cell).height_cm;
        for side in CellSide::ALL {
            let beside = cell.neighbour(side);
            if field.contains(beside) && field.ground(beside).height_cm < height {
                draw_edge(&mut mesh, cell, side, height - field.ground(beside).height_cm, palette);
            }
        }
    }
    let (width, height) = (f32::from(field.width()), f32::from(field.height()));
    let line = with_alpha(Color32::from_rgb(6, 10, 14), GRID);
    for x in 1..field.width() {
        mesh.bar(vec2(x.into(), 0.0), vec2(x.into(), height), 1.0, line);
    }
    for y in 1..field.height() {
        mesh.bar(vec2(0.0, y.into()), vec2(width, y.into()), 1.0, line);
    }
    let corners = [Vec2::ZERO, vec2(width, 0.0), vec2(width, height), vec2(0.0, height)];
    for (at, next) in (0..4).map(|at| (at, (at + 1) % 4)) {
        mesh.bar(corners[at], corners[next], 3.0, SHADE);
    }
    space::draw_hull(&mut mesh, view);
    mesh
}

/// Draws an edge of higher ground: bright on top, with a shade on the ground below.
fn draw_edge(mesh: &mut MeshBrush, cell: Cell, side: CellSide, drop_cm: i16, palette: &Palette) {
    let corner = viewport::cell_corner(cell);
    let (from, to, out) = match side {
        CellSide::North => (corner, corner + vec2(1.0, 0.0), vec2(0.0, -1.0)),
        CellSide::East => (corner + vec2(1.0, 0.0), corner + vec2(1.0, 1.0), vec2(1.0, 0.0)),
        CellSide::South => (corner + vec2(0.0, 1.0), corner + vec2(1.0, 1.0), vec2(0.0, 1.0)),
        CellSide::West => (corner, corner + vec2(0.0, 1.0), vec2(-1.0, 0.0)),
    };
    let depth = (f32::from(drop_cm) / FULL_BANK_CM).clamp(0.25, 1.0);
    let dark = linear(with_alpha(SHADE, (190.0 * depth) as u8));
    let clear = linear(with_alpha(SHADE, 0));
    let away = out * (BANK * (0.5 + 0.5 * depth));
    mesh.shaded_quad([from, to, to + away, from + away], [dark, dark, clear, clear]);
    if drop_cm <= STEP_CM {
        // What can be walked up is drawn as steps.
        for step in [0.1, 0.2] {
            let aside = away.normalized() * step;
            mesh.bar(from + aside, to + aside, 1.3, with_alpha(palette.text, 60));
        }
    }
    let inwards = -out * (1.6 / CELL_SIZE);
    mesh.bar(from + inwards, to + inwards, 2.4, with_alpha(palette.text, 110));
    mesh.bar(from, to, 1.4, with_alpha(SHADE, 200));
}

/// Draws wear on the ground: cracks, stains, leaves, scattered by square.
pub(in crate::board) fn draw_wear(view: &BattleView, art: &BoardAtlas) -> MeshBrush {
    let mut mesh = MeshBrush::default();
    let bundle = view.setup().bundle();
    let grid = view.field().grid();
    let whole = vec2(f32::from(grid.width()), f32::from(grid.height()));
    for cell in grid.cells() {
        let tile = bundle.skirmish.map.terrain_at(cell).and_then(|id| bundle.terrains.get(id));
        let Some((names, share)) = tile.map(|terrain| wear_of(terrain.tile)) else { continue };
        if viewport::cell_fraction(cell, 41) >= share || names.is_empty() {
            continue;
        }
        let name = names[viewport::cell_hash(cell, 42) as usize % names.len()];
        let Some(picture) = art.sprite(name) else { continue };
        let size = 0.8 + 0.7 * viewport::cell_fraction(cell, 43);
        let off =
            vec2(viewport::cell_fraction(cell, 44), viewport::cell_fraction(cell, 45)) - Vec2::splat(0.5);
        // A turned picture ends within the map.
        let rim = Vec2::splat(size * std::f32::consts::FRAC_1_SQRT_2);
        let centre = (viewport::cell_centre(cell) + off * 0.6).clamp(rim, (whole - rim).max(rim));
        let turn = viewport::cell_fraction(cell, 46) * std::f32::consts::TAU;
        let alpha = 60 + (90.0 * viewport::cell_fraction(cell, 47)) as u8;
        let rect = Rect::from_center_size(centre.to_pos2(), Vec2::splat(size));
        mesh.sprite(rect, picture.uv, turn, with_alpha(Color32::WHITE, alpha));
    }
    mesh
}

/// Returns the pictures of wear on a tile, and the share of squares that have one.
fn wear_of(tile: Tile) -> (&'static [&'static str], f32) {
    match tile {
        Tile::Asphalt => (&["wear_crack", "wear_stain", "wear_crack", "wear_leaves"], 0.2),
        Tile::Pavement | Tile::Concrete | Tile::Roof => (&["wear_crack", "wear_stain", "wear_scuff"], 0.26),
        Tile::Dirt => (&["wear_pebbles", "wear_scuff"], 0.4),
        Tile::Grass => (&["wear_tuft", "wear_leaves"], 0.5),
        Tile::Rubble => (&["wear_pebbles"], 0.5),
        Tile::Metal | Tile::Deck => (&["wear_stain", "wear_scuff"], 0.2),
        Tile::Wood => (&["wear_scuff"], 0.22),
        Tile::Carpet => (&["wear_stain"], 0.08),
        Tile::Water | Tile::Void | Tile::Breach => (&[], 0.0),
    }
}
