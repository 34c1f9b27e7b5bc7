//! Special actions and movement: prompts and outcomes.

use crate::circumstances::{HitLocation, HitLocations};
use crate::lines::rule_lines;
use dice::{NoteTopic, RuleLine};

/// The label of a special action.
#[derive(Clone, Copy, Debug, strum::Display)]
pub enum SpecialActionLabel {
    #[strum(to_string = "Full Move")]
    FullMove,
    #[strum(to_string = "Charge")]
    Charge,
    #[strum(to_string = "Use cover")]
    UseCover,
    #[strum(to_string = "Engage")]
    Engage,
    #[strum(to_string = "Hide")]
    Hide,
    #[strum(to_string = "Clear jam")]
    ClearJam,
    #[strum(to_string = "Break free")]
    BreakFree,
    #[strum(to_string = "Let go")]
    LetGo,
}

/// The outcome of a special action.
#[derive(Clone, Debug, strum::Display)]
pub enum SpecialActionResult {
    #[strum(to_string = "is concealed")]
    Concealed,
    #[strum(to_string = "is not concealed")]
    NotConcealed,
    #[strum(to_string = "clears the weapon, which needs reloading")]
    Cleared,
    #[strum(to_string = "does not clear the weapon")]
    StillJammed,
    #[strum(to_string = "breaks free")]
    BreaksFree,
    #[strum(to_string = "is still held")]
    StillHeld,
    #[strum(to_string = "recovers {wounds} Wounds")]
    Heals { wounds: i32 },
    #[strum(to_string = "is affected")]
    TakesEffect,
    #[strum(to_string = "is not affected")]
    NoEffect,
    #[strum(to_string = "is not affected, because the Spells are Sealed")]
    Sealed,
}

/// The choice of shielded locations. `CS-COV-01` to `CS-COV-03`.
#[derive(Clone, Copy, Debug, strum::Display)]
pub enum CoverChoiceLine {
    #[strum(to_string = "Which hit locations go behind cover?")]
    Ask,
    #[strum(to_string = "Body and legs")]
    BodyAndLegs,
    #[strum(to_string = "Everything")]
    Everything,
    #[strum(to_string = "All but the head")]
    AllButHead,
    #[strum(to_string = "can shoot")]
    CanShoot,
    #[strum(to_string = "cannot shoot")]
    CannotShoot,
    #[strum(to_string = "Choose each")]
    ChooseEach,
    #[strum(to_string = "Nothing")]
    Nothing,
    #[strum(to_string = "out of cover")]
    OutOfCover,
    #[strum(to_string = "Shield the {0} behind cover?")]
    AskFor(HitLocation),
    #[strum(to_string = "Shielded")]
    Shielded,
    #[strum(to_string = "Exposed")]
    Exposed,
    #[strum(to_string = "Behind cover: {0}")]
    Chosen(HitLocations),
    #[strum(to_string = "shields {0} behind cover")]
    Shields(HitLocations),
}

/// The choice to engage an enemy. `CS-MEL-01`.
#[derive(Clone, Debug, strum::Display)]
pub enum EngageLine {
    #[strum(to_string = "Engage {enemy} in melee?")]
    Ask { enemy: String },
    #[strum(to_string = "Engage")]
    Engage,
    #[strum(to_string = "Stay out of it")]
    StayOut,
}

impl EngageLine {
    /// What an answer means for the unit. `CS-MEL-02` to `CS-MEL-04`, `CS-GUN-01`.
    pub const fn effect(&self) -> &'static str {
        match self {
            Self::Ask { .. } => "",
            Self::Engage => "both are in melee: no guns but pistols, until they part or one is out of action",
            Self::StayOut => "guns stay of use; an attack on the enemy next to the unit engages all the same",
        }
    }
}

impl CoverChoiceLine {
    /// What an answer means for the unit, beyond its detail. `CS-COV-01` to `CS-COV-03`.
    pub const fn effect(&self) -> &'static str {
        match self {
            Self::ChooseEach => "asks for one location after the other",
            Self::Shielded => "hits there meet the cover first",
            Self::Exposed => "hits there do not meet the cover",
            _ => "",
        }
    }
}

/// The test in difficult terrain. `CS-TER-05`, `CS-TER-07`.
#[derive(Clone, Debug, strum::Display)]
pub enum BalanceLine {
    #[strum(to_string = "Keep balance with Acrobatics or with Agility?")]
    Ask,
    #[strum(to_string = "Acrobatics")]
    Acrobatics,
    #[strum(to_string = "Agility")]
    Agility,
    #[strum(to_string = "{number} or less")]
    PassesOn { number: i32 },
    #[strum(to_string = "Falls in difficult terrain")]
    Falls,
    #[strum(to_string = "Prone: crawls")]
    Crawls,
}

impl RuleLine for SpecialActionResult {
    fn note_topic(&self) -> NoteTopic {
        match self {
            Self::Heals { .. } => NoteTopic::Recovery,
            _ => NoteTopic::Other,
        }
    }
}

rule_lines!(SpecialActionLabel, CoverChoiceLine, EngageLine, BalanceLine);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_unit_recovers_is_a_topic_of_its_own() {
        let topics = [SpecialActionResult::Heals { wounds: 2 }, SpecialActionResult::Cleared]
            .map(|line| line.note_topic());
        assert_eq!(topics, [NoteTopic::Recovery, NoteTopic::Other]);
    }
}
