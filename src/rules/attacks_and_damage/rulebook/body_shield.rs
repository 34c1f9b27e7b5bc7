//! Units and vehicles as barriers between an attacker and another target. `SS-BARR-44` to `SS-BARR-47`.

use super::switches;
use crate::attacks_and_damage::DamageTaken;
use crate::attacks_and_damage::damage::health;
use crate::{HealthState, RuleSet, Sheet, UnitSnapshot};

/// Returns its Body.
pub fn structure_as_barrier(sheet: &Sheet) -> u32 {
    u32::from(sheet.attacks_and_damage().attributes.body)
}

/// Applies barrier wear to the unit as Light damage.
pub fn damage_as_barrier(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
    let taken = DamageTaken { light: points, critical: 0 };
    let sheet = unit.sheet.attacks_and_damage();
    let after = health::mark_boxes(unit.condition.attacks_and_damage(), taken, sheet, switches(rules));
    HealthState::AttacksAndDamage(after)
}
