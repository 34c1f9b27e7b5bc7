//! Left panel: details of the selected unit, each number with its explanation.

use bevy_egui::egui::{self, Button, Rect, ScrollArea, Sense, TextEdit, Ui, pos2, vec2};

use super::turn_resources::{move_purchase, show_action_points, show_movement};
use super::{auto_responses, cover_shields, health_gauges, status_effects, weapons};
use crate::accessibility::Accessible;
use crate::ai_players::SidePlayer;
use crate::board::interaction::board_actions::select_unit;
use crate::objective_text::unit_objective_words;
use crate::panel::PanelState;
use crate::panel::action_bar::{choices, karma};
use crate::panel::answer_plans::AnswerPlans;
use crate::panel::widgets::{
    PanelContext, arrival_text, body_font, deadly_harm_text, draw_side_mark, layout_truncated,
    out_of_action_text, revival_text, show_clause_detail, show_fact, show_fact_line, show_modifiers,
    shows_clauses, title_font, with_cited_clauses,
};
use crate::player_input::PlayerInput;
use crate::rulebook::{borrowed_text, offer_terms};
use crate::session::Session;
use crate::theme::scaled;
use battle::{Order, StatusKind, UnitDataItem};
use battle_log::log_text::capitalise;
use model::UnitId;
use rules::special_actions::vehicles::VehicleInterior;
use rules::turn_engine::score_after_pass;
use rules::{DerivedStat, UnitSnapshot, play};

/// Height of the switch below the panel, with the space above it, in points.
const SWITCH_HEIGHT: f32 = 28.0;

/// Draws the panel.
pub(crate) fn show(
    ui: &mut Ui,
    context: &PanelContext,
    (player, plans): (&mut PlayerInput, &mut AnswerPlans),
    state: &mut PanelState,
) {
    let shown = player.session.selected.or(context.view.round().acting());
    let Some(unit) = shown.and_then(|id| context.view.unit(id)) else {
        ui.colored_label(context.palette.dim, "Select a unit to see its details.");
        return;
    };
    let me = context.view.unit_snapshot(&unit);
    // The switch below the scrolled part is never cut off.
    let height = (ui.available_height() - scaled(ui, SWITCH_HEIGHT)).max(0.0);
    let mut area = ScrollArea::vertical().id_salt("inspector").max_height(height).auto_shrink([false, false]);
    if is_newly_shown(ui, *unit.id) {
        // The name of the unit is at the top.
        area = area.vertical_scroll_offset(0.0);
    }
    area.show(ui, |ui| show_details(ui, context, (&unit, &me), (player, plans), state));
    ui.checkbox(&mut state.unfolded, "Explain every number")
        .on_hover_text("Shows the explanation and clauses of each number below it instead of on hover.");
}

/// Draws all that is known of a unit, from its name to its sheet.
fn show_details(
    ui: &mut Ui,
    context: &PanelContext,
    (unit, me): (&UnitDataItem, &UnitSnapshot),
    (player, plans): (&mut PlayerInput, &mut AnswerPlans),
    state: &mut PanelState,
) {
    ui.spacing_mut().item_spacing.y = 4.0;
    show_unit_name(ui, context, unit);
    ui.add_space(4.0);
    ui.scope(|ui| {
        health_gauges::show(ui, context, unit, state.unfolded);
        offer_terms(ui);
    });
    // A driven vehicle or a building has no phase and no prompts of its own.
    let acts = !unit.is_driven() && !play::is_building(&me.sheet);
    if acts {
        show_turn(ui, context, (unit, me), (&mut *player, plans), state);
    }
    ui.separator();
    if acts {
        show_initiative(ui, context, unit, state.unfolded);
    }
    // One count of actions is enough: action points. The other one is a detail.
    let detail = play::second_action_count(context.view.rules().book()).filter(|_| !state.unfolded);
    let figures = play::derived_stats(me, context.view.rules()).into_iter();
    for figure in figures.filter(|figure| detail != Some(&*figure.name)) {
        show_figure(ui, context, &figure, state.unfolded);
    }
    ui.separator();
    ui.scope(|ui| {
        status_effects::show(ui, context, unit);
        offer_terms(ui);
    });
    ui.separator();
    if let Some(interior) = me.cabin {
        show_seats(ui, context, unit, interior, &mut player.session);
        ui.separator();
    }
    if !unit.inventory.is_empty() {
        weapons::show(ui, context, unit, player, state);
        ui.separator();
    }
    if unit.is_fighting() {
        cover_shields::show_cover_here(ui, context, unit);
    }
    ui.add_space(4.0);
    show_sheet(ui, context, unit);
}

