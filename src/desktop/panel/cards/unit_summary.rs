//! Summary of a hovered unit: health, weapons, status.

use bevy_egui::egui::Ui;

use super::brief::show_more_hint;
use super::card_title::show_title;
use super::shows_details;
use crate::objective_text::unit_objective_words;
use crate::panel::unit_inspector::status_effects::effect_summaries;
use crate::panel::unit_inspector::weapons::{explosive_text, reach_text};
use crate::panel::widgets::{
    PanelContext, deadly_harm_text, out_of_action_text, revival_text, show_fact_line,
};
use crate::session::Session;
use crate::turn_status::TurnStatus;
use battle::{BattleView, CarriedItem, StatusKind, UnitDataItem};
use battle_log::log_text::capitalise;
use model::UnitId;
use rules::{QueuedAttack, play};

/// Draws the summary of a unit: health, weapons and status.
pub(super) fn show_unit_summary(ui: &mut Ui, context: &PanelContext, session: &Session, id: UnitId) {
    let Some(unit) = context.view.unit(id) else { return };
    let (palette, is_brief) = (context.palette, !shows_details(ui, context));
    show_title(ui, context, unit.identity.name(), context.view.side_name(*unit.side));
    if let Some(role) = unit.identity.distinct_role().filter(|_| !is_brief) {
        ui.colored_label(palette.dim, role);
    }
    if let Some(words) = unit_objective_words(context.view, &unit) {
        ui.colored_label(palette.caution, capitalise(&words));
    }
    if let Some(state) = out_of_action_text(&unit) {
        ui.colored_label(palette.harm, capitalise(state));
    }
    if let Some(text) = revival_text(context.view, &unit) {
        ui.colored_label(palette.caution, capitalise(&text) + ".");
    }
    if let Some(text) = deadly_harm_text(context.view, &unit) {
        ui.colored_label(palette.dim, capitalise(&text) + ".");
    }
    if let Some(status) = TurnStatus::of_unit(context.view, &unit).filter(|status| status.is_done()) {
        ui.colored_label(palette.dim, format!("{} {}.", unit.identity.name(), status.words()));
    }
    for gauge in play::gauges(unit.sheet.get(), unit.health.condition(), context.view.rules()) {
        show_fact_line(ui, (&gauge.label, palette.dim), (&gauge.text(), palette.text));
    }
    for line in carried_lines(context, &unit).into_iter().filter(|line| !is_brief || line.is_key()) {
        let colour = if line.is_explosive { palette.caution } else { palette.text };
        show_fact_line(ui, (line.place, palette.dim), (&line.text, colour));
    }
    for inside in context.view.occupants(id) {
        let seat = if inside.status.has(StatusKind::Drives(id)) { "Driver" } else { "Passenger" };
        show_fact_line(ui, (seat, palette.dim), (inside.identity.name(), palette.text));
    }
    for other in others_on_square(context.view, &unit) {
        show_fact_line(
            ui,
            ("Same square", palette.dim),
            (&named_state(&other), context.unit_colour(*other.id)),
        );
    }
    for effect in effect_summaries(context, &unit) {
        let colour = if effect.is_bad { palette.caution } else { palette.good };
        show_fact_line(ui, (&effect.name, colour), (&effect.until, palette.dim));
        if !is_brief {
            ui.colored_label(palette.dim, effect.text);
        }
    }
    for (attacker, weapons) in announced_at(context.view, id) {
        let title = format!("Announced by {}", context.unit_name(attacker));
        show_fact_line(ui, (&title, context.unit_colour(attacker)), (&weapons, palette.text));
    }
    if let Some(text) = watcher_text(context, session, &unit).filter(|_| !is_brief) {
        ui.colored_label(palette.dim, text);
    }
    show_more_hint(ui, context);
}

/// Returns the other units on the square of a unit: the mouse picks each by its token there.
fn others_on_square<'v>(view: &'v BattleView, unit: &UnitDataItem) -> Vec<UnitDataItem<'v, 'v>> {
    let is_on_foot = |one: &UnitDataItem| one.out_of_action.on_map() && one.vehicle().is_none();
    if !is_on_foot(unit) {
        return Vec::new();
    }
    let shares =
        |other: &UnitDataItem| other.id != unit.id && other.cell() == unit.cell() && is_on_foot(other);
    view.units().filter(shares).collect()
}

