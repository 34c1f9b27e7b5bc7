//! The character sheet. Section A1 of the catalogue.

use crate::UnitRole;
use crate::status::Element;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use thiserror::Error;

use super::bands::band::Band;
use super::{Armour, DefenceBonus, Soak, SoakCategory, SoakSource};
use crate::aberrant::environment::buildings::{Building, BuildingError};
use crate::aberrant::health::emp::Electronics;
use crate::aberrant::protection::armour::{ArmourError, Clothing};

/// A trained ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "title_case")]
#[expect(missing_docs, reason = "the names are the abilities' own")]
pub enum Ability {
    Athletics,
    Might,
    Endurance,
    Brawl,
    Melee,
    Firearms,
    Throwing,
    Tactics,
    Medicine,
    Command,
}

impl Ability {
    /// Name shown to players.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Body size. `AB-KNOCK-05`, `AB-KNOCK-06`.
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
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Size {
    #[default]
    Normal,
    Large,
    Huge,
}

/// Metres of movement given on the sheet; `None` uses the derived value. `AB-BASE-07`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct MovementRates {
    /// Walking.
    pub walk: Option<u32>,
    /// A Run action.
    pub run: Option<u32>,
    /// Flying; `None` if it cannot fly.
    pub fly: Option<u32>,
    /// Teleporting; `None` if it cannot teleport.
    pub teleport: Option<u32>,
}

/// Stored values of a unit; derived values are functions of the chapters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// 1 to 5 for baselines.
    pub strength: u8,
    /// 1 to 5 for baselines.
    pub dexterity: u8,
    /// 1 to 5 for baselines.
    pub stamina: u8,
    /// 1 to 5 for baselines.
    pub wits: u8,
    /// 1 to 5 for baselines.
    #[serde(default = "two")]
    pub charisma: u8,
    /// 0 to 5.
    #[serde(default)]
    pub mega_strength: u8,
    /// 0 to 5.
    #[serde(default)]
    pub mega_dexterity: u8,
    /// 0 to 5.
    #[serde(default)]
    pub mega_stamina: u8,
    /// 0 for baselines, 1 and more for novas.
    #[serde(default)]
    pub quantum: u8,
    /// Has psi powers. `AB-SOAK-09`.
    #[serde(default)]
    pub psi: bool,
    /// Permanent Willpower: the pool of its rolls. `AB-BASE-14`.
    #[serde(default = "three")]
    pub willpower: u8,
    /// Willpower points at the start; `None` for the rating.
    #[serde(default)]
    pub willpower_points: Option<u8>,
    /// Ratings above 0; a missing ability is untrained.
    #[serde(default)]
    pub abilities: BTreeMap<Ability, u8>,
    /// Metres of movement that differ from the derived values.
    #[serde(default)]
    pub moves: MovementRates,
    /// Natural soak from Enhancements. `AB-SOAK-08`.
    #[serde(default)]
    pub soak_enhancement: Soak,
    /// Worn armour and armoured body modifications, the innermost first.
    #[serde(default)]
    pub armour: Vec<Armour>,
    /// What it wears over its armour; `None` if everything can be seen. `AB-ARMOR-11`.
    #[serde(default)]
    pub clothing: Option<Clothing>,
    /// Other sources of soak.
    #[serde(default)]
    pub sources: Vec<SoakSource>,
    /// Bonuses other than soak.
    #[serde(default)]
    pub bonuses: Vec<DefenceBonus>,
    /// Has a power such as Healing. `AB-RESUS-13`.
    #[serde(default)]
    pub healing: bool,
    /// Dots of Iatrosis. `AB-RESUS-13`.
    #[serde(default)]
    pub iatrosis: u8,
    /// Has the power Regeneration. `AB-GRIEV-10`.
    #[serde(default)]
    pub regeneration: bool,
    /// Days in which Regeneration regrows a limb or an organ, before the factor of novas. `AB-GRIEV-11`.
    #[serde(default = "ninety")]
    pub limb_regrow_days: u32,
    /// Body size. `AB-KNOCK-05`, `AB-KNOCK-06`.
    #[serde(default)]
    pub size: Size,
    /// Dots of growing Sizemorph. `AB-KNOCK-07`.
    #[serde(default)]
    pub grow: u8,
    /// Dots of Density Control. `AB-KNOCK-11`.
    #[serde(default)]
    pub density: u8,
    /// A building as one object; `None` for everything else. Chapter OBJ.
    #[serde(default)]
    pub building: Option<Building>,
    /// Electronics and hardening of a machine; `None` for the living. `AB-EMP-04`, `AB-EMP-10`.
    #[serde(default)]
    pub machine: Option<Electronics>,
    /// Has hands to hold things.
    #[serde(default = "yes")]
    pub hands: bool,
    /// Elements whose ailments do not affect it. `CS-BURN-08`.
    #[serde(default)]
    pub immunities: Vec<Element>,
    /// Named, or a nameless opponent. `AB-EXTRA-01`, `AB-EXTRA-02`.
    #[serde(default, skip_serializing_if = "UnitRole::is_named")]
    pub role: UnitRole,
    /// Extras of one side with the same group roll and flee together. `AB-GRITTY-07`, `AB-CINE-17`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Is a vehicle. `AB-GRITTY-05`, `AB-CINE-14`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub vehicle: bool,
    /// Health levels of a vehicle; `None` for those of its Stamina. `AB-GRITTY-05`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<u32>,
    /// Its henchmen, if it leads a band. `AB-MASS-01`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub band: Option<Band>,
}

