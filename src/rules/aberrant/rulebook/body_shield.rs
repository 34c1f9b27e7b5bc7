//! Units and vehicles as barriers between an attacker and its target. `SS-BARR-44` to `SS-BARR-47`.

use crate::aberrant::DamageType;
use crate::aberrant::health::health_track::HealthTrack;
use crate::{HealthState, RuleSet, Sheet, UnitSnapshot};

/// Returns its Stamina.
pub fn structure_as_barrier(sheet: &Sheet) -> u32 {
    u32::from(sheet.aberrant().stamina)
}

/// Applies damage to it as a barrier, as levels of lethal damage.
pub fn damage_as_barrier(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
    let mut after = unit.condition.aberrant().clone();
    let track = HealthTrack::from_sheet(unit.sheet.aberrant());
    after.marks.mark_levels(points, DamageType::Lethal, track, rules.book.aberrant().bashing_overflow);
    HealthState::Aberrant(after)
}
