//! Candidates of the lookahead: the best plans of the planner, and plans of other kinds.

use std::mem::discriminant;

use crate::decision::ScoredOrder;
use battle::{Order, Target};

/// Plans that the planner keeps for the selection.
pub(crate) const MAX_PLANS: usize = 60;
/// Candidates taken for their score alone.
const BEST_PLANS: usize = 4;
/// Further attacks on other targets, further moves, and plans of other kinds.
const OTHER_ATTACKS: usize = 2;
const OTHER_MOVES: usize = 2;
const OTHER_KINDS: usize = 3;

/// Selects the candidates from plans that are sorted by score, the best first.
pub(super) fn select_candidates(plans: Vec<ScoredOrder>) -> Vec<ScoredOrder> {
    let mut chosen: Vec<ScoredOrder> = Vec::new();
    let (mut attacks, mut moves, mut others) = (0, 0, 0);
    for plan in plans {
        let is_new = match &plan.order {
            Order::Attack { target, .. } => {
                let is_known = |other: &ScoredOrder| attack_target(&other.order) == Some(*target);
                !chosen.iter().any(is_known) && taken(&mut attacks, OTHER_ATTACKS)
            }
            Order::Move { .. } => taken(&mut moves, OTHER_MOVES),
            order => {
                let is_known = |other: &ScoredOrder| discriminant(&other.order) == discriminant(order);
                !chosen.iter().any(is_known) && taken(&mut others, OTHER_KINDS)
            }
        };
        if chosen.len() < BEST_PLANS || is_new {
            chosen.push(plan);
        }
    }
    chosen
}

/// Counts one more unless there are enough.
fn taken(count: &mut usize, most: usize) -> bool {
    *count += 1;
    *count <= most
}

fn attack_target(order: &Order) -> Option<Target> {
    match order {
        Order::Attack { target, .. } => Some(*target),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::UnitId;

    #[test]
    fn other_targets_and_other_kinds_are_candidates_as_well() {
        let unit = UnitId(1);
        let attack = |target| Order::attack(unit, Target::Unit(UnitId(target)), 0, None);
        let orders = [
            attack(2),
            attack(2),
            attack(2),
            attack(2),
            attack(2),
            attack(3),
            Order::TakeCover { unit },
            attack(3),
            Order::EndPhase { unit },
        ];
        let plans = orders.iter().map(|order| ScoredOrder::new(order.clone(), Vec::new())).collect();
        let chosen: Vec<Order> = select_candidates(plans).into_iter().map(|plan| plan.order).collect();
        let wanted = [0, 1, 2, 3, 5, 6, 8].map(|number: usize| orders[number].clone());
        assert_eq!(chosen, wanted);
    }
}
