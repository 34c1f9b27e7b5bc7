//! The odds of the answers of a prompt where no forecast has them.

use super::answer_button::AnswerFigures;
use super::asked_prompt::AskedPrompt;
use crate::answer_aims::AnswerAims;
use crate::attack_forecast::{ForecastCache, OutKind};
use crate::panel::purchases::Purchases;
use battle::{BattleView, PromptContext};
use dice::Prompt;
use rules::{Odds, SpendingOffer};

/// What the odds of an answer belong to.
#[derive(Clone, Copy)]
enum OddsSource<'a> {
    /// The attack that the answer announces.
    Announced(&'a AnswerAims),
    /// The pending attack, once the answer is given.
    Pending(&'a PromptContext<'a>),
    /// The pending attack, once what is ticked and what the answer buys is bought.
    Purchases(&'a PromptContext<'a>, Option<&'a Purchases>),
}

/// The odds of the answers of a prompt, computed when they are asked for.
pub(super) struct AnswerOdds<'a, 'w, 's> {
    view: &'a BattleView<'w, 's>,
    prompt: &'a Prompt,
    source: OddsSource<'a>,
    /// What symbols buy.
    offer: Option<&'a SpendingOffer>,
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
            Some(pending) if asked.offer.is_some() => OddsSource::Purchases(pending, asked.purchases),
            Some(pending) => OddsSource::Pending(pending),
            None => OddsSource::Announced(aims),
        };
        let (prompt, offer) = (asked.prompt, asked.offer);
        let mut odds = Self { view, prompt, source, offer, cache, are_shown: false };
        odds.are_shown = asked.forecast.is_none() && odds.differ();
        odds
    }

    /// Returns the odds of an answer; of a purchase, those with what is ticked beside it.
    pub fn of_answer(&mut self, at: usize) -> Option<Odds> {
        let key = &self.prompt.answers.get(at)?.key;
        match self.source {
            OddsSource::Announced(aims) => self.cache.announced_odds(self.view, aims.get(key)?),
            OddsSource::Pending(pending) => self.cache.answer_odds(pending, key),
            OddsSource::Purchases(pending, purchases) => {
                let bought = purchases.map_or_else(|| vec![at], |purchases| purchases.with(at));
                self.of_purchases(pending, &bought)
            }
        }
    }

    /// Returns the odds of the ticked purchases without one of them; `None` for one that is not ticked.
    pub fn without(&mut self, at: usize) -> Option<Odds> {
        let OddsSource::Purchases(pending, Some(purchases)) = self.source else { return None };
        let others = purchases
            .chosen
            .contains(&at)
            .then(|| purchases.chosen.iter().copied().filter(|other| *other != at).collect::<Vec<_>>())?;
        if self.are_shown { self.of_purchases(pending, &others) } else { None }
    }

    /// Returns the odds of the pending attack once these answers are given and nothing more is bought.
    fn of_purchases(&mut self, pending: &PromptContext, bought: &[usize]) -> Option<Odds> {
        let prompt = self.prompt;
        let bought = self.offer.map_or_else(|| bought.to_vec(), |offer| offer.payment_order(bought));
        let answers = bought.iter().filter_map(|at| prompt.answers.get(*at));
        let keys: Vec<&str> = answers.map(|answer| answer.key.as_str()).collect();
        self.cache.purchase_odds(pending, &keys)
    }

    /// Returns the odds of an answer by which answers differ: of a purchase, those of what it buys alone.
    fn of_answer_alone(&mut self, at: usize) -> Option<Odds> {
        match self.source {
            OddsSource::Purchases(pending, _) => self.of_purchases(pending, &[at]),
            OddsSource::Announced(_) | OddsSource::Pending(_) => self.of_answer(at),
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
        let first = self.of_answer_alone(0);
        (1..self.prompt.answers.len()).any(|at| match (&first, self.of_answer_alone(at)) {
            (Some(first), Some(other)) if is_pending => !show_same_figures(first, &other),
            (first, other) => *first != other,
        })
    }
}

/// Whether the figures of two odds of a pending attack are the same on the buttons of their answers.
fn show_same_figures(one: &Odds, other: &Odds) -> bool {
    let figures = |odds| AnswerFigures::new(odds, (false, OutKind::KnockOut));
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
