//! Refusals of orders, besides the errors of the chapters.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use crate::combat_checks::checks::range::AttackError;
use crate::lines::rule_lines;

/// Reasons why an attack or action is not possible.
#[derive(Clone, Debug, strum::Display)]
pub enum CombatChecksRefusal {
    #[strum(to_string = "{attacker} is blind and no ally sees {target}")]
    Blind { attacker: Arc<str>, target: Arc<str> },
    #[strum(to_string = "{target} is fully hidden, and barriers cannot be penetrated")]
    FullyHidden { target: Arc<str> },
    #[strum(to_string = "choose further targets besides {target} first")]
    NoFurtherTarget { target: Arc<str> },
    #[strum(to_string = "not all chosen targets are in range and sight")]
    ChosenOutOfReach,
    #[strum(to_string = "fewer than {wanted} enemies are in range and sight")]
    TooFewEnemies { wanted: usize },
    #[strum(to_string = "barriers cannot be attacked with these rules")]
    BarrierAttacksOff,
    #[strum(to_string = "{unit} is unconscious")]
    Unconscious { unit: Arc<str> },
    #[strum(to_string = "{unit} has no free arm for it")]
    NoFreeArm { unit: Arc<str> },
    #[strum(to_string = "choose a target")]
    NoTarget,
    #[strum(to_string = "the target is an ally")]
    TargetIsAlly,
    #[strum(to_string = "a unit out of action cannot be a further target")]
    TargetOutOfAction,
    #[strum(to_string = "no weapon attacks several targets at once")]
    OneTarget,
    #[strum(to_string = "no weapon attacks more targets at once")]
    NoMoreTargets,
    #[strum(to_string = "already aiming")]
    AlreadyAiming,
    #[strum(to_string = "already took Guarded Stance this turn")]
    AlreadyGuarded,
    #[strum(to_string = "no weapon is empty")]
    NothingToReload,
    #[strum(to_string = "Combat Checks has no action `{key}`")]
    UnknownAction { key: String },
}

/// An action of the shared turn engine that this book lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum MissingAction {
    #[strum(to_string = "this rulebook has no human shields")]
    BodyShield,
    #[strum(to_string = "a turn has one action and one manoeuvre, which cannot be split")]
    SplitAction,
    #[strum(to_string = "this rulebook has no sprint: buy a second manoeuvre and move again")]
    Sprint,
    #[strum(to_string = "defence is passive: no actions out of turn")]
    ActiveDefence,
}

/// Reason why a weapon cannot make an attack, with its name.
#[derive(Clone, Debug)]
pub struct WeaponRefusal {
    /// The reason.
    pub why: AttackError,
    /// Name of the weapon.
    pub weapon: String,
}

impl Display for WeaponRefusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let weapon = &self.weapon;
        match self.why {
            AttackError::NotEngaged => write!(f, "only adjacent targets are in reach of {weapon}"),
            AttackError::TooClose => write!(f, "{weapon} is too large to shoot an adjacent target"),
            AttackError::TooFar { distance, range } => {
                write!(f, "the target is {distance} m away, and the range of {weapon} is {range} m")
            }
            AttackError::Empty => write!(f, "{weapon} is empty: reload"),
            AttackError::Useless => write!(f, "{weapon} is disabled or broken"),
            AttackError::NoArm => write!(f, "not enough usable arms for {weapon}"),
            AttackError::TooMany { most: 1 } => write!(f, "{weapon} attacks one target at a time"),
            AttackError::TooMany { most } => write!(f, "{weapon} attacks at most {most} targets at once"),
        }
    }
}

rule_lines!(CombatChecksRefusal, MissingAction, WeaponRefusal);
