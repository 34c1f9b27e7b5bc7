//! The first page.

use std::time::SystemTime;

use bevy_egui::egui::{self, RichText, ScrollArea, Ui, vec2};

use super::{MenuContext, MenuPage, map_preview, widgets};
use crate::app_commands::AppCommand;
use crate::input::{InputAction, binding_text};
use crate::saves;
use content::Severity;

/// Width of the column of buttons.
const COLUMN: f32 = 340.0;
/// Most problems that are listed.
const MAX_PROBLEMS: usize = 6;

pub(super) fn show(ui: &mut Ui, desk: &mut MenuContext) {
    show_version(ui, desk);
    let height = ui.available_height();
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.add_space(((height - 460.0) * 0.3).clamp(0.0, 130.0));
        ui.horizontal_top(|ui| {
            let room = ui.available_width();
            ui.add_space((room * 0.08).min(120.0));
            let column = COLUMN.min(ui.available_width());
            ui.vertical(|ui| {
                ui.set_width(column);
                show_title(ui, desk);
                show_start_buttons(ui, desk);
                show_problems(ui, desk);
            });
            let left = ui.available_width() - 64.0;
            if left > 320.0 {
                ui.add_space(32.0);
                show_map_picture(ui, desk, left, height);
            }
        });
    });
}

fn show_title(ui: &mut Ui, desk: &MenuContext) {
    let low = widgets::is_low_window(ui);
    ui.label(
        RichText::new("BREACHLINE").size(if low { 24.0 } else { 34.0 }).strong().color(desk.palette.text),
    );
    ui.label(RichText::new("Tactical skirmishes, every number shown").color(desk.palette.dim));
    ui.add_space(if low { 4.0 } else { 26.0 });
}

fn show_start_buttons(ui: &mut Ui, desk: &mut MenuContext) {
    ui.spacing_mut().item_spacing.y = 8.0;
    let now = SystemTime::now();
    let go_on = desk.saves.latest_unfinished().map(|(save, summary)| {
        let round =
            if summary.round == 0 { "placing units".to_owned() } else { format!("round {}", summary.round) };
        let when = saves::age_text(save.modified, now);
        (save.path.clone(), format!("{}, {round}", summary.skirmish), when)
    });
    match go_on {
        Some((path, what, when)) => {
            let button = widgets::wide_button(ui, desk.palette, "Continue", &what, true);
            widgets::focus_first(&button);
            if button.on_hover_text(format!("Played {when}")).clicked() {
                desk.requests.0.push(AppCommand::Open(path));
            }
        }
        None => {
            let why = if desk.saves.is_reading() { "reading saves\u{2026}" } else { "no unfinished fight" };
            widgets::wide_button(ui, desk.palette, "Continue", why, false);
        }
    }
    let count = |number: usize, one: &str, many: &str| match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    };
    let skirmishes = desk.library.loaded.content.skirmishes.len();
    let saved = desk.saves.list().len();
    let scenes = desk.library.loaded.content.labs.len();
    for (text, more, page, enabled) in [
        ("Skirmish", count(skirmishes, "map", "maps"), MenuPage::Skirmish, skirmishes > 0),
        ("Load", count(saved, "save", "saves"), MenuPage::Load, true),
        ("Lab", count(scenes, "scene", "scenes"), MenuPage::Lab, true),
        ("Settings", String::new(), MenuPage::Settings, true),
    ] {
        let button = widgets::wide_button(ui, desk.palette, text, &more, enabled);
        if enabled && !desk.saves.is_reading() {
            widgets::focus_first(&button);
        }
        if button.clicked() {
            desk.state.page = page;
            desk.state.problem = None;
            desk.state.stale |= page == MenuPage::Load;
        }
    }
    if widgets::wide_button(ui, desk.palette, "Quit", "", true).clicked() {
        desk.requests.0.push(AppCommand::Quit);
    }
}

fn show_problems(ui: &mut Ui, desk: &MenuContext) {
    ui.add_space(12.0);
    for text in desk.state.problem.iter().map(String::as_str).chain(desk.trouble) {
        widgets::show_warning(ui, desk.palette, text);
    }
    let problems = &desk.library.loaded.diagnostics;
    let errors: Vec<_> = problems.iter().filter(|problem| problem.severity == Severity::Error).collect();
    for problem in errors.iter().take(MAX_PROBLEMS) {
        widgets::show_warning(ui, desk.palette, &problem.to_string());
    }
    if errors.len() > MAX_PROBLEMS {
        let rest = format!("and {} more; `breachline check` lists them", errors.len() - MAX_PROBLEMS);
        ui.label(RichText::new(rest).color(desk.palette.dim));
    }
}

/// The map of the fight that would go on, or of the one that would begin.
fn show_map_picture(ui: &mut Ui, desk: &mut MenuContext, width: f32, height: f32) {
    super::skirmish_setup::ensure_skirmish_chosen(desk);
    let Some(Ok(bundle)) = desk.state.bundle.clone() else { return };
    let room = vec2(width.min(760.0), (height * 0.66).min(620.0));
    ui.vertical(|ui| {
        map_preview::show(ui, desk.palette, &bundle, room);
        ui.label(RichText::new(&bundle.skirmish.name).color(desk.palette.dim));
    });
}

fn show_version(ui: &mut Ui, desk: &MenuContext) {
    let key = binding_text(InputAction::Help, desk.settings);
    let text = format!("{key} help   version {}", env!("CARGO_PKG_VERSION"));
    let font = egui::TextStyle::Small.resolve(ui.style());
    let at = ui.max_rect().right_bottom();
    ui.painter().text(at, egui::Align2::RIGHT_BOTTOM, text, font, desk.palette.faint);
}
