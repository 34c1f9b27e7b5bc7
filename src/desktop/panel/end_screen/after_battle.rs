//! Page after the battle: health, rest, treatment, and saving the squad.

use bevy_egui::egui::{self, ComboBox, RichText, ScrollArea, Ui};

use super::question::{AfterBattleStep, leave_by};
use crate::accessibility::Accessible;
use crate::app_commands::AppCommand;
use crate::open_lists::keep_list_in_front;
use crate::panel::PanelState;
use crate::panel::unit_inspector::health_gauges;
use crate::panel::widgets::{PanelContext, out_of_action_text, show_clause_detail};
use crate::player_input::PlayerInput;
use battle::{BattleEvent, EventRecord, Order, UnitDataItem};
use battle_log::health_sentence::{change_sentence, lapse_sentence};
use dice::{RollMode, RollRecord, Trace};
use model::{Side, UnitId};
use rules::{DownState, MINUTES_PER_DAY, MedicalCare, play};

/// Rest durations in minutes, with their labels.
const REST_OPTIONS: [(&str, u32); 4] =
    [("1 minute", 1), ("1 hour", 60), ("1 day", MINUTES_PER_DAY), ("1 week", 7 * MINUTES_PER_DAY)];

/// Height of the line above the buttons of rest, with the space around it, in points.
const ROOM_OF_LINE: f32 = 22.0;

/// What a rest does.
const REST_HOVER: &str = "Lets this time pass for the units of all sides, after a question. They recover as the \
                          rulebook says, and treatments that take time are completed.";

/// Kinds of medical care, with their labels.
const CARE_OPTIONS: [(MedicalCare, &str); 3] = [
    (MedicalCare::None, "without care"),
    (MedicalCare::Competent, "with medical care"),
    (MedicalCare::Expert, "in a hospital"),
];

/// Names a kind of medical care: "without care".
pub(super) fn care_words(care: MedicalCare) -> &'static str {
    CARE_OPTIONS.iter().find(|(known, _)| *known == care).map_or("", |(_, words)| words)
}

/// State of the page.
#[derive(Debug, Default)]
pub(crate) struct AfterBattlePage {
    /// Medical care during rest.
    care: MedicalCare,
    /// The side shown.
    side: u8,
    /// The unit to treat.
    patient: Option<UnitId>,
    /// The statistics are shown in place of the page.
    pub shows_statistics: bool,
}

/// Draws the page, which replaces the statistics after the battle and is `height` points high. `losses` is what is lost
/// if the battle is left now.
pub(crate) fn show(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    state: &mut PanelState,
    (height, losses): (f32, &[String]),
) {
    let Some(minutes) = context.view.round().after() else { return };
    let bottom = ui.cursor().top() + height;
    ui.horizontal_wrapped(|ui| {
        let passed = match minutes {
            0 => "The units have left the battlefield. What this changed is listed below them.".to_owned(),
            minutes => format!("Time since the battle: {}.", duration_text(minutes)),
        };
        ui.label(passed);
        show_side_choice(ui, context, state);
    });
    let side = Side(state.aftermath.side);
    // Always the same height: what is below it never moves.
    let row = ui.spacing().interact_size.y + ui.spacing().item_spacing.y;
    let height = (bottom - ui.cursor().top() - 2.0 * row - ROOM_OF_LINE).max(60.0);
    let area = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
    let area = area.auto_shrink([false, false]);
    area.show(ui, |ui| {
        show_treatment_words(ui, context, side);
        for unit in context.view.units().filter(|unit| *unit.side == side) {
            show_unit(ui, context, player, state, &unit);
        }
        ui.separator();
        let (heading, results) = (last_order_heading(context), last_order_results(context));
        ui.colored_label(context.palette.dim, &heading);
        if results.is_empty() && !heading.is_empty() {
            ui.label("Nothing has changed.");
        }
        for (text, clause) in results {
            ui.horizontal_wrapped(|ui| {
                ui.label(text);
                show_clause_detail(ui, context, clause);
            });
        }
    });
    ui.separator();
    ui.horizontal_wrapped(|ui| {
        ui.label("Rest for");
        let care = state.aftermath.care;
        for (text, minutes) in REST_OPTIONS {
            let button = ui.add_enabled(!context.watching, egui::Button::new(text));
            if button.on_hover_text(REST_HOVER).clicked() {
                player.session.after_battle = Some(AfterBattleStep::Rest { minutes, care });
            }
        }
        for (care, text) in CARE_OPTIONS {
            ui.selectable_value(&mut state.aftermath.care, care, text);
        }
    });
    show_squad_buttons(ui, side, (player, losses));
}

