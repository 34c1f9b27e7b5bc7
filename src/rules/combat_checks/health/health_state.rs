//! Health and lasting effects of a unit.

use std::hash::{Hash, Hasher};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::thresholds;
use crate::combat_checks::critical_injuries::chart::InjuryEffect;
use crate::combat_checks::critical_injuries::injury::{Injury, InjuryDetail};
use crate::combat_checks::{Characteristic, PendingChanges, Sheet, Switches};

/// One of the four limbs, in the order of `CC-CHART-32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Limb {
    LeftArm,
    RightArm,
    LeftLeg,
    RightLeg,
}

impl Limb {
    /// All four, in the order of `CC-CHART-32`.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Name of the limb.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LeftArm => "left arm",
            Self::RightArm => "right arm",
            Self::LeftLeg => "left leg",
            Self::RightLeg => "right leg",
        }
    }

    /// Its key in prompts.
    pub fn key(self) -> &'static str {
        self.into()
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
    /// Lost. `CC-CHART-21`.
    Lost,
}

/// When an effect ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Expiry {
    /// At the end of this round.
    EndOfRound,
    /// After this many ends of the unit's turns; 1 is the next, or this turn if it is on.
    TurnEnds(u8),
}

impl Expiry {
    /// The end of a unit's next turn, which is not the present one if its turn is on. `CC-ECON-01`.
    pub const fn end_of_next_turn(in_turn: bool) -> Self {
        Self::TurnEnds(if in_turn { 2 } else { 1 })
    }
}

/// Temporary effects of advantages and maneuvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(strum::Display)]
#[serde(rename_all = "snake_case")]
pub enum TimedEffectKind {
    /// Its defence counts as 0. `CC-ADV-15`.
    #[strum(to_string = "defence negated")]
    DefenceNegated,
    /// The environment adds no dice. `CC-ADV-16`.
    #[strum(to_string = "ignores the environment")]
    EnvironmentIgnored,
    /// Melee defence +1. `CC-ADV-17`.
    #[strum(to_string = "melee defence +1")]
    MeleeDefence,
    /// Ranged defence +1. `CC-ADV-17`.
    #[strum(to_string = "ranged defence +1")]
    RangedDefence,
    /// Guarded Stance. Table CC-T2.
    #[strum(to_string = "Guarded Stance")]
    GuardedStance,
    /// Disabled: a setback die on every check, no Move. `CC-ADV-22`.
    #[strum(to_string = "disabled")]
    Disabled,
}

/// A temporary effect with its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TimedEffect {
    /// The effect.
    pub kind: TimedEffectKind,
    /// Its end.
    pub until: Expiry,
}

/// Limbs with a cybernetic replacement, in the order in which they were fitted. `CC-HEAL-04`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ReplacedLimbs(pub Vec<Limb>);

impl ReplacedLimbs {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Leaves hashes of battles without replacements as they were in older journals.
impl Hash for ReplacedLimbs {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.is_empty() {
            self.0.hash(state);
        }
    }
}

/// All lasting state of a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HealthState {
    /// Wounds suffered.
    pub wounds: u32,
    /// Strain suffered.
    pub strain: u32,
    /// Fixed at character creation. `CC-THR-05`.
    pub wound_threshold: u32,
    /// Fixed at character creation. `CC-THR-05`.
    pub strain_threshold: u32,
    /// Unhealed Critical Injuries, in order.
    pub injuries: Vec<Injury>,
    /// Permanently lost characteristic points. `CC-HEAL-05`.
    pub losses: Vec<(Characteristic, u8)>,
    /// Changes to its next checks. `CC-ECON-09`.
    pub waiting: PendingChanges,
    /// Temporary effects.
    pub timed: Vec<TimedEffect>,
    /// Aimed: a boost die on its next combat check. Table CC-T2.
    pub aim: bool,
    /// Limbs with a cybernetic replacement. `CC-HEAL-04`.
    #[serde(default, skip_serializing_if = "ReplacedLimbs::is_empty")]
    pub replaced: ReplacedLimbs,
}

impl HealthState {
    /// Full health.
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
            replaced: ReplacedLimbs::default(),
        }
    }

    /// A characteristic reduced by injuries, at least 1.
    pub fn characteristic(&self, sheet: &Sheet, which: Characteristic) -> u8 {
        let marks = self.injuries.iter().filter_map(|injury| match injury.mark {
            InjuryDetail::Loss(of, points) if of == which => Some(points),
            _ => None,
        });
        let lost: u8 =
            marks.chain(self.losses.iter().filter(|loss| loss.0 == which).map(|loss| loss.1)).sum();
        sheet.characteristics.get(which).saturating_sub(lost).max(1)
    }

    /// Points of a loss, limited to leave 1. `CC-CHART-22`, `CC-CHART-29`, `CC-CHART-30`.
    pub fn capped_loss(&self, sheet: &Sheet, which: Characteristic, points: u8) -> u8 {
        points.min(self.characteristic(sheet, which) - 1)
    }

    /// Lowers a characteristic permanently. `CC-CHART-29`, `CC-CHART-30`.
    pub fn lower_characteristic(&mut self, sheet: &Sheet, which: Characteristic, points: u8) {
        let points = self.capped_loss(sheet, which, points);
        if points > 0 {
            self.losses.push((which, points));
        }
    }

    /// Whether an effect of this kind is active.
    pub fn has_timed(&self, kind: TimedEffectKind) -> bool {
        self.timed.iter().any(|timed| timed.kind == kind)
    }

    /// Number of active effects of this kind.
    pub fn count_timed(&self, kind: TimedEffectKind) -> i32 {
        self.timed.iter().map(|timed| i32::from(timed.kind == kind)).sum()
    }

    /// Adds a temporary effect.
    pub fn add_timed(&mut self, kind: TimedEffectKind, until: Expiry) {
        self.timed.push(TimedEffect { kind, until });
    }

    /// Whether an injury in force has this effect.
    pub fn has_injury_effect(&self, effect: InjuryEffect) -> bool {
        self.injury_effects().any(|own| own == effect)
    }

    /// Effects of injuries in force.
    pub fn injury_effects(&self) -> impl Iterator<Item = InjuryEffect> {
        self.injuries.iter().filter_map(Injury::effect)
    }

    /// The state of a limb, by its worst injury.
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

    /// Whether an arm can hold something. `CC-CHART-33`.
    pub fn can_hold(&self, arm: Limb, switches: &Switches) -> bool {
        !switches.limb_use || self.limb_state(arm) == LimbState::Whole
    }

    /// Number of arms that can hold something. `CC-CHART-33`.
    pub fn usable_arms(&self, switches: &Switches) -> u8 {
        [Limb::LeftArm, Limb::RightArm].map(|arm| u8::from(self.can_hold(arm, switches))).iter().sum()
    }

    /// Whether it is blind. `CC-CHART-24`.
    pub fn is_blind(&self) -> bool {
        self.has_injury_effect(InjuryEffect::Blinded)
    }

    /// Bonus to the roll of its next Critical Injury. `CC-CRIT-07`.
    pub fn ongoing_bonus(&self) -> u32 {
        10 * self.injuries.len() as u32
    }
}
