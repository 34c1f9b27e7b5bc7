//! The `Table` trait: the only way in which dice and player decisions reach a rule.

use serde::Serialize;

use super::{Clause, Dice, Note, Purpose, Roll, RuleText, ScriptedDiceError};
use model::UnitId;

/// A question to the player who controls a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prompt {
    /// Id of the unit whose player has to answer.
    pub who: UnitId,
    /// Text of the question, shown to the player.
    pub question: RuleText,
    /// Clause that requires the decision.
    pub clause: Clause,
    /// The options, never empty. The first is the default.
    pub answers: Vec<Answer>,
}

/// One answer to a prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// Stable name, unique within its prompt. The journal stores it.
    pub key: String,
    /// Text of the button: "Dodge".
    pub label: RuleText,
    /// Text below the button: "1 AP, 11 dice".
    pub detail: RuleText,
    /// Clause that offers the answer.
    pub clause: Clause,
}

impl Answer {
    /// Creates an answer without a text below its button.
    pub fn new(key: impl Into<String>, label: impl Into<RuleText>, clause: Clause) -> Self {
        Self { key: key.into(), label: label.into(), detail: RuleText::default(), clause }
    }

    /// Returns the answer with a text below its button.
    #[must_use]
    pub fn with_detail(self, detail: impl Into<RuleText>) -> Self {
        Self { detail: detail.into(), ..self }
    }
}

/// Why a rule returned before it had a result. This is control flow between a table and its caller, not a mistake of
/// the player.
///
/// A rule never creates an interrupt: it passes the table's on with `?`. So every function that takes a `Table` and
/// returns a [`RuleResult`] has the same errors, and its documentation does not repeat them:
///
/// | variant | returned by | the caller |
/// |---|---|---|
/// | `NeedsAnswer` | played, scripted | asks the player and runs the rule again with one answer more |
/// | `NeedsFaces` | played, with dice rolled by hand | asks for the faces and runs the rule again |
/// | `Merged` | enumerated | continues from the merged value; only [`enumerate`](crate::enumerate) sees it |
/// | `ScriptMismatch` | scripted | corrects the script |
///
/// Large variants are boxed, which keeps a `RuleResult` small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// The prompt has no answer yet.
    NeedsAnswer(Box<Prompt>),
    /// The player rolls these dice by hand. A valid answer is one of the prompt's keys, or the faces.
    NeedsFaces(Box<Prompt>, Dice),
    /// The enumerated table will continue from the merged value.
    Merged,
    /// The scripted faces or answers do not fit the rule.
    ScriptMismatch(Box<ScriptedDiceError>),
}

/// Result of a rule or of one of its steps.
///
/// # Errors
/// The [`Interrupt`] of the table on which the rule ran, unchanged.
pub type RuleResult<T> = Result<T, Interrupt>;

