//! Deployment bar: before round 1 each side places its units and confirms that it is ready.

use bevy::prelude::{App, IntoScheduleConfigs, Plugin, Update};
use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{self, Align, Button, Label, Layout, Rect, RichText, Ui};

use super::crowding::crowding_text;
use super::hint_panel::HintState;
use super::widgets::{PanelContext, body_font};
use super::{PanelKeySystems, PanelParams, PlayerTask, task_for_keys};
use crate::input::{ActionInput, InputAction};
use crate::panel::action_bar::choices::ChoiceAction;
use crate::panel::action_bar::special_actions;
use crate::player_input::PlayerInput;
use battle::validate_order;
use battle::{BattleView, Order};
use content::{HintControl, side_sentence};
use model::Side;

/// Deployment before the first round.
pub(super) struct DeploymentPlugin;

impl Plugin for DeploymentPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, handle_ready_key.in_set(PanelKeySystems::Deployment));
    }
}

/// Confirms by key that the deploying side is ready.
fn handle_ready_key(keys: ActionInput, params: PanelParams, mut player: PlayerInput) {
    let context = params.context();
    if task_for_keys(&context, &player.session) == Some(PlayerTask::Deploy)
        && keys.just_pressed(InputAction::EndPhase)
        && let Some(side) = deploying_side(context.view)
    {
        player.give_order(Order::Begin { side });
    }
}

/// The side that deploys now: the first that is not ready.
pub(super) fn deploying_side(view: &BattleView) -> Option<Side> {
    let sides = view.setup().bundle().skirmish.sides.len();
    (0..sides as u8).map(Side).find(|side| !view.round().is_ready(*side))
}

/// Draws the bar.
pub(super) fn show(ui: &mut Ui, context: &PanelContext, player: &mut PlayerInput, hints: &mut HintState) {
    let Some(side) = deploying_side(context.view) else { return };
    let skirmish = &context.view.setup().bundle().skirmish;
    let fixed = skirmish.sides.get(usize::from(side.0)).is_none_or(|side| side.deployment.is_none());
    let name = context.view.side_name(side);
    let what = if fixed {
        format!("{name}: your units start at fixed positions.")
    } else {
        format!("{name}: drag your units within your zone, or select one and click a square.")
    };
    // Buttons are laid out first; the text wraps in the remaining width.
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        // An AI side is ready at once.
        let sides = (0..skirmish.sides.len() as u8).rev().map(Side);
        for other in sides.filter(|other| !context.opponents.player(*other).is_ai()) {
            let rect = show_ready_button(ui, context, player, other, other == side);
            if other == side {
                hints.note_control(HintControl::Ready, rect);
            }
        }
        ui.add_space(8.0);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            show_preparations(ui, context, player, side);
            let mut job = LayoutJob::default();
            job.append(&what, 0.0, TextFormat::simple(body_font(ui), context.side_colour(side)));
            if let Some(text) = crowding_text(ui, context, side) {
                let format = TextFormat::simple(body_font(ui), context.palette.caution);
                job.append(&format!(" {text}"), 0.0, format);
            }
            ui.add(Label::new(job).wrap());
        });
    });
}

/// Draws the actions that the book allows the selected unit before the battle: naming its cover. `CS-COV-03`.
fn show_preparations(ui: &mut Ui, context: &PanelContext, player: &mut PlayerInput, side: Side) {
    let Some(unit) =
        player.session.selected.and_then(|id| context.view.unit(id)).filter(|unit| *unit.side == side)
    else {
        return;
    };
    let choices = special_actions::special_action_choices(context.view, &unit, &player.session);
    for choice in choices.into_iter().filter(|choice| choice.refusal.is_none()) {
        let ChoiceAction::GiveOrder(order) = choice.action else { continue };
        if ui.button(choice.label).on_hover_text(choice.description).clicked() {
            player.give_order(order);
        }
    }
}

/// Text of the ready button: "Blue is ready (Backspace)"; "Blue has deployed" once it was pressed.
fn ready_button_text(side: &str, is_ready: bool, key: &str) -> String {
    let ready = || side_sentence(side, ("is", "are"), " ready");
    match (is_ready, key) {
        (true, _) => side_sentence(side, ("has", "have"), " deployed"),
        (false, "") => ready(),
        (false, key) => format!("{} ({key})", ready()),
    }
}

/// Draws the ready button of a side; returns where it is.
fn show_ready_button(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    side: Side,
    placing: bool,
) -> Rect {
    let name = context.view.side_name(side);
    let key = if placing { context.key_label(InputAction::EndPhase) } else { String::new() };
    let text = ready_button_text(name, context.view.round().is_ready(side), &key);
    let order = Order::Begin { side };
    let allowed = validate_order(context.view, &order);
    let colour = context.side_colour(side);
    let button = Button::new(RichText::new(text).color(context.palette.text))
        .stroke(egui::Stroke::new(1.5, colour))
        .fill(colour.gamma_multiply(0.2))
        .min_size(egui::vec2(110.0, 40.0));
    let why = context.control_refusal(side).or_else(|| allowed.err().map(|refusal| refusal.to_string()));
    let response = ui.add_enabled(why.is_none(), button);
    if response.clicked() {
        player.give_order(order);
    }
    let why = why.unwrap_or_default();
    let rect = response.rect;
    response
        .on_disabled_hover_text(why)
        .on_hover_text("Ends the deployment of this side. The battle begins when every side is ready.");
    rect
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ready_button_names_side_and_key() {
        assert_eq!(ready_button_text("Blue", false, "Backspace"), "Blue is ready (Backspace)");
        assert_eq!(ready_button_text("Orange", false, ""), "Orange is ready");
        assert_eq!(ready_button_text("Boarders", false, "Backspace"), "Boarders are ready (Backspace)");
        assert_eq!(ready_button_text("Boarders", true, ""), "Boarders have deployed");
        assert_eq!(ready_button_text("Blue", true, "Backspace"), "Blue has deployed");
    }
}
