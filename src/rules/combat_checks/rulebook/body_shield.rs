//! Somebody of this book, or a vehicle, between an attacker and somebody else. `SS-BARR-44` to `SS-BARR-47`.

use super::condition_of;
use crate::rulebook::Rulebook;
use crate::{HealthState, RuleSet, Sheet, UnitSnapshot};

/// Toughness and Soak.
pub fn bulk(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> (u32, u32) {
    let toughness = sheet.combat_checks().characteristics.toughness;
    (u32::from(toughness), super::CombatChecksRulebook::soak(sheet, condition, rules))
}

/// What it takes as a barrier are Wounds.
pub fn wear(unit: &UnitSnapshot, points: u32, _: &RuleSet) -> HealthState {
    let mut after = unit.condition.combat_checks().clone();
    after.wounds += points;
    condition_of(after)
}
