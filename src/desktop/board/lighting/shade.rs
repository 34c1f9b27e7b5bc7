//! Light without lamps: the rules' light level, the shadows of the sky's light, and darker ground beside walls.

use model::{Cell, CellSide};
use rules::Light;

use super::light_scene::LightScene;

/// Light of the sky and under roofs, linear; 1 shows the ground in its own colours. It comes on top of the glimmer.
const SKY: [f32; 3] = [0.326, 0.396, 0.493];
const ROOF: [f32; 3] = [0.15, 0.17, 0.2];
/// Light that no wall or object stops, so that floors and furniture can be told apart in the deepest shadow: cool, and blue
/// where the rules call it dark.
const GLIMMER: [f32; 3] = [0.163, 0.19, 0.243];
const DARK_GLIMMER: [f32; 3] = [0.119, 0.17, 0.289];
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
    let (base, glimmer) = (blended(base, scene, cell, x, y), blended(glimmer, scene, cell, x, y));
    [0, 1, 2].map(|part: usize| base[part] * factor + glimmer[part])
}

/// Returns the light of a square itself, which shadows take away.
fn base(scene: &LightScene, cell: Cell) -> [f32; 3] {
    let here = scene.cell(cell);
    let level = match here.level {
        Light::Normal => 1.0,
        Light::Low => 0.62,
        Light::Dark => 0.15,
    };
    let lift = 1.0 + (f32::from(here.ground_cm) / LIFT_CM).clamp(-0.3, 0.3);
    let colour = if here.indoors { ROOF } else { SKY };
    colour.map(|part| part * level * lift)
}

/// Returns the light of a square that shadows leave.
fn glimmer(scene: &LightScene, cell: Cell) -> [f32; 3] {
    match scene.cell(cell).level {
        Light::Normal | Light::Low => GLIMMER,
        Light::Dark => DARK_GLIMMER,
    }
}

/// Mixes a light of a square with that of its neighbours, so that levels change softly where no wall separates them.
fn blended(
    of_square: impl Fn(&LightScene, Cell) -> [f32; 3],
    scene: &LightScene,
    cell: Cell,
    x: f32,
    y: f32,
) -> [f32; 3] {
    let (dx, dy) = (x - cell.x as f32 - 0.5, y - cell.y as f32 - 0.5);
    let across = if dx < 0.0 { CellSide::West } else { CellSide::East };
    let down = if dy < 0.0 { CellSide::North } else { CellSide::South };
    let here = of_square(scene, cell);
    let beside = |from: Cell, side: CellSide| {
        let to = from.neighbour(side);
        (scene.grid.contains(to) && scene.wall(from, side).height_cm == 0).then_some(to)
    };
    let light = |to: Option<Cell>| to.map_or(here, |to| of_square(scene, to));
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use field::{Grid, Obstacle};
    use model::{BarrierId, Edge, ObstaclePosition};

    use super::super::light_scene::LitCell;
    use super::*;

    /// The mean colour of asphalt, the darkest ground, linear.
    const ASPHALT: [f32; 3] = [0.024, 0.043, 0.058];
    /// Least brightness of an unlit floor as a grey of 255: the ground around the map has 13.
    const LEAST_GREY: f32 = 21.0;

    fn luminance([red, green, blue]: [f32; 3]) -> f32 {
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Returns the grey of asphalt in a light.
    fn asphalt_grey(light: [f32; 3]) -> f32 {
        let lit = luminance([0, 1, 2].map(|part: usize| ASPHALT[part] * light[part]));
        (1.055 * lit.powf(1.0 / 2.4) - 0.055) * 255.0
    }

    /// The light of 9 x 9 squares without lamps: far from the wall in their west, and in its shadow beside it.
    fn unlit(level: Light, indoors: bool) -> [[f32; 3]; 2] {
        let mut grid = Grid::new(9, 9);
        let wall = Obstacle {
            id: BarrierId(1),
            height_cm: 300,
            transparent: false,
            blocks_move: true,
            width_pct: 100,
        };
        for y in 0..9 {
            let edge = Edge::new(Cell::new(3, y), CellSide::East);
            grid.set_obstacle(ObstaclePosition::Edge(edge), Some(wall));
        }
        let cell = LitCell { indoors, level, ..LitCell::default() };
        let scene = LightScene { grid: Arc::new(grid), cells: vec![cell; 81], emitters: Vec::new() };
        [8.5, 4.1].map(|x| ambient_at(&scene, x, 4.5))
    }

    #[test]
    fn floors_can_be_told_apart_in_the_deepest_shadow() {
        for (level, indoors) in [Light::Normal, Light::Low, Light::Dark]
            .into_iter()
            .flat_map(|level| [(level, false), (level, true)])
        {
            let [open, shadow] = unlit(level, indoors).map(asphalt_grey);
            assert!(shadow >= LEAST_GREY, "{level:?}, {indoors}: {shadow}");
            assert!(open > shadow + 0.2, "shadows can be seen: {open} and {shadow}");
        }
    }

    #[test]
    fn levels_of_light_differ_at_a_glance() {
        for indoors in [false, true] {
            let [normal, low, dark] =
                [Light::Normal, Light::Low, Light::Dark].map(|level| luminance(unlit(level, indoors)[0]));
            assert!(normal > 1.15 * low && low > 1.5 * dark, "{indoors}: {normal}, {low}, {dark}");
            let [red, _, blue] = unlit(Light::Dark, indoors)[0];
            let [red_before, _, blue_before] = unlit(Light::Low, indoors)[0];
            assert!(blue / red > 1.2 * blue_before / red_before, "the dark is blue as well");
        }
    }
}
