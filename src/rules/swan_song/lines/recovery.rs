//! Sentences of treatment and of carrying bodies. Chapters HEAL, CALL and BARR.

use std::fmt;

use crate::lines::{CountOf, HitCount, rule_lines};
use crate::status::ActiveAilment;
use crate::swan_song::checks::extended_check::ExtendedCheckProgress;
use crate::swan_song::recovery::healing::TreatmentError;
use dice::{NoteTopic, RuleLine};

/// Notes and results of treatments.
#[derive(Clone, Debug, strum::Display)]
pub enum TreatmentLine {
    #[strum(to_string = "{hits} of {threshold}: {result}")]
    FirstAid { hits: u32, threshold: HitCount, result: FirstAidResult },
    #[strum(to_string = "Internal bleeding stops")]
    SlowDeathEnds,
    #[strum(to_string = "An injury is cured")]
    InjuryCured,
    #[strum(to_string = "{hits}: {points} of armour")]
    Repaired { hits: HitCount, points: CountOf },
    #[strum(to_string = "recovers {points} Flesh")]
    FleshRestored { points: i32 },
    #[strum(to_string = "has full shields again")]
    ShieldsFull,
}

/// Labels of treatments after the battle, of carrying bodies and of boosters.
#[derive(Clone, Copy, Debug, strum::Display)]
pub enum RecoveryLabel {
    #[strum(to_string = "First Aid")]
    FirstAid,
    #[strum(to_string = "Treat internal bleeding")]
    TreatSlowDeath,
    #[strum(to_string = "Repair")]
    Repair,
    #[strum(to_string = "Cure an injury")]
    CureInjury,
    #[strum(to_string = "Heal")]
    Heal,
    #[strum(to_string = "Carry")]
    CarryBody,
    #[strum(to_string = "Drop body")]
    DropBody,
    #[strum(to_string = "Use booster")]
    UseBooster,
}

/// Result of First Aid. `SS-HEAL-07`, `SS-CALL-57`.
#[derive(Clone, Copy, Debug, strum::Display)]
pub enum FirstAidResult {
    #[strum(to_string = "no longer bleeds")]
    BleedingStops,
    #[strum(to_string = "has the wound treated")]
    WoundTreated,
    #[strum(to_string = "still bleeds")]
    StillBleeding,
    #[strum(to_string = "gets no help from it")]
    NoEffect,
}

/// Progress of an Extended Test, such as "has 11 of 16 hits after 2 rolls". `SS-BASE-07`.
#[derive(Clone, Copy, Debug)]
pub struct ProgressLine {
    pub progress: ExtendedCheckProgress,
    pub needed: u32,
}

impl fmt::Display for ProgressLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ExtendedCheckProgress { hits, rolls } = self.progress;
        write!(f, "has {hits} of {} after {}", HitCount(self.needed), CountOf(rolls.into(), "roll"))
    }
}

/// Ailments that a treatment ends: "no longer suffers Bleedout, Hurt Arm, left".
#[derive(Clone, Debug)]
pub struct AilmentsEnded(pub Vec<ActiveAilment>);

impl fmt::Display for AilmentsEnded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.0.iter().map(ActiveAilment::title).collect();
        write!(f, "no longer suffers {}", names.join(", "))
    }
}

/// Refusals of special actions.
#[derive(Clone, Debug, strum::Display)]
pub enum SpecialActionRefusal {
    #[strum(to_string = "no `{key}` available here")]
    Unknown { key: String },
    #[strum(to_string = "the shields are already full")]
    ShieldsFull,
    #[strum(to_string = "the booster is used up for this battle")]
    BoosterUsed,
    #[strum(to_string = "no energy source is adjacent")]
    NoEnergy,
    #[strum(to_string = "choose a target")]
    NoTarget,
    #[strum(to_string = "the target must be adjacent")]
    TargetNotAdjacent,
    #[strum(to_string = "the target must be adjacent; for the unit's own wounds use {own}")]
    OwnWounds { own: &'static str },
    #[strum(to_string = "no body is carried")]
    NoBodyCarried,
    #[strum(to_string = "a body is carried already")]
    AlreadyCarrying,
    #[strum(to_string = "choose a body")]
    NoBodyChosen,
    #[strum(to_string = "the body is out of reach")]
    BodyOutOfReach,
    #[strum(to_string = "vehicles cannot be carried")]
    BodyIsVehicle,
    #[strum(to_string = "only dead or unconscious units can be carried")]
    BodyIsConscious,
    #[strum(to_string = "another unit is holding it")]
    BodyHeldByAnother,
}

impl RuleLine for TreatmentLine {
    fn note_topic(&self) -> NoteTopic {
        match self {
            Self::FleshRestored { .. } => NoteTopic::Recovery,
            _ => NoteTopic::Other,
        }
    }
}

rule_lines!(RecoveryLabel, FirstAidResult, ProgressLine, AilmentsEnded, SpecialActionRefusal, TreatmentError,);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_unit_recovers_is_a_topic_of_its_own() {
        let topics = [TreatmentLine::FleshRestored { points: 2 }, TreatmentLine::InjuryCured]
            .map(|line| line.note_topic());
        assert_eq!(topics, [NoteTopic::Recovery, NoteTopic::Other]);
    }
}
