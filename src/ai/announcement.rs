//! Attacks that AI players announce before a pass. `AB-CANCEL-01`.

use crate::ai_rng::AiRng;
use crate::planning::lost_weapons;
use crate::planning::misjudgement::judge_factor;
use crate::planning::objective_threat::objective_urgency;
use crate::planning::odds_cache::OddsEstimate;
use crate::planning::unit_estimate::{health_points, is_blocked, is_captive_of};
use crate::weights::AiWeights;
use battle::{AttackChoice, BattleView, OpenPrompt, UnitDataItem};
use model::{Cell, UnitId};
use rules::{AttackCandidate, CandidateTarget, QueuedAttack, play};

/// Value of an attack that is not possible yet, and of one that the unit has to walk up for, against one that is possible
/// where it stands.
const NOT_YET: f64 = 0.25;
const AFTER_APPROACH: f64 = 0.6;
/// The same of a weapon whose target is chosen when one appears: it is bound to none.
const ANY_TARGET: f64 = 0.35;
/// Value of such a weapon at least: the unit may still shoot.
const LEAST_OPEN: f64 = 0.002;
/// Value of an attack whose odds are not known.
const UNKNOWN: f64 = 0.001;
/// Share that an attack with the body counts that does next to nothing.
const BARE_SHARE: f64 = 0.02;
/// Key of the answer that announces nothing.
const NO_ATTACK: &str = "none";

/// Chooses the attack to announce: the one that does most, as the player judges it. Nothing is announced if no attack does
/// anything, or only attacks on a captive that is worth more alive; `None` if the prompt asks for something else.
pub(crate) fn choose_announcement(
    view: &BattleView,
    prompt: &OpenPrompt,
    (weights, rng): (&AiWeights, &AiRng),
) -> Option<String> {
    let (unit, candidates) = view.queue_candidates()?;
    let own = view.unit(unit)?;
    let answers = &prompt.prompt().answers;
    let is_offered = |key: &String| answers.iter().any(|answer| answer.key == *key);
    let nearest = nearest_target(&candidates);
    let mut best: Option<(f64, String)> = None;
    for (number, candidate) in candidates.iter().enumerate() {
        let key = candidate.answer_key(number);
        let judgement = (weights, rng, nearest);
        let value = match &candidate.target {
            Some(target) => value_of(view, &own, (candidate, target), judgement),
            None => value_without_target(view, &own, candidate, judgement),
        };
        let Some(value) = value.filter(|value| *value > 0.0 && is_offered(&key)) else { continue };
        if best.as_ref().is_none_or(|(known, _)| value > known + 1e-9) {
            best = Some((value, key));
        }
    }
    best.map(|(_, key)| key).or_else(|| Some(NO_ATTACK.to_owned()).filter(is_offered))
}

/// The nearest target of an attack that is possible, or else of any.
fn nearest_target(candidates: &[AttackCandidate]) -> Option<UnitId> {
    let targets = candidates.iter().filter_map(|candidate| candidate.target.as_ref());
    let nearest = targets.min_by_key(|target| (target.obstacle.is_some(), target.metres, target.unit));
    nearest.map(|target| target.unit)
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

/// How a player judges targets: its weights, its errors, and the nearest target.
type Judgement<'a> = (&'a AiWeights, &'a AiRng, Option<UnitId>);

/// Rates an attack on a target: 1 is a target surely out of action. `None` for a captive.
fn value_of(
    view: &BattleView,
    own: &UnitDataItem,
    (candidate, target): (&AttackCandidate, &CandidateTarget),
    judgement: Judgement,
) -> Option<f64> {
    let (weights, ..) = judgement;
    let other = view.unit(target.unit).filter(|other| !is_captive_of(view, other, *own.side))?;
    let is_possible = candidate.is_possible();
    // What hides the target now does not when the attack becomes possible.
    let sees_cover =
        is_possible && (weights.sees_target_cover || is_behind(view, own, (target.from, &other)));
    let estimate = estimate_announced(view, own, (candidate.slot, target.from), (&other, sees_cover));
    let score = rate_harm(view, (own, candidate.slot), (&other, estimate), judgement);
    let gone = if weights.coordinates { chance_out_before(view, own, &other) } else { 0.0 };
    let share = match (is_possible, target.approach) {
        (true, 0) => 1.0,
        (true, _) => AFTER_APPROACH,
        (false, _) => NOT_YET,
    };
    Some(share * (1.0 - gone) * score)
}

/// Rates a weapon that has no possible target: by the best one that may appear. `None` if there is no enemy but captives.
fn value_without_target(
    view: &BattleView,
    own: &UnitDataItem,
    candidate: &AttackCandidate,
    judgement: Judgement,
) -> Option<f64> {
    let others = view.units().filter(|other| other.side != own.side && other.is_fighting());
    let others = others.filter(|other| !is_captive_of(view, other, *own.side));
    let is_far = own.inventory.get(candidate.slot).is_some_and(|carried| !carried.is_melee());
    let score = |other: UnitDataItem| {
        let estimate = estimate_announced(view, own, (candidate.slot, own.cell()), (&other, false));
        rate_harm(view, (own, candidate.slot), (&other, estimate), judgement)
    };
    let best = others.map(score).reduce(f64::max)?;
    Some(if is_far { (ANY_TARGET * best).max(LEAST_OPEN) } else { NOT_YET * best })
}

/// Rates the harm of an attack as the player judges it; one with the body that does next to nothing is the last resort.
fn rate_harm(
    view: &BattleView,
    (own, slot): (&UnitDataItem, usize),
    (other, estimate): (&UnitDataItem, Option<OddsEstimate>),
    (weights, rng, nearest): Judgement,
) -> f64 {
    let Some(estimate) = estimate else { return UNKNOWN };
    let (now, most) = health_points(view, other);
    let left = if weights.sees_wounds { now } else { most };
    let score = estimate.score_with(left, weights.finishing);
    let is_body = own.inventory.get(slot).is_some_and(lost_weapons::is_body);
    let share = if is_body && score < lost_weapons::MIN_BARE_SCORE { BARE_SHARE } else { 1.0 };
    let urgency = objective_urgency(view, other, *own.side);
    let is_nearest = urgency > 1.0 || nearest.is_none_or(|nearest| nearest == *other.id);
    let misjudged = judge_factor(weights.harm_error, rng, *other.id);
    share * urgency * weights.target_factor(misjudged, is_nearest) * score
}

/// Whether an attack from a cell has to pass something to reach a unit: every player knows that it is in the way.
fn is_behind(view: &BattleView, own: &UnitDataItem, (from, other): (Cell, &UnitDataItem)) -> bool {
    let line = field::line_of_fire(view.field().grid(), from, own.body(), other.cell(), other.body());
    is_blocked(line.target_exposure())
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
