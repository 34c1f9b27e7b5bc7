//! Light without lamps: the rules' light level, the shadows of the sky's light, and darker ground beside walls.

use model::{Cell, CellSide};
use rules::Light;

use super::light_scene::LightScene;

/// Light of the sky and under roofs, linear; 1 shows the ground in its own colours.
const SKY: [f32; 3] = [0.37, 0.45, 0.56];
const ROOF: [f32; 3] = [0.24, 0.27, 0.32];
/// Share of the sky's light that is left in a shadow.
const SHADOW: f32 = 0.5;
/// A shadow is a square long for every so many centimetres of height.
const CM_PER_SQUARE: f32 = 260.0;
/// Ground this many centimetres higher is twice as bright, within limits.
const LIFT_CM: f32 = 900.0;
/// Where the light of the sky comes from, as a direction on the map.
const SUN: (f32, f32) = (-0.62, -0.785);
/// Turns of the sun over which a shadow fades, in radians.
const SOFTNESS: [f32; 3] = [-0.16, 0.0, 0.16];
/// Steps along a shadow, and their length in squares.
const STEPS: i32 = 8;
const STEP: f32 = 0.17;
/// Lowest height of a tree's canopy and its radius in squares.
const CANOPY: (f32, f32) = (220.0, 0.82);
/// Top of a canopy, in centimetres.
const CANOPY_TOP: f32 = 480.0;
/// How far the dark beside walls reaches, in squares.
const CONTACT: f32 = 0.34;

/// Returns the factor of lamps in a square of a light level: what the rules call dark stays dark.
pub(super) const fn lamp_share(level: Light) -> f32 {
    match level {
        Light::Normal => 1.0,
        Light::Low => 0.55,
        Light::Dark => 0.16,
    }
}

/// Returns the light at a map position without lamps, linear.
pub(super) fn ambient_at(scene: &LightScene, x: f32, y: f32) -> [f32; 3] {
    let cell = Cell::new(x.floor() as i32, y.floor() as i32);
    let factor = if scene.cell(cell).indoors { 1.0 } else { sky_share(scene, cell, x, y) };
    let factor = factor * contact_share(scene, cell, x, y);
    blended_base(scene, cell, x, y).map(|part| part * factor)
}

/// Returns the light of a square itself.
fn base(scene: &LightScene, cell: Cell) -> [f32; 3] {
    let here = scene.cell(cell);
    let level = match here.level {
        Light::Normal => 1.0,
        Light::Low => 0.62,
        Light::Dark => 0.34,
    };
    let lift = 1.0 + (f32::from(here.ground_cm) / LIFT_CM).clamp(-0.3, 0.3);
    let colour = if here.indoors { ROOF } else { SKY };
    colour.map(|part| part * level * lift)
}

/// Mixes the light of a square with that of its neighbours, so that levels change softly where no wall separates them.
fn blended_base(scene: &LightScene, cell: Cell, x: f32, y: f32) -> [f32; 3] {
    let (dx, dy) = (x - cell.x as f32 - 0.5, y - cell.y as f32 - 0.5);
    let across = if dx < 0.0 { CellSide::West } else { CellSide::East };
    let down = if dy < 0.0 { CellSide::North } else { CellSide::South };
    let here = base(scene, cell);
    let beside = |from: Cell, side: CellSide| {
        let to = from.neighbour(side);
        (scene.grid.contains(to) && scene.wall(from, side).height_cm == 0).then_some(to)
    };
    let light = |to: Option<Cell>| to.map_or(here, |to| base(scene, to));
    let (column, row) = (beside(cell, across), beside(cell, down));
    let corner = column.and_then(|to| beside(to, down)).or_else(|| row.and_then(|to| beside(to, across)));
    let (u, v) = (dx.abs(), dy.abs());
    let parts = [(here, (1.0 - u) * (1.0 - v)), (light(column), u * (1.0 - v))];
    let others = [(light(row), (1.0 - u) * v), (light(corner), u * v)];
    let mut sum = [0.0; 3];
    for (colour, share) in parts.into_iter().chain(others) {
        for (total, part) in sum.iter_mut().zip(colour) {
            *total += part * share;
        }
    }
    sum
}

