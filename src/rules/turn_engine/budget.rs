//! Action Points and Free Actions of a unit in an Initiative Pass. Chapter ACT of the catalogue.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::EngineSwitches as Switches;
use super::actions::{Action, ActionCategory, ActionCost, action_category, action_cost};
use super::extended_action::ExtendedActionProgress;
use crate::CostError;

/// Price of a further Free Action. `SS-ACT-13`.
const EXTRA_FREE_ACTION_COST: u8 = 1;

/// Whether a unit has had its phase of the pass.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(rename_all = "snake_case")]
pub enum PhaseTiming {
    /// Its phase is still to come, if it has one.
    #[default]
    Before,
    /// Its phase is running.
    Now,
    /// Its phase is over, or was lost.
    After,
}

/// State of a unit's walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WalkState {
    /// Not started in this pass.
    #[default]
    NotBegun,
    /// Started, with no other action since.
    Going,
    /// Started, with another action since.
    Broken,
}

/// What a unit can still spend in a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PassBudget {
    /// Action Points left. `SS-ACT-07`.
    pub points: u8,
    /// Free Actions used. `SS-ACT-10`.
    pub free_used: u8,
    /// Whether the unit has had its phase.
    pub turn: PhaseTiming,
    /// Whether it has attacked in its own phase. `SS-ACT-27`.
    pub attacked: bool,
    /// State of its walk. `SS-MOVE-05`.
    pub walk: WalkState,
}

/// What the turn engine reads and changes of a turn budget: [`PassBudget`], or a type of the book's own.
pub trait ActionBudget {
    /// Returns where the unit stands in the order of the pass.
    fn phase_timing(&self) -> PhaseTiming;

    /// Moves the unit to another place in the order of the pass.
    fn set_phase_timing(&mut self, timing: PhaseTiming);

    /// Returns the action points left.
    fn action_points(&self) -> u8;

    /// Subtracts action points, at most those that are left.
    fn spend_points(&mut self, points: u8);

    /// Resets what counts by phases, for a phase that is delayed or another one of the same pass: what is spent stays
    /// spent. `SS-DELAY-01`, `SS-DELAY-17`.
    fn reset_phase(&mut self);

    /// Pays an action at the engine's price and returns the Free Actions spent: by default points, in the unit's own
    /// phase.
    ///
    /// # Errors
    /// Why it cannot be paid; nothing is spent then.
    fn pay_engine_price(&mut self, action: Action, switches: &Switches) -> Result<u8, CostError> {
        let left = self.action_points();
        let needed = match action_cost(action, switches) {
            ActionCost::None | ActionCost::Free => 0,
            ActionCost::Points(points) => points,
            ActionCost::Rest => left.max(1),
        };
        if self.phase_timing() != PhaseTiming::Now && needed > 0 {
            return Err(CostError::NotItsPhase);
        }
        if needed > left {
            return Err(CostError::TooFewPoints { needed, left });
        }
        self.spend_points(needed);
        Ok(0)
    }
}

impl ActionBudget for PassBudget {
    fn phase_timing(&self) -> PhaseTiming {
        self.turn
    }

    fn set_phase_timing(&mut self, timing: PhaseTiming) {
        self.turn = timing;
    }

    fn action_points(&self) -> u8 {
        self.points
    }

    fn spend_points(&mut self, points: u8) {
        self.points -= points;
    }

    fn reset_phase(&mut self) {
        *self = self.delay_phase();
    }

    fn pay_engine_price(&mut self, action: Action, switches: &Switches) -> Result<u8, CostError> {
        let before = std::mem::replace(self, self.pay(action, switches)?);
        Ok(self.free_used.saturating_sub(before.free_used))
    }
}

/// Why an action cannot be paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
pub enum BudgetError {
    /// Too few Action Points. `SS-ACT-09`, `SS-ACT-17`, `SS-ACT-31`.
    #[error("needs {needed} AP, {left} left")]
    Points {
        /// Points needed.
        needed: u8,
        /// What is left.
        left: u8,
    },
    /// The Free Action is used, and no Action Point is left to buy another. `SS-ACT-10`, `SS-ACT-13`.
    #[error("the Free Action of this pass is used, and no AP is left to buy another")]
    FreeUsed,
    /// Free Actions are possible from the unit's own phase on. `SS-ACT-11`.
    #[error("a Free Action has to wait for the unit's own turn")]
    TooEarly,
    /// Only Interrupts and the Free Action are possible outside the unit's own phase. `SS-ACT-06`, `SS-ACT-11`,
    /// `SS-ACT-52`.
    #[error("only possible in the unit's own turn")]
    NotItsPhase,
    /// The one attack of the phase has been made. `SS-ACT-27`.
    #[error("only one attack per turn")]
    AttackedAlready,
    /// Another action followed the start of the walk. `SS-MOVE-05`.
    #[error("a walk may not be split around other actions")]
    WalkBroken,
}

impl From<BudgetError> for CostError {
    fn from(why: BudgetError) -> Self {
        match why {
            BudgetError::Points { needed, left } => Self::TooFewPoints { needed, left },
            BudgetError::FreeUsed => Self::FreeUsed,
            BudgetError::TooEarly | BudgetError::NotItsPhase => Self::NotItsPhase,
            BudgetError::AttackedAlready => Self::AttackedAlready,
            BudgetError::WalkBroken => Self::WalkBroken,
        }
    }
}

