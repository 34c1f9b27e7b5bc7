//! Draws the action bar: the fixed slots with their menus, undo, and the confirmation of the end of a turn.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{self, Align, Align2, Button, Color32, Rect, Ui, Vec2, vec2};

use super::action_search;
use super::attack_menu;
use super::choice_cache::usual_attack;
use super::choices::{ActionChoice, ChoiceAction, unit_to_order, unspent_points_text};
use super::slot_button::{shorten_by_words, slot_button};
use super::slots::{ActionSlot, attack_to_aim, next_attack};
use super::turn_column;
use super::usage::ActionUsage;
use crate::accessibility::Accessible;
use crate::attack_forecast::ForecastCache;
use crate::input::InputAction;
use crate::panel::PanelState;
use crate::panel::hint_panel::slot_control;
use crate::panel::widgets::{PanelContext, small_font, with_cited_clauses};
use crate::player_input::PlayerInput;
use crate::session::{Intent, OpenMenu, Session};
use crate::theme::scaled;
use battle::Order;
use content::HintControl;
use model::UnitId;

/// Space between slots, in points.
const GAP: f32 = 5.0;
/// Least and greatest width of a slot, in points.
const SLOT_WIDTH: (f32, f32) = (50.0, 140.0);
/// Width of the column with undo, redo and reset, in points: in a narrow and in a wide bar.
const UNDO_WIDTH: (f32, f32) = (84.0, 150.0);
/// Space beside the text of a button in that column, in points.
const UNDO_PADDING: f32 = 4.0;
/// Width of the column with what is left of the turn, in points: in a narrow and in a wide bar.
const TURN_WIDTH: (f32, f32) = (76.0, 104.0);

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
        player.session.ending = None;
    }
    // Another action closes the list that was open.
    let opens = matches!(
        choice.action,
        ChoiceAction::OpenMenu(_) | ChoiceAction::CycleAttacks(_) | ChoiceAction::OpenSearch
    );
    if !opens {
        player.session.open_menu = None;
    }
    match &choice.action {
        ChoiceAction::Aim(intent) => {
            let unit = unit_to_order(context.view, &player.session);
            player.session.prefer_intent(unit, *intent);
        }
        ChoiceAction::OpenMenu(_) => {
            let menu = OpenMenu::Group(choice.label.clone());
            // A list of the attack list keeps its aim; that of another slot would hide what a click attacks.
            if is_other_list(&choice.label) {
                player.session.leave_listed_aim();
            }
            player.session.open_menu = (player.session.open_menu.as_ref() != Some(&menu)).then_some(menu);
        }
        ChoiceAction::CycleAttacks(attacks) => {
            cycle_attacks(context, &mut player.session, attacks, OpenMenu::Group(choice.label.clone()));
        }
        ChoiceAction::GiveOrder(order) => {
            if matches!(order, Order::Delay { .. }) {
                player.session.asks_while_waiting = None;
            }
            player.give_order(order.clone());
        }
        ChoiceAction::WaitAsking(unit) => {
            player.session.asks_while_waiting = Some(*unit);
            player.give_order(Order::Delay { unit: *unit });
        }
        ChoiceAction::GiveBoth(purchase, order) => {
            player.give_order(purchase.clone());
            player.give_order(order.clone());
        }
        ChoiceAction::SlipPast => player.session.evade = !player.session.evade,
        ChoiceAction::MultipleAttacks => super::advanced_actions::toggle_multiple_attacks(player),
        ChoiceAction::OpenSearch => action_search::toggle_search(&mut player.session, &mut state.search),
        ChoiceAction::Undo => player.undo_order(),
        ChoiceAction::EndPhase(id) => end_phase_or_ask(context, player, *id),
    }
}

/// Whether a list belongs to a slot other than that of attacks.
fn is_other_list(label: &str) -> bool {
    ActionSlot::ALL.into_iter().any(|slot| slot != ActionSlot::Attack && slot.label() == label)
}

