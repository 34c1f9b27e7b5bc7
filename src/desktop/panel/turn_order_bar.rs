//! Top bar: skirmish, round and pass, turn order, and the buttons for help and menu.

mod chips;
mod turn_order;
mod turn_track;

use bevy_egui::egui::{self, Sense, Ui, pos2, vec2};

pub(super) use self::turn_order::TurnOrderCache;
use self::turn_track::show_turn_order;
use super::PanelState;
use super::widgets::{PanelContext, body_font, layout_truncated};
use crate::accessibility::Accessible;
use crate::ai_players::SidePlayer;
use crate::input::InputAction;
use crate::objective_text::rounds_in_a_row;
use crate::player_input::PlayerInput;
use crate::rulebook::offer_terms_in;
use crate::session::Session;
use crate::theme::scaled;
use rules::list_words;

/// Draws the top bar.
pub(super) fn show(ui: &mut Ui, context: &PanelContext, player: &mut PlayerInput, state: &mut PanelState) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        show_title(ui, context, state.compact);
        let right = scaled(ui, if state.hides_panels(context.settings) { 198.0 } else { 88.0 });
        let room = (ui.available_width() - right).max(60.0);
        ui.allocate_ui_with_layout(
            vec2(room, ui.available_height()),
            egui::Layout::left_to_right(egui::Align::Center),
            |ui| {
                ui.set_min_width(room);
                show_turn_order(ui, context, player, state);
            },
        );
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            show_corner_buttons(ui, context, &mut player.session, state);
        });
    });
}

/// Draws the skirmish's name, book, mode, round and pass.
fn show_title(ui: &mut Ui, context: &PanelContext, compact: bool) {
    let skirmish = &context.view.setup().bundle().skirmish;
    let round = context.view.round();
    let book = context.view.rules().book().name();
    let now = match (round.is_deploying(), round.outcome().is_some()) {
        (_, true) => ("Over".to_owned(), format!("Round {}", round.number())),
        (true, _) => ("Deployment".to_owned(), String::new()),
        _ => (format!("Round {}", round.number()), format!("Pass {}", round.pass())),
    };
    // The AI's state replaces the pass.
    let now = match context.ai_side_to_act() {
        Some(_) if context.opponents.is_paused() => (now.0, "Paused".to_owned()),
        Some(_) if context.opponents.is_thinking() => (now.0, "Thinking\u{2026}".to_owned()),
        _ => now,
    };
    let clock = round.elapsed_seconds();
    let width = match ui.ctx().viewport_rect().width() {
        _ if compact => 0.0,
        window if window < 1200.0 => scaled(ui, 150.0),
        _ => scaled(ui, 196.0),
    };
    let both = |ui: &mut Ui, width: f32, top: &str, below: &str| {
        let (rect, response) = ui.allocate_exact_size(vec2(width, ui.available_height()), Sense::hover());
        let font = body_font(ui);
        let one = layout_truncated(ui.painter(), top, font.clone(), context.palette.text, width - 6.0);
        let other = layout_truncated(ui.painter(), below, font, context.palette.dim, width - 6.0);
        let middle = rect.center().y;
        ui.painter().galley(pos2(rect.left(), middle - one.size().y - 1.0), one, context.palette.text);
        ui.painter().galley(pos2(rect.left(), middle + 2.0), other, context.palette.dim);
        response.named_text(|| format!("{top}. {below}"))
    };
    if width > 0.0 {
        both(ui, width, &skirmish.name, &format!("{book} · {}", players_text(context)))
            .on_hover_text(&skirmish.description);
    }
    let shown = both(ui, scaled(ui, 94.0), &now.0, &now.1).rect;
    let (above, below) = shown.split_top_bottom_at_y(shown.center().y);
    // The word "pass" has a card of its own.
    offer_terms_in(ui, below);
    ui.interact(above, ui.id().with("clock"), Sense::hover()).on_hover_ui(|ui| {
        ui.set_max_width(300.0);
        ui.label(format!(
            "{}:{:02} since the battle began; a round takes 5 seconds.",
            clock / 60,
            clock % 60
        ));
        ui.colored_label(context.palette.dim, format!("The battle ends after round {}.", skirmish.rounds));
        if round.max_hold_rounds() > 0 {
            ui.label(format!("The zone has been held for {}.", rounds_in_a_row(round.max_hold_rounds())));
        }
    });
}

