//! The surroundings of a ship: stars and a planet below and around it, its hull around the map, and the torn edges of holes in
//! it. A map is in space where a square of it is open to space.

use bevy_egui::egui::{Color32, Rect, Vec2, pos2, vec2};

use crate::board::mesh_brush::{MeshBrush, linear};
use crate::board::viewport;
use crate::board::viewport::CELL_SIZE;
use crate::theme::with_alpha;
use battle::BattleView;
use content::Tile;
use model::{Cell, CellSide};

/// How far stars and space are drawn around the map, in squares: space as far as the farthest view shows.
const STAR_MARGIN: i32 = 28;
const SPACE_MARGIN: f32 = 60.0;
/// Colour of space.
const BLACK: Color32 = Color32::from_rgb(0x03, 0x05, 0x09);
/// Most stars in a square, the share of them that is there, and the share of those that is bright.
const STARS_IN_SQUARE: u32 = 2;
const STARS: f32 = 0.85;
const BRIGHT: f32 = 0.05;
/// Colours of stars.
const STAR_COLOURS: [Color32; 4] = [
    Color32::from_rgb(0xE8, 0xEE, 0xF6),
    Color32::from_rgb(0xB4, 0xCD, 0xF4),
    Color32::from_rgb(0xF4, 0xDF, 0xBC),
    Color32::from_rgb(0xCF, 0xD8, 0xE4),
];
/// Radius of the planet, how far its limb is below the map, and the share of the width of the map at which its top is. In squares.
const PLANET_RADIUS: f32 = 34.0;
const PLANET_GAP: f32 = 1.1;
const PLANET_SIDE: f32 = 0.72;
/// Sides of the drawn planet.
const PLANET_SIDES: usize = 240;
/// Distance from the limb, in squares, and colour of what is there, from within the planet outwards.
const PLANET_BANDS: [(f32, Color32); 6] = [
    (-PLANET_RADIUS, Color32::from_rgb(0x0A, 0x12, 0x1C)),
    (-6.0, Color32::from_rgb(0x0C, 0x19, 0x28)),
    (-1.6, Color32::from_rgb(0x15, 0x30, 0x47)),
    (-0.22, Color32::from_rgb(0x2E, 0x66, 0x86)),
    (-0.04, Color32::from_rgb(0x9A, 0xD4, 0xE8)),
    (0.0, Color32::from_rgb(0x4A, 0x93, 0xB8)),
];
/// How far the air of the planet shines, in squares.
const PLANET_AIR: f32 = 0.7;

/// Thickness of the hull, and of the bulkhead at its inner side, in squares.
const HULL: f32 = 0.5;
const BULKHEAD: f32 = 0.13;
/// Colours of the plates of the hull, its bulkhead, its seams and its torn edges.
const PLATE: Color32 = Color32::from_rgb(0x2F, 0x39, 0x43);
const FRAME: Color32 = Color32::from_rgb(0x6C, 0x7A, 0x87);
const SEAM: Color32 = Color32::from_rgb(0x0B, 0x10, 0x16);
const TORN: Color32 = Color32::from_rgb(0x52, 0x60, 0x6C);
const TORN_EDGE: Color32 = Color32::from_rgb(0x86, 0x93, 0x9F);
/// Teeth of a torn edge on the side of a square, and their least and greatest length in squares.
const TEETH: u8 = 4;
const TOOTH: [f32; 2] = [0.03, 0.32];
/// Share of the squares of a hole that a beam still crosses.
const BEAMS: f32 = 0.6;

/// Whether a square of the map is open to space.
pub(in crate::board) fn is_breach(view: &BattleView, cell: Cell) -> bool {
    view.terrain_at(cell).is_some_and(|terrain| terrain.tile == Tile::Breach)
}

/// Whether the map is a ship in space.
pub(crate) fn is_in_space(view: &BattleView) -> bool {
    let bundle = view.setup().bundle();
    let is_open = |id: &String| bundle.terrains.get(id).is_some_and(|terrain| terrain.tile == Tile::Breach);
    bundle.skirmish.map.palette.iter().any(is_open)
        && view.field().grid().cells().any(|cell| is_breach(view, cell))
}

/// Returns the number of columns and rows of a ship; `None` for any other map.
pub(super) fn ship_size(view: &BattleView) -> Option<(u16, u16)> {
    let grid = view.field().grid();
    is_in_space(view).then(|| (grid.width(), grid.height()))
}

