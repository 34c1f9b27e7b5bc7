//! Bottom bar while the player has a question to answer: whose decision is open. Undo is all that it offers: no other order is
//! possible before the answer.

use bevy_egui::egui::{Align, Label, Layout, RichText, TextWrapMode, Ui};

use super::action_bar::buttons::show_undo_alone;
use super::panel_state::PanelState;
use super::widgets::PanelContext;
use crate::player_input::PlayerInput;
use battle::OpenPrompt;
use content::{HintControl, side_sentence};

/// What holds for every other action.
const NOTHING_ELSE: &str = "No other action until this is answered.";

/// Says whose decision is open: "Blue decides for Vex."; of dice that are entered, "Blue enters the dice of Vex."
fn decision_text(side: &str, unit: Option<&str>, is_for_dice: bool) -> String {
    let (verbs, of) = if is_for_dice {
        (("enters the dice", "enter the dice"), "of")
    } else {
        (("decides", "decide"), "for")
    };
    let rest = unit.map_or_else(|| ".".to_owned(), |unit| format!(" {of} {unit}."));
    side_sentence(side, verbs, &rest)
}

/// Draws the bar.
pub(super) fn show(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    state: &mut PanelState,
    open_prompt: &OpenPrompt,
) {
    let side = open_prompt.side();
    let unit = context.view.unit(open_prompt.prompt().who).map(|unit| unit.identity.name().to_owned());
    let name = context.view.side_name(side);
    let text = decision_text(name, unit.as_deref(), open_prompt.dice().is_some());
    let is_low = state.low;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let undo = show_undo_alone(ui, context, player, is_low);
        state.hints.note_control(HintControl::Undo, undo);
        ui.add_space(12.0);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let text = RichText::new(text).color(context.side_colour(side));
            ui.add(Label::new(text).wrap_mode(TextWrapMode::Extend));
            ui.add(Label::new(RichText::new(NOTHING_ELSE).color(context.palette.dim)).wrap());
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_names_side_and_unit_of_the_open_decision() {
        assert_eq!(decision_text("Blue", Some("Vex"), false), "Blue decides for Vex.");
        assert_eq!(decision_text("Robbers", Some("Vex"), false), "Robbers decide for Vex.");
        assert_eq!(decision_text("Blue", Some("Vex"), true), "Blue enters the dice of Vex.");
        assert_eq!(decision_text("Blue", None, false), "Blue decides.", "no unit is named");
    }
}
