//! A click on a wounded or unconscious ally that the acting unit can treat from where it stands: the first one offers the
//! treatment, the second one orders it.

use crate::player_input::PlayerInput;
use crate::session::{ClickWarning, Hover, Intent, Session};
use battle::{BattleView, Order, possible_treatments};
use model::UnitId;

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
        let price = match treatment.price.as_str() {
            "" => String::new(),
            price => format!(" ({price})"),
        };
        let text = format!("{}: {}{price}", treatment.label, other.identity.name());
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

/// Offers to treat the ally that was clicked, or orders what the last click offered. Returns whether it did.
pub(super) fn offers_treatment(player: &mut PlayerInput, view: &BattleView, hover: Hover) -> bool {
    let Some(treatment) = TreatmentClick::find(view, &player.session, hover) else { return false };
    let text = format!("{}. Click once more to do it.", treatment.text);
    let offer = ClickWarning { cell: hover.cell, text };
    player.session.marked = None;
    if player.session.warned.as_ref() == Some(&offer) {
        player.session.warned = None;
        player.give_order(treatment.order());
    } else {
        player.session.warned = Some(offer);
    }
    true
}
