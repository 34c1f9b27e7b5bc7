//! The odds of the answers of a prompt where no forecast has them.

use super::answer_button::AnswerFigures;
use super::asked_prompt::AskedPrompt;
use crate::answer_aims::AnswerAims;
use crate::attack_forecast::ForecastCache;
use battle::{BattleView, PromptContext};
use dice::Prompt;
use rules::Odds;

/// What the odds of an answer belong to.
#[derive(Clone, Copy)]
enum OddsSource<'a> {
    /// The attack that the answer announces.
    Announced(&'a AnswerAims),
    /// The pending attack, once the answer is given.
    Pending(&'a PromptContext<'a>),
    /// The pending attack, if the answer is all that is bought.
    Purchases(&'a PromptContext<'a>),
}

/// The odds of the answers of a prompt, computed when they are asked for.
pub(super) struct AnswerOdds<'a, 'w, 's> {
    view: &'a BattleView<'w, 's>,
    prompt: &'a Prompt,
    source: OddsSource<'a>,
    cache: &'a mut ForecastCache,
    /// They are on the buttons: no forecast has them, and they differ.
    are_shown: bool,
}

impl<'a, 'w, 's> AnswerOdds<'a, 'w, 's> {
    /// The odds of the pending attack, else those of the announced attacks.
    pub fn of_prompt(
        view: &'a BattleView<'w, 's>,
        asked: AskedPrompt<'a>,
        aims: &'a AnswerAims,
        cache: &'a mut ForecastCache,
    ) -> Self {
        let source = match asked.pending {
            Some(pending) if asked.offer.is_some() => OddsSource::Purchases(pending),
            Some(pending) => OddsSource::Pending(pending),
            None => OddsSource::Announced(aims),
        };
        let mut odds = Self { view, prompt: asked.prompt, source, cache, are_shown: false };
        odds.are_shown = asked.forecast.is_none() && odds.differ();
        odds
    }

    /// Returns the odds of an answer.
    pub fn of_answer(&mut self, at: usize) -> Option<Odds> {
        let key = &self.prompt.answers.get(at)?.key;
        match self.source {
            OddsSource::Announced(aims) => self.cache.announced_odds(self.view, aims.get(key)?),
            OddsSource::Pending(pending) => self.cache.answer_odds(pending, key),
            OddsSource::Purchases(pending) => self.cache.purchase_odds(pending, key),
        }
    }

    /// Returns the odds of an answer if they are on the buttons.
    pub fn shown_odds(&mut self, at: usize) -> Option<Odds> {
        if self.are_shown { self.of_answer(at) } else { None }
    }

    /// Returns the odds of the pending attack if they are the same after every answer, so that no button has them.
    pub fn common_odds(&mut self) -> Option<Odds> {
        let is_pending = matches!(self.source, OddsSource::Pending(_));
        if is_pending && !self.are_shown { self.of_answer(0) } else { None }
    }

    /// Whether the answers lead to different odds; if not, the odds are not shown. Those of a pending attack differ if the
    /// figures on their buttons do.
    fn differ(&mut self) -> bool {
        let is_pending = matches!(self.source, OddsSource::Pending(_));
        let first = self.of_answer(0);
        (1..self.prompt.answers.len()).any(|at| match (&first, self.of_answer(at)) {
            (Some(first), Some(other)) if is_pending => !show_same_figures(first, &other),
            (first, other) => *first != other,
        })
    }
}

/// Whether the figures of two odds of a pending attack are the same on the buttons of their answers.
fn show_same_figures(one: &Odds, other: &Odds) -> bool {
    let figures = |odds| AnswerFigures::new(odds, (false, false));
    figures(one) == figures(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cc_adv_11_only_figures_that_a_player_sees_make_odds_differ() {
        let stays = Odds { hit: 1.0, harm: 1.0, mean: 4.0, ..Odds::default() };
        let lies = Odds { knockdown: 1.0, ..stays.clone() };
        assert!(stays != lies && show_same_figures(&stays, &lies), "4 damage, standing or lying");
        assert!(!show_same_figures(&stays, &Odds { mean: 5.0, ..stays.clone() }));
        assert!(!show_same_figures(&stays, &Odds { out: 0.5, ..stays.clone() }));
    }
}
