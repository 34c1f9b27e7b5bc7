//! Reasons why actions and attacks are refused.

use std::fmt;

use strum::Display;

use crate::ImpossibleAttack;
use crate::aberrant::attacks::range::OutOfReach;
use crate::aberrant::health::grievous_injury::Flaw;
use crate::aberrant::health::resuscitation::ReviveError;
use crate::aberrant::health::stun::RallyError;
use crate::aberrant::turn::actions::ActionError;
use crate::aberrant::turn::cancelling::ActionStillPossible;
use crate::lines::rule_lines;

/// Reasons why an action is not allowed.
#[derive(Clone, Debug, Display)]
pub(crate) enum AberrantRefusal {
    // The weapon and its target.
    #[strum(to_string = "{weapon} has no fire modes")]
    NoFireModes { weapon: String },
    #[strum(to_string = "{weapon} cannot be used now")]
    Unusable { weapon: String },
    #[strum(to_string = "{weapon} is empty")]
    Empty { weapon: String },
    #[strum(to_string = "{weapon} cannot be used like this")]
    NoSuchOption { weapon: String },
    #[strum(to_string = "{weapon} needs a unit as its target")]
    NeedsUnit { weapon: String },
    #[strum(to_string = "barrier damage is off in this battle")]
    NoBarrierDamage,
    #[strum(to_string = "the target is behind a wall, and no shot goes through walls in this battle")]
    BehindWall,
    #[strum(to_string = "{unit} holds nothing")]
    HoldsNothing { unit: String },
    #[strum(to_string = "nothing is behind the target that it could be knocked into")]
    NoObstacle,
    #[strum(to_string = "even the best hit is too weak to throw the target back")]
    TooWeakToThrow,
    #[strum(to_string = "only a held unit can be crushed")]
    NotHolding,
    #[strum(to_string = "one of the units is already grappling")]
    AlreadyGrappling,
    #[strum(to_string = "{unit} is shielded by henchmen")]
    LeaderShielded { unit: String },
    #[strum(to_string = "cinematic extras have already attacked {unit} in this round")]
    AttackedByExtras { unit: String },
    #[strum(to_string = "no other unit can join the attack")]
    NoOneJoins,
    #[strum(to_string = "no henchman has an unused {weapon}")]
    SupportUsed { weapon: String },
    #[strum(to_string = "the group flees")]
    Flees,
    // Queued and declared actions.
    #[strum(
        to_string = "the announced attack cannot be made as planned {0}: another one in its place costs 1 Willpower or a Willpower roll, and is harder by 1"
    )]
    ReplaceFirst(LostAttack),
    #[strum(
        to_string = "the announced target lies unconscious and can still be slain: another attack in its place costs 1 Willpower or a Willpower roll, and is harder by 1"
    )]
    SlayOrReplace,
    #[strum(to_string = "{0}")]
    OtherAttacks(AnnouncedNames),
    #[strum(to_string = "{0}")]
    FirstAttackDecides(DecidingAttack),
    #[strum(to_string = "no attack was announced for this turn")]
    NoAttackQueued,
    #[strum(
        to_string = "attacks on several targets were announced: giving one up for a defence costs Willpower"
    )]
    SeveralTargets,
    #[strum(to_string = "no attack was announced that a defence could replace")]
    NothingToCancel,
    #[strum(to_string = "the attacks already have targets")]
    TargetsChosen,
    #[strum(to_string = "no announced attack to replace")]
    NothingQueued,
    #[strum(to_string = "full defence takes the whole turn: choose it before anything else")]
    PhaseBegun,
    #[strum(to_string = "declare multiple actions before the first one")]
    DeclareFirst,
    #[strum(to_string = "no action left to declare")]
    NoActionLeft,
    #[strum(to_string = "multiple actions in one turn must be declared before the first")]
    Undeclared,
    // Special actions.
    #[strum(to_string = "Aberrant has no special action `{key}`")]
    NoSuchAction { key: String },
    #[strum(to_string = "the dying unit must be adjacent")]
    NotAdjacent,
    #[strum(to_string = "the unit is not held")]
    NotHeld,
    #[strum(to_string = "the unit is held by another one")]
    HeldByOther,
    #[strum(to_string = "the unit holds no other unit")]
    HoldsNoOne,
    #[strum(to_string = "an injury makes it impossible: {0}")]
    Maimed(Flaw),
    #[strum(to_string = "the unit has no injury that this could treat")]
    NoFlaw,
    // Phases and movement.
    #[strum(to_string = "the unit is stunned in this round")]
    Stunned,
    #[strum(to_string = "the machine is shut down in this round")]
    ShutDown,
    #[strum(to_string = "a building does nothing")]
    Building,
    #[strum(to_string = "buildings can only be damaged")]
    OnlyDamage,
    #[strum(to_string = "the unit is out of action")]
    OutOfAction,
    #[strum(to_string = "defences are chosen when the unit is attacked")]
    DefenceOnlyWhenAttacked,
    #[strum(to_string = "taking cover is off in this battle")]
    NoTakingCover,
    #[strum(to_string = "units cannot evade: moving past an enemy risks an attack")]
    NoEvading,
    #[strum(to_string = "choose how many actions to declare, then make the attacks one by one")]
    NeedsFlurry,
    #[strum(to_string = "the unit is held: break free first")]
    Held,
    #[strum(to_string = "the unit drags another one: it can only walk")]
    OnlyDrags,
    #[strum(to_string = "stand up first: prone units cannot run")]
    Prone,
}

