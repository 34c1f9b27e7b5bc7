//! What a unit has used of its turn, and the book's own prices.

use serde::{Deserialize, Serialize};

use crate::attacks_and_damage::Switches;
use crate::attacks_and_damage::options::switches::ActionPrice;
use crate::turn_engine::{Action, PassBudget, PhaseTiming, WalkState};
use crate::{CostError, RuleViolation, swan_song};

/// What a unit can still pay: the engine's budget, and the book's count of attacks. `AD-BASE-07`, `AD-BASE-19`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TurnBudget {
    /// Points, Free Action and walk as the engine counts them.
    pub budget: PassBudget,
    /// Attacks of the present phase.
    pub attacks: u8,
}

impl TurnBudget {
    /// At the start of a pass: points for whoever has a score above 0. `AD-BASE-09`.
    pub fn at_pass_start(score: i32, points: u8) -> Self {
        Self { budget: PassBudget::at_pass_start(score, points), attacks: 0 }
    }

    /// Its place in the order has come; without points the phase is lost. `AD-BASE-19`.
    pub fn start_phase(self) -> Self {
        Self { budget: self.budget.start_phase(), attacks: 0 }
    }

    /// Its phase is over.
    pub fn end_phase(self) -> Self {
        Self { budget: self.budget.end_phase(), ..self }
    }

    /// Pays an action: attacks and standing up at the book's prices, everything else at the engine's.
    ///
    /// # Errors
    /// Why it cannot be paid; nothing is spent then.
    pub fn pay(
        self,
        action: Action,
        switches: &Switches,
        engine: &swan_song::Switches,
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

    /// `AD-BASE-07`, `AD-BASE-19`.
    fn pay_attack(
        self,
        price: ActionPrice,
        switches: &Switches,
        engine: &swan_song::Switches,
    ) -> Result<Self, CostError> {
        if self.budget.turn == PhaseTiming::Now && self.attacks >= switches.attacks_per_phase {
            return Err(CostError::AttackedAlready);
        }
        let paid = self.spend_price(price, engine)?;
        Ok(Self { budget: PassBudget { attacked: true, ..paid.budget }, attacks: self.attacks + 1 })
    }

    /// A price of this book, in the own phase; what is free takes the engine's Free Action.
    fn spend_price(self, price: ActionPrice, engine: &swan_song::Switches) -> Result<Self, CostError> {
        let (budget, needed) = (self.budget, price.0);
        if budget.turn != PhaseTiming::Now {
            return Err(CostError::NotItsPhase);
        }
        if needed == 0 {
            // Any Free Action is as good as another to the engine.
            return Ok(Self { budget: budget.pay(Action::Gesture, engine)?, ..self });
        }
        let left = budget.points;
        let points = left.checked_sub(needed).ok_or(CostError::TooFewPoints { needed, left })?;
        let walk = if budget.walk == WalkState::Going { WalkState::Broken } else { budget.walk };
        Ok(Self { budget: PassBudget { points, walk, ..budget }, ..self })
    }
}

/// The book's own price of an action; `None` leaves it to the engine. `AD-BASE-07`, `AD-KD-09`.
pub fn action_price(action: Action, switches: &Switches) -> Option<ActionPrice> {
    match action {
        Action::Fire(_) | Action::MeleeAttack | Action::UnarmedAttack => Some(switches.attack_ap),
        Action::StandUp => Some(switches.stand_ap),
        _ => None,
    }
}

/// Refuses what the engine has and this book gives no meaning.
///
/// # Errors
/// The book knows no such thing.
fn reject_unknown_action(action: Action) -> Result<(), RuleViolation> {
    let (text, clause) = match action {
        Action::Sprint => ("this book has no sprint: one run a round", "SS-MOVE-08"),
        Action::TakeCover => ("nobody takes cover here: what hides a body does so by itself", "AD-BASE-17"),
        Action::MultipleAttacks => ("the attacks of a phase are made one by one", "AD-BASE-19"),
        Action::Evade => ("nobody slips past here: who passes by is struck at", "SS-INTC-14"),
        Action::Dodge | Action::Parry | Action::Block | Action::FullDefense => {
            ("defending costs no action here: choose a test when attacked", "AD-BASE-08")
        }
        _ => return Ok(()),
    };
    Err(RuleViolation::new(text, clause))
}
