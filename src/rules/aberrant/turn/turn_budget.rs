//! The turn budget of a unit: its actions, and the attacks queued for its phase.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::actions::{self, ACTION_POINTS, ActionState};
use crate::aberrant::attacks::context::FlurryPosition;
use crate::aberrant::extras::extra_state::GroupRolls;
use crate::aberrant::{Fighter, Switches};
use crate::turn_engine::{ActionBudget, PhaseTiming};
use crate::{ImpossibleAttack, QueuedAttack};
use model::UnitId;

/// Actions a unit has left and has used in its turn. `AB-BASE-07`, `AB-BASE-08`, `AB-LIMIT-01`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TurnBudget {
    /// Points, actions and reserved defences.
    pub effort: ActionState,
    /// The unit's position in the order of the pass.
    pub turn: PhaseTiming,
    /// Its progress in its own phase.
    #[serde(default)]
    pub phase: PhaseProgress,
    /// Rolls of its group in this pass. `AB-GRITTY-07`.
    #[serde(default, skip_serializing_if = "GroupRolls::is_default")]
    pub group: GroupRolls,
    /// The attacks queued for its phase.
    #[serde(default)]
    pub queue: AttackQueue,
}

/// Attacks that a unit has queued for its phase, with their weapons and targets. `AB-CANCEL-01`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackQueue {
    /// Nothing is queued: the first attack of the phase decides.
    #[default]
    Open,
    /// All attacks of the phase are this one.
    Same(QueuedAttack),
    /// These attacks and no others, in order.
    List([Option<QueuedAttack>; ACTION_POINTS as usize]),
}

impl AttackQueue {
    /// The attacks still to come, in order.
    pub fn attacks(&self) -> impl Iterator<Item = QueuedAttack> {
        let all = match *self {
            Self::Open => [None; ACTION_POINTS as usize],
            Self::Same(attack) => [Some(attack), None, None],
            Self::List(attacks) => attacks,
        };
        all.into_iter().flatten()
    }

    /// The queue once one of its attacks was made, lost or cancelled.
    pub fn without(self, attack: QueuedAttack) -> Self {
        let mut attacks = match (self, attack) {
            // The first target of the weapon is that of its other attacks too.
            (Self::Same(queued), _) if queued.includes(attack) => return Self::Same(attack),
            (Self::List(attacks), _) => attacks,
            (queue, _) => return queue,
        };
        let place_of =
            |fits: &dyn Fn(QueuedAttack) -> bool| attacks.iter().rposition(|queued| queued.is_some_and(fits));
        let named = place_of(&|queued| queued == attack);
        if let Some(place) = named.or_else(|| place_of(&|queued| queued.includes(attack))) {
            attacks[place] = None;
        }
        Self::List(attacks)
    }
}

impl ActionBudget for TurnBudget {
    fn phase_timing(&self) -> PhaseTiming {
        self.turn
    }

    fn set_phase_timing(&mut self, timing: PhaseTiming) {
        self.turn = timing;
    }

    fn action_points(&self) -> u8 {
        self.effort.points
    }

    fn spend_points(&mut self, points: u8) {
        self.effort.points -= points;
        self.effort.queued = self.effort.queued.min(self.effort.points);
    }

    fn reset_phase(&mut self) {
        self.phase = PhaseProgress::default();
    }
}

/// Targets of the queued attacks of a phase. `AB-CANCEL-01`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueuedTargeting {
    /// All attacks are aimed at the first one's target.
    #[default]
    Together,
    /// Each attack is aimed at a different target.
    Apart,
}

/// Units in files and hashes of `AttackedUnits`.
type OptionalUnits = [Option<UnitId>; ACTION_POINTS as usize];

/// Units that a unit has attacked in its phase, in order. Unit numbers count from 1; 0 stands for no unit, so that the
/// turn budgets in events stay small.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "OptionalUnits", into = "OptionalUnits")]
pub struct AttackedUnits([u32; ACTION_POINTS as usize]);

impl AttackedUnits {
    /// The first one.
    pub fn first(self) -> Option<UnitId> {
        OptionalUnits::from(self)[0]
    }

    /// Whether it has attacked a unit.
    pub fn contains(self, unit: UnitId) -> bool {
        self.0.contains(&unit.0)
    }

    /// Adds a unit, if there is room.
    pub fn push(&mut self, unit: UnitId) {
        if let Some(free) = self.0.iter_mut().find(|number| **number == 0) {
            *free = unit.0;
        }
    }
}

impl From<OptionalUnits> for AttackedUnits {
    fn from(units: OptionalUnits) -> Self {
        Self(units.map(|unit| unit.map_or(0, |unit| unit.0)))
    }
}

impl From<AttackedUnits> for OptionalUnits {
    fn from(units: AttackedUnits) -> Self {
        units.0.map(|number| (number > 0).then_some(UnitId(number)))
    }
}

impl Hash for AttackedUnits {
    fn hash<H: Hasher>(&self, state: &mut H) {
        OptionalUnits::from(*self).hash(state);
    }
}