/// That attacks other than the chosen one were announced, as "Fists at Hale"; without names if none are known.
#[derive(Clone, Debug)]
pub(crate) struct AnnouncedNames(pub Vec<String>);

impl fmt::Display for AnnouncedNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [] => f.write_str("another attack was announced: while it is possible")?,
            [only] => write!(f, "the announced attack is {only}: while it is possible")?,
            many => {
                write!(f, "the announced attacks are {}: while they are possible", many.join(", "))?;
                return f.write_str(", the unit can only pay Willpower to give one up and defend");
            }
        }
        f.write_str(", the unit can only pay Willpower to give it up and defend")
    }
}

/// An announced attack and why it cannot be made, in brackets: "(Pistol at Gant: the target is out of sight)"; without the attack if
/// it is not named.
#[derive(Clone, Debug)]
pub(crate) struct LostAttack {
    /// Weapon and target.
    pub words: Option<String>,
    /// Why it cannot be made.
    pub why: ImpossibleAttack,
}

impl fmt::Display for LostAttack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.words {
            Some(words) => write!(f, "({words}: {})", self.why),
            None => write!(f, "({})", self.why),
        }
    }
}

/// That the first attack of the turn has decided the target, as "Light pistol at Hale"; without its name if it is not known.
#[derive(Clone, Debug)]
pub(crate) struct DecidingAttack(pub Option<String>);

impl fmt::Display for DecidingAttack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nothing was announced, so the first attack of this turn")?;
        if let Some(attack) = &self.0 {
            write!(f, ", {attack},")?;
        }
        f.write_str(" decides the target: while the unit can attack it, it can attack no other")
    }
}

rule_lines!(ActionError, ActionStillPossible, OutOfReach, RallyError, AberrantRefusal, ReviveError);

#[cfg(test)]
mod tests {
    use super::*;

    /// "Vex loses the turn: the unit is stunned in this round."
    #[test]
    fn reasons_for_a_lost_turn_are_sentences_without_a_colon() {
        let reasons = [
            AberrantRefusal::Stunned,
            AberrantRefusal::ShutDown,
            AberrantRefusal::Building,
            AberrantRefusal::OutOfAction,
            AberrantRefusal::Flees,
        ];
        for reason in reasons.map(|reason| reason.to_string()) {
            let has_verb = [" is ", " does ", " flees"].iter().any(|verb| reason.contains(verb));
            assert!(has_verb && !reason.contains(':'), "{reason}");
        }
    }

    #[test]
    fn ab_griev_04_an_injury_alone_is_no_reason() {
        let reason = AberrantRefusal::Maimed(Flaw::ArmUseless).to_string();
        assert_eq!(reason, "an injury makes it impossible: arm useless");
    }

    #[test]
    fn refusals_name_what_was_announced_or_attacked_first() {
        let announced = |names: &[&str]| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            AberrantRefusal::OtherAttacks(AnnouncedNames(names)).to_string()
        };
        assert_eq!(
            announced(&["Fists at Hale"]),
            "the announced attack is Fists at Hale: while it is possible, the unit can only pay Willpower to give it up and defend"
        );
        assert_eq!(
            announced(&["Fists at Hale", "Pistol at Gant"]),
            "the announced attacks are Fists at Hale, Pistol at Gant: while they are possible, the unit can only \
             pay Willpower to give one up and defend"
        );
        assert!(announced(&[]).starts_with("another attack was announced: while it is possible, the unit"));
        let first = |name: Option<&str>| {
            AberrantRefusal::FirstAttackDecides(DecidingAttack(name.map(str::to_owned))).to_string()
        };
        assert_eq!(
            first(Some("Light pistol at Hale")),
            "nothing was announced, so the first attack of this turn, Light pistol at Hale, decides the target: while the unit can \
             attack it, it can attack no other"
        );
        assert!(first(None).starts_with("nothing was announced, so the first attack of this turn decides"));
    }
}
