//! Low light and darkness: one light level per square. Chapters LOW and DRK.

use crate::circumstances::{GroundConditions, Light};
use dice::Modifiers;

/// Adds the light penalty of WS and BS tests, from the opponent's square. `CS-LOW-01`, `CS-LOW-02`,
/// `CS-DRK-01`, `CS-DRK-02`, `CS-DRK-05`.
pub fn add_attack_penalty(opponent: GroundConditions, is_melee: bool, parts: &mut Modifiers) {
    match (opponent.light, is_melee) {
        (Light::Normal, _) => {}
        (Light::Low, true) => parts.add(-10, "low light", "CS-LOW-01"),
        (Light::Low, false) => parts.add(-10, "low light", "CS-LOW-02"),
        (Light::Dark, true) => parts.add(-20, "darkness", "CS-DRK-01"),
        (Light::Dark, false) => parts.add(-30, "darkness", "CS-DRK-02"),
    }
}

/// Adds the light penalty of Perception by sight, from the observed square. `CS-LOW-03`, `CS-DRK-03`.
pub fn add_sight_penalty(observed: GroundConditions, parts: &mut Modifiers) {
    match observed.light {
        Light::Normal => {}
        Light::Low => parts.add(-10, "low light", "CS-LOW-03"),
        Light::Dark => parts.add(-30, "darkness", "CS-DRK-03"),
    }
}

/// Adds the concealment bonus of low light and darkness. `CS-LOW-04`, `CS-DRK-04`.
pub fn add_concealment_bonus(own: GroundConditions, parts: &mut Modifiers) {
    match own.light {
        Light::Normal => {}
        Light::Low => parts.add(10, "low light", "CS-LOW-04"),
        Light::Dark => parts.add(20, "darkness", "CS-DRK-04"),
    }
}
