//! Somebody of this book, or a vehicle, between an attacker and somebody else. `SS-BARR-44` to `SS-BARR-47`.

use super::super::Characteristic;
use super::condition_of;
use crate::{Combatant, Condition, RuleSet, Sheet};

/// Toughness bonus, and with it the armour of the body.
pub fn bulk(sheet: &Sheet, condition: &Condition, rules: &RuleSet) -> (u32, u32) {
    (sheet.circumstances().bonus(Characteristic::Toughness), super::soak(sheet, condition, rules))
}

/// What it takes as a barrier are Wounds.
pub fn wear(unit: &Combatant, points: u32, _: &RuleSet) -> Condition {
    condition_of(unit.condition.circumstances().hurt(points))
}
