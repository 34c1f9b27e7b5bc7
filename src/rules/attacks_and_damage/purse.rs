//! What a unit has used of its turn, and the book's own prices.

use serde::{Deserialize, Serialize};

use super::Switches;
use super::switches::Price;
use crate::engine::{Action, Budget, Turn, Walk};
use crate::{Refused, Unpaid, swan_song};

/// What a unit can still pay: the engine's budget, and the book's count of attacks. `AD-BASE-07`, `AD-BASE-19`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Purse {
    /// Points, Free Action and walk as the engine counts them.
    pub budget: Budget,
    /// Attacks of the present phase.
    pub attacks: u8,
}

impl Purse {
    /// At the start of a pass: points for whoever has a score above 0. `AD-BASE-09`.
    pub fn of_pass(score: i32, points: u8) -> Self {
        Self { budget: Budget::of_pass(score, points), attacks: 0 }
    }

    /// Its place in the order has come; without points the phase is lost. `AD-BASE-19`.
    pub fn come_to_turn(self) -> Self {
        Self { budget: self.budget.come_to_turn(), attacks: 0 }
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
    ) -> Result<Self, Unpaid> {
        match price(action, switches) {
            Some(price) if action.is_attack() => self.attack(price, switches, engine),
            Some(price) => self.spend(price, engine),
            None => {
                unknown(action)?;
                Ok(Self { budget: self.budget.pay(action, engine)?, ..self })
            }
        }
    }

    /// `AD-BASE-07`, `AD-BASE-19`.
    fn attack(self, price: Price, switches: &Switches, engine: &swan_song::Switches) -> Result<Self, Unpaid> {
        if self.budget.turn == Turn::Now && self.attacks >= switches.attacks_per_phase {
            return Err(Unpaid::AttackedAlready);
        }
        let paid = self.spend(price, engine)?;
        Ok(Self { budget: Budget { attacked: true, ..paid.budget }, attacks: self.attacks + 1 })
    }

    /// A price of this book, in the own phase; what is free takes the engine's Free Action.
    fn spend(self, price: Price, engine: &swan_song::Switches) -> Result<Self, Unpaid> {
        let (budget, needed) = (self.budget, price.0);
        if budget.turn != Turn::Now {
            return Err(Unpaid::NotItsPhase);
        }
        if needed == 0 {
            // Any Free Action is as good as another to the engine.
            return Ok(Self { budget: budget.pay(Action::Gesture, engine)?, ..self });
        }
        let left = budget.points;
        let points = left.checked_sub(needed).ok_or(Unpaid::Points { needed, left })?;
        let walk = if budget.walk == Walk::Going { Walk::Broken } else { budget.walk };
        Ok(Self { budget: Budget { points, walk, ..budget }, ..self })
    }
}

/// The book's own price of an action; `None` leaves it to the engine. `AD-BASE-07`, `AD-KD-09`.
pub fn price(action: Action, switches: &Switches) -> Option<Price> {
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
fn unknown(action: Action) -> Result<(), Refused> {
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
    Err(Refused::new(text, clause))
}
