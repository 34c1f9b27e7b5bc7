//! Range bands and legal targets. Chapter RNG.

use thiserror::Error;

use crate::TargetSight;
use crate::combat_checks::{RangeBand, Switches, Weapon, WeaponClass};
use dice::Clause;
use model::Distance;

/// Why an attack is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
pub enum AttackError {
    /// A melee attack needs an Engaged target. `CC-RNG-13`.
    #[error("a melee attack reaches adjacent targets only")]
    NotEngaged,
    /// Weapons larger than a pistol cannot shoot at Engaged range. `CC-RNG-09`.
    #[error("this weapon is too large to shoot an adjacent target")]
    TooClose,
    /// Beyond the weapon's longest band, or beyond Extreme. `CC-RNG-11`.
    #[error("the target is {distance} m away, beyond {range} m")]
    TooFar {
        /// Distance to the target.
        distance: Distance,
        /// The weapon's range.
        range: u32,
    },
    /// Out of ammunition. `CC-THT-10`.
    #[error("the weapon is empty")]
    Empty,
    /// Broken or disabled. `CC-THT-12`, `CC-ADV-21`.
    #[error("the weapon cannot be used")]
    Useless,
    /// Too few usable arms. `CC-CHART-33`.
    #[error("not enough usable arms for this weapon")]
    NoArm,
    /// Too many targets for the weapon. `CC-CHK-04`.
    #[error("this weapon attacks at most {most} targets at once")]
    TooMany {
        /// Its limit.
        most: u8,
    },
}

impl AttackError {
    /// The clause behind the error.
    pub const fn clause(self) -> Clause {
        match self {
            Self::NotEngaged => "CC-RNG-13",
            Self::TooClose => "CC-RNG-09",
            Self::TooFar { .. } => "CC-RNG-11",
            Self::Empty => "CC-THT-10",
            Self::Useless => "CC-THT-12",
            Self::NoArm => "CC-CHART-33",
            Self::TooMany { .. } => "CC-CHK-04",
        }
    }
}

impl RangeBand {
    /// Difficulty dice. Table CC-T4.
    pub const fn difficulty(self) -> u8 {
        match self {
            Self::Short => 1,
            Self::Engaged | Self::Medium => 2,
            Self::Long => 3,
            Self::Extreme => 4,
        }
    }

    /// Name of the band.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The clause that sets its difficulty.
    pub const fn clause(self) -> &'static str {
        match self {
            Self::Engaged => "CC-RNG-01",
            Self::Short => "CC-RNG-02",
            Self::Medium => "CC-RNG-03",
            Self::Long => "CC-RNG-04",
            Self::Extreme => "CC-RNG-05",
        }
    }
}

/// Farthest distance of a band, in metres: squares of one metre. `CC-RNG-10`.
pub fn band_metres(band: RangeBand, switches: &Switches) -> u32 {
    let [short, medium, long, extreme] = switches.move_range.0.map(u32::from);
    match band {
        RangeBand::Engaged => 1,
        RangeBand::Short => short,
        RangeBand::Medium => medium,
        RangeBand::Long => long,
        RangeBand::Extreme => extreme,
    }
}

/// The band of a distance; `None` beyond Extreme. `CC-RNG-06`, `CC-RNG-10`.
pub fn range_band(sight: &TargetSight, switches: &Switches) -> Option<RangeBand> {
    if sight.chebyshev_distance <= 1 {
        return Some(RangeBand::Engaged);
    }
    let bands = [RangeBand::Short, RangeBand::Medium, RangeBand::Long, RangeBand::Extreme];
    let within = |squares: u16| sight.distance_squared <= u32::from(squares).pow(2);
    bands.into_iter().zip(switches.move_range.0).find(|(_, squares)| within(*squares)).map(|(band, _)| band)
}

