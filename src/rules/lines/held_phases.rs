//! Questions and answers of units that hold a phase.

use super::rule_lines;

/// Questions to units that hold a phase.
#[derive(Clone, Debug, strum::Display)]
pub enum HeldPhasePrompt {
    #[strum(to_string = "{name} acts next at {score}. Act now?")]
    StepIn { name: String, score: i32 },
    #[strum(to_string = "All others have acted. Act last in this pass?")]
    ActLast,
    #[strum(to_string = "{count} units with the same score want to act last. Act at the same time?")]
    ActTogether { count: usize },
    #[strum(to_string = "A new pass begins. Act before all others?")]
    OpenPass,
}

/// Answers of units that hold a phase.
#[derive(Clone, Copy, Debug, strum::Display)]
pub enum HeldPhaseAnswer {
    #[strum(to_string = "Keep waiting")]
    Wait,
    #[strum(to_string = "Act before")]
    Before,
    #[strum(to_string = "Act after")]
    After,
    #[strum(to_string = "At the same time")]
    SameTime,
    #[strum(to_string = "Act last")]
    Last,
    #[strum(to_string = "Act first")]
    First,
}

/// Details of the answers of units that hold a phase; `penalty` is what acting late costs in the terms of the book.
#[derive(Clone, Copy, Debug, strum::Display)]
pub enum HeldPhaseDetail {
    #[strum(to_string = "asks again at the next score")]
    UntilNextScore,
    #[strum(to_string = "until the next pass, if there is one")]
    UntilNextPass,
    #[strum(to_string = "until the unit's own turn")]
    UntilOwnPhase,
    #[strum(to_string = "loses the turn: the score falls to 0 or less")]
    LosesPhase,
    #[strum(to_string = "all of them wait")]
    AllWait,
    #[strum(to_string = "takes the whole turn first, {penalty}")]
    WholePhaseBefore { penalty: &'static str },
    #[strum(to_string = "takes the turn right after, {penalty}")]
    DirectlyAfter { penalty: &'static str },
    #[strum(to_string = "at the same moment, {penalty}")]
    Simultaneous { penalty: &'static str },
    #[strum(to_string = "{penalty}")]
    ActsLate { penalty: &'static str },
    #[strum(to_string = "if all agree")]
    IfAllAgree,
    #[strum(to_string = "with the points of this pass, {penalty}")]
    PointsOfThisPass { penalty: &'static str },
}

rule_lines!(HeldPhasePrompt, HeldPhaseAnswer, HeldPhaseDetail);
