//! Answers to the questions that rules ask, by what each is worth.

use crate::planning::odds_cache::OddsEstimate;
use crate::planning::situation::health_points_left;
use crate::weights::AiWeights;
use battle::{BattleView, OpenPrompt};
use rules::turn_engine::interception;

/// What an answer that costs something has to gain over what a hurried player takes.
const PAID_ANSWER_MARGIN: f64 = 0.05;
/// Runs of a rule for one answer's odds; what needs more is answered like a hurried player would.
const MAX_RULE_RUNS: u64 = 3_000;
/// Questions with more answers than this are answered like a hurried player would.
const MAX_ANSWERS: usize = 8;

/// The key of the best answer.
pub(super) fn choose_answer(view: &BattleView, decision: &OpenPrompt, bent: &AiWeights) -> String {
    let answers = &decision.prompt().answers;
    let first = || answers[0].key.clone();
    if !bent.weighs_answers || answers.len() < 2 || answers.len() > MAX_ANSWERS || decision.dice().is_some() {
        return first();
    }
    if decision.prompt().clause == interception::INTERCEPT_CLAUSE {
        return answers[1].key.clone();
    }
    if let Some(key) = held_phase_answer(view, decision) {
        return key;
    }
    let Some((affair, fate)) = view.prompt_context().and_then(|affair| {
        let fate = affair.affected_unit()?;
        Some((affair, view.unit(fate)?))
    }) else {
        return first();
    };
    let turn = if *fate.side == decision.side() { -1.0 } else { 1.0 };
    let left = health_points_left(view, &fate);
    let mut best: Option<(f64, &str)> = None;
    for (number, answer) in answers.iter().enumerate() {
        let Some(odds) = affair.answer_odds(&answer.key, MAX_RULE_RUNS) else { return first() };
        let stake = OddsEstimate::from_odds(&odds);
        // What a hurried player takes is as good as free: symbols that nobody spends are lost.
        let free = number == 0
            || answer.detail.is_empty()
            || answer.detail.contains("free")
            || answer.detail.contains("no cost");
        let worth = turn * stake.score(left) - if free { 0.0 } else { PAID_ANSWER_MARGIN };
        if best.is_none_or(|(known, _)| worth > known + 1e-9) {
            best = Some((worth, &answer.key));
        }
    }
    best.map_or_else(first, |(_, key)| key.to_owned())
}

/// Whoever holds its phase back acts once it sees somebody to strike at, and when it is its last chance.
fn held_phase_answer(view: &BattleView, decision: &OpenPrompt) -> Option<String> {
    let answers = &decision.prompt().answers;
    let holds = answers.first().is_some_and(|answer| answer.key == "hold");
    let act =
        answers.iter().find(|answer| answer.key == "act" || answer.key == "before").filter(|_| holds)?;
    let unit = view.units().find(|unit| unit.id.0 == decision.prompt().who)?;
    let mut foes = view.units().filter(|foe| foe.is_fighting() && foe.side != unit.side);
    let last = act.key == "act" && answers.len() == 2;
    (last || foes.any(|foe| view.sees(&unit, &foe))).then(|| act.key.clone())
}