/// Opens the list of attacks and aims one of them. Opening it keeps the chosen attack; pressed again, the button goes on to the
/// next one.
fn cycle_attacks(context: &PanelContext, session: &mut Session, attacks: &[ActionChoice], menu: OpenMenu) {
    let aims = matches!(session.intent, Intent::Attack { .. });
    let is_open = session.open_menu.as_ref() == Some(&menu);
    let unit = unit_to_order(context.view, session);
    if !is_open {
        session.list_aims = !aims;
    }
    if aims {
        if let Some(intent) = next_attack(attacks).filter(|_| is_open) {
            session.prefer_intent(unit, intent);
        }
    } else {
        let preferred = usual_attack(context, session, unit);
        let attack = attack_to_aim(attacks, preferred).map(|choice| choice.action.clone());
        if let Some(ChoiceAction::Aim(intent)) = attack {
            session.choose_intent(intent);
        }
    }
    session.open_menu = Some(menu);
}

/// Ends the phase of a unit, or asks first if something would be lost.
fn end_phase_or_ask(context: &PanelContext, player: &mut PlayerInput, id: UnitId) {
    let unit = context.view.unit(id);
    let loses_something = unit.is_some_and(|unit| turn_column::loses_something(context, &unit));
    let asked = player.session.ending == Some(id);
    if loses_something && context.settings.confirm_end_phase && !asked {
        player.session.ending = Some(id);
    } else {
        player.session.ending = None;
        player.give_order(Order::EndPhase { unit: id });
    }
}

/// Draws the bar.
pub(crate) fn show(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    state: &mut PanelState,
    odds: &mut ForecastCache,
) {
    let bar = state.bar.choices(context, &player.session);
    let slots = state.bar.slots(context, &player.session);
    let usage = unit_to_order(context.view, &player.session)
        .map_or_else(ActionUsage::default, |unit| ActionUsage::for_unit(context.history, unit));
    let mut pressed = action_search::show(ui, context, &bar, &usage, &mut player.session, &mut state.search);
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        let room = ui.available_width();
        let is_narrow = room < 1100.0;
        let undo_width = scaled(ui, if is_narrow { UNDO_WIDTH.0 } else { UNDO_WIDTH.1 });
        let turn_width = scaled(ui, if is_narrow { TURN_WIDTH.0 } else { TURN_WIDTH.1 });
        let count = slots.len() as f32;
        let width = ((room - undo_width - turn_width - 2.0 * GAP) / count - GAP)
            .clamp(SLOT_WIDTH.0, scaled(ui, SLOT_WIDTH.1));
        let height = slot_height(ui, state.low);
        turn_column::show(ui, context, player, (&bar, vec2(turn_width, height)));
        let lists = [attack_menu::open_list_rect(ui.ctx()), action_search::rect(ui.ctx())];
        let lists: Vec<Rect> = lists.into_iter().flatten().collect();
        for (slot, choice) in slots.iter() {
            if *slot == ActionSlot::EndTurn {
                let rect = show_undo_column(ui, context, player, (vec2(undo_width, height), false));
                state.hints.note_control(HintControl::Undo, rect);
            }
            let response = slot_button(ui, context, (*slot, choice), (vec2(width, height), &lists));
            if *slot == ActionSlot::More {
                action_search::note_button(ui.ctx(), response.rect);
            }
            if let Some(control) = slot_control(*slot) {
                state.hints.note_control(control, response.rect);
            }
            if response.clicked() {
                pressed = Some(choice);
            }
            let entry = attack_menu::show(ui, context, choice, (&mut player.session, odds), &response);
            pressed = entry.or(pressed);
            if *slot == ActionSlot::EndTurn {
                state.ends_without_asking |= confirm_end_phase(ui, context, player, &response);
            }
        }
    });
    if let Some(choice) = pressed {
        activate_choice(choice, context, player, state);
    }
}