fn yes() -> bool {
    true
}

fn ninety() -> u32 {
    90
}

fn two() -> u8 {
    2
}

fn three() -> u8 {
    3
}

/// Why a sheet is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SheetError {
    /// `AB-SOAK-09`.
    #[error("{name} is a power, but the sheet has neither Quantum nor psi")]
    PowerOfBaseline {
        /// The source.
        name: String,
    },
    /// A piece of armour.
    #[error(transparent)]
    Armour(#[from] ArmourError),
    /// A building.
    #[error(transparent)]
    Building(#[from] BuildingError),
}

impl Sheet {
    /// Rating of an ability, 0 if untrained.
    pub fn ability(&self, ability: Ability) -> u8 {
        self.abilities.get(&ability).copied().unwrap_or(0)
    }

    /// Names of its worn pieces of armour: those that its clothing hides, or those that can be seen. `AB-ARMOR-11` to
    /// `AB-ARMOR-15`.
    pub fn worn_armour(&self, hidden: bool) -> impl Iterator<Item = &str> {
        let is_hidden =
            |piece: &Armour| self.clothing.is_some_and(|clothing| piece.is_hidden_under(clothing));
        let worn = self.armour.iter().filter(|piece| piece.is_layer);
        worn.filter(move |piece| is_hidden(piece) == hidden).map(|piece| piece.name.as_str())
    }

    /// Whether it has Quantum.
    pub const fn is_nova(&self) -> bool {
        self.quantum >= 1
    }

    /// Willpower points at the start.
    pub fn willpower_points(&self) -> u8 {
        self.willpower_points.unwrap_or(self.willpower)
    }

    /// Checks the sheet against the book. `AB-SOAK-09`, `AB-ARMOR-07`.
    ///
    /// # Errors
    /// Returns the first `SheetError` found.
    pub fn validate(&self) -> Result<(), SheetError> {
        let worn = self.armour.iter().map(|piece| (piece.category, &piece.name));
        let others = self.sources.iter().map(|source| (source.category, &source.name));
        let power = worn.chain(others).find(|(category, _)| *category == SoakCategory::Power);
        if let Some((_, name)) = power.filter(|_| !self.is_nova() && !self.psi) {
            return Err(SheetError::PowerOfBaseline { name: name.clone() });
        }
        self.building.as_ref().map_or(Ok(()), Building::validate)?;
        Ok(self.armour.iter().try_for_each(Armour::validate)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aberrant::test_fixtures::{armour, sheet, source};

    #[test]
    fn ab_soak_09_baselines_have_no_powers() {
        let mut sheet = sheet(|sheet| {
            sheet.armour = vec![armour("vest", Soak::new(3, 3, 0))];
            sheet.sources = vec![source(SoakCategory::Natural, Soak::new(1, 1, 0))];
        });
        assert_eq!(sheet.validate(), Ok(()));
        sheet.sources.push(source(SoakCategory::Power, Soak::new(4, 4, 0)));
        assert_eq!(sheet.validate(), Err(SheetError::PowerOfBaseline { name: "source".into() }));
        sheet.psi = true;
        assert_eq!(sheet.validate(), Ok(()));
        (sheet.psi, sheet.quantum) = (false, 1);
        assert_eq!(sheet.validate(), Ok(()));
    }

    #[test]
    fn a_sheet_in_a_file_needs_four_attributes() {
        let text = "(strength: 2, dexterity: 3, stamina: 3, wits: 2, abilities: {firearms: 3})";
        let sheet: Sheet = ron::from_str(text).expect("a sheet");
        assert_eq!((sheet.ability(Ability::Firearms), sheet.ability(Ability::Brawl)), (3, 0));
        assert_eq!((sheet.willpower_points(), sheet.is_nova()), (3, false));
        assert!(ron::from_str::<Sheet>("(strength: 2)").is_err());
        assert_eq!(ron::from_str(&ron::to_string(&sheet).expect("writes")), Ok(sheet));
    }
}
