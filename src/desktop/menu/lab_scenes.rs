//! Main menu page that lists the Lab scenes.

use bevy_egui::egui::{RichText, ScrollArea, Ui};

use super::{MenuContext, MenuPage, widgets};
use crate::app_commands::AppCommand;
use crate::lab::OpenedScene;

pub(super) fn show(ui: &mut Ui, menu: &mut MenuContext) {
    if widgets::page_title(ui, menu.palette, "Lab", "Menu") {
        menu.state.page = MenuPage::Start;
    }
    if let Some(problem) = &menu.state.problem {
        widgets::show_warning(ui, menu.palette, problem);
    }
    ui.label(
        RichText::new("Set up any situation, change any value and compare the odds.").color(menu.palette.dim),
    );
    ui.add_space(6.0);
    let content = &menu.library.loaded.content;
    let mut opened = None;
    ScrollArea::vertical().id_salt("scenes").auto_shrink([false, true]).show(ui, |ui| {
        ui.set_max_width(760.0);
        ui.spacing_mut().item_spacing.y = 6.0;
        let new = widgets::described_choice(
            ui,
            menu.palette,
            "New scene",
            "An empty room with one unit per side.",
            false,
        );
        widgets::focus_first(&new);
        if new.clicked() {
            opened = Some(OpenedScene::empty(content));
        }
        for (id, scene) in &content.labs {
            let skirmish = &scene.skirmish;
            let row =
                widgets::described_choice(ui, menu.palette, &skirmish.name, &skirmish.description, false);
            if row.on_hover_text(id).clicked() {
                opened = Some(OpenedScene { scene: scene.clone(), file: menu.library.own_scene_file(id) });
            }
        }
    });
    if let Some(opening) = opened {
        menu.state.problem = None;
        menu.requests.commands.write(AppCommand::Lab(Box::new(opening)));
    }
}
