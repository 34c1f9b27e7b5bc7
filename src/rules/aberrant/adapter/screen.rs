//! Somebody of this book, or a vehicle, between an attacker and somebody else. `SS-BARR-44` to `SS-BARR-47`.

use super::super::DamageType;
use super::super::track::Track;
use crate::{Combatant, Condition, RuleSet, Sheet};

/// Stamina and lethal soak.
pub fn bulk(sheet: &Sheet, condition: &Condition, rules: &RuleSet) -> (u32, u32) {
    (u32::from(sheet.aberrant().stamina), super::soak(sheet, condition, rules))
}

/// What it takes as a barrier are levels of lethal damage.
pub fn wear(unit: &Combatant, points: u32, rules: &RuleSet) -> Condition {
    let mut after = unit.condition.aberrant().clone();
    let track = Track::of(unit.sheet.aberrant());
    after.marks.take(points, DamageType::Lethal, track, rules.book.aberrant().bashing_overflow);
    Condition::Aberrant(after)
}
