//! Fog, smoke, mist and deep shadow: one condition of a square. Chapter FOG.

use crate::circumstances::{GroundConditions, Surroundings, Switches};
use dice::Modifiers;

/// What fog does to BS tests; WS tests do not care. `CS-FOG-01`, `CS-FOG-04` to `CS-FOG-06`, `CS-RULING-07`.
pub fn add_shot(surroundings: &Surroundings, switches: &Switches, parts: &mut Modifiers) {
    if surroundings.target.obscured {
        parts.add(-20, "target in fog, smoke or shadow", "CS-FOG-01");
    } else if switches.fog_line && surroundings.obscured_between {
        parts.add(-20, "fog, smoke or shadow on the way", "CS-FOG-06");
    }
}

/// What fog on either side does to Perception by sight. `CS-FOG-02`.
pub fn add_sight(observer: GroundConditions, observed: GroundConditions, parts: &mut Modifiers) {
    if observer.obscured || observed.obscured {
        parts.add(-20, "fog, smoke or shadow", "CS-FOG-02");
    }
}

/// What fog gives to whoever hides in it. `CS-FOG-03`.
pub fn add_concealment(own: GroundConditions, parts: &mut Modifiers) {
    if own.obscured {
        parts.add(10, "in fog, smoke or shadow", "CS-FOG-03");
    }
}
