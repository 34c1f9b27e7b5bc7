//! Title of the attack card: what the attack is, what it costs, and what a click does.

use bevy_egui::egui::Ui;

use super::AttackCard;
use super::remarks::{finishing_text, lost_movement};
use crate::attack_forecast::AttackQuery;
use crate::attack_ranking::paid_text;
use crate::input::InputAction;
use crate::panel::action_bar::attacks::mode_change_sentence;
use crate::panel::cards::card_title::show_title;
use crate::panel::widgets::{PanelContext, show_clause_detail, with_cited_clauses};
use battle::{Order, Target, UnitDataItem, ValidatedOrder};
use battle_log::log_text::count_text;
use battle_log::names::option_name;
use model::BarrierId;
use rules::{ActionRequest, play};

/// Draws what the attack is, what it costs, and what it changes for the attacker.
pub(super) fn show_attack_title(
    ui: &mut Ui,
    context: &PanelContext,
    attack: &AttackCard,
    (unit, what): (&UnitDataItem, &str),
) {
    let palette = context.palette;
    let AttackCard { query, result, .. } = attack;
    let aim = match query.target {
        Target::Unit(id) => context.unit_name(id),
        Target::Barrier(id) => barrier_name(context, id),
        Target::Square(_) => "a square".to_owned(),
    };
    let price = attack_cost_text(context, unit, query, result.as_ref().ok());
    show_title(ui, context, &format!("{what} at {aim}"), &price);
    let set = unit.inventory.get(query.weapon).and_then(|carried| carried.mode());
    if let Ok(plan) = result
        && let Some(sentence) = mode_change_sentence(plan, query.mode != set)
    {
        let sentence = with_cited_clauses(ui, context, &sentence);
        ui.colored_label(palette.caution, sentence);
    }
    if let Some(lost) = result.as_ref().ok().and_then(|plan| lost_movement(context.view, unit, plan)) {
        ui.colored_label(palette.caution, lost);
    }
    if let Some(text) = finishing_text(context.view, query) {
        ui.colored_label(palette.caution, text);
    }
    if let Some(instead) = &attack.instead {
        ui.colored_label(palette.caution, instead);
    }
}

/// Says why the attack is refused, or what a click does; of an attack that cannot harm, only what makes it anyway.
pub(super) fn show_click_hint(ui: &mut Ui, context: &PanelContext, attack: &AttackCard, marked: bool) {
    let palette = context.palette;
    show_first_attack_note(ui, context, attack);
    let AttackQuery { attacker: unit, target, weapon, mode, .. } = attack.query;
    let order = Order::Attack { unit, target, weapon, mode, option: attack.query.option.clone() };
    let approach = context.approach.filter(|approach| *approach.attack() == order);
    if let (Err(refusal), Some(approach)) = (&attack.result, approach) {
        ui.colored_label(palette.dim, refusal.to_string());
        let warned = attack.warning.clone();
        let text = warned.unwrap_or_else(|| format!("Click twice: {}.", approach.text()));
        ui.colored_label(palette.good, text);
    } else if let Err(refusal) = &attack.result {
        ui.colored_label(palette.harm, refusal.to_string());
    } else if let Some(warning) = attack.warning.as_ref().filter(|_| marked) {
        ui.colored_label(palette.caution, warning);
    } else if marked {
        let key = context.key_label(InputAction::Confirm);
        let (colour, anyway) = match attack.harmless {
            Some(_) => (palette.caution, " anyway"),
            None => (palette.good, ""),
        };
        ui.colored_label(colour, format!("Click again or press {key} to attack{anyway}."));
    } else if attack.harmless.is_none() {
        ui.colored_label(palette.dim, "Click to choose it as the target.");
    }
}

/// Draws what the attack settles for later ones of the turn, where it is possible.
fn show_first_attack_note(ui: &mut Ui, context: &PanelContext, attack: &AttackCard) {
    let AttackQuery { attacker, target: Target::Unit(_), .. } = attack.query else { return };
    let Some(unit) = context.view.unit(attacker).filter(|_| attack.result.is_ok()) else { return };
    if let Some((note, clause)) = play::first_attack_note(&context.view.unit_snapshot(&unit)) {
        ui.colored_label(context.palette.caution, note);
        show_clause_detail(ui, context, clause);
    }
}

/// Name of the attack: its attack option, fire mode or weapon.
pub(super) fn attack_name(
    context: &PanelContext,
    unit: &UnitDataItem,
    query: &AttackQuery,
) -> Option<String> {
    let carried = unit.inventory.get(query.weapon)?;
    if let Some(key) = &query.option {
        return Some(option_name(context.view, unit, query.weapon, key));
    }
    Some(query.mode.map_or_else(|| carried.name().to_string(), |mode| mode.short_name().to_owned()))
}

/// Formats the cost of an attack: "2 AP · 3 shots · 1 Karma"; only the shots if it is refused.
fn attack_cost_text(
    context: &PanelContext,
    unit: &UnitDataItem,
    query: &AttackQuery,
    plan: Option<&ValidatedOrder>,
) -> String {
    let Some(carried) = unit.inventory.get(query.weapon) else { return String::new() };
    let rounds =
        if carried.magazine() > 0 { play::rounds_per_attack(carried.weapon(), query.mode) } else { 0 };
    let book = context.view.rules().book();
    let points = match plan.map(|plan| paid_text(book, plan)) {
        Some(paid) if !paid.is_empty() => paid,
        Some(_) => {
            let me = context.view.unit_snapshot(unit);
            let action = play::attack_action(carried.weapon(), query.mode);
            let act =
                ActionRequest { action, with: me.held_weapon(query.weapon), option: query.option.as_deref() };
            play::price_label(&me, act, context.view.rules())
        }
        None => String::new(),
    };
    price_text(points, rounds, plan.map_or(0, |plan| plan.karma))
}

/// Joins what an attack costs. Ammunition is counted in shots: a round is a turn of all units.
fn price_text(points: String, shots: u32, karma: u8) -> String {
    let shots = if shots > 0 { count_text(shots, "shot", "shots") } else { String::new() };
    let karma = if karma > 0 { format!("{karma} Karma") } else { String::new() };
    let parts = [points, shots, karma];
    parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" · ")
}

fn barrier_name(context: &PanelContext, id: BarrierId) -> String {
    context.view.barrier(id).map_or_else(|| "barrier".to_owned(), |data| data.barrier.kind().name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_name_points_and_shots() {
        assert_eq!(price_text("2 AP".to_owned(), 3, 0), "2 AP · 3 shots");
        assert_eq!(price_text("1 AP".to_owned(), 1, 1), "1 AP · 1 shot · 1 Karma");
        assert_eq!(price_text("1 AP".to_owned(), 0, 0), "1 AP");
        assert_eq!(price_text(String::new(), 3, 0), "3 shots");
    }
}
