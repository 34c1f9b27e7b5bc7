//! Pieces of armour: their data, concealment and destruction. Chapter ARMOR; penalties are in
//! `armour_layers`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::stacking::Impervious;
use crate::aberrant::{Soak, SoakCategory};

/// Clothing over armour, from the lightest to the heaviest. `AB-ARMOR-12` to `AB-ARMOR-14`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Clothing {
    /// Lingerie, swimwear.
    Scanty,
    /// Jacket, jeans.
    Normal,
    /// Winter gear.
    Heavy,
}

impl Clothing {
    /// The heaviest armour it hides, in grams. `AB-ARMOR-12` to `AB-ARMOR-14`, `AB-RULING-34`.
    pub const fn max_hidden_grams(self) -> u32 {
        match self {
            Self::Heavy => 10_000,
            Self::Normal | Self::Scanty => 5_000,
        }
    }
}

/// A piece of armour or an armoured body modification.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// Name shown to players.
    pub name: String,
    /// Its soak.
    pub soak: Soak,
    /// The category it stacks in.
    #[serde(default)]
    pub category: SoakCategory,
    /// Mobility penalty.
    #[serde(default)]
    pub penalty: u32,
    /// Raw damage that destroys it; `None` if it is indestructible. `AB-ARMOR-01`.
    #[serde(default)]
    pub destruction: Option<u32>,
    /// Mass in grams.
    #[serde(default)]
    pub mass_g: u32,
    /// The lightest clothing that hides it; `None` if none does. `AB-ARMOR-11`.
    #[serde(default)]
    pub concealable_under: Option<Clothing>,
    /// Fits like a second skin. `AB-ARMOR-14`.
    #[serde(default)]
    pub second_skin: bool,
    /// Has no strength requirement. `AB-ARMOR-06`.
    #[serde(default)]
    pub lightweight: bool,
    /// Adds to the other stackable sources of its category. `AB-STACK-09`.
    #[serde(default)]
    pub stackable: bool,
    /// Worn; false for a body modification.
    #[serde(default = "yes")]
    pub is_layer: bool,
    /// Resistance to armour piercing. `AB-AP-04`.
    #[serde(default)]
    pub impervious: Impervious,
    /// Set by the wearer: a higher rank counts before a lower one. `AB-STACK-04`.
    #[serde(default)]
    pub rank: i8,
}

fn yes() -> bool {
    true
}

/// Items of the core list, and whether they are lightweight. `AB-ARMOR-07`.
const CORE_LIST: [(&str, bool); 4] = [
    ("Armored T-Shirt", true),
    ("Reinforced Clothing", true),
    ("Eufiber", true),
    ("Advanced Body Armor", false),
];

/// Why a piece of armour is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArmourError {
    /// `AB-ARMOR-07`.
    #[error("{name} must {}be lightweight", if *.lightweight { "" } else { "not " })]
    Lightweight {
        /// The piece.
        name: String,
        /// The required value.
        lightweight: bool,
    },
}

impl Armour {
    /// Checks the piece against the book; any mass is allowed. `AB-ARMOR-07`, `AB-ARMOR-15`.
    ///
    /// # Errors
    /// Returns `ArmourError` if the piece is invalid.
    pub fn validate(&self) -> Result<(), ArmourError> {
        let core = CORE_LIST.iter().find(|(name, _)| self.name.starts_with(name));
        match core {
            Some(&(_, lightweight)) if lightweight != self.lightweight => {
                Err(ArmourError::Lightweight { name: self.name.clone(), lightweight })
            }
            _ => Ok(()),
        }
    }

    /// Whether raw damage destroys it, with success dice and without adds; it still soaks that hit.
    /// `AB-ARMOR-01`, `AB-RULING-12`.
    pub fn is_destroyed_by(&self, raw: u32) -> bool {
        self.destruction.is_some_and(|destruction| raw >= destruction)
    }

