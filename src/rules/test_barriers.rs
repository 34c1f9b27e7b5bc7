//! Barriers for tests.

use crate::BarrierOnLine;
use model::{BarrierId, BarrierSource};

/// An opaque barrier without damage, 10 cm thick, with this structure and armour.
pub(crate) fn intact_wall(id: u32, name: &str, (structure, armor): (u32, u32)) -> BarrierOnLine {
    BarrierOnLine {
        id: BarrierSource::Segment(BarrierId(id)),
        name: name.to_owned(),
        structure,
        armor,
        thickness_cm: 10,
        damage: 0,
        transparent: false,
        glass_pct: 100,
        sharp: false,
    }
}
