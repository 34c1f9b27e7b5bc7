//! The bar at the bottom while the machine has the word: whose phase it plays, and what it is about.

use bevy_egui::egui::{self, Align, Button, Label, Layout, RichText, Ui};

use super::widgets::PanelContext;
use crate::input::InputAction;
use crate::session::Session;
use battle::Side;

/// What the machine does at the moment.
fn ai_status_text(see: &PanelContext) -> String {
    let opponents = see.opponents;
    let acting = see.view.round().acting().filter(|_| !see.view.round().is_deploying());
    let who = acting.and_then(|unit| see.view.unit(unit)).map(|unit| unit.identity.name().to_owned());
    let what = match (see.view.open_prompt().is_some(), who) {
        (true, _) => "It answers a question.".to_owned(),
        (false, Some(who)) => format!("{who} acts."),
        // Nothing is told of whoever is out of sight.
        (false, None) if acting.is_some() => "Somebody out of sight acts.".to_owned(),
        (false, None) => "Its units are placed.".to_owned(),
    };
    match (opponents.is_paused(), opponents.is_thinking()) {
        (true, _) => format!("{what} Paused: {} goes on.", see.key_label(InputAction::HoldMachine)),
        (_, true) => format!("{what} Thinking \u{2026}"),
        _ => what,
    }
}

/// Draws the bar.
pub(super) fn show(ui: &mut Ui, see: &PanelContext, session: &mut Session, side: Side) {
    let name = see.view.side_name(side);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let refusal = super::undo_allowed(see).err();
        let text =
            RichText::new(format!("{}  Take back", see.key_label(InputAction::Undo))).color(see.palette.text);
        let button = Button::new(text).min_size(egui::vec2(110.0, 40.0));
        let response = ui.add_enabled(refusal.is_none(), button);
        let response = response.on_disabled_hover_text(refusal.unwrap_or_default());
        if response.on_hover_text("Back to where a person was asked last").clicked() {
            session.undo = true;
        }
        ui.add_space(8.0);
        ui.with_layout(Layout::top_down(Align::Min), |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            ui.add_space((ui.available_height() / 2.0 - 20.0).max(0.0));
            let player = format!("{name}: {}", see.opponents.player(side));
            ui.add(Label::new(RichText::new(player).color(see.side_colour(side))).truncate());
            ui.add(Label::new(RichText::new(ai_status_text(see)).color(see.palette.dim)).truncate());
        });
    });
}
