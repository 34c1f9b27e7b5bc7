//! Critical Injuries: lasting wounds. Chapter CRIT of the catalogue; their modifier is in `wounds.rs`.

use super::health::AppliedDamage;
use crate::swan_song::{PoolKind, Vitals};
use model::UnitId;

/// Damage to Flesh above this multiple of Body is massive. `SS-CRIT-07`.
const MASSIVE_DAMAGE_FACTOR: i32 = 2;

/// Causes of Critical Injuries in one attack; both can apply at once. `SS-CRIT-11`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InjuryCauses {
    /// Flesh Health dropped to 0 or below. `SS-CRIT-05`, `SS-CRIT-06`.
    pub went_down: bool,
    /// The attack took more Flesh than twice Body. `SS-CRIT-07`.
    pub massive: bool,
}

impl InjuryCauses {
    /// Number of injuries. `SS-CRIT-11`.
    pub const fn count(self) -> u8 {
        self.went_down as u8 + self.massive as u8
    }
}

/// Returns the causes of injuries for a unit that had `before` and has this Body.
///
/// Only Flesh lost to Health damage counts; Strain and carried-over Strain never do. `SS-CRIT-05` to
/// `SS-CRIT-10`, `SS-RULING-45`, `SS-RULING-46`.
pub fn injury_causes(before: &Vitals, applied: &AppliedDamage, pool: PoolKind, body: u8) -> InjuryCauses {
    if pool == PoolKind::Strain || before.flesh.max <= 0 {
        return InjuryCauses::default();
    }
    InjuryCauses {
        went_down: before.flesh.now > 0 && applied.vitals.flesh.now <= 0,
        massive: applied.flesh_lost > MASSIVE_DAMAGE_FACTOR * i32::from(body),
    }
}

/// Adds injuries to a unit. `SS-CRIT-01`, `SS-CRIT-02`.
pub fn add_injuries(vitals: Vitals, causes: InjuryCauses) -> Vitals {
    Vitals { injuries: vitals.injuries.saturating_add(causes.count()), ..vitals }
}

/// Adds the injury of a unit whose Flesh has dropped to 0 by Health damage that is no attack: a fall, fire, bleeding.
/// `SS-CRIT-05`, `SS-CRIT-06`.
pub fn add_drop_injury(before: &Vitals, after: Vitals) -> Vitals {
    let went_down = before.flesh.max > 0 && before.flesh.now > 0 && after.flesh.now <= 0;
    add_injuries(after, InjuryCauses { went_down, massive: false })
}

/// Returns the description of a unit's nth injury; it has no effect. `SS-CRIT-04`.
pub fn injury_name(who: UnitId, nth: u8) -> &'static str {
    const NAMES: [&str; 12] = [
        "a cracked rib",
        "a deep gash",
        "a torn shoulder",
        "a broken collarbone",
        "a shattered kneecap",
        "an opened thigh",
        "a pierced lung",
        "a mangled hand",
        "a concussion",
        "a broken jaw",
        "a splintered forearm",
        "a torn ligament",
    ];
    let place = (u64::from(who.0) * 5 + u64::from(nth)) % NAMES.len() as u64;
    NAMES[usize::try_from(place).unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swan_song::damage::health::apply_damage;
    use crate::swan_song::damage::wounds::wound_modifier;
    use crate::swan_song::{DamageType, PointPool, Switches};
    use rstest::rstest;

    fn whole(shield: i32, armored: i32, flesh: i32) -> Vitals {
        let [shield, armored, flesh] = [shield, armored, flesh].map(PointPool::full);
        Vitals { shield, armored, flesh, strain_threshold: 10, ..Vitals::default() }
    }

    fn flesh_at(now: i32) -> Vitals {
        Vitals { flesh: PointPool { now, max: 10 }, ..whole(0, 0, 10) }
    }

    fn strained(strain: i32) -> Vitals {
        Vitals { strain, ..whole(0, 0, 10) }
    }

    /// Injuries that damage after soak causes to a unit with Body 3.
    fn count(before: Vitals, damage: u32, pool: PoolKind) -> u8 {
        let applied = apply_damage(before, damage, pool, DamageType::Kinetic, &Switches::default());
        injury_causes(&before, &applied, pool, 3).count()
    }

    #[rstest]
    #[case::ss_crit_01_one(1, -1)]
    #[case::ss_crit_02_three(3, -3)]
    fn modifiers(#[case] injuries: u8, #[case] modifier: i32) {
        assert_eq!(wound_modifier(&Vitals { injuries, ..whole(0, 0, 10) }), modifier);
    }

    #[test]
    fn ss_crit_03_whole_and_still_injured() {
        let hurt = Vitals { injuries: 1, ..flesh_at(3) };
        let healed = crate::swan_song::recovery::healing::heal_flesh(hurt, 99);
        assert_eq!((healed.flesh.now, wound_modifier(&healed)), (10, -1));
    }

    #[test]
    fn ss_crit_04_looks_are_words_alone() {
        assert_ne!(injury_name(UnitId(1), 1), injury_name(UnitId(1), 2));
        let names: std::collections::BTreeSet<_> = (0..12).map(|nth| injury_name(UnitId(7), nth)).collect();
        assert_eq!(names.len(), 12);
    }

    #[rstest]
    #[case::ss_crit_05_exactly_nothing_left(flesh_at(5), 5, 1)]
    #[case::ss_crit_05_not_when_already_down(flesh_at(-1), 3, 0)]
    #[case::ss_crit_07_twice_body(whole(0, 0, 20), 6, 0)]
    #[case::ss_crit_07_more_than_twice_body(whole(0, 0, 20), 7, 1)]
    #[case::ss_crit_08_shields_bleed_not(whole(4, 0, 20), 9, 0)]
    #[case::ss_crit_11_both(whole(0, 0, 10), 10, 2)]
    #[case::ss_ruling_45_nothing_left(flesh_at(5), 5, 1)]
    #[case::ss_ruling_46_after_soak(whole(0, 0, 20), 5, 0)]
    #[case::ss_ruling_46_little_soaked(whole(0, 0, 20), 8, 1)]
    fn of_health_damage(#[case] before: Vitals, #[case] damage: u32, #[case] expected: u8) {
        assert_eq!(count(before, damage, PoolKind::Health), expected);
    }

    #[test]
    fn ss_crit_06_every_time_it_goes_down() {
        let first = flesh_at(3);
        let applied = apply_damage(first, 3, PoolKind::Health, DamageType::Kinetic, &Switches::default());
        let down = add_injuries(applied.vitals, injury_causes(&first, &applied, PoolKind::Health, 3));
        let healed = crate::swan_song::recovery::healing::heal_flesh(down, 2);
        let again = apply_damage(healed, 2, PoolKind::Health, DamageType::Kinetic, &Switches::default());
        assert_eq!(
            add_injuries(again.vitals, injury_causes(&healed, &again, PoolKind::Health, 3)).injuries,
            2
        );
    }

    #[test]
    fn ss_crit_09_metal_is_not_injured() {
        assert_eq!(count(whole(0, 4, 0), 30, PoolKind::Health), 0);
    }

    #[rstest]
    #[case::ss_crit_10_strain(strained(0), 9)]
    #[case::ss_crit_10_carried_over(strained(9), 30)]
    fn strain(#[case] before: Vitals, #[case] damage: u32) {
        assert_eq!(count(before, damage, PoolKind::Strain), 0);
    }
}