    /// Whether clothing hides it. `AB-ARMOR-11` to `AB-ARMOR-14`.
    pub fn is_hidden_under(&self, clothing: Clothing) -> bool {
        self.concealable_under.is_some_and(|lightest| clothing >= lightest)
            && self.mass_g <= clothing.max_hidden_grams()
            && (clothing != Clothing::Scanty || self.second_skin)
    }
}

#[cfg(test)]
mod tests {
    use Clothing::{Heavy, Normal, Scanty};
    use rstest::rstest;

    use super::*;
    use crate::aberrant::test_fixtures::armour;

    #[rstest]
    #[case::ab_armor_01_below(9, false)]
    #[case::ab_armor_01_equal(10, true)]
    #[case::ab_ruling_12_above(14, true)]
    fn destruction(#[case] raw: u32, #[case] gone: bool) {
        let piece = Armour { destruction: Some(10), ..armour("vest", Soak::new(6, 6, 0)) };
        assert_eq!(piece.is_destroyed_by(raw), gone);
        assert!(!Armour { destruction: None, ..piece }.is_destroyed_by(raw));
    }

    #[rstest]
    #[case::ab_armor_07_shirt("Armored T-Shirt", Some(true))]
    #[case::ab_armor_07_clothing("Reinforced Clothing", Some(true))]
    #[case::ab_armor_07_eufiber("Eufiber 2", Some(true))]
    #[case::ab_armor_07_body_armor("Advanced Body Armor", Some(false))]
    #[case::outside_the_core_list("Gossamer", None)]
    fn core_items(#[case] name: &str, #[case] required: Option<bool>) {
        for lightweight in [false, true] {
            let piece = Armour { lightweight, ..armour(name, Soak::default()) };
            let expected = match required {
                Some(required) if required != lightweight => {
                    Err(ArmourError::Lightweight { name: name.to_owned(), lightweight: required })
                }
                _ => Ok(()),
            };
            assert_eq!(piece.validate(), expected);
        }
    }

    #[test]
    fn a_fault_says_what_is_wrong() {
        let error = armour("Eufiber 2", Soak::default()).validate().expect_err("not flagged");
        assert_eq!(error.to_string(), "Eufiber 2 must be lightweight");
    }

    #[rstest]
    #[case::ab_armor_11_not_stated(None, 4_000, false, Normal, false)]
    #[case::ab_armor_11_under_its_own(Some(Normal), 4_000, false, Normal, true)]
    #[case::ab_armor_11_under_heavier(Some(Normal), 4_000, false, Heavy, true)]
    #[case::ab_armor_11_under_lighter(Some(Normal), 4_000, false, Scanty, false)]
    #[case::ab_armor_11_each_with_its_own_limit(Some(Normal), 8_000, false, Heavy, true)]
    #[case::ab_armor_12_ten_kilograms(Some(Heavy), 10_000, false, Heavy, true)]
    #[case::ab_armor_12_too_heavy(Some(Heavy), 10_001, false, Heavy, false)]
    #[case::ab_armor_13_five_kilograms(Some(Normal), 5_000, false, Normal, true)]
    #[case::ab_armor_13_too_heavy(Some(Normal), 5_001, false, Normal, false)]
    #[case::ab_armor_14_second_skin(Some(Scanty), 4_000, true, Scanty, true)]
    #[case::ab_armor_14_no_second_skin(Some(Scanty), 4_000, false, Scanty, false)]
    #[case::ab_ruling_34_five_kilograms_too(Some(Scanty), 5_001, true, Scanty, false)]
    fn concealment(
        #[case] concealable_under: Option<Clothing>,
        #[case] mass_g: u32,
        #[case] second_skin: bool,
        #[case] clothing: Clothing,
        #[case] hidden: bool,
    ) {
        let vest = armour("vest", Soak::default());
        let piece = Armour { concealable_under, mass_g, second_skin, ..vest };
        assert_eq!(piece.is_hidden_under(clothing), hidden);
    }

    #[test]
    fn ab_armor_15_any_mass() {
        let plate = Armour { mass_g: 60_000, ..armour("plate", Soak::default()) };
        assert_eq!(plate.validate(), Ok(()));
        assert!(!plate.is_hidden_under(Heavy));
    }
}
