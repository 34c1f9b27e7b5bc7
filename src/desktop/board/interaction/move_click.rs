//! Clicks on squares that move the acting unit: what they order, what they only mark, and why they do nothing.

use super::board_actions::{ClickContext, is_move_click, issue_order, select_friend_at};
use crate::board::overlay::move_range::MoveRange;
use crate::board::overlay::route::Route;
use crate::board::overlay::unreachable_reason;
use crate::planned_move::too_far_text;
use crate::player_input::PlayerInput;
use crate::session::Hover;
use battle::{BattleView, Order, Pace, UnitDataItem, diagonal_step, validate_order};
use battle_log::log_text::capitalise;
use model::Cell;

/// Refuses a click in move mode on the square that was attacked last: the click was meant for the target, which has
/// fallen meanwhile or is gone. Returns whether it did.
fn refuses_late_click(player: &mut PlayerInput, context: &ClickContext, hover: Hover) -> bool {
    if player.session.attacked != Some(hover.cell) {
        return false;
    }
    let what = match hover.unit.and_then(|id| context.view.unit(id)) {
        Some(target) => format!("{} is out of action", target.identity.name()),
        None => "The target is no longer there".to_owned(),
    };
    player.session.notice = Some((late_click_text(&what), context.now));
    player.session.marked = None;
    true
}

/// Says why a click that came too late for an attack did nothing, and how the unit is moved there anyway.
fn late_click_text(what: &str) -> String {
    format!("{what}: nothing was done. To move to that square, point at another one first, then click it.")
}

/// What a click or Enter says where nothing was pointed at since the turn began, or since a question or list was closed.
const POINT_FIRST: &str = "Not moved yet: point at a square first.";

/// Refuses a move to where the pointer or the cursor only rests: it was left there before the turn began, or by a click on
/// something in front. Returns whether it did.
pub(super) fn refuses_resting_click(player: &mut PlayerInput, context: &ClickContext, hover: Hover) -> bool {
    let is_fighter = |id| context.view.unit(id).is_some_and(|unit| unit.is_fighting());
    let moves = !hover.unit.is_some_and(is_fighter) && is_move_click(context.view, &player.session, hover);
    let refuses = player.session.rests && moves;
    if refuses {
        player.session.notice = Some((POINT_FIRST.to_owned(), context.now));
    }
    refuses
}

/// Orders the move to a square. A move that cannot be taken back without loss, because enemies may strike, the ground is
/// dangerous or a test decides, and one with a side price, such as Strain, are marked by the first click and ordered by the
/// second one, which a notice says.
pub(super) fn mark_or_move(
    player: &mut PlayerInput,
    context: &ClickContext,
    unit: &UnitDataItem,
    hover: Hover,
) {
    let ClickContext { view, overlays, now, .. } = *context;
    let is_taken = |id| id != *unit.id && view.unit(id).is_some_and(|other| other.is_fighting());
    if hover.unit.is_some_and(is_taken) {
        if !select_friend_at(&mut player.session, view, unit, hover) {
            let other = hover.unit.and_then(|id| view.unit(id));
            let text = other.map(|other| format!("No attack on {} is possible now.", other.identity.name()));
            player.session.notice = text.map(|text| (text, now));
        }
        return;
    }
    if refuses_late_click(player, context, hover) {
        return;
    }
    // A click on a body may be meant for the unit that has just fallen.
    let is_body = hover.unit.is_some_and(|id| id != *unit.id);
    // The board may still show the path to another square: to the marked one, or to where the pointer was before.
    let route = overlays.route_to(view, hover.cell, player.session.evade);
    let asks = |route: &Route| context.confirm_moves || is_body || route.is_risky() || route.has_side_price();
    match &route {
        Some(route) if player.session.marked == Some(hover.cell) || !asks(route) => {
            let mut order = route.order();
            if let Order::Move { evade, .. } = &mut order {
                *evade = std::mem::take(&mut player.session.evade);
            }
            match route.purchase_order() {
                // What the way needs is bought first.
                Some(purchase) => {
                    issue_order(player, view, purchase);
                    player.give_order(order);
                }
                None => issue_order(player, view, order),
            }
        }
        _ => {
            let range = overlays.plan.range.as_ref();
            let reachable = range.is_some_and(|range| range.reaches(hover.cell));
            player.session.marked = reachable.then_some(hover.cell);
            if let Some(route) = route.as_ref().filter(|_| reachable) {
                let reason = if is_body { Some("a body lies there") } else { route.confirmation_reason() };
                player.session.notice = Some((second_click_text(reason), now));
            } else if !reachable && hover.cell != unit.cell() {
                let why = unreachable_text(view, unit, range, hover.cell);
                player.session.notice = Some((why, now));
            }
        }
    }
}

/// Says that a move takes one more click, and why.
fn second_click_text(reason: Option<&str>) -> String {
    match reason {
        Some(reason) => format!("Click once more to move: {reason}."),
        None => "Click once more to move.".to_owned(),
    }
}

/// Says why a unit cannot move to a square.
pub(super) fn unreachable_text(
    view: &BattleView,
    unit: &UnitDataItem,
    range: Option<&MoveRange>,
    cell: Cell,
) -> String {
    let Some(range) = range else {
        return "Wait until the move that the board shows is over.".to_owned();
    };
    if let Some(why) = unreachable_reason(view, unit, range, cell) {
        return capitalise(&why) + ".";
    }
    let onward =
        field::shortest_path(view.field().grid(), range.start(), cell, diagonal_step(view.rules()), |_| {
            false
        });
    let onward = onward.map_or_else(|| vec![cell], |path| path.cells);
    let before = range.path_to_start().unwrap_or_default();
    let path: Vec<Cell> = before.into_iter().chain(onward).collect();
    if let Some(text) = too_far_text(view, unit, &path) {
        return text;
    }
    let order = Order::Move { unit: *unit.id, path, pace: Pace::Walk, evade: false };
    match validate_order(view, &order) {
        Err(why) => why.to_string(),
        Ok(_) => format!("{} cannot get there now.", unit.identity.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_that_comes_too_late_says_that_it_did_nothing() {
        let text = late_click_text("Ward is out of action");
        assert!(text.starts_with("Ward is out of action: nothing was done."), "{text}");
        assert!(text.contains("To move to that square"), "{text}");
    }

    #[test]
    fn a_move_that_takes_two_clicks_says_so_after_the_first() {
        assert_eq!(second_click_text(None), "Click once more to move.");
        let risky = second_click_text(Some("enemies may strike on the way"));
        assert_eq!(risky, "Click once more to move: enemies may strike on the way.");
    }
}
