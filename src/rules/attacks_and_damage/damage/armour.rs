//! Armour, shields and penetration. Chapters ARM and AP.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::attacks_and_damage::options::switches::AvStacking;
use crate::attacks_and_damage::{DamageType, Fighter, Switches};
use dice::Modifiers;

/// Damage reduction by damage type. Written "4/3/1": Impact, Piercing, Energy. `AD-ARM-03`,
/// `AD-RULING-05`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct ArmourValue {
    /// Against Impact. `AD-ARM-04`.
    pub impact: u32,
    /// Against Piercing. `AD-ARM-05`.
    pub piercing: u32,
    /// Against Energy. `AD-ARM-06`.
    pub energy: u32,
}

impl ArmourValue {
    /// Returns the reduction of a damage type.
    pub const fn against(self, kind: DamageType) -> u32 {
        match kind {
            DamageType::Impact => self.impact,
            DamageType::Piercing => self.piercing,
            DamageType::Energy => self.energy,
        }
    }
}

/// Error: a text is not an armour value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not an armour value; expected Impact/Piercing/Energy, such as \"4/3/1\"")]
pub struct ArmourValueError(pub String);

impl FromStr for ArmourValue {
    type Err = ArmourValueError;

    fn from_str(text: &str) -> Result<Self, ArmourValueError> {
        // 16 bits each: sums cannot overflow, however many items are worn.
        let number = |number: &str| number.trim().parse::<u16>().ok().map(u32::from);
        let numbers: Option<Vec<u32>> = text.split('/').map(number).collect();
        match numbers.as_deref() {
            Some(&[impact, piercing, energy]) => Ok(Self { impact, piercing, energy }),
            _ => Err(ArmourValueError(text.to_owned())),
        }
    }
}

impl fmt::Display for ArmourValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}/{}", self.impact, self.piercing, self.energy)
    }
}

impl TryFrom<String> for ArmourValue {
    type Error = ArmourValueError;

    fn try_from(text: String) -> Result<Self, ArmourValueError> {
        text.parse()
    }
}

impl From<ArmourValue> for String {
    fn from(value: ArmourValue) -> Self {
        value.to_string()
    }
}

/// A piece of armour or a shield.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// Display name.
    pub name: String,
    /// Armour value.
    pub av: ArmourValue,
}

/// Parts of a unit's AV against a damage type; untyped damage ignores armour. `AD-ARM-04` to `AD-ARM-07`,
/// `AD-ARM-09`.
pub fn armour_parts(target: &Fighter, kind: Option<DamageType>, switches: &Switches) -> Modifiers {
    let mut parts = Modifiers::new();
    let Some(kind) = kind else { return parts };
    let shield = target.sheet.shield.iter().filter(|_| target.shield);
    let items = target.sheet.armour.iter().chain(shield);
    let mut add = |item: &Armour, clause| {
        parts.add(item.av.against(kind).cast_signed(), item.name.clone(), clause);
    };
    match switches.av_stacking {
        AvStacking::Sum => items.for_each(|item| add(item, armour_number_clause(kind))),
        AvStacking::Highest => {
            // The first one on a tie.
            let best = items.rev().max_by_key(|item| item.av.against(kind));
            best.into_iter().for_each(|item| add(item, "AD-ARM-07"));
        }
    }
    parts
}

const fn armour_number_clause(kind: DamageType) -> &'static str {
    match kind {
        DamageType::Impact => "AD-ARM-04",
        DamageType::Piercing => "AD-ARM-05",
        DamageType::Energy => "AD-ARM-06",
    }
}

/// AV after armour penetration, for one attack: never below 0 (`AD-AP-03`), at most doubled (`AD-AP-05`).
///
/// The armour itself is unchanged. `AD-AP-01`, `AD-AP-02`, `AD-AP-04`, `AD-AP-06`, `AD-AP-07`, `AD-RULING-02`,
/// `AD-RULING-03`.
pub fn modified_armour(av: u32, ap: i32) -> u32 {
    av.saturating_add_signed(ap).min(av.saturating_mul(2))
}

/// Parts of a unit's modified AV: its items, then penetration within its limits. `AD-RES-06`.
pub fn modified_armour_parts(
    target: &Fighter,
    kind: Option<DamageType>,
    ap: i32,
    switches: &Switches,
) -> Modifiers {
    let mut parts = armour_parts(target, kind, switches);
    let av = parts.pool();
    let change = modified_armour(av, ap).cast_signed() - av.cast_signed();
    let clause = if ap < 0 { "AD-AP-02" } else { "AD-AP-04" };
    parts.add(change, "armour piercing", clause);
    parts
}

#[cfg(test)]
mod tests;
