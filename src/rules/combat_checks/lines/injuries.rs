//! Critical Injuries and their treatment. Chapters CRIT, CHART and HEAL.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use crate::combat_checks::Limb;
use crate::combat_checks::critical_injuries::chart::ChartRow;
use crate::lines::{DiceOfKind, rule_lines};
use dice::{NoteTopic, RuleLine};

/// A Critical Injury that a unit suffers, or its treatment.
#[derive(Clone, Debug, strum::Display)]
pub enum CriticalInjuryLine {
    #[strum(to_string = "Treat an injury")]
    Treat,
    #[strum(to_string = "{unit} suffers {row}: {effect}")]
    Suffered { unit: Arc<str>, row: ChartRow, effect: String },
    #[strum(to_string = "{injury} is healed")]
    IsHealed { injury: &'static str },
    #[strum(to_string = "is cured of {injury}")]
    Healed { injury: &'static str },
    #[strum(to_string = "is not cured of {injury}")]
    NotHealed { injury: &'static str },
    #[strum(to_string = "Treat self: {injury}")]
    TreatSelf { injury: &'static str },
}

/// Prompts about injuries. `CC-CHART-06`, `CC-CHART-32`, `CC-HEAL-01`.
#[derive(Clone, Debug)]
pub enum InjuryPromptLine {
    AskWhoRecovers,
    /// The Strain that a unit may remove 1 of, and what it can suffer: it is shown as what is left.
    StrainOf {
        strain: u32,
        threshold: u32,
    },
    AskForLimb {
        injury: &'static str,
        patient: Arc<str>,
    },
    Roll,
    RollDetail,
    Limb(Limb),
    LimbDetail(LimbLoss),
    AskWhichToTreat {
        patient: Arc<str>,
    },
    Injury(&'static str),
    /// The difficulty dice of a treatment; its effect is said beside it. `CC-HEAL-02`.
    Difficulty {
        dice: u8,
        /// The effect of the injury is over. `CC-RULING-10`.
        is_over: bool,
    },
}

impl Display for InjuryPromptLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::AskWhoRecovers => f.write_str(
                "The injury cheers a unit of the attacker\u{2019}s side: which one removes 1 Strain?",
            ),
            Self::StrainOf { strain, threshold } => {
                let left = |suffered: u32| threshold.saturating_sub(suffered);
                let then = left(strain.saturating_sub(1));
                write!(f, "Strain {} of {threshold} left, then {then}", left(*strain))
            }
            Self::AskForLimb { injury, patient } => write!(f, "{injury}: which limb of {patient}?"),
            Self::Roll => f.write_str("Roll 1d4"),
            Self::RollDetail => f.write_str("the die chooses the limb; an arm also loses what it holds"),
            Self::Limb(limb) => f.write_str(limb.name()),
            Self::LimbDetail(loss) => write!(f, "{loss}"),
            Self::AskWhichToTreat { patient } => write!(f, "Treat which injury of {patient}?"),
            Self::Injury(name) => f.write_str(name),
            Self::Difficulty { dice, .. } => {
                write!(f, "against {}", DiceOfKind(*dice, "difficulty"))
            }
        }
    }
}

/// What an injury of a limb means for the unit. `CC-CHART-20`, `CC-CHART-21`, `CC-CHART-33`.
#[derive(Clone, Debug)]
pub struct LimbLoss {
    /// The limb is lost, not only crippled.
    pub is_lost: bool,
    /// It is an arm that can hold nothing any more.
    pub holds_nothing: bool,
    /// Names of the weapons that fall from it.
    pub drops: Vec<String>,
}

impl Display for LimbLoss {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_lost { "lost until replaced" } else { "crippled until healed" })?;
        f.write_str(": a setback die on every check")?;
        match (self.holds_nothing, self.drops.is_empty()) {
            (false, _) => f.write_str(", no more"),
            (true, true) => f.write_str(", and it holds nothing"),
            (true, false) => write!(f, ", and it holds nothing: drops {}", self.drops.join(" and ")),
        }
    }
}

impl RuleLine for CriticalInjuryLine {
    fn note_topic(&self) -> NoteTopic {
        match self {
            Self::Healed { .. } => NoteTopic::Recovery,
            _ => NoteTopic::Other,
        }
    }
}

rule_lines!(InjuryPromptLine);
