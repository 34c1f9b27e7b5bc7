//! Bar that warns the player while the battle is not saved.

use bevy_egui::egui::{Align, Frame, Label, Layout, Margin, Panel, RichText, Ui};

use crate::app_commands::AppCommand;
use crate::panel::widgets::PanelContext;
use crate::player_input::PlayerInput;

/// Draws the bar above all panels.
pub(super) fn show(root: &mut Ui, context: &PanelContext, player: &mut PlayerInput, problem: &str) {
    let palette = context.palette;
    let frame = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(14, 4));
    Panel::top("not saved").frame(frame).resizable(false).show(root, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let hover = "Opens a page on which another folder is chosen.";
            if ui.button("Save elsewhere").on_hover_text(hover).clicked() {
                player.send_command(AppCommand::ShowFolderPage);
            }
            if ui.button("Try again").on_hover_text("Writes the battle to the same folder again.").clicked() {
                player.send_command(AppCommand::RetryFolder);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.label(RichText::new("\u{26A0} NOT SAVED").strong().color(palette.harm));
                let text = format!("The battle goes on and is written once that is possible: {problem}");
                ui.add(Label::new(text).truncate()).on_hover_text(problem);
            });
        });
    });
}
