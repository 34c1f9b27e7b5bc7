//! Cinematic extras: any hit takes them out of action, and they attack together. Chapter CINE.

use crate::aberrant::{DamageType, HealthState};

/// Health levels of a cinematic extra. `AB-CINE-04`.
pub const LEVELS: u32 = 1;
/// Health levels of a vehicle of this type. `AB-CINE-14`.
pub const VEHICLE_LEVELS: u32 = 7;
/// Dice of an attack, for each attacker. `AB-CINE-11`.
pub const ATTACK_DICE: u32 = 1;
/// Initiative Score: a phase in the first pass only. `AB-CINE-01`.
pub const INITIATIVE_SCORE: i32 = 1;
/// Net successes up to which an attack fells one extra. `AB-CINE-10`, `AB-RULING-23`.
const SUCCESSES_FOR_ONE: u32 = 5;

/// How many other extras an attack with these net successes fells besides its target. `AB-CINE-10`.
pub const fn further_targets(net: u32) -> u32 {
    net.saturating_sub(SUCCESSES_FOR_ONE)
}

/// Whether damage of this type kills an extra without a choice. `AB-CINE-06`, `AB-CINE-07`.
pub const fn is_deadly(kind: DamageType) -> bool {
    matches!(kind, DamageType::Lethal | DamageType::Aggravated)
}

/// Takes an extra out of action with one level of this type. `AB-CINE-05`.
pub fn fell(condition: &mut HealthState, kind: DamageType, killed: bool) {
    match kind {
        DamageType::Aggravated => condition.marks.aggravated = LEVELS,
        DamageType::Lethal => condition.marks.lethal = LEVELS,
        DamageType::Stun => condition.marks.stun = LEVELS,
        DamageType::Bashing | DamageType::Emp => condition.marks.bashing = LEVELS,
    }
    condition.dead |= killed;
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::UnitRole;
    use crate::aberrant::extras::{DamageRule, out_level, track_levels};
    use crate::aberrant::health::health_track::LifeStatus;
    use crate::aberrant::test_fixtures::{sheet, unhurt};

    #[rstest]
    #[case::ab_cine_10_five(5, 0)]
    #[case::ab_cine_10_six(6, 1)]
    #[case::ab_cine_10_eight(8, 3)]
    #[case::ab_ruling_23_none_below(1, 0)]
    fn several_at_once(#[case] net: u32, #[case] further: u32) {
        assert_eq!(further_targets(net), further);
    }

    #[test]
    fn ab_cine_04_one_level() {
        let guard = sheet(|sheet| (sheet.role, sheet.stamina) = (UnitRole::CinematicExtra, 5));
        assert_eq!((track_levels(&guard), out_level(&guard)), (Some(1), Some(1)));
        assert_eq!(DamageRule::of_unit(&guard, &unhurt(&guard)), DamageRule::AnyHitFells);
    }

    #[test]
    fn ab_cine_14_seven_levels_for_vehicles() {
        let car = sheet(|sheet| {
            (sheet.role, sheet.vehicle, sheet.stamina) = (UnitRole::CinematicExtra, true, 5);
        });
        assert_eq!((track_levels(&car), out_level(&car)), (Some(7), Some(7)));
        assert_eq!(DamageRule::of_unit(&car, &unhurt(&car)), DamageRule::Converted);
    }

    #[test]
    fn ab_cine_16_vehicles_are_defeated_without_levels() {
        let car = sheet(|sheet| {
            (sheet.role, sheet.vehicle, sheet.stamina) = (UnitRole::CinematicExtra, true, 5);
        });
        for (levels, status) in [(6, LifeStatus::Fighting), (7, LifeStatus::Incapacitated)] {
            let mut condition = unhurt(&car);
            let switches = crate::aberrant::Switches::default();
            crate::aberrant::extras::gritty::mark_levels(
                &mut condition,
                &car,
                levels,
                DamageType::Lethal,
                &switches,
            );
            assert_eq!(condition.life_status(&car), status, "{levels}");
        }
    }

    #[rstest]
    #[case::ab_cine_06_lethal(DamageType::Lethal, true)]
    #[case::ab_cine_06_aggravated(DamageType::Aggravated, true)]
    #[case::ab_cine_07_bashing(DamageType::Bashing, false)]
    #[case::ab_cine_07_stun(DamageType::Stun, false)]
    fn deadly(#[case] kind: DamageType, #[case] kills: bool) {
        assert_eq!(is_deadly(kind), kills);
        let guard = sheet(|sheet| sheet.role = UnitRole::CinematicExtra);
        let mut condition = unhurt(&guard);
        fell(&mut condition, kind, is_deadly(kind));
        let status = if kills { LifeStatus::Dead } else { LifeStatus::Incapacitated };
        assert_eq!(condition.life_status(&guard), status);
    }
}