/// Draws what a unit has for its turn, and what it does without being asked.
fn show_turn(
    ui: &mut Ui,
    context: &PanelContext,
    (unit, me): (&UnitDataItem, &UnitSnapshot),
    (player, plans): (&mut PlayerInput, &mut AnswerPlans),
    state: &mut PanelState,
) {
    let round = context.view.round();
    let acts_now = round.acting() == Some(*unit.id) && context.control_refusal(*unit.side).is_none();
    // After the battle nothing is left to be spent.
    if round.outcome().is_none() {
        show_action_points(ui, context, me, (acts_now, state.unfolded));
        let bar = state.bar.choices(context, &player.session);
        let blocked = choices::move_refusal(&bar).filter(|_| acts_now);
        let more = move_purchase(context, unit).filter(|_| acts_now);
        show_movement(ui, context, unit, (blocked, more, state.unfolded));
    }
    karma::show(ui, context, unit, player, state.unfolded);
    auto_responses::show(ui, context, unit, (&mut *player, plans));
    show_narration(ui, context, unit, player);
}

/// Whether the panel showed another unit before.
fn is_newly_shown(ui: &Ui, unit: UnitId) -> bool {
    let id = egui::Id::new("the unit of the panel");
    ui.data_mut(|data| {
        let last = data.get_temp::<UnitId>(id);
        data.insert_temp(id, unit);
        last != Some(unit)
    })
}

/// Draws name, side, role, and whether the unit is out of action.
fn show_unit_name(ui: &mut Ui, context: &PanelContext, unit: &UnitDataItem) {
    let side = context.view.side_name(*unit.side);
    let colour = context.side_colour(*unit.side);
    let font = title_font(ui);
    let width = ui.available_width();
    let tag = ui.painter().layout_no_wrap(side.to_owned(), body_font(ui), colour);
    let room = width - tag.size().x - 18.0;
    let title = layout_truncated(ui.painter(), unit.identity.name(), font, context.palette.text, room);
    let (rect, response) = ui.allocate_exact_size(vec2(width, title.size().y), Sense::hover());
    let baseline = rect.bottom() - tag.size().y - 3.0;
    let left = rect.right() - tag.size().x;
    ui.painter().galley(rect.left_top(), title, context.palette.text);
    let mark = Rect::from_min_size(pos2(left - 9.0, baseline + 2.0), vec2(5.0, tag.size().y - 4.0));
    draw_side_mark(ui.painter(), mark, context.side_colour_number(*unit.side), colour);
    ui.painter().galley(pos2(left, baseline), tag, colour);
    response.named_heading(&format!("{}, {side}", unit.identity.name())).on_hover_text(unit.identity.name());
    if let Some(role) = unit.identity.distinct_role() {
        ui.colored_label(context.palette.dim, role);
    }
    if let Some(words) = unit_objective_words(context.view, unit) {
        ui.colored_label(context.palette.caution, capitalise(&words));
    }
    if let Some(habits) = ai_habits(context, unit) {
        ui.colored_label(context.palette.dim, habits).on_hover_text("How the AI player plays this unit.");
    }
    if let Some(why) =
        context.control_refusal(*unit.side).filter(|_| context.opponents.player(*unit.side).is_ai())
    {
        ui.colored_label(context.palette.dim, why);
    }
    if let Some(state) = out_of_action_text(unit) {
        ui.colored_label(context.palette.harm, capitalise(state));
    } else if unit.out_of_action.escaped() {
        ui.colored_label(context.palette.dim, "Left the battlefield");
    }
    if let Some(text) = revival_text(context.view, unit) {
        ui.colored_label(context.palette.caution, capitalise(&text) + ".");
    }
    if let Some(text) = deadly_harm_text(context.view, unit) {
        ui.colored_label(context.palette.dim, capitalise(&text) + ".");
    }
    if let Some(text) = arrival_text(context.view, unit) {
        ui.colored_label(context.palette.dim, capitalise(&text));
    }
}

