//! The search: candidates are played out on the same samples; the worse half is dropped again and again.

use bevy_ecs::prelude::World;

use super::candidates::select_candidates;
use super::hidden_units::place_unseen_units;
use super::playout_policy::PlayoutPolicy;
use super::simulation::Simulation;
use crate::ai_rng::AiRng;
use crate::decision::{AiDecision, MAX_CANDIDATES_KEPT, ScoreContribution, ScoreTerm, ScoredOrder};
use battle::BattlePosition;
use model::Side;

/// Samples of each stage. After a stage the worse half of the candidates is dropped.
const STAGES: [usize; 3] = [6, 12, 24];
/// Rounds that are played out after the present one.
const ROUNDS_AHEAD: u32 = 1;
/// Score of a win chance of 1, in the measure of the planner.
const WIN_SCORE: f64 = 12.0;
/// Standard errors by which win chances have to differ before the difference counts.
const DOUBT: f64 = 1.0;

/// A candidate and the values of its playouts.
struct Candidate {
    plan: ScoredOrder,
    values: Vec<f64>,
}

impl Candidate {
    /// Score of the playouts, compared with those of the planner's best plan on the same samples.
    fn playout_score(&self, planned: &[f64]) -> f64 {
        WIN_SCORE * certain_difference(&self.values, planned)
    }
}

/// Returns by how much paired values are higher on average, less what may be chance; 0 if all of it may be.
fn certain_difference(values: &[f64], others: &[f64]) -> f64 {
    let differences: Vec<f64> = values.iter().zip(others).map(|(value, other)| value - other).collect();
    let count = differences.len() as f64;
    if count < 2.0 {
        return 0.0;
    }
    let mean = differences.iter().sum::<f64>() / count;
    let variance = differences.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let doubt = DOUBT * (variance / count).sqrt();
    mean.signum() * (mean.abs() - doubt).max(0.0)
}

/// Plays out the plans of a decision and chooses the best one. `decision` has the plans by score, the best first.
pub(crate) fn look_ahead(
    world: &mut World,
    side: Side,
    mut decision: AiDecision,
    rng: &mut AiRng,
) -> AiDecision {
    let plans = select_candidates(std::mem::take(&mut decision.candidates));
    let mut candidates: Vec<Candidate> =
        plans.into_iter().map(|plan| Candidate { plan, values: Vec::new() }).collect();
    if candidates.len() >= 2 {
        play_out_candidates(world, side, &mut candidates, rng);
    }
    let planned = candidates.first().map_or_else(Vec::new, |candidate| candidate.values.clone());
    sort_candidates(&mut candidates, &planned);
    let explained = candidates.into_iter().map(|candidate| {
        let score = candidate.playout_score(&planned);
        let mut contributions = candidate.plan.contributions;
        contributions.push(ScoreContribution { term: ScoreTerm::WinChance, score });
        ScoredOrder::new(candidate.plan.order, contributions)
    });
    decision.candidates = explained.take(MAX_CANDIDATES_KEPT).collect();
    if let Some(best) = decision.candidates.first() {
        decision.order = best.order.clone();
    }
    decision
}

/// Sorts candidates by the scores of plan and playouts, the best first.
fn sort_candidates(candidates: &mut [Candidate], planned: &[f64]) {
    let score = |candidate: &Candidate| candidate.plan.score + candidate.playout_score(planned);
    candidates.sort_by(|one, other| {
        score(other).total_cmp(&score(one)).then_with(|| one.plan.order.cmp(&other.plan.order))
    });
}

/// Plays out candidates in stages. The first one is the plan that the others are compared with; it is played out in every stage.
fn play_out_candidates(world: &mut World, side: Side, candidates: &mut [Candidate], rng: &mut AiRng) {
    let mut position = BattlePosition::from_world(world);
    let mut simulation = Simulation::take_from(world, &position);
    let unseen = position.limit_to_knowledge(side, simulation.beginning());
    let until_round = position.round().number() + 1 + ROUNDS_AHEAD;
    let mut policy = PlayoutPolicy::for_battle(&position);
    let mut left = candidates.len();
    for samples in STAGES {
        for _ in 0..samples {
            let mut sample = position.clone();
            sample.reseed_dice(rng.number());
            place_unseen_units(&mut sample, side, &unseen, rng);
            for candidate in &mut candidates[..left] {
                let order = &candidate.plan.order;
                let value = simulation.play_out(&sample, order, (side, until_round), &mut policy);
                candidate.values.push(value);
            }
        }
        if let Some((planned, others)) = candidates[..left].split_first_mut() {
            sort_candidates(others, &planned.values);
        }
        left = left.div_ceil(2);
        if left < 2 {
            break;
        }
    }
    world.insert_resource(simulation);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_differences_beyond_chance_count() {
        // A mean of 0.5 with a standard error of 0.25.
        assert_eq!(certain_difference(&[1.0, 0.5], &[0.25, 0.25]), 0.25);
        assert_eq!(certain_difference(&[1.0, 0.0, 0.5, 0.6], &[0.0, 1.0, 0.5, 0.5]), 0.0);
        assert_eq!(certain_difference(&[0.25, 0.25, 0.25], &[0.75, 0.75, 0.75]), -0.5);
        assert_eq!(certain_difference(&[1.0], &[0.0]), 0.0);
    }
}