/// Actions a unit has taken and declared in its own phase. `AB-BASE-19`, `AB-CANCEL-01`, `AB-LIMIT-02`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct PhaseProgress {
    /// Non-reflexive actions taken.
    #[serde(rename = "made")]
    pub actions_taken: u8,
    /// Actions declared as a flurry; 0 for none. `AB-BASE-19`.
    #[serde(rename = "announced")]
    pub declared_actions: u8,
    /// An attack has been paid for and is not resolved yet.
    #[serde(rename = "under_way")]
    pub attack_pending: bool,
    /// Targets of its queued attacks.
    #[serde(rename = "aiming")]
    pub targeting: QueuedTargeting,
    /// Attacked units, in order, without attacks that replaced others.
    #[serde(rename = "aims")]
    pub targets: AttackedUnits,
    /// Index of the weapon of the first of these attacks.
    pub first_slot: u8,
    /// The first of them has been taken out of action since.
    #[serde(rename = "gone")]
    pub first_target_gone: bool,
    /// The next attack replaces a cancelled one. `AB-CANCEL-02`.
    #[serde(rename = "replaces")]
    pub replacement_pending: bool,
}

impl TurnBudget {
    /// Actions that the unit may queue for its phase, from its points and the action cap. `AB-CANCEL-01`,
    /// `AB-RULING-38`.
    pub fn queueable_actions(&self, unit: &Fighter) -> u8 {
        if unit.is_helpless() {
            return 0;
        }
        let effort = &self.effort;
        let points = if self.turn == PhaseTiming::Now {
            effort.points
        } else {
            ACTION_POINTS.saturating_sub(effort.owed)
        };
        let cap = if unit.is_dazed() { actions::DAZED_ACTION_CAP } else { actions::action_cap(&unit.sheet) };
        let left = cap.saturating_sub(u32::from(effort.actions));
        points.min(u8::try_from(left).unwrap_or(u8::MAX))
    }

    /// Position in the flurry of the current attack, or else of the next one. `AB-BASE-19`.
    pub fn flurry_position(&self) -> FlurryPosition {
        let nth = self.phase.actions_taken.saturating_sub(u8::from(self.phase.attack_pending));
        FlurryPosition { actions: self.phase.declared_actions.max(1), nth }
    }

    /// Whether another action was not declared, while multiple actions in one phase cost dice.
    /// `AB-BASE-19`.
    pub fn is_undeclared(&self, switches: &Switches) -> bool {
        switches.flurry_penalty && self.phase.actions_taken >= self.phase.declared_actions.max(1)
    }

    /// Checks whether an attack is one of those that are queued. `AB-CANCEL-01`, `AB-CANCEL-03`.
    ///
    /// # Errors
    /// Returns an error if it is not, with the reason why the queued attack has become impossible, if the turn
    /// knows it.
    pub fn may_attack(&self, attack: QueuedAttack) -> Result<(), Option<ImpossibleAttack>> {
        let PhaseProgress { targeting, targets, first_target_gone, replacement_pending, .. } = &self.phase;
        if *replacement_pending {
            return Ok(());
        }
        let fits = match (self.queue, attack) {
            (AttackQueue::Open, QueuedAttack::Place | QueuedAttack::Weapon { .. }) => true,
            (AttackQueue::Open, QueuedAttack::Unit { target, .. }) => match targeting {
                QueuedTargeting::Together => targets.first().is_none_or(|first| first == target),
                QueuedTargeting::Apart => !targets.contains(target),
            },
            _ => self.queue.attacks().any(|queued| queued.includes(attack)),
        };
        let gone = Some(ImpossibleAttack::TargetGone).filter(|_| *first_target_gone);
        if fits { Ok(()) } else { Err(gone) }
    }

    /// Whether the next attack on a unit decides the target of the others of the phase: nothing is queued, and the unit has
    /// attacked no one yet. `AB-CANCEL-03`.
    pub fn is_bound_by_next_attack(&self) -> bool {
        self.queue == AttackQueue::Open
            && self.phase.targeting == QueuedTargeting::Together
            && !self.phase.replacement_pending
            && self.phase.targets.first().is_none()
    }

    /// The attacks that are queued and not made yet, in order. `AB-CANCEL-01`.
    pub fn queued_attacks(&self) -> Vec<QueuedAttack> {
        let bound = match (self.queue, self.phase.targeting, self.phase.targets.first()) {
            (AttackQueue::Open, QueuedTargeting::Together, Some(target)) => {
                Some(QueuedAttack::Unit { slot: self.phase.first_slot, target })
            }
            _ => None,
        };
        bound.into_iter().chain(self.queue.attacks()).collect()
    }

    /// The queued attack whose target went out of action in this phase. `AB-CANCEL-01`.
    pub fn attack_without_target(&self) -> Option<(QueuedAttack, ImpossibleAttack)> {
        let attack = self.queued_attacks().into_iter().next().filter(|_| self.phase.first_target_gone)?;
        (self.queue == AttackQueue::Open).then_some((attack, ImpossibleAttack::TargetGone))
    }

    /// The progress after the current attack. `AB-CANCEL-01`, `AB-CANCEL-02`.
    pub fn after_attack(self, attack: QueuedAttack, target_gone: bool) -> Self {
        let mut phase = PhaseProgress { attack_pending: false, replacement_pending: false, ..self.phase };
        if self.phase.replacement_pending {
            return Self { phase, ..self };
        }
        if let QueuedAttack::Unit { slot, target } = attack {
            if phase.targets.first().is_none() {
                phase.first_slot = slot;
            }
            phase.targets.push(target);
            phase.first_target_gone |= target_gone && phase.targets.first() == Some(target);
        }
        Self { phase, queue: self.queue.without(attack), ..self }
    }
}
