//! Higher ground. Chapter HGT.

use crate::circumstances::GroundConditions;
use dice::Modifiers;

/// Minimum height difference in centimetres. `CS-HGT-01`.
pub const HIGHER_CM: i32 = 100;

/// Adds the bonus for standing higher than an opponent to WS and BS tests, including Parry. Chapter HGT.
pub fn add_height_bonus(
    own: GroundConditions,
    other: GroundConditions,
    is_melee: bool,
    parts: &mut Modifiers,
) {
    if own.height_cm.saturating_sub(other.height_cm) >= HIGHER_CM {
        parts.add(10, "higher ground", if is_melee { "CS-HGT-01" } else { "CS-HGT-02" });
    }
}