/// Height of what stands in the bar, in points; lower in a low window.
fn slot_height(ui: &Ui, is_low: bool) -> f32 {
    ui.available_height().min(if is_low { 50.0 } else { scaled(ui, 72.0) })
}

/// Draws undo, redo and reset where no slots stand beside them; returns where they are.
pub(crate) fn show_undo_alone(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    is_low: bool,
) -> Rect {
    let size = vec2(scaled(ui, UNDO_WIDTH.1), slot_height(ui, is_low));
    show_undo_column(ui, context, player, (size, true))
}

/// Returns undo, redo and reset, with what each of them would do or why it cannot.
fn undo_buttons(context: &PanelContext, player: &PlayerInput) -> [UndoButton; 3] {
    let undoes = crate::panel::undo_description(context);
    let undo = crate::panel::undo_allowed(context);
    let redoes =
        player.undone.next(context.revision).map(|order| crate::panel::order_in_words(context, order));
    let acting = context.view.round().acting();
    let orders = acting.map_or(0, |unit| crate::undo::orders_of_phase(context.history.records(), unit));
    let reset = match (orders, &undo) {
        (0, _) => Err("Nothing has been done in this turn.".to_owned()),
        (_, Err(why)) => Err(why.clone()),
        _ => Ok(format!("Undoes {orders} {} of this turn.", if orders == 1 { "order" } else { "orders" })),
    };
    let undo = undo.and_then(|()| undoes.ok_or_else(|| "There is nothing to undo.".to_owned()));
    let redo = redoes
        .map(|what| format!("Gives again: {what}."))
        .ok_or_else(|| "There is nothing to redo.".to_owned());
    let what = undo.as_ref().ok().cloned();
    let undo = undo.map(|what| format!("Undoes: {what}."));
    let button = |command, label, state| UndoButton { command, label, state, what: None };
    [
        UndoButton { what, ..button(InputAction::Undo, "Undo", undo) },
        button(InputAction::Redo, "Redo", redo),
        button(InputAction::ResetTurn, "Reset turn", reset),
    ]
}

/// Draws undo, redo and reset one above the other; returns where they are. Alone, what is not possible leaves its place empty.
fn show_undo_column(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    (size, is_alone): (Vec2, bool),
) -> Rect {
    let rows = undo_buttons(context, player);
    let column = ui.allocate_ui_with_layout(size, egui::Layout::top_down(Align::Min), |ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        ui.spacing_mut().interact_size.y = 18.0;
        ui.spacing_mut().button_padding = vec2(UNDO_PADDING, 1.0);
        let row = (size.y - 6.0) / 3.0;
        let [undo, redo, reset] = rows;
        let mut show_button = |ui: &mut Ui, button: UndoButton, size: Vec2| {
            if is_hidden(is_alone, &button.state) {
                ui.allocate_space(size);
            } else {
                show_undo_button(ui, context, player, button, size);
            }
        };
        if size.x > scaled(ui, UNDO_WIDTH.0) {
            // Undo says what it takes back, in two rows; the others share the third one.
            show_button(ui, undo, vec2(size.x, 2.0 * row + 3.0));
            ui.horizontal(|ui| {
                show_button(ui, redo, vec2(size.x * 0.38, row));
                let rest = ui.available_width();
                show_button(ui, reset, vec2(rest, row));
            });
        } else {
            for button in [undo, redo, reset] {
                show_button(ui, button, vec2(size.x, row));
            }
        }
    });
    column.response.rect
}

/// Whether a button of the column with undo is left out: where the column stands alone, it would be a faint word without a frame.
const fn is_hidden(is_alone: bool, state: &Result<String, String>) -> bool {
    is_alone && state.is_err()
}

/// A button of the column with undo.
struct UndoButton {
    command: InputAction,
    label: &'static str,
    /// What it would do, or why it cannot.
    state: Result<String, String>,
    /// The order that stands beside its label where there is space.
    what: Option<String>,
}

