//! The budget of an Action Phase, and the Reaction. Chapter BASE.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::RuleViolation;
use crate::circumstances::{CombatAction, CombatActionCost, Fighter, GrappleHold, MovementMode, Switches};
use crate::status::{self, Ailment, Forbids};
use dice::{Clause, RuleLine};

/// Action points of a phase that go into Half and Full Actions. `CS-BASE-17`.
pub const ACTION_POINTS: u8 = 2;
/// Rounds per minute. `CS-BASE-23`.
pub const ROUNDS_PER_MINUTE: u32 = 12;

/// Converts minutes to rounds. `CS-BASE-23`.
pub const fn minutes_to_rounds(minutes: u32) -> u32 {
    minutes * ROUNDS_PER_MINUTE
}

/// What a unit has used in its phase, and what lasts between phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PhaseBudget {
    /// AP spent on Half and Full Actions. `CS-BASE-17`.
    pub spent: u8,
    /// The Free Action of the phase is used. `CS-BASE-19`.
    pub free_used: bool,
    /// Actions with the Attack keyword taken. `CS-BASE-34`.
    pub attacks: u8,
    /// The shielded locations were changed in this turn. `CS-COV-03`.
    #[serde(rename = "cover_named")]
    pub cover_changed: bool,
    /// The Reaction is available. `CS-BASE-18`.
    pub reaction: bool,
    /// How the unit has moved since its turn began. `CS-RUN-03`, `CS-RUN-06`.
    pub gait: MovementMode,
}

/// Why an action is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
pub enum ActionError {
    /// Too few AP of the phase are left. `CS-BASE-17`.
    #[error("needs {needed} AP, {left} left in this turn")]
    Points {
        /// The cost.
        needed: u8,
        /// Points left.
        left: u8,
    },
    /// The Free Action has been used. `CS-BASE-19`.
    #[error("the Free Action of this turn has been used")]
    FreeUsed,
    /// The Reaction has been used until the unit's next phase. `CS-BASE-18`.
    #[error("the Reaction has been used until the unit's next turn")]
    ReactionUsed,
    /// All attacks of the phase have been made. `CS-BASE-34`.
    #[error("no more attacks in this turn")]
    AttackedAlready,
    /// The shielded locations were already changed in this turn. `CS-COV-03`.
    #[error("the use of cover was already changed this turn")]
    CoverChanged,
    /// Held or holding. `CS-BASE-37`.
    #[error("the unit cannot move now")]
    Held,
    /// An ailment forbids moves. `CS-IMMO-01`, `CS-PRN-08`.
    #[error("{}: no moves", .0.name())]
    CannotMove(Ailment),
    /// Prone units can only crawl. `CS-PRN-09`.
    #[error("not possible while prone; stand up first")]
    Prone,
    /// The unit is already standing.
    #[error("already standing")]
    Standing,
    /// Grapples are off in this battle. `CS-BASE-37`.
    #[error("grapples are off in this battle")]
    NoGrapples,
    /// Only a held unit can break a hold, and only its holder can let go. `CS-BASE-37`.
    #[error("there is no hold to end")]
    NoHold,
    /// Helpless and Stunned units cannot act. `CS-BASE-21`, `CS-BASE-27`.
    #[error("cannot act")]
    CannotAct,
}

impl Default for PhaseBudget {
    /// The budget before the first phase of a battle, with the Reaction.
    fn default() -> Self {
        Self::before_battle(false)
    }
}

impl PhaseBudget {
    /// The budget before the first phase of a battle; units that start it Unaware have no Reaction.
    /// `CS-BASE-18`.
    pub const fn before_battle(unaware: bool) -> Self {
        Self {
            spent: 0,
            free_used: false,
            attacks: 0,
            cover_changed: false,
            reaction: !unaware,
            gait: MovementMode::Steady,
        }
    }

    /// The budget at the start of the unit's phase; a Run is over. `CS-BASE-18`, `CS-RUN-03`.
    pub const fn start_phase() -> Self {
        Self::before_battle(false)
    }

