//! Actions of a click or Enter on a square: selection, marks, orders.

use bevy::prelude::*;

use crate::board::overlay::BoardOverlays;
use crate::player_input::PlayerInput;
use crate::session::{Hover, Intent, Session};
use battle::validate_order;
use battle::{BattleView, Order, RoundState, SubAttack, Target, UnitDataItem, is_in_own_zone};
use model::{Cell, Side, UnitId};

/// Handles a click or Enter on a square.
pub(crate) fn activate_cell(
    player: &mut PlayerInput,
    view: &BattleView,
    overlays: &BoardOverlays,
    hover: Hover,
) {
    if view.round().outcome().is_some() {
        return select_unit_at(&mut player.session, view, hover);
    }
    if view.round().is_deploying() {
        return deploy_unit(player, view, hover);
    }
    let acting = player.session.selected.filter(|id| view.round().acting() == Some(*id));
    let Some(unit) = acting.and_then(|id| view.unit(id)) else {
        return select_unit_at(&mut player.session, view, hover);
    };
    match player.session.intent {
        Intent::Move => mark_or_move(player, view, overlays, &unit, hover),
        Intent::Attack { weapon, mode, option } => match attack_target(&unit, view, hover, weapon) {
            Some(target) => {
                let option = option.map(str::to_owned);
                let order = Order::Attack { unit: *unit.id, target, weapon, mode, option };
                mark_or_attack(player, view, order, hover.cell);
            }
            None => select_unit_at(&mut player.session, view, hover),
        },
        Intent::SpecialAction { key } => match hover.unit.filter(|id| id != unit.id) {
            Some(other) => {
                let (unit, action, target) = (*unit.id, key.to_owned(), Some(other));
                issue_order(player, view, Order::SpecialAction { unit, action, target, weapon: None });
            }
            None => select_unit_at(&mut player.session, view, hover),
        },
        Intent::Door => {
            if let Some(barrier) = hover.barrier {
                issue_order(player, view, Order::Door { unit: *unit.id, barrier });
            }
        }
        Intent::PlaceItem { weapon, timer } => {
            let order = Order::Activate { unit: *unit.id, weapon, timer, to: hover.cell };
            mark_or_attack(player, view, order, hover.cell);
        }
        Intent::PickUp => {
            let items = view.items();
            if let Some((item, _)) = items.iter().find(|(_, item)| item.cell() == hover.cell) {
                issue_order(player, view, Order::PickUp { unit: *unit.id, item: *item });
            }
        }
    }
}

/// Orders an attack. It cannot be undone, so the first click marks its target and the second one orders it. An invalid
/// attack is reported at once.
fn mark_or_attack(player: &mut PlayerInput, view: &BattleView, order: Order, cell: Cell) {
    if player.session.marked == Some(cell) || validate_order(view, &order).is_err() {
        if let (
            Order::Attack { target: Target::Unit(target), weapon, mode, option: None, .. },
            Some(chosen),
        ) = (&order, &mut player.session.multiple_attacks)
        {
            // Added to the multi-attack. `SS-MULTI-01`
            chosen.push(SubAttack { target: *target, weapon: *weapon, mode: *mode });
            player.session.marked = None;
            return;
        }
        issue_order(player, view, order);
    } else {
        player.session.marked = Some(cell);
    }
}

/// Returns the target of an attack: an enemy, else a barrier, else the square if the weapon can detonate there; never a
/// friendly unit.
fn attack_target(unit: &UnitDataItem, view: &BattleView, hover: Hover, weapon: usize) -> Option<Target> {
    let other = hover.unit.and_then(|id| view.unit(id));
    match other {
        Some(other) if other.side != unit.side => Some(Target::Unit(*other.id)),
        Some(other) if other.is_fighting() => None,
        None if hover.barrier.is_none() && view.can_target_cells(unit, weapon) => {
            Some(Target::Square(hover.cell))
        }
        _ => hover.barrier.map(Target::Barrier),
    }
}

/// Queues an order. A valid one ends the intent; an invalid one is reported when it is given.
fn issue_order(player: &mut PlayerInput, view: &BattleView, order: Order) {
    if validate_order(view, &order).is_ok() {
        player.session.intent = Intent::Move;
    }
    player.session.marked = None;
    player.give_order(order);
}

