//! After a battle: rest and medical care.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use dice::{Clause, RuleText};

/// Minutes in a day.
pub const MINUTES_PER_DAY: u32 = 24 * 60;

/// Medical care of the wounded while they rest.
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
pub enum MedicalCare {
    /// No care.
    #[default]
    None,
    /// By a trained person with equipment. `SS-HEAL-06`, `AB-HEAL-09`.
    Competent,
    /// In a first-class hospital. `AB-HEAL-10`.
    Expert,
}

/// A period of rest, counted from the end of the battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rest {
    /// Minutes that have passed before it.
    pub from: u32,
    /// Length in minutes.
    pub minutes: u32,
    /// Care during it.
    pub care: MedicalCare,
}

impl Rest {
    /// Minutes from the end of the battle to the end of the rest.
    pub const fn until(self) -> u32 {
        self.from.saturating_add(self.minutes)
    }

    /// How often something that takes `minutes` completes within the rest, however the rest is split.
    pub const fn times(self, minutes: u32) -> u32 {
        let minutes = if minutes == 0 { 1 } else { minutes };
        self.until() / minutes - self.from / minutes
    }
}

/// A treatment that a unit can give another one after the battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreatmentOption {
    /// Stable key for the journal.
    pub key: &'static str,
    /// Text of the button: "Repair".
    pub label: RuleText,
    /// Description, in a sentence.
    pub detail: String,
    /// Duration in minutes, for both units.
    pub minutes: u32,
    /// Clause.
    pub clause: Clause,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rest_may_be_cut_into_pieces() {
        let hour = |from| Rest { from, minutes: 60, care: MedicalCare::None };
        let pieces: u32 = (0..48).map(|hours| hour(hours * 60).times(MINUTES_PER_DAY)).sum();
        assert_eq!(
            pieces,
            Rest { from: 0, minutes: 2 * MINUTES_PER_DAY, care: MedicalCare::None }.times(MINUTES_PER_DAY)
        );
        assert_eq!(hour(30).times(45), 2);
    }
}
