//! Main menu page that lists the lessons.

use bevy_egui::egui::{RichText, ScrollArea, Ui};

use super::{MenuContext, MenuPage, widgets};
use crate::app_commands::AppCommand;

pub(super) fn show(ui: &mut Ui, menu: &mut MenuContext) {
    if widgets::page_title(ui, menu.palette, "Learn to play", "Menu") {
        menu.state.page = MenuPage::Start;
    }
    if let Some(problem) = &menu.state.problem {
        widgets::show_warning(ui, menu.palette, problem);
    }
    let about = "Short fights with hints, two to three minutes each. The first six teach the game, the others what is \
                 particular about each rulebook.";
    ui.label(RichText::new(about).color(menu.palette.dim));
    ui.add_space(6.0);
    let content = &menu.library.loaded.content;
    let next = menu.lessons.next(content);
    let mut chosen = None;
    ScrollArea::vertical().id_salt("lessons").auto_shrink([false, true]).show(ui, |ui| {
        ui.set_max_width(820.0);
        ui.spacing_mut().item_spacing.y = 6.0;
        for (number, (id, scene)) in (1..).zip(content.listed_lessons()) {
            let skirmish = &scene.skirmish;
            let done = if menu.lessons.is_done(id) { "   \u{2714} done" } else { "" };
            let book = skirmish.rules.book().name();
            let title = format!("{number}. {}  \u{00b7}  {book}{done}", skirmish.name);
            let is_next = next == Some(id);
            let row = widgets::described_choice(ui, menu.palette, &title, &skirmish.description, is_next);
            if is_next {
                widgets::focus_first(&row);
            }
            if row.clicked() {
                chosen = Some(id.to_owned());
            }
        }
    });
    if let Some(id) = chosen {
        menu.state.problem = None;
        menu.requests.commands.write(AppCommand::StartLesson(id));
    }
}
