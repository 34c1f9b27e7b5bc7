//! Approaches: a unit that cannot attack anything from where it stands walks on instead of ending its phase there.

use super::candidate_position::CandidatePosition;
use super::planner::plan_move;
use super::positions::CandidatePositions;
use super::preparation::DEFENSIVE_ACTIONS;
use super::returns::is_idle_return;
use super::shelter;
use super::situation::Situation;
use crate::decision::ScoredOrder;
use crate::memory::PhaseMemory;
use battle::{Order, Pace};

/// How much less than staying a walk may be worth: for a unit with a weapon that reaches far, and for one that has to walk up to its
/// enemies in any case.
const MAX_LOSS: f64 = 0.3;
const MAX_LOSS_TO_STRIKE: f64 = 0.6;
/// Least share of the progress of the longest walk that a safer one makes.
const MIN_PROGRESS_SHARE: f64 = 0.5;
/// Least progress that counts.
const MIN_PROGRESS: f64 = 1e-6;

/// The walk of a unit that would stay where it is without an attack, though it serves its side in no way by waiting: of the walks that
/// bring it clearly nearer to its goal, the one that ends best. `None` if it has something to do, or each of them is much worse than
/// staying. Plans that are rated by exchanges know what happens to those that wait.
pub(super) fn plan_approach(
    situation: &Situation,
    positions: &CandidatePositions,
    memory: &PhaseMemory,
    plans: &[ScoredOrder],
    is_possible: impl Fn(&ScoredOrder) -> bool,
) -> Option<ScoredOrder> {
    let best = plans.first().filter(|best| is_idle(&best.order, &situation.cover_order()))?;
    let is_attack = |plan: &ScoredOrder| matches!(plan.order, Order::Attack { .. });
    let attacks = memory.has_attacked || plans.iter().any(|plan| is_attack(plan) && is_possible(plan));
    if attacks || !situation.goes_on() || situation.weights.weighs_exchanges {
        return None;
    }
    let least = best.score - if situation.strikes { MAX_LOSS_TO_STRIKE } else { MAX_LOSS };
    let here = positions.current();
    let walks = nearer_positions(here, &positions.positions[1..], memory).into_iter();
    let walks = walks.filter(|position| !shelter::leaves_cover_for_nothing(situation, position));
    let plans = walks.filter_map(|position| plan_move(situation, positions, position));
    plans.filter(|plan| plan.score >= least).find(is_possible)
}

/// Positions in reach of a walk that are clearly nearer to the goal than the present one, those that end best first.
fn nearer_positions<'p>(
    here: &CandidatePosition,
    others: &'p [CandidatePosition],
    memory: &PhaseMemory,
) -> Vec<&'p CandidatePosition> {
    let progress = |position: &CandidatePosition| {
        position.close_in + position.objective - here.close_in - here.objective
    };
    let is_walk = |position: &&CandidatePosition| position.pace == Some(Pace::Walk);
    let mut nearer: Vec<&CandidatePosition> = others
        .iter()
        .filter(is_walk)
        .filter(|position| progress(position) > MIN_PROGRESS)
        .filter(|position| !is_idle_return(&memory.left_cells, here, position))
        .collect();
    let farthest = nearer.iter().map(|position| progress(position)).fold(0.0, f64::max);
    nearer.retain(|position| progress(position) >= MIN_PROGRESS_SHARE * farthest);
    let score = |position: &CandidatePosition| position.position_score() + position.attack_score();
    nearer.sort_by(|one, other| {
        let by_score = score(other).total_cmp(&score(one));
        by_score.then(one.cost.cmp(&other.cost)).then(one.cell.cmp(&other.cell))
    });
    nearer
}

/// Whether an order leaves a unit where it is without anything done to its enemies.
pub(super) fn is_idle(order: &Order, cover: &Order) -> bool {
    match order {
        Order::EndPhase { .. } => true,
        Order::SpecialAction { action, .. } if DEFENSIVE_ACTIONS.contains(&action.as_str()) => true,
        other => other == cover,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Cell, UnitId};

    #[test]
    fn of_the_walks_that_lead_clearly_nearer_the_safest_comes_first() {
        let here = CandidatePosition::at(Cell::new(5, 5), None, 0);
        let walk = |x: i32, close_in, danger| CandidatePosition {
            close_in,
            danger,
            ..CandidatePosition::at(Cell::new(x, 5), Some(Pace::Walk), 2)
        };
        let run = CandidatePosition { pace: Some(Pace::Run), ..walk(12, 0.2, 0.0) };
        let others = [walk(8, 0.06, 0.0), walk(9, 0.1, 0.3), walk(7, 0.04, 0.0), walk(4, -0.02, 0.0), run];
        let found = nearer_positions(&here, &others, &PhaseMemory::default());
        let cells: Vec<i32> = found.into_iter().map(|position| position.cell.x).collect();
        assert_eq!(cells, [8, 9], "neither too short nor back, and no run");
    }

    #[test]
    fn a_stance_and_the_end_of_the_phase_are_idle() {
        let unit = UnitId(1);
        let (end, cover) = (Order::EndPhase { unit }, Order::TakeCover { unit });
        let special = |action: &str| Order::SpecialAction {
            unit,
            action: action.to_owned(),
            target: None,
            weapon: None,
        };
        let idle = [&end, &cover, &special("full_defence"), &special("replace"), &Order::StandUp { unit }];
        assert_eq!(idle.map(|order| is_idle(order, &cover)), [true, true, true, false, false]);
    }
}
