//! Reorders rated plans where the best score would be wrong: an announced attack before a walk that gives it up, an
//! attack that has been paid for, cover before the end of a phase.

use super::approach::plan_approach;
use super::blows;
use super::exits;
use super::idleness;
use super::leftovers;
use super::odds_cache::WeaponUse;
use super::positions::CandidatePositions;
use super::retreat;
use super::situation::Situation;
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use crate::memory::PhaseMemory;
use battle::{Order, Pace, Target};
use model::{Cell, UnitId};
use rules::turn_engine::Action;
use rules::{ActionRequest, QueuedAttack, play};

/// How much better than an announced attack that can be made at once another plan has to be to be advised: nothing else can be
/// attacked.
const ANNOUNCED_ATTACK_MARGIN: f64 = 0.3;

/// Puts a plan first that comes before the one with the best score, if there is one.
pub(super) fn put_preferred_first(
    plans: &mut Vec<ScoredOrder>,
    situation: &Situation,
    (positions, memory): (&CandidatePositions, &PhaseMemory),
    is_possible: impl Fn(&ScoredOrder) -> bool + Copy,
) {
    prefer_cover_to_end(plans, &situation.cover_order(), is_possible);
    idleness::prefer_acting_to_idling(plans, situation, memory, is_possible);
    if let Some(walk) = plan_approach(situation, positions, memory, plans, is_possible) {
        plans.retain(|plan| plan.order != walk.order);
        plans.insert(0, walk);
    }
    let blow = blows::plan_blow(situation, positions, memory, plans, is_possible);
    let walk = blow.or_else(|| retreat::plan_retreat(situation, positions, memory, plans, is_possible));
    if let Some(walk) = walk {
        plans.retain(|plan| plan.order != walk.order);
        plans.insert(0, walk);
    }
    let may_hold = || leftovers::may_hold(situation, positions.current(), memory);
    leftovers::put_hold_before_end(plans, situation.unit, may_hold, is_possible);
    if play::has_replacement(&situation.fighter) {
        prefer_attacking(plans, is_possible);
    }
    put_announced_before_walk(plans, situation, positions, is_possible);
    let margin = situation.weights.attack_margin;
    let is_bound = margin > 0.0
        && situation.view.queued_attacks(&situation.me).iter().any(|(_, obstacle)| obstacle.is_none());
    prefer_attack_at_hand(plans, if is_bound { ANNOUNCED_ATTACK_MARGIN } else { margin }, is_possible);
    if margin > 0.0 {
        exits::prefer_exit(situation, plans, is_possible);
    }
}

/// Puts the best announced attack before a walk without an attack that can follow it: from where the walk ends, the attack may not be
/// possible any more.
fn put_announced_before_walk(
    plans: &mut [ScoredOrder],
    situation: &Situation,
    positions: &CandidatePositions,
    is_possible: impl Fn(&ScoredOrder) -> bool,
) {
    let announced = situation.view.queued_attacks(&situation.me);
    if announced.is_empty() {
        return;
    }
    let is_announced = |weapon: usize, target: UnitId| {
        let attack = QueuedAttack::on_unit(weapon, target);
        announced.iter().any(|(queued, obstacle)| obstacle.is_none() && queued.includes(attack))
    };
    let walk_left_after = |weapon_use: WeaponUse| {
        let after = situation.after_attack(&situation.fighter, weapon_use)?;
        let can_walk = situation.after_paying(&after, ActionRequest::for_action(Action::Walk)).is_some();
        can_walk.then(|| play::move_budget(&after, situation.view.rules()).walk_left)
    };
    put_attack_before_walk(plans, |plan, end| {
        let Order::Attack { target: Target::Unit(target), weapon, mode, option: None, .. } = &plan.order
        else {
            return false;
        };
        let weapon_use = WeaponUse { weapon: *weapon, mode: *mode, option: None };
        is_announced(*weapon, *target)
            && positions
                .paths
                .cost(end)
                .zip(walk_left_after(weapon_use))
                .is_some_and(|(cost, left)| cost <= left)
            && is_possible(plan)
    });
}

