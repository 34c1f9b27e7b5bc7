//! Kinds of events that the objectives of a skirmish depend on.

use crate::state::event::BattleEvent;
use content::Objective;
use model::UnitId;

/// Kinds of changes that the objectives of a skirmish depend on, besides casualties and rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ObjectiveTriggers {
    /// Ends of phases: units leave by an exit after their phase.
    phases: bool,
    /// Positions of units.
    places: bool,
    /// Statuses, ailments and grips.
    statuses: bool,
}

impl ObjectiveTriggers {
    pub(crate) fn for_objectives(objectives: &[Objective]) -> Self {
        let any = |wanted: fn(&Objective) -> bool| objectives.iter().any(wanted);
        Self {
            phases: any(|goal| matches!(goal, Objective::Escape { .. })),
            places: any(|goal| matches!(goal, Objective::Clear { .. })),
            statuses: any(|goal| matches!(goal, Objective::Stop { .. } | Objective::Rescue { .. })),
        }
    }

    /// Returns whether an event may change the result of the objectives. An acting unit leaves by an exit only after
    /// its phase.
    pub(crate) fn is_triggered_by(self, event: &BattleEvent, acting: Option<UnitId>) -> bool {
        match event {
            BattleEvent::PhaseEnded { .. } | BattleEvent::PhaseLost { .. } | BattleEvent::Delayed { .. } => {
                self.phases
            }
            BattleEvent::Deployed { unit, .. }
            | BattleEvent::Stepped { unit, .. }
            | BattleEvent::Displaced { unit, .. } => self.places || self.phases && acting != Some(*unit),
            BattleEvent::StatusSet { .. }
            | BattleEvent::StatusEnded { .. }
            | BattleEvent::Afflicted { .. }
            | BattleEvent::AilmentCounted { .. }
            | BattleEvent::Relieved { .. }
            | BattleEvent::PhaseRestricted { .. } => self.statuses,
            BattleEvent::PassBegan { .. }
            | BattleEvent::PassEnded { .. }
            | BattleEvent::TurnOrderChanged { .. }
            | BattleEvent::PhaseBegan { .. }
            | BattleEvent::FuseTicked { .. }
            | BattleEvent::LetPass { .. }
            | BattleEvent::Evaded { .. }
            | BattleEvent::InitiativeRolled { .. }
            | BattleEvent::InitiativeChanged { .. }
            | BattleEvent::InitiativeDiceChanged { .. }
            | BattleEvent::ScoreSet { .. }
            | BattleEvent::CoinsTossed { .. }
            | BattleEvent::PointsRestored { .. }
            | BattleEvent::Paid { .. }
            | BattleEvent::TurnBudgetChanged { .. }
            | BattleEvent::KarmaPlanned { .. }
            | BattleEvent::KarmaSpent { .. }
            | BattleEvent::RunAnnounced { .. }
            | BattleEvent::Walked { .. }
            | BattleEvent::Ran { .. }
            | BattleEvent::Stopped { .. }
            | BattleEvent::CoverTaken { .. }
            | BattleEvent::CoverLeft { .. }
            | BattleEvent::FeatureNoticed { .. }
            | BattleEvent::PoolSplit { .. }
            | BattleEvent::AttackDeclared { .. }
            | BattleEvent::AttackResolved { .. }
            | BattleEvent::BlastAstray { .. }
            | BattleEvent::Defended { .. }
            | BattleEvent::ForcedActionDone { .. }
            | BattleEvent::ShotAt { .. }
            | BattleEvent::RuleNote { .. }
            | BattleEvent::Readied { .. }
            | BattleEvent::Reloaded { .. }
            | BattleEvent::AmmunitionSet { .. }
            | BattleEvent::WeaponFaultChanged { .. } => false,
            _ => true,
        }
    }
}