/// Returns the share of the sky's light that reaches a position: less in the shadow of walls, objects, trees and
/// higher ground.
fn sky_share(scene: &LightScene, cell: Cell, x: f32, y: f32) -> f32 {
    let lit = SOFTNESS.iter().filter(|turn| !is_shadowed(scene, cell, (x, y), **turn)).count();
    SHADOW + (1.0 - SHADOW) * lit as f32 / SOFTNESS.len() as f32
}

/// Returns the height of what a square is seen as from above: its ground and the object on it.
fn surface_cm(scene: &LightScene, cell: Cell) -> f32 {
    let here = scene.cell(cell);
    f32::from(here.ground_cm) + f32::from(here.object_cm)
}

fn is_shadowed(scene: &LightScene, start: Cell, (x, y): (f32, f32), turn: f32) -> bool {
    let (sin, cos) = turn.sin_cos();
    let way = (SUN.0 * cos - SUN.1 * sin, SUN.0 * sin + SUN.1 * cos);
    let floor = surface_cm(scene, start);
    let mut before = start;
    for step in 1..=STEPS {
        let distance = STEP * step as f32;
        let (px, py) = (x + way.0 * distance, y + way.1 * distance);
        let needed = floor + distance * CM_PER_SQUARE;
        let cell = Cell::new(px.floor() as i32, py.floor() as i32);
        if cell != before {
            let east_west = if cell.x > before.x { CellSide::East } else { CellSide::West };
            let north_south = if cell.y > before.y { CellSide::South } else { CellSide::North };
            let corner = Cell::new(cell.x, before.y);
            let crossed = [
                (cell.x != before.x).then_some((before, east_west)),
                (cell.y != before.y).then_some((corner, north_south)),
            ];
            let ground = f32::from(scene.cell(before).ground_cm.max(scene.cell(cell).ground_cm));
            let shades = |(at, side)| {
                let wall = scene.wall(at, side);
                !wall.clear && ground + f32::from(wall.height_cm) > needed
            };
            if crossed.into_iter().flatten().any(shades) {
                return true;
            }
            before = cell;
        }
        if cell != start && scene.grid.contains(cell) && surface_cm(scene, cell) > needed {
            return true;
        }
        if is_under_canopy(scene, cell, (px, py), needed) {
            return true;
        }
    }
    false
}

/// Whether light at this height is held up by the canopy of a tree.
fn is_under_canopy(scene: &LightScene, cell: Cell, (x, y): (f32, f32), height: f32) -> bool {
    let around = (0..9).map(|part| Cell::new(cell.x + part % 3 - 1, cell.y + part / 3 - 1));
    around.filter(|at| scene.cell(*at).tree).any(|at| {
        let ground = f32::from(scene.cell(at).ground_cm);
        let (dx, dy) = (x - at.x as f32 - 0.5, y - at.y as f32 - 0.5);
        (ground + CANOPY.0..ground + CANOPY_TOP).contains(&height) && dx * dx + dy * dy < CANOPY.1 * CANOPY.1
    })
}

/// Returns the share of light beside walls, objects and higher ground, where corners are dark.
pub(super) fn contact_share(scene: &LightScene, cell: Cell, x: f32, y: f32) -> f32 {
    let here = surface_cm(scene, cell);
    let (u, v) = (x - cell.x as f32, y - cell.y as f32);
    let mut share = 1.0_f32;
    for (side, distance) in
        [(CellSide::West, u), (CellSide::East, 1.0 - u), (CellSide::North, v), (CellSide::South, 1.0 - v)]
    {
        if distance >= CONTACT {
            continue;
        }
        let beside = cell.neighbour(side);
        let wall = scene.wall(cell, side);
        let ground = f32::from(scene.cell(cell).ground_cm);
        let above = if wall.clear { 0.0 } else { ground + f32::from(wall.height_cm) - here };
        let rise = if scene.grid.contains(beside) { surface_cm(scene, beside) - here } else { 0.0 };
        let height = above.max(rise);
        if height > 30.0 {
            let near = 1.0 - distance / CONTACT;
            share *= 1.0 - 0.5 * (height / 200.0).min(1.0) * near * near;
        }
    }
    share
}
