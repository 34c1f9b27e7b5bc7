//! The list of saves.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bevy_egui::egui::{Align, Layout, RichText, ScrollArea, Ui, vec2};

use super::{MenuContext, MenuPage, widgets};
use crate::app_commands::AppCommand;
use crate::saves::{self, SaveFile, SaveList, SaveState};
use crate::theme::Palette;

/// Height of what is said about a save, where two lines are enough.
const ROW: f32 = 38.0;

pub(super) fn show(ui: &mut Ui, desk: &mut MenuContext) {
    if widgets::page_title(ui, desk.palette, "Load", "Menu") {
        desk.state.page = MenuPage::Start;
    }
    if let Some(problem) = &desk.state.problem {
        widgets::show_warning(ui, desk.palette, problem);
    }
    if let Some(request) = show_save_list(ui, desk.palette, desk.saves, &mut desk.state.deleting, None) {
        desk.state.problem = None;
        desk.requests.0.push(request);
    }
}

/// All saves; what the player wants done with one. The journal that is played now cannot be deleted.
pub(super) fn show_save_list(
    ui: &mut Ui,
    palette: &Palette,
    saves: &SaveList,
    deleting: &mut Option<PathBuf>,
    played: Option<&Path>,
) -> Option<AppCommand> {
    if saves.list().is_empty() {
        ui.label(
            RichText::new("Nothing is saved yet. Every fight is kept here as it goes.").color(palette.dim),
        );
        return None;
    }
    let mut wish = None;
    let now = SystemTime::now();
    ScrollArea::vertical().id_salt("saves").auto_shrink([false, true]).show(ui, |ui| {
        for save in saves.list() {
            widgets::framed_card(ui, palette, |ui| {
                ui.horizontal(|ui| show_save_row(ui, palette, save, now, &mut wish, deleting, played));
                if let SaveState::Broken(reason) = &save.state {
                    widgets::show_warning(ui, palette, reason);
                }
            });
        }
    });
    wish
}

fn show_save_row(
    ui: &mut Ui,
    palette: &Palette,
    save: &SaveFile,
    now: SystemTime,
    wish: &mut Option<AppCommand>,
    deleting: &mut Option<PathBuf>,
    played: Option<&Path>,
) {
    let (title, facts) = match &save.state {
        SaveState::Reading => (save.label(), "reading\u{2026}".to_owned()),
        SaveState::Broken(_) => (save.label(), "cannot be loaded".to_owned()),
        SaveState::Fine(summary) => {
            let orders =
                if summary.orders == 1 { "1 order".to_owned() } else { format!("{} orders", summary.orders) };
            let state = match (&summary.outcome, summary.round) {
                (Some(outcome), _) => outcome.clone(),
                (None, 0) => "placing units".to_owned(),
                (None, round) => format!("round {round}"),
            };
            let title = match save.copy_name() {
                Some(copy) => format!("{}: {copy}", summary.skirmish),
                None => summary.skirmish.clone(),
            };
            (title, format!("{}, {state}, {orders}", summary.book))
        }
    };
    // The buttons get their room first; the words wrap in what is left.
    let room = vec2(ui.available_width(), ROW);
    ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Center), |ui| {
        show_save_buttons(ui, palette, save, wish, deleting, played);
        let room = vec2(ui.available_width(), ROW);
        ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(title).strong());
                ui.label(RichText::new(facts).color(palette.dim));
            });
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                if let SaveState::Fine(summary) = &save.state {
                    for (at, (name, colour)) in summary.sides.iter().enumerate() {
                        if at > 0 {
                            ui.label(RichText::new("against").color(palette.dim).small());
                        }
                        ui.label(RichText::new(name).color(palette.side_colour(*colour)).small());
                    }
                }
                let when =
                    format!("{}, {}", saves::date_text(save.modified), saves::age_text(save.modified, now));
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
    wish: &mut Option<AppCommand>,
    deleting: &mut Option<PathBuf>,
    played: Option<&Path>,
) {
    let path = || -> PathBuf { save.path.clone() };
    if deleting.as_ref() == Some(&save.path) {
        if ui.button("Keep").clicked() {
            *deleting = None;
        }
        if ui.button(RichText::new("Delete for good").color(palette.harm)).clicked() {
            *deleting = None;
            *wish = Some(AppCommand::Delete(path()));
        }
        return;
    }
    let current = played == Some(save.path.as_path());
    if current {
        ui.label(RichText::new("played now").color(palette.faint));
    } else if ui.button("Delete").clicked() {
        *deleting = Some(path());
    }
    if let SaveState::Fine(summary) = &save.state {
        if summary.outcome.is_none() && !current && ui.button("Play on").clicked() {
            *wish = Some(AppCommand::Open(path()));
        }
        if ui.button("Watch").on_hover_text("Order by order, from the beginning").clicked() {
            *wish = Some(AppCommand::Watch(path()));
        }
        let lab = ui.button("What if").on_hover_text("Choose any position of it and open it in the Lab");
        if lab.clicked() {
            *wish = Some(AppCommand::ShowPosition(path()));
        }
    }
}
