//! Rates plans by the chance to win after the exchange that they lead to.

use super::combatant::Combatant;
use super::exchange_odds::ExchangeOdds;
use super::expected_battle::ExpectedBattle;
use super::plan_intent::{IntendedEnd, PlanIntent};
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use crate::planning::odds_cache::AiOddsCache;
use crate::planning::positions::CandidatePositions;
use crate::planning::situation::Situation;
use crate::win_chance::{PositionEstimate, SideStrength};

/// Whole passes that are played out after the present one, before those that act in the next one before the acting unit: further
/// ones say more of how units are assumed to act than of the plan.
const PASSES_AHEAD: u32 = 0;
/// Attacks that may be computed for the exchanges at least, whatever the planner has used up.
const EXCHANGE_BUDGET: u32 = 4_000;
/// Score of a chance to win of 1, in the measure of the planner.
const WIN_SCORE: f64 = 2.0;
/// Factor for what cover keeps off until the next phase, added for the phases after that: it lasts as long as the unit stays.
const LASTING_COVER: f64 = 1.0;
/// Share of the planner's own scores that is added: it knows objectives, doors and preparations.
const PLANNER_SHARE: f64 = 0.5;

/// Adds the chance to win to the scores of plans, compared with that of the best plan so far. Those for which no more attacks can
/// be computed, the worst so far, count as having the same.
pub(crate) fn rate_plans(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    positions: &CandidatePositions,
    plans: &mut [ScoredOrder],
) {
    if situation.enemies.is_empty() || plans.len() < 2 {
        return;
    }
    let units = Combatant::collect(situation, positions);
    // Units pay for that in their phases.
    odds_cache.reloads = true;
    odds_cache.allow(EXCHANGE_BUDGET);
    let mut odds = ExchangeOdds::new(odds_cache);
    let estimate = PositionEstimate::from_view(situation.view);
    let stay = PlanIntent {
        ends: vec![IntendedEnd { cell: situation.me.cell(), is_covered: situation.me.cover.is_taken() }],
        ..PlanIntent::default()
    };
    let mut by_score: Vec<usize> = (0..plans.len()).collect();
    by_score.sort_by(|one, other| {
        let order = plans[*other].score.total_cmp(&plans[*one].score);
        order.then_with(|| plans[*one].order.cmp(&plans[*other].order))
    });
    let mut chances: Vec<Option<f64>> = vec![None; plans.len()];
    for number in &by_score {
        let intent = plans[*number].intent.as_deref().unwrap_or(&stay);
        let ends = if intent.ends.is_empty() { &stay.ends } else { &intent.ends };
        let mut chance_after = |end: IntendedEnd| {
            let left = ExpectedBattle::begin(&units).play_out(&mut odds, intent, end, PASSES_AHEAD);
            expected_chance(situation, estimate.as_ref(), left)
        };
        let of_end = |end: &IntendedEnd| {
            let chance = chance_after(*end);
            let open =
                if end.is_covered { chance_after(IntendedEnd { is_covered: false, ..*end }) } else { chance };
            with_lasting_cover(chance, open)
        };
        let chance = ends.iter().map(of_end).fold(0.0, f64::max);
        // Attacks that cannot be computed any more would count as impossible.
        if odds.is_spent() {
            break;
        }
        chances[*number] = Some(chance);
    }
    odds_cache.reloads = false;
    let reference = chances[by_score[0]].unwrap_or(0.5);
    for (plan, chance) in plans.iter_mut().zip(chances) {
        plan.contributions.iter_mut().for_each(|one| one.score *= PLANNER_SHARE);
        let score = WIN_SCORE * (chance.unwrap_or(reference) - reference);
        plan.contributions.push(ScoreContribution { term: ScoreTerm::WinChance, score });
        plan.score = plan.contributions.iter().map(|one| one.score).sum();
    }
}

/// The chance to win after a plan that ends in cover, with what that cover keeps off later; `open` is the chance without it.
fn with_lasting_cover(chance: f64, open: f64) -> f64 {
    chance + LASTING_COVER * (chance - open).max(0.0)
}

/// The chance to win with what is left of both sides, unless an enemy wins before.
fn expected_chance(
    situation: &Situation,
    estimate: Option<&PositionEstimate>,
    [own, others]: [SideStrength; 2],
) -> f64 {
    let all = own.health + others.health;
    let material = if all > 0.0 { own.health / all } else { 0.5 };
    let chance =
        estimate.map_or(material, |estimate| estimate.chance_with(*situation.me.side, [own, others]));
    (1.0 - others.wins) * chance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cover_counts_beyond_the_next_phase() {
        assert!((with_lasting_cover(0.5, 0.4) - 0.6).abs() < 1e-9);
        assert!((with_lasting_cover(0.5, 0.5) - 0.5).abs() < 1e-9, "in the open");
        assert!((with_lasting_cover(0.5, 0.6) - 0.5).abs() < 1e-9, "enemies turn on friends");
    }
}
