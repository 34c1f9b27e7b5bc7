//! Rates plans by the chance to win after the exchange that they lead to.

use super::combatant::Combatant;
use super::exchange_odds::{AttackOdds, ExchangeOdds};
use super::expected_battle::{ExchangeResult, ExpectedBattle};
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
const LASTING_COVER: f64 = 2.5;
/// The same for cover that the unit can take only in its next phase.
const LATER_COVER: f64 = 0.8;
/// Share of the planner's own scores that is added: it knows objectives, doors and preparations.
const PLANNER_SHARE: f64 = 0.5;
/// The same of its scores for objectives, of a unit with a post: no exchange knows what the post is for.
const POST_SHARE: f64 = 1.0;

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
        let of_end = |end: &IntendedEnd| {
            chance_after(situation, &mut odds, (units.as_slice(), estimate.as_ref()), (intent, *end))
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
        plan.contributions
            .iter_mut()
            .for_each(|one| one.score *= planner_share(one.term, situation.keeps_post));
        let score = WIN_SCORE * (chance.unwrap_or(reference) - reference);
        plan.contributions.push(ScoreContribution { term: ScoreTerm::WinChance, score });
        plan.score = plan.contributions.iter().map(|one| one.score).sum();
    }
}

/// Share of the planner's own score of a term that is added, for a unit that keeps a post or not.
fn planner_share(term: ScoreTerm, keeps_post: bool) -> f64 {
    if keeps_post && term == ScoreTerm::Objective { POST_SHARE } else { PLANNER_SHARE }
}

/// The chance to win after a plan with one of its ends, with what the cover of that end keeps off later.
///
/// Where units take no cover of their own accord, what they stand behind is their cover.
fn chance_after(
    situation: &Situation,
    odds: &mut ExchangeOdds<impl AttackOdds>,
    (units, estimate): (&[Combatant], Option<&PositionEstimate>),
    (intent, end): (&PlanIntent, IntendedEnd),
) -> f64 {
    let chance_of = |sides: [SideStrength; 2]| expected_chance(situation, estimate, sides);
    let planned = ExpectedBattle::begin(units).play_out(odds, intent, end, PASSES_AHEAD);
    let has_cover = field::can_take_cover(situation.view.field().grid(), end.cell);
    let takes_cover = units.first().is_some_and(|me| me.can_take_cover(false));
    let (sheltered, bare, factor) = if end.is_covered || (has_cover && !takes_cover) {
        let begun = ExpectedBattle::begin(units).without_shelter();
        (planned, begun.play_out(odds, intent, end, PASSES_AHEAD), LASTING_COVER)
    } else if has_cover {
        let covered = IntendedEnd { is_covered: true, ..end };
        let sheltered = ExpectedBattle::begin(units).play_out(odds, intent, covered, PASSES_AHEAD);
        (sheltered, planned, LATER_COVER)
    } else {
        return chance_of(planned.sides);
    };
    chance_of(planned.sides) + factor * kept_chance(&sheltered, &bare, chance_of)
}

/// The chance to win that cover keeps, by the exchange with it and the one without. Where enemies turn on friends that stand in the
/// open, it is what the unit itself loses less: friends take cover as well.
fn kept_chance(
    sheltered: &ExchangeResult,
    bare: &ExchangeResult,
    chance_of: impl Fn([SideStrength; 2]) -> f64,
) -> f64 {
    let ([own, others], without) = (bare.sides, chance_of(bare.sides));
    let saved = |of: fn(&SideStrength) -> f64| (of(&sheltered.acting) - of(&bare.acting)).max(0.0);
    let kept = SideStrength {
        units: own.units + saved(|one| one.units),
        health: own.health + saved(|one| one.health),
        points: own.points + saved(|one| one.points),
        wins: own.wins,
    };
    let chances = [chance_of(sheltered.sides), chance_of([kept, others])];
    chances.into_iter().map(|chance| chance - without).fold(0.0, f64::max)
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

    /// What is left of the acting unit, of its friends and of the others; each unit in action counts a tenth.
    fn kept(sheltered: [f64; 3], bare: [f64; 3]) -> f64 {
        let result = |[acting, friends, others]: [f64; 3]| {
            let strength = |units| SideStrength { units, ..SideStrength::default() };
            ExchangeResult { sides: [strength(acting + friends), strength(others)], acting: strength(acting) }
        };
        kept_chance(&result(sheltered), &result(bare), |[own, others]| 0.1 * (own.units - others.units))
    }

    #[test]
    fn cover_keeps_what_the_unit_loses_less_whoever_is_attacked_instead() {
        let assert_kept = |sheltered, bare, wanted: f64| {
            let found = kept(sheltered, bare);
            assert!((found - wanted).abs() < 1e-9, "{found}, not {wanted}");
        };
        assert_kept([0.8, 2.0, 1.0], [0.5, 2.0, 1.0], 0.03);
        assert_kept([0.8, 1.7, 1.0], [0.5, 2.0, 1.0], 0.03);
        assert_kept([0.5, 2.0, 1.0], [0.5, 2.0, 1.0], 0.0);
        assert_kept([0.5, 2.0, 0.6], [0.5, 2.0, 1.0], 0.04);
        assert_kept([0.5, 1.5, 1.0], [0.6, 2.0, 1.0], 0.0);
    }

    #[test]
    fn the_post_of_a_unit_counts_in_full() {
        let shares = [(ScoreTerm::Objective, true), (ScoreTerm::Objective, false), (ScoreTerm::Danger, true)]
            .map(|(term, keeps_post)| planner_share(term, keeps_post));
        assert!(shares[0] > shares[1] && shares[1] >= shares[2] && shares[2] >= PLANNER_SHARE, "{shares:?}");
    }
}
