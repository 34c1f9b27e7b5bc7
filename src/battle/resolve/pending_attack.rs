//! The attack that waits for the open prompt, and the odds of each answer.

use super::{attack, interception};
use crate::state::resources::{OpenPrompt, ResolutionStep};
use crate::view::battle_view::BattleView;
use model::{Cell, UnitId};
use rules::{Odds, PendingAttack, ResumePoint};

/// An open prompt and the attack that waits for it.
#[derive(Clone, Debug)]
pub struct PromptContext<'v> {
    attack: PendingAttack,
    prompt: &'v OpenPrompt,
    answers: &'v [String],
}

impl PromptContext<'_> {
    /// Returns the waiting attack.
    pub const fn pending_attack(&self) -> &PendingAttack {
        &self.attack
    }

    /// Returns the unit that the answer affects: the prompted unit, or the target if the attacker is prompted.
    pub fn affected_unit(&self) -> Option<UnitId> {
        self.attack.concerns(self.prompt.prompt().who)
    }

    /// Returns the exact odds of an answer, given the dice rolled so far. `None` if the answer affects no unit or the
    /// calculation needs more than `runs` runs of the rule.
    pub fn answer_odds(&self, key: &str, runs: u64) -> Option<Odds> {
        self.resume_point().answer_odds(self.prompt.prompt().who, key, runs)
    }

    /// Returns the odds of answers that buy something, given one after the other, if nothing more is bought. `None` as for other
    /// answers.
    pub fn purchase_odds(&self, keys: &[&str], runs: u64) -> Option<Odds> {
        self.resume_point().purchase_odds(self.prompt.prompt().who, keys, runs)
    }

    /// Returns the square where the explosion of the waiting attack goes off, as far as the dice rolled so far decide: its aim
    /// until they move it. `None` if it goes off nowhere, or while its distance is still to be rolled. `CS-SCA-03`, `AB-AREA-05`.
    pub fn blast_centre(&self) -> Option<Cell> {
        self.resume_point().blast_centre(self.prompt.roll_records.iter().map(|roll| roll.why))
    }

    fn resume_point(&self) -> ResumePoint<'_> {
        ResumePoint { attack: &self.attack, rolls: self.prompt.rolls(), answers: self.answers }
    }
}

impl BattleView<'_, '_> {
    /// Returns the context of the open prompt; `None` if no attack or detonation waits for it, or if a unit has rolled in it
    /// that the viewer does not know: its rolls would be taken for those of the units that are known.
    pub fn prompt_context(&self) -> Option<PromptContext<'_>> {
        let open = self.open_prompt()?;
        if open.roll_records.iter().filter_map(|roll| roll.who).any(|who| self.unit(who).is_none()) {
            return None;
        }
        let (attack, answers) = match open.step.as_ref()? {
            step @ ResolutionStep::Attack { .. } => (attack::pending_attack(self, step)?, open.answers()),
            ResolutionStep::Intercept { unit, mover } => {
                let (chosen, answers) = open.answers().split_first()?;
                (interception::chosen_interception(self, *unit, *mover, chosen)?, answers)
            }
            ResolutionStep::Strike(strike) => {
                (interception::paid_interception(self, strike)?, open.answers())
            }
            ResolutionStep::Detonate { item } => {
                let armed = self.armed_items();
                let (_, armed) = armed.iter().find(|(id, _)| id == item)?;
                (PendingAttack::Detonation(Box::new(self.detonation(armed)?)), open.answers())
            }
            _ => return None,
        };
        Some(PromptContext { attack, prompt: open, answers })
    }
}