fn show_side_choice(ui: &mut Ui, context: &PanelContext, state: &mut PanelState) {
    let count = context.view.setup().bundle().skirmish.sides.len();
    for side in (0..count).filter_map(|side| u8::try_from(side).ok()) {
        let name = RichText::new(context.view.side_name(Side(side))).color(context.side_colour(Side(side)));
        ui.selectable_value(&mut state.aftermath.side, side, name);
    }
}

/// Says what the treatments are that units of a side can give.
fn show_treatment_words(ui: &mut Ui, context: &PanelContext, side: Side) {
    let mut known: Vec<&str> = Vec::new();
    for unit in context.view.units().filter(|unit| *unit.side == side) {
        for treatment in battle::available_treatments(context.view, &unit) {
            if !known.contains(&treatment.key) {
                known.push(treatment.key);
                let text = format!(
                    "{}: {} It takes {}.",
                    treatment.label,
                    treatment.detail,
                    duration_text(treatment.minutes)
                );
                ui.colored_label(context.palette.dim, text);
            }
        }
    }
}

/// Draws a unit with its gauges and treatments.
fn show_unit(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    state: &mut PanelState,
    unit: &UnitDataItem,
) {
    let state_text =
        out_of_action_text(unit).map(|state_text| format!(" - {state_text}")).unwrap_or_default();
    let title = format!("{}{state_text}", unit.identity.name());
    egui::CollapsingHeader::new(title).id_salt(unit.id).default_open(true).show(ui, |ui| {
        health_gauges::show(ui, context, unit, false);
        for injury in play::lasting_injuries(&context.view.unit_snapshot(unit)) {
            let text = format!("{}: {}. {}", injury.name, injury.value, injury.hint);
            ui.colored_label(context.palette.caution, text);
        }
        if unit.out_of_action.down().is_none() {
            show_treatments(ui, context, player, state, unit);
        }
    });
}

fn show_treatments(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    state: &mut PanelState,
    unit: &UnitDataItem,
) {
    let all = battle::available_treatments(context.view, unit);
    if all.is_empty() {
        return;
    }
    let now = context.view.round().after().unwrap_or(0);
    let busy = unit.status.busy_until().filter(|until| *until > now);
    if let Some(until) = busy {
        ui.colored_label(context.palette.dim, format!("Busy for {} more", duration_text(until - now)));
        return;
    }
    let living = |id: &UnitId| {
        context.view.unit(*id).is_some_and(|other| other.out_of_action.down() != Some(DownState::Dead))
    };
    let patient = state.aftermath.patient.filter(living).unwrap_or(*unit.id);
    ui.horizontal_wrapped(|ui| {
        ui.colored_label(context.palette.dim, "Patient");
        let shown = ComboBox::from_id_salt(("patient", unit.id.0))
            .selected_text(context.unit_name(patient))
            .show_ui(ui, |ui| {
                let same = |other: &UnitDataItem| other.side == unit.side && living(other.id);
                for other in context.view.units().filter(same) {
                    ui.selectable_value(&mut state.aftermath.patient, Some(*other.id), other.identity.name());
                }
            })
            .response
            .named("Patient");
        keep_list_in_front(&shown);
        for treatment in all {
            let target = (patient != *unit.id).then_some(patient);
            let order = Order::Treat { unit: *unit.id, treatment: treatment.key.to_owned(), target };
            let refused = battle::validate_order(context.view, &order).err();
            let button = ui.add_enabled(refused.is_none(), egui::Button::new(treatment.label.to_string()));
            let text = match refused {
                Some(why) => why.to_string(),
                None => {
                    format!("{} It takes {}.", treatment.detail, duration_text(treatment.minutes))
                }
            };
            if button.on_hover_text(&text).on_disabled_hover_text(&text).clicked() {
                player.give_order(order);
            }
        }
    });
}