/// Draws space below and around a ship; nothing for any other map.
pub(in crate::board) fn draw_backdrop(view: &BattleView) -> MeshBrush {
    let mut mesh = MeshBrush::default();
    if let Some((width, height)) = ship_size(view) {
        draw_stars(&mut mesh, (i32::from(width), i32::from(height)));
        draw_planet(&mut mesh, vec2(f32::from(width), f32::from(height)));
    }
    mesh
}

/// Draws stars on black.
fn draw_stars(mesh: &mut MeshBrush, (width, height): (i32, i32)) {
    let map = Rect::from_min_max(pos2(0.0, 0.0), pos2(width as f32, height as f32));
    mesh.rect(map.expand(SPACE_MARGIN), BLACK);
    let squares = (-STAR_MARGIN..height + STAR_MARGIN)
        .flat_map(|y| (-STAR_MARGIN..width + STAR_MARGIN).map(move |x| Cell::new(x, y)))
        .flat_map(|cell| (0..STARS_IN_SQUARE).map(move |star| (cell, 100 + 10 * star)));
    for (cell, salt) in squares.filter(|(cell, salt)| viewport::cell_fraction(*cell, *salt) < STARS) {
        draw_star(mesh, cell, salt);
    }
}

/// Draws a star in a square, whose place and brightness follow from a number.
fn draw_star(mesh: &mut MeshBrush, cell: Cell, salt: u32) {
    let at = viewport::cell_corner(cell)
        + vec2(viewport::cell_fraction(cell, salt + 1), viewport::cell_fraction(cell, salt + 2));
    let colour = STAR_COLOURS[viewport::cell_hash(cell, salt + 3) as usize % STAR_COLOURS.len()];
    let is_bright = viewport::cell_fraction(cell, salt + 4) < BRIGHT;
    let share = viewport::cell_fraction(cell, salt + 5);
    if is_bright {
        let ray = vec2(0.05 + 0.05 * share, 0.0);
        let ends = [with_alpha(colour, 120), with_alpha(colour, 0)];
        for way in [ray, -ray, ray.rot90(), -ray.rot90()] {
            mesh.shaded_bar((at, at + way), 1.2, ends);
        }
    }
    let pixels = if is_bright { 2.4 + share } else { 1.1 + share };
    let alpha = if is_bright { 255 } else { 70 + (150.0 * share) as u8 };
    mesh.stone(at, pixels, std::f32::consts::FRAC_PI_4, with_alpha(colour, alpha));
}

/// Draws the limb of a planet below a map of that size.
fn draw_planet(mesh: &mut MeshBrush, size: Vec2) {
    let centre = vec2(PLANET_SIDE * size.x, size.y + PLANET_GAP + PLANET_RADIUS);
    let air = linear(PLANET_BANDS[PLANET_BANDS.len() - 1].1);
    let bands = PLANET_BANDS.map(|(off, colour)| (PLANET_RADIUS + off, linear(colour)));
    let glow = (PLANET_RADIUS, [air[0], air[1], air[2], 0.45]);
    let clear = (PLANET_RADIUS + PLANET_AIR, [air[0], air[1], air[2], 0.0]);
    let way = |side: usize| Vec2::angled(side as f32 * std::f32::consts::TAU / PLANET_SIDES as f32);
    let rings = bands.windows(2).map(|pair| (pair[0], pair[1])).chain([(glow, clear)]);
    for ((inner, dark), (outer, bright)) in rings {
        // The upper half: what is farther down is never in view.
        for side in PLANET_SIDES / 2..PLANET_SIDES {
            let (from, to) = (way(side), way(side + 1));
            let corners = [from * inner, to * inner, to * outer, from * outer].map(|off| centre + off);
            mesh.shaded_quad(corners, [dark, dark, bright, bright]);
        }
    }
}

