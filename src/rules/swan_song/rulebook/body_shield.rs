//! Units and vehicles as barriers between an attacker and another target. `SS-BARR-44` to `SS-BARR-47`.

use crate::swan_song::damage::armour;
use crate::swan_song::damage::health::apply_damage;
use crate::swan_song::{DamageType, PoolKind};
use crate::{HealthState, RuleSet, Sheet, UnitSnapshot};

/// Structure and Armor of the unit: Body and Armour Value. `SS-BARR-45`, `SS-BARR-46`.
pub fn bulk(sheet: &Sheet, _: &HealthState, _: &RuleSet) -> (u32, u32) {
    let sheet = sheet.swan_song();
    (u32::from(sheet.attributes.body), armour::armour_value(sheet))
}

/// Applies barrier wear to the unit as Health damage. `SS-BARR-47`.
pub fn wear(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
    let before = *unit.condition.swan_song();
    let hurt = apply_damage(before, points, PoolKind::Health, DamageType::Kinetic, &rules.engine);
    HealthState::SwanSong(hurt.vitals)
}
