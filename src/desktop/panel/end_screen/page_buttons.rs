//! The button between the pages of the end screen: the statistics, and rest and treatment.

use bevy_egui::egui::{Button, Color32, TextStyle, Ui, vec2};

use super::question::AfterBattleStep;
use crate::panel::PanelState;
use crate::player_input::PlayerInput;

/// Labels of the page of rest and treatment and of the statistics.
const REST: &str = "Rest and treatment";
const STATISTICS: &str = "Statistics";

/// Draws the button that leads to rest and treatment or to the statistics: `left` if the units have left the field,
/// `shows_rest` if rest and treatment are shown. It has the same width under either label, so that the buttons after it keep
/// their places.
pub(super) fn show_page_buttons(
    ui: &mut Ui,
    player: &mut PlayerInput,
    state: &mut PanelState,
    (left, shows_rest): (bool, bool),
) {
    let (label, hover) = match (left, shows_rest) {
        (false, _) => (REST, "Opens the page on which units rest and treat the wounded, after a question."),
        (true, true) => (STATISTICS, "Goes back to the statistics of the battle."),
        (true, false) => (REST, "Opens the page on which units rest and treat the wounded."),
    };
    let button = Button::new(label).min_size(vec2(button_width(ui), 0.0));
    if !ui.add(button).on_hover_text(hover).clicked() {
        return;
    }
    if left {
        state.aftermath.shows_statistics = shows_rest;
    } else {
        player.session.after_battle = Some(AfterBattleStep::LeaveField);
    }
}

/// Returns the width that fits both labels, in points.
fn button_width(ui: &Ui) -> f32 {
    let font = TextStyle::Button.resolve(ui.style());
    let width = |label: &str| {
        ui.painter().layout_no_wrap(label.to_owned(), font.clone(), Color32::PLACEHOLDER).size().x
    };
    // A little more than a button adds to its label.
    width(REST).max(width(STATISTICS)).ceil() + 2.0 * ui.spacing().button_padding.x + 2.0
}
