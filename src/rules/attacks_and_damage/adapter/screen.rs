//! Somebody of this book, or a vehicle, between an attacker and somebody else. `SS-BARR-44` to `SS-BARR-47`.

use super::super::{DamageType, Fighter, Taken, armour, condition};
use super::switches;
use crate::{Combatant, Condition, RuleSet, Sheet};

/// Body, and what is worn against Impact.
pub fn bulk(sheet: &Sheet, condition: &Condition, rules: &RuleSet) -> (u32, u32) {
    let sheet = sheet.attacks_and_damage();
    let unit = Fighter { condition: *condition.attacks_and_damage(), ..Fighter::fresh(0, sheet.clone()) };
    let worn = armour::worn_parts(&unit, Some(DamageType::Impact), switches(rules)).pool();
    (u32::from(sheet.attributes.body), worn)
}

/// What it takes as a barrier are boxes of Light damage.
pub fn wear(unit: &Combatant, points: u32, rules: &RuleSet) -> Condition {
    let taken = Taken { light: points, critical: 0 };
    let sheet = unit.sheet.attacks_and_damage();
    let after = condition::mark(unit.condition.attacks_and_damage(), taken, sheet, switches(rules));
    Condition::AttacksAndDamage(after)
}
