//! Treatments in battle, special actions that their target needs: on whom they are offered, and which an ally needs now.

use super::available_actions::available_actions;
use super::order_validator::validate_order;
use crate::state::order::Order;
use crate::view::battle_view::{BattleView, UnitDataItem};
use crate::view::special_action_context::SpecialActionContext;
use model::UnitId;
use rules::{AvailableAction, SpecialActionTarget, play};

/// Returns the special actions with which a unit can treat an ally now, from where it stands, in the order of the book; none if
/// the ally needs none.
pub fn possible_treatments(view: &BattleView, unit: &UnitDataItem, ally: UnitId) -> Vec<AvailableAction> {
    let is_ally = view.unit(ally).is_some_and(|other| other.id != unit.id && other.side == unit.side);
    let context = SpecialActionContext::new(view, *unit.id, Some(ally)).filter(|_| is_ally);
    let Some(context) = context else { return Vec::new() };
    let is_possible = |key: &str| {
        let (unit, action) = (*unit.id, key.to_owned());
        let order = Order::SpecialAction { unit, action, target: Some(ally), weapon: None };
        validate_order(view, &order).is_ok()
    };
    let mut actions = available_actions(view, unit);
    actions.retain(|AvailableAction { key, aim, .. }| {
        *aim == SpecialActionTarget::Neighbour
            && play::treats_target(&context.special_action(key, None), view.rules())
            && is_possible(key)
    });
    actions
}

/// Says what a treatment of a unit does for a target, or for the unit itself without one; `None` for other actions, and where their
/// description says it.
pub fn treatment_benefit(
    view: &BattleView,
    (unit, key): (UnitId, &str),
    target: Option<UnitId>,
) -> Option<String> {
    let context = SpecialActionContext::new(view, unit, target)?;
    play::treatment_benefit(&context.special_action(key, None), view.rules())
}

/// Whether a special action of a unit keeps a target up, or the unit itself without one, that would fall at the end of the round
/// otherwise. That it is possible is not checked.
pub fn keeps_patient_up(view: &BattleView, (unit, key): (UnitId, &str), target: Option<UnitId>) -> bool {
    let context = SpecialActionContext::new(view, unit, target);
    context.is_some_and(|context| play::keeps_patient_up(&context.special_action(key, None), view.rules()))
}

/// Whether a special action of a unit is offered on another one: treatments on allies alone, although most rules allow them on
/// any unit.
pub fn is_offered_on(view: &BattleView, unit: &UnitDataItem, key: &str, other: &UnitDataItem) -> bool {
    let treats = || {
        let context = SpecialActionContext::new(view, *unit.id, Some(*other.id));
        context.is_some_and(|context| play::treats_target(&context.special_action(key, None), view.rules()))
    };
    other.side == unit.side || !treats()
}
