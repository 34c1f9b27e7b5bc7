//! Lasting wounds of called shots: bleedout and slow death. `SS-CALL-47`, `SS-CALL-55`, `SS-CALL-56`.

use crate::status::{self, ActiveAilment, Ailment};
use crate::swan_song::checks::base::ROUNDS_PER_MINUTE;
use crate::swan_song::damage::{critical_injuries, health};
use crate::swan_song::{DamageType, PoolKind, Switches, Vitals};

/// Strain that a slow death deals every minute. `SS-CALL-47`.
pub const SLOW_DEATH_STRAIN: u32 = 2;

/// Applies bleedout: a point of flesh for each action that costs action points. `SS-CALL-55`, `SS-CALL-56`,
/// `SS-CRIT-05`.
pub fn apply_bleedout(vitals: Vitals, ailments: &[ActiveAilment], actions: i32) -> Vitals {
    let mut after = vitals;
    if vitals.flesh.max > 0 && status::has(ailments, Ailment::Bleedout) {
        after.flesh.now -= actions;
    }
    critical_injuries::add_drop_injury(&vitals, after)
}

/// Applies slow death at the end of a round: every twelve rounds after the hit. `SS-CALL-47`.
pub fn apply_slow_death(
    vitals: Vitals,
    ailments: &[ActiveAilment],
    round: u32,
    switches: &Switches,
) -> Option<Vitals> {
    let start_round = ailments.iter().find(|one| one.ailment == Ailment::SlowDeath)?.strength;
    let rounds_since = round.checked_sub(u32::from(start_round))?;
    if rounds_since == 0 || rounds_since % ROUNDS_PER_MINUTE != 0 {
        return None;
    }
    let kind = DamageType::Kinetic;
    Some(health::apply_damage(vitals, SLOW_DEATH_STRAIN, PoolKind::Strain, kind, switches).vitals)
}

/// Applies this many minutes of rest with an untreated slow death; nothing heals. `SS-CALL-47`.
pub fn rest_with_slow_death(
    vitals: Vitals,
    ailments: &[ActiveAilment],
    minutes: u32,
    switches: &Switches,
) -> Option<Vitals> {
    let has_slow_death = status::has(ailments, Ailment::SlowDeath);
    let points = SLOW_DEATH_STRAIN.saturating_mul(minutes);
    has_slow_death
        .then(|| health::apply_damage(vitals, points, PoolKind::Strain, DamageType::Kinetic, switches).vitals)
}
