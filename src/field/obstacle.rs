//! What geometry knows of things: obstacles, ground, bodies.

use serde::{Deserialize, Serialize};

/// What stands on an edge or in a square: one segment of a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Obstacle {
    /// Number of the barrier segment, given by whoever draws the map.
    pub id: u32,
    /// Height above its ground, in centimetres.
    pub height_cm: u16,
    /// Whether one sees through it. A pane never blocks sight and hides nothing. `SS-BARR-08`, `SS-BARR-09`.
    pub transparent: bool,
    /// Whether nobody can walk through it.
    pub blocks_move: bool,
    /// Share of the edge or square that it fills, in percent; 100 is all of it.
    ///
    /// An opaque obstacle hides by this share, a transparent one by what is left, its frame: a window or a
    /// doorway covers with what surrounds the opening (`SS-DEF-50`). Only a whole one stops sight.
    pub width_pct: u8,
}

impl Obstacle {
    /// Whether sight never passes it below its top: opaque, and without an opening.
    pub const fn stops_sight(&self) -> bool {
        !self.transparent && self.width_pct >= 100
    }

    /// Whether it shadows a blast: without an opening, and as high as a standing body; panes count.
    pub const fn is_solid(&self) -> bool {
        self.width_pct >= 100 && self.height_cm >= Body::STANDING.height_cm
    }

    /// Share of what lies behind it and below its top that it hides, in percent.
    pub const fn hides_pct(&self) -> u8 {
        let filled = if self.width_pct > 100 { 100 } else { self.width_pct };
        if self.transparent { 100 - filled } else { filled }
    }
}

/// The floor of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TerrainCell {
    /// What entering costs on top of the step, in half metres.
    pub difficulty: u8,
    /// Height above (or below) the map's own level, in centimetres.
    pub height_cm: i16,
    /// Whether nobody can enter.
    pub impassable: bool,
    /// Whether one climbs from here to whatever higher ground is beside it, and back.
    pub ladder: bool,
}

/// A difference of ground, in centimetres, that is walked; what is more is climbed, or fallen.
pub const STEP_CM: i16 = 100;

/// The body of somebody on the map, standing on its square's ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Body {
    /// Height above the ground, in centimetres. Eyes and weapon are at the top.
    pub height_cm: u16,
}

impl Body {
    /// Somebody on their feet.
    pub const STANDING: Self = Self { height_cm: 180 };
    /// Somebody lying down.
    pub const PRONE: Self = Self { height_cm: 40 };
}
