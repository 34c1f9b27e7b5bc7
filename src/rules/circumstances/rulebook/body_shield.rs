//! Units and vehicles as barriers between an attacker and its target. `SS-BARR-44` to `SS-BARR-47`.

use super::wrap_health_state;
use crate::circumstances::Characteristic;
use crate::{HealthState, RuleSet, Sheet, UnitSnapshot};

/// Returns its Toughness bonus.
pub fn structure_as_barrier(sheet: &Sheet) -> u32 {
    sheet.circumstances().bonus(Characteristic::Toughness)
}

/// Applies damage to it as a barrier, as Wounds.
pub fn damage_as_barrier(unit: &UnitSnapshot, points: u32, _: &RuleSet) -> HealthState {
    wrap_health_state(unit.condition.circumstances().with_wounds_lost(points))
}
