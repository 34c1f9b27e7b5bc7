//! Sentences of the rules that the books share: refusals, results, notes and prompts.

use std::fmt;

use dice::RuleText;

use crate::status::{Ailment, StatusDuration};
use crate::{Fall, RuleViolation};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    #[strum(to_string = "a wall is in the way: aim at the wall")]
    WallInTheWay,
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
    #[strum(to_string = "no action points are left for the held turn")]
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
    #[strum(to_string = "it is in a vehicle already")]
    AlreadyInside,
    #[strum(to_string = "cannot get in while prone, holding, held or carrying a body")]
    Encumbered,
    #[strum(to_string = "no vehicle selected")]
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

/// Refusals of grappling actions and of actions in a hold.
#[derive(Clone, Debug, strum::Display)]
pub enum HoldRefusal {
    #[strum(to_string = "it is grappled and must break free first")]
    MustBreakFree,
    #[strum(to_string = "it is grappling and must let go first")]
    MustLetGo,
    #[strum(to_string = "cannot grapple from inside a vehicle")]
    InsideVehicle,
    #[strum(to_string = "cannot grapple a vehicle")]
    TargetIsVehicle,
    #[strum(to_string = "one of the two is in a grapple already")]
    AlreadyInGrapple,
    #[strum(to_string = "the target is down")]
    TargetDown,
    #[strum(to_string = "the target is a friend")]
    TargetIsFriend,
    #[strum(to_string = "it has no hands to grapple with")]
    NoHands,
    #[strum(to_string = "only a neighbour can be grappled")]
    NotAdjacent,
    #[strum(to_string = "another unit is grappling it")]
    HeldByAnother,
    #[strum(to_string = "it is not grappled")]
    NotGrappled,
    #[strum(to_string = "it is not grappling")]
    NotGrappling,
    #[strum(to_string = "it holds no hostage")]
    NoHostage,
    #[strum(to_string = "it is held")]
    Held,
    #[strum(to_string = "it holds a hostage")]
    HoldsHostage,
}

/// Results of grappling actions.
#[derive(Clone, Copy, Debug, strum::Display)]
pub enum GrappleLine {
    #[strum(to_string = "seized")]
    Seized,
    #[strum(to_string = "slips away")]
    SlipsAway,
    #[strum(to_string = "breaks free")]
    BreaksFree,
    #[strum(to_string = "takes control")]
    TakesControl,
    #[strum(to_string = "still held")]
    StillHeld,
}

/// Result of an opposed test of grappling; `other` is `None` without resistance.
#[derive(Clone, Debug)]
pub struct GrappleContest {
    pub own: i32,
    pub other: Option<i32>,
    pub won: bool,
}

impl fmt::Display for GrappleContest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against ", self.own)?;
        match self.other {
            Some(other) => write!(f, "{other}")?,
            None => f.write_str("no resistance")?,
        }
        f.write_str(if self.won { ": success" } else { ": failure" })
    }
}

/// Events of a flight or a fall: throws, collisions, landings.
#[derive(Clone, Debug, strum::Display)]
pub enum FlightLine {
    #[strum(to_string = "is thrown back {metres} m")]
    ThrownBack { metres: u32 },
    #[strum(to_string = "crashes into the {barrier}")]
    HitsBarrier { barrier: String },
    #[strum(to_string = "crashes into {unit}")]
    HitsUnit { unit: String },
    #[strum(to_string = "hits {unit} with the force of a {harm}")]
    Struck { unit: String, harm: RuleText },
    #[strum(to_string = "takes the force of a {harm}")]
    Crash { harm: RuleText },
    #[strum(to_string = "crashes into solid ground")]
    HitsGround,
    #[strum(to_string = "falls on {unit}: {harm}")]
    FallsOn { unit: String, harm: RuleText },
    #[strum(to_string = "{fall}: unhurt")]
    UnhurtByFall { fall: Fall },
}

/// Notes of attacks on and through barriers.
#[derive(Clone, Debug, strum::Display)]
pub enum BarrierLine {
    #[strum(to_string = "Misses the barrier")]
    Miss,
    #[strum(to_string = "Damage {damage} + {hits} = {dv}")]
    Damage { damage: u32, hits: HitCount, dv: u32 },
    #[strum(to_string = "Against barriers {dv} + {extra} = {total}")]
    Bonus { dv: u32, extra: u32, total: u32 },
    #[strum(to_string = "Stopped before it reaches the barrier")]
    Blocked,
    #[strum(to_string = "{barrier}: DV {dv} of {left} passes through")]
    Passes { barrier: String, dv: u32, left: u32 },
    #[strum(to_string = "{barrier} stops it: DV {dv} does not exceed armour {armor}")]
    Stops { barrier: String, dv: u32, armor: u32 },
    #[strum(to_string = "{barrier} does not stop it: DV {dv} exceeds armour {armor}")]
    FailsToStop { barrier: String, dv: u32, armor: u32 },
    #[strum(to_string = "{barrier} takes {damage} damage, DV {dv} passes through")]
    Penetrated { barrier: String, damage: u32, dv: u32 },
    #[strum(to_string = "{barrier}: DV {dv} - {hits} = {left}")]
    Resists { barrier: String, dv: u32, hits: u32, left: u32 },
    #[strum(to_string = "{percent} % of {left} for this type of damage")]
    TypeFactor { left: u32, percent: u32 },
    #[strum(to_string = "{barrier} takes {damage} damage")]
    Harmed { barrier: String, damage: u32 },
    #[strum(to_string = "{barrier} takes no damage from Strain")]
    IgnoresStrain { barrier: String },
    #[strum(to_string = "In contact with the {barrier}")]
    InContact { barrier: String },
}

