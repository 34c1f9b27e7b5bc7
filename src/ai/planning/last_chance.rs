//! Plans of a unit that falls at the end of the round unless something saves it: it prepares nothing for later turns.

use super::situation::Situation;
use super::unit_estimate::is_doomed;
use crate::decision::{ScoreTerm, ScoredOrder};
use battle::{Order, validate_order};
use model::Cell;
use rules::play;

/// Leaves out the plans that help a unit that falls at the end of the round in nothing, and the scores of others for later turns.
pub(super) fn keep_plans_for_this_round(situation: &Situation, plans: &mut Vec<ScoredOrder>) {
    if !is_doomed(&situation.me) {
        return;
    }
    let allies = allies_up(situation);
    plans.retain(|plan| helps(plan, &allies, |order| leaves_points(situation, order)));
    plans.iter_mut().for_each(drop_later_scores);
}

/// The cells of other units of the side that are up, and may heal the unit.
fn allies_up(situation: &Situation) -> Vec<Cell> {
    let (me, unit) = (&situation.me, situation.unit);
    let allies = situation.view.units().filter(|other| other.side == me.side && *other.id != unit);
    allies.filter(|other| other.is_fighting()).map(|other| other.cell()).collect()
}

/// Whether action points are left after an order; always in books in which units spend none.
fn leaves_points(situation: &Situation, order: &Order) -> bool {
    let view = situation.view;
    let price = validate_order(view, order).map_or(0, |plan| plan.points);
    !play::counts_action_points(view.rules().book()) || situation.fighter.budget.points() > price
}

/// Whether a plan can help a unit in the rest of the round: a move leads to an attack, the objective or an ally, and after what
/// prepares an attack there are points left.
fn helps(plan: &ScoredOrder, allies: &[Cell], leaves_points: impl Fn(&Order) -> bool) -> bool {
    let gains = |wanted: fn(ScoreTerm) -> bool| {
        plan.contributions.iter().any(|one| wanted(one.term) && one.score > 0.0)
    };
    let attacks = || gains(|term| matches!(term, ScoreTerm::Harm(_)));
    match &plan.order {
        Order::StandUp { .. } => attacks(),
        Order::Move { path, .. } => {
            let is_beside = |end: &Cell| allies.iter().any(|ally| ally.chebyshev_distance(*end) <= 1);
            attacks() || gains(|term| term == ScoreTerm::Objective) || path.last().is_some_and(is_beside)
        }
        Order::Reload { .. } | Order::Ready { .. } | Order::PickUp { .. } => leaves_points(&plan.order),
        Order::DropProne { .. } => false,
        _ => true,
    }
}

/// Takes the scores for later turns from a plan.
fn drop_later_scores(plan: &mut ScoredOrder) {
    let stands_up = matches!(plan.order, Order::StandUp { .. });
    plan.contributions.retain(|one| match one.term {
        ScoreTerm::Future | ScoreTerm::CloseIn => false,
        ScoreTerm::Readiness => !stands_up,
        _ => true,
    });
    plan.score = plan.contributions.iter().map(|one| one.score).sum();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::ScoreContribution;
    use battle::Pace;
    use model::UnitId;

    const UNIT: UnitId = UnitId(1);

    fn plan(order: Order, terms: &[(ScoreTerm, f64)]) -> ScoredOrder {
        let contributions =
            terms.iter().map(|(term, score)| ScoreContribution { term: *term, score: *score });
        ScoredOrder::new(order, contributions.collect())
    }

    #[test]
    fn a_unit_that_falls_at_the_end_of_the_round_stands_up_and_walks_only_for_what_helps_it() {
        let stand = || Order::StandUp { unit: UNIT };
        let walk =
            |x| Order::Move { unit: UNIT, path: vec![Cell::new(x, 4)], pace: Pace::Walk, evade: false };
        let helps = |order: Order, terms: &[(ScoreTerm, f64)]| {
            helps(&plan(order, terms), &[Cell::new(9, 5)], |_| true)
        };
        let later = [(ScoreTerm::Readiness, 0.2), (ScoreTerm::Future, 0.3), (ScoreTerm::CloseIn, 0.1)];
        let attack = [(ScoreTerm::Harm(UnitId(2)), 0.1)];
        assert!(!helps(stand(), &later));
        assert!(helps(stand(), &attack));
        assert!(!helps(walk(1), &later));
        assert!(helps(walk(1), &attack));
        assert!(helps(walk(1), &[(ScoreTerm::Objective, 0.1)]));
        assert!(helps(walk(8), &later), "the ally there may heal it");
        assert!(helps(Order::EndPhase { unit: UNIT }, &[]));
    }

    #[test]
    fn later_turns_score_nothing_for_a_unit_that_falls_before() {
        let harm = (ScoreTerm::Harm(UnitId(2)), 0.25);
        let terms = [harm, (ScoreTerm::Readiness, 0.5), (ScoreTerm::Future, 0.5)];
        let mut stand = plan(Order::StandUp { unit: UNIT }, &terms);
        drop_later_scores(&mut stand);
        assert_eq!(stand, plan(Order::StandUp { unit: UNIT }, &[harm]));
    }
}
