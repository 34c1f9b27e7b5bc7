//! Critical Injuries and their treatment. Chapters CRIT, CHART and HEAL.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use crate::combat_checks::Limb;
use crate::combat_checks::critical_injuries::chart::ChartRow;
use crate::lines::rule_lines;

/// A Critical Injury that a unit suffers, or its treatment.
#[derive(Clone, Debug, strum::Display)]
pub enum CriticalInjuryLine {
    #[strum(to_string = "Medicae")]
    Medicae,
    #[strum(to_string = "{unit}: {row}")]
    Suffered { unit: Arc<str>, row: ChartRow },
    #[strum(to_string = "{injury} is healed")]
    IsHealed { injury: &'static str },
    #[strum(to_string = "is cured of {injury}")]
    Healed { injury: &'static str },
    #[strum(to_string = "is not cured of {injury}")]
    NotHealed { injury: &'static str },
}

/// Prompts about injuries. `CC-CHART-06`, `CC-CHART-32`, `CC-HEAL-01`.
#[derive(Clone, Debug)]
pub enum InjuryPromptLine {
    AskWhoRecovers,
    StrainOf(u32),
    AskForLimb { patient: Arc<str> },
    Roll,
    Limb(Limb),
    AskWhichToTreat { patient: Arc<str> },
    Injury(&'static str),
    Difficulty(u8),
}

impl Display for InjuryPromptLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::AskWhoRecovers => f.write_str("Who removes 1 Strain?"),
            Self::StrainOf(strain) => write!(f, "Strain {strain}"),
            Self::AskForLimb { patient } => write!(f, "Which limb of {patient}?"),
            Self::Roll => f.write_str("Roll"),
            Self::Limb(limb) => f.write_str(limb.name()),
            Self::AskWhichToTreat { patient } => write!(f, "Treat which injury of {patient}?"),
            Self::Injury(name) => f.write_str(name),
            Self::Difficulty(dice) => write!(f, "difficulty {dice}"),
        }
    }
}

rule_lines!(CriticalInjuryLine, InjuryPromptLine);
