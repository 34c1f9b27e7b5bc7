//! What waits for the answer to the open question, and what every answer is worth.

use super::components::UnitId;
use super::state::{Decision, Task};
use super::view::BattleView;
use super::{attack, intercept};
use rules::{Affair, Midway, Odds};

/// What waits for the answer to the open question.
#[derive(Clone, Debug)]
pub struct OpenAffair<'v> {
    affair: Affair,
    decision: &'v Decision,
    answers: &'v [String],
}

impl OpenAffair<'_> {
    /// What it is.
    pub const fn affair(&self) -> &Affair {
        &self.affair
    }

    /// Whose fate the answer decides: that of the unit that is asked, or of the target where the attacker is.
    pub fn concerns(&self) -> Option<UnitId> {
        self.affair.concerns(self.decision.prompt().who).map(UnitId)
    }

    /// What an answer is worth: exact odds of the fate it decides, after what is rolled already. Nothing where it
    /// decides none, or what is left takes more than so many runs of the rule.
    pub fn outlook(&self, key: &str, runs: u64) -> Option<Odds> {
        let midway = Midway { affair: &self.affair, rolls: self.decision.rolls(), answers: self.answers };
        midway.outlook(self.decision.prompt().who, key, runs)
    }
}

impl BattleView<'_, '_> {
    /// What waits for the answer to the open question, where it is an attack or an item that goes off.
    pub fn open_affair(&self) -> Option<OpenAffair<'_>> {
        let decision = self.decision()?;
        let (affair, answers) = match decision.task.as_ref()? {
            task @ Task::Attack { .. } => (attack::affair(self, task)?, decision.answers()),
            Task::Intercept { unit, mover } => {
                let (chosen, answers) = decision.answers().split_first()?;
                (intercept::affair(self, *unit, *mover, chosen)?, answers)
            }
            Task::GoOff { item } => {
                let armed = self.armed();
                let (_, armed) = armed.iter().find(|(id, _)| id == item)?;
                (Affair::Discharge(Box::new(self.discharge(armed)?)), decision.answers())
            }
            _ => return None,
        };
        Some(OpenAffair { affair, decision, answers })
    }
}
