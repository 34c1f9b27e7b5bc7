//! Damage to health pools and its consequences. Chapter DMG of the catalogue.

use super::armour::armored_type_percent;
use crate::DeadlyHarm;
use crate::swan_song::checks::base::ROUNDS_PER_MINUTE;
use crate::swan_song::{DamageType, DownState, PointPool, PoolKind, Switches, Vitals, Weapon, WeaponClass};

/// Changes of a unit's pools by damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AppliedDamage {
    /// Health after the damage.
    pub vitals: Vitals,
    /// Points lost from Shield Health.
    pub shield_lost: i32,
    /// Points lost from Armored Health.
    pub armored_lost: i32,
    /// Points lost from Flesh Health.
    pub flesh_lost: i32,
    /// Strain gained.
    pub strain_gained: i32,
    /// Health points that excess Strain carried over. `SS-DMG-17`.
    pub carried: i32,
}

/// A health pool of `Vitals`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HealthLayer {
    Shield,
    Armored,
    Flesh,
}

impl HealthLayer {
    /// Returns its name in the book.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shield => "Shield",
            Self::Armored => "Armoured",
            Self::Flesh => "Flesh",
        }
    }

    /// Returns its points.
    pub const fn pool(self, vitals: &Vitals) -> PointPool {
        match self {
            Self::Shield => vitals.shield,
            Self::Armored => vitals.armored,
            Self::Flesh => vitals.flesh,
        }
    }

    fn pool_mut(self, vitals: &mut Vitals) -> &mut PointPool {
        match self {
            Self::Shield => &mut vitals.shield,
            Self::Armored => &mut vitals.armored,
            Self::Flesh => &mut vitals.flesh,
        }
    }

    /// Percentage of a damage type against this pool. `SS-ARM-09` to `SS-ARM-14`, `SS-DMG-07`.
    fn percent(self, kind: DamageType, switches: &Switches) -> i64 {
        i64::from(match self {
            Self::Armored => armored_type_percent(kind),
            Self::Shield | Self::Flesh => switches.type_factors.percent(kind),
        })
    }
}

/// The pool that takes damage the others cannot; its points below 0 are overflow. `SS-DMG-09`, `SS-DMG-26`.
pub(crate) fn last_layer(vitals: &Vitals) -> Option<HealthLayer> {
    [HealthLayer::Flesh, HealthLayer::Armored, HealthLayer::Shield]
        .into_iter()
        .find(|layer| layer.pool(vitals).max > 0)
}

/// The pool that decides whether the unit is down or dead. `SS-DMG-09`.
pub fn last_pool(vitals: &Vitals) -> Option<PointPool> {
    last_layer(vitals).map(|layer| layer.pool(vitals))
}

/// Applies damage after soak to the pools, or adds it to Strain.
///
/// `SS-DMG-02` to `SS-DMG-08`, `SS-DMG-16` to `SS-DMG-20`.
#[inline]
pub fn apply_damage(
    vitals: Vitals,
    amount: u32,
    pool: PoolKind,
    kind: DamageType,
    switches: &Switches,
) -> AppliedDamage {
    let amount = i64::from(amount.min(i32::MAX.unsigned_abs() / 2));
    let mut after = vitals;
    after.stable &= pool == PoolKind::Strain; // a new wound bleeds again
    let mut carried = 0;
    match pool {
        PoolKind::Health => apply_health_damage(&mut after, amount, kind, switches),
        PoolKind::Strain => carried = apply_strain_damage(&mut after, saturate_points(amount)),
    }
    AppliedDamage {
        vitals: after,
        shield_lost: vitals.shield.now - after.shield.now,
        armored_lost: vitals.armored.now - after.armored.now,
        flesh_lost: vitals.flesh.now - after.flesh.now,
        strain_gained: after.strain - vitals.strain,
        carried,
    }
}

/// Applies Health damage. `SS-DMG-05`, `SS-DMG-06`.
#[inline]
fn apply_health_damage(vitals: &mut Vitals, amount: i64, kind: DamageType, switches: &Switches) {
    let Some(last) = last_layer(vitals) else { return };
    let mut rest = amount;
    for layer in [HealthLayer::Shield, HealthLayer::Armored, HealthLayer::Flesh] {
        let left = i64::from(layer.pool(vitals).now);
        if left <= 0 && layer != last {
            continue;
        }
        let percent = layer.percent(kind, switches);
        let taken = rest * percent / 100;
        let pool = layer.pool_mut(vitals);
        if layer == last {
            pool.now = saturate_points(left - taken);
            return;
        }
        if taken < left {
            pool.now = saturate_points(left - taken);
            return;
        }
        pool.now = 0;
        rest -= (left * 100 + percent - 1) / percent;
    }
}

/// Applies Strain; returns the Health points carried over. No effect on units without Strain. `SS-DMG-04`, `SS-DMG-16`,
/// `SS-DMG-17`.
fn apply_strain_damage(vitals: &mut Vitals, amount: i32) -> i32 {
    if vitals.strain_threshold <= 0 {
        return 0;
    }
    let strain = vitals.strain + amount;
    let excess = (strain - vitals.strain_threshold).max(0);
    vitals.strain = strain - excess;
    let carried = excess / 2;
    apply_carried_over_damage(vitals, carried);
    carried
}