/// Draws the hull around a ship, and the torn edges of the holes in it; nothing for any other map.
pub(super) fn draw_hull(mesh: &mut MeshBrush, view: &BattleView) {
    if !is_in_space(view) {
        return;
    }
    let grid = view.field().grid();
    for cell in grid.cells() {
        let is_open = is_breach(view, cell);
        if is_open && viewport::cell_fraction(cell, 71) < BEAMS {
            draw_beam(mesh, cell);
        }
        for side in CellSide::ALL {
            let beside = cell.neighbour(side);
            match (grid.contains(beside), is_open) {
                (true, true) if !is_breach(view, beside) => draw_torn_edge(mesh, cell, side),
                (false, false) => draw_plate(mesh, cell, side),
                _ => {}
            }
        }
    }
    let (right, bottom) = (i32::from(grid.width()) - 1, i32::from(grid.height()) - 1);
    for cell in [Cell::new(0, 0), Cell::new(right, 0), Cell::new(right, bottom), Cell::new(0, bottom)] {
        if !is_breach(view, cell) {
            draw_corner(mesh, cell, (right, bottom));
        }
    }
}

/// Returns both ends of a side of a square, and the direction out of the square.
fn side_ends(cell: Cell, side: CellSide) -> (Vec2, Vec2, Vec2) {
    let corner = viewport::cell_corner(cell);
    match side {
        CellSide::North => (corner, corner + vec2(1.0, 0.0), vec2(0.0, -1.0)),
        CellSide::East => (corner + vec2(1.0, 0.0), corner + vec2(1.0, 1.0), vec2(1.0, 0.0)),
        CellSide::South => (corner + vec2(0.0, 1.0), corner + vec2(1.0, 1.0), vec2(0.0, 1.0)),
        CellSide::West => (corner, corner + vec2(0.0, 1.0), vec2(-1.0, 0.0)),
    }
}

/// Draws a plate of the hull outside of a square at the rim of the map: a bulkhead, a plate with a seam, and a bright outer edge.
fn draw_plate(mesh: &mut MeshBrush, cell: Cell, side: CellSide) {
    let (from, to, out) = side_ends(cell, side);
    let strip = |mesh: &mut MeshBrush, [near, far]: [f32; 2], [dark, bright]: [Color32; 2]| {
        let corners = [from + out * near, to + out * near, to + out * far, from + out * far];
        let (dark, bright) = (linear(dark), linear(bright));
        mesh.shaded_quad(corners, [dark, dark, bright, bright]);
    };
    strip(mesh, [0.0, BULKHEAD], [FRAME, TORN]);
    strip(mesh, [BULKHEAD, HULL], [PLATE, TORN]);
    mesh.bar(from + out * BULKHEAD, to + out * BULKHEAD, 1.6, SEAM);
    mesh.bar(from + out * HULL, to + out * HULL, 1.6, FRAME);
    let rib = |mesh: &mut MeshBrush, at: Vec2, pixels: f32| {
        mesh.bar(at + out * BULKHEAD, at + out * HULL, pixels, with_alpha(SEAM, 210));
    };
    rib(mesh, from, 2.0);
    rib(mesh, to, 2.0);
    rib(mesh, from + (to - from) * 0.5, 1.0);
    for share in [0.12, 0.38, 0.62, 0.88] {
        mesh.stone(from + (to - from) * share + out * (HULL - 0.1), 2.0, 0.0, with_alpha(SEAM, 180));
    }
}

/// Draws the corner of the hull beside a corner of the map.
fn draw_corner(mesh: &mut MeshBrush, cell: Cell, (right, bottom): (i32, i32)) {
    let across = if cell.x == right { 1.0 } else { -1.0 };
    let down = if cell.y == bottom { 1.0 } else { -1.0 };
    let at = vec2(
        if cell.x == right { cell.x as f32 + 1.0 } else { 0.0 },
        if cell.y == bottom { cell.y as f32 + 1.0 } else { 0.0 },
    );
    let block = |size: f32, colour: Color32, mesh: &mut MeshBrush| {
        mesh.rect(Rect::from_two_pos(at.to_pos2(), (at + vec2(across, down) * size).to_pos2()), colour);
    };
    block(HULL, PLATE, mesh);
    block(BULKHEAD, FRAME, mesh);
    let end = at + vec2(across, down) * HULL;
    mesh.bar(at + vec2(across * HULL, 0.0), end, 1.6, FRAME);
    mesh.bar(at + vec2(0.0, down * HULL), end, 1.6, FRAME);
}

