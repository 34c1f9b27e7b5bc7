//! Turn budget of a unit, and the book's own prices.

use serde::{Deserialize, Serialize};

use crate::attacks_and_damage::Switches;
use crate::attacks_and_damage::lines::Refusal;
use crate::attacks_and_damage::options::switches::ActionPrice;
use crate::turn_engine::{Action, ActionBudget, EngineSwitches, PassBudget, PhaseTiming, WalkState};
use crate::{CostError, RuleViolation};

/// What a unit can still spend: the engine's budget, and the number of attacks. `AD-BASE-07`, `AD-BASE-19`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TurnBudget {
    /// Action points, Free Action and walk of the turn engine.
    pub budget: PassBudget,
    /// Attacks in this phase.
    pub attacks: u8,
}

impl ActionBudget for TurnBudget {
    fn phase_timing(&self) -> PhaseTiming {
        self.budget.turn
    }

    fn set_phase_timing(&mut self, timing: PhaseTiming) {
        self.budget.turn = timing;
    }

    fn action_points(&self) -> u8 {
        self.budget.points
    }

    fn spend_points(&mut self, points: u8) {
        self.budget.points -= points;
    }

    fn reset_phase(&mut self) {
        *self = Self { budget: self.budget.delay_phase(), attacks: 0 };
    }
}

impl TurnBudget {
    /// Budget at the start of a pass: points for units with a score above 0. `AD-BASE-09`.
    pub fn at_pass_start(score: i32, points: u8) -> Self {
        Self { budget: PassBudget::at_pass_start(score, points), attacks: 0 }
    }

    /// Starts the phase; without points it is lost. `AD-BASE-19`.
    pub fn start_phase(self) -> Self {
        Self { budget: self.budget.start_phase(), attacks: 0 }
    }

    /// Ends the phase.
    pub fn end_phase(self) -> Self {
        Self { budget: self.budget.end_phase(), ..self }
    }

    /// Pays an action: attacks and standing up at the book's prices, everything else at the engine's.
    ///
    /// # Errors
    /// Returns why it cannot be paid; nothing is spent then.
    pub fn pay(
        self,
        action: Action,
        switches: &Switches,
        engine: &EngineSwitches,
    ) -> Result<Self, CostError> {
        match action_price(action, switches) {
            Some(price) if action.is_attack() => self.pay_attack(price, switches, engine),
            Some(price) => self.spend_price(price, engine),
            None => {
                reject_unknown_action(action)?;
                Ok(Self { budget: self.budget.pay(action, engine)?, ..self })
            }
        }
    }

    /// Pays an attack. `AD-BASE-07`, `AD-BASE-19`.
    fn pay_attack(
        self,
        price: ActionPrice,
        switches: &Switches,
        engine: &EngineSwitches,
    ) -> Result<Self, CostError> {
        if self.budget.turn == PhaseTiming::Now && self.attacks >= switches.attacks_per_phase {
            let refusal = Refusal::AttacksUsed { allowed: switches.attacks_per_phase };
            return Err(RuleViolation::new(refusal, "AD-BASE-19").into());
        }
        let after = self.spend_price(price, engine)?;
        Ok(Self { budget: PassBudget { attacked: true, ..after.budget }, attacks: self.attacks + 1 })
    }

    /// Pays one of the book's prices in the unit's own phase; a free one uses the engine's Free Action.
    fn spend_price(self, price: ActionPrice, engine: &EngineSwitches) -> Result<Self, CostError> {
        let (budget, needed) = (self.budget, price.0);
        if budget.turn != PhaseTiming::Now {
            return Err(CostError::NotItsPhase);
        }
        if needed == 0 {
            // Any Free Action will do for the engine.
            return Ok(Self { budget: budget.pay(Action::Gesture, engine)?, ..self });
        }
        let left = budget.points;
        let points = left.checked_sub(needed).ok_or(CostError::TooFewPoints { needed, left })?;
        let walk = if budget.walk == WalkState::Going { WalkState::Broken } else { budget.walk };
        Ok(Self { budget: PassBudget { points, walk, ..budget }, ..self })
    }
}

/// The book's own price of an action; `None` if the engine prices it. `AD-BASE-07`, `AD-KD-09`.
pub fn action_price(action: Action, switches: &Switches) -> Option<ActionPrice> {
    match action {
        Action::Fire(_) | Action::MeleeAttack | Action::UnarmedAttack => Some(switches.attack_ap),
        Action::StandUp => Some(switches.stand_ap),
        _ => None,
    }
}

/// Rejects actions that exist in the engine but not in this book.
///
/// # Errors
/// Returns a `RuleViolation` for such an action.
fn reject_unknown_action(action: Action) -> Result<(), RuleViolation> {
    let (refusal, clause) = match action {
        Action::Sprint => (Refusal::NoSprint, "SS-MOVE-08"),
        Action::TakeCover => (Refusal::NoTakeCover, "AD-BASE-17"),
        Action::MultipleAttacks => (Refusal::NoMultipleAttacks, "AD-BASE-19"),
        Action::Evade => (Refusal::NoEvading, "SS-INTC-14"),
        Action::Dodge | Action::Parry | Action::Block | Action::FullDefense => {
            (Refusal::NoDefenceActions, "AD-BASE-08")
        }
        _ => return Ok(()),
    };
    Err(RuleViolation::new(refusal, clause))
}
