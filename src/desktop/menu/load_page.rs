//! Main menu page that lists the saves; the pause menu shows the same list.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bevy_egui::egui::{Align, Layout, RichText, ScrollArea, Ui, vec2};
use jiff::tz::TimeZone;

use super::{MenuContext, MenuPage, widgets};
use crate::app_commands::AppCommand;
use crate::panel::widgets::show_beside_bar;
use crate::replay::WATCH_BATTLE;
use crate::saves::{self, SaveFile, SaveList, SaveState};
use crate::theme::Palette;
use crate::theme::scaled;

/// Height of a save's description in points, two lines.
const ROW: f32 = 38.0;

pub(super) fn show(ui: &mut Ui, menu: &mut MenuContext) {
    if widgets::page_title(ui, menu.palette, "Load", "Menu") {
        menu.state.page = MenuPage::Start;
    }
    if let Some(problem) = &menu.state.problem {
        widgets::show_warning(ui, menu.palette, problem);
    }
    if let Some(request) = show_save_list(ui, menu.palette, menu.saves, &mut menu.state.deleting, None) {
        menu.state.problem = None;
        menu.requests.commands.write(request);
    }
}

/// Draws all saves and returns the command of the button that was clicked. The journal in play cannot be deleted.
pub(super) fn show_save_list(
    ui: &mut Ui,
    palette: &Palette,
    saves: &SaveList,
    deleting: &mut Option<PathBuf>,
    played: Option<&Path>,
) -> Option<AppCommand> {
    if saves.list().is_empty() {
        ui.label(RichText::new("No saves yet. Battles are saved automatically.").color(palette.dim));
        return None;
    }
    let mut command = None;
    let (now, zone) = (SystemTime::now(), TimeZone::system());
    let area = ScrollArea::vertical().id_salt("saves").auto_shrink([false, true]);
    show_beside_bar(ui, area, |ui| {
        for save in saves.list() {
            widgets::framed_card(ui, palette, |ui| {
                ui.horizontal(|ui| {
                    show_save_row(ui, palette, save, (now, &zone), &mut command, deleting, played)
                });
                if let SaveState::Fine(summary) = &save.state {
                    summary.warnings.iter().for_each(|text| widgets::show_warning(ui, palette, text));
                }
            });
        }
    });
    command
}

fn show_side_names(ui: &mut Ui, palette: &Palette, sides: &[(String, u8)]) {
    for (at, (name, colour)) in sides.iter().enumerate() {
        if at > 0 {
            ui.label(RichText::new("vs").color(palette.dim).small());
        }
        ui.label(RichText::new(name).color(palette.side_colour(*colour)).small());
    }
}

fn show_save_row(
    ui: &mut Ui,
    palette: &Palette,
    save: &SaveFile,
    (now, zone): (SystemTime, &TimeZone),
    command: &mut Option<AppCommand>,
    deleting: &mut Option<PathBuf>,
    played: Option<&Path>,
) {
    let (title, facts) = match &save.state {
        SaveState::Reading => (save.label(), "reading\u{2026}".to_owned()),
        SaveState::Broken(reason) => (save.label(), format!("cannot be loaded: {reason}")),
        SaveState::Fine(summary) => {
            let orders =
                if summary.orders == 1 { "1 order".to_owned() } else { format!("{} orders", summary.orders) };
            let state = match (&summary.outcome, summary.round) {
                (Some(outcome), _) => outcome.clone(),
                (None, 0) => "deployment".to_owned(),
                (None, round) => format!("round {round}"),
            };
            let title = match save.copy_name() {
                Some(copy) => format!("{}: {copy}", summary.skirmish),
                None => summary.skirmish.clone(),
            };
            (title, format!("{}, {state}, {orders}", summary.book))
        }
    };
    // Buttons are laid out first; the text wraps in the remaining width.
    let room = vec2(ui.available_width(), scaled(ui, ROW));
    ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Center), |ui| {
        show_save_buttons(ui, palette, save, command, deleting, played);
        let room = vec2(ui.available_width(), scaled(ui, ROW));
        ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.horizontal_wrapped(|ui| {
                let is_broken = matches!(save.state, SaveState::Broken(_));
                let title_colour = if is_broken { palette.faint } else { palette.text };
                ui.label(RichText::new(title).strong().color(title_colour));
                ui.label(RichText::new(facts).color(if is_broken { palette.faint } else { palette.dim }));
            });
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                if let SaveState::Fine(summary) = &save.state {
                    show_side_names(ui, palette, &summary.sides);
                }
                let when = format!(
                    "{}, {}",
                    saves::date_text(save.modified, zone),
                    saves::age_text(save.modified, now)
                );
                ui.label(RichText::new(when).color(palette.dim).small())
                    .on_hover_text(save.path.display().to_string());
            });
        });
    });
}

fn show_save_buttons(
    ui: &mut Ui,
    palette: &Palette,
    save: &SaveFile,
    command: &mut Option<AppCommand>,
    deleting: &mut Option<PathBuf>,
    played: Option<&Path>,
) {
    let path = || -> PathBuf { save.path.clone() };
    if deleting.as_ref() == Some(&save.path) {
        if ui.button("Cancel").clicked() {
            *deleting = None;
        }
        if ui.button(RichText::new("Delete permanently").color(palette.harm)).clicked() {
            *deleting = None;
            *command = Some(AppCommand::Delete(path()));
        }
        return;
    }
    let current = played == Some(save.path.as_path());
    if current {
        ui.label(RichText::new("current").color(palette.faint));
    } else if ui.button("Delete").clicked() {
        *deleting = Some(path());
    }
    if let SaveState::Fine(summary) = &save.state {
        if summary.outcome.is_none() && !current && ui.button("Resume").clicked() {
            *command = Some(AppCommand::Open(path()));
        }
        if summary.outcome.is_some() && !current && saves::is_main(&save.path) {
            let hover = "Opens the end screen again: statistics, rest and treatment, and the way on";
            if ui.button("Results").on_hover_text(hover).clicked() {
                *command = Some(AppCommand::Open(path()));
            }
        }
        let hover = "Shows the whole battle from the start, order by order";
        if ui.button(WATCH_BATTLE).on_hover_text(hover).clicked() {
            *command = Some(AppCommand::Watch(path()));
        }
        let lab = ui
            .button("Open in Lab")
            .on_hover_text("Choose any position of this battle and open it in the Lab");
        if lab.clicked() {
            *command = Some(AppCommand::ShowPosition(path()));
        }
    }
}
