//! The planner: generates and scores the orders a unit can give in its phase.

use std::collections::BTreeSet;

use super::area_weapon;
use super::blows;
use super::candidate_position::CandidatePosition;
use super::extra_moves;
use super::finishing;
use super::known_unit::KnownUnit;
use super::last_chance;
use super::lost_weapons;
use super::movement_goal::MovementGoal;
use super::odds_cache::{AiOddsCache, OddsEstimate, WeaponUse, judged_share};
use super::positions::CandidatePositions;
use super::preferences::put_preferred_first;
use super::preparation;
use super::reckless;
use super::retreat;
use super::returns::is_idle_return;
use super::shelter;
use super::situation::Situation;
use super::special_tactics;
use super::suppression_and_smoke;
use super::target_cover;
use super::throw_moves;
use super::treatment_moves;
use super::unit_estimate::uses_left;
use crate::DecisionContext;
use crate::baseline::easy_player;
use crate::decision::{
    AiDecision, MAX_CANDIDATES_KEPT, ScoreContribution, ScoreTerm, ScoredOrder, ScoredPosition,
};
use crate::exchange::{self, AreaEffect, IntendedAttack, IntendedEnd, PlanIntent};
use crate::memory::PhaseMemory;
use crate::weights::AiWeights;
use battle::validate_order;
use battle::{BattleView, Order, Pace, Target};
use model::UnitId;
use rules::{UnitSnapshot, play};

/// Maximum positions to attack from, and to end on, that become candidates.
const MAX_MOVE_PLANS: usize = 6;
/// The same for plans that are rated by exchanges.
const MAX_RATED_MOVES: usize = 12;
/// Maximum moves in one phase.
pub(super) const MAX_MOVES_PER_PHASE: u32 = 2;
/// Minimum gain of the first move of a phase, and of a later one, whose path also has a minimum cost in half metres.
const MIN_GAIN: f64 = 0.01;
pub(super) const MIN_LATER_GAIN: f64 = 0.05;
pub(super) const MIN_LATER_COST: u32 = 4;
/// Share of the danger on the unit's square up to which another square is a safe place.
pub(super) const SAFE_SHARE: f64 = 0.5;
/// Ends of a phase considered after an attack, besides the current cell.
const MAX_ENDS: usize = 3;
/// Attacks for which all attack options are considered.
const MAX_VARIED_ATTACKS: usize = 2;
/// The same for plans that are rated by exchanges.
const MAX_RATED_VARIED_ATTACKS: usize = 6;

/// Returns the best order of the acting unit.
pub(crate) fn decide(
    view: &BattleView,
    unit: UnitId,
    weights: AiWeights,
    context: DecisionContext,
) -> AiDecision {
    let DecisionContext { memory, rng, line_cache, .. } = context;
    let Some(mut situation) = Situation::assess(view, unit, weights, (rng, memory)) else {
        return AiDecision::from_order(easy_player::end_phase_order(view, unit));
    };
    let goal = MovementGoal::find(&situation);
    if goal.as_ref().is_some_and(MovementGoal::is_own_zone) {
        situation.pursue_objective();
    }
    let mut odds_cache = AiOddsCache::new(situation.view, line_cache, weights.odds_budget);
    situation.note_exposed_friends(&mut odds_cache);
    if situation.is_reckless
        && !reckless::sees_finish(&situation, &mut odds_cache)
        && !finishing::has_target(&situation)
        && !preparation::can_replace_attack(&situation)
        && let Some(decision) = reckless::decide(&situation, memory)
    {
        return decision;
    }
    situation.note_safety(&mut odds_cache);
    situation.note_blow(blows::find_better_blow(&situation, &mut odds_cache));
    let mut positions = CandidatePositions::evaluate(&mut situation, &mut odds_cache, goal.as_ref());
    let mut plans = generate_plans(&mut situation, &mut odds_cache, (&positions, goal.as_ref()), memory);
    if situation.most_attacks == 0 {
        plans.retain(|plan| !matches!(plan.order, Order::Attack { .. }));
    }
    for plan in &mut plans {
        // Breaks ties between equal plans at random, in the same way throughout a phase.
        let error = 1e-3 * rng.fork(plan_seed(&plan.order)).fraction();
        plan.score += error;
        plan.contributions.push(ScoreContribution { term: ScoreTerm::Misjudgement, score: error });
    }
    if weights.weighs_exchanges {
        exchange::rate_plans(&situation, &mut odds_cache, &positions, &mut plans);
    }
    plans.sort_by(|one, other| other.score.total_cmp(&one.score).then_with(|| one.order.cmp(&other.order)));
    let is_possible =
        |plan: &ScoredOrder| !memory.is_futile(&plan.order) && validate_order(view, &plan.order).is_ok();
    let Some(chosen) = plans.iter().position(is_possible) else {
        return AiDecision::from_order(easy_player::end_phase_order(view, unit));
    };
    plans.drain(..chosen);
    put_preferred_first(&mut plans, &situation, (&positions, memory), is_possible);
    plans.truncate(MAX_CANDIDATES_KEPT);
    let order = plans[0].order.clone();
    let scored = |position: &CandidatePosition| ScoredPosition {
        cell: position.cell,
        attack_score: position.attack_score(),
        position_score: position.position_score(),
    };
    AiDecision {
        order,
        candidates: plans,
        positions: positions.positions.drain(..).map(|position| scored(&position)).collect(),
    }
}

