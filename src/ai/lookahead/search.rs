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
/// Score of a win chance of 1 that is known for certain, in the measure of the planner.
const WIN_SCORE: f64 = 8.0;
/// Number of samples after which the win chance counts half of that.
const HALF_SURE_SAMPLES: f64 = 24.0;

/// A candidate and the values of its playouts.
struct Candidate {
    plan: ScoredOrder,
    values: Vec<f64>,
}

impl Candidate {
    fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }

    /// Score of the playouts, compared with a win chance: the more samples, the more it counts.
    fn playout_score(&self, base: f64) -> f64 {
        let samples = self.values.len() as f64;
        let sureness = samples / (samples + HALF_SURE_SAMPLES);
        WIN_SCORE * sureness * (self.mean() - base)
    }
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
    let base = candidates.first().map_or(0.0, Candidate::mean);
    let explained = candidates.into_iter().map(|candidate| {
        let score = candidate.playout_score(base);
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

/// Plays out candidates in stages; they are sorted afterwards, the best first.
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
        let base = candidates[0].mean();
        let score = |candidate: &Candidate| candidate.plan.score + candidate.playout_score(base);
        candidates[..left].sort_by(|one, other| {
            score(other).total_cmp(&score(one)).then_with(|| one.plan.order.cmp(&other.plan.order))
        });
        left = left.div_ceil(2);
        if left < 2 {
            break;
        }
    }
    world.insert_resource(simulation);
}
