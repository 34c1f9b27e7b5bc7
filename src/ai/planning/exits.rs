//! What an adviser suggests to a unit that can leave the battlefield in this turn.

use super::positions::CandidatePositions;
use super::situation::Situation;
use crate::baseline::easy_player;
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use battle::{BattleView, Order, Pace, objective_progress};
use content::Objective;
use model::Side;

/// Puts the way to an exit of the unit's own side first that it reaches in this phase, or the end of its turn on one: there, it
/// has escaped before an enemy can act, whatever the square is worth to a unit that stays. An attack is advised before.
pub(super) fn prefer_exit(
    situation: &Situation,
    positions: &CandidatePositions,
    plans: &mut Vec<ScoredOrder>,
    is_possible: impl Fn(&ScoredOrder) -> bool,
) {
    if !escape_decides(situation.view, *situation.me.side) {
        return;
    }
    let Some(order) = exit_order(situation, positions) else { return };
    let first = plans.first().map_or(0.0, |best| best.score);
    let contribution =
        ScoreContribution { term: ScoreTerm::Objective, score: first + situation.weights.attack_margin };
    let leaving = ScoredOrder::new(order, vec![contribution]);
    if is_possible(&leaving) {
        put_before_others(plans, leaving);
    }
}

/// Puts a plan first, unless the best one is an attack.
fn put_before_others(plans: &mut Vec<ScoredOrder>, first: ScoredOrder) {
    if plans.first().is_some_and(|best| matches!(best.order, Order::Attack { .. })) {
        return;
    }
    plans.retain(|plan| plan.order != first.order);
    plans.insert(0, first);
}

/// Whether a side has to escape, and still has enough units for that.
fn escape_decides(view: &BattleView, side: Side) -> bool {
    let fighting = view.units().filter(|unit| *unit.side == side && unit.is_fighting()).count() as u32;
    let objectives = view.setup().bundle().skirmish.objectives.iter().enumerate();
    let mut escapes = objectives
        .filter(|(_, objective)| matches!(objective, Objective::Escape { .. }) && objective.side() == side.0);
    escapes.any(|(number, _)| {
        objective_progress(view, number).is_some_and(|(gone, needed)| gone + fighting >= needed)
    })
}

/// The order that leads to the nearest exit in reach, or ends the turn on one; `None` if none is in reach.
fn exit_order(situation: &Situation, positions: &CandidatePositions) -> Option<Order> {
    let (view, side, unit) = (situation.view, *situation.me.side, situation.unit);
    if view.is_exit_of(side, situation.me.cell()) {
        return Some(easy_player::end_phase_order(view, unit));
    }
    let moves = positions.positions[1..].iter().filter(|position| view.is_exit_of(side, position.cell));
    let nearest = moves.min_by_key(|position| (position.cost, position.cell))?;
    let path = positions.paths.path_to(nearest.cell)?;
    Some(Order::Move { unit, path, pace: nearest.pace.unwrap_or(Pace::Walk), evade: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::Target;
    use model::{Cell, UnitId};

    #[test]
    fn the_way_out_comes_first_but_for_an_attack() {
        let unit = UnitId(1);
        let walk = |x| Order::Move { unit, path: vec![Cell::new(x, 4)], pace: Pace::Walk, evade: false };
        let target = Target::Unit(UnitId(2));
        let shot = Order::Attack { unit, target, weapon: 0, mode: None, option: None };
        let plan = |order: &Order| ScoredOrder::new(order.clone(), Vec::new());
        let listed = |orders: &[Order]| {
            let mut plans: Vec<ScoredOrder> = orders.iter().map(plan).collect();
            put_before_others(&mut plans, plan(&walk(9)));
            plans.into_iter().map(|plan| plan.order).collect::<Vec<_>>()
        };
        let rest = Order::EndPhase { unit };
        assert_eq!(listed(&[rest.clone(), walk(1), walk(9)]), [walk(9), rest.clone(), walk(1)]);
        assert_eq!(listed(&[shot.clone(), walk(1)]), [shot, walk(1)]);
        assert_eq!(listed(&[]), [walk(9)]);
    }
}
