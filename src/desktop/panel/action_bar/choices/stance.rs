//! Choices for cover and posture.

use super::{ActionChoice, buy_first, is_relevant, simple_choice, text_with_clause};
use crate::panel::action_bar::cover_text::{NOTHING_BESIDE, offers_cover};
use battle::validate_order;
use battle::{BattleView, Order, OrderError, TurnPurchase, UnitDataItem};
use battle_log::posture_words::posture_words;
use rules::turn_engine::Action;

/// Whether a choice takes cover, by the shared action or that of the book.
pub(super) fn takes_cover(choice: &ActionChoice) -> bool {
    match choice.action.order() {
        Some(Order::TakeCover { .. }) => true,
        Some(Order::SpecialAction { action, .. }) => action == "cover",
        _ => false,
    }
}

/// Taking cover, if `cover` allows the shared action, and lying down or standing up.
pub(super) fn stance_choices(view: &BattleView, unit: &UnitDataItem, cover: bool) -> Vec<ActionChoice> {
    let (label, action, order) = if unit.is_prone() {
        ("Stand up", Action::StandUp, Order::StandUp { unit: *unit.id })
    } else {
        (posture_words(view).action, Action::DropProne, Order::DropProne { unit: *unit.id })
    };
    let mut posture = simple_choice(view, unit, label, action, order);
    if action == Action::DropProne && view.setup().bundle().skirmish.zero_gravity {
        let text = "Lies flat against the floor, which counts as prone.";
        posture.description = text_with_clause(view, text, "prone", action.clause());
    }
    let cover = cover.then(|| cover_choice(view, unit));
    let choices = cover.into_iter().chain([posture]);
    choices.filter(is_relevant).collect()
}

/// Taking cover: what its price needs is bought with it, unless that would cost the attack. It is refused where nothing
/// gives cover.
fn cover_choice(view: &BattleView, unit: &UnitDataItem) -> ActionChoice {
    let order = Order::TakeCover { unit: *unit.id };
    let result = validate_order(view, &order);
    let choice = simple_choice(view, unit, "Take cover", Action::TakeCover, order.clone());
    match result {
        Ok(_) if !offers_cover(view, unit) => {
            let clause = view.rules().ruling("taking cover", "SS-ACT-49");
            let refusal = Some((NOTHING_BESIDE.to_owned(), clause));
            ActionChoice { refusal, ..choice }
        }
        Err(OrderError::ForbiddenByBook { .. }) if offers_cover(view, unit) => {
            let mut purchases = TurnPurchase::list(view, unit, None).into_iter();
            let is_usable =
                |purchase: &TurnPurchase| !purchase.bought.ends_attacks && purchase.pays_cover(view);
            match purchases.find(is_usable) {
                Some(purchase) => buy_first(&purchase, order, choice),
                None => choice,
            }
        }
        _ => choice,
    }
}