/// All plans of the acting unit for the rest of its phase, in no order.
fn generate_plans(
    situation: &mut Situation,
    odds_cache: &mut AiOddsCache,
    (positions, goal): (&CandidatePositions, Option<&MovementGoal>),
    memory: &PhaseMemory,
) -> Vec<ScoredOrder> {
    let has_tactics = situation.weights.special_tactics;
    let mut plans = plan_attacks(situation, odds_cache, positions);
    let finishing = finishing::plan_finishing(situation, odds_cache, positions);
    let can_attack = !plans.is_empty() || !finishing.is_empty();
    // What is aimed at is attacked in the same phase.
    let aims = situation.most_attacks > 0;
    let aim = if aims { special_tactics::plan_aim(situation, positions, &plans) } else { None };
    plans.extend(aim.into_iter().chain(finishing));
    plans.extend(plan_moves(situation, positions, memory));
    plans.extend(throw_moves::plan_throw_moves(situation, odds_cache, positions, memory));
    plans.extend(treatment_moves::plan_treatment_moves(situation, positions, memory));
    let (reachable, known) = ((positions, goal), (memory, can_attack));
    plans.extend(preparation::plan_preparations(situation, odds_cache, reachable, known));
    plans.extend(extra_moves::plan_extra_moves(situation, odds_cache, reachable, known));
    if has_tactics {
        plans.extend(suppression_and_smoke::plan_suppression(situation, positions));
        if memory.moves == 0 {
            plans.extend(suppression_and_smoke::plan_suppression_moves(situation, positions));
        }
        plans.extend(suppression_and_smoke::plan_smoke(situation, positions));
    }
    if !can_attack && let Some(goal) = goal {
        let distance = goal.distance(situation.me.cell());
        // Where there is no way at all, every unit makes one.
        if has_tactics || distance.is_none() {
            plans.extend(special_tactics::plan_breaches(situation, distance));
        }
    }
    last_chance::keep_plans_for_this_round(situation, &mut plans);
    plans
}

/// Number of a plan that is the same at every decision of a phase: its destination, its target, or its kind.
fn plan_seed(order: &Order) -> u64 {
    match order {
        Order::Move { path, .. } => path.last().map_or(0, |cell| {
            (1 << 32) | (u64::from(cell.x.unsigned_abs()) << 16) | u64::from(cell.y.unsigned_abs())
        }),
        Order::Attack { target: Target::Unit(target), weapon, .. } => {
            (2 << 32) | (u64::from(target.0) << 8) | (*weapon as u64 & 0xff)
        }
        Order::Attack { .. } => 3 << 32,
        Order::TakeCover { .. } => 4 << 32,
        Order::EndPhase { .. } => 5 << 32,
        _ => 6 << 32,
    }
}

