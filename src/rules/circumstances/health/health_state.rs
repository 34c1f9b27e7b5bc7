//! Harm and lasting state of a unit.

use serde::{Deserialize, Serialize};

use super::suffocation::HeldBreath;
use crate::circumstances::rule_options::options::{Switches, ZeroWounds};
use crate::circumstances::{DownState, Sheet};

/// Harm and lasting state of a unit in this book.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HealthState {
    /// Wounds left; may fall below 0. `CS-BASE-13`.
    pub wounds: i32,
    /// Fate Points left. `CS-BASE-28`.
    pub fate: u8,
    /// Levels of fatigue. `CS-FATG-01`.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub fatigue: u8,
    /// The breath that is held where there is no air. `CS-SUFF-09`.
    #[serde(default, skip_serializing_if = "HeldBreath::is_full")]
    pub breath: HeldBreath,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
const fn is_nothing(level: &u8) -> bool {
    *level == 0
}

impl HealthState {
    /// Whole and rested.
    pub fn unhurt(sheet: &Sheet) -> Self {
        let breath = HeldBreath::default();
        Self { wounds: i32::from(sheet.wounds), fate: sheet.fate_points, fatigue: 0, breath }
    }

    /// No Wounds left: helpless, whatever else. `CS-BASE-13`.
    pub const fn is_spent(&self) -> bool {
        self.wounds <= 0
    }

    /// With some Wounds fewer.
    pub fn with_wounds_lost(&self, wounds: u32) -> Self {
        let wounds = self.wounds.saturating_sub_unsigned(wounds);
        Self { wounds, ..self.clone() }
    }

    /// With so many levels of fatigue more. `CS-FATG-01`.
    pub const fn with_fatigue(self, levels: u8) -> Self {
        Self { fatigue: self.fatigue.saturating_add(levels), ..self }
    }

    /// With so many Fate Points fewer. `CS-BASE-28`.
    pub fn with_fate_spent(self, points: u8) -> Self {
        Self { fate: self.fate.saturating_sub(points), ..self }
    }
}

/// Out of the fight: no Wounds left, or no air for too long. `CS-BASE-13`, `CS-SUFF-08`.
pub fn down(condition: &HealthState, switches: &Switches) -> Option<DownState> {
    if condition.breath.spent {
        return Some(DownState::Dead);
    }
    (condition.wounds <= 0).then_some(match switches.zero_wounds {
        ZeroWounds::Unconscious => DownState::Unconscious,
        ZeroWounds::Dead => DownState::Dead,
    })
}
