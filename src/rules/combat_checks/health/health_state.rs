//! A unit's harm and lasting state.

use serde::{Deserialize, Serialize};

use super::thresholds;
use crate::combat_checks::critical_injuries::chart::InjuryEffect;
use crate::combat_checks::critical_injuries::injury::{Injury, InjuryDetail};
use crate::combat_checks::{Characteristic, PendingChanges, Sheet, Switches};

/// One of the four limbs, in the order of `CC-CHART-32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Limb {
    LeftArm,
    RightArm,
    LeftLeg,
    RightLeg,
}

impl Limb {
    /// All four, in the order of `CC-CHART-32`.
    pub const ALL: [Self; 4] = [Self::LeftArm, Self::RightArm, Self::LeftLeg, Self::RightLeg];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LeftArm => "left arm",
            Self::RightArm => "right arm",
            Self::LeftLeg => "left leg",
            Self::RightLeg => "right leg",
        }
    }

    /// Its key in prompts.
    pub const fn key(self) -> &'static str {
        match self {
            Self::LeftArm => "left_arm",
            Self::RightArm => "right_arm",
            Self::LeftLeg => "left_leg",
            Self::RightLeg => "right_leg",
        }
    }
}

/// Whether a limb can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LimbState {
    /// Whole.
    Whole,
    /// Crippled until healed. `CC-CHART-20`.
    Crippled,
    /// Gone. `CC-CHART-21`.
    Lost,
}

/// When something ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expiry {
    /// With this round.
    EndOfRound,
    /// After so many more ends of own turns: 1 is the next, or this one if the turn is on.
    TurnEnds(u8),
}

/// What advantages and maneuvers set for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimedEffectKind {
    /// Its defence counts as 0. `CC-ADV-15`.
    DefenceNegated,
    /// The environment costs it no dice. `CC-ADV-16`.
    EnvironmentIgnored,
    /// Melee defence +1. `CC-ADV-17`.
    MeleeDefence,
    /// Ranged defence +1. `CC-ADV-17`.
    RangedDefence,
    /// Guarded Stance. Table CC-T2.
    GuardedStance,
    /// Disabled: a setback die on every check, no Move. `CC-ADV-22`.
    Disabled,
}

/// One of them with its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedEffect {
    /// What it is.
    pub kind: TimedEffectKind,
    /// When it ends.
    pub until: Expiry,
}

/// Everything that a unit carries from one moment to the next.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HealthState {
    /// Wounds suffered.
    pub wounds: u32,
    /// Strain suffered.
    pub strain: u32,
    /// Fixed when the character was made. `CC-THR-05`.
    pub wound_threshold: u32,
    /// Fixed when the character was made. `CC-THR-05`.
    pub strain_threshold: u32,
    /// Critical Injuries not healed, in the order suffered.
    pub injuries: Vec<Injury>,
    /// Points of characteristics lost for good. `CC-HEAL-05`.
    pub losses: Vec<(Characteristic, u8)>,
    /// What waits for its next checks. `CC-ECON-09`.
    pub waiting: PendingChanges,
    /// What it has or suffers for a while.
    pub timed: Vec<TimedEffect>,
    /// Aimed: a boost die on its next combat check. Table CC-T2.
    pub aim: bool,
}

impl HealthState {
    /// Nothing suffered.
    pub fn new(sheet: &Sheet, switches: &Switches) -> Self {
        Self {
            wounds: 0,
            strain: 0,
            wound_threshold: thresholds::wound_threshold(sheet, switches),
            strain_threshold: thresholds::strain_threshold(sheet, switches),
            injuries: Vec::new(),
            losses: Vec::new(),
            waiting: PendingChanges::default(),
            timed: Vec::new(),
            aim: false,
        }
    }

    /// A characteristic after what injuries took, never below 1.
    pub fn characteristic(&self, sheet: &Sheet, which: Characteristic) -> u8 {
        let marks = self.injuries.iter().filter_map(|injury| match injury.mark {
            InjuryDetail::Loss(of, points) if of == which => Some(points),
            _ => None,
        });
        let lost: u8 =
            marks.chain(self.losses.iter().filter(|loss| loss.0 == which).map(|loss| loss.1)).sum();
        sheet.characteristics.get(which).saturating_sub(lost).max(1)
    }

    /// Points that a loss takes now: it stops at 1. `CC-CHART-22`, `CC-CHART-29`, `CC-CHART-30`.
    pub fn capped_loss(&self, sheet: &Sheet, which: Characteristic, points: u8) -> u8 {
        points.min(self.characteristic(sheet, which) - 1)
    }

    /// Lowers a characteristic for good. `CC-CHART-29`, `CC-CHART-30`.
    pub fn lower_characteristic(&mut self, sheet: &Sheet, which: Characteristic, points: u8) {
        let points = self.capped_loss(sheet, which, points);
        if points > 0 {
            self.losses.push((which, points));
        }
    }

    /// Something of a kind is in force.
    pub fn has_timed(&self, kind: TimedEffectKind) -> bool {
        self.timed.iter().any(|timed| timed.kind == kind)
    }

    /// How many of a kind are in force.
    pub fn count_timed(&self, kind: TimedEffectKind) -> i32 {
        self.timed.iter().map(|timed| i32::from(timed.kind == kind)).sum()
    }

    /// Sets something for a while.
    pub fn add_timed(&mut self, kind: TimedEffectKind, until: Expiry) {
        self.timed.push(TimedEffect { kind, until });
    }

    /// Some injury in force does this.
    pub fn has_injury_effect(&self, effect: InjuryEffect) -> bool {
        self.injury_effects().any(|own| own == effect)
    }

    /// Effects of injuries in force.
    pub fn injury_effects(&self) -> impl Iterator<Item = InjuryEffect> {
        self.injuries.iter().filter_map(Injury::effect)
    }

    /// The state of a limb: the worst that an injury did to it.
    pub fn limb_state(&self, limb: Limb) -> LimbState {
        let states =
            self.injuries.iter().filter(|injury| injury.mark == InjuryDetail::Limb(limb)).filter_map(
                |injury| match injury.effect() {
                    Some(InjuryEffect::Crippled) => Some(LimbState::Crippled),
                    Some(InjuryEffect::Maimed) => Some(LimbState::Lost),
                    _ => None,
                },
            );
        states.max().unwrap_or(LimbState::Whole)
    }

    /// An arm holds nothing while crippled or lost. `CC-CHART-33`.
    pub fn can_hold(&self, arm: Limb, switches: &Switches) -> bool {
        !switches.limb_use || self.limb_state(arm) == LimbState::Whole
    }

    /// Arms that can hold something. `CC-CHART-33`.
    pub fn usable_arms(&self, switches: &Switches) -> u8 {
        [Limb::LeftArm, Limb::RightArm].map(|arm| u8::from(self.can_hold(arm, switches))).iter().sum()
    }

    /// No sight of its own. `CC-CHART-24`.
    pub fn is_blind(&self) -> bool {
        self.has_injury_effect(InjuryEffect::Blinded)
    }

    /// Added to the roll of its next Critical Injury. `CC-CRIT-07`.
    pub fn ongoing_bonus(&self) -> u32 {
        10 * self.injuries.len() as u32
    }
}
