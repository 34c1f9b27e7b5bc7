//! Draws the action bar: a button for each choice, with menus and the confirmation of the end of phase.

use std::sync::Arc;

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    self, Align, Align2, Color32, CornerRadius, FontId, Galley, Rangef, RichText, ScrollArea, Sense, Stroke,
    StrokeKind, Ui, pos2, vec2,
};

use super::action_search;
use super::bar_layout::{BarLayout, FLAT, GAP, LAST, preferred_flat_width};
use super::choices::{ActionChoice, ChoiceAction, ChoiceGroup, unit_to_order, unspent_points_text};
use super::usage::ActionUsage;
use crate::input::InputAction;
use crate::panel::PanelState;
use crate::panel::widgets::{PanelContext, body_font, layout_truncated, small_font};
use crate::player_input::PlayerInput;
use crate::session::{OpenMenu, Session};
use crate::theme::scroll_bars;
use battle::Order;

/// Performs a choice, from its button or its key.
pub(crate) fn activate_choice(
    choice: &ActionChoice,
    context: &PanelContext,
    player: &mut PlayerInput,
    state: &mut PanelState,
) {
    if let Some((why, _)) = &choice.refusal {
        player.session.notice = Some((why.clone(), context.now));
        return;
    }
    if !matches!(choice.action, ChoiceAction::EndPhase(_)) {
        state.ending = None;
    }
    match &choice.action {
        ChoiceAction::Aim(intent) => {
            player.session.intent = *intent;
            player.session.marked = None;
        }
        ChoiceAction::OpenMenu(_) => {
            let menu = OpenMenu::Group(choice.label.clone());
            player.session.open_menu = (player.session.open_menu.as_ref() != Some(&menu)).then_some(menu);
        }
        ChoiceAction::GiveOrder(order) => player.give_order(order.clone()),
        ChoiceAction::SlipPast => player.session.evade = !player.session.evade,
        ChoiceAction::MultipleAttacks => super::advanced_actions::toggle_multiple_attacks(player),
        ChoiceAction::OpenSearch => action_search::toggle_search(&mut player.session, &mut state.search),
        ChoiceAction::Undo => player.undo_order(),
        ChoiceAction::EndPhase(id) => {
            let left = context.view.unit(*id).map_or(0, |unit| unit.points.left());
            let asked = state.ending == Some(*id);
            if left > 0 && context.settings.confirm_end_phase && !asked {
                state.ending = Some(*id);
            } else {
                state.ending = None;
                player.give_order(Order::EndPhase { unit: *id });
            }
        }
    }
}

/// Draws the bar.
pub(crate) fn show(ui: &mut Ui, context: &PanelContext, player: &mut PlayerInput, state: &mut PanelState) {
    let bar = state.bar.choices(context, &player.session);
    let usage = unit_to_order(context.view, &player.session)
        .map_or_else(ActionUsage::default, |unit| ActionUsage::for_unit(context.history, unit));
    let mut pressed = action_search::show(ui, context, &bar, &usage, &mut player.session, &mut state.search);
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.style_mut().always_scroll_the_only_direction = true;
        ui.spacing_mut().scroll = scroll_bars(4.0, 1.0);
        // Action search, undo and end of phase keep fixed positions.
        let (rest, last) = bar.split_at(bar.len().saturating_sub(2));
        let last_width = |choice: &ActionChoice| match state.low {
            true => preferred_flat_width(ui, context, choice).max(LAST),
            false => LAST,
        };
        let last: Vec<_> = last.iter().map(|choice| (choice, last_width(choice))).collect();
        let kept: f32 = last.iter().map(|(_, width)| width + GAP).sum::<f32>() + LAST + GAP;
        let room = (ui.available_width() - kept - GAP).max(20.0);
        let layout = BarLayout::new(ui, context, rest, &usage, room, state);
        pressed = show_rows(ui, context, rest, &layout, &mut player.session).or(pressed);
        let height = if state.two_rows { 2.0 * FLAT + GAP } else { layout.height };
        show_search_button(ui, context, (rest, &layout), height, &mut player.session, state);
        for (choice, width) in last {
            let ends_phase = matches!(choice.action, ChoiceAction::EndPhase(_));
            let response = choice_button(ui, context, choice, vec2(width, height), ends_phase);
            if response.clicked() {
                pressed = Some(choice);
            }
            if ends_phase {
                confirm_end_phase(ui, context, player, state, &response);
            }
        }
    });
    if let Some(choice) = pressed {
        activate_choice(choice, context, player, state);
    }
}

