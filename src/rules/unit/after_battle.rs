//! What comes after a fight: time to rest, and who sees to the wounded.

use serde::{Deserialize, Serialize};

use dice::Clause;

/// Minutes of a day.
pub const MINUTES_PER_DAY: u32 = 24 * 60;

/// How the wounded are looked after while they rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MedicalCare {
    /// Not at all.
    #[default]
    None,
    /// By somebody who knows how, with what it takes. `SS-HEAL-06`, `AB-HEAL-09`.
    Competent,
    /// In the best of wards. `AB-HEAL-10`.
    Expert,
}

/// A stretch of rest, told from the end of the fight on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rest {
    /// Minutes that have passed before it.
    pub from: u32,
    /// Minutes that it takes.
    pub minutes: u32,
    /// Care in the meantime.
    pub care: MedicalCare,
}

impl Rest {
    /// Minutes since the fight when it is over.
    pub const fn until(self) -> u32 {
        self.from.saturating_add(self.minutes)
    }

    /// How many times something that takes so many minutes is done within it, however the rest is cut into pieces.
    pub const fn times(self, minutes: u32) -> u32 {
        let minutes = if minutes == 0 { 1 } else { minutes };
        self.until() / minutes - self.from / minutes
    }
}

/// Something that a unit may do for another one after the fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreatmentOption {
    /// Stable name for journals.
    pub key: &'static str,
    /// On the button: "Repair".
    pub label: &'static str,
    /// What it does, in a sentence.
    pub detail: String,
    /// Minutes for which both are busy.
    pub minutes: u32,
    /// Its clause.
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
