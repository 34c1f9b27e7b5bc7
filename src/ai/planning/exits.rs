//! What an adviser suggests to a unit that can leave the battlefield in this turn.

use super::situation::Situation;
use crate::baseline::easy_player;
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use battle::{
    BattleView, Order, Pace, SafePaths, UnitDataItem, move_budget, objective_progress, upright_move_budget,
    validate_order,
};
use content::Objective;
use model::{Cell, Side, UnitId};
use rules::turn_engine::Action;
use rules::{ActionRequest, RuleSet, UnitSnapshot, play};

/// How an order of a unit belongs to its way out of the battlefield.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitNote {
    /// The unit leaves when its turn ends where the order leads.
    Leaves {
        /// Its side has won then.
        wins: bool,
    },
    /// The unit stands up first, and can still leave in this turn.
    StandsUp,
    /// After the attack the unit can still leave in this turn.
    AttacksBefore,
}

/// The way of a unit to an exit in this turn.
struct WayOut {
    /// The next order on it.
    order: Order,
    /// Action points of all orders on it.
    points: u8,
}

/// Puts the way to an exit of the unit's own side first that it reaches in this phase, or the end of its turn on one: there, it
/// has escaped before an enemy can act, whatever the square is worth to a unit that stays. An attack is advised before where the
/// unit can still leave after it, and nothing before what wins the battle.
pub(super) fn prefer_exit(
    situation: &Situation,
    plans: &mut Vec<ScoredOrder>,
    is_possible: impl Fn(&ScoredOrder) -> bool,
) {
    let (view, me) = (situation.view, &situation.me);
    if !escape_decides(view, *me.side) {
        return;
    }
    let Some(way) = way_out(view, me) else { return };
    let first = plans.first().map_or(0.0, |best| best.score);
    let contribution =
        ScoreContribution { term: ScoreTerm::Objective, score: first + situation.weights.attack_margin };
    let wins = leaving_wins(view, *me.side);
    let goes_before = |attack: &Order| !wins && leaves_points(view, me, attack, way.points);
    let leaving = ScoredOrder::new(way.order.clone(), vec![contribution]);
    if is_possible(&leaving) {
        put_before_others(plans, leaving, goes_before);
    }
}

/// Says how an order of a unit belongs to its way out; `None` if it does not, and where its side need not escape any more.
pub fn exit_note(view: &BattleView, unit: UnitId, order: &Order) -> Option<ExitNote> {
    let me = view.unit(unit)?;
    let side = *me.side;
    if !escape_decides(view, side) {
        return None;
    }
    let leaves = || ExitNote::Leaves { wins: leaving_wins(view, side) };
    match order {
        Order::Move { path, .. } => path.last().filter(|end| view.is_exit_of(side, **end)).map(|_| leaves()),
        Order::EndPhase { .. } => view.is_exit_of(side, me.cell()).then(leaves),
        Order::StandUp { .. } => way_out(view, &me).map(|_| ExitNote::StandsUp),
        Order::Attack { .. } => {
            let way = way_out(view, &me)?;
            leaves_points(view, &me, order, way.points).then_some(ExitNote::AttacksBefore)
        }
        _ => None,
    }
}

/// Puts a plan first, unless the best one is an attack that goes before it.
fn put_before_others(plans: &mut Vec<ScoredOrder>, first: ScoredOrder, goes_before: impl Fn(&Order) -> bool) {
    let is_before =
        |best: &ScoredOrder| matches!(best.order, Order::Attack { .. }) && goes_before(&best.order);
    if plans.first().is_some_and(is_before) {
        return;
    }
    plans.retain(|plan| plan.order != first.order);
    plans.insert(0, first);
}

/// Whether a side has to escape, and still has enough units for that.
fn escape_decides(view: &BattleView, side: Side) -> bool {
    let fighting = view.units().filter(|unit| *unit.side == side && unit.is_fighting()).count() as u32;
    escapes(view, side).any(|(gone, needed)| gone + fighting >= needed)
}

/// Whether a side wins once one more of its units has escaped.
fn leaving_wins(view: &BattleView, side: Side) -> bool {
    escapes(view, side).any(|(gone, needed)| gone + 1 >= needed)
}

/// The progress of each objective of a side to escape: the units that have, and those that must.
fn escapes(view: &BattleView, side: Side) -> impl Iterator<Item = (u32, u32)> {
    let objectives = view.setup().bundle().skirmish.objectives.iter().enumerate();
    let own = objectives.filter(move |(_, objective)| {
        matches!(objective, Objective::Escape { .. }) && objective.side() == side.0
    });
    own.filter_map(move |(number, _)| objective_progress(view, number))
}

