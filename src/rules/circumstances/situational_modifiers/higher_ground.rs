//! Higher ground. Chapter HGT.

use crate::circumstances::GroundConditions;
use crate::status::TestKind;
use dice::Modifiers;

/// Minimum height difference in centimetres. `CS-HGT-01`.
pub const HIGHER_CM: i32 = 100;

/// Adds the bonus for standing higher than an opponent to an attack or a Parry. Chapter HGT.
pub fn add_height_bonus(
    own: GroundConditions,
    other: GroundConditions,
    test: TestKind,
    parts: &mut Modifiers,
) {
    if own.height_cm.saturating_sub(other.height_cm) >= HIGHER_CM {
        let clause = match test {
            TestKind::Shot => "CS-HGT-02",
            TestKind::Parry => "CS-HGT-03",
            _ => "CS-HGT-01",
        };
        parts.add(10, "higher ground", clause);
    }
}
