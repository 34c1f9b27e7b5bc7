//! Undo, redo and reset of a turn: what is taken back, and what can be given again.

mod joint_orders;

use bevy::prelude::*;

pub(crate) use self::joint_orders::JointOrders;
use crate::ai_players;
use crate::battle_revision::BattleRevision;
use battle::journal;
use battle::journal::UndoError;
use battle::{BattleEvent, BattleView, History, Order, OrderRecord, RoundState, UNSEEN_UNIT_NAME};
use model::UnitId;

/// A request to give the last undone orders again.
#[derive(Message, Clone, Copy, Debug)]
pub(crate) struct RedoOrder;

/// A request to undo every order of the acting unit's phase.
#[derive(Message, Clone, Copy, Debug)]
pub(crate) struct ResetTurn;

/// The orders that were undone, until another one is given.
#[derive(Resource, Debug, Default)]
pub(crate) struct UndoneOrders {
    /// Each undo with the orders that it took back, in the order in which they were given; the last undo is the last.
    groups: Vec<Vec<Order>>,
    /// The position in which they can be given again.
    at: Option<BattleRevision>,
}

impl UndoneOrders {
    /// Returns the first of the orders that a redo gives in this position.
    pub fn next(&self, at: BattleRevision) -> Option<&Order> {
        let at = at.without_its_viewer();
        self.groups.last().filter(|_| self.at == Some(at))?.first()
    }
}

/// Undoes the last order of a human, with those that the same click gave, and what the AI did since.
///
/// # Errors
/// Returns `UndoError` if there is nothing to undo, or if dice or hidden information are known.
pub(crate) fn undo(world: &mut World) -> Result<(), UndoError> {
    let before = BattleRevision::without_viewer(world);
    let mut orders = ai_players::undo_to_person(world)?;
    let is_half_undone = |world: &World| {
        let joint = world.get_resource::<JointOrders>();
        joint.is_some_and(|joint| joint.ends_within(world.resource::<History>()))
    };
    while is_half_undone(world)
        && let Ok(earlier) = ai_players::undo_to_person(world)
    {
        orders.splice(0..0, earlier);
    }
    let after = BattleRevision::without_viewer(world);
    let mut undone = world.resource_mut::<UndoneOrders>();
    if undone.at != Some(before) {
        undone.groups.clear();
    }
    undone.groups.push(orders);
    undone.at = Some(after);
    Ok(())
}

/// Gives the last undone orders again. Returns whether there were any.
pub(crate) fn redo(world: &mut World) -> bool {
    let now = BattleRevision::without_viewer(world);
    let mut undone = world.resource_mut::<UndoneOrders>();
    if undone.at != Some(now) {
        undone.groups.clear();
    }
    let Some(orders) = undone.groups.pop() else { return false };
    for order in orders {
        if journal::submit_order(world, order).is_err() {
            world.insert_resource(UndoneOrders::default());
            return true;
        }
    }
    let now = BattleRevision::without_viewer(world);
    world.resource_mut::<UndoneOrders>().at = Some(now);
    true
}

/// Undoes the orders of the acting unit since its phase began, as far as allowed.
///
/// # Errors
/// Returns `UndoError` if not even the last of them can be undone.
pub(crate) fn reset_turn(world: &mut World) -> Result<(), UndoError> {
    let acting = world.resource::<RoundState>().acting();
    let orders = acting.map_or(0, |unit| orders_of_phase(world.resource::<History>().records(), unit));
    if orders == 0 {
        return Err(UndoError::Nothing);
    }
    let kept = world.resource::<History>().records().len() - orders;
    undo(world)?;
    while world.resource::<History>().records().len() > kept && undo(world).is_ok() {}
    Ok(())
}

/// Returns the number of orders since the phase of a unit began.
pub(crate) fn orders_of_phase(records: &[OrderRecord], unit: UnitId) -> usize {
    let begins = |record: &OrderRecord| {
        record
            .events
            .iter()
            .any(|event| matches!(event.event, BattleEvent::PhaseBegan { unit: of } if of == unit))
    };
    records.iter().rev().position(begins).unwrap_or(0)
}

/// Describes what an undo would take back, by what the order did: "Vex walks 4 m east", "Brandt opens the steel door"; orders
/// that the same click gave come first, and turns of AI players that go with it are named: "Brandt ends the turn, and the turn
/// of Gant".
pub(crate) fn undo_text(
    view: &BattleView,
    (history, joint): (&History, &JointOrders),
    is_ai: impl Fn(UnitId) -> bool,
) -> Option<String> {
    let own = |record: &&OrderRecord| {
        let order = &record.order;
        order.unit().is_none_or(|unit| !is_ai(unit)) && !matches!(order, Order::Decide { .. })
    };
    let records = history.records();
    let at = records.iter().rposition(|record| own(&record)).or(records.len().checked_sub(1))?;
    let given = joint.before(history, at).chain([at]);
    let texts: Vec<String> =
        given.map(|number| battle_log::order_text::given_order_text(view, &records[number])).collect();
    let text = texts.join("; ");
    let mut others: Vec<UnitId> = Vec::new();
    for unit in records[at + 1..].iter().filter_map(|record| record.order.unit()) {
        if is_ai(unit) && !others.contains(&unit) {
            others.push(unit);
        }
    }
    if others.is_empty() {
        return Some(text);
    }
    let name = |unit: &UnitId| match view.unit(*unit) {
        Some(unit) => unit.identity.name().to_owned(),
        None => UNSEEN_UNIT_NAME.to_owned(),
    };
    let mut names: Vec<String> = others.iter().map(name).collect();
    names.dedup();
    let turns = if others.len() == 1 { "turn" } else { "turns" };
    Some(format!("{text}, and the {turns} of {}", rules::join_counted(&names)))
}

#[cfg(test)]
mod tests;
