//! Sentences of grappling.

use std::fmt;

use super::rule_lines;

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
    #[strum(to_string = "the target is an ally")]
    TargetIsFriend,
    #[strum(to_string = "it has no hands to grapple with")]
    NoHands,
    #[strum(to_string = "only an adjacent unit can be grappled")]
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
    #[strum(to_string = "is seized")]
    Seized,
    #[strum(to_string = "slips away")]
    SlipsAway,
    #[strum(to_string = "breaks free")]
    BreaksFree,
    #[strum(to_string = "takes control")]
    TakesControl,
    #[strum(to_string = "is still held")]
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

rule_lines!(HoldRefusal, GrappleLine, GrappleContest);
