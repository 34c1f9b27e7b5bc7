//! Units and vehicles as barriers between an attacker and another target. `SS-BARR-44` to `SS-BARR-47`.

use super::switches;
use crate::swan_song::damage::health::apply_damage;
use crate::swan_song::{DamageType, PoolKind};
use crate::{HealthState, RuleSet, Sheet, UnitSnapshot};

/// Returns its Body. `SS-BARR-45`.
pub fn structure_as_barrier(sheet: &Sheet) -> u32 {
    u32::from(sheet.swan_song().attributes.body)
}

/// Applies barrier wear to the unit as Health damage. `SS-BARR-47`.
pub fn damage_as_barrier(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
    let before = *unit.condition.swan_song();
    let hurt = apply_damage(before, points, PoolKind::Health, DamageType::Kinetic, switches(rules));
    HealthState::SwanSong(hurt.vitals)
}
