//! Units and vehicles as body shields. `SS-BARR-44` to `SS-BARR-47`.

use super::condition_of;
use crate::{HealthState, RuleSet, Sheet, UnitSnapshot};

/// Returns its Toughness.
pub fn structure_as_barrier(sheet: &Sheet) -> u32 {
    u32::from(sheet.combat_checks().characteristics.toughness)
}

/// Damage as a barrier counts as Wounds.
pub fn damage_as_barrier(unit: &UnitSnapshot, points: u32, _: &RuleSet) -> HealthState {
    let mut after = unit.condition.combat_checks().clone();
    after.wounds += points;
    condition_of(after)
}