/// Puts the first attack that goes before a walk to a cell first, if the best plan is such a walk and makes no attack.
fn put_attack_before_walk(plans: &mut [ScoredOrder], goes_before: impl Fn(&ScoredOrder, Cell) -> bool) {
    let Some(best) = plans.first() else { return };
    let attacks =
        best.intent.as_ref().is_some_and(|intent| intent.attack.is_some() || !intent.area.is_empty());
    let Order::Move { path, pace: Pace::Walk, .. } = &best.order else { return };
    let Some(end) = path.last().copied().filter(|_| !attacks) else { return };
    if let Some(place) = plans.iter().position(|plan| goes_before(plan, end)) {
        plans[..=place].rotate_right(1);
    }
}

/// Puts the best possible attack first, or else the best move to make one: what it takes has been paid.
fn prefer_attacking(plans: &mut [ScoredOrder], is_possible: impl Fn(&ScoredOrder) -> bool) {
    let harms = |one: &ScoreContribution| matches!(one.term, ScoreTerm::Harm(_)) && one.score > 0.0;
    let is_attack = |plan: &ScoredOrder| matches!(plan.order, Order::Attack { .. });
    let leads_to_attack =
        |plan: &ScoredOrder| matches!(plan.order, Order::Move { .. }) && plan.contributions.iter().any(harms);
    let attack = plans.iter().position(|plan| is_attack(plan) && is_possible(plan));
    let walk = || plans.iter().position(|plan| leads_to_attack(plan) && is_possible(plan));
    if let Some(place) = attack.or_else(walk) {
        plans[..=place].rotate_right(1);
    }
}

/// Puts the best possible attack that can be made at once before plans that are better by at most `margin`.
fn prefer_attack_at_hand(plans: &mut [ScoredOrder], margin: f64, is_possible: impl Fn(&ScoredOrder) -> bool) {
    let Some(least) = plans.first().map(|best| best.score - margin).filter(|_| margin > 0.0) else { return };
    let is_at_hand = |plan: &ScoredOrder| {
        matches!(plan.order, Order::Attack { .. }) && plan.score >= least && is_possible(plan)
    };
    if let Some(attack) = plans.iter().position(is_at_hand) {
        plans[..=attack].rotate_right(1);
    }
}

