//! The side panels can be hidden, so that the board has their room. They are a tab each then, as in a compact window.

use bevy::prelude::*;
use bevy_egui::egui::Ui;

use super::widgets::PanelContext;
use super::{PanelKeySystems, PanelState};
use crate::input::{ActionInput, InputAction};
use crate::settings::Settings;

/// Space beside the button, in points.
const GAP: f32 = 12.0;

/// Hides and shows the side panels.
pub(super) struct SidePanelPlugin;

impl Plugin for SidePanelPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, toggle_side_panels.in_set(PanelKeySystems::Log));
    }
}

/// Hides or shows the side panels by their key or button. It is a setting, so that it holds for later battles as well. In a compact
/// window they are hidden in any case, so that the key does nothing.
pub(super) fn toggle_side_panels(
    keys: ActionInput,
    mut state: ResMut<PanelState>,
    mut settings: ResMut<Settings>,
) {
    let is_key_pressed = !state.compact && keys.just_pressed(InputAction::SidePanels);
    if !state.is_panel_button_clicked && !is_key_pressed {
        return;
    }
    (state.is_panel_button_clicked, state.side_panel) = (false, None);
    settings.hidden_panels = !settings.hidden_panels;
}

/// Draws the button that hides or shows the side panels; a compact window has none.
pub(super) fn show_button(ui: &mut Ui, context: &PanelContext, state: &mut PanelState) {
    if state.compact {
        return;
    }
    let label = if context.settings.hidden_panels { "Show panels" } else { "Hide panels" };
    let key = context.key_label(InputAction::SidePanels);
    let hint = format!(
        "Hides the unit panel and the log, so that the board is larger, or shows them again. Key: {key}"
    );
    if ui.small_button(label).on_hover_text(hint).clicked() {
        state.is_panel_button_clicked = true;
        ui.ctx().request_repaint();
    }
    ui.add_space(GAP);
}
