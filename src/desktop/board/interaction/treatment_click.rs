//! A click on a wounded or unconscious ally that the acting unit can treat from where it stands, or on that unit itself: the
//! first one offers the treatment, the second one orders it.

use super::board_actions::ClickContext;
use crate::player_input::PlayerInput;
use crate::session::{ClickWarning, Hover, Intent, Session};
use battle::{BattleView, Order, UnitDataItem, available_actions, possible_treatments, validate_order};
use model::{Cell, UnitId};
use rules::{AvailableAction, play};

/// The treatment that a click on an ally offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TreatmentClick {
    unit: UnitId,
    key: &'static str,
    ally: UnitId,
    /// "First Aid: Mara (3 AP)".
    text: String,
}

impl TreatmentClick {
    /// Finds the first treatment of the book that is possible and that the hovered ally needs; `None` where a click moves or
    /// selects. While a path over waypoints is chosen, all squares are squares to go to.
    pub fn find(view: &BattleView, session: &Session, hover: Hover) -> Option<Self> {
        if session.intent != Intent::Move || !session.waypoints.is_empty() {
            return None;
        }
        let acting = session.selected.filter(|id| view.round().acting() == Some(*id))?;
        let unit = view.unit(acting)?;
        let other = view.unit(hover.unit?).filter(|other| other.id != unit.id && other.side == unit.side)?;
        let treatment = possible_treatments(view, &unit, *other.id).into_iter().next()?;
        let text = format!("{}: {}{}", treatment.label, other.identity.name(), price_text(&treatment));
        Some(Self { unit: acting, key: treatment.key, ally: *other.id, text })
    }

    /// Returns key and target of the treatment.
    pub fn aim(&self) -> (&'static str, UnitId) {
        (self.key, self.ally)
    }

    /// Returns the order.
    fn order(&self) -> Order {
        let (action, target) = (self.key.to_owned(), Some(self.ally));
        Order::SpecialAction { unit: self.unit, action, target, weapon: None }
    }
}

/// Formats a price behind a label: " (3 AP)"; empty for what costs nothing.
fn price_text(action: &AvailableAction) -> String {
    if action.price.is_empty() { String::new() } else { format!(" ({})", action.price) }
}

/// Offers to treat the ally that was clicked, or orders what the last click offered. Returns whether it did.
pub(super) fn offers_treatment(player: &mut PlayerInput, view: &BattleView, hover: Hover) -> bool {
    let Some(treatment) = TreatmentClick::find(view, &player.session, hover) else { return false };
    offer_or_order(player, hover.cell, (&treatment.text, treatment.order()));
    true
}

/// Lets the acting unit do to itself what the chosen action does to another: the first click on it says what that is, the
/// second one orders it. Says why not where that is impossible.
pub(super) fn act_on_itself(
    player: &mut PlayerInput,
    context: &ClickContext,
    unit: &UnitDataItem,
    (key, cell): (&str, Cell),
) {
    let ClickContext { view, now, .. } = *context;
    let Some(own) = play::own_action(key, view.rules()) else {
        let text = "This action needs another unit: click one, or cancel it.";
        player.session.notice = Some((text.to_owned(), now));
        return;
    };
    let order = Order::SpecialAction { unit: *unit.id, action: own.to_owned(), target: None, weapon: None };
    if let Err(why) = validate_order(view, &order) {
        player.session.notice = Some((why.to_string(), now));
        return;
    }
    let actions = available_actions(view, unit);
    let offered = actions.iter().find(|action| action.key == own);
    let text = offered.map_or_else(String::new, |action| format!("{}{}", action.label, price_text(action)));
    offer_or_order(player, cell, (&text, order));
}

/// Offers an order with the first click on a square, and gives it with the second one.
fn offer_or_order(player: &mut PlayerInput, cell: Cell, (text, order): (&str, Order)) {
    let offer = ClickWarning { cell, text: format!("{text}. Click once more to do it.") };
    player.session.marked = None;
    if player.session.warned.as_ref() == Some(&offer) {
        (player.session.warned, player.session.intent) = (None, Intent::Move);
        player.give_order(order);
    } else {
        player.session.warned = Some(offer);
    }
}
