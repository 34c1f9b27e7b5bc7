//! Units and vehicles as barriers between an attacker and another target. `SS-BARR-44` to `SS-BARR-47`.

use super::switches;
use crate::attacks_and_damage::damage::{armour, health};
use crate::attacks_and_damage::{DamageTaken, DamageType, Fighter};
use crate::{HealthState, RuleSet, Sheet, UnitSnapshot};
use model::UnitId;

/// Structure and Armor of the unit: Body, and armour against Impact.
pub fn bulk(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> (u32, u32) {
    let sheet = sheet.attacks_and_damage();
    let unit =
        Fighter { condition: *condition.attacks_and_damage(), ..Fighter::fresh(UnitId(0), sheet.clone()) };
    let worn = armour::armour_parts(&unit, Some(DamageType::Impact), switches(rules)).pool();
    (u32::from(sheet.attributes.body), worn)
}

/// Applies barrier wear to the unit as Light damage.
pub fn wear(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
    let taken = DamageTaken { light: points, critical: 0 };
    let sheet = unit.sheet.attacks_and_damage();
    let after = health::mark_boxes(unit.condition.attacks_and_damage(), taken, sheet, switches(rules));
    HealthState::AttacksAndDamage(after)
}
