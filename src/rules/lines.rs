//! Sentences of the rules that the books share: refusals, results, notes and prompts.

mod coin_tosses;
mod flights;
mod grappling;
mod held_phases;
mod labels;

use std::fmt;

use dice::{NoteSubject, RuleLine, RuleText};

use crate::RuleViolation;
use crate::status::{Ailment, StatusDuration};

pub use self::coin_tosses::CoinTossLine;
pub use self::flights::{BarrierLine, CrashHarm, FlightLine, FootingLine, KnockbackLine};
pub use self::grappling::{GrappleContest, GrappleLine, HoldRefusal};
pub use self::held_phases::{HeldPhaseAnswer, HeldPhaseDetail, HeldPhasePrompt};
pub use self::labels::{definite_name, label_in_sentence, list_separator, list_words};

/// Implements `RuleLine` for the types of a list.
macro_rules! rule_lines {
    ($($line:ty),+ $(,)?) => { $(impl dice::RuleLine for $line {})+ };
}
pub(crate) use rule_lines;

/// A line about something with a name: "Ann: 3 damage", "fall of 3 m: 2 Light".
#[derive(Clone, Debug)]
pub struct NamedLine {
    /// Name of a unit or a source of harm.
    pub name: String,
    /// The text about it.
    pub text: RuleText,
}

impl NamedLine {
    /// Puts a name before a text.
    pub fn new(name: impl Into<String>, text: impl Into<RuleText>) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}

impl fmt::Display for NamedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.text)
    }
}

/// A number of things with a regular plural: "1 round", "3 rounds".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CountOf(pub u32, pub &'static str);

impl fmt::Display for CountOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == 1 { "" } else { "s" })
    }
}

/// A number of dice: "1 die", "7 dice".
#[derive(Clone, Copy, Debug)]
pub struct DiceCount(pub u32);

impl fmt::Display for DiceCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "die" } else { "dice" })
    }
}

/// A number of dice of a kind: "1 setback die", "2 difficulty dice".
#[derive(Clone, Copy, Debug)]
pub struct DiceOfKind(pub u8, pub &'static str);

impl fmt::Display for DiceOfKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.0, self.1, if self.0 == 1 { "die" } else { "dice" })
    }
}

/// A number of squares, of which a diagonal one counts like any other: "1 square", "2 squares".
#[derive(Clone, Copy, Debug)]
pub struct SquareCount(pub u32);

impl fmt::Display for SquareCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "square" } else { "squares" })
    }
}

/// A number of hits: "1 hit", "3 hits".
#[derive(Clone, Copy, Debug)]
pub struct HitCount(pub u32);

impl fmt::Display for HitCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "hit" } else { "hits" })
    }
}

/// A number of successes: "1 success", "3 successes".
#[derive(Clone, Copy, Debug)]
pub struct SuccessCount(pub u32);

impl fmt::Display for SuccessCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "success" } else { "successes" })
    }
}

/// Points of damage: "3 damage".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DamagePoints(pub u32);

impl fmt::Display for DamagePoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} damage", self.0)
    }
}

/// Refusals of actions and attacks in every book.
#[derive(Clone, Debug, strum::Display)]
pub enum SharedRefusal {
    #[strum(to_string = "a wall is in the way; the wall itself can be attacked")]
    WallInTheWay,
    #[strum(to_string = "the {barrier} is in the way; the {barrier} itself can be attacked")]
    NoFreeLine { barrier: String },
    #[strum(to_string = "a wall stands in the way")]
    WallStopsSmoke,
    #[strum(to_string = "smoke does nothing to it: throw it at a square")]
    SmokeOnBarrier,
    #[strum(to_string = "players do not describe how this unit falls")]
    NoNarration,
    #[strum(to_string = "attacks are made one by one here")]
    OneAttackAtATime,
    #[strum(to_string = "no action takes longer than a turn here")]
    NoExtendedActions,
    #[strum(to_string = "no action points left for this turn")]
    NoPoints,
    #[strum(to_string = "no action points are left for the delayed turn")]
    NoPointsForHeldPhase,
    #[strum(to_string = "stand up before running")]
    StandUpFirst,
    #[strum(to_string = "the unit is out of action")]
    OutOfAction,
    #[strum(to_string = "{book} knows no `{key}`")]
    UnknownAction { book: &'static str, key: String },
    #[strum(to_string = "{weapon} needs a target")]
    NeedsTarget { weapon: String },
    #[strum(to_string = "{book} knows no `{key}` after a fight")]
    UnknownTreatment { book: &'static str, key: String },
}

/// Labels of special actions that the books share.
#[derive(Clone, Copy, Debug, strum::Display)]
pub enum SharedActionLabel {
    #[strum(to_string = "Get in")]
    GetIn,
    #[strum(to_string = "Get out")]
    GetOut,
    #[strum(to_string = "Take the wheel")]
    TakeWheel,
    #[strum(to_string = "Close windows")]
    CloseWindows,
    #[strum(to_string = "Open windows")]
    OpenWindows,
    #[strum(to_string = "Grapple")]
    Grapple,
    #[strum(to_string = "Break free")]
    BreakFree,
    #[strum(to_string = "Reverse the grapple")]
    ReverseGrapple,
    #[strum(to_string = "Let go")]
    LetGo,
    #[strum(to_string = "Turn the shield")]
    TurnShield,
    #[strum(to_string = "Release the hostage")]
    ReleaseHostage,
    #[strum(to_string = "Put out fire")]
    PutOutFire,
    #[strum(to_string = "Wake")]
    Wake,
}

/// Refusals of vehicle actions.
#[derive(Clone, Debug, strum::Display)]
pub enum VehicleRefusal {
    #[strum(to_string = "already in a vehicle")]
    AlreadyInside,
    #[strum(to_string = "cannot get in while prone, grappling, held or carrying a body")]
    Encumbered,
    #[strum(to_string = "choose a vehicle first")]
    NoVehicle,
    #[strum(to_string = "it has no seats")]
    NoSeats,
    #[strum(to_string = "the vehicle is out of reach")]
    OutOfReach,
    #[strum(to_string = "{vehicle} is a wreck")]
    Wreck { vehicle: String },
    #[strum(to_string = "the passengers of {vehicle} are enemies")]
    EnemyPassengers { vehicle: String },
    #[strum(to_string = "no free seat in {vehicle}")]
    Full { vehicle: String },
    #[strum(to_string = "the door of {vehicle} cannot be opened")]
    DoorJammed { vehicle: String },
    #[strum(to_string = "the window of {vehicle} cannot be opened")]
    WindowJammed { vehicle: String },
    #[strum(to_string = "it is not in a vehicle")]
    NotInside,
    #[strum(to_string = "there is no room to get out")]
    NoWayOut,
    #[strum(to_string = "there is a driver already")]
    HasDriver,
    #[strum(to_string = "it has no hands to drive with")]
    NoHands,
    #[strum(to_string = "it is a passenger, not the driver")]
    NotDriving,
    #[strum(to_string = "not possible inside a vehicle")]
    NotInsideVehicles,
    #[strum(to_string = "the windows are closed")]
    WindowsClosed,
}

/// An ailment that costs a unit its phase: "stunned".
#[derive(Clone, Copy, Debug)]
pub struct PhaseLostTo(pub Ailment);

impl fmt::Display for PhaseLostTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name().to_lowercase())
    }
}

