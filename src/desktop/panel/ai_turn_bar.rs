//! Bottom bar during an AI turn: who acts, what the AI does, and undo.

use bevy_egui::egui::{self, Align, Button, Label, Layout, RichText, Ui};

use super::widgets::PanelContext;
use crate::input::InputAction;
use crate::player_input::PlayerInput;
use model::Side;

/// Describes what the AI is doing.
fn ai_status_text(context: &PanelContext) -> String {
    let opponents = context.opponents;
    let acting = context.view.round().acting().filter(|_| !context.view.round().is_deploying());
    let who = acting.and_then(|unit| context.view.unit(unit)).map(|unit| unit.identity.name().to_owned());
    let what = match (context.view.open_prompt().is_some(), who) {
        (true, _) => "Answering a prompt.".to_owned(),
        (false, Some(who)) => format!("{who} acts."),
        // The name of an unseen unit stays hidden.
        (false, None) if acting.is_some() => "An unseen unit acts.".to_owned(),
        (false, None) => "Deploying units.".to_owned(),
    };
    match (opponents.is_paused(), opponents.is_thinking()) {
        (true, _) => {
            format!("{what} Paused: press {} to continue.", context.key_label(InputAction::HoldMachine))
        }
        (_, true) => format!("{what} Thinking \u{2026}"),
        _ => what,
    }
}

/// Draws the bar.
pub(super) fn show(ui: &mut Ui, context: &PanelContext, player: &mut PlayerInput, side: Side) {
    let name = context.view.side_name(side);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let refusal = super::undo_allowed(context).err();
        let text = RichText::new(format!("{}  Undo", context.key_label(InputAction::Undo)))
            .color(context.palette.text);
        let button = Button::new(text).min_size(egui::vec2(110.0, 40.0));
        let response = ui.add_enabled(refusal.is_none(), button);
        let response = response.on_disabled_hover_text(refusal.unwrap_or_default());
        if response.on_hover_text("Undo to the last human decision").clicked() {
            player.undo_order();
        }
        ui.add_space(8.0);
        ui.with_layout(Layout::top_down(Align::Min), |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            ui.add_space((ui.available_height() / 2.0 - 20.0).max(0.0));
            let player = format!("{name}: {}", context.opponents.player(side));
            ui.add(Label::new(RichText::new(player).color(context.side_colour(side))).truncate());
            ui.add(Label::new(RichText::new(ai_status_text(context)).color(context.palette.dim)).truncate());
        });
    });
}
