//! Harm and lasting state of a unit.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::switches::{Switches, ZeroWounds};
use super::{Down, Sheet};

/// An ailment that the chapters of this folder ask for. `CS-BASE-27`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ailment {
    /// Sees nothing. `CS-UNA-06`.
    Blinded,
    /// Hears nothing. `CS-UNA-06`.
    Deafened,
    /// Helpless. `CS-BASE-27`.
    Frozen,
    /// Takes no Move actions. `CS-PRN-08`.
    Immobilised,
    /// Helpless. `CS-BASE-27`.
    Shocked,
    /// Makes no actions, and does not move about in a melee. `CS-BASE-21`, `CS-SIM-02`.
    Stunned,
    /// Helpless. `CS-BASE-27`.
    Unconscious,
}

impl Ailment {
    /// Leaves its sufferer helpless. `CS-BASE-27`.
    pub const fn is_helpless(self) -> bool {
        matches!(self, Self::Frozen | Self::Shocked | Self::Unconscious)
    }
}

/// Harm and lasting state of a unit in this book.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Wounds left; may fall below 0. `CS-BASE-13`.
    pub wounds: i32,
    /// Fate Points left. `CS-BASE-28`.
    pub fate: u8,
    /// What it suffers from.
    #[serde(default)]
    pub ailments: BTreeSet<Ailment>,
}

impl Condition {
    /// Whole and rested.
    pub fn fresh(sheet: &Sheet) -> Self {
        Self { wounds: i32::from(sheet.wounds), fate: sheet.fate_points, ailments: BTreeSet::new() }
    }

    /// Suffers from this ailment.
    pub fn has(&self, ailment: Ailment) -> bool {
        self.ailments.contains(&ailment)
    }

    /// Frozen, Shocked, Unconscious or out of action. `CS-BASE-13`, `CS-BASE-27`.
    pub fn is_helpless(&self) -> bool {
        self.wounds <= 0 || self.ailments.iter().any(|ailment| ailment.is_helpless())
    }

    /// Can make actions: neither helpless nor Stunned. `CS-BASE-13`, `CS-BASE-21`, `CS-BASE-27`.
    pub fn can_act(&self) -> bool {
        !self.is_helpless() && !self.has(Ailment::Stunned)
    }

    /// With some Wounds fewer.
    pub fn hurt(&self, wounds: u32) -> Self {
        let wounds = self.wounds.saturating_sub_unsigned(wounds);
        Self { wounds, ..self.clone() }
    }

    /// With so many Fate Points fewer. `CS-BASE-28`.
    pub fn with_fate_spent(self, points: u8) -> Self {
        Self { fate: self.fate.saturating_sub(points), ..self }
    }
}

/// Out of the fight: no Wounds left. `CS-BASE-13`.
pub fn down(condition: &Condition, switches: &Switches) -> Option<Down> {
    (condition.wounds <= 0).then_some(match switches.zero_wounds {
        ZeroWounds::Unconscious => Down::Unconscious,
        ZeroWounds::Dead => Down::Dead,
    })
}
