//! Delayed phases: when a unit may act, in what order, and when a held phase is lost. Chapter DELAY of the catalogue.
//!
//! Used by all books.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::lines::{HeldPhaseAnswer, HeldPhaseDetail, HeldPhasePrompt};
use dice::{Answer, Clause, Modifiers, Prompt, RuleResult, RuleText, Table};
use model::UnitId;

use super::initiative::SCORE_PER_PASS;
use super::switches::TieMode;
use super::turn_order::{self, CoinTosses, InitiativeEntry};

/// Modifier to every action of a delayed phase, in dice. `SS-DELAY-09`, `SS-RULING-41`.
pub const DELAYED_ACTION_MODIFIER: i32 = -1;

/// Clause of the prompt to act at a score.
pub const STEP_IN_CLAUSE: Clause = "SS-DELAY-05";
/// Clause of the prompt to act last.
pub const ACT_LAST_CLAUSE: Clause = "SS-DELAY-13";
/// Clause of the prompt for tied units to act last together.
pub const ACT_TOGETHER_CLAUSE: Clause = "SS-DELAY-15";
/// Clause of the prompt to act first in the next pass.
pub const OPEN_PASS_CLAUSE: Clause = "SS-DELAY-16";

/// The modifiers of a delayed phase. `SS-DELAY-09`.
pub fn delayed_action_parts(late: bool) -> Modifiers {
    let mut parts = Modifiers::new();
    if late {
        parts.add(DELAYED_ACTION_MODIFIER, "delayed turn", "SS-DELAY-09");
    }
    parts
}

/// State of a unit that wants to delay its phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DelayRequest {
    /// Whether its phase is running.
    pub own_phase: bool,
    /// Whether it has paid for an action in this phase.
    pub has_acted: bool,
    /// Whether the phase is delayed already.
    pub already_delayed: bool,
}

/// Why a phase cannot be delayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum DelayError {
    /// `SS-DELAY-01`.
    #[error("a unit can begin to wait only in its own turn")]
    NotItsPhase,
    /// `SS-DELAY-03`.
    #[error("part of this turn is already spent, and only a whole turn can be kept for later")]
    HasActed,
    /// `SS-DELAY-04`.
    #[error("the unit has waited before this turn")]
    AlreadyDelayed,
}

impl DelayError {
    /// The clause behind it.
    pub const fn clause(self) -> Clause {
        match self {
            Self::NotItsPhase => "SS-DELAY-01",
            Self::HasActed => "SS-DELAY-03",
            Self::AlreadyDelayed => "SS-DELAY-04",
        }
    }
}

/// Whether a phase may be delayed. `SS-DELAY-01` to `SS-DELAY-03`.
///
/// # Errors
/// Returns why it may not.
pub const fn may_delay(unit: DelayRequest) -> Result<(), DelayError> {
    match unit {
        DelayRequest { own_phase: false, .. } => Err(DelayError::NotItsPhase),
        DelayRequest { already_delayed: true, .. } => Err(DelayError::AlreadyDelayed),
        DelayRequest { has_acted: true, .. } => Err(DelayError::HasActed),
        _ => Ok(()),
    }
}

/// A unit that holds its phase, at some moment of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PhaseHolder {
    /// Present Initiative Score.
    pub score: i32,
    /// Action Points left in this pass.
    pub points: u8,
    /// Whether the held phase is from an earlier pass.
    pub from_earlier_pass: bool,
    /// Whether its own phase of this pass has come.
    pub own_phase: bool,
    /// Whether the round is over.
    pub round_over: bool,
}

/// Stage of a pass with respect to held phases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum PassStage {
    /// Units with a held phase may act first. `SS-DELAY-16`.
    #[default]
    Opening,
    /// Phases in turn order.
    Course,
    /// Units that wanted to act last have been offered their phase. `SS-DELAY-13`.
    Closing,
}

/// Why a held phase is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HeldPhaseLoss {
    /// Its own phase of the next pass came first. `SS-DELAY-18`.
    OwnPhase,
    /// The round ended. `SS-DELAY-19`.
    RoundOver,
    /// Its score is 0 or less. `SS-DELAY-20`.
    NoScore,
    /// Interrupts took its last point. `SS-DELAY-21`.
    NoPoints,
}

impl HeldPhaseLoss {
    /// Text for the log.
    pub const fn text(self) -> &'static str {
        match self {
            Self::OwnPhase => "the unit's own turn has come",
            Self::RoundOver => "the round is over",
            Self::NoScore => "the score is 0 or less",
            Self::NoPoints => "interrupts took the last action point",
        }
    }

    /// The clause behind it.
    pub const fn clause(self) -> Clause {
        match self {
            Self::OwnPhase => "SS-DELAY-18",
            Self::RoundOver => "SS-DELAY-19",
            Self::NoScore => "SS-DELAY-20",
            Self::NoPoints => "SS-DELAY-21",
        }
    }
}