/// Puts taking cover before the end of the phase: what is left of the phase is lost otherwise. It is planned only where it keeps
/// something off.
fn prefer_cover_to_end(plans: &mut [ScoredOrder], cover: &Order, is_possible: impl Fn(&ScoredOrder) -> bool) {
    let ends = plans.first().is_some_and(|best| matches!(best.order, Order::EndPhase { .. }));
    let covers = |plan: &ScoredOrder| plan.order == *cover && is_possible(plan);
    if let Some(place) = plans.iter().position(covers).filter(|_| ends) {
        plans[..=place].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::{IntendedAttack, PlanIntent};

    #[test]
    fn an_adviser_prefers_an_attack_at_hand_that_is_about_as_good() {
        let unit = UnitId(1);
        let walk = |x| Order::Move { unit, path: vec![Cell::new(x, 4)], pace: Pace::Walk, evade: false };
        let target = Target::Unit(UnitId(2));
        let shot = |weapon| Order::Attack { unit, target, weapon, mode: None, option: None };
        let plans = || {
            [(walk(1), 0.42), (walk(2), 0.41), (shot(0), 0.39), (shot(1), 0.38)]
                .map(|(order, score)| ScoredOrder { score, ..ScoredOrder::new(order, Vec::new()) })
        };
        let first = |margin, least_weapon: usize| {
            let mut plans = plans();
            prefer_attack_at_hand(&mut plans, margin, |plan| match plan.order {
                Order::Attack { weapon, .. } => weapon >= least_weapon,
                _ => true,
            });
            plans.map(|plan| plan.order)
        };
        assert_eq!(first(0.05, 0), [shot(0), walk(1), walk(2), shot(1)]);
        assert_eq!(first(0.05, 1), [shot(1), walk(1), walk(2), shot(0)], "the first is not possible");
        assert_eq!(first(0.02, 0)[0], walk(1), "the walk is much better");
        assert_eq!(first(0.0, 0)[0], walk(1), "players choose the best plan");
    }

    #[test]
    fn no_phase_ends_in_the_open_where_cover_costs_nothing() {
        let unit = UnitId(1);
        let (end, cover) = (Order::EndPhase { unit }, Order::TakeCover { unit });
        let walk = Order::Move { unit, path: vec![Cell::new(1, 4)], pace: Pace::Walk, evade: false };
        let first = |orders: [&Order; 3], is_possible: bool| {
            let mut plans = orders.map(|order| ScoredOrder::new(order.clone(), Vec::new()));
            prefer_cover_to_end(&mut plans, &cover, |_| is_possible);
            plans[0].order.clone()
        };
        assert_eq!(first([&end, &walk, &cover], true), cover);
        assert_eq!(first([&end, &walk, &cover], false), end);
        assert_eq!(first([&walk, &end, &cover], true), walk, "the phase goes on");
    }

    #[test]
    fn an_announced_attack_is_made_before_a_walk_that_can_follow() {
        let (unit, target) = (UnitId(1), UnitId(2));
        let walk = |pace| {
            let order = Order::Move { unit, path: vec![Cell::new(1, 4)], pace, evade: false };
            ScoredOrder::new(order, Vec::new())
        };
        let shot = ScoredOrder::new(Order::attack(unit, Target::Unit(target), 0, None), Vec::new());
        let weapon_use = WeaponUse { weapon: 0, mode: None, option: None };
        let from = Cell::new(1, 4);
        let attack = Some(IntendedAttack { target, weapon_use, times: 1, from, factor: 1.0 });
        let to_shoot = walk(Pace::Walk).with_intent(PlanIntent { attack, ..PlanIntent::default() });
        let is_shot_first = |best: &ScoredOrder, can_follow: bool| {
            let mut plans = [best.clone(), walk(Pace::Run), shot.clone()];
            let is_shot = |plan: &ScoredOrder| matches!(plan.order, Order::Attack { .. });
            put_attack_before_walk(&mut plans, |plan, end| can_follow && is_shot(plan) && end == from);
            is_shot(&plans[0])
        };
        assert!(is_shot_first(&walk(Pace::Walk), true));
        assert!(!is_shot_first(&walk(Pace::Walk), false), "the walk could not follow");
        assert!(!is_shot_first(&walk(Pace::Run), true), "a run leaves no time for it");
        assert!(!is_shot_first(&to_shoot, true), "the walk leads to a better shot");
    }

    #[test]
    fn what_has_been_paid_for_another_attack_is_not_lost() {
        let unit = UnitId(1);
        let harm = |score| vec![ScoreContribution { term: ScoreTerm::Harm(UnitId(2)), score }];
        let walk = |x| Order::Move { unit, path: vec![Cell::new(x, 4)], pace: Pace::Walk, evade: false };
        let shot =
            Order::Attack { unit, target: Target::Unit(UnitId(2)), weapon: 0, mode: None, option: None };
        let first = |can_shoot: bool| {
            let mut plans = [
                ScoredOrder::new(walk(1), Vec::new()),
                ScoredOrder::new(walk(2), harm(0.2)),
                ScoredOrder::new(shot.clone(), harm(0.1)),
            ];
            prefer_attacking(&mut plans, |plan| can_shoot || !matches!(plan.order, Order::Attack { .. }));
            plans[0].order.clone()
        };
        assert_eq!(first(true), shot);
        assert_eq!(first(false), walk(2), "it leads to an attack");
    }
}
