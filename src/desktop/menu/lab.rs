//! The scenes of the Lab.

use bevy_egui::egui::{RichText, ScrollArea, Ui};

use super::{Desk, Page, widgets};
use crate::fight::Request;
use crate::lab::Opening;

pub(super) fn page(ui: &mut Ui, desk: &mut Desk) {
    if widgets::head(ui, desk.palette, "Lab", "Menu") {
        desk.state.page = Page::Start;
    }
    if let Some(problem) = &desk.state.problem {
        widgets::warning(ui, desk.palette, problem);
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
        let new =
            widgets::told_row(ui, desk.palette, "New scene", "An empty room with one on each side.", false);
        widgets::first(&new);
        if new.clicked() {
            wish = Some(Opening::empty(content));
        }
        for (id, scene) in &content.labs {
            let skirmish = &scene.skirmish;
            let row = widgets::told_row(ui, desk.palette, &skirmish.name, &skirmish.description, false);
            if row.on_hover_text(id).clicked() {
                wish = Some(Opening { scene: scene.clone(), file: desk.library.own_lab(id) });
            }
        }
    });
    if let Some(opening) = wish {
        desk.state.problem = None;
        desk.requests.0.push(Request::Lab(Box::new(opening)));
    }
}
