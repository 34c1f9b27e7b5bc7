//! What a unit sees of the cover of its targets without knowing what the cover keeps off.

use super::known_unit::KnownUnit;
use super::situation::Situation;

/// Share of an attack's effect that a target that is wholly hidden seems to lose.
const MAX_COVER_LOSS: f64 = 0.6;

/// Factor for the effect of an attack on an enemy by what is seen of it: 1 for a target in the open or wholly hidden, and
/// for units that know what cover keeps off. `hidden` computes the hidden share in percent.
pub(crate) fn visible_share(situation: &Situation, enemy: &KnownUnit, hidden: impl FnOnce() -> u8) -> f64 {
    if situation.weights.sees_target_cover || !enemy.is_covered {
        return 1.0;
    }
    match hidden() {
        // What stands in the way is known, see `Situation::judged_posture`.
        100.. => 1.0,
        hidden => 1.0 - MAX_COVER_LOSS * f64::from(hidden) / 100.0,
    }
}
