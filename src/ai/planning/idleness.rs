//! Idle phases: no unit does nothing in two phases on end while an enemy has it in view.

use super::situation::Situation;
use crate::decision::ScoredOrder;
use crate::memory::PhaseMemory;
use battle::Order;

/// How much less than the end of the phase another plan may be worth, for a unit that has done nothing before.
const MAX_LOSS: f64 = 0.3;

/// Puts a plan to fight or to take cover before the end of the phase, for a unit that did nothing in the one before.
///
/// Each time its danger alone speaks for staying as it is, but it is shot at all the same. Plans that are rated by exchanges know
/// what becomes of those that wait.
pub(super) fn prefer_acting_to_idling(
    plans: &mut [ScoredOrder],
    situation: &Situation,
    memory: &PhaseMemory,
    is_possible: impl Fn(&ScoredOrder) -> bool,
) {
    let has_acted = memory.moves > 0 || memory.has_attacked;
    if !has_acted && !situation.weights.weighs_exchanges && situation.has_waited_too_long() {
        put_before_end(plans, &situation.cover_order(), is_possible);
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

#[cfg(test)]
mod tests {
    use super::*;
    use battle::Pace;
    use model::{Cell, UnitId};

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
