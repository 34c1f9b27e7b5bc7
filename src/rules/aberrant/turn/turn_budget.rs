//! The turn budget of a unit.

use serde::{Deserialize, Serialize};

use super::actions::{self, ACTION_POINTS, ActionState};
use super::cancelling::ImpossibleReason;
use crate::aberrant::attacks::context::FlurryPosition;
use crate::aberrant::extras::extra_state::GroupRolls;
use crate::aberrant::{Fighter, Switches};
use crate::turn_engine::{ActionBudget, PhaseTiming};
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
    pub targets: [Option<UnitId>; ACTION_POINTS as usize],
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

    /// Checks whether a queued attack may be made at this target. `AB-CANCEL-01`, `AB-CANCEL-03`.
    ///
    /// # Errors
    /// Returns an error if it may not, with the reason why the queued attack has become impossible, if it
    /// has.
    pub fn may_aim_at(&self, target: UnitId) -> Result<(), Option<ImpossibleReason>> {
        let PhaseProgress { targeting, targets, first_target_gone, replacement_pending, .. } = &self.phase;
        let fits = *replacement_pending
            || match targeting {
                QueuedTargeting::Together => targets[0].is_none_or(|first| first == target),
                QueuedTargeting::Apart => !targets.contains(&Some(target)),
            };
        if fits { Ok(()) } else { Err(self.impossible_reason().filter(|_| *first_target_gone)) }
    }

    /// Why the remaining queued attacks have become impossible; `None` if they have not. `AB-CANCEL-01`.
    pub fn impossible_reason(&self) -> Option<ImpossibleReason> {
        let together = self.phase.targeting == QueuedTargeting::Together;
        (together && self.phase.first_target_gone).then_some(ImpossibleReason::TargetGone)
    }

    /// The progress after the current attack. `AB-CANCEL-01`, `AB-CANCEL-02`.
    pub fn after_attack(self, target: UnitId, target_gone: bool) -> Self {
        let mut phase = PhaseProgress { attack_pending: false, replacement_pending: false, ..self.phase };
        if !self.phase.replacement_pending
            && let Some(free) = phase.targets.iter_mut().find(|slot| slot.is_none())
        {
            *free = Some(target);
        }
        phase.first_target_gone |= target_gone && phase.targets[0] == Some(target);
        Self { phase, ..self }
    }
}