fn select_unit_at(session: &mut Session, view: &BattleView, hover: Hover) {
    let Some(unit) = hover.unit.and_then(|id| view.unit(id)) else { return };
    select_unit(session, *unit.id);
}

/// Selects a unit.
pub(crate) fn select_unit(session: &mut Session, unit: UnitId) {
    if session.selected != Some(unit) {
        session.selected = Some(unit);
        session.intent = Intent::Move;
        session.evade = false;
        session.multiple_attacks = None;
    }
    session.marked = None;
}

/// Marks a square the first time, orders the move the second time.
fn mark_or_move(
    player: &mut PlayerInput,
    view: &BattleView,
    overlays: &BoardOverlays,
    unit: &UnitDataItem,
    hover: Hover,
) {
    if hover.unit.is_some_and(|id| id != *unit.id && view.unit(id).is_some_and(|other| other.is_fighting())) {
        return select_unit_at(&mut player.session, view, hover);
    }
    let route = overlays.plan.route.as_ref().filter(|route| route.end() == hover.cell);
    match route {
        Some(route) if player.session.marked == Some(hover.cell) => {
            let mut order = route.order();
            if let Order::Move { evade, .. } = &mut order {
                *evade = std::mem::take(&mut player.session.evade);
            }
            issue_order(player, view, order);
        }
        _ => {
            let reachable =
                overlays.plan.range.as_ref().is_some_and(|bands| bands.pace_to(hover.cell).is_some());
            player.session.marked = reachable.then_some(hover.cell);
        }
    }
}

fn deploy_unit(player: &mut PlayerInput, view: &BattleView, hover: Hover) {
    let chosen = player.session.selected.and_then(|id| view.unit(id));
    match (chosen, hover.unit) {
        (_, Some(_)) => select_unit_at(&mut player.session, view, hover),
        // If no unit can be placed there, the order's error says why.
        (Some(unit), None) => player.give_order(Order::Deploy { unit: *unit.id, to: hover.cell }),
        (None, None) => {}
    }
}

/// Returns the unit under the pointer, if it can still be deployed elsewhere.
pub(crate) fn deployable_unit(view: &BattleView, hover: Hover) -> Option<UnitId> {
    let unit = hover.unit.and_then(|id| view.unit(id)).filter(|_| view.round().is_deploying())?;
    (is_in_own_zone(view, *unit.side, hover.cell) && !view.round().is_ready(*unit.side)).then_some(*unit.id)
}

/// Ends the drag of a unit. On a friendly unit's square the two swap; elsewhere the order's error says why.
pub(crate) fn drop_dragged_unit(player: &mut PlayerInput, view: &BattleView, id: UnitId) {
    let (Some(hover), Some(unit)) = (player.session.hover, view.unit(id)) else { return };
    if hover.cell != unit.cell() {
        player.give_order(Order::Deploy { unit: id, to: hover.cell });
    }
}

/// Goes one step back; the last step opens the pause menu.
pub(crate) fn step_back(session: &mut Session, round: &RoundState) {
    if session.can_cancel() {
        session.cancel_last_choice();
    } else if session.cursor.is_some() {
        session.cursor = None;
    } else if let Some(acting) = round.acting().filter(|acting| session.selected != Some(*acting)) {
        session.selected = Some(acting);
    }
}

/// Whether there is anything to cancel.
pub(crate) fn can_go_back(session: &Session, round: &RoundState) -> bool {
    session.can_cancel()
        || session.cursor.is_some()
        || round.acting().is_some_and(|acting| session.selected != Some(acting))
}

/// Returns the next unit of the acting side, by id; during deployment, of the selected unit's side.
pub(crate) fn next_unit(view: &BattleView, selected: Option<UnitId>, back: bool) -> Option<(UnitId, Cell)> {
    let side_of = |id: UnitId| view.unit(id).map(|unit| *unit.side);
    let side: Option<Side> = view.round().acting().or(selected).and_then(side_of);
    let units: Vec<_> = view
        .units()
        .filter(|unit| unit.is_fighting() && side.is_none_or(|side| *unit.side == side))
        .map(|unit| (*unit.id, unit.cell()))
        .collect();
    let at = units.iter().position(|(id, _)| Some(*id) == selected);
    let next = match (at, back) {
        (None, _) => 0,
        (Some(at), false) => (at + 1) % units.len(),
        (Some(at), true) => (at + units.len() - 1) % units.len(),
    };
    units.get(next).copied()
}
