//! Somebody of this book, or a vehicle, between an attacker and somebody else. `SS-BARR-44` to `SS-BARR-47`.

use super::condition_of;
use crate::{Combatant, Condition, RuleSet, Sheet};

/// Toughness and Soak.
pub fn bulk(sheet: &Sheet, condition: &Condition, rules: &RuleSet) -> (u32, u32) {
    let toughness = sheet.combat_checks().characteristics.toughness;
    (u32::from(toughness), super::soak(sheet, condition, rules))
}

/// What it takes as a barrier are Wounds.
pub fn wear(unit: &Combatant, points: u32, _: &RuleSet) -> Condition {
    let mut after = unit.condition.combat_checks().clone();
    after.wounds += points;
    condition_of(after)
}