/// Applies carried-over points: to Flesh, otherwise Armored Health, then Shields; the rest overflows. `SS-DMG-18` to
/// `SS-DMG-20`.
fn apply_carried_over_damage(vitals: &mut Vitals, carried: i32) {
    let Some(last) = last_layer(vitals) else { return };
    let mut rest = carried;
    if last != HealthLayer::Flesh {
        for layer in [HealthLayer::Armored, HealthLayer::Shield] {
            let pool = layer.pool_mut(vitals);
            let taken = rest.min(pool.now.max(0));
            pool.now -= taken;
            rest -= taken;
        }
    }
    last.pool_mut(vitals).now -= rest;
}

/// Converts points to the range of a pool.
fn saturate_points(points: i64) -> i32 {
    i32::try_from(points).unwrap_or(if points < 0 { i32::MIN / 2 } else { i32::MAX / 2 })
}

/// Returns whether a unit is down: dead with an overflow above Body, unconscious at 0 Health or full Strain. `None` for
/// a unit that fights for its life.
///
/// `SS-DMG-09`, `SS-DMG-10`, `SS-DMG-21`, `SS-DMG-22`, `SS-DMG-26`, `SS-FFYL-04`.
#[inline]
pub fn down_state(vitals: &Vitals, body: u8) -> Option<DownState> {
    if vitals.stand.keeps_standing() {
        return None;
    }
    let health = last_pool(vitals);
    if health.is_some_and(|pool| -pool.now > i32::from(body)) {
        return Some(DownState::Dead);
    }
    let is_strained_out = vitals.strain_threshold > 0 && vitals.strain >= vitals.strain_threshold;
    (is_strained_out || health.is_some_and(|pool| pool.now <= 0)).then_some(DownState::Unconscious)
}

/// The further points that kill a unit which lies unconscious: what its layers have left, and the overflow above Body. Types of
/// damage that count more or less are left out. `None` if it does not lie unconscious. `SS-DMG-05`, `SS-DMG-22`.
pub fn deadly_points(vitals: &Vitals, body: u8) -> Option<DeadlyHarm> {
    if down_state(vitals, body) != Some(DownState::Unconscious) {
        return None;
    }
    let last = last_layer(vitals)?;
    let layers = [HealthLayer::Shield, HealthLayer::Armored, HealthLayer::Flesh];
    let before = layers.into_iter().filter(|layer| *layer != last).map(|layer| layer.pool(vitals).now.max(0));
    let points = before.sum::<i32>() + last.pool(vitals).now + i32::from(body) + 1;
    let words = ("point of damage", "points of damage");
    let points = u32::try_from(points).ok()?;
    Some(DeadlyHarm { points, words, clause: "SS-DMG-22" })
}

/// Whether the unit bleeds: its Flesh is at 0 or below and it is not stabilised. `SS-DMG-21`, `SS-DMG-11`, `SS-DMG-25`,
/// `SS-DMG-26`.
pub fn is_dying(vitals: &Vitals) -> bool {
    vitals.flesh.max > 0 && vitals.flesh.now <= 0 && !vitals.stable
}

/// Combat Rounds between two points of bleeding. `SS-DMG-23`.
pub fn bleeding_interval(body: u8) -> u32 {
    ROUNDS_PER_MINUTE * u32::from(body.max(1))
}

/// Whether a dying unit loses a point at the end of this round; it went down in round `since`. `SS-DMG-23`.
pub fn bleeds_in_round(round: u32, since: u32, body: u8) -> bool {
    round > since && (round - since).is_multiple_of(bleeding_interval(body))
}

/// Applies one point of bleeding. `SS-DMG-23`, `SS-DMG-24`.
pub fn bleed(vitals: Vitals) -> Vitals {
    Vitals { flesh: PointPool { now: vitals.flesh.now - 1, ..vitals.flesh }, ..vitals }
}

/// The pool that a weapon damages. `SS-DMG-13`, `SS-DMG-14`.
pub fn pool_kind(weapon: &Weapon) -> PoolKind {
    weapon.pool.unwrap_or_else(|| {
        let causes_strain =
            weapon.blunt || weapon.class == WeaponClass::Unarmed || weapon.damage_type == DamageType::Shock;
        if causes_strain { PoolKind::Strain } else { PoolKind::Health }
    })
}

/// Whether a weapon takes a point of health from a unit for each point of damage: it damages no Strain, and its type of damage
/// counts in full against what the unit has left. `SS-DMG-05`, `SS-DMG-07`.
pub fn takes_points_of_damage(weapon: &Weapon, vitals: &Vitals, switches: &Switches) -> bool {
    let layers = [HealthLayer::Shield, HealthLayer::Armored, HealthLayer::Flesh];
    let mut left = layers.into_iter().filter(|layer| layer.pool(vitals).now > 0);
    pool_kind(weapon) == PoolKind::Health
        && left.all(|layer| layer.percent(weapon.damage_type, switches) == 100)
}

#[cfg(test)]
mod tests;
