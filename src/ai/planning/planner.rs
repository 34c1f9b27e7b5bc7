//! What a unit could do with its phase, weighed: strike from here, go and strike, go to a better square, make ready.

use super::movement_goal::MovementGoal;
use super::odds_cache::{AiOddsCache, OddsEstimate, WeaponUse};
use super::positions::{CandidatePosition, CandidatePositions};
use super::preparation;
use super::situation::{KnownUnit, Situation};
use super::special_tactics;
use super::suppression_and_smoke;
use crate::DecisionContext;
use crate::decision::{
    AiDecision, MAX_CANDIDATES_KEPT, ScoreContribution, ScoreTerm, ScoredOrder, ScoredPosition,
};
use crate::weights::AiWeights;
use battle::validate_order;
use battle::{BattleView, Order, Pace, UnitId};
use rules::play;

/// Squares to strike from, and squares to end on, that become plans.
const MAX_MOVE_PLANS: usize = 6;
/// Attacks that are looked at in every manner there is.
const MAX_VARIED_ATTACKS: usize = 2;

/// The best order of a unit that acts.
pub(crate) fn decide(view: &BattleView, unit: UnitId, bent: AiWeights, wits: DecisionContext) -> AiDecision {
    let DecisionContext { memory, rng: luck, line_cache: lines } = wits;
    let Some(situation) = Situation::assess(view, unit, bent) else {
        return AiDecision::from_order(crate::baseline::easy_player::end_phase_order(view, unit));
    };
    let mut oracle = AiOddsCache::new(situation.view, lines, bent.odds_budget);
    let goal = MovementGoal::find(&situation);
    let mut places = CandidatePositions::evaluate(&situation, &mut oracle, goal.as_ref());
    let mut plans = plan_attacks(&situation, &mut oracle, &places);
    let busy = !plans.is_empty();
    if bent.scores_positions || plans.is_empty() {
        plans.extend(plan_moves(&situation, &places));
    }
    plans.extend(preparation::plan_preparations(&situation, &places, goal.as_ref(), busy));
    if bent.special_tactics {
        plans.extend(suppression_and_smoke::plan_suppression(&situation, &places));
        plans.extend(suppression_and_smoke::plan_smoke(&situation, &places));
    }
    if bent.special_tactics && !busy {
        let distance = goal.as_ref().and_then(|goal| goal.distance(situation.me.cell()));
        plans.extend(special_tactics::plan_breaches(&situation, distance));
    }
    for plan in &mut plans {
        // Plans that are worth the same are taken now this way, now that.
        let mut slip = 1e-3 * luck.fraction();
        slip += bent.misjudgement * (plan.score + slip).abs().max(0.05) * (2.0 * luck.fraction() - 1.0);
        plan.score += slip;
        plan.contributions.push(ScoreContribution { term: ScoreTerm::Misjudgement, score: slip });
    }
    plans.sort_by(|one, other| other.score.total_cmp(&one.score).then_with(|| one.order.cmp(&other.order)));
    let chosen = plans
        .iter()
        .position(|plan| !memory.is_futile(&plan.order) && validate_order(view, &plan.order).is_ok());
    let Some(chosen) = chosen else {
        return AiDecision::from_order(crate::baseline::easy_player::end_phase_order(view, unit));
    };
    plans.drain(..chosen);
    plans.truncate(MAX_CANDIDATES_KEPT);
    let order = plans[0].order.clone();
    let place = |spot: &CandidatePosition| ScoredPosition {
        cell: spot.cell,
        attack_score: spot.attack_score(),
        position_score: spot.position_score(),
    };
    AiDecision {
        order,
        candidates: plans,
        positions: places.positions.drain(..).map(|spot| place(&spot)).collect(),
    }
}

/// Attacks from where the unit stands, and what comes afterwards.
fn plan_attacks(
    situation: &Situation,
    oracle: &mut AiOddsCache,
    places: &CandidatePositions,
) -> Vec<ScoredOrder> {
    let me = &situation.me;
    let mut plans = Vec::new();
    let mut plain: Vec<(f64, WeaponUse, &KnownUnit)> = Vec::new();
    for (number, foe) in situation.enemies.iter().enumerate() {
        let line = situation.exposure(foe);
        for arm in situation.weapon_uses() {
            let from = (situation.unit, arm, me.cell());
            let Some(stake) = oracle.estimate(from, (foe.id, foe.cell), line) else { continue };
            if let Some(plan) = plan_attack(situation, places, (number, arm), &stake) {
                plain.push((plan.score, arm, foe));
                plans.push(plan);
            }
        }
    }
    if situation.weights.special_tactics {
        plain.sort_by(|one, other| other.0.total_cmp(&one.0));
        for (_, arm, foe) in plain.into_iter().take(MAX_VARIED_ATTACKS) {
            let number = situation.enemies.iter().position(|other| other.id == foe.id).unwrap_or(0);
            for (arm, stake) in
                special_tactics::attack_options(situation, oracle, (arm, foe), situation.exposure(foe))
            {
                plans.extend(plan_attack(situation, places, (number, arm), &stake));
            }
        }
    }
    plans
}

