//! Why an order is refused, in words a player understands.

use thiserror::Error;

use dice::Clause;
use field::Cell;
use rules::RuleViolation;
use rules::turn_engine::delay::DelayError;
use rules::turn_engine::timed_items::TimerError;

/// A refused order changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OrderError {
    /// The skirmish has ended.
    #[error("The skirmish is over.")]
    BattleOver,
    /// A question is open.
    #[error("A question to {side} comes first: {question}")]
    PromptOpen {
        /// Name of the side that is asked.
        side: String,
        /// The question.
        question: String,
    },
    /// Nothing was asked.
    #[error("There is nothing to decide.")]
    NoOpenPrompt,
    /// Not among the answers.
    #[error("`{answer}` is no answer here; choose one of: {known}.")]
    UnknownAnswer {
        /// What was given.
        answer: String,
        /// What there is.
        known: String,
    },
    /// No such unit.
    #[error("There is no unit {0}.")]
    NoSuchUnit(u32),
    /// Not there, or not seen: the same words for both. With fog of war.
    #[error("Nobody of yours sees a unit {0}.")]
    UnseenUnit(u32),
    /// No such barrier.
    #[error("There is no barrier {0}.")]
    NoSuchBarrier(u32),
    /// Nothing lies there.
    #[error("There is nothing to pick up here.")]
    NoSuchItem,
    /// The unit has no such weapon.
    #[error("{unit} carries no weapon number {weapon}.")]
    NoSuchWeapon {
        /// Who.
        unit: String,
        /// Number given.
        weapon: usize,
    },
    /// Before the first round.
    #[error("Place your units first, then begin.")]
    NotBegun,
    /// After the first round began.
    #[error("The skirmish has begun; units can no longer be placed.")]
    AlreadyBegun,
    /// Outside the zone.
    #[error("{unit} has to be placed in its own deployment zone.")]
    OutsideZone {
        /// Who.
        unit: String,
    },
    /// Not the acting unit.
    #[error("It is {acting}'s action phase, not {unit}'s.")]
    NotActing {
        /// Who was ordered.
        unit: String,
        /// Whose phase it is.
        acting: String,
    },
    /// Unconscious, dead or gone.
    #[error("{unit} is out of the fight.")]
    UnitDown {
        /// Who.
        unit: String,
    },
    /// Not enough action points. `SS-ACT-17`.
    #[error("Needs {needed} AP, {unit} has {left}.")]
    NotEnoughActionPoints {
        /// Who.
        unit: String,
        /// Points needed.
        needed: u8,
        /// Points left.
        left: u8,
    },
    /// Not enough Karma. `SS-BASE-25`.
    #[error("Needs {needed} Karma, {unit} has {left}.")]
    NotEnoughKarma {
        /// Who.
        unit: String,
        /// Points needed.
        needed: u8,
        /// Points left.
        left: u8,
    },
    /// Paid already. `SS-INIT-07`.
    #[error("{unit} has paid for five initiative dice already.")]
    InitiativeAlreadyBought {
        /// Who.
        unit: String,
    },
    /// The switch is off. `SS-BASE-27`.
    #[error("Karma rolls no misses again in this skirmish.")]
    NoReroll,
    /// The free action is used. `SS-ACT-10`.
    #[error("{unit} has used its free action, and a further one costs 1 AP.")]
    FreeActionUsed {
        /// Who.
        unit: String,
    },
    /// One attack action a phase. `SS-ACT-27`.
    #[error("{unit} has already attacked in this phase.")]
    AlreadyAttacked {
        /// Who.
        unit: String,
    },
    /// A phase cannot be held back. `SS-DELAY-01` to `SS-DELAY-03`.
    #[error("{unit} cannot delay: {why}.")]
    CannotDelay {
        /// Who.
        unit: String,
        /// Why not.
        why: DelayError,
    },
    /// An item cannot be activated like this. Chapter TIMED.
    #[error("{unit} cannot activate it like this: {why}.")]
    CannotActivate {
        /// Who.
        unit: String,
        /// Why not.
        why: TimerError,
    },
    /// Nothing of the kind is asked.
    #[error("{unit} is never asked anything that `{given}` would answer for the rest of the fight.")]
    NoSuchPrompt {
        /// Who.
        unit: String,
        /// Clause and answer given.
        given: String,
    },
    /// The path is no path.
    #[error("That path does not work: {why}.")]
    InvalidPath {
        /// What is wrong, in words.
        why: String,
        /// Where.
        at: Cell,
    },
    /// Longer than allowed. `SS-MOVE-02`.
    #[error("That is {needed} m; {unit} has {left} m left.")]
    TooFar {
        /// Who.
        unit: String,
        /// Length in metres, with half metres.
        needed: String,
        /// What is left, in metres.
        left: String,
    },
    /// A second run is a sprint, a first one is not. `SS-MOVE-08`.
    #[error("{0}")]
    WrongPace(&'static str),
    /// Attack on oneself or a friend's corpse and the like.
    #[error("{0}")]
    InvalidTarget(String),
    /// Not in hand. `SS-ACT-26`.
    #[error("{weapon} is not in hand; ready it first.")]
    NotInHand {
        /// The weapon.
        weapon: String,
    },
    /// The weapon has no such mode.
    #[error("{weapon} cannot be fired like that.")]
    NoSuchMode {
        /// The weapon.
        weapon: String,
    },
    /// Too few rounds. `SS-ACT-45`.
    #[error("{weapon} has {loaded} rounds, this needs {needed}.")]
    NotEnoughRounds {
        /// The weapon.
        weapon: String,
        /// Rounds in the magazine.
        loaded: u32,
        /// Rounds fired by the mode.
        needed: u32,
    },
    /// The book of the skirmish does not let the unit.
    #[error("{unit}: {why}.")]
    ForbiddenByBook {
        /// Who.
        unit: String,
        /// Why not.
        why: RuleViolation,
    },
    /// The book of the skirmish forbids the attack: distance, sight, the weapon's state.
    #[error("{}.", capitalise(&.0.text))]
    AttackForbidden(RuleViolation),
    /// Nothing to take cover behind. `SS-ACT-49`.
    #[error("There is nothing to take cover behind on or beside this square.")]
    NoCoverHere,
    /// Already so.
    #[error("{0}")]
    NothingToDo(String),
    /// A wall or a lower barrier stands in between.
    #[error("{0}")]
    Blocked(String),
    /// Own dice are not allowed, or not dice.
    #[error("{0}")]
    InvalidDice(String),
    /// What was typed is not what these dice can show.
    #[error("\u{201c}{given}\u{201d} is no roll of {dice}: type every face, with spaces between them.")]
    InvalidFaces {
        /// The dice: "7d6".
        dice: String,
        /// What was typed.
        given: String,
    },
    /// The rules did not come to an end; the order was taken back.
    #[error(
        "The rules did not come to an end after {0} steps; the order was taken back. Please save the replay and report it."
    )]
    ResolutionLimit(u32),
}

/// With a capital letter first.
fn capitalise(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl OrderError {
    /// The clause behind the refusal, where one is.
    pub fn clause(&self) -> Option<Clause> {
        Some(match self {
            Self::NotEnoughActionPoints { .. } => "SS-ACT-17",
            Self::NotEnoughKarma { .. } => "SS-BASE-25",
            Self::InitiativeAlreadyBought { .. } => "SS-INIT-07",
            Self::NoReroll => "SS-BASE-27",
            Self::FreeActionUsed { .. } => "SS-ACT-10",
            Self::AlreadyAttacked { .. } => "SS-ACT-27",
            Self::CannotDelay { why, .. } => why.clause(),
            Self::CannotActivate { why, .. } => why.clause(),
            Self::TooFar { .. } => "SS-MOVE-02",
            Self::WrongPace(_) => "SS-MOVE-08",
            Self::NotInHand { .. } => "SS-ACT-26",
            Self::NotEnoughRounds { .. } => "SS-ACT-45",
            Self::NoCoverHere => "SS-ACT-49",
            Self::ForbiddenByBook { why, .. } | Self::AttackForbidden(why) => why.clause,
            _ => return None,
        })
    }
}
