//! Causes of changes of health that no other event of the battle names.

use serde::{Deserialize, Serialize};

/// Why a unit's health changes, as far as the log names it.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    strum::VariantArray
)]
#[serde(rename_all = "snake_case")]
pub enum HealthCause {
    /// Threats of the unit's own check, spent by the opponent. `CC-THT-04`.
    Threats,
    /// A despair of the unit's own check, spent by the opponent. `CC-TRI-02`.
    Despair,
    /// An action despite a Critical Injury. `CC-CHART-19`.
    ActionWithInjury,
    /// An action despite a Bleedout. `SS-CALL-55`.
    ActionWithBleedout,
    /// A manoeuvre bought with Strain. `CC-ECON-05`.
    BoughtManoeuvre,
    /// A Critical Injury that bleeds. `CC-CHART-26`.
    BleedingInjury,
    /// A run. `CS-BASE-23`.
    Run,
    /// A sprint. `SS-MOVE-11`.
    Sprint,
    /// Lying at 0 Flesh without treatment. `SS-DMG-23`.
    Dying,
    /// Internal bleeding. `SS-CALL-47`.
    SlowDeath,
    /// Lack of air. `CS-SUFF-01`.
    Suffocation,
    /// Fire on the unit itself. `CS-BURN-01`.
    Burning,
}

impl HealthCause {
    /// The cause as the end of a sentence: "from threats".
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::Threats => "from threats",
            Self::Despair => "from a despair",
            Self::ActionWithInjury => "from acting with an injury",
            Self::ActionWithBleedout => "from acting with a Bleedout",
            Self::BoughtManoeuvre => "for a further manoeuvre",
            Self::BleedingInjury => "from a bleeding injury",
            Self::Run => "from running",
            Self::Sprint => "from sprinting",
            Self::Dying => "from bleeding",
            Self::SlowDeath => "from internal bleeding",
            Self::Suffocation => "without air",
            Self::Burning => "from burning",
        }
    }
}
