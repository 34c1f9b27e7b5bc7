//! The one argument through which everything uncertain reaches a rule.

use serde::Serialize;

use super::{Clause, Dice, Note, Purpose, Roll, ScriptedDiceError};

/// A question to the player of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prompt {
    /// Number of the unit whose player is asked.
    pub who: u32,
    /// The question, in words a player understands.
    pub question: String,
    /// The clause that asks.
    pub clause: Clause,
    /// What may be answered, never empty; the first is what a hurried player would take.
    pub answers: Vec<Answer>,
}

/// One answer to a prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// Stable name, unique within its prompt; this is what the journal keeps.
    pub key: String,
    /// On the button: "Dodge".
    pub label: String,
    /// Below it: "1 AP, 11 dice".
    pub detail: String,
    /// The clause that offers it.
    pub clause: Clause,
}

/// Why a rule left early. Not an error of the player. Boxed, so that a `RuleResult` is small to hand on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// A question is not answered yet.
    NeedsAnswer(Box<Prompt>),
    /// Dice are to be rolled by hand: the question, and the dice. A valid answer is one of its keys, or the faces.
    NeedsFaces(Box<Prompt>, Dice),
    /// The enumerated table goes on from a merged value.
    Merged,
    /// Given faces did not fit the rolls.
    ScriptMismatch(Box<ScriptedDiceError>),
}

/// What a step of a rule gives, unless the rule has to be left.
pub type RuleResult<T> = Result<T, Interrupt>;

/// Dice and players, whoever they are.
pub trait Table {
    /// Rolls dice for a purpose. The enumerated table answers with every outcome in turn.
    ///
    /// # Errors
    /// A scripted table whose faces do not fit.
    fn roll(&mut self, dice: Dice, purpose: Purpose<'_>) -> RuleResult<Roll>;

    /// Two rolls against each other, in this order. Of what they count, within their limits, only the difference may
    /// decide anything, beside glitches and symbols; the values themselves are for the log.
    ///
    /// The enumerated table answers with one pair for each difference.
    ///
    /// # Errors
    /// As two rolls.
    fn roll_opposed(
        &mut self,
        first: (Dice, Purpose<'_>),
        second: (Dice, Purpose<'_>),
    ) -> RuleResult<(Roll, Roll)> {
        let first = self.roll(first.0, first.1)?;
        Ok((first, self.roll(second.0, second.1)?))
    }

    /// A player's decision: the index of one of the prompt's answers.
    ///
    /// # Errors
    /// `Interrupt::NeedsAnswer` while it is not answered.
    fn ask(&mut self, prompt: impl FnOnce() -> Prompt) -> RuleResult<usize>;

    /// From here on only this value and the scene matter; nothing else computed before may be used.
    ///
    /// Played tables return the value. The enumerated table merges all branches that arrive at this place of the
    /// code with the same value.
    ///
    /// # Errors
    /// `Interrupt::Merged` in the enumerated table.
    #[track_caller]
    fn merge_branches<K: Ord + Clone + 'static>(&mut self, value: K) -> RuleResult<K>;

    /// A line for the log, built only when somebody keeps it.
    fn note(&mut self, line: impl FnOnce() -> Note);
}
