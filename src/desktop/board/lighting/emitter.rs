//! Light sources, and the colours of their light.

use content::{Glow, Hue};
use field::{LIGHT_PARTS, LightPoint};
use model::{Cell, CellSide, Edge};
use rules::Light;

use super::light_scene::LightScene;
use super::rooms::RoomLamp;

/// Colour of lamps, in linear light.
const WARM: [f32; 3] = [1.0, 0.79, 0.5];
const COOL: [f32; 3] = [0.36, 0.52, 1.0];
/// Light of the sky that comes in through windows.
const SKY: [f32; 3] = [0.42, 0.58, 0.86];
/// Distance of the sky behind a window, in parts of a square.
const SKY_DISTANCE: i32 = LIGHT_PARTS * 5 / 8;

/// Something that shines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Emitter {
    /// Where it is.
    pub at: LightPoint,
    /// How far it reaches, in squares.
    pub reach: f32,
    /// Its colour in linear light, times its strength.
    pub colour: [f32; 3],
    /// Half of its extent, in parts of a square: the larger, the softer are shadows.
    pub size: i32,
    /// Lights only what is under a roof: the sky in a window.
    pub indoors_only: bool,
}

/// Returns the lamp of a room.
pub(crate) fn ceiling_lamp(lamp: RoomLamp) -> Emitter {
    let (colour, strength) = if lamp.cool { (COOL, 0.95) } else { (WARM, 1.75) };
    Emitter {
        at: LightPoint::centre(lamp.cell),
        reach: lamp.reach,
        colour: scaled(colour, strength),
        size: 13,
        indoors_only: false,
    }
}

/// Returns the light of an object or of the ground.
pub(crate) fn glow(cell: Cell, glow: Glow) -> Emitter {
    let (colour, strength) = match glow.hue {
        Hue::Warm => (WARM, 1.5),
        Hue::White => ([0.9, 0.95, 1.0], 0.8),
        Hue::Cool => (COOL, 1.1),
        Hue::Cyan => ([0.2, 0.85, 0.95], 0.7),
        Hue::Green => ([0.35, 0.9, 0.25], 0.7),
        Hue::Red => ([1.0, 0.22, 0.16], 0.8),
    };
    Emitter {
        at: LightPoint::centre(cell),
        reach: f32::from(glow.reach),
        colour: scaled(colour, strength),
        size: 9,
        indoors_only: false,
    }
}

/// Returns the light of flames.
pub(crate) fn fire(cell: Cell) -> Emitter {
    Emitter {
        at: LightPoint::centre(cell),
        reach: 4.2,
        colour: [1.15, 0.5, 0.14],
        size: 21,
        indoors_only: false,
    }
}

/// Returns the light of the sky in a window between a room and the outside.
pub(crate) fn window(scene: &LightScene, edge: Edge) -> Option<Emitter> {
    let [one, other] = edge.cells();
    let (inside, outside) = match (scene.cell(one).indoors, scene.cell(other).indoors) {
        (true, false) => (one, other),
        (false, true) => (other, one),
        _ => return None,
    };
    if !scene.grid.contains(inside) || !scene.grid.contains(outside) {
        return None;
    }
    let dim = match scene.cell(outside).level {
        Light::Normal => 0.34,
        Light::Low => 0.2,
        Light::Dark => return None,
    };
    let half = LIGHT_PARTS / 2;
    let centre = LightPoint::centre(inside);
    let (x, y) = match CellSide::ALL.into_iter().find(|side| inside.neighbour(*side) == outside)? {
        CellSide::North => (0, -1),
        CellSide::East => (1, 0),
        CellSide::South => (0, 1),
        CellSide::West => (-1, 0),
    };
    let away = half + SKY_DISTANCE;
    let at = LightPoint { x: centre.x + x * away, y: centre.y + y * away };
    Some(Emitter { at, reach: 4.6, colour: scaled(SKY, dim), size: 15, indoors_only: true })
}

fn scaled(colour: [f32; 3], strength: f32) -> [f32; 3] {
    colour.map(|part| part * strength)
}