/// One attack from where the unit stands; nothing if it cannot be paid, or does nothing.
fn plan_attack(
    situation: &Situation,
    places: &CandidatePositions,
    (number, arm): (usize, WeaponUse),
    stake: &OddsEstimate,
) -> Option<ScoredOrder> {
    let foe = &situation.enemies[number];
    let after = situation.after_attack(&situation.fighter, arm)?;
    let attacks = f64::from(1 + situation.affordable_attacks(&after, arm));
    let own = stake.score(foe.health_left);
    let mut reasons =
        vec![ScoreContribution { term: ScoreTerm::Harm(foe.id), score: foe.value * own * attacks }];
    if situation.weights.friendly_fire > 0.0
        && let Some((others, friends)) = special_tactics::score_collateral(situation, arm, foe)
    {
        reasons.push(ScoreContribution { term: ScoreTerm::Harm(foe.id), score: others * attacks });
        reasons.push(ScoreContribution { term: ScoreTerm::FriendlyFire, score: friends * attacks });
    }
    if situation.weights.special_tactics {
        reasons.push(ScoreContribution {
            term: ScoreTerm::Push,
            score: special_tactics::score_push(situation, foe, stake),
        });
    }
    reasons.retain(|reason| reason.score != 0.0);
    if reasons.iter().map(|reason| reason.score).sum::<f64>() <= 0.0 {
        return None;
    }
    let left = play::move_budget(&after, situation.view.rules()).walk_left;
    reasons.push(ScoreContribution { term: ScoreTerm::EndPosition, score: places.best_position_score(left) });
    // Whoever is down strikes no more.
    let relief = places
        .current()
        .threats
        .get(number)
        .map_or(0.0, |menace| situation.weights.threat_removed * menace * stake.out);
    reasons.push(ScoreContribution { term: ScoreTerm::ThreatRemoved, score: relief });
    let order = situation.attack_order(foe.id, arm);
    reasons.retain(|reason| reason.score != 0.0);
    Some(ScoredOrder::new(order, reasons))
}

/// Going somewhere, to strike from there or to be there.
fn plan_moves(situation: &Situation, places: &CandidatePositions) -> Vec<ScoredOrder> {
    let here = places.current().position_score();
    let mut by_worth: Vec<&CandidatePosition> = places.positions[1..].iter().collect();
    let mut chosen: Vec<&CandidatePosition> = Vec::new();
    let mut best = |worth: fn(&CandidatePosition) -> f64| {
        by_worth.sort_by(|one, other| {
            let order = worth(other).total_cmp(&worth(one));
            order.then(one.cost.cmp(&other.cost)).then(one.cell.cmp(&other.cell))
        });
        chosen.extend(by_worth.iter().take(MAX_MOVE_PLANS));
    };
    best(|spot| spot.attack_score() + spot.position_score());
    best(CandidatePosition::position_score);
    let mut plans = Vec::new();
    for spot in chosen {
        // Not worth the way.
        if spot.attack_score() <= 0.0 && spot.position_score() <= here + 0.005 {
            continue;
        }
        let Some(path) = places.paths.path_to(spot.cell) else { continue };
        let pace = spot.pace.unwrap_or(Pace::Walk);
        let order = Order::Move { unit: situation.unit, path, pace, evade: false };
        plans.push(ScoredOrder::new(order, position_contributions(situation, spot)));
    }
    plans
}

fn position_contributions(situation: &Situation, spot: &CandidatePosition) -> Vec<ScoreContribution> {
    let mut reasons = Vec::new();
    if let Some((foe, _, worth)) = spot.attack.filter(|_| spot.attacks > 0) {
        let term = ScoreTerm::Harm(situation.enemies[foe].id);
        reasons.push(ScoreContribution { term, score: worth * f64::from(spot.attacks) });
    }
    let others = [
        (ScoreTerm::Flank, spot.flank),
        (ScoreTerm::ThreatRemoved, spot.threat_removed),
        (ScoreTerm::Danger, -spot.danger),
        (ScoreTerm::Future, spot.future),
        (ScoreTerm::Objective, spot.objective),
        (ScoreTerm::CloseIn, spot.close_in),
    ];
    let others = others.into_iter().filter(|(_, worth)| *worth != 0.0);
    reasons.extend(others.map(|(term, worth)| ScoreContribution { term, score: worth }));
    reasons
}