/// Attacks from the current cell, with what can follow.
fn plan_attacks(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    positions: &CandidatePositions,
) -> Vec<ScoredOrder> {
    let me = &situation.me;
    let mut plans = Vec::new();
    let mut plain: Vec<(f64, WeaponUse, &KnownUnit)> = Vec::new();
    for (number, enemy) in situation.enemies.iter().enumerate() {
        let line = situation.exposure(enemy);
        let posture = situation.judged_posture(line);
        let payable = |weapon_use: &WeaponUse| {
            situation.considers(*weapon_use, enemy)
                && situation.after_attack(&situation.fighter, *weapon_use).is_some()
        };
        let mut attacks: Vec<(WeaponUse, OddsEstimate)> = Vec::new();
        for weapon_use in situation.weapon_uses().into_iter().filter(payable) {
            let from = (situation.unit, weapon_use, me.cell());
            let estimate = odds_cache.estimate_posture(from, (enemy.id, enemy.cell), line, posture);
            attacks.extend(estimate.map(|estimate| (weapon_use, estimate)));
        }
        let felled = attacks.iter().map(|(weapon_use, estimate)| {
            let count = situation.affordable_attacks(&situation.fighter, *weapon_use);
            situation.felling_chance(estimate.out, count)
        });
        let finishing = situation.finishing_weight(enemy, felled.fold(0.0, f64::max));
        let judged = (enemy.health_left, finishing);
        let share = judged_share(attacks.iter().map(|(_, estimate)| estimate), judged);
        for (weapon_use, estimate) in attacks {
            let effect = share * estimate.score(enemy.health_left);
            let attack = (number, weapon_use, effect);
            if let Some(plan) = plan_attack(situation, positions, attack, &estimate) {
                plain.push((plan.score, weapon_use, enemy));
                plans.push(plan);
            }
        }
    }
    if situation.weights.special_tactics {
        let varied =
            if situation.weights.weighs_exchanges { MAX_RATED_VARIED_ATTACKS } else { MAX_VARIED_ATTACKS };
        plain.sort_by(|one, other| other.0.total_cmp(&one.0));
        for (_, weapon_use, enemy) in plain.into_iter().take(varied) {
            let number = situation.enemies.iter().position(|other| other.id == enemy.id).unwrap_or(0);
            for (weapon_use, estimate) in special_tactics::attack_options(
                situation,
                odds_cache,
                (weapon_use, enemy),
                situation.exposure(enemy),
            ) {
                let effect = estimate.score_with(enemy.health_left, situation.weights.finishing);
                plans.extend(plan_attack(situation, positions, (number, weapon_use, effect), &estimate));
            }
        }
    }
    plans
}

/// One attack from the current cell with an effect as the unit judges it; `None` if it cannot be paid or has no effect.
fn plan_attack(
    situation: &Situation,
    positions: &CandidatePositions,
    (number, weapon_use, effect): (usize, WeaponUse, f64),
    estimate: &OddsEstimate,
) -> Option<ScoredOrder> {
    let enemy = &situation.enemies[number];
    let after = situation.after_attack(&situation.fighter, weapon_use)?;
    let (mut contributions, area) = score_one_attack(situation, enemy, (weapon_use, effect), estimate)?;
    let each = contributions.iter().map(|contribution| contribution.score).sum::<f64>();
    if each <= 0.0 {
        return None;
    }
    let (attacks, end, left) = plan_following_attacks(situation, positions, weapon_use, (after, each));
    contributions.iter_mut().for_each(|contribution| contribution.score *= f64::from(attacks));
    contributions.push(ScoreContribution { term: ScoreTerm::EndPosition, score: end });
    // An enemy out of action is no longer a threat.
    let threat_removed = positions
        .current()
        .threats
        .get(number)
        .map_or(0.0, |threat| situation.weights.threat_removed * threat * estimate.out);
    contributions.push(ScoreContribution { term: ScoreTerm::ThreatRemoved, score: threat_removed });
    let order = situation.attack_order(enemy.id, weapon_use);
    contributions.retain(|contribution| contribution.score != 0.0);
    let plan = ScoredOrder::new(order, contributions);
    if !situation.weights.weighs_exchanges {
        return Some(plan);
    }
    let walk_left = play::move_budget(&left, situation.view.rules()).walk_left;
    let from = situation.me.cell();
    Some(plan.with_intent(PlanIntent {
        attack: Some(IntendedAttack { target: enemy.id, weapon_use, times: attacks, from, factor: 1.0 }),
        area,
        ends: positions.best_ends(situation, &left, (walk_left, MAX_ENDS)),
        ..PlanIntent::default()
    }))
}

