//! Queries of rules about the map around an attack. The battle implements them, so that rules contain no geometry.

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

/// A barrier between an explosion and a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShelteringBarrier {
    /// The barrier in its present state.
    pub barrier: BarrierOnLine,
    /// Whether it is beside the unit.
    pub beside: bool,
    /// Height in centimetres.
    pub height_cm: u16,
}

/// Access to the terrain of a battle.
pub trait TerrainQuery: fmt::Debug + Send + Sync {
    /// Whether the step between two neighbouring squares is open.
    fn can_step(&self, from: Square, to: Square) -> bool;

    /// Whether an explosion in one square reaches another. `CS-RULING-18`.
    fn blast_reaches(&self, centre: Square, square: Square) -> bool;

    /// Barriers between an explosion and a body in another square, and the share of the body that they hide, in
    /// percent.
    fn shelters(&self, centre: Square, square: Square, prone: bool) -> (Vec<ShelteringBarrier>, u8);

    /// Objects within `metres` of a square: the name, and the square behind the object or filled by it.
    /// `AB-KNOCK-14`.
    fn nearby_objects(&self, square: Square, metres: u32) -> Vec<(String, Square)>;

    /// The nearest free square within `metres` that is outside an explosion or in cover from it; `straight` ignores
    /// anything in between. `AB-AREA-09`, `AB-AREA-10`.
    fn blast_escape(
        &self,
        from: Square,
        centre: Square,
        radius_m: u32,
        metres: u32,
        straight: bool,
    ) -> Option<Square>;
}

/// The squares of an attack, for knockback, falls and explosions.
#[derive(Clone, Debug)]
pub struct AttackSite {
    /// The map in its present state.
    pub terrain: Arc<dyn TerrainQuery>,
    /// The attacker's square.
    pub attacker: Square,
    /// The attacked square, or the one in front of the attacked barrier.
    pub target: Square,
}

/// Sites on the same map are equal if their squares are.
impl PartialEq for AttackSite {
    fn eq(&self, other: &Self) -> bool {
        (self.attacker, self.target) == (other.attacker, other.target)
            && Arc::ptr_eq(&self.terrain, &other.terrain)
    }
}

impl Eq for AttackSite {}