/// Why a unit loses its held phase; `None` if it keeps it. `SS-DELAY-18` to `SS-DELAY-21`.
pub const fn held_phase_loss(holder: PhaseHolder) -> Option<HeldPhaseLoss> {
    match holder {
        PhaseHolder { round_over: true, .. } => Some(HeldPhaseLoss::RoundOver),
        PhaseHolder { score: ..=0, .. } => Some(HeldPhaseLoss::NoScore),
        PhaseHolder { from_earlier_pass: true, own_phase: true, .. } => Some(HeldPhaseLoss::OwnPhase),
        PhaseHolder { points: 0, .. } => Some(HeldPhaseLoss::NoPoints),
        _ => None,
    }
}

/// Order of the next phases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PhaseLineup {
    /// Ids of the units, in order.
    pub units: Vec<UnitId>,
    /// Those that act at the same time. `SS-DELAY-08`, `SS-DELAY-15`.
    pub together: Vec<UnitId>,
}

/// Answer keys.
const HOLD_KEY: &str = "hold";
const BEFORE_KEY: &str = "before";
const AFTER_KEY: &str = "after";
const SAME_TIME_KEY: &str = "same_time";
const ACT_KEY: &str = "act";

fn make_answer(key: &str, label: HeldPhaseAnswer, detail: HeldPhaseDetail, clause: Clause) -> Answer {
    Answer { key: key.into(), label: label.into(), detail: detail.into(), clause }
}

/// Returns the name of the unit that acts next, if a question to a unit that holds a phase says it. `SS-DELAY-05`.
pub fn next_to_act(question: &RuleText) -> Option<&str> {
    match question.line()? {
        HeldPhasePrompt::StepIn { name, .. } => Some(name.as_str()),
        _ => None,
    }
}