/// Scores one attack by itself, with what it does to others in its area; `None` if it is not to be made.
fn score_one_attack(
    situation: &Situation,
    enemy: &KnownUnit,
    (weapon_use, effect): (WeaponUse, f64),
    estimate: &OddsEstimate,
) -> Option<(Vec<ScoreContribution>, Vec<AreaEffect>)> {
    if lost_weapons::is_worthless_bare_attack(situation, weapon_use, effect) {
        return None;
    }
    let line = situation.exposure(enemy);
    let visible = target_cover::visible_share(situation, enemy, || line.hidden)
        * target_cover::blind_share(enemy, line, estimate);
    let count = situation.affordable_attacks(&situation.fighter, weapon_use);
    let judged = situation.harm_factor(enemy.id, situation.felling_chance(estimate.out, count)) * visible;
    let harm = enemy.value * (judged * effect);
    let mut contributions = vec![ScoreContribution { term: ScoreTerm::Harm(enemy.id), score: harm }];
    let (mut area, mut beside): (Vec<AreaEffect>, f64) = (Vec::new(), 0.0);
    if situation.weights.friendly_fire > 0.0
        && let Some(others) = special_tactics::score_collateral(situation, weapon_use, enemy)
    {
        if others.is_reckless(harm) {
            return None;
        }
        beside = others.enemies_with_bonus();
        contributions.push(ScoreContribution { term: ScoreTerm::Harm(enemy.id), score: beside });
        contributions.push(ScoreContribution { term: ScoreTerm::FriendlyFire, score: others.friends });
        contributions.iter_mut().for_each(|one| one.score *= situation.weights.explosives);
        area = others.effects;
    }
    if beside <= 0.0 && target_cover::is_worth_a_walk(situation, enemy, (line, estimate)) {
        return None;
    }
    if situation.weights.special_tactics {
        let score = special_tactics::score_push(situation, enemy, estimate);
        contributions.push(ScoreContribution { term: ScoreTerm::Push, score });
    }
    contributions.retain(|contribution| contribution.score != 0.0);
    Some((contributions, area))
}

/// Plans the rest of a phase after the first of several equal attacks, each with the score `each`: how many to make in
/// all, the score of the position where the unit ends, and its state after the attacks.
fn plan_following_attacks(
    situation: &Situation,
    positions: &CandidatePositions,
    weapon_use: WeaponUse,
    (first, each): (UnitSnapshot, f64),
) -> (u32, f64, UnitSnapshot) {
    let mut best: Option<(u32, f64, UnitSnapshot)> = None;
    let mut state = Some(first.clone());
    // A thrown explosive is gone, and some weapons last for a few attacks only.
    let carried = situation.me.inventory.get(weapon_use.weapon);
    let is_thrown = carried.is_some_and(area_weapon::is_thrown);
    let uses = carried.map_or(1, |carried| uses_left(&situation.fighter, carried)).max(1);
    for attacks in 1..=if is_thrown { 1 } else { situation.most_attacks.max(1).min(uses) } {
        let Some(after) = state else { break };
        let walk_left = play::move_budget(&after, situation.view.rules()).walk_left;
        let end = positions.best_end_score(situation, &after, walk_left);
        let total = |attacks: u32, end: f64| f64::from(attacks) * each + end;
        let following = situation.after_attack(&after, weapon_use);
        if best.as_ref().is_none_or(|known| total(attacks, end) > total(known.0, known.1)) {
            best = Some((attacks, end, after));
        }
        state = following;
    }
    best.unwrap_or((1, 0.0, first))
}

/// Moves: to attack from another cell or to hold it.
fn plan_moves(
    situation: &Situation,
    positions: &CandidatePositions,
    memory: &PhaseMemory,
) -> Vec<ScoredOrder> {
    let only_safety = memory.moves >= MAX_MOVES_PER_PHASE;
    if only_safety && (memory.moves > MAX_MOVES_PER_PHASE || !memory.has_attacked) {
        return Vec::new();
    }
    // One path per phase, unless an attack or a discovery changes the situation much.
    let (min_gain, min_cost) =
        if memory.moves == 0 { (MIN_GAIN, 0) } else { (MIN_LATER_GAIN, MIN_LATER_COST) };
    let current = positions.current();
    let here = current.position_score() + if memory.moves == 0 { 0.0 } else { current.attack_score() };
    let most = if situation.weights.weighs_exchanges { MAX_RATED_MOVES } else { MAX_MOVE_PLANS };
    let others = positions.positions[1..].iter();
    let mut by_score: Vec<&CandidatePosition> =
        others.filter(|position| !is_idle_return(&memory.left_cells, current, position)).collect();
    let mut chosen: Vec<&CandidatePosition> = Vec::new();
    let mut best = |score: fn(&CandidatePosition) -> f64| {
        by_score.sort_by(|one, other| {
            let order = score(other).total_cmp(&score(one));
            order.then(one.cost.cmp(&other.cost)).then(one.cell.cmp(&other.cell))
        });
        chosen.extend(by_score.iter().take(most));
    };
    best(|position| position.attack_score() + position.position_score());
    best(CandidatePosition::position_score);
    if situation.weights.weighs_exchanges {
        best(|position| -position.danger);
        best(CandidatePosition::attack_score);
    }
    let mut plans = Vec::new();
    let mut seen = BTreeSet::new();
    for position in chosen {
        if !seen.insert(position.cell) {
            continue;
        }
        // Not worth moving.
        let score = position.attack_score() + position.position_score();
        let is_better = if memory.moves == 0 {
            situation.weights.weighs_exchanges
                || position.attack_score() > 0.0
                || position.position_score() > here + min_gain
        } else {
            let is_long = position.cost >= min_cost && !only_safety;
            score > here + min_gain && (is_long || is_step_to_safety(current, position))
        };
        if !is_better
            || shelter::leaves_cover_for_nothing(situation, position)
            || retreat::leaves_hiding(situation, (current, position), memory)
        {
            continue;
        }
        plans.extend(plan_move(situation, positions, position));
    }
    plans
}

