//! Units and vehicles as barriers between an attacker and its target. `SS-BARR-44` to `SS-BARR-47`.

use super::wrap_health_state;
use crate::circumstances::Characteristic;
use crate::rulebook::Rulebook;
use crate::{HealthState, RuleSet, Sheet, UnitSnapshot};

/// Toughness bonus, which also counts as the body's armour.
pub fn bulk(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> (u32, u32) {
    (
        sheet.circumstances().bonus(Characteristic::Toughness),
        super::CircumstancesRulebook::soak(sheet, condition, rules),
    )
}

/// Applies damage to it as a barrier, as Wounds.
pub fn wear(unit: &UnitSnapshot, points: u32, _: &RuleSet) -> HealthState {
    wrap_health_state(unit.condition.circumstances().with_wounds_lost(points))
}
