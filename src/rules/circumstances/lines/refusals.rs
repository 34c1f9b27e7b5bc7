//! Refusals of orders, besides the errors of the chapters.

use std::fmt::{self, Display, Formatter};

use crate::circumstances::Ailment;
use crate::lines::rule_lines;

/// Reasons why an attack or action is not possible.
#[derive(Clone, Debug, strum::Display)]
pub enum CircumstancesRefusal {
    #[strum(to_string = "a Charge needs a move of at least 1 m this turn")]
    ChargeWithoutMove,
    #[strum(to_string = "a Charge needs a move of at least 1 m and ends with a melee attack")]
    ChargeUnfinished,
    #[strum(to_string = "this weapon cannot be used for such an attack")]
    WrongMode,
    #[strum(to_string = "one of the units is already grappling")]
    AlreadyGrappling,
    #[strum(to_string = "attacks on barriers are off in this battle")]
    BarrierAttacksOff,
    #[strum(to_string = "another barrier is in front: attack it first")]
    BarrierInFront,
    #[strum(to_string = "{weapon} needs a target unit: only explosives can target squares")]
    NeedsUnit { weapon: String },
    #[strum(to_string = "choose an enemy to engage")]
    NothingToEngage,
    #[strum(to_string = "allies cannot be engaged")]
    EngagesAlly,
    #[strum(to_string = "units out of action cannot be engaged")]
    EngagesOutOfAction,
    #[strum(to_string = "only an adjacent enemy can be engaged")]
    EngagesTooFar,
    #[strum(to_string = "already concealed")]
    AlreadyConcealed,
    #[strum(to_string = "this weapon is not jammed")]
    NotJammed,
    #[strum(to_string = "Circumstances has no special action `{key}`")]
    UnknownAction { key: String },
    #[strum(to_string = "Panicked: cannot concentrate this turn")]
    Panicked,
    #[strum(to_string = "out of reach")]
    OutOfReach,
    #[strum(to_string = "targets enemies only")]
    EnemiesOnly,
    #[strum(to_string = "targets allies only")]
    AlliesOnly,
    #[strum(to_string = "this rulebook has no human shields")]
    NoHumanShields,
    #[strum(to_string = "thrown weapons are used up and cannot be reloaded")]
    ThrownWeaponUsedUp,
    #[strum(to_string = "no sprinting: a Run is the fastest movement")]
    NoSprint,
    #[strum(to_string = "weapons only fire single shots and bursts")]
    NoSuchFireMode,
    #[strum(to_string = "one attack per turn, unless the weapon allows more")]
    OneAttackPerPhase,
    #[strum(to_string = "no evading: passing an enemy provokes an attack")]
    NoEvading,
    #[strum(to_string = "the Reaction can only be a Dodge or a Parry")]
    OnlyDodgeOrParry,
    #[strum(to_string = "this move already has its full length")]
    MoveHasFullLength,
}

/// Reason why a unit loses its phase: an ailment, or wounds. `CS-BASE-27`.
#[derive(Clone, Debug)]
pub struct LostPhase(pub Option<Ailment>);

impl Display for LostPhase {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(ailment) => f.write_str(&ailment.name().to_lowercase()),
            None => f.write_str("out of action"),
        }
    }
}

rule_lines!(CircumstancesRefusal, LostPhase);
