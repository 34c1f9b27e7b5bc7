//! Damage and lasting conditions of a unit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::suffocation::HeldBreath;
use crate::circumstances::rule_options::options::{Switches, ZeroWounds};
use crate::circumstances::{DownState, Sheet};

/// Damage and lasting conditions of a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HealthState {
    /// Wounds left; may be below 0. `CS-BASE-13`.
    pub wounds: i32,
    /// Fate Points left. `CS-BASE-28`.
    pub fate: u8,
    /// Levels of fatigue. `CS-FATG-01`.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fatigue: u8,
    /// The breath held without air. `CS-SUFF-09`.
    #[serde(default, skip_serializing_if = "HeldBreath::is_full")]
    pub breath: HeldBreath,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
const fn is_zero(level: &u8) -> bool {
    *level == 0
}

impl HealthState {
    /// Full Wounds, no fatigue.
    pub fn unhurt(sheet: &Sheet) -> Self {
        let breath = HeldBreath::default();
        Self { wounds: i32::from(sheet.wounds), fate: sheet.fate_points, fatigue: 0, breath }
    }

    /// Whether no Wounds are left, which makes the unit helpless. `CS-BASE-13`.
    pub const fn has_no_wounds_left(&self) -> bool {
        self.wounds <= 0
    }

    /// The state with `wounds` Wounds lost.
    pub fn with_wounds_lost(&self, wounds: u32) -> Self {
        let wounds = self.wounds.saturating_sub_unsigned(wounds);
        Self { wounds, ..self.clone() }
    }

    /// The state with `levels` levels of fatigue added. `CS-FATG-01`.
    pub const fn with_fatigue(self, levels: u8) -> Self {
        Self { fatigue: self.fatigue.saturating_add(levels), ..self }
    }

    /// The state with `points` Fate Points spent. `CS-BASE-28`.
    pub fn with_fate_spent(self, points: u8) -> Self {
        Self { fate: self.fate.saturating_sub(points), ..self }
    }
}

/// How the unit is out of action, from having no Wounds left or no air for too long; `None` if it is not.
/// `CS-BASE-13`, `CS-SUFF-08`.
pub fn down_state(condition: &HealthState, switches: &Switches) -> Option<DownState> {
    if condition.breath.suffocated {
        return Some(DownState::Dead);
    }
    (condition.wounds <= 0).then_some(match switches.zero_wounds {
        ZeroWounds::Unconscious => DownState::Unconscious,
        ZeroWounds::Dead => DownState::Dead,
    })
}
