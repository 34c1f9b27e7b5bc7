//! Walks of a unit to an ally that it can treat, and of a badly hurt unit to an ally that can treat it.

use super::candidate_position::CandidatePosition;
use super::planner::intend_position;
use super::positions::CandidatePositions;
use super::situation::Situation;
use super::treatments::{self, Patient, REVIVAL_ACTION, TREATMENT_ACTIONS};
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use crate::memory::PhaseMemory;
use battle::{Order, Pace, UnitDataItem};
use rules::turn_engine::Action;
use rules::{RuleSet, SpecialAction, UnitSnapshot, play};

/// Share of the score of a treatment that can be made in the next phase only.
const NEXT_PHASE_SHARE: f64 = 0.4;
/// Score of a square beside an ally that can treat the unit.
const NEAR_HEALER_SCORE: f64 = 0.1;

/// Plans walks to the square beside a patient that ends best, and of a badly hurt unit to one beside an ally that can heal it. Only
/// while the unit has not moved in this phase.
pub(super) fn plan_treatment_moves(
    situation: &Situation,
    positions: &CandidatePositions,
    memory: &PhaseMemory,
) -> Vec<ScoredOrder> {
    if memory.moves > 0 {
        return Vec::new();
    }
    let mut plans = plan_walks_to_patients(situation, positions);
    plans.extend(plan_walk_to_healer(situation, positions));
    plans
}

/// Walks to the allies that need a treatment and are not beside the unit.
fn plan_walks_to_patients(situation: &Situation, positions: &CandidatePositions) -> Vec<ScoredOrder> {
    let offered = battle::available_actions(situation.view, &situation.me);
    let keys = offered.iter().map(|action| action.key);
    let keys: Vec<&'static str> = keys.filter(|key| TREATMENT_ACTIONS.contains(key)).collect();
    if keys.is_empty() {
        return Vec::new();
    }
    let states = [
        (situation.after_move(Action::Walk), 1.0),
        (situation.view.snapshot_at_next_phase(&situation.me), NEXT_PHASE_SHARE),
    ];
    let patients = treatments::find_patients(situation, |distance| distance > 1);
    let plans = patients.iter().filter_map(|patient| {
        let other = situation.view.unit(patient.id)?;
        let target = situation.view.unit_snapshot(&other);
        let position = best_square_beside(situation, positions, &other, |_| true)?;
        let is_exposed = situation.is_reached_at(position.cell);
        let scores = keys.iter().filter_map(|&key| {
            let score = treatment_score(situation, patient, (key, is_exposed))?;
            Some(share_of_treatment(situation, patient, (states.as_slice(), &target), key)? * score)
        });
        let best = scores.fold(0.0, f64::max);
        let term = ScoreTerm::Treats(patient.id);
        (best > 0.0).then(|| plan_walk(situation, positions, position, (term, best))).flatten()
    });
    plans.collect()
}

/// Score of a treatment of a patient by the special action of this key once the unit is beside it; `None` if it is useless.
fn treatment_score(situation: &Situation, patient: &Patient, (key, is_exposed): (&str, bool)) -> Option<f64> {
    let saves = treatments::saves(situation, patient, key);
    treatments::patient_score(patient, (saves, key), (is_exposed, situation.friends.is_empty()))
}

/// Share of its score that a treatment is worth: all in this phase, less in the next one, which is too late for a patient that falls
/// before. `None` if it cannot be paid.
fn share_of_treatment(
    situation: &Situation,
    patient: &Patient,
    (states, target): (&[(Option<UnitSnapshot>, f64)], &UnitSnapshot),
    key: &str,
) -> Option<f64> {
    let rules = situation.view.rules();
    let in_time = states.iter().take(if patient.is_doomed { 1 } else { states.len() });
    in_time
        .filter_map(|(state, share)| Some((state.as_ref()?, *share)))
        .find(|(state, _)| can_treat(state, target, (key, rules)))
        .map(|(_, share)| share)
}

/// Whether a unit in this state can treat a unit beside it by the special action of this key.
fn can_treat(state: &UnitSnapshot, target: &UnitSnapshot, (key, rules): (&str, &RuleSet)) -> bool {
    let action = SpecialAction { seen: true, target: Some((target, 1)), ..SpecialAction::new(state, key) };
    play::treats_target(&action, rules) && play::pay_special_action(&action, rules).is_ok()
}

/// The walk of a badly hurt unit to the nearest ally that can heal it in its next phase, where that is no more dangerous; `None` if
/// one is beside it already.
fn plan_walk_to_healer(situation: &Situation, positions: &CandidatePositions) -> Option<ScoredOrder> {
    if !situation.is_badly_hurt {
        return None;
    }
    let (view, me) = (situation.view, &situation.me);
    let target = view.unit_snapshot(me);
    let heals = |other: &UnitDataItem| {
        let is_offered =
            || battle::available_actions(view, other).iter().any(|action| action.key == REVIVAL_ACTION);
        let next = view.snapshot_at_next_phase(other).filter(|_| is_offered());
        next.is_some_and(|next| can_treat(&next, &target, (REVIVAL_ACTION, view.rules())))
    };
    let allies = view.units().filter(|other| {
        other.side == me.side && *other.id != situation.unit && other.is_fighting() && heals(other)
    });
    let healer = allies.min_by_key(|other| (other.cell().chebyshev_distance(me.cell()), *other.id))?;
    if healer.cell().chebyshev_distance(me.cell()) <= 1 {
        return None;
    }
    let most = positions.current().danger;
    let position = best_square_beside(situation, positions, &healer, |square| square.danger <= most)?;
    let term = ScoreTerm::TreatedBy(*healer.id);
    plan_walk(situation, positions, position, (term, NEAR_HEALER_SCORE))
}

/// The square beside a unit, in sight of it and within a walk, that ends best.
fn best_square_beside<'p>(
    situation: &Situation,
    positions: &'p CandidatePositions,
    other: &UnitDataItem,
    is_meant: impl Fn(&CandidatePosition) -> bool,
) -> Option<&'p CandidatePosition> {
    let (grid, body) = (situation.view.field().grid(), situation.me.body());
    let squares = positions.positions[1..].iter().filter(|square| {
        square.pace == Some(Pace::Walk)
            && square.cell.chebyshev_distance(other.cell()) == 1
            && field::line_of_sight(grid, square.cell, body, other.cell(), other.body())
            && is_meant(square)
    });
    squares.max_by(|one, other| {
        let order = one.end_score(false).total_cmp(&other.end_score(false));
        order.then_with(|| (other.cost, other.cell).cmp(&(one.cost, one.cell)))
    })
}

/// The walk to a square for a treatment; `None` if no way leads there.
fn plan_walk(
    situation: &Situation,
    positions: &CandidatePositions,
    position: &CandidatePosition,
    (term, score): (ScoreTerm, f64),
) -> Option<ScoredOrder> {
    let path = positions.paths.path_to(position.cell)?;
    let order = Order::Move { unit: situation.unit, path, pace: Pace::Walk, evade: false };
    let end = ScoreContribution { term: ScoreTerm::EndPosition, score: position.end_score(false) };
    let plan = ScoredOrder::new(order, vec![ScoreContribution { term, score }, end]);
    Some(plan.with_intent(intend_position(situation, position)))
}
