//! Range brackets. Chapter RANGE.

use strum::{IntoStaticStr, VariantArray};
use thiserror::Error;

use super::throwing;
use crate::TargetSight;
use crate::aberrant::checks::dice_pool;
use crate::aberrant::{AttackContext, Sheet, Switches, Weapon, WeaponClass};

/// A range bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, VariantArray)]
pub enum RangeBracket {
    /// Up to one increment. `AB-RANGE-01`.
    #[strum(serialize = "short range")]
    Short,
    /// Up to two. `AB-RANGE-02`.
    #[strum(serialize = "medium range")]
    Medium,
    /// Up to four. `AB-RANGE-03`.
    #[strum(serialize = "long range")]
    Long,
    /// Up to eight. `AB-RANGE-04`.
    #[strum(serialize = "extreme range")]
    Extreme,
}

impl RangeBracket {
    /// All brackets, the nearest first.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// The bracket's limit in increments.
    pub const fn increments(self) -> u32 {
        match self {
            Self::Short => 1,
            Self::Medium => 2,
            Self::Long => 4,
            Self::Extreme => 8,
        }
    }

    /// Difficulty it adds. `AB-RANGE-02` to `AB-RANGE-04`.
    pub const fn difficulty(self) -> i32 {
        match self {
            Self::Short => 0,
            Self::Medium => 2,
            Self::Long => 4,
            Self::Extreme => 6,
        }
    }

    /// Name within a sentence.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The clause of the bracket.
    pub const fn clause(self) -> &'static str {
        match self {
            Self::Short => "AB-RANGE-01",
            Self::Medium => "AB-RANGE-02",
            Self::Long => "AB-RANGE-03",
            Self::Extreme => "AB-RANGE-04",
        }
    }
}

/// The bracket of a distance; `None` beyond eight increments. `AB-RANGE-01` to `AB-RANGE-05`.
pub fn bracket_at(distance_squared: u32, increment_m: u32) -> Option<RangeBracket> {
    let reaches = |bracket: &RangeBracket| {
        dice_pool::is_within(distance_squared, increment_m.saturating_mul(bracket.increments()))
    };
    RangeBracket::ALL.into_iter().find(reaches)
}

/// Why an attack cannot reach its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
pub enum OutOfReach {
    /// `AB-RANGE-05`.
    #[error("beyond the maximum range of {metres} m")]
    TooFar {
        /// The weapon's limit, eight increments in metres.
        metres: u32,
    },
    /// `AB-THROW-02`.
    #[error("too heavy to throw")]
    TooHeavy,
    /// The target is outside the reach of a melee weapon.
    #[error("out of melee reach")]
    OutOfMeleeReach,
}

impl OutOfReach {
    /// The clause that limits it.
    pub const fn clause(self) -> &'static str {
        match self {
            Self::TooFar { .. } => "AB-RANGE-05",
            Self::TooHeavy => "AB-THROW-02",
            Self::OutOfMeleeReach => "SS-BASE-16",
        }
    }
}

/// The bracket of an attack; `None` for melee weapons. `AB-RANGE-01` to `AB-RANGE-05`, `AB-THROW-01`.
///
/// # Errors
/// Returns `OutOfReach` if the weapon cannot reach the target.
pub fn attack_bracket(context: &AttackContext) -> Result<Option<RangeBracket>, OutOfReach> {
    weapon_bracket(&context.weapon, &context.attacker.sheet, &context.sight, &context.switches)
}

/// The bracket of a weapon for a target seen like this.
///
/// # Errors
/// Returns `OutOfReach` if the weapon cannot reach it.
pub fn weapon_bracket(
    weapon: &Weapon,
    sheet: &Sheet,
    sight: &TargetSight,
    switches: &Switches,
) -> Result<Option<RangeBracket>, OutOfReach> {
    if weapon.is_melee() {
        let reaches = sight.chebyshev_distance <= 1 + u32::from(weapon.reach);
        return if reaches { Ok(None) } else { Err(OutOfReach::OutOfMeleeReach) };
    }
    let increment = increment_m(weapon, sheet, switches).ok_or(OutOfReach::TooHeavy)?;
    let metres = increment.saturating_mul(RangeBracket::Extreme.increments());
    bracket_at(sight.distance_squared, increment).map(Some).ok_or(OutOfReach::TooFar { metres })
}

/// Range increment in metres; `None` if the weapon cannot be thrown, 0 for melee weapons. `AB-RANGE-01`,
/// `AB-THROW-01`.
pub fn increment_m(weapon: &Weapon, sheet: &Sheet, switches: &Switches) -> Option<u32> {
    match weapon.class {
        WeaponClass::Melee => Some(0),
        WeaponClass::Ranged => Some(weapon.short_range_m),
        WeaponClass::Thrown => {
            let thrown = throwing::ThrownObject { mass_g: weapon.mass_g, aero_bonus: weapon.aero_bonus };
            throwing::increment_m(sheet, thrown, switches)
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::aberrant::Weapon;
    use crate::aberrant::test_fixtures::{at_range, blade, duel, rifle};

    #[rstest]
    #[case::ab_range_01_increment(20, Some(RangeBracket::Short))]
    #[case::ab_range_02_just_medium(21, Some(RangeBracket::Medium))]
    #[case::ab_range_02_medium(40, Some(RangeBracket::Medium))]
    #[case::ab_range_03_just_long(41, Some(RangeBracket::Long))]
    #[case::ab_range_03_long(80, Some(RangeBracket::Long))]
    #[case::ab_range_04_just_extreme(81, Some(RangeBracket::Extreme))]
    #[case::ab_range_04_extreme(160, Some(RangeBracket::Extreme))]
    #[case::ab_range_05_limit(161, None)]
    fn brackets(#[case] metres: u32, #[case] expected: Option<RangeBracket>) {
        assert_eq!(bracket_at(metres * metres, 20), expected);
    }

    #[test]
    fn ab_range_02_to_04_difficulties() {
        assert_eq!(RangeBracket::ALL.map(RangeBracket::difficulty), [0, 2, 4, 6]);
    }

    #[test]
    fn ab_range_05_shots_beyond_are_refused() {
        let context = at_range(161, duel(Weapon { short_range_m: 20, ..rifle("7L") }));
        assert_eq!(attack_bracket(&context), Err(OutOfReach::TooFar { metres: 160 }));
        assert_eq!(attack_bracket(&at_range(160, context)), Ok(Some(RangeBracket::Extreme)));
    }

    #[test]
    fn hand_weapons_reach_their_neighbours() {
        let mut context = duel(blade("6L"));
        assert_eq!(attack_bracket(&context), Ok(None));
        context.sight.chebyshev_distance = 2;
        assert_eq!(attack_bracket(&context), Err(OutOfReach::OutOfMeleeReach));
    }
}
