//! What only the book of the skirmish lets a unit do: a button for every offer.

use super::choices::{ActionChoice, ChoiceAction, ChoiceGroup, plan_cost_text, refusal_text};
use crate::attack_forecast::percent_text;
use crate::input::InputAction;
use crate::session::{Intent, Session};
use battle::validate_order;
use battle::{
    BattleView, Order, OrderError, UnitDataItem, UnitId, ValidatedOrder, available_actions,
    special_action_odds,
};
use rules::{AvailableAction, SpecialActionTarget};

/// Everything that the book offers the unit, with the keys that are kept for it.
pub(crate) fn special_action_choices(
    view: &BattleView,
    unit: &UnitDataItem,
    session: &Session,
) -> Vec<ActionChoice> {
    let mut bar = Vec::new();
    for offer in available_actions(view, unit) {
        match offer.aim {
            SpecialActionTarget::Nothing => bar.push(immediate_choice(view, *unit.id, &offer)),
            SpecialActionTarget::Neighbour => bar.push(targeted_choice(view, unit, &offer, session)),
            SpecialActionTarget::Weapon => bar.extend(weapon_choices(view, unit, &offer)),
        }
    }
    for (number, choice) in bar.iter_mut().enumerate() {
        choice.command = InputAction::for_special_action(number);
    }
    bar
}

fn special_action_order(
    unit: UnitId,
    offer: &AvailableAction,
    target: Option<UnitId>,
    weapon: Option<usize>,
) -> Order {
    Order::SpecialAction { unit, deed: offer.key.to_owned(), target, weapon }
}

/// What a button says about an offer, and how likely it works where it is done to nobody else.
fn special_action_description(
    view: &BattleView,
    offer: &AvailableAction,
    unit: UnitId,
    weapon: Option<usize>,
) -> String {
    let chances = special_action_odds(view, (unit, offer.key, weapon), None);
    let chances = chances.iter().map(|(words, share)| format!("{} {words}", percent_text(*share)));
    let told = chances.collect::<Vec<_>>().join(", ");
    let line = if told.is_empty() { "" } else { "\n" };
    format!("{} {}{line}{told}", offer.detail, offer.clause)
}

fn special_action_choice(
    offer: &AvailableAction,
    label: String,
    deed: ChoiceAction,
    result: Result<ValidatedOrder, OrderError>,
) -> ActionChoice {
    let cost = match &result {
        Ok(plan) if offer.price.is_empty() => plan_cost_text(plan, ""),
        _ => offer.price.clone(),
    };
    ActionChoice {
        group: ChoiceGroup::SpecialActions,
        label,
        cost,
        action: deed,
        refusal: refusal_text(result),
        description: format!("{} {}", offer.detail, offer.clause),
        command: None,
        chosen: false,
    }
}

fn immediate_choice(view: &BattleView, unit: UnitId, offer: &AvailableAction) -> ActionChoice {
    let order = special_action_order(unit, offer, None, None);
    let result = validate_order(view, &order);
    let about = special_action_description(view, offer, unit, None);
    ActionChoice {
        description: about,
        ..special_action_choice(offer, offer.label.clone(), ChoiceAction::GiveOrder(order), result)
    }
}

/// To a unit that is chosen on the board: allowed as soon as it is allowed to somebody. Else the nearest unit says why
/// not, and the nearest one of the other sort, friend or enemy, if it says something else.
fn targeted_choice(
    view: &BattleView,
    unit: &UnitDataItem,
    offer: &AvailableAction,
    session: &Session,
) -> ActionChoice {
    let here = unit.cell();
    let mut others: Vec<_> =
        view.units().filter(|other| other.id != unit.id && !other.out_of_action.escaped()).collect();
    others.sort_by_key(|other| (here.chebyshev_distance(other.cell()), *other.id));
    let mut results: Vec<_> = others
        .iter()
        .map(|other| validate_order(view, &special_action_order(*unit.id, offer, Some(*other.id), None)))
        .collect();
    let best = results.iter().position(Result::is_ok).unwrap_or(0);
    let sides: Vec<bool> = others.iter().map(|other| other.side == unit.side).collect();
    let other_sort = sides.iter().position(|friend| Some(friend) != sides.get(best));
    let too = other_sort.and_then(|at| refusal_text(results[at].clone()));
    let nobody = || Err(OrderError::InvalidTarget("There is nobody to do it to.".to_owned()));
    let result = if results.is_empty() { nobody() } else { results.swap_remove(best) };
    let aim = Intent::SpecialAction { key: offer.key };
    let mut choice = special_action_choice(offer, offer.label.clone(), ChoiceAction::Aim(aim), result);
    if let (Some((why, _)), Some((other, _))) = (&mut choice.refusal, too)
        && *why != other
    {
        why.push('\n');
        why.push_str(&other);
    }
    ActionChoice { chosen: session.intent == aim, ..choice }
}

/// One button for every weapon that fits; a single one that says why, where none does.
fn weapon_choices(view: &BattleView, unit: &UnitDataItem, offer: &AvailableAction) -> Vec<ActionChoice> {
    let fits = |result: &Result<ValidatedOrder, OrderError>| {
        !matches!(result, Err(OrderError::ForbiddenByBook { .. }))
    };
    let mut tried: Vec<_> = unit
        .inventory
        .held_items()
        .map(|(slot, carried)| {
            let order = special_action_order(*unit.id, offer, None, Some(slot));
            let result = validate_order(view, &order);
            (carried.name(), (order, special_action_description(view, offer, *unit.id, Some(slot))), result)
        })
        .collect();
    if tried.iter().any(|(.., result)| fits(result)) {
        tried.retain(|(.., result)| fits(result));
    } else {
        tried.truncate(1);
    }
    let several = tried.len() > 1;
    tried
        .into_iter()
        .map(|(name, (order, about), result)| {
            let label = if several { format!("{}: {name}", offer.label) } else { offer.label.clone() };
            let choice = special_action_choice(offer, label, ChoiceAction::GiveOrder(order), result);
            ActionChoice { description: format!("With {name}. {about}"), ..choice }
        })
        .collect()
}
