//! What waits for the answer to the open question, and what every answer is worth.

use super::{attack, interception};
use crate::model::components::UnitId;
use crate::model::resources::{OpenPrompt, ResolutionStep};
use crate::view::battle_view::BattleView;
use rules::{Odds, PendingAttack, ResumePoint};

/// What waits for the answer to the open question.
#[derive(Clone, Debug)]
pub struct PromptContext<'v> {
    attack: PendingAttack,
    prompt: &'v OpenPrompt,
    answers: &'v [String],
}

impl PromptContext<'_> {
    /// What it is.
    pub const fn pending_attack(&self) -> &PendingAttack {
        &self.attack
    }

    /// Whose fate the answer decides: that of the unit that is asked, or of the target where the attacker is.
    pub fn affected_unit(&self) -> Option<UnitId> {
        self.attack.concerns(self.prompt.prompt().who).map(UnitId)
    }

    /// What an answer is worth: exact odds of the fate it decides, after what is rolled already. Nothing where it
    /// decides none, or what is left takes more than so many runs of the rule.
    pub fn answer_odds(&self, key: &str, runs: u64) -> Option<Odds> {
        let midway = ResumePoint { attack: &self.attack, rolls: self.prompt.rolls(), answers: self.answers };
        midway.answer_odds(self.prompt.prompt().who, key, runs)
    }
}

impl BattleView<'_, '_> {
    /// What waits for the answer to the open question, where it is an attack or an item that goes off.
    pub fn prompt_context(&self) -> Option<PromptContext<'_>> {
        let decision = self.open_prompt()?;
        let (affair, answers) = match decision.step.as_ref()? {
            task @ ResolutionStep::Attack { .. } => (attack::pending_attack(self, task)?, decision.answers()),
            ResolutionStep::Intercept { unit, mover } => {
                let (chosen, answers) = decision.answers().split_first()?;
                (interception::pending_interception(self, *unit, *mover, chosen)?, answers)
            }
            ResolutionStep::Detonate { item } => {
                let armed = self.armed_items();
                let (_, armed) = armed.iter().find(|(id, _)| id == item)?;
                (PendingAttack::Detonation(Box::new(self.detonation(armed)?)), decision.answers())
            }
            _ => return None,
        };
        Some(PromptContext { attack: affair, prompt: decision, answers })
    }
}
