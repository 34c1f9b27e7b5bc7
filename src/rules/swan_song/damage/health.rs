//! Damage to health pools and its consequences. Chapter DMG of the catalogue.

use super::armour::armored_type_percent;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swan_song::Skill;
    use crate::swan_song::test_support::units::weapon;
    use rstest::rstest;

    /// Full Shield, Armored and Flesh Health, with a Strain threshold of 10.
    fn whole(shield: i32, armored: i32, flesh: i32) -> Vitals {
        let [shield, armored, flesh] = [shield, armored, flesh].map(PointPool::full);
        Vitals { shield, armored, flesh, strain_threshold: 10, ..Vitals::default() }
    }

    fn robot_at(armored: i32) -> Vitals {
        Vitals { armored: PointPool { now: armored, max: 2 }, ..Vitals::default() }
    }

    fn club() -> Weapon {
        Weapon { blunt: true, ..weapon(WeaponClass::Melee, Skill::Clubs) }
    }

    fn flesh_at(now: i32) -> Vitals {
        Vitals { flesh: PointPool { now, max: 10 }, strain_threshold: 10, ..Vitals::default() }
    }

    fn strained(vitals: Vitals, strain: i32) -> Vitals {
        Vitals { strain, ..vitals }
    }

    fn health(vitals: Vitals, amount: u32, kind: DamageType) -> AppliedDamage {
        apply_damage(vitals, amount, PoolKind::Health, kind, &Switches::default())
    }

    fn kinetic(vitals: Vitals, amount: u32) -> [i32; 3] {
        left(health(vitals, amount, DamageType::Kinetic))
    }

    fn strain(vitals: Vitals, amount: u32) -> AppliedDamage {
        apply_damage(vitals, amount, PoolKind::Strain, DamageType::Kinetic, &Switches::default())
    }

    fn left(applied: AppliedDamage) -> [i32; 3] {
        [applied.vitals.shield.now, applied.vitals.armored.now, applied.vitals.flesh.now]
    }

    #[test]
    fn ss_dmg_04_units_without_strain_take_none() {
        let van = Vitals { armored: PointPool::full(18), ..Vitals::default() };
        let after = strain(van, 9);
        assert_eq!((after.vitals, after.strain_gained, after.carried), (van, 0, 0));
    }

    #[test]
    fn ss_dmg_02_separate_pools() {
        let after = strain(health(whole(0, 0, 10), 3, DamageType::Kinetic).vitals, 2);
        assert_eq!((after.vitals.flesh.now, after.vitals.strain), (7, 2));
    }

    #[rstest]
    #[case::ss_dmg_03_counts_down(whole(0, 0, 10), 3, [0, 0, 7])]
    #[case::ss_dmg_05_shield_first(whole(2, 0, 10), 5, [0, 0, 7])]
    #[case::ss_dmg_05_shield_before_armour(whole(4, 4, 10), 3, [1, 4, 10])]
    #[case::ss_dmg_06_percent_of_each_pool(whole(0, 2, 10), 7, [0, 0, 7])]
    #[case::ss_dmg_06_all_three(whole(2, 2, 10), 9, [0, 0, 7])]
    #[case::ss_dmg_06_a_pool_just_emptied(whole(0, 2, 10), 4, [0, 0, 10])]
    #[case::ss_dmg_06_the_last_pool_overflows(whole(0, 0, 10), 12, [0, 0, -2])]
    #[case::ss_dmg_08_after_soak(whole(0, 12, 10), 8 - 2, [0, 9, 10])]
    #[case::ss_atk_26_flesh_takes_kinetic_in_full(whole(0, 0, 10), 4, [0, 0, 6])]
    #[case::ss_ruling_01_the_example(whole(0, 0, 10), 4, [0, 0, 6])]
    #[case::ss_dmg_26_a_robot_overflows(whole(0, 2, 0), 12, [0, -4, 0])]
    #[case::ss_dmg_26_a_robot_overflows_further(whole(0, 2, 0), 14, [0, -5, 0])]
    #[case::ss_dmg_26_below_nothing_by_percent(robot_at(-1), 4, [0, -3, 0])]
    #[case::ss_dmg_06_a_shield_alone(whole(3, 0, 0), 5, [-2, 0, 0])]
    fn kinetic_damage(#[case] before: Vitals, #[case] amount: u32, #[case] expected: [i32; 3]) {
        assert_eq!(kinetic(before, amount), expected);
    }

    #[test]
    fn ss_dmg_04_strain_counts_up() {
        let applied = strain(whole(0, 0, 10), 3);
        assert_eq!((applied.vitals.strain, applied.strain_gained, applied.carried), (3, 3, 0));
    }

    #[rstest]
    #[case::ss_dmg_07_shield(whole(10, 0, 10), DamageType::Fire, 4, [6, 0, 10])]
    #[case::ss_dmg_07_flesh(whole(0, 0, 10), DamageType::Fire, 4, [0, 0, 6])]
    #[case::ss_ruling_48_corrosive_on_flesh(whole(0, 0, 10), DamageType::Corrosive, 5, [0, 0, 5])]
    #[case::ss_ruling_48_corrosive_on_armored(whole(0, 10, 10), DamageType::Corrosive, 5, [0, 0, 10])]
    #[case::ss_dmg_06_corrosive_goes_on(whole(0, 5, 10), DamageType::Corrosive, 5, [0, 0, 8])]
    fn types(
        #[case] before: Vitals,
        #[case] kind: DamageType,
        #[case] amount: u32,
        #[case] expected: [i32; 3],
    ) {
        assert_eq!(left(health(before, amount, kind)), expected);
    }

    #[test]
    fn ss_dmg_07_the_switch() {
        let mut switches = Switches::default();
        switches.set("ss.type_factors", "fire 150, shock 0").expect("a value");
        let burn = |vitals, kind| left(apply_damage(vitals, 4, PoolKind::Health, kind, &switches));
        assert_eq!(burn(whole(0, 0, 10), DamageType::Fire), [0, 0, 4]);
        assert_eq!(burn(whole(3, 0, 10), DamageType::Fire), [0, 0, 7]);
        assert_eq!(burn(whole(3, 0, 10), DamageType::Shock), [3, 0, 10]);
        assert_eq!(burn(whole(0, 0, 10), DamageType::Cryo), [0, 0, 6]);
    }

    #[test]
    fn ss_dmg_09_zero_health() {
        let after = health(flesh_at(5), 5, DamageType::Kinetic).vitals;
        assert_eq!((down_state(&after, 3), is_dying(&after)), (Some(DownState::Unconscious), true));
        let robot = health(whole(5, 2, 0), 9, DamageType::Kinetic).vitals;
        assert_eq!((down_state(&robot, 3), is_dying(&robot)), (Some(DownState::Unconscious), false));
    }

    #[test]
    fn ss_dmg_09_above_zero_stands() {
        assert_eq!(down_state(&flesh_at(1), 3), None);
        assert_eq!(down_state(&whole(0, 0, 0), 3), None);
    }

    #[test]
    fn ss_dmg_10_full_strain() {
        let after = strain(strained(whole(0, 0, 10), 9), 1).vitals;
        assert_eq!(down_state(&after, 3), Some(DownState::Unconscious));
        assert_eq!(down_state(&strained(whole(0, 0, 10), 9), 3), None);
    }

    #[test]
    fn ss_dmg_11_strain_alone_does_not_kill() {
        assert!(!is_dying(&strained(whole(0, 0, 10), 10)));
    }

    #[test]
    fn ss_dmg_12_the_helpless_can_be_killed() {
        let after = health(strained(flesh_at(3), 10), 7, DamageType::Kinetic).vitals;
        assert_eq!(down_state(&after, 3), Some(DownState::Dead));
    }

    #[rstest]
    #[case::ss_dmg_13_pistol(weapon(WeaponClass::Ranged, Skill::Pistols), PoolKind::Health)]
    #[case::ss_dmg_13_sword(weapon(WeaponClass::Melee, Skill::Blades), PoolKind::Health)]
    #[case::ss_dmg_13_grenade(weapon(WeaponClass::Thrown, Skill::Throwing), PoolKind::Health)]
    #[case::ss_dmg_13_flames(
        Weapon { damage_type: DamageType::Fire, ..weapon(WeaponClass::Ranged, Skill::Pistols) },
        PoolKind::Health
    )]
    #[case::ss_dmg_14_shock_weapon(
        Weapon { damage_type: DamageType::Shock, ..weapon(WeaponClass::Melee, Skill::Clubs) },
        PoolKind::Strain
    )]
    #[case::ss_dmg_14_concussion_grenade(
        Weapon { blunt: true, ..weapon(WeaponClass::Thrown, Skill::Throwing) },
        PoolKind::Strain
    )]
    #[case::ss_dmg_14_fist(weapon(WeaponClass::Unarmed, Skill::UnarmedCombat), PoolKind::Strain)]
    #[case::ss_dmg_14_club(club(), PoolKind::Strain)]
    #[case::ss_dmg_15_stated(
        Weapon { pool: Some(PoolKind::Strain), ..weapon(WeaponClass::Ranged, Skill::Pistols) },
        PoolKind::Strain
    )]
    #[case::ss_dmg_15_stated_otherwise(
        Weapon { pool: Some(PoolKind::Health), ..weapon(WeaponClass::Unarmed, Skill::UnarmedCombat) },
        PoolKind::Health
    )]
    fn usual_pool(#[case] weapon: Weapon, #[case] pool: PoolKind) {
        assert_eq!(pool_kind(&weapon), pool);
    }

    #[test]
    fn ss_dmg_16_strain_goes_past_shields() {
        let applied = strain(whole(5, 5, 10), 6 - 2);
        assert_eq!((applied.vitals.strain, left(applied)), (4, [5, 5, 10]));
    }

    #[rstest]
    #[case::ss_dmg_17_two_full_points_each(whole(0, 0, 10), 8, 7, 2, [0, 0, 8])]
    #[case::ss_dmg_18_straight_to_the_flesh(whole(5, 0, 10), 10, 4, 2, [5, 0, 8])]
    #[case::ss_dmg_19_without_flesh(whole(5, 1, 0), 10, 6, 3, [3, 0, 0])]
    #[case::ss_dmg_19_nothing_left(whole(1, 1, 0), 10, 6, 3, [0, -1, 0])]
    #[case::ss_dmg_20_not_multiplied(whole(0, 5, 0), 10, 4, 2, [0, 3, 0])]
    #[case::ss_ruling_44_reaching(whole(0, 0, 10), 9, 1, 0, [0, 0, 10])]
    #[case::ss_ruling_44_exceeding(whole(0, 0, 10), 9, 3, 1, [0, 0, 9])]
    fn carried_over(
        #[case] before: Vitals,
        #[case] so_far: i32,
        #[case] amount: u32,
        #[case] carried: i32,
        #[case] expected: [i32; 3],
    ) {
        let applied = strain(strained(before, so_far), amount);
        assert_eq!((applied.vitals.strain, applied.carried, left(applied)), (10, carried, expected));
        assert_eq!(down_state(&applied.vitals, 3), Some(DownState::Unconscious));
    }

    #[test]
    fn ss_dmg_21_near_death() {
        let after = health(flesh_at(2), 4, DamageType::Kinetic).vitals;
        assert_eq!((after.flesh.now, is_dying(&after)), (-2, true));
        assert!(!is_dying(&flesh_at(1)));
    }

    #[rstest]
    #[case::ss_dmg_22_as_much_as_body(flesh_at(-3), 3, DownState::Unconscious)]
    #[case::ss_dmg_22_more_than_body(flesh_at(-4), 3, DownState::Dead)]
    #[case::ss_dmg_26_robot_down(robot_at(-4), 4, DownState::Unconscious)]
    #[case::ss_dmg_26_robot_destroyed(robot_at(-5), 4, DownState::Dead)]
    fn overflow(#[case] vitals: Vitals, #[case] body: u8, #[case] down: DownState) {
        assert_eq!(down_state(&vitals, body), Some(down));
    }

    #[test]
    fn ss_dmg_23_bleeding_clock() {
        let bleeding: Vec<_> = (1..=73).filter(|&round| bleeds_in_round(round, 1, 3)).collect();
        assert_eq!(bleeding, [37, 73]);
        assert_eq!(bleed(flesh_at(-1)).flesh.now, -2);
    }

    #[test]
    fn ss_dmg_24_death_by_bleeding() {
        assert!(bleeds_in_round(13, 1, 1));
        let before = flesh_at(-1);
        assert_eq!(down_state(&before, 1), Some(DownState::Unconscious));
        assert_eq!(down_state(&bleed(before), 1), Some(DownState::Dead));
    }

    #[test]
    fn ss_dmg_26_a_robot_does_not_bleed() {
        assert!(!is_dying(&robot_at(-4)));
    }

    #[test]
    fn losses_are_reported_per_pool() {
        let applied = health(whole(2, 2, 10), 9, DamageType::Kinetic);
        assert_eq!((applied.shield_lost, applied.armored_lost, applied.flesh_lost), (2, 2, 3));
    }
}