    /// AP left for Half and Full Actions. `CS-BASE-17`.
    pub const fn points_left(self) -> u8 {
        ACTION_POINTS.saturating_sub(self.spent)
    }

    /// Pays for an action and returns the budget left. `CS-BASE-15` to `CS-BASE-20`, `CS-BASE-34`,
    /// `CS-COV-03`.
    ///
    /// # Errors
    /// Returns `ActionError` if it cannot be paid.
    pub fn pay(
        self,
        action: CombatAction,
        cost: CombatActionCost,
        switches: &Switches,
    ) -> Result<Self, ActionError> {
        let mut after = self;
        let (needed, left) = (cost.points(), self.points_left());
        if needed > left {
            return Err(ActionError::Points { needed, left });
        }
        after.spent += needed;
        match cost {
            CombatActionCost::Free if self.free_used => return Err(ActionError::FreeUsed),
            CombatActionCost::Free => after.free_used = true,
            CombatActionCost::Reaction if !self.reaction => return Err(ActionError::ReactionUsed),
            CombatActionCost::Reaction => after.reaction = false,
            CombatActionCost::None | CombatActionCost::Half | CombatActionCost::Full => {}
        }
        if action.is_attack() {
            if self.attacks >= switches.attacks_per_phase {
                return Err(ActionError::AttackedAlready);
            }
            after.attacks += 1;
        }
        if action == CombatAction::UseCover {
            if self.cover_changed {
                return Err(ActionError::CoverChanged);
            }
            after.cover_changed = true;
        }
        if action == CombatAction::Run {
            after.gait = MovementMode::Running;
        }
        Ok(after)
    }
}

impl ActionError {
    /// The clause that forbids it.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Points { .. } => "CS-BASE-17",
            Self::FreeUsed => "CS-BASE-19",
            Self::ReactionUsed => "CS-BASE-18",
            Self::AttackedAlready => "CS-BASE-34",
            Self::CoverChanged => "CS-COV-03",
            Self::Held | Self::NoGrapples | Self::NoHold => "CS-BASE-37",
            Self::CannotMove(ailment) => ailment.rule().clause,
            Self::Prone => "CS-PRN-09",
            Self::Standing => "CS-PRN-08",
            Self::CannotAct => "CS-BASE-27",
        }
    }
}

impl RuleLine for ActionError {}

impl From<ActionError> for RuleViolation {
    fn from(why: ActionError) -> Self {
        Self::new(why, why.clause())
    }
}

/// Checks whether the unit's state allows an action, regardless of its cost. `CS-BASE-27`, `CS-BASE-37`,
/// `CS-PRN-08`, `CS-PRN-09`.
///
/// # Errors
/// Returns `ActionError` if it does not.
pub fn check_action(fighter: &Fighter, action: CombatAction, switches: &Switches) -> Result<(), ActionError> {
    if !fighter.can_act() {
        return Err(ActionError::CannotAct);
    }
    if action == CombatAction::Grapple && !switches.grapple {
        return Err(ActionError::NoGrapples);
    }
    match (action, fighter.hold) {
        (CombatAction::BreakHold, Some(GrappleHold::HeldBy(_)))
        | (CombatAction::LetGo, Some(GrappleHold::Holding(_))) => {}
        (CombatAction::BreakHold | CombatAction::LetGo, _) => return Err(ActionError::NoHold),
        _ => {}
    }
    if !action.is_move() {
        return Ok(());
    }
    if fighter.hold.is_some() {
        return Err(ActionError::Held);
    }
    if let Some(ailment) = status::forbidding_ailment(&fighter.ailments, Forbids::Movement) {
        return Err(ActionError::CannotMove(ailment));
    }
    match (action, fighter.prone) {
        (CombatAction::StandUp, false) => Err(ActionError::Standing),
        (CombatAction::StandUp, true) => Ok(()),
        (_, true) if action.move_metres(fighter, switches).is_none() => Err(ActionError::Prone),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