impl PassBudget {
    /// Budget at the start of a pass, or of a unit that enters during it: full for a score above 0.
    ///
    /// `SS-ACT-07`, `SS-ACT-08`, `SS-ACT-24`, `SS-ACT-25`, `SS-RULING-43`.
    pub fn at_pass_start(score: i32, base: u8) -> Self {
        Self { points: if score > 0 { base } else { 0 }, ..Self::default() }
    }

    /// Starts the unit's phase; with no points left the phase is lost. `SS-ACT-34`.
    pub fn start_phase(self) -> Self {
        Self { turn: if self.points == 0 { PhaseTiming::After } else { PhaseTiming::Now }, ..self }
    }

    /// Ends the unit's phase; unspent points stay for Interrupts. `SS-ACT-23`.
    pub fn end_phase(self) -> Self {
        Self { turn: PhaseTiming::After, ..self }
    }

    /// Delays the phase, or waits for another one in the same pass: points and Free Action stay. `SS-DELAY-01`,
    /// `SS-DELAY-17`.
    pub fn delay_phase(self) -> Self {
        Self { turn: PhaseTiming::Before, attacked: false, walk: WalkState::NotBegun, ..self }
    }

    /// Spends what is left of the phase on an Extended Action. `SS-ACT-18`.
    ///
    /// # Errors
    /// Returns why it cannot be paid; nothing is spent then.
    pub fn pay_extended_action(
        self,
        progress: ExtendedActionProgress,
    ) -> Result<(Self, ExtendedActionProgress), BudgetError> {
        if self.turn != PhaseTiming::Now {
            return Err(BudgetError::NotItsPhase);
        }
        let (spent, progress) = progress.pay(self.points);
        if spent == 0 {
            return Err(BudgetError::Points { needed: 1, left: self.points });
        }
        let walk = if self.walk == WalkState::Going { WalkState::Broken } else { self.walk };
        Ok((Self { points: self.points - spent, walk, ..self }, progress))
    }

    /// Pays for an action and returns what is left.
    ///
    /// # Errors
    /// Returns why it cannot be paid; nothing is spent then.
    pub fn pay(self, action: Action, switches: &Switches) -> Result<Self, BudgetError> {
        let cost = action_cost(action, switches);
        if cost == ActionCost::None {
            return Ok(self);
        }
        if action_category(action, switches) == ActionCategory::Interrupt {
            return self.spend(cost);
        }
        if cost != ActionCost::Free && self.turn != PhaseTiming::Now {
            return Err(BudgetError::NotItsPhase);
        }
        if action.is_attack() && self.attacked {
            return Err(BudgetError::AttackedAlready);
        }
        if action == Action::Walk {
            return self.pay_walk(switches);
        }
        let paid = if cost == ActionCost::Free { self.spend_free(switches)? } else { self.spend(cost)? };
        let walk = if self.walk == WalkState::Going { WalkState::Broken } else { self.walk };
        Ok(Self { walk, attacked: self.attacked || action.is_attack(), ..paid })
    }

    /// Pays for a walk: the first one of a pass is a Free Action, and the rest of it in the same phase is included.
    ///
    /// `SS-MOVE-04`, `SS-MOVE-05`.
    fn pay_walk(self, switches: &Switches) -> Result<Self, BudgetError> {
        match (self.turn, self.walk) {
            (PhaseTiming::Now, WalkState::Broken) if !switches.split_walk => Err(BudgetError::WalkBroken),
            (PhaseTiming::Now, WalkState::Going | WalkState::Broken) => Ok(self),
            _ => Ok(Self { walk: WalkState::Going, ..self.spend_free(switches)? }),
        }
    }

    /// Pays the Free Action that some attacks take besides their price. `SS-CALL-02`.
    ///
    /// # Errors
    /// Returns `BudgetError::FreeUsed` if it is used and no point is left to buy another.
    pub fn pay_free(self, switches: &Switches) -> Result<Self, BudgetError> {
        self.spend_free(switches)
    }

    /// Spends a Free Action, or buys another. `SS-ACT-10` to `SS-ACT-13`.
    fn spend_free(self, switches: &Switches) -> Result<Self, BudgetError> {
        if self.turn == PhaseTiming::Before {
            return Err(BudgetError::TooEarly);
        }
        if self.free_used < switches.free_actions_per_pass {
            return Ok(Self { free_used: self.free_used + 1, ..self });
        }
        match (self.turn, self.points.checked_sub(EXTRA_FREE_ACTION_COST)) {
            (PhaseTiming::Now, Some(points)) => Ok(Self { points, ..self }),
            (PhaseTiming::Now, None) => Err(BudgetError::FreeUsed),
            _ => Err(BudgetError::NotItsPhase),
        }
    }

    fn spend(self, cost: ActionCost) -> Result<Self, BudgetError> {
        let needed = match cost {
            ActionCost::Points(points) => points,
            ActionCost::None | ActionCost::Free => 0,
            ActionCost::Rest => self.points.max(1),
        };
        let left = self.points;
        let points = left.checked_sub(needed).ok_or(BudgetError::Points { needed, left })?;
        Ok(Self { points, ..self })
    }
}

#[cfg(test)]
mod tests;
