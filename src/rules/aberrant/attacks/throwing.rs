//! Range of thrown objects. Chapter THROW.

use crate::aberrant::{Ability, Sheet, Switches};

/// Metres per point of Strength + Might. `AB-THROW-01`.
const METRES_PER_POINT: u32 = 5;
/// Metres per dot of Mega-Strength. `AB-THROW-04`.
const METRES_PER_MEGA_DOT: u32 = 50;
/// Metres lost per kilogram beyond the first. `AB-THROW-02`.
const METRES_PER_KILOGRAM: u32 = 5;
/// Divisor of the mass per dot of Mega-Strength. `AB-THROW-05`, `AB-THROW-06`.
const MASS_DIVISOR: u64 = 10;
/// Strength added by Mega-Strength under `throw_mega_plus10`. `AB-THROW-07`.
const MEGA_STRENGTH_BONUS: u32 = 10;

/// A thrown object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThrownObject {
    /// Mass in grams.
    pub mass_g: u32,
    /// How well it flies. `AB-THROW-03`.
    pub aero_bonus: u8,
}

/// Full effective kilograms beyond the first. `AB-THROW-02`, `AB-THROW-05`, `AB-THROW-06`, `AB-RULING-03`.
fn extra_kilograms(mega_strength: u8, mass_g: u32) -> u32 {
    let divisor = if mega_strength >= 1 { MASS_DIVISOR * u64::from(mega_strength) } else { 1 };
    let effective_kilogram_g = 1000 * divisor;
    let extra = u64::from(mass_g).saturating_sub(effective_kilogram_g) / effective_kilogram_g;
    u32::try_from(extra).unwrap_or(u32::MAX)
}

/// Range increment of a throw in metres; `None` if it cannot be thrown. `AB-THROW-01` to `AB-THROW-07`.
pub fn increment_m(sheet: &Sheet, thrown: ThrownObject, switches: &Switches) -> Option<u32> {
    let mega = sheet.mega_strength;
    let mega_bonus = if switches.throw_mega_plus10 && mega >= 1 { MEGA_STRENGTH_BONUS } else { 0 };
    let might = u32::from(sheet.ability(Ability::Might)) + u32::from(thrown.aero_bonus);
    let reach = METRES_PER_POINT * (u32::from(sheet.strength) + mega_bonus + might)
        + METRES_PER_MEGA_DOT * u32::from(mega);
    let metres_lost = METRES_PER_KILOGRAM.saturating_mul(extra_kilograms(mega, thrown.mass_g));
    reach.checked_sub(metres_lost).filter(|&metres| metres > 0)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::aberrant::test_fixtures::sheet;

    fn increment(
        (strength, might, mega): (u8, u8, u8),
        mass_g: u32,
        aero_bonus: u8,
        on: bool,
    ) -> Option<u32> {
        let sheet = sheet(|sheet| {
            (sheet.strength, sheet.mega_strength) = (strength, mega);
            sheet.abilities.insert(Ability::Might, might);
        });
        let switches = Switches { throw_mega_plus10: on, ..Switches::default() };
        increment_m(&sheet, ThrownObject { mass_g, aero_bonus }, &switches)
    }

    #[rstest]
    #[case::ab_throw_01_light((2, 1, 0), 500, 0, Some(15))]
    #[case::ab_throw_02_one_kilogram((2, 1, 0), 1_000, 0, Some(15))]
    #[case::ab_throw_02_almost_two((2, 1, 0), 1_999, 0, Some(15))]
    #[case::ab_throw_02_two((2, 1, 0), 2_000, 0, Some(10))]
    #[case::ab_throw_02_three((2, 1, 0), 3_000, 0, Some(5))]
    #[case::ab_throw_02_too_heavy((2, 1, 0), 4_000, 0, None)]
    #[case::ab_throw_03_aerodynamic((2, 1, 0), 500, 2, Some(25))]
    #[case::ab_throw_04_mega_strength((4, 2, 1), 500, 0, Some(80))]
    #[case::ab_throw_05_a_tenth((4, 2, 1), 20_000, 0, Some(75))]
    #[case::ab_ruling_03_the_example((5, 5, 5), 50_000, 0, Some(300))]
    fn increments(
        #[case] thrower: (u8, u8, u8),
        #[case] mass_g: u32,
        #[case] aero_bonus: u8,
        #[case] metres: Option<u32>,
    ) {
        assert_eq!(increment(thrower, mass_g, aero_bonus, false), metres);
    }

    #[rstest]
    #[case(3, 90_000, 2)] // 3 kg effective
    #[case(5, 50_000, 0)] // 1 kg effective
    fn ab_throw_06_each_further_dot(#[case] mega: u8, #[case] mass_g: u32, #[case] extra: u32) {
        assert_eq!(extra_kilograms(mega, mass_g), extra);
    }

    #[rstest]
    #[case::off(false, 300)]
    #[case::on(true, 350)]
    fn ab_throw_07_worked_example(#[case] on: bool, #[case] metres: u32) {
        assert_eq!(increment((5, 5, 5), 50_000, 0, on), Some(metres));
    }

    #[test]
    fn ab_throw_07_only_mega_strength() {
        assert_eq!(increment((2, 1, 0), 500, 0, true), Some(15));
    }
}