/// Formats a duration: "3 days and 2 hours".
pub(crate) fn duration_text(minutes: u32) -> String {
    let parts = [
        (minutes / MINUTES_PER_DAY, "day"),
        (minutes % MINUTES_PER_DAY / 60, "hour"),
        (minutes % 60, "minute"),
    ];
    let texts: Vec<String> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}{}", if count == 1 { "" } else { "s" }))
        .collect();
    match texts.as_slice() {
        [] => "No time".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Names the last order above its results; empty if it is none of this page.
fn last_order_heading(context: &PanelContext) -> String {
    match context.history.records().last().map(|record| &record.order) {
        Some(Order::LeaveField) => "Changes after the battle:".to_owned(),
        Some(Order::Rest { minutes, .. }) => format!("Changes by a rest of {}:", duration_text(*minutes)),
        Some(Order::Treat { unit, .. }) => format!("Treatment by {}:", context.unit_name(*unit)),
        _ => String::new(),
    }
}

/// Results of the last order, with clauses.
fn last_order_results(context: &PanelContext) -> Vec<(String, &'static str)> {
    let Some(record) = context.history.records().last() else { return Vec::new() };
    let after = matches!(record.order, Order::LeaveField | Order::Rest { .. } | Order::Treat { .. });
    let events = record.events.iter().filter(|_| after);
    let lapses = record.order == Order::LeaveField;
    events.flat_map(|event| event_steps(event).chain(health_change_text(context, event, lapses))).collect()
}

/// Describes a roll; one of symbols says whether it succeeds.
fn roll_text(record: &RollRecord) -> String {
    match record.dice.read {
        RollMode::Symbols(_) => {
            let result = if record.roll.symbols.successes > 0 { "succeeds" } else { "fails" };
            format!("The {} check {result}: {}", record.why, record.roll.symbols)
        }
        _ => format!("{}: {} dice", record.why, record.dice.count),
    }
}

fn event_steps(event: &EventRecord) -> impl Iterator<Item = (String, &'static str)> {
    event.trace.iter().filter_map(|step| match step {
        Trace::Noted(note) => Some((note.text.to_string(), note.clause)),
        Trace::Rolled(record) => Some((roll_text(record), record.clause)),
        Trace::Decided { .. } => None,
    })
}

/// Says how an event changes the health of a unit; at the end of the battle what was stored for a check `lapses`.
fn health_change_text(
    context: &PanelContext,
    event: &EventRecord,
    lapses: bool,
) -> Option<(String, &'static str)> {
    match &event.event {
        BattleEvent::Harmed { unit, before, after, .. } => {
            let data = context.view.unit(*unit)?;
            let gauges = |condition| play::gauges(data.sheet.get(), condition, context.view.rules());
            let (before, after) = (gauges(before), gauges(after));
            let clause = after.first().map_or("", |gauge| gauge.clause);
            let change =
                if lapses { lapse_sentence(&before, &after) } else { change_sentence(&before, &after) };
            (!change.is_empty()).then(|| (format!("{} {change}", context.unit_name(*unit)), clause))
        }
        BattleEvent::Recovered { unit } => {
            Some((format!("{} regains consciousness", context.unit_name(*unit)), ""))
        }
        BattleEvent::WentDown { unit, .. } => Some((format!("{} dies", context.unit_name(*unit)), "")),
        _ => None,
    }
}

fn show_squad_buttons(ui: &mut Ui, side: Side, (player, losses): (&mut PlayerInput, &[String])) {
    ui.horizontal_wrapped(|ui| {
        if ui.button("Save squad").on_hover_text("Saves the squad to a file in the squads folder.").clicked()
        {
            player.send_command(AppCommand::SaveSquad { side, go_on: false });
        }
        let hover = "Saves the squad, as it is now, and opens the set-up of a battle in which it takes part.";
        if ui.button("Save squad and choose its next battle").on_hover_text(hover).clicked() {
            leave_by(player, losses, AppCommand::SaveSquad { side, go_on: true });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_shown_in_days_hours_and_minutes() {
        assert_eq!(duration_text(0), "No time");
        assert_eq!(duration_text(61), "1 hour and 1 minute");
        assert_eq!(duration_text(2 * MINUTES_PER_DAY), "2 days");
        assert_eq!(duration_text(MINUTES_PER_DAY + 121), "1 day, 2 hours and 1 minute");
    }
}
