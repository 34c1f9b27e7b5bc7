//! Page of the pause menu that exports the combat log.

use bevy_egui::egui::{RichText, Ui};

use super::widgets;
use crate::app_commands::AppCommand;
use crate::panel::combat_log::export::{LogExportError, LogFormat, result_text};
use crate::theme::Palette;
use std::path::PathBuf;

/// What became of the last export.
#[derive(Debug)]
pub(crate) struct LogExport(pub Result<PathBuf, LogExportError>);

/// Draws a button for each format, and where the last file is; returns the command of the button that was clicked.
pub(super) fn show(ui: &mut Ui, palette: &Palette, last: Option<&LogExport>) -> Option<AppCommand> {
    let about = "Saves the whole combat log in a file of its own, as far as the viewing side knows it.";
    ui.label(RichText::new(about).color(palette.dim));
    let mut command = None;
    for format in LogFormat::ALL {
        if widgets::wide_button(ui, palette, format.label(), "", true).clicked() {
            command = Some(AppCommand::ExportLog(format));
        }
        ui.label(RichText::new(format.explanation()).color(palette.dim).small());
    }
    match last.map(|export| &export.0) {
        Some(saved @ Ok(path)) => {
            ui.label(result_text(saved));
            if widgets::wide_button(ui, palette, "Copy path", "", true).clicked() {
                ui.ctx().copy_text(path.display().to_string());
            }
        }
        Some(failed @ Err(_)) => widgets::show_warning(ui, palette, &result_text(failed)),
        None => {}
    }
    command
}
