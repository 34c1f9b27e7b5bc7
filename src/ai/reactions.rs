//! Answers to prompts, chosen by their odds.

use crate::ai_rng::AiRng;
use crate::announcement;
use crate::planning::misjudgement::judge_answer;
use crate::planning::objective_threat::objective_urgency;
use crate::planning::odds_cache::OddsEstimate;
use crate::planning::unit_estimate::{health_points_left, sees_enemy_in_reach};
use crate::weights::AiWeights;
use battle::{BattleView, OpenPrompt};
use rules::{Odds, SpendingOffer, play};

/// Minimum gain of an answer that has a cost over the default answer; 0 for players that rate plans by exchanges: battles
/// are short, and what is left at their end is lost.
const PAID_ANSWER_MARGIN: f64 = 0.05;
/// What an answer has to score beyond one before it, so that rounding does not decide between equal ones.
pub(crate) const SCORE_TOLERANCE: f64 = 1e-9;
/// Clause of the answers that give up an announced attack.
const ABORT_CLAUSE: &str = "AB-CANCEL-03";
/// Key of no defence, and of nothing in the questions that a unit's own action asks.
const NOTHING: &str = "none";
/// Symbols of great worth, by the names of their offers: no player above easy leaves one unspent.
const GREAT_SYMBOLS: [&str; 2] = ["triumph", "despair"];
/// Key of no further purchase.
const STOP: &str = "stop";
/// Subject of the random number that decides whether the unit does nothing: the same for all questions of a phase.
const SLIP: u64 = 9 << 60;
/// Maximum runs of a rule per answer; beyond that the default answer is taken.
const MAX_RULE_RUNS: u64 = 3_000;
/// Maximum answers compared; with more, the default answer is taken.
const MAX_ANSWERS: usize = 8;
/// The same for players that rate plans by exchanges.
const MAX_WEIGHED_ANSWERS: usize = 30;

/// Whether an offer is about symbols of great worth.
fn is_of_great_worth(offer: &SpendingOffer) -> bool {
    let unit = offer.whole.map_or(offer.unit, |whole| whole.unit);
    GREAT_SYMBOLS.contains(&unit.0)
}

/// Returns the key of the best answer.
pub(super) fn choose_answer(
    view: &BattleView,
    prompt: &OpenPrompt,
    weights: &AiWeights,
    rng: &AiRng,
) -> String {
    let answers = &prompt.prompt().answers;
    let most = if weights.weighs_exchanges { MAX_WEIGHED_ANSWERS } else { MAX_ANSWERS };
    let first = || answers[0].key.clone();
    if let Some(key) = announcement::choose_announcement(view, prompt, (weights, rng)) {
        return key;
    }
    if let Some(key) = interception_answer(view, prompt, weights) {
        return key;
    }
    let offer = play::spending_offer(prompt.prompt(), view.rules());
    let is_offer = offer.is_some();
    let is_forgotten = |offer: SpendingOffer| weights.forgets_symbols && !is_of_great_worth(&offer);
    let can_slip = weights.answer_slips > 0.0 && offer.is_none_or(is_forgotten);
    let has_slipped = can_slip && rng.fork(SLIP).fraction() < weights.answer_slips;
    if has_slipped {
        // What a unit has paid for with its own action is not forgotten, such as what to shield in cover.
        let is_own_action = view.round().acting() == Some(prompt.prompt().who);
        let is_idle = |key: &str| key == STOP || (key == NOTHING && !is_own_action);
        let idle = answers.iter().find(|answer| is_idle(&answer.key));
        if let Some(idle) = idle {
            return idle.key.clone();
        }
    }
    // Players that weigh answers buy what is proposed to people; the others keep the order of the book.
    if weights.weighs_answers && is_offer {
        let at = play::suggested_answer(prompt.prompt(), view.rules());
        return answers.get(at).map_or_else(first, |answer| answer.key.clone());
    }
    // Every player that holds a phase ends it in time.
    if !weights.weighs_answers
        && weights.danger > 0.0
        && let Some(key) = held_phase_answer(view, prompt)
    {
        return key;
    }
    let weighs = weights.weighs_answers
        || (weights.weighs_defences && !has_slipped && !is_offer && is_asked_how_to_defend(view, prompt));
    if !weighs || answers.len() < 2 || answers.len() > most || prompt.dice().is_some() {
        return first();
    }
    if play::has_answer_policy(prompt.prompt().clause, view.rules()) {
        return first();
    }
    if weights.weighs_answers
        && let Some(key) = held_phase_answer(view, prompt)
    {
        return key;
    }
    best_answer_by_odds(view, prompt, weights, rng).unwrap_or_else(first)
}

