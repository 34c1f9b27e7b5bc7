//! Bottom bar during a replay: what is shown, in place of the actions, which are not available.

use bevy_egui::egui::{Align, Label, Layout, RichText, Ui};

use super::widgets::PanelContext;
use content::side_sentence;

/// Describes the position that a replay shows.
fn position_text(context: &PanelContext) -> String {
    if context.view.round().outcome().is_some() {
        return "The battle is over.".to_owned();
    }
    let name = |id| context.view.unit(id).map(|unit| unit.identity.name().to_owned());
    match (context.view.open_prompt(), context.view.round().acting().and_then(name)) {
        (Some(open), _) => side_sentence(context.view.side_name(open.side()), ("decides.", "decide."), ""),
        (None, Some(unit)) => format!("{unit} acts."),
        (None, None) if context.view.round().is_deploying() => "Deployment.".to_owned(),
        (None, None) => String::new(),
    }
}

/// Draws the bar.
pub(super) fn show(ui: &mut Ui, context: &PanelContext) {
    ui.with_layout(Layout::top_down(Align::Min), |ui| {
        ui.add_space((ui.available_height() / 2.0 - 20.0).max(0.0));
        ui.add(Label::new(format!("Replay. {}", position_text(context))).truncate());
        let text = "The controls above the board play it. \u{201c}Resume from here\u{201d} starts a battle from this position.";
        ui.add(Label::new(RichText::new(text).color(context.palette.dim)).truncate());
    });
}
