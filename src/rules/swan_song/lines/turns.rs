//! Sentences of turns: surprise, phases and movement. Chapters SURP, ACT and MOVE.

use std::fmt;

use crate::lines::{DiceCount, HitCount, rule_lines};
use crate::swan_song::turns::surprise::{SURPRISE_THRESHOLD, SurpriseResult};
use dice::RuleLine;

/// Notes, question and answers of surprise.
#[derive(Clone, Debug, strum::Display)]
pub enum SurpriseLine {
    #[strum(to_string = "Cannot see or hear them: no roll")]
    NoSense,
    #[strum(to_string = "Alerted: +3 dice")]
    Alerted,
    #[strum(to_string = "Surprised: no defence until the next turn. Spend Karma to avoid it?")]
    Question,
    #[strum(to_string = "Glitch: drops the held item")]
    DropsItem,
    #[strum(to_string = "Critical glitch: loses the first turn")]
    LosesPhase,
    #[strum(to_string = "Stay surprised")]
    Stay,
    #[strum(to_string = "no cost")]
    StayDetail,
    #[strum(to_string = "Avoid surprise")]
    Avoid,
    #[strum(to_string = "1 Karma; still loses 10 Initiative")]
    AvoidDetail,
}

/// Result of a Surprise Test. `SS-SURP-08`.
#[derive(Clone, Copy, Debug)]
pub struct SurpriseTestLine {
    pub hits: u32,
    pub result: SurpriseResult,
}

impl fmt::Display for SurpriseTestLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.result.failed, self.result.karma) {
            (true, true) => f.write_str("1 Karma: can still defend"),
            (failed, _) => {
                let means = if failed { "surprised" } else { "not surprised" };
                write!(f, "{} of {SURPRISE_THRESHOLD}: {means}", HitCount(self.hits))
            }
        }
    }
}

/// Refusals of phases and actions.
#[derive(Clone, Debug, strum::Display)]
pub enum TurnRefusal {
    #[strum(to_string = "startled: loses the first turn")]
    Startled,
    #[strum(to_string = "no action points left for this turn")]
    NoPoints,
    #[strum(to_string = "thrown weapons cannot be reloaded")]
    ThrownReload,
    #[strum(to_string = "stand up before running")]
    ProneRun,
    #[strum(to_string = "a run after an attack must be announced before the attack")]
    RunNotAnnounced,
}

/// Distance of a sprint whose metres per hit a switch changes: `3 hits: 6 m`. `SS-MOVE-11`.
#[derive(Clone, Copy, Debug)]
pub struct SprintLine {
    pub hits: u32,
    pub metres: u32,
}

impl fmt::Display for SprintLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} m", HitCount(self.hits), self.metres)
    }
}

/// Cost and effect of an interception: `1 AP, 8 dice, limit 5, damage 4`.
#[derive(Clone, Copy, Debug)]
pub struct InterceptDetail {
    pub points: u8,
    pub dice: u32,
    pub limit: u32,
    pub dv: u32,
}

impl fmt::Display for InterceptDetail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { points, dice, limit, dv } = self;
        write!(f, "{points} AP, {}, limit {limit}, damage {dv}", DiceCount(*dice))
    }
}

impl RuleLine for SurpriseLine {
    fn is_free(&self) -> bool {
        matches!(self, Self::StayDetail)
    }
}

rule_lines!(SurpriseTestLine, TurnRefusal, SprintLine, InterceptDetail);