/// Source of dice and decisions. A rule takes `&mut impl Table` and has no other source of uncertainty, so one
/// function serves play, tests and odds.
///
/// ```rust
/// use dice::{AnswerPolicy, Dice, Purpose, RuleResult, ScriptedTable, Table, enumerate};
/// use model::UnitId;
///
/// /// Net hits of two attack dice against one defence die.
/// fn net_hits(table: &mut impl Table) -> RuleResult<u32> {
///     let purpose = |why| Purpose { who: Some(UnitId(1)), why, clause: "SS-ATK-08", parts: &[], limit: None };
///     let attack = table.roll(Dice::d6_hits(2), purpose("attack"))?.value;
///     let defence = table.roll(Dice::d6_hits(1), purpose("defence"))?.value;
///     Ok(attack.saturating_sub(defence))
/// }
///
/// // Scripted: the faces are given, as in a test.
/// let mut table = ScriptedTable::new([6, 5, 2], Vec::new());
/// assert_eq!(net_hits(&mut table), Ok(2));
/// assert_eq!(table.finish().map(|log| log.len()), Ok(2));
///
/// // Enumerated: exact odds of every outcome.
/// let odds = enumerate(AnswerPolicy::first(), net_hits)?;
/// assert_eq!(odds.fraction(|hits| *hits == 2), ("2".into(), "27".into()));
/// # Ok::<(), dice::OddsError>(())
/// ```
pub trait Table {
    /// Rolls dice for a purpose. The enumerated table returns every outcome in turn.
    ///
    /// # Errors
    /// Returns `Interrupt::ScriptMismatch` if scripted faces do not fit, or `Interrupt::NeedsFaces` if the player
    /// rolls by hand and has not entered the faces.
    fn roll(&mut self, dice: Dice, purpose: Purpose<'_>) -> RuleResult<Roll>;

    /// Rolls one die until it shows `highest` or less, at least 1. Higher faces do not count, however often they come up.
    ///
    /// The enumerated table returns each face that counts once, all with the same chance.
    ///
    /// # Errors
    /// As [`roll`](Self::roll).
    fn roll_until(&mut self, die: Dice, highest: u8, purpose: Purpose<'_>) -> RuleResult<Roll> {
        loop {
            let roll = self.roll(die, purpose)?;
            if roll.value <= u32::from(highest) {
                return Ok(roll);
            }
        }
    }

    /// Makes an opposed roll: two rolls, in this order. The rule may use only the difference of their values (each
    /// capped at its limit), their glitches and their symbols; the values themselves are for the log.
    ///
    /// The enumerated table returns one pair for each difference.
    ///
    /// # Errors
    /// As [`roll`](Self::roll).
    fn roll_opposed(
        &mut self,
        first: (Dice, Purpose<'_>),
        second: (Dice, Purpose<'_>),
    ) -> RuleResult<(Roll, Roll)> {
        let first = self.roll(first.0, first.1)?;
        Ok((first, self.roll(second.0, second.1)?))
    }

    /// Returns a player's decision as an index into the prompt's answers.
    ///
    /// # Errors
    /// Returns `Interrupt::NeedsAnswer` if the prompt has no answer yet.
    fn ask(&mut self, prompt: impl FnOnce() -> Prompt) -> RuleResult<usize>;

    /// Declares that from here on only this value and the scene matter; the rule must not use anything else that it
    /// computed before.
    ///
    /// Played tables return the value. The enumerated table merges all branches that reach this call site with the
    /// same value.
    ///
    /// # Errors
    /// Returns `Interrupt::Merged` in the enumerated table.
    #[track_caller]
    fn merge_branches<K: Ord + Clone + 'static>(&mut self, value: K) -> RuleResult<K>;

    /// Resolves a stage of the rule: from here on only its value and the scene matter, as for
    /// [`merge_branches`](Self::merge_branches).
    ///
    /// Played tables run the stage once. The enumerated table runs it for each of its branches before it goes on from
    /// every distinct value, and does not run it again on the way there. So a rule is as quick to enumerate as its
    /// stages are small: one roll and what follows from it.
    ///
    /// # Errors
    /// As `merge_branches`, and as the stage.
    #[track_caller]
    fn stage<K: Ord + Clone + 'static>(&mut self, stage: impl Fn(&mut Self) -> RuleResult<K>) -> RuleResult<K>
    where
        Self: Sized,
    {
        let value = stage(self)?;
        self.merge_branches(value)
    }

    /// Makes a roll of which only what `read` makes of it matters from here on: the smallest [`stage`](Self::stage).
    ///
    /// The enumerated table reads all outcomes in one pass, several times as quickly as a stage with a roll in it.
    ///
    /// # Errors
    /// As `roll` and `merge_branches`.
    #[track_caller]
    fn roll_stage<K: Ord + Clone + 'static>(
        &mut self,
        (dice, purpose): (Dice, Purpose<'_>),
        read: impl Fn(Roll) -> K,
    ) -> RuleResult<K> {
        let roll = self.roll(dice, purpose)?;
        self.merge_branches(read(roll))
    }

    /// As [`roll_stage`](Self::roll_stage), of an [opposed roll](Self::roll_opposed).
    ///
    /// # Errors
    /// As `roll` and `merge_branches`.
    #[track_caller]
    fn opposed_stage<K: Ord + Clone + 'static>(
        &mut self,
        first: (Dice, Purpose<'_>),
        second: (Dice, Purpose<'_>),
        read: impl Fn(Roll, Roll) -> K,
    ) -> RuleResult<K> {
        let (first, second) = self.roll_opposed(first, second)?;
        self.merge_branches(read(first, second))
    }

    /// Adds a line to the log. The closure runs only if the table keeps a log.
    fn note(&mut self, line: impl FnOnce() -> Note);
}
