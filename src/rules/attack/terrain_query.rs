//! What rules may ask of the map around an attack: the battlefield answers, so that no rule knows geometry.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::BarrierOnLine;

/// A square of the map: columns to the east, rows to the south.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Square {
    pub x: i32,
    pub y: i32,
}

/// A barrier between an explosion and somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShelteringBarrier {
    /// The barrier as it is.
    pub barrier: BarrierOnLine,
    /// It stands beside whoever it may shelter.
    pub beside: bool,
    /// Its height in centimetres.
    pub height_cm: u16,
}

/// The lay of the land.
pub trait TerrainQuery: fmt::Debug + Send + Sync {
    /// Whether nothing bars the step between two neighbouring squares.
    fn can_step(&self, from: Square, to: Square) -> bool;

    /// Whether an explosion in one square reaches another. `CS-RULING-18`.
    fn blast_reaches(&self, centre: Square, square: Square) -> bool;

    /// What lies between an explosion and a body on another square, and how much of the body it hides in percent.
    fn shelters(&self, centre: Square, square: Square, prone: bool) -> (Vec<ShelteringBarrier>, u8);

    /// What stands within so many metres of a square: its name, and the square that is behind it or that it fills.
    /// `AB-KNOCK-14`.
    fn nearby_objects(&self, square: Square, metres: u32) -> Vec<(String, Square)>;

    /// The nearest free square to which somebody gets out of an explosion within so many metres, or into cover from it;
    /// `straight` over whatever lies between. `AB-AREA-09`, `AB-AREA-10`.
    fn blast_escape(
        &self,
        from: Square,
        centre: Square,
        radius_m: u32,
        metres: u32,
        straight: bool,
    ) -> Option<Square>;
}

/// Where on the map an attack is made: for what flies on, falls down or goes off.
#[derive(Clone, Debug)]
pub struct AttackSite {
    /// The map as it stands.
    pub terrain: Arc<dyn TerrainQuery>,
    /// The attacker's square.
    pub attacker: Square,
    /// The square that is attacked, or the one in front of the barrier.
    pub target: Square,
}

/// Spots of one map are equal if their squares are.
impl PartialEq for AttackSite {
    fn eq(&self, other: &Self) -> bool {
        (self.attacker, self.target) == (other.attacker, other.target)
            && Arc::ptr_eq(&self.terrain, &other.terrain)
    }
}

impl Eq for AttackSite {}