/// Draws the rows of buttons; returns the choice that was clicked, of a button or of its menu.
fn show_rows<'a>(
    ui: &mut Ui,
    context: &PanelContext,
    choices: &'a [ActionChoice],
    layout: &BarLayout,
    session: &mut Session,
) -> Option<&'a ActionChoice> {
    let mut pressed = None;
    ui.allocate_ui_with_layout(
        vec2(layout.room, ui.available_height()),
        egui::Layout::top_down(Align::Min).with_main_align(Align::Center),
        |ui| {
            ScrollArea::horizontal().id_salt("actions").auto_shrink([false, false]).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = GAP;
                let used = layout.rows.len() as f32 * (layout.height + GAP) - GAP;
                ui.add_space(((ui.available_height() - used) / 2.0).max(0.0));
                for row in &layout.rows {
                    let clicked = ui.horizontal(|ui| show_row(ui, context, choices, layout, row, session));
                    pressed = clicked.inner.or(pressed);
                }
            });
        },
    );
    pressed
}

/// Draws a row of buttons, with a line between groups; returns the choice that was clicked.
fn show_row<'a>(
    ui: &mut Ui,
    context: &PanelContext,
    choices: &'a [ActionChoice],
    layout: &BarLayout,
    row: &[usize],
    session: &mut Session,
) -> Option<&'a ActionChoice> {
    let mut pressed = None;
    for &at in row {
        let choice = &choices[at];
        let begins = at > 0 && choices[at - 1].group != choice.group;
        if begins && row.first() != Some(&at) {
            let line = ui.cursor().left() - GAP / 2.0;
            let middle = ui.cursor().top() + layout.height / 2.0;
            let range = Rangef::new(middle - layout.height * 0.3, middle + layout.height * 0.3);
            ui.painter().vline(line, range, Stroke::new(1.0, context.palette.faint));
        }
        let size = vec2(layout.widths[at], layout.height);
        let response = choice_button(ui, context, choice, size, false);
        if response.clicked() {
            pressed = Some(choice);
        }
        pressed = show_open_menu(ui, context, choice, session, &response).or(pressed);
    }
    pressed
}

/// Draws the button of the action search, which also lists the entries of a menu that has no place in the bar.
fn show_search_button(
    ui: &mut Ui,
    context: &PanelContext,
    (choices, layout): (&[ActionChoice], &BarLayout),
    height: f32,
    session: &mut Session,
    state: &mut PanelState,
) {
    if let Some(OpenMenu::Group(label)) = session.open_menu.clone()
        && !layout.shows(choices, &label)
    {
        action_search::search_menu(session, &mut state.search, &label);
    }
    let choice = search_choice(layout.hidden_count(), session);
    if choice_button(ui, context, &choice, vec2(LAST, height), false).clicked() {
        action_search::toggle_search(session, &mut state.search);
    }
}

/// The button of the action search, with the number of choices that do not fit the bar.
pub(super) fn search_choice(hidden: usize, session: &Session) -> ActionChoice {
    ActionChoice {
        group: ChoiceGroup::Phase,
        label: "More".to_owned(),
        cost: if hidden > 0 { format!("{hidden} actions") } else { "actions".to_owned() },
        action: ChoiceAction::OpenSearch,
        refusal: None,
        description: "Lists all actions by group, the most used first, with a search field.".to_owned(),
        command: Some(InputAction::FindAction),
        chosen: session.open_menu == Some(OpenMenu::Search),
    }
}

/// Draws the menu of a choice above its button if it is open; returns the clicked entry.
fn show_open_menu<'a>(
    ui: &Ui,
    context: &PanelContext,
    choice: &'a ActionChoice,
    session: &mut Session,
    near: &egui::Response,
) -> Option<&'a ActionChoice> {
    let ChoiceAction::OpenMenu(entries) = &choice.action else { return None };
    if session.open_menu != Some(OpenMenu::Group(choice.label.clone())) {
        return None;
    }
    let area = egui::Area::new(egui::Id::new(("menu of actions", &choice.label)))
        .order(egui::Order::Foreground)
        .pivot(Align2::LEFT_BOTTOM)
        .constrain(true)
        .fixed_pos(near.rect.left_top() - vec2(0.0, 10.0));
    let mut clicked = None;
    area.show(ui.ctx(), |ui| {
        crate::panel::widgets::card_frame(context.palette, context.palette.line).show(ui, |ui| {
            ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
                for entry in entries {
                    let row = RichText::new(format!("{}  {}", entry.label, entry.cost));
                    let button =
                        egui::Button::selectable(entry.chosen, row).wrap_mode(egui::TextWrapMode::Extend);
                    let response = ui.add_enabled(entry.refusal.is_none(), button);
                    let hint = entry.refusal.as_ref().map_or(&entry.description, |(why, _)| why);
                    let response = response.on_hover_text(hint).on_disabled_hover_text(hint);
                    if response.clicked() {
                        clicked = Some(entry);
                    }
                }
            });
        });
    });
    if clicked.is_some() {
        session.open_menu = None;
    }
    clicked
}