/// Whether a position is so much safer than the present one that a single step there is worth it, as back behind a corner after a shot.
fn is_step_to_safety(here: &CandidatePosition, position: &CandidatePosition) -> bool {
    here.danger - position.danger > MIN_LATER_GAIN && position.danger <= SAFE_SHARE * here.danger
}

/// A move to a position, with the attacks from there; `None` if no path leads there.
pub(super) fn plan_move(
    situation: &Situation,
    positions: &CandidatePositions,
    position: &CandidatePosition,
) -> Option<ScoredOrder> {
    let path = positions.paths.path_to(position.cell)?;
    let pace = position.pace.unwrap_or(Pace::Walk);
    let order = Order::Move { unit: situation.unit, path, pace, evade: false };
    let plan = ScoredOrder::new(order, position_contributions(situation, position));
    Some(plan.with_intent(intend_position(situation, position)))
}

/// What a move to a position is made for.
pub(super) fn intend_position(situation: &Situation, position: &CandidatePosition) -> PlanIntent {
    let attack = position.attack.filter(|_| position.attacks > 0);
    let keeps_cover = position.pace.is_none() && situation.me.cover.is_taken();
    PlanIntent {
        attack: attack.map(|(enemy, weapon_use, _)| IntendedAttack {
            target: situation.enemies[enemy].id,
            weapon_use,
            times: position.attacks,
            from: position.cell,
            factor: 1.0,
        }),
        area: if attack.is_some() { position.area.clone() } else { Vec::new() },
        ends: vec![IntendedEnd { cell: position.cell, is_covered: position.takes_cover || keeps_cover }],
        ..PlanIntent::default()
    }
}

/// Reasons to attack from a position and to end there.
pub(super) fn position_contributions(
    situation: &Situation,
    position: &CandidatePosition,
) -> Vec<ScoreContribution> {
    let mut contributions = Vec::new();
    if let Some((enemy, _, score)) = position.attack.filter(|_| position.attacks > 0) {
        let term = ScoreTerm::Harm(situation.enemies[enemy].id);
        contributions.push(ScoreContribution { term, score: score * f64::from(position.attacks) });
    }
    let others = [
        (ScoreTerm::Flank, position.flank),
        (ScoreTerm::ThreatRemoved, position.threat_removed),
        (ScoreTerm::Danger, -position.danger),
        (ScoreTerm::Future, position.future),
        (ScoreTerm::Objective, position.objective),
        (ScoreTerm::CloseIn, position.close_in),
        (ScoreTerm::Crowding, -position.crowding),
    ];
    let others = others.into_iter().filter(|(_, score)| *score != 0.0);
    contributions.extend(others.map(|(term, score)| ScoreContribution { term, score }));
    contributions
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Cell;

    #[test]
    fn a_single_step_is_made_out_of_danger_only() {
        let at = |x, danger| CandidatePosition { danger, ..CandidatePosition::at(Cell::new(x, 5), None, 0) };
        let here = at(5, 0.4);
        assert!(is_step_to_safety(&here, &at(6, 0.1)));
        assert!(!is_step_to_safety(&here, &at(6, 0.3)), "hardly safer");
        assert!(!is_step_to_safety(&at(5, 0.04), &at(6, 0.0)), "hardly any danger");
    }
}
