//! Obstacles, ground and bodies as geometry sees them.

use model::BarrierId;
use serde::{Deserialize, Serialize};

/// One segment of a barrier, on an edge or in a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Obstacle {
    /// Id of the barrier segment, assigned by the creator of the map.
    pub id: BarrierId,
    /// Height above its ground, in centimetres.
    pub height_cm: u16,
    /// Whether it can be seen through. A transparent obstacle never blocks sight and hides nothing. `SS-BARR-08`,
    /// `SS-BARR-09`.
    pub transparent: bool,
    /// Whether it blocks movement.
    pub blocks_move: bool,
    /// Share of the edge or square that it fills, in percent; 100 is all of it.
    ///
    /// An opaque obstacle hides by this share, a transparent one by the remainder, its frame: a window or a doorway
    /// gives cover by what surrounds the opening (`SS-DEF-50`). Only an obstacle that fills everything blocks sight.
    pub width_pct: u8,
}

impl Obstacle {
    /// Whether it always blocks sight below its top: opaque, and without an opening.
    pub const fn stops_sight(&self) -> bool {
        !self.transparent && self.width_pct >= 100
    }

    /// Whether it shelters from a blast: without an opening, and as high as a standing body; transparent ones count.
    pub const fn is_solid(&self) -> bool {
        self.width_pct >= 100 && self.height_cm >= Body::STANDING.height_cm
    }

    /// Share that it hides of the area behind it and below its top, in percent.
    pub const fn hides_pct(&self) -> u8 {
        let filled = if self.width_pct > 100 { 100 } else { self.width_pct };
        if self.transparent { 100 - filled } else { filled }
    }
}

/// The ground of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TerrainCell {
    /// Additional cost of entering, in half metres.
    pub difficulty: u8,
    /// Height above (or below) the map's own level, in centimetres.
    pub height_cm: i16,
    /// Whether it cannot be entered.
    pub impassable: bool,
    /// Whether it can be climbed to any higher neighbouring ground, and back.
    pub ladder: bool,
}

/// Height difference in centimetres that can be walked; a greater one is climbed, or fallen.
pub const STEP_CM: i16 = 100;

/// A body, standing on the ground of its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Body {
    /// Height above the ground, in centimetres. Eyes and weapon are at the top.
    pub height_cm: u16,
}

impl Body {
    /// A standing body.
    pub const STANDING: Self = Self { height_cm: 180 };
    /// A prone body.
    pub const PRONE: Self = Self { height_cm: 40 };
}
