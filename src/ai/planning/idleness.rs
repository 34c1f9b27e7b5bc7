//! Prevents idle phases: no unit in view of an enemy does nothing twice in a row, and no unit whose plans are rated by exchanges idles
//! for a negligible gain.

use super::situation::Situation;
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use crate::memory::PhaseMemory;
use battle::Order;

/// How much less than the end of the phase another plan may be worth, for a unit that has done nothing before.
const MAX_LOSS: f64 = 0.3;
/// The same for plans that are rated by exchanges, for a unit that did something in its last phase, and for one that did not: an
/// exchange knows what happens to those that wait, but not to so small a difference.
const MAX_RATED_LOSS: f64 = 0.025;
const MAX_RATED_LOSS_AFTER_IDLING: f64 = 0.06;

/// Puts a plan to fight or to take cover before the end of the phase, for a unit that did nothing in the one before.
///
/// Each time its danger alone speaks for staying as it is, but it is shot at anyway. Where plans are rated by exchanges, any plan
/// that does something goes before an end that is hardly better.
pub(super) fn prefer_acting_to_idling(
    plans: &mut [ScoredOrder],
    situation: &Situation,
    memory: &PhaseMemory,
    is_possible: impl Fn(&ScoredOrder) -> bool,
) {
    let has_acted = memory.moves > 0 || memory.has_attacked;
    if situation.weights.weighs_exchanges {
        if !situation.can_wait() {
            let loss = if memory.idle_phases > 0 { MAX_RATED_LOSS_AFTER_IDLING } else { MAX_RATED_LOSS };
            put_rated_before_end(plans, (loss, has_acted, situation.me.cover.is_taken()), is_possible);
        }
    } else if !has_acted && situation.has_waited_too_long() {
        put_before_end(plans, &situation.cover_order(), is_possible);
    }
}

/// Puts the best possible plan that does something before the end of the phase, if it is worth at most `loss` less. A unit that has acted
/// only attacks; one in cover walks only to attack, and any other one also towards its goal or into cover.
fn put_rated_before_end(
    plans: &mut [ScoredOrder],
    (loss, has_acted, is_in_cover): (f64, bool, bool),
    is_possible: impl Fn(&ScoredOrder) -> bool,
) {
    let end = plans.first().filter(|best| matches!(best.order, Order::EndPhase { .. }));
    let Some(least) = end.map(|end| end.score - loss) else { return };
    let harms = |one: &ScoreContribution| matches!(one.term, ScoreTerm::Harm(_)) && one.score > 0.0;
    let acts = |plan: &ScoredOrder| {
        let is_useful = match plan.order {
            Order::EndPhase { .. } => false,
            Order::Attack { .. } => true,
            Order::Move { .. } => {
                !has_acted && (plan.contributions.iter().any(harms) || (!is_in_cover && leads_on(plan)))
            }
            _ => !has_acted,
        };
        is_useful && plan.score >= least && is_possible(plan)
    };
    if let Some(place) = plans.iter().position(acts) {
        plans[..=place].rotate_right(1);
    }
}

/// Puts the best possible plan that does something before the end of the phase, if it is not much worse.
fn put_before_end(plans: &mut [ScoredOrder], cover: &Order, is_possible: impl Fn(&ScoredOrder) -> bool) {
    let end = plans.first().filter(|best| matches!(best.order, Order::EndPhase { .. }));
    let Some(least) = end.map(|end| end.score - MAX_LOSS) else { return };
    let acts = |plan: &ScoredOrder| {
        let is_act = matches!(
            plan.order,
            Order::Attack { .. } | Order::StandUp { .. } | Order::PickUp { .. } | Order::Reload { .. }
        );
        (is_act || plan.order == *cover) && plan.score >= least && is_possible(plan)
    };
    if let Some(place) = plans.iter().position(acts) {
        plans[..=place].rotate_right(1);
    }
}

/// Whether a walk brings the unit nearer to its goal, or into cover.
fn leads_on(plan: &ScoredOrder) -> bool {
    let advances = |one: &ScoreContribution| {
        matches!(one.term, ScoreTerm::Objective | ScoreTerm::CloseIn) && one.score > 0.0
    };
    let covers = plan.intent.as_ref().is_some_and(|intent| intent.ends.iter().any(|end| end.is_covered));
    covers || plan.contributions.iter().any(advances)
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::{Pace, Target};
    use model::{Cell, UnitId};

    #[test]
    fn a_master_does_something_if_an_idle_turn_is_hardly_better() {
        let unit = UnitId(1);
        let (end, aim) = (Order::EndPhase { unit }, Order::TakeCover { unit });
        let walk = Order::Move { unit, path: vec![Cell::new(1, 4)], pace: Pace::Walk, evade: false };
        let shot = Order::attack(unit, Target::Unit(UnitId(2)), 0, None);
        let first = |orders: [(&Order, f64); 3], (has_acted, is_in_cover): (bool, bool)| {
            let nearer = vec![ScoreContribution { term: ScoreTerm::CloseIn, score: 0.01 }];
            let mut plans = orders.map(|(order, score)| ScoredOrder {
                score,
                ..ScoredOrder::new(order.clone(), nearer.clone())
            });
            put_rated_before_end(&mut plans, (MAX_RATED_LOSS, has_acted, is_in_cover), |_| true);
            plans[0].order.clone()
        };
        let all = [(&end, 0.5), (&walk, 0.49), (&shot, 0.48)];
        assert_eq!(first(all, (false, false)), walk);
        assert_eq!(first(all, (false, true)), shot, "it stays in its cover");
        assert_eq!(first(all, (true, true)), shot);
        assert_eq!(first([(&end, 0.5), (&walk, 0.4), (&shot, 0.3)], (false, false)), end, "both are worse");
        assert_eq!(first([(&end, 0.5), (&aim, 0.49), (&shot, 0.3)], (false, true)), aim);
        assert_eq!(first([(&end, 0.5), (&aim, 0.49), (&shot, 0.3)], (true, true)), end, "it has acted");
        assert_eq!(first([(&walk, 0.5), (&end, 0.49), (&shot, 0.48)], (false, false)), walk);
        assert!(!leads_on(&ScoredOrder::new(walk, Vec::new())), "it would only walk about");
    }

    #[test]
    fn a_unit_that_has_waited_stands_up_unless_that_is_much_worse() {
        let unit = UnitId(1);
        let (end, stand, cover) =
            (Order::EndPhase { unit }, Order::StandUp { unit }, Order::TakeCover { unit });
        let walk = Order::Move { unit, path: vec![Cell::new(1, 4)], pace: Pace::Walk, evade: false };
        let first = |orders: [(&Order, f64); 3], is_possible: bool| {
            let mut plans = orders
                .map(|(order, score)| ScoredOrder { score, ..ScoredOrder::new(order.clone(), Vec::new()) });
            put_before_end(&mut plans, &cover, |_| is_possible);
            plans[0].order.clone()
        };
        assert_eq!(first([(&end, -0.1), (&walk, -0.2), (&stand, -0.3)], true), stand);
        assert_eq!(first([(&end, -0.1), (&cover, -0.2), (&stand, -0.3)], true), cover);
        assert_eq!(first([(&end, -0.1), (&walk, -0.2), (&stand, -0.5)], true), end, "much worse");
        assert_eq!(first([(&end, -0.1), (&walk, -0.2), (&stand, -0.3)], false), end);
        assert_eq!(first([(&walk, -0.1), (&end, -0.2), (&stand, -0.3)], true), walk, "it does something");
    }
}