/// How the AI player of its side plays a unit: "Careful: stays in cover and keeps back"; `None` for a human player.
fn ai_habits(context: &PanelContext, unit: &UnitDataItem) -> Option<String> {
    let SidePlayer::Ai { personality, .. } = context.opponents.player(*unit.side) else { return None };
    let personality = ai::unit_personality(context.view, *unit.id, personality);
    let habits = personality.habits();
    (!habits.is_empty()).then(|| format!("{}: {habits}", capitalise(personality.key())))
}

/// Draws a field for the player's description of how a unit fell, where the book allows one. `AB-CINE-09`.
fn show_narration(ui: &mut Ui, context: &PanelContext, unit: &UnitDataItem, player: &mut PlayerInput) {
    let over = context.view.round().outcome().is_some();
    if over || play::may_narrate(&context.view.unit_snapshot(unit), context.view.rules()).is_err() {
        return;
    }
    let id = ui.id().with(("narration", unit.id.0));
    let mut text = ui.data_mut(|data| data.get_temp::<String>(id)).unwrap_or_default();
    ui.horizontal_wrapped(|ui| {
        let hint = "How did it fall?";
        let width = ui.available_width().min(scaled(ui, 160.0));
        ui.add(TextEdit::singleline(&mut text).hint_text(hint).char_limit(200).desired_width(width))
            .named(hint);
        let button = ui.add_enabled(!text.trim().is_empty(), Button::new("Add to log"));
        let button = button.on_hover_text("Adds the text to the combat log.");
        if button.on_disabled_hover_text("Write something in the field first.").clicked() {
            player.give_order(Order::Narrate { fallen: *unit.id, text: std::mem::take(&mut text) });
        }
    });
    ui.data_mut(|data| data.insert_temp(id, text));
}

/// Draws the seats, windows and speed of a vehicle; a click on an occupant selects them.
fn show_seats(
    ui: &mut Ui,
    context: &PanelContext,
    unit: &UnitDataItem,
    interior: VehicleInterior,
    session: &mut Session,
) {
    let palette = context.palette;
    crate::panel::widgets::show_heading(ui, palette, "Seats");
    for inside in context.view.occupants(*unit.id) {
        let drives = inside.status.has(StatusKind::Drives(*unit.id));
        let seat = if drives { "Driver" } else { "Passenger" };
        let colour = context.unit_colour(*inside.id);
        let row = show_fact_line(ui, (seat, palette.dim), (inside.identity.name(), colour));
        let row =
            row.interact(Sense::click()).named_button(true, || format!("{seat}: {}", inside.identity.name()));
        if row.on_hover_text("Click to select.").clicked() {
            select_unit(session, *inside.id);
        }
    }
    let free = interior.seats.saturating_sub(interior.taken);
    show_fact_line(ui, ("Free", palette.dim), (&format!("{free} of {}", interior.seats), palette.text));
    let windows = if interior.open { "down" } else { "up" };
    let clause = context.view.rules().ruling("vehicles", "SS-CALL-115");
    let about = format!("Occupants can shoot out while the windows are down. {clause}");
    let about = with_cited_clauses(ui, context, about.trim_end());
    show_fact_line(ui, ("Windows", palette.dim), (windows, palette.text)).on_hover_text(about);
    show_fact_line(ui, ("Speed", palette.dim), (&format!("{} m per round", interior.speed), palette.text));
}

