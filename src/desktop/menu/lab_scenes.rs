//! The scenes of the Lab.

use bevy_egui::egui::{RichText, ScrollArea, Ui};

use super::{MenuContext, MenuPage, widgets};
use crate::app_commands::AppCommand;
use crate::lab::OpenedScene;

pub(super) fn show(ui: &mut Ui, desk: &mut MenuContext) {
    if widgets::page_title(ui, desk.palette, "Lab", "Menu") {
        desk.state.page = MenuPage::Start;
    }
    if let Some(problem) = &desk.state.problem {
        widgets::show_warning(ui, desk.palette, problem);
    }
    ui.label(
        RichText::new(
            "Battlefields without a fight: change everything, and see what it does to every chance.",
        )
        .color(desk.palette.dim),
    );
    ui.add_space(6.0);
    let content = &desk.library.loaded.content;
    let mut wish = None;
    ScrollArea::vertical().id_salt("scenes").auto_shrink([false, true]).show(ui, |ui| {
        ui.set_max_width(760.0);
        ui.spacing_mut().item_spacing.y = 6.0;
        let new = widgets::described_choice(
            ui,
            desk.palette,
            "New scene",
            "An empty room with one on each side.",
            false,
        );
        widgets::focus_first(&new);
        if new.clicked() {
            wish = Some(OpenedScene::empty(content));
        }
        for (id, scene) in &content.labs {
            let skirmish = &scene.skirmish;
            let row =
                widgets::described_choice(ui, desk.palette, &skirmish.name, &skirmish.description, false);
            if row.on_hover_text(id).clicked() {
                wish = Some(OpenedScene { scene: scene.clone(), file: desk.library.own_scene_file(id) });
            }
        }
    });
    if let Some(opening) = wish {
        desk.state.problem = None;
        desk.requests.0.push(AppCommand::Lab(Box::new(opening)));
    }
}