/// Draws a button of the column with undo. Undo names the order where there is space; the tooltip always does.
fn show_undo_button(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    UndoButton { command, label, state, what }: UndoButton,
    size: Vec2,
) {
    let key = context.key_label(command);
    let width = size.x - 2.0 * UNDO_PADDING - 2.0;
    let text = match what.filter(|_| size.x > scaled(ui, UNDO_WIDTH.0)) {
        Some(what) => format!("{label}: {what}"),
        None => label.to_owned(),
    };
    let rows = ((size.y - 2.0) / ui.text_style_height(&egui::TextStyle::Small)).floor().max(1.0) as usize;
    let layout = |text: &str| {
        let mut job = LayoutJob::simple(text.to_owned(), small_font(ui), Color32::PLACEHOLDER, width);
        job.wrap.max_rows = rows;
        ui.painter().layout_job(job)
    };
    let fits = |text: &str| {
        let galley = layout(text);
        !galley.elided && galley.size().x <= width
    };
    let button = Button::new(layout(&shorten_by_words(&text, fits))).min_size(size);
    let response = ui.add_enabled(state.is_ok(), button).named(label);
    let hint = format!("{label} ({key}). {}", state.as_ref().unwrap_or_else(|why| why));
    let response = response.described(|| hint.clone());
    // An open list stands where the tooltip would be.
    let is_list_open = matches!(player.session.open_menu, Some(OpenMenu::Group(_)));
    let response = match is_list_open {
        true => response,
        false => response.on_hover_text(&hint).on_disabled_hover_text(&hint),
    };
    if response.clicked() {
        match command {
            InputAction::Redo => player.redo_order(),
            InputAction::ResetTurn => player.reset_turn(),
            _ => player.undo_order(),
        }
    }
}

/// Label of the button that ends a turn and the question before it.
pub(crate) const END_WITHOUT_ASKING: &str = "End turn, don't ask again";

/// Draws the confirmation for ending a phase with AP left. Returns whether the player wants no such question any more.
fn confirm_end_phase(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    near: &egui::Response,
) -> bool {
    let Some(id) = player.session.ending else { return false };
    let Some(unit) = context.view.unit(id).filter(|_| context.view.round().acting() == Some(id)) else {
        player.session.ending = None;
        return false;
    };
    let mut asks_no_more = false;
    let area = egui::Area::new(egui::Id::new("end_phase"))
        .order(egui::Order::Foreground)
        .pivot(Align2::RIGHT_BOTTOM)
        .fixed_pos(near.rect.right_top() - vec2(0.0, 12.0));
    area.show(ui.ctx(), |ui| {
        crate::panel::widgets::card_frame(context.palette, context.palette.side_colour(0)).show(ui, |ui| {
            ui.set_max_width(260.0);
            let unspent = turn_column::unspent_text(context, &unit);
            ui.label(format!("End {}\u{2019}s turn? Left: {unspent}.", unit.identity.name()));
            let unspent = with_cited_clauses(ui, context, &unspent_points_text(context.view, &unit));
            ui.colored_label(context.palette.dim, unspent);
            ui.horizontal(|ui| {
                let key = context.key_label(InputAction::Confirm);
                if ui.button(format!("End turn ({key})")).clicked() {
                    player.give_order(Order::EndPhase { unit: id });
                    player.session.ending = None;
                }
                let key = context.key_label(InputAction::Back);
                if ui.button(format!("Cancel ({key})")).clicked() {
                    player.session.ending = None;
                }
            });
            let hint = "Ends this turn and later ones without the question. To be asked again, choose \u{201c}Confirm \
                        ending a turn with actions left\u{201d} in the settings.";
            if ui.small_button(END_WITHOUT_ASKING).on_hover_text(hint).clicked() {
                asks_no_more = true;
                player.give_order(Order::EndPhase { unit: id });
                player.session.ending = None;
            }
        });
    });
    asks_no_more
}