/// Whether the target of an attack is asked only how to defend: it defends in any case, and may pay for more.
fn is_asked_how_to_defend(view: &BattleView, prompt: &OpenPrompt) -> bool {
    let who = prompt.prompt().who;
    let mut answers = prompt.prompt().answers.iter();
    let affected = view.prompt_context().and_then(|context| context.affected_unit());
    view.round().acting() != Some(who)
        && affected == Some(who)
        && answers.all(|answer| answer.key != NOTHING && answer.key != STOP)
}

/// Returns the key of the answer that serves its side best by the odds that it leaves; `None` if those of an answer are not
/// known.
fn best_answer_by_odds(
    view: &BattleView,
    prompt: &OpenPrompt,
    weights: &AiWeights,
    rng: &AiRng,
) -> Option<String> {
    let context = view.prompt_context()?;
    let affected = view.unit(context.affected_unit()?)?;
    let sign = if *affected.side == prompt.side() { -1.0 } else { 1.0 };
    let left = health_points_left(view, &affected);
    let given_up = announcement::least_announced_value(view, &affected);
    let margin = if weights.weighs_exchanges { 0.0 } else { PAID_ANSWER_MARGIN };
    let mut best: Option<(f64, &str)> = None;
    for (number, answer) in prompt.prompt().answers.iter().enumerate() {
        let odds = context.answer_odds(&answer.key, MAX_RULE_RUNS)?;
        let estimate = OddsEstimate::from_odds(&odds);
        // The default answer counts as free: unspent symbols are lost.
        let free = number == 0 || answer.detail.is_empty() || answer.detail.is_free();
        let lost = if answer.clause == ABORT_CLAUSE { given_up } else { 0.0 };
        let judged = judge_answer(weights.answer_error, rng, number);
        let score = sign * judged * estimate.score(left) - if free { 0.0 } else { margin } - lost;
        if best.is_none_or(|(known, _)| score > known + SCORE_TOLERANCE) {
            best = Some((score, &answer.key));
        }
    }
    best.map(|(_, key)| key.to_owned())
}

/// Whether to attack a passing unit, and how: players that weigh answers always do, the others above easy if it may meet an
/// objective of its side with a move. `None` if the prompt is another one.
fn interception_answer(view: &BattleView, prompt: &OpenPrompt, weights: &AiWeights) -> Option<String> {
    let (mover, strikes) = view.offered_interception()?;
    let other = view.unit(mover)?;
    let answers = &prompt.prompt().answers;
    let is_urgent = weights.danger > 0.0 && objective_urgency(view, &other, prompt.side()) > 1.0;
    if !weights.weighs_answers && !is_urgent {
        return Some(answers[0].key.clone());
    }
    let left = health_points_left(view, &other);
    let score = |odds: &Odds| OddsEstimate::from_odds(odds).score(left);
    let strikes = strikes.into_iter().filter(|(key, _)| answers.iter().any(|answer| answer.key == *key));
    let best = strikes.max_by(|(_, one), (_, other)| score(one).total_cmp(&score(other)));
    best.map(|(key, _)| key).or_else(|| answers.get(1).map(|answer| answer.key.clone()))
}

/// Ends a held phase when an enemy is in sight and near enough to be attacked, or at the last chance; `None` if the prompt is another
/// one.
fn held_phase_answer(view: &BattleView, prompt: &OpenPrompt) -> Option<String> {
    let answers = &prompt.prompt().answers;
    let holds = answers.first().is_some_and(|answer| answer.key == "hold");
    let act =
        answers.iter().find(|answer| answer.key == "act" || answer.key == "before").filter(|_| holds)?;
    let unit = view.units().find(|unit| *unit.id == prompt.prompt().who)?;
    let last = act.key == "act" && answers.len() == 2;
    (last || sees_enemy_in_reach(view, &unit)).then(|| act.key.clone())
}