/// Describes the number of human players, and how good the AI players of a single one are: "AI: hard".
fn players_text(context: &PanelContext) -> String {
    let sides = context.view.setup().bundle().skirmish.sides.len();
    if context.watching {
        return "replay".to_owned();
    }
    match context.opponents.person_sides(sides).len() {
        0 => "AI only".to_owned(),
        1 if sides > 1 => opponents_text(&context.opponents.players(sides)),
        _ => "hot-seat".to_owned(),
    }
}

/// Names the difficulties of the AI players that a single person plays against, each once.
fn opponents_text(players: &[SidePlayer]) -> String {
    let mut levels: Vec<String> = Vec::new();
    for player in players {
        let SidePlayer::Ai { difficulty, .. } = player else { continue };
        let level = difficulty.to_string();
        if !levels.contains(&level) {
            levels.push(level);
        }
    }
    if levels.is_empty() { "single player".to_owned() } else { format!("AI: {}", list_words(&levels)) }
}

/// Draws the buttons for help and menu, and tabs of the side panels while they are hidden or in a compact window.
fn show_corner_buttons(ui: &mut Ui, context: &PanelContext, session: &mut Session, state: &mut PanelState) {
    let palette = context.palette;
    let size = vec2(scaled(ui, 82.0), ui.available_height());
    ui.allocate_ui_with_layout(size, egui::Layout::top_down(egui::Align::Max), |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = scaled(ui, 20.0);
        ui.spacing_mut().button_padding = vec2(4.0, 1.0);
        ui.add_space(((ui.available_height() - scaled(ui, 42.0)) / 2.0).max(0.0));
        let link = |ui: &mut Ui, text: String| {
            let button = egui::Button::new(egui::RichText::new(text).color(palette.dim)).frame(false);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| ui.add(button)).inner
        };
        if link(ui, format!("{} help", context.key_label(InputAction::Help)))
            .on_hover_text("What can be done now, keys and icons")
            .clicked()
        {
            session.help = !session.help;
        }
        if link(ui, menu_label(context)).on_hover_text("Pause, save, settings").clicked() {
            session.paused = true;
        }
    });
    if state.hides_panels(context.settings) {
        let mut tab = |ui: &mut Ui, text: &str, which: super::SidePanel| {
            let on = state.side_panel == Some(which);
            if ui.selectable_label(on, text).clicked() {
                state.side_panel = if on { None } else { Some(which) };
            }
        };
        tab(ui, "Log", super::SidePanel::Log);
        tab(ui, "Unit", super::SidePanel::Unit);
    }
}

/// Label of the button that opens the menu, with its key where the key does the same: not in a replay nor after the battle.
fn menu_label(context: &PanelContext) -> String {
    let leads_elsewhere = context.watching || context.view.round().outcome().is_some();
    match leads_elsewhere {
        true => "Menu".to_owned(),
        false => format!("{} menu", context.key_label(InputAction::Back)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ai::Difficulty;

    #[test]
    fn the_bar_names_the_levels_of_the_opponents_once() {
        let level = |difficulty| SidePlayer::Ai { difficulty, personality: None };
        let hard = level(Difficulty::Hard);
        assert_eq!(opponents_text(&[SidePlayer::Person, hard, hard]), "AI: hard");
        let two = [level(Difficulty::Easy), SidePlayer::Person, hard];
        assert_eq!(opponents_text(&two), "AI: easy and hard");
        assert_eq!(
            opponents_text(&[SidePlayer::Person]),
            "single player",
            "the opponent of a lesson has no level"
        );
    }
}
