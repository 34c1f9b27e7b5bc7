//! Clicks and drags during deployment.

use super::board_actions::select_unit_at;
use crate::player_input::PlayerInput;
use crate::session::Hover;
use battle::{BattleView, Order, is_in_own_zone};
use model::UnitId;

/// Selects the unit on a square during deployment, or places the selected one there.
pub(super) fn deploy_unit(player: &mut PlayerInput, view: &BattleView, hover: Hover) {
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