/// Whether a unit can pay for so many points after an attack; always in books in which it spends none.
fn leaves_points(view: &BattleView, me: &UnitDataItem, attack: &Order, needed: u8) -> bool {
    let price = validate_order(view, attack).map_or(0, |plan| plan.points);
    let left = view.unit_snapshot(me).budget.points();
    !play::counts_action_points(view.rules().book()) || left >= price.saturating_add(needed)
}

/// The way to the nearest exit in reach of this turn: the end of the turn on one, a walk or a run, or else standing up before it.
fn way_out(view: &BattleView, me: &UnitDataItem) -> Option<WayOut> {
    if view.is_exit_of(*me.side, me.cell()) {
        return Some(WayOut { order: easy_player::end_phase_order(view, *me.id), points: 0 });
    }
    way_on_foot(view, me).or_else(|| way_after_standing_up(view, me))
}

/// A walk or a run to the nearest exit.
fn way_on_foot(view: &BattleView, me: &UnitDataItem) -> Option<WayOut> {
    let budget = move_budget(view, me);
    let run = if budget.runs == 0 { budget.run } else { 0 };
    let (path, cost) = nearest_exit(view, me, budget.walk_left + run)?;
    let pace = if cost <= budget.walk_left { Pace::Walk } else { Pace::Run };
    let order = Order::Move { unit: *me.id, path, pace, evade: false };
    let points = validate_order(view, &order).ok()?.points;
    Some(WayOut { order, points })
}

/// Standing up, where a walk or a run leads to an exit afterwards.
fn way_after_standing_up(view: &BattleView, me: &UnitDataItem) -> Option<WayOut> {
    let (stand, budget) = upright_move_budget(view, me)?;
    let (_, cost) = nearest_exit(view, me, budget.walk_left + budget.run)?;
    let pace = if cost <= budget.walk_left { Action::Walk } else { Action::Run };
    let mut upright = view.unit_snapshot(me);
    upright.prone = false;
    let points = stand.points.saturating_add(move_points(&upright, pace, view.rules())?);
    Some(WayOut { order: Order::StandUp { unit: *me.id }, points })
}

/// Action points of a walk or a run of a unit; `None` if it can pay for none.
fn move_points(unit: &UnitSnapshot, pace: Action, rules: &RuleSet) -> Option<u8> {
    play::pay_action(unit, ActionRequest::for_action(pace), rules).ok().map(|paid| paid.points)
}

/// The way to the exit that is nearest, and its cost in half metres; `None` if none is in reach.
fn nearest_exit(view: &BattleView, me: &UnitDataItem, half_metres: u32) -> Option<(Vec<Cell>, u32)> {
    let paths = SafePaths::from_unit(view, me, half_metres);
    let exits = paths.cells().filter(|(cell, _)| *cell != me.cell() && view.is_exit_of(*me.side, *cell));
    let (cell, cost) = exits.min_by_key(|(cell, cost)| (*cost, *cell))?;
    Some((paths.path_to(cell)?, cost))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planning::situation::tests::for_each_unit;
    use battle::Target;
    use rules::Book;

    #[test]
    fn the_way_out_comes_first_but_for_an_attack_after_which_it_is_still_open() {
        let unit = UnitId(1);
        let walk = |x| Order::Move { unit, path: vec![Cell::new(x, 4)], pace: Pace::Walk, evade: false };
        let target = Target::Unit(UnitId(2));
        let shot = Order::Attack { unit, target, weapon: 0, mode: None, option: None };
        let plan = |order: &Order| ScoredOrder::new(order.clone(), Vec::new());
        let listed_where = |attack_goes_before: bool, orders: &[Order]| {
            let mut plans: Vec<ScoredOrder> = orders.iter().map(plan).collect();
            put_before_others(&mut plans, plan(&walk(9)), |_| attack_goes_before);
            plans.into_iter().map(|plan| plan.order).collect::<Vec<_>>()
        };
        let listed = |orders: &[Order]| listed_where(true, orders);
        let rest = Order::EndPhase { unit };
        assert_eq!(listed(&[rest.clone(), walk(1), walk(9)]), [walk(9), rest.clone(), walk(1)]);
        assert_eq!(listed(&[shot.clone(), walk(1)]), [shot.clone(), walk(1)]);
        let last_chance = listed_where(false, &[shot.clone(), walk(1)]);
        assert_eq!(last_chance, [walk(9), shot, walk(1)], "the attack would leave no points for the way");
        assert_eq!(listed(&[]), [walk(9)]);
    }

    /// A walk is half of a turn, and a run all of it.
    #[test]
    fn cs_base_20_the_way_after_standing_up_costs_what_the_book_says() {
        for_each_unit(Book::Circumstances, |view, unit| {
            let fresh = view.snapshot_at_next_phase(unit).expect("no phase is lost");
            let points = [Action::Walk, Action::Run].map(|pace| move_points(&fresh, pace, view.rules()));
            assert_eq!(points, [Some(1), Some(2)], "{}", unit.identity.name());
        });
    }
}
