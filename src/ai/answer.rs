//! Answers to the questions that rules ask, by what each is worth.

use super::bent::Bent;
use super::oracle::Stake;
use super::situation::points_left;
use battle::{BattleView, Decision};
use rules::engine::interception;

/// What an answer that costs something has to gain over what a hurried player takes.
const PRICE: f64 = 0.05;
/// Runs of a rule for one answer's odds; what needs more is answered like a hurried player would.
const RUNS: u64 = 3_000;
/// Questions with more answers than this are answered like a hurried player would.
const MOST: usize = 8;

/// The key of the best answer.
pub(super) fn choose(view: &BattleView, decision: &Decision, bent: &Bent) -> String {
    let answers = &decision.prompt().answers;
    let first = || answers[0].key.clone();
    if !bent.answers || answers.len() < 2 || answers.len() > MOST || decision.dice().is_some() {
        return first();
    }
    if decision.prompt().clause == interception::ASK {
        return answers[1].key.clone();
    }
    if let Some(key) = steps_in(view, decision) {
        return key;
    }
    let Some((affair, fate)) = view.open_affair().and_then(|affair| {
        let fate = affair.concerns()?;
        Some((affair, view.unit(fate)?))
    }) else {
        return first();
    };
    let turn = if *fate.side == decision.side() { -1.0 } else { 1.0 };
    let left = points_left(view, &fate);
    let mut best: Option<(f64, &str)> = None;
    for (number, answer) in answers.iter().enumerate() {
        let Some(odds) = affair.outlook(&answer.key, RUNS) else { return first() };
        let stake = Stake::of(&odds);
        // What a hurried player takes is as good as free: symbols that nobody spends are lost.
        let free = number == 0
            || answer.detail.is_empty()
            || answer.detail.contains("free")
            || answer.detail.contains("no cost");
        let worth = turn * stake.worth(left) - if free { 0.0 } else { PRICE };
        if best.is_none_or(|(known, _)| worth > known + 1e-9) {
            best = Some((worth, &answer.key));
        }
    }
    best.map_or_else(first, |(_, key)| key.to_owned())
}

/// Whoever holds its phase back acts once it sees somebody to strike at, and when it is its last chance.
fn steps_in(view: &BattleView, decision: &Decision) -> Option<String> {
    let answers = &decision.prompt().answers;
    let holds = answers.first().is_some_and(|answer| answer.key == "hold");
    let act =
        answers.iter().find(|answer| answer.key == "act" || answer.key == "before").filter(|_| holds)?;
    let unit = view.units().find(|unit| unit.id.0 == decision.prompt().who)?;
    let mut foes = view.units().filter(|foe| foe.fighting() && foe.side != unit.side);
    let last = act.key == "act" && answers.len() == 2;
    (last || foes.any(|foe| view.sees(&unit, &foe))).then(|| act.key.clone())
}
