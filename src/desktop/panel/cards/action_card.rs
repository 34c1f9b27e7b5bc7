//! Cards of actions other than attacks and moves: doors, items on the ground, special actions.

use bevy_egui::egui::Ui;

use super::card_title::show_title;
use crate::attack_forecast::percent_text;
use crate::board::interaction::door_click::DoorClick;
use crate::input::InputAction;
use crate::panel::action_bar::choices::plan_cost_text;
use crate::panel::action_bar::special_actions::tells_result;
use crate::panel::widgets::{PanelContext, keep_units, show_fact_line};
use battle::{Order, UnitDataItem, action_price, treatment_benefit, validate_order};
use battle_log::log_text::capitalise;
use content::BarrierKind;
use model::{BarrierId, ItemId, UnitId};
use rules::turn_engine::Action;

/// Draws an object in a square: its name, and how much it stops and hides.
pub(super) fn show_object(ui: &mut Ui, context: &PanelContext, kind: &BarrierKind) {
    show_title(ui, context, &capitalise(&kind.name), "");
    let palette = context.palette;
    let height = format!("{} m", f64::from(kind.height_cm) / 100.0);
    show_fact_line(ui, ("Height", palette.dim), (&height, palette.text));
    let text = match kind.transparent {
        true => "It hides nothing.",
        false => "Units beside it can have cover behind it.",
    };
    ui.colored_label(palette.dim, text);
}

/// Draws the card of a door.
pub(super) fn show_door(ui: &mut Ui, context: &PanelContext, unit: UnitId, barrier: BarrierId) {
    let Some(data) = context.view.barrier(barrier) else { return };
    let verb = if data.state.open() { "Close" } else { "Open" };
    let result = validate_order(context.view, &Order::Door { unit, barrier });
    let own = context.view.unit(unit).map(|unit| action_price(context.view, &unit, Action::Door, None));
    let price = match &result {
        Ok(plan) => plan_cost_text(context.view.rules().book(), plan, &own.unwrap_or_default()),
        Err(_) => String::new(),
    };
    show_title(ui, context, &format!("{verb} {}", data.barrier.kind().name), &price);
    if let Err(refusal) = result {
        ui.colored_label(context.palette.harm, refusal.to_string());
    }
}

/// Draws the card of an item on the ground: what picking it up costs, or why not.
pub(super) fn show_pick_up(ui: &mut Ui, context: &PanelContext, unit: UnitId, item: ItemId) {
    let items = context.view.items();
    let Some((_, lying)) = items.iter().find(|(known, _)| *known == item) else { return };
    let result = validate_order(context.view, &Order::PickUp { unit, item });
    let own = context.view.unit(unit).map(|unit| action_price(context.view, &unit, Action::PickUp, None));
    let price = match &result {
        Ok(plan) => plan_cost_text(context.view.rules().book(), plan, &own.unwrap_or_default()),
        Err(_) => String::new(),
    };
    show_title(ui, context, &format!("Pick up {}", lying.item().name()), &price);
    if let Err(refusal) = result {
        ui.colored_label(context.palette.harm, refusal.to_string());
    }
}

/// Draws the card of a door: what a click does, after the way to it if there is one, or why not.
pub(super) fn show_door_click(
    ui: &mut Ui,
    context: &PanelContext,
    unit: &UnitDataItem,
    (door, is_marked): (BarrierId, bool),
    click: Option<DoorClick>,
) {
    let Some(data) = context.view.barrier(door) else { return };
    let palette = context.palette;
    let usual = action_price(context.view, unit, Action::Door, None);
    let price = match (&click, validate_order(context.view, &Order::Door { unit: *unit.id, barrier: door })) {
        // What is refused has a reason, and no price.
        (Some(DoorClick::Here(Err(_)) | DoorClick::After(_, Err(_)) | DoorClick::TooFar) | None, _) => {
            String::new()
        }
        (Some(DoorClick::Here(_)), Ok(plan)) => plan_cost_text(context.view.rules().book(), &plan, &usual),
        _ if usual.is_empty() => "no cost".to_owned(),
        _ => usual,
    };
    let (title, verb) = if data.state.open() { ("Close", "close") } else { ("Open", "open") };
    show_title(ui, context, &format!("{title} {}", data.barrier.kind().name), &price);
    if let Some(DoorClick::After(route, _)) = &click {
        show_fact_line(
            ui,
            (&route.summary(), palette.dim),
            (
                Some(route.price()).filter(|price| !price.is_empty()).unwrap_or("no further cost"),
                palette.text,
            ),
        );
    }
    match click {
        Some(DoorClick::Here(Ok(()))) => ui.colored_label(palette.good, format!("Click to {verb} it.")),
        Some(DoorClick::After(_, Ok(()))) if is_marked => {
            ui.colored_label(palette.good, format!("Click again to go there and {verb} it."))
        }
        Some(DoorClick::After(_, Ok(()))) => {
            ui.colored_label(palette.good, format!("Click to go there and {verb} it."))
        }
        Some(DoorClick::Here(Err(why))) => ui.colored_label(palette.harm, why.to_string()),
        Some(DoorClick::After(_, Err(why))) => {
            ui.colored_label(palette.harm, format!("Not possible after the way to it. {why}"))
        }
        Some(DoorClick::TooFar) | None => ui.colored_label(
            palette.harm,
            format!("Out of reach in this turn: stand next to it to {verb} it."),
        ),
    };
}

/// Draws the card of a special action on a unit: cost and odds, or why not.
pub(super) fn show_special_action(
    ui: &mut Ui,
    context: &PanelContext,
    (unit, key, chances): (UnitId, &str, &[(String, f64)]),
    (other, is_marked): (UnitId, bool),
) {
    let Some(data) = context.view.unit(unit) else { return };
    let actions = battle::available_actions(context.view, &data);
    let Some(action) = actions.iter().find(|action| action.key == key) else { return };
    let order = Order::SpecialAction { unit, action: key.to_owned(), target: Some(other), weapon: None };
    let result = validate_order(context.view, &order);
    let price = if result.is_ok() { action.price.as_str() } else { "" };
    show_title(ui, context, &format!("{}: {}", action.label, context.unit_name(other)), price);
    let benefit = treatment_benefit(context.view, (unit, action.key), Some(other));
    let is_told = result.is_ok() && tells_result(benefit.is_some(), chances);
    match result {
        Ok(_) => {
            let key = context.key_label(InputAction::Confirm);
            let (colour, text) = match is_marked {
                true => (context.palette.good, format!("Click again or press {key} to do it.")),
                false => (context.palette.dim, "Click to choose it as the target.".to_owned()),
            };
            ui.colored_label(colour, text);
            if let Some(benefit) = benefit {
                ui.label(keep_units(&benefit));
            }
            if !is_told {
                ui.colored_label(context.palette.dim, &action.detail);
            }
        }
        Err(refusal) => _ = ui.colored_label(context.palette.harm, refusal.to_string()),
    }
    if is_told {
        return;
    }
    if let [(certain, _)] = chances {
        ui.label(format!("{}.", capitalise(certain)));
        return;
    }
    for (words, share) in chances {
        show_fact_line(ui, (words, context.palette.dim), (&percent_text(*share), context.palette.text));
    }
}
