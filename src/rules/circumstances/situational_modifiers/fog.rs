//! Fog, smoke, mist and deep shadow, as one condition of a square. Chapter FOG.

use crate::circumstances::{GroundConditions, Surroundings, Switches};
use dice::Modifiers;

/// Adds the fog penalty of BS tests; WS tests have none. `CS-FOG-01`, `CS-FOG-04` to `CS-FOG-06`,
/// `CS-RULING-07`.
pub fn add_shot_penalty(surroundings: &Surroundings, switches: &Switches, parts: &mut Modifiers) {
    if surroundings.target.obscured {
        parts.add(-20, "target in fog, smoke or shadow", "CS-FOG-01");
    } else if switches.fog_line && surroundings.obscured_between {
        parts.add(-20, "fog, smoke or shadow on the line of sight", "CS-FOG-06");
    }
}

/// Adds the fog penalty of Perception by sight, for fog on either square. `CS-FOG-02`.
pub fn add_sight_penalty(observer: GroundConditions, observed: GroundConditions, parts: &mut Modifiers) {
    if observer.obscured || observed.obscured {
        parts.add(-20, "fog, smoke or shadow", "CS-FOG-02");
    }
}

/// Adds the concealment bonus of fog. `CS-FOG-03`.
pub fn add_concealment_bonus(own: GroundConditions, parts: &mut Modifiers) {
    if own.obscured {
        parts.add(10, "in fog, smoke or shadow", "CS-FOG-03");
    }
}
