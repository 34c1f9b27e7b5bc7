//! The impact of this book's weapons on barriers. Chapter BARR.

use crate::barriers::BarrierImpact;
use crate::swan_song::damage::armour::armored_type_percent;
use crate::swan_song::{PoolKind, Weapon};
use crate::turn_engine::EngineSwitches;

/// Returns the impact of a single shot or blow.
pub fn barrier_impact<'a>(
    weapon: &Weapon,
    pool: PoolKind,
    switches: &'a EngineSwitches,
) -> BarrierImpact<'a> {
    BarrierImpact {
        arp: weapon.arp,
        penetrating: weapon.penetrating,
        ranged: weapon.class.is_ranged_or_thrown(),
        strain: pool == PoolKind::Strain,
        type_percent: armored_type_percent(weapon.damage_type),
        rounds: 1,
        bonus_dv: 0,
        switches,
    }
}

/// Extra DV of contact explosives and rockets against barriers: the base DV again. `SS-BARR-25`,
/// `SS-BARR-27`, `SS-BARR-28`.
pub fn barrier_bonus_dv(weapon: &Weapon, base_dv: i32, contact: bool) -> u32 {
    if weapon.rocket || (weapon.explosive && contact) { base_dv.max(0).unsigned_abs() } else { 0 }
}