/// Draws the initiative score, once it was rolled.
fn show_initiative(ui: &mut Ui, context: &PanelContext, unit: &UnitDataItem, unfolded: bool) {
    if context.view.round().is_deploying() {
        return;
    }
    let passes = i32::try_from(context.view.round().pass().saturating_sub(1)).unwrap_or(0);
    let (score, attribute) = (unit.initiative.score(), unit.initiative.attribute());
    let lost = -passes * score_after_pass(0);
    let rolled = score + lost - attribute;
    let value = initiative_text(score, attribute, lost);
    show_fact(ui, context, unfolded, "Initiative now", &value, |ui| {
        let dice = crate::panel::widgets::dice_text(u32::from(unit.initiative.dice()));
        ui.label(format!("{attribute} from attributes, {rolled} from {dice} and later changes."));
        if lost > 0 {
            let text = format!("{lost} less for the passes already played. SS-ROUND-12");
            let text = with_cited_clauses(ui, context, &text);
            ui.label(text);
        }
        if unit.karma.initiative() {
            let text = "Karma spent: five dice in the next Initiative Test. SS-INIT-07";
            let text = with_cited_clauses(ui, context, text);
            ui.label(text);
        }
    });
}

/// Formats an initiative score with its parts: "11 (6 + 5)", "1 (6 + 5 - 10)" once `lost` points are gone with the passes
/// already played.
fn initiative_text(score: i32, attribute: i32, lost: i32) -> String {
    let rolled = score + lost - attribute;
    let sign = if rolled < 0 { '-' } else { '+' };
    let passes = if lost > 0 { format!(" - {lost}") } else { String::new() };
    format!("{score} ({attribute} {sign} {}{passes})", rolled.abs())
}

/// Draws a derived stat with its parts.
fn show_figure(ui: &mut Ui, context: &PanelContext, figure: &DerivedStat, unfolded: bool) {
    show_fact(ui, context, unfolded, &figure.name, &figure.value, |ui| {
        if !figure.parts.0.is_empty() {
            show_modifiers(ui, context.palette, "", "", &figure.parts.0);
        }
        if !figure.hint.is_empty() {
            ui.label(figure.hint);
        }
        match context.view.rules().borrowed_chapter_of(figure.clause) {
            Some(chapter) => _ = ui.colored_label(context.palette.faint, borrowed_text(chapter)),
            None => show_clause_detail(ui, context, figure.clause),
        }
    });
}

/// Draws the sheet as the book prints it, collapsed.
fn show_sheet(ui: &mut Ui, context: &PanelContext, unit: &UnitDataItem) {
    let palette = context.palette;
    egui::CollapsingHeader::new("Sheet").id_salt("sheet").show(ui, |ui| {
        let mut group = "";
        for stat in play::sheet_stats(unit.sheet.get()) {
            if stat.group != group {
                group = stat.group;
                crate::panel::widgets::show_heading(ui, palette, group);
            }
            let line = show_fact_line(ui, (&stat.name, palette.dim), (&stat.value, palette.text));
            if shows_clauses(ui) && context.view.rules().cites(stat.clause) {
                line.on_hover_text(stat.clause);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ss_round_12_the_parts_of_an_initiative_add_up_in_every_pass() {
        assert_eq!(initiative_text(13, 8, 0), "13 (8 + 5)");
        assert_eq!(initiative_text(3, 8, 10), "3 (8 + 5 - 10)");
        assert_eq!(initiative_text(-9, 6, 10), "-9 (6 - 5 - 10)");
    }
}
