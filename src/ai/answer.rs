//! Answers to the questions that rules ask, by what each is worth.

use super::bent::Bent;
use super::memory::Memory;
use super::oracle::Stake;
use super::situation::points_left;
use crate::battle::{Aimed, BattleView, Decision, Order, Target};
use crate::rules::{self, Engagement, engine::interception, play};

/// What an answer that costs something has to gain.
const PRICE: f64 = 0.05;
/// Runs of a rule for one answer's odds; what needs more is answered like a hurried player would.
const RUNS: u64 = 3_000;
/// Questions with more answers than this are answered like a hurried player would.
const MOST: usize = 8;

/// The key of the best answer.
pub(super) fn choose(view: &BattleView, decision: &Decision, bent: &Bent, memory: &Memory) -> String {
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
    let Some(engagement) = open_attack(view, memory) else { return first() };
    let who = decision.prompt().who;
    let turn = if who == engagement.defender.id {
        -1.0
    } else if who == engagement.attacker.id {
        1.0
    } else {
        return first();
    };
    let left = view
        .units()
        .find(|unit| unit.id.0 == engagement.defender.id)
        .map_or(1.0, |unit| points_left(view, &unit));
    let mut best: Option<(f64, &str)> = None;
    for answer in answers {
        let mut given = decision.answers().to_vec();
        given.push(answer.key.clone());
        let Some(odds) = rules::outlook_within(&engagement, decision.rolls(), &given, RUNS) else {
            return first();
        };
        let stake = Stake { out: odds.out, harm: odds.harm, mean: odds.mean, knockdown: odds.knockdown };
        let free =
            answer.detail.is_empty() || answer.detail.contains("free") || answer.detail.contains("no cost");
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

/// The attack that the open question is about, if it is about one at a unit.
fn open_attack(view: &BattleView, memory: &Memory) -> Option<Engagement> {
    let Some(Order::Attack { unit, target: Target::Unit(target), weapon, mode, manner }) = &memory.open
    else {
        return None;
    };
    let aimed = Aimed { unit: *unit, weapon: *weapon, mode: *mode, manner: manner.as_deref() };
    let mut engagement = view.engagement(aimed, *target)?;
    let spent = play::rounds(&engagement.weapon, *mode);
    engagement.rounds_fired = engagement.rounds_fired.saturating_sub(spent);
    Some(engagement)
}