/// Names a unit with its state if it is out of action: "Mara, unconscious".
fn named_state(unit: &UnitDataItem) -> String {
    let name = unit.identity.name();
    out_of_action_text(unit).map_or_else(|| name.to_owned(), |state| format!("{name}, {state}"))
}

/// Returns the units that have announced attacks on a unit, each with its weapons: "Pistol, Fists".
fn announced_at(view: &BattleView, target: UnitId) -> Vec<(UnitId, String)> {
    let fighters = view.units().filter(|unit| unit.is_fighting());
    let weapons = fighters.map(|unit| {
        let mut names: Vec<String> = Vec::new();
        for (attack, _) in view.queued_attacks(&unit) {
            let QueuedAttack::Unit { slot, target: aim } = attack else { continue };
            let carried = unit.inventory.get(usize::from(slot)).filter(|_| aim == target);
            let name = carried.map(|carried| carried.name().to_string());
            names.extend(name.filter(|name| !names.contains(name)));
        }
        (*unit.id, names.join(", "))
    });
    weapons.filter(|(_, names)| !names.is_empty()).collect()
}

/// What a unit carries, as its summary names it.
#[derive(Clone, Debug, PartialEq)]
struct CarriedLine {
    /// Where it is: [`IN_HAND`] or "Carries".
    place: &'static str,
    text: String,
    is_explosive: bool,
}

impl CarriedLine {
    /// Whether it is shown without details: what is in hand, and what harms everybody near its target.
    fn is_key(&self) -> bool {
        self.place == IN_HAND || self.is_explosive
    }
}

/// Where a weapon is with which a unit attacks.
const IN_HAND: &str = "In hand";

/// Lists weapons of a unit: those in hand with their reach, and the explosives and two-handed weapons that it carries
/// besides; explosives with radius and damage.
fn carried_lines(context: &PanelContext, unit: &UnitDataItem) -> Vec<CarriedLine> {
    let (view, rules) = (context.view, context.view.rules());
    let me = view.unit_snapshot(unit);
    let line = |(_, carried): (usize, &CarriedItem)| {
        let (place, reach) = match carried.in_hand() {
            true => (IN_HAND, reach_text(rules.book(), carried.reach())),
            false => ("Carries", None),
        };
        let explosive = explosive_text(&me, carried, rules);
        let is_explosive = explosive.is_some();
        let more = explosive.or(reach);
        let text = match more {
            Some(more) => format!("{}, {more}", carried.name()),
            None => carried.name().to_string(),
        };
        CarriedLine { place, text, is_explosive }
    };
    let is_named = |(_, carried): &(usize, &CarriedItem)| carried.in_hand() || carried.hands() >= 2;
    let lines = unit.inventory.slots().filter(|(_, carried)| carried.hands() > 0);
    lines
        .map(|slot| (is_named(&slot), line(slot)))
        .filter_map(|(is_named, line)| (is_named || line.is_explosive).then_some(line))
        .collect()
}

/// Says what the eye at a unit means: that it sees the selected one. `None` if it has none.
fn watcher_text(context: &PanelContext, session: &Session, watcher: &UnitDataItem) -> Option<String> {
    let watched = context.view.unit(session.selected?).filter(|unit| unit.is_fighting())?;
    let is_open = context.view.open_prompt().is_some() || context.view.round().is_deploying();
    if is_open
        || watched.side == watcher.side
        || !watcher.is_fighting()
        || !context.view.sees(watcher, &watched)
    {
        return None;
    }
    Some(watcher_sentence(watcher.identity.name(), watched.identity.name()))
}

fn watcher_sentence(watcher: &str, watched: &str) -> String {
    format!("{watcher} sees {watched} (eye on its square).")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_without_details_names_weapons_in_hand_and_explosives() {
        let line = |place, is_explosive| CarriedLine { place, text: "Rifle".to_owned(), is_explosive };
        let lines = [line(IN_HAND, false), line("Carries", true), line("Carries", false)];
        assert_eq!(lines.map(|line| line.is_key()), [true, true, false]);
    }

    #[test]
    fn a_watcher_is_told_with_its_mark() {
        assert_eq!(watcher_sentence("Dyne", "Mara"), "Dyne sees Mara (eye on its square).");
    }
}
