//! Natural soak. Chapter SOAK.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::aberrant::{DamageType, Sheet, Weapon};

/// Soak against the three damage types that can be soaked.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(deny_unknown_fields, default)]
pub struct Soak {
    /// Against bashing and stun. `AB-STUN-08`.
    pub bashing: u32,
    /// Against lethal.
    pub lethal: u32,
    /// Against aggravated.
    pub aggravated: u32,
}

/// A column of the soak values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SoakColumn {
    /// Bashing soak.
    Bashing,
    /// Lethal soak.
    Lethal,
    /// Aggravated soak.
    Aggravated,
}

impl Soak {
    /// Creates a soak from its values.
    pub const fn new(bashing: u32, lethal: u32, aggravated: u32) -> Self {
        Self { bashing, lethal, aggravated }
    }

    /// The value of a column.
    pub const fn get(self, column: SoakColumn) -> u32 {
        match column {
            SoakColumn::Bashing => self.bashing,
            SoakColumn::Lethal => self.lethal,
            SoakColumn::Aggravated => self.aggravated,
        }
    }

    /// Sum of the three values, by which sources are ranked. `AB-STACK-04`.
    pub const fn sum(self) -> u32 {
        self.bashing + self.lethal + self.aggravated
    }

    /// Adds the values of two soaks.
    pub const fn plus(self, other: Self) -> Self {
        Self {
            bashing: self.bashing + other.bashing,
            lethal: self.lethal + other.lethal,
            aggravated: self.aggravated + other.aggravated,
        }
    }

    /// Divides every value, rounding down. `AB-SOAK-07`, `AB-STACK-08`.
    pub const fn divided(self, by: u32) -> Self {
        Self { bashing: self.bashing / by, lethal: self.lethal / by, aggravated: self.aggravated / by }
    }
}

/// Natural soak of a sheet, rounded down. `AB-SOAK-01` to `AB-SOAK-08`, `AB-RULING-04`, `AB-BASE-13`.
pub fn natural_soak(sheet: &Sheet) -> Soak {
    let (stamina, quantum) = (u32::from(sheet.stamina), u32::from(sheet.quantum));
    let mega = u32::from(sheet.mega_stamina);
    let formula = Soak::new(quantum + stamina + mega, quantum + mega + stamina / 2, quantum / 2);
    formula.plus(sheet.soak_enhancement)
}

/// The soak column against a weapon; `None` if its damage cannot be soaked. `AB-STUN-08`, `AB-STUN-09`,
/// `AB-TYPE-08`.
///
/// EMP is reduced only by hardening, which bodies do not have. `AB-TYPE-02`.
pub fn soak_column(weapon: &Weapon) -> Option<SoakColumn> {
    if weapon.unsoakable {
        return None;
    }
    match weapon.soak_as.unwrap_or(weapon.damage.kind) {
        DamageType::Stun | DamageType::Bashing => Some(SoakColumn::Bashing),
        DamageType::Lethal => Some(SoakColumn::Lethal),
        DamageType::Aggravated => Some(SoakColumn::Aggravated),
        DamageType::Emp => None,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::aberrant::test_fixtures::{sheet, weapon};

    #[rstest]
    #[case::ab_soak_01_baseline(3, 0, 0, Soak::new(3, 1, 0))]
    #[case::ab_soak_02_rounded_down(1, 0, 0, Soak::new(1, 0, 0))]
    #[case::ab_base_13_seven_halves(7, 0, 0, Soak::new(7, 3, 0))]
    #[case::ab_soak_03_no_aggravated(5, 0, 0, Soak::new(5, 2, 0))]
    #[case::ab_soak_04_nova_bashing(2, 3, 0, Soak::new(5, 4, 1))]
    #[case::ab_soak_05_nova_lethal(3, 2, 0, Soak::new(5, 3, 1))]
    #[case::ab_soak_06_nova_aggravated(3, 2, 0, Soak::new(5, 3, 1))]
    #[case::ab_soak_06_rounded_down(1, 5, 0, Soak::new(6, 5, 2))]
    #[case::ab_soak_07_fractions(5, 3, 0, Soak::new(8, 5, 1))]
    #[case::ab_soak_08_mega_stamina(5, 3, 2, Soak::new(10, 7, 1))]
    fn soak_of_a_body(#[case] stamina: u8, #[case] quantum: u8, #[case] mega: u8, #[case] soak: Soak) {
        let sheet = sheet(|sheet| {
            (sheet.stamina, sheet.quantum, sheet.mega_stamina) = (stamina, quantum, mega);
        });
        assert_eq!(natural_soak(&sheet), soak);
    }

    #[test]
    fn ab_soak_08_enhancements_are_added() {
        let sheet = sheet(|sheet| {
            sheet.stamina = 3;
            sheet.soak_enhancement = Soak::new(2, 1, 1);
        });
        assert_eq!(natural_soak(&sheet), Soak::new(5, 2, 1));
    }

    #[test]
    fn ab_stun_08_stun_meets_bashing_soak() {
        assert_eq!(soak_column(&weapon("6S")), Some(SoakColumn::Bashing));
    }

    #[test]
    fn ab_type_08_some_aggravated_damage_meets_lethal_soak() {
        let gas = Weapon { soak_as: Some(DamageType::Lethal), ..weapon("8A") };
        assert_eq!(soak_column(&gas), Some(SoakColumn::Lethal));
        assert_eq!(soak_column(&weapon("8A")), Some(SoakColumn::Aggravated));
    }
}