/// Notes of knockback.
#[derive(Clone, Debug, strum::Display)]
pub enum KnockbackLine {
    #[strum(to_string = "{raw} against a knockback threshold of {threshold}")]
    Threshold { raw: u32, threshold: u32 },
    #[strum(to_string = "1 m for every 2 dice above it: {metres} m")]
    Distance { metres: u32 },
    #[strum(to_string = "{adds} m of it by damage adds")]
    Adds { adds: u32 },
    #[strum(to_string = "{dice} against the armour of {object}, {armour}: it breaks through")]
    BreaksThrough { dice: DiceCount, object: String, armour: u32 },
    #[strum(to_string = "{dice} against the armour of {object}, {armour}: it is stopped")]
    Stopped { dice: DiceCount, object: String, armour: u32 },
    #[strum(to_string = "{metres} m, more than {steady_m} m: it falls")]
    TooFarToStand { metres: u32, steady_m: u32 },
}

/// Result of a test to stay on one's feet.
#[derive(Clone, Debug)]
pub struct FootingLine {
    pub successes: u32,
    pub difficulty: u32,
    pub stands: bool,
}

impl fmt::Display for FootingLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let means = if self.stands { "it stands" } else { "it falls" };
        write!(f, "{} at difficulty +{}: {means}", SuccessCount(self.successes), self.difficulty)
    }
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
    #[strum(to_string = "Confused: sees this enemy as a friend")]
    EnemyLooksFriendly,
    #[strum(to_string = "Enraged: attacks enemies only")]
    EnemiesOnly,
    #[strum(to_string = "Enraged: attacks in melee only")]
    MeleeOnly,
    #[strum(to_string = "{ailment}: ranged attacks fail")]
    RangedFails { ailment: &'static str },
    #[strum(to_string = "suppressing fire needs a burst mode")]
    NeedsBurst,
    #[strum(to_string = "only a neighbour's fire can be put out")]
    FireOutOfReach,
    #[strum(to_string = "no fire to put out")]
    NoFire,
    #[strum(to_string = "waking is off in this skirmish")]
    WakingOff,
    #[strum(to_string = "needs an Unconscious friend beside it")]
    NobodyToWake,
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

/// How long an ailment lasts: "3 phases", "2 rounds", "until something ends it". `CS-AIL-01`, `CS-AIL-02`.
#[derive(Clone, Copy, Debug)]
pub struct AilmentSpan(pub StatusDuration);

impl fmt::Display for AilmentSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            StatusDuration::Turns(phases) => CountOf(phases.into(), "phase").fmt(f),
            StatusDuration::Rounds(0) => f.write_str("until the end of the round"),
            StatusDuration::Rounds(rounds) => CountOf(rounds.into(), "round").fmt(f),
            StatusDuration::Open => f.write_str("until something ends it"),
        }
    }
}

/// Results around ailments, and smoke.
#[derive(Clone, Debug, strum::Display)]
pub enum AilmentLine {
    #[strum(to_string = "{unit}: immune to {ailment}")]
    Immune { unit: String, ailment: &'static str },
    #[strum(to_string = "{unit}: {ailment} lasts {span}")]
    Lasts { unit: String, ailment: &'static str, span: AilmentSpan },
    #[strum(to_string = "{unit}: {ailment} lasts at least as long already")]
    LastsAlready { unit: String, ailment: &'static str },
    #[strum(to_string = "{unit}: engaged in melee, cannot be Pinned")]
    NotPinnedInMelee { unit: String },
    #[strum(to_string = "{pinned} pinned")]
    Suppressed { pinned: u32 },
    #[strum(to_string = "out")]
    FireOut,
    #[strum(to_string = "still burning")]
    StillBurning,
    #[strum(to_string = "awake")]
    Awake,
    #[strum(to_string = "{weapon}: smoke spreads")]
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

/// Details of the answers of units that hold a phase.
#[derive(Clone, Copy, Debug, strum::Display)]
pub enum HeldPhaseDetail {
    #[strum(to_string = "asks again at the next score")]
    UntilNextScore,
    #[strum(to_string = "until the next pass, if any")]
    UntilNextPass,
    #[strum(to_string = "until its own turn")]
    UntilOwnPhase,
    #[strum(to_string = "loses the turn: the score falls to 0 or less")]
    LosesPhase,
    #[strum(to_string = "all of them wait")]
    AllWait,
    #[strum(to_string = "whole turn before it, -1 die")]
    WholePhaseBefore,
    #[strum(to_string = "directly after it, -1 die")]
    DirectlyAfter,
    #[strum(to_string = "simultaneous, -1 die")]
    Simultaneous,
    #[strum(to_string = "-1 die")]
    OneDieLess,
    #[strum(to_string = "if all agree")]
    IfAllAgree,
    #[strum(to_string = "with the points of this pass, -1 die")]
    PointsOfThisPass,
}

/// Implements `RuleLine` for the types of a list.
macro_rules! rule_lines {
    ($($line:ty),+ $(,)?) => { $(impl dice::RuleLine for $line {})+ };
}
pub(crate) use rule_lines;

rule_lines!(
    DamagePoints,
    DiceCount,
    NamedLine,
    SharedActionLabel,
    SharedRefusal,
    VehicleRefusal,
    HoldRefusal,
    GrappleLine,
    GrappleContest,
    FlightLine,
    BarrierLine,
    KnockbackLine,
    FootingLine,
    PhaseLostTo,
    AilmentRefusal,
    ForbiddenByAilment,
    AilmentLine,
    InterceptLine,
    HeldPhasePrompt,
    HeldPhaseAnswer,
    HeldPhaseDetail,
);