/// The band at which a weapon may attack a target.
///
/// # Errors
/// Returns an `AttackError` if the attack is not allowed. `CC-RNG-09`, `CC-RNG-11`, `CC-RNG-13`.
pub fn check_range(
    weapon: &Weapon,
    sight: &TargetSight,
    switches: &Switches,
) -> Result<RangeBand, AttackError> {
    let band = range_band(sight, switches);
    match (weapon.class, band) {
        (WeaponClass::Unarmed | WeaponClass::Melee, Some(RangeBand::Engaged)) => Ok(RangeBand::Engaged),
        (WeaponClass::Unarmed | WeaponClass::Melee, _) => Err(AttackError::NotEngaged),
        (WeaponClass::Heavy, Some(RangeBand::Engaged)) => Err(AttackError::TooClose),
        (WeaponClass::Pistol | WeaponClass::Thrown, Some(RangeBand::Engaged)) => Ok(RangeBand::Engaged),
        (_, Some(band)) if band <= weapon.range => Ok(band),
        _ => {
            let distance = Distance { squared: sight.distance_squared };
            Err(AttackError::TooFar { distance, range: band_metres(weapon.range, switches) })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat_checks::test_support::{knife, pistol, rifle, sight, switches_with, sword};
    use rstest::rstest;

    fn dice(weapon: &Weapon, squares: u32) -> Result<u8, AttackError> {
        check_range(weapon, &sight(squares), &Switches::default()).map(RangeBand::difficulty)
    }

    #[rstest]
    #[case::cc_rng_01_engaged(sword(), 1, Ok(2))]
    #[case::cc_rng_02_short(rifle(), 10, Ok(1))]
    #[case::cc_rng_03_medium(rifle(), 11, Ok(2))]
    #[case::cc_rng_04_long(rifle(), 31, Ok(3))]
    #[case::cc_rng_05_extreme(rifle(), 61, Ok(4))]
    #[case::cc_rng_07_sword(sword(), 1, Ok(2))]
    #[case::cc_rng_07_punch(Weapon::unarmed(), 1, Ok(2))]
    #[case::cc_rng_08_pistol_engaged(pistol(), 1, Ok(2))]
    #[case::cc_rng_08_pistol_short(pistol(), 2, Ok(1))]
    #[case::cc_rng_08_throwing_knife(knife(), 1, Ok(2))]
    #[case::cc_ruling_06_pistol_engaged(pistol(), 1, Ok(2))]
    #[case::cc_ruling_06_rifle_engaged(rifle(), 1, Err(AttackError::TooClose))]
    #[case::cc_rng_09_rifle_engaged(rifle(), 1, Err(AttackError::TooClose))]
    #[case::cc_rng_09_rifle_at_an_allys_enemy(rifle(), 8, Ok(1))]
    #[case::cc_ruling_05_engaged_with_another_unit(rifle(), 8, Ok(1))]
    #[case::cc_rng_10_upper_bound_of_medium(rifle(), 30, Ok(2))]
    #[case::cc_rng_10_upper_bound_of_long(rifle(), 60, Ok(3))]
    #[case::cc_rng_10_upper_bound_of_extreme(rifle(), 120, Ok(4))]
    #[case::cc_rng_11_pistol_beyond_medium(pistol(), 31, Err(AttackError::TooFar { distance: Distance { squared: 31 * 31 }, range: 30 }))]
    #[case::cc_rng_11_rifle_beyond_extreme(rifle(), 121, Err(AttackError::TooFar { distance: Distance { squared: 121 * 121 }, range: 120 }))]
    #[case::cc_rng_13_sword_at_two(sword(), 2, Err(AttackError::NotEngaged))]
    fn difficulty(#[case] weapon: Weapon, #[case] squares: u32, #[case] wanted: Result<u8, AttackError>) {
        assert_eq!(dice(&weapon, squares), wanted);
    }

    #[test]
    fn cc_rng_06_adjacent_with_diagonals() {
        let diagonal = TargetSight { distance_squared: 2, ..sight(1) };
        assert_eq!(range_band(&diagonal, &Switches::default()), Some(RangeBand::Engaged));
        assert_eq!(range_band(&sight(2), &Switches::default()), Some(RangeBand::Short));
    }

    #[test]
    fn cc_rng_10_bands_are_compared_unrounded() {
        let between = TargetSight { distance_squared: 101, ..sight(10) };
        assert_eq!(range_band(&between, &Switches::default()), Some(RangeBand::Medium));
        let switches = switches_with("cc.bands", "5/11/60/120");
        assert_eq!(range_band(&sight(6), &switches), Some(RangeBand::Medium));
        assert_eq!(range_band(&sight(12), &switches), Some(RangeBand::Long));
    }
}