/// Draws the torn deck that stands out into a hole from one of the sides of its square.
fn draw_torn_edge(mesh: &mut MeshBrush, cell: Cell, side: CellSide) {
    let (from, to, out) = side_ends(cell, side);
    let point = |tooth: u8| from + (to - from) * (f32::from(tooth) / f32::from(TEETH));
    let tip = |tooth: u8| {
        let at = point(tooth);
        // The same length from both squares that share a corner.
        let spot = Cell::new((at.x * 16.0).round() as i32, (at.y * 16.0).round() as i32);
        let share = viewport::cell_fraction(spot, 72);
        let long = if tooth.is_multiple_of(2) { 0.5 * share } else { 0.35 + 0.65 * share };
        // Its ends stay at the corners of the square.
        let is_end = tooth == 0 || tooth == TEETH;
        let aside = if is_end { 0.0 } else { 0.2 * (viewport::cell_fraction(spot, 75) - 0.5) };
        at + (to - from) * aside - out * (TOOTH[0] + (TOOTH[1] - TOOTH[0]) * long)
    };
    for (tooth, next) in (0..TEETH).map(|tooth| (tooth, tooth + 1)) {
        let (dark, bright) = (linear(SEAM), linear(TORN));
        let corners = [point(tooth), point(next), tip(next), tip(tooth)];
        mesh.shaded_quad(corners, [dark, dark, bright, bright]);
        mesh.bar(tip(tooth), tip(next), 1.4, TORN_EDGE);
    }
    mesh.bar(from, to, 2.0, with_alpha(SEAM, 200));
}

/// Draws a beam of the deck that still crosses a square of a hole, at the same height as in the squares of its row.
fn draw_beam(mesh: &mut MeshBrush, cell: Cell) {
    let height = 0.25 + 0.5 * viewport::cell_fraction(Cell::new(0, cell.y), 73);
    let from = viewport::cell_corner(cell) + vec2(0.0, height);
    let to = from + vec2(1.0, 0.0);
    let light = vec2(0.0, -1.2 / CELL_SIZE);
    mesh.bar(from, to, 6.0, SEAM);
    mesh.bar(from, to, 4.0, PLATE);
    mesh.bar(from + light, to + light, 1.2, TORN);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::tests::shipped_battle;

    /// Counts the corners of triangles within a rectangle.
    fn corners_in(mesh: &MeshBrush, place: Rect) -> usize {
        mesh.triangles().flatten().filter(|corner| place.contains(corner.at.to_pos2())).count()
    }

    #[test]
    fn only_a_ship_in_space_has_stars_and_a_hull_around_it() {
        for (skirmish, in_space) in [("derelict", true), ("warehouse", false), ("foundry", false)] {
            let mut world = shipped_battle(skirmish);
            battle::with_view(&mut world, |view| {
                assert_eq!(is_in_space(view), in_space, "{skirmish}");
                assert_eq!(!draw_backdrop(view).is_empty(), in_space, "{skirmish}");
                let mut hull = MeshBrush::default();
                draw_hull(&mut hull, view);
                assert_eq!(!hull.is_empty(), in_space, "{skirmish}");
            });
        }
    }

    #[test]
    fn the_hull_is_open_where_the_hole_reaches_the_rim() {
        let mut world = shipped_battle("derelict");
        battle::with_view(&mut world, |view| {
            let open = Cell::new(10, 0);
            assert!(is_breach(view, open) && is_breach(view, Cell::new(11, 0)));
            let mut hull = MeshBrush::default();
            draw_hull(&mut hull, view);
            // Plates end at the squares beside the hole.
            let outside =
                |left: f32, right: f32| Rect::from_min_max(pos2(left, -HULL - 0.1), pos2(right, -0.2));
            assert_eq!(corners_in(&hull, outside(10.2, 11.8)), 0);
            assert!(corners_in(&hull, outside(8.2, 9.8)) > 0);
        });
    }

    #[test]
    fn torn_edges_stand_out_into_the_hole_only() {
        let mut mesh = MeshBrush::default();
        draw_torn_edge(&mut mesh, Cell::new(4, 2), CellSide::West);
        let reach = mesh.triangles().flatten().map(|corner| corner.at.x);
        let (least, most) = reach.fold((f32::MAX, f32::MIN), |(least, most), x| (least.min(x), most.max(x)));
        assert!(least > 3.9 && (4.1..4.0 + TOOTH[1] + 0.1).contains(&most), "{least} to {most}");
    }
}