/// Lays out the label of a button, centred, in at most `rows` lines.
fn layout_label(ui: &Ui, text: &str, colour: Color32, width: f32, rows: usize) -> Arc<Galley> {
    let fits = |font: &FontId| {
        let wide = |word: &str| ui.painter().layout_no_wrap(word.to_owned(), font.clone(), colour).size().x;
        text.split_whitespace().all(|word| wide(word) <= width)
    };
    // A long word gets the small font; if it is still too long, it is truncated rather than broken.
    let fonts = [body_font(ui), small_font(ui)];
    let font = fonts.iter().find(|font| fits(font));
    let mut job = LayoutJob::simple(text.to_owned(), font.unwrap_or(&fonts[1]).clone(), colour, width);
    job.wrap.break_anywhere = font.is_none();
    job.wrap.max_rows = if job.wrap.break_anywhere { 1 } else { rows };
    job.halign = Align::Center;
    ui.painter().layout_job(job)
}

/// Draws a button with its key in the corner, the label, and the cost below.
fn choice_button(
    ui: &mut Ui,
    context: &PanelContext,
    choice: &ActionChoice,
    size: egui::Vec2,
    amber: bool,
) -> egui::Response {
    let palette = context.palette;
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let off = choice.refusal.is_some();
    let lit = response.hovered() || response.has_focus();
    let (fill, edge) = match (amber && !off, choice.chosen, lit && !off) {
        (true, _, lit) => {
            let fill = palette.side_colour(0).gamma_multiply(if lit { 0.34 } else { 0.2 });
            (fill, Stroke::new(1.5, palette.side_colour(0)))
        }
        (_, true, _) => (palette.side_colour(1).gamma_multiply(0.25), Stroke::new(1.5, palette.text)),
        (_, _, true) => (palette.line, Stroke::new(1.0, palette.dim)),
        _ => (palette.raised, Stroke::new(1.0, palette.line)),
    };
    let (name, below) = if off { (palette.faint, palette.faint) } else { (palette.text, palette.dim) };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(6), fill, edge, StrokeKind::Inside);
    let key = choice.command.map(|command| context.key_label(command)).unwrap_or_default();
    let flat = size.y < 50.0;
    let (corner, anchor) = match flat {
        true => (rect.left_center() + vec2(6.0, 0.0), Align2::LEFT_CENTER),
        false => (rect.left_top() + vec2(7.0, 3.0), Align2::LEFT_TOP),
    };
    let key = painter.text(corner, anchor, key, small_font(ui), below);
    let room = if flat { rect.with_min_x(key.right() + 2.0) } else { rect };
    let label = layout_label(ui, &choice.label, name, room.width() - 8.0, if flat { 1 } else { 2 });
    let cost = layout_truncated(painter, &choice.cost, small_font(ui), below, room.width() - 8.0);
    let bottom = rect.bottom() - if flat { 4.0 } else { 5.0 };
    let cost_top = bottom - cost.size().y;
    painter.galley(pos2(room.center().x - cost.size().x / 2.0, cost_top), cost, below);
    let label_top = cost_top - label.size().y;
    painter.galley(pos2(room.center().x, label_top), label, name);
    response.on_hover_ui(|ui| {
        ui.set_max_width(300.0);
        ui.label(&choice.label);
        ui.colored_label(palette.dim, &choice.description);
        if let Some((why, clause)) = &choice.refusal {
            ui.colored_label(palette.harm, why);
            ui.colored_label(palette.faint, RichText::new(*clause).monospace());
        }
    })
}

/// Draws the confirmation for ending a phase with AP left.
fn confirm_end_phase(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    state: &mut PanelState,
    near: &egui::Response,
) {
    let Some(id) = state.ending else { return };
    let Some(unit) = context.view.unit(id).filter(|_| context.view.round().acting() == Some(id)) else {
        state.ending = None;
        return;
    };
    let area = egui::Area::new(egui::Id::new("end_phase"))
        .order(egui::Order::Foreground)
        .pivot(Align2::RIGHT_BOTTOM)
        .fixed_pos(near.rect.right_top() - vec2(0.0, 12.0));
    area.show(ui.ctx(), |ui| {
        crate::panel::widgets::card_frame(context.palette, context.palette.side_colour(0)).show(ui, |ui| {
            ui.set_max_width(260.0);
            let points = unit.points.left();
            ui.label(format!("{} still has {points} AP. End the phase?", unit.identity.name()));
            ui.colored_label(context.palette.dim, unspent_points_text(context.view));
            ui.horizontal(|ui| {
                let key = context.key_label(InputAction::EndPhase);
                if ui.button(format!("End phase ({key})")).clicked() {
                    player.give_order(Order::EndPhase { unit: id });
                    state.ending = None;
                }
                if ui.button("Cancel").clicked() {
                    state.ending = None;
                }
            });
        });
    });
}
