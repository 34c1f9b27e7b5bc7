//! Units and vehicles as body shields. `SS-BARR-44` to `SS-BARR-47`.

use super::condition_of;
use crate::rulebook::Rulebook;
use crate::{HealthState, RuleSet, Sheet, UnitSnapshot};

/// Toughness and Soak.
pub fn bulk(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> (u32, u32) {
    let toughness = sheet.combat_checks().characteristics.toughness;
    (u32::from(toughness), super::CombatChecksRulebook::soak(sheet, condition, rules))
}

/// Damage as a barrier counts as Wounds.
pub fn wear(unit: &UnitSnapshot, points: u32, _: &RuleSet) -> HealthState {
    let mut after = unit.condition.combat_checks().clone();
    after.wounds += points;
    condition_of(after)
}
