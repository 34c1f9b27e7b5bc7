//! Bottom bar while a unit may move outside of its turn: what a click does, and the button to do without the move.

use bevy::prelude::{App, IntoScheduleConfigs, Plugin, Update};
use bevy_egui::egui::{Align, Button, Label, Layout, RichText, Stroke, Ui, vec2};

use super::widgets::PanelContext;
use super::{PanelKeySystems, PanelParams, PlayerTask, task_for_keys};
use crate::accessibility::{Accessible, announce};
use crate::input::{ActionInput, InputAction};
use crate::player_input::PlayerInput;
use model::UnitId;

/// Label of the button that does without the move.
const STAY: &str = "Stay here";
/// What that button does.
const STAY_HINT: &str = "The unit stays where it is, and the battle goes on without this move.";

/// The move of a unit outside of its turn.
pub(super) struct FreeMovePlugin;

impl Plugin for FreeMovePlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, handle_free_move_key.in_set(PanelKeySystems::Deployment));
    }
}

/// Handles the key that ends a turn: it removes the last waypoint, and without one it does without the move.
pub(super) fn handle_free_move_key(keys: ActionInput, params: PanelParams, mut player: PlayerInput) {
    let task = task_for_keys(&params.context(), &player.session);
    let is_asked = matches!(task, Some(PlayerTask::FreeMove(_)));
    if is_asked && keys.just_pressed(InputAction::EndPhase) && !player.session.remove_waypoint() {
        player.decline_free_move();
    }
}

/// Says what a click does: "Moss may move now, outside of its turn: click a square in reach."
fn free_move_text(unit: &str) -> String {
    format!("{unit} may move now, outside of its turn: click a square in reach.")
}

/// Text of the button with its key: "Stay here (Esc)".
fn stay_text(key: &str) -> String {
    if key.is_empty() { STAY.to_owned() } else { format!("{STAY} ({key})") }
}

/// Draws the bar.
pub(super) fn show(ui: &mut Ui, context: &PanelContext, player: &mut PlayerInput, unit: UnitId) {
    let text = free_move_text(&context.unit_name(unit));
    announce(ui.ctx(), "free move", true, &text);
    let colour = context.unit_colour(unit);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let label = stay_text(&context.key_label(InputAction::Back));
        let button = Button::new(RichText::new(label).color(context.palette.text))
            .stroke(Stroke::new(1.5, colour))
            .fill(colour.gamma_multiply(0.2))
            .min_size(vec2(110.0, 40.0));
        if ui.add(button).named(STAY).on_hover_text(STAY_HINT).clicked() {
            player.decline_free_move();
        }
        ui.add_space(8.0);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add(Label::new(RichText::new(text).color(colour)).wrap());
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_names_the_unit_and_the_key_of_its_button() {
        let text = "Moss may move now, outside of its turn: click a square in reach.";
        assert_eq!(free_move_text("Moss"), text);
        assert_eq!([stay_text("Esc"), stay_text("")], ["Stay here (Esc)", "Stay here"]);
    }
}