/// Refusals by ailments, and of actions against them.
#[derive(Clone, Debug, strum::Display)]
pub enum AilmentRefusal {
    #[strum(to_string = "Confused: sees this enemy as an ally")]
    EnemyLooksFriendly,
    #[strum(to_string = "Enraged: attacks enemies only")]
    EnemiesOnly,
    #[strum(to_string = "Enraged: attacks in melee only")]
    MeleeOnly,
    #[strum(to_string = "{ailment}: ranged attacks fail")]
    RangedFails { ailment: &'static str },
    #[strum(to_string = "suppressing fire needs a burst mode")]
    NeedsBurst,
    #[strum(to_string = "only the fire of an adjacent unit can be put out")]
    FireOutOfReach,
    #[strum(to_string = "no fire to put out")]
    NoFire,
    #[strum(to_string = "waking is off in this skirmish")]
    WakingOff,
    #[strum(to_string = "needs an unconscious ally beside it")]
    NoUnitToWake,
}

/// The rule of an ailment that forbids an action: "Stunned: cannot act and is easier to hit".
#[derive(Clone, Copy, Debug)]
pub struct ForbiddenByAilment(pub Ailment);

impl ForbiddenByAilment {
    /// Creates the violation.
    pub fn violation(self) -> RuleViolation {
        RuleViolation::new(self, self.0.rule().clause)
    }
}

impl fmt::Display for ForbiddenByAilment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = self.0.rule();
        write!(f, "{}: {}", rule.name, rule.brief)
    }
}

/// How long an ailment lasts: "3 turns", "2 rounds", "until something ends it". `CS-AIL-01`, `CS-AIL-02`.
#[derive(Clone, Copy, Debug)]
pub struct AilmentSpan(pub StatusDuration);

impl fmt::Display for AilmentSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            StatusDuration::Turns(phases) => CountOf(phases.into(), "turn").fmt(f),
            StatusDuration::Rounds(0) => f.write_str("until the end of the round"),
            StatusDuration::Rounds(rounds) => CountOf(rounds.into(), "round").fmt(f),
            StatusDuration::Open => f.write_str("until something ends it"),
        }
    }
}

/// Results around ailments, and smoke.
#[derive(Clone, Debug, strum::Display)]
pub enum AilmentLine {
    #[strum(to_string = "{unit} is immune to {ailment}")]
    Immune { unit: String, ailment: &'static str },
    #[strum(to_string = "{ailment} on {unit}: lasts {span}")]
    Lasts { unit: String, ailment: &'static str, span: AilmentSpan },
    #[strum(to_string = "{ailment} on {unit}: lasts at least as long already")]
    LastsAlready { unit: String, ailment: &'static str },
    #[strum(to_string = "{unit} is engaged in melee and cannot be Pinned")]
    NotPinnedInMelee { unit: String },
    #[strum(to_string = "{pinned} pinned")]
    Suppressed { pinned: u32 },
    #[strum(to_string = "is out of the flames")]
    FireOut,
    #[strum(to_string = "is still burning")]
    StillBurning,
    #[strum(to_string = "is awake")]
    Awake,
    #[strum(to_string = "{weapon} spreads smoke")]
    SmokeSpreads { weapon: String },
}

/// Ways to intercept a passing unit.
#[derive(Clone, Debug, strum::Display)]
pub enum InterceptLine {
    #[strum(to_string = "Strike with the {weapon}")]
    Strike { weapon: String },
    #[strum(to_string = "Strike with the {weapon} as a club")]
    StrikeWithGun { weapon: String },
    #[strum(to_string = "Strike with bare hands")]
    StrikeUnarmed,
}

impl RuleLine for AilmentLine {
    fn note_subject(&self) -> NoteSubject {
        match self {
            Self::SmokeSpreads { .. } => NoteSubject::Projectile,
            _ => NoteSubject::Unit,
        }
    }
}

rule_lines!(
    DamagePoints,
    DiceCount,
    NamedLine,
    SharedActionLabel,
    SharedRefusal,
    VehicleRefusal,
    PhaseLostTo,
    AilmentRefusal,
    ForbiddenByAilment,
    InterceptLine,
);