/// Asks all units that hold a phase, in initiative order, whether they act at the next phase, and returns the order
/// around it. `name` is what the side of a holder calls the unit of that phase, and `penalty` what acting late costs in the
/// terms of the book.
///
/// `SS-ROUND-08`, `SS-DELAY-05` to `SS-DELAY-08`, `SS-DELAY-10`. New coin tosses are added to `coins`.
pub fn ask_to_step_in(
    table: &mut impl Table,
    (acting, name): (InitiativeEntry, &dyn Fn(UnitId) -> String),
    (holders, penalty): (&[InitiativeEntry], &'static str),
    coins: &mut CoinTosses,
) -> RuleResult<PhaseLineup> {
    let (mut before, mut same, mut after) = (Vec::new(), Vec::new(), Vec::new());
    for holder in sort_by_initiative(table, holders, coins)? {
        let prompt = || Prompt {
            who: holder.id,
            question: HeldPhasePrompt::StepIn { name: name(holder.id), score: acting.score }.into(),
            clause: STEP_IN_CLAUSE,
            answers: vec![
                make_answer(HOLD_KEY, HeldPhaseAnswer::Wait, HeldPhaseDetail::UntilNextScore, STEP_IN_CLAUSE),
                make_answer(
                    BEFORE_KEY,
                    HeldPhaseAnswer::Before,
                    HeldPhaseDetail::WholePhaseBefore { penalty },
                    "SS-DELAY-06",
                ),
                make_answer(
                    AFTER_KEY,
                    HeldPhaseAnswer::After,
                    HeldPhaseDetail::DirectlyAfter { penalty },
                    "SS-DELAY-07",
                ),
                make_answer(
                    SAME_TIME_KEY,
                    HeldPhaseAnswer::SameTime,
                    HeldPhaseDetail::Simultaneous { penalty },
                    "SS-DELAY-08",
                ),
            ],
        };
        match table.ask(prompt)? {
            1 => before.push(holder),
            2 => after.push(holder),
            3 => same.push(holder),
            _ => {}
        }
    }
    let mut units = order_tied(table, &before, coins)?;
    units.push(acting.id);
    let mut together = order_tied(table, &same, coins)?;
    units.extend(&together);
    units.extend(order_tied(table, &after, coins)?);
    if !together.is_empty() {
        together.push(acting.id);
    }
    Ok(PhaseLineup { units, together })
}

/// Asks all units that hold a phase whether they act last in the pass; the highest score acts last of all, and tied
/// units act together or not at all. `SS-DELAY-13` to `SS-DELAY-15`.
pub fn ask_to_act_last(
    table: &mut impl Table,
    (holders, penalty): (&[InitiativeEntry], &'static str),
    coins: &mut CoinTosses,
) -> RuleResult<PhaseLineup> {
    let mut last: BTreeMap<i32, Vec<InitiativeEntry>> = BTreeMap::new();
    for holder in sort_by_initiative(table, holders, coins)? {
        // `SS-DELAY-20`
        let hold = if holder.score > SCORE_PER_PASS {
            make_answer(HOLD_KEY, HeldPhaseAnswer::Wait, HeldPhaseDetail::UntilNextPass, "SS-DELAY-12")
        } else {
            make_answer(HOLD_KEY, HeldPhaseAnswer::Wait, HeldPhaseDetail::LosesPhase, "SS-DELAY-20")
        };
        let prompt = || Prompt {
            who: holder.id,
            question: HeldPhasePrompt::ActLast.into(),
            clause: ACT_LAST_CLAUSE,
            answers: vec![
                hold.clone(),
                make_answer(
                    ACT_KEY,
                    HeldPhaseAnswer::Last,
                    HeldPhaseDetail::ActsLate { penalty },
                    ACT_LAST_CLAUSE,
                ),
            ],
        };
        if table.ask(prompt)? == 1 {
            last.entry(holder.score).or_default().push(holder);
        }
    }
    let mut lineup = PhaseLineup::default();
    for tied in last.into_values() {
        if tied.len() > 1 {
            let mut agreed = true;
            for holder in &tied {
                agreed &= table.ask(|| act_together_prompt(holder.id, tied.len()))? == 1;
            }
            if !agreed {
                continue;
            }
            lineup.together.extend(tied.iter().map(|holder| holder.id));
        }
        lineup.units.extend(tied.iter().map(|holder| holder.id));
    }
    Ok(lineup)
}

fn act_together_prompt(who: UnitId, count: usize) -> Prompt {
    Prompt {
        who,
        question: HeldPhasePrompt::ActTogether { count }.into(),
        clause: ACT_TOGETHER_CLAUSE,
        answers: vec![
            make_answer(HOLD_KEY, HeldPhaseAnswer::Wait, HeldPhaseDetail::AllWait, ACT_TOGETHER_CLAUSE),
            make_answer(
                SAME_TIME_KEY,
                HeldPhaseAnswer::SameTime,
                HeldPhaseDetail::IfAllAgree,
                ACT_TOGETHER_CLAUSE,
            ),
        ],
    }
}

/// Asks all units that hold a phase whether they act first in the new pass; the highest score first. `SS-DELAY-16`,
/// `SS-DELAY-22`.
pub fn ask_to_open_pass(
    table: &mut impl Table,
    (holders, penalty): (&[InitiativeEntry], &'static str),
    coins: &mut CoinTosses,
) -> RuleResult<PhaseLineup> {
    let mut units = Vec::new();
    for holder in sort_by_initiative(table, holders, coins)? {
        let prompt = || Prompt {
            who: holder.id,
            question: HeldPhasePrompt::OpenPass.into(),
            clause: OPEN_PASS_CLAUSE,
            answers: vec![
                make_answer(HOLD_KEY, HeldPhaseAnswer::Wait, HeldPhaseDetail::UntilOwnPhase, "SS-DELAY-18"),
                make_answer(
                    ACT_KEY,
                    HeldPhaseAnswer::First,
                    HeldPhaseDetail::PointsOfThisPass { penalty },
                    OPEN_PASS_CLAUSE,
                ),
            ],
        };
        if table.ask(prompt)? == 1 {
            units.push(holder.id);
        }
    }
    Ok(PhaseLineup { units, together: Vec::new() })
}

/// Sorts by score, then Reaction, Intuition and coin. `SS-DELAY-22`.
fn sort_by_initiative(
    table: &mut impl Table,
    units: &[InitiativeEntry],
    coins: &mut CoinTosses,
) -> RuleResult<Vec<InitiativeEntry>> {
    if units.len() < 2 {
        return Ok(units.to_vec());
    }
    let order = turn_order::resolve_turn_order(table, units, coins, TieMode::Ric)?;
    *coins = order.coins;
    let place = |unit: &InitiativeEntry| order.ranks.iter().position(|rank| rank.contains(&unit.id));
    let mut units = units.to_vec();
    units.sort_by_key(place);
    Ok(units)
}

/// Orders units that act at one score, regardless of their own scores. `SS-DELAY-10`.
fn order_tied(
    table: &mut impl Table,
    units: &[InitiativeEntry],
    coins: &mut CoinTosses,
) -> RuleResult<Vec<UnitId>> {
    let level: Vec<_> = units.iter().map(|unit| InitiativeEntry { score: 0, ..*unit }).collect();
    Ok(sort_by_initiative(table, &level, coins)?.into_iter().map(|unit| unit.id).collect())
}

#[cfg(test)]
mod tests;
