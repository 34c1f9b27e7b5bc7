//! Attacks that AI players announce before a pass. `AB-CANCEL-01`.

use crate::ai_rng::AiRng;
use crate::planning::objective_threat::objective_urgency;
use crate::planning::odds_cache::OddsEstimate;
use crate::planning::situation::{health_points, is_captive_of, judge_factor};
use crate::weights::AiWeights;
use battle::{AttackChoice, BattleView, OpenPrompt, UnitDataItem};
use model::{Cell, UnitId};
use rules::{AttackCandidate, QueuedAttack, play};

/// Value of an attack that is not possible yet, against one that is.
const NOT_YET: f64 = 0.25;
/// Key of the answer that announces nothing.
const NO_ATTACK: &str = "none";

/// Chooses the attack to announce: the one that does most, as the player judges it, and none on a captive that is worth more
/// alive; `None` if the prompt asks for something else.
pub(crate) fn choose_announcement(
    view: &BattleView,
    prompt: &OpenPrompt,
    (weights, rng): (&AiWeights, &AiRng),
) -> Option<String> {
    let (unit, candidates) = view.queue_candidates()?;
    let own = view.unit(unit)?;
    let answers = &prompt.prompt().answers;
    let is_offered = |key: &String| answers.iter().any(|answer| answer.key == *key);
    let targets = candidates.iter().filter_map(|candidate| candidate.target.as_ref());
    let nearest = targets.min_by_key(|target| (target.metres, target.unit)).map(|target| target.unit);
    let mut best: Option<(f64, String)> = None;
    let mut spares_captives = false;
    for (number, candidate) in candidates.iter().enumerate() {
        let key = candidate.answer_key(number);
        let judgement = (weights, rng, nearest);
        let Some(value) = value_of(view, &own, candidate, judgement).filter(|_| is_offered(&key)) else {
            spares_captives |= candidate.target.is_some();
            continue;
        };
        if best.as_ref().is_none_or(|(known, _)| value > known + 1e-9) {
            best = Some((value, key));
        }
    }
    match best {
        Some((_, key)) => Some(key),
        None if spares_captives => Some(NO_ATTACK.to_owned()).filter(is_offered),
        None => None,
    }
}

/// The least that one of the attacks is worth which a unit has announced and not made yet; 0 without one.
pub(crate) fn least_announced_value(view: &BattleView, own: &UnitDataItem) -> f64 {
    let announced = view.queued_attacks(own).into_iter();
    let value = |(attack, obstacle): (QueuedAttack, Option<_>)| {
        let QueuedAttack::Unit { slot, target } = attack else { return 0.0 };
        let (Some(other), None) = (view.unit(target), obstacle) else { return 0.0 };
        let estimate = estimate_announced(view, own, (usize::from(slot), own.cell()), (&other, true));
        estimate.map_or(0.0, |estimate| estimate.score(health_points(view, &other).0))
    };
    announced.map(value).reduce(f64::min).unwrap_or(0.0)
}

/// Rates an attack: 1 is a target surely out of action. `None` without a target, and for a captive.
fn value_of(
    view: &BattleView,
    own: &UnitDataItem,
    candidate: &AttackCandidate,
    (weights, rng, nearest): (&AiWeights, &AiRng, Option<UnitId>),
) -> Option<f64> {
    let target = candidate.target.as_ref()?;
    let other = view.unit(target.unit).filter(|other| !is_captive_of(view, other, *own.side))?;
    let sees_cover = weights.sees_target_cover;
    let estimate = estimate_announced(view, own, (candidate.slot, target.from), (&other, sees_cover));
    let (now, most) = health_points(view, &other);
    let left = if weights.sees_wounds { now } else { most };
    let score = estimate.map_or(0.0, |estimate| estimate.score_with(left, weights.finishing));
    let beyond = if nearest == Some(target.unit) { 1.0 } else { weights.beyond_nearest };
    let gone = if weights.coordinates { chance_out_before(view, own, &other) } else { 0.0 };
    let score = judge_factor(weights.harm_error, rng, target.unit) * beyond * (1.0 - gone) * score;
    let score = objective_urgency(view, &other, *own.side) * score;
    Some(if candidate.is_possible() { score } else { NOT_YET * score })
}

/// Odds of an attack with a weapon from a cell, or as if nothing covered the target.
fn estimate_announced(
    view: &BattleView,
    unit: &UnitDataItem,
    (weapon, from): (usize, Cell),
    (other, sees_cover): (&UnitDataItem, bool),
) -> Option<OddsEstimate> {
    let mode = unit.inventory.get(weapon)?.mode();
    let choice = AttackChoice { unit: *unit.id, weapon, mode, option: None };
    let request = view.attack_request_between((choice, from), (*other.id, other.cell()))?;
    let request = if sees_cover { request } else { request.without_cover() };
    Some(OddsEstimate::from_odds(&play::preview(&request)?))
}

/// Chance that allies that act before a unit put a target out of action with the attacks that they have announced.
fn chance_out_before(view: &BattleView, own: &UnitDataItem, target: &UnitDataItem) -> f64 {
    let place = |unit: &UnitDataItem| (-view.turn_order_entry(unit).score, *unit.id);
    let allies = view.units().filter(|ally| ally.side == own.side && ally.is_fighting());
    let mut stands = 1.0;
    for ally in allies.filter(|ally| place(ally) < place(own)) {
        for (attack, obstacle) in view.queued_attacks(&ally) {
            let QueuedAttack::Unit { slot, target: aimed_at } = attack else { continue };
            if aimed_at == *target.id && obstacle.is_none() {
                let estimate =
                    estimate_announced(view, &ally, (usize::from(slot), ally.cell()), (target, true));
                stands *= 1.0 - estimate.map_or(0.0, |estimate| estimate.out);
            }
        }
    }
    1.0 - stands
}
