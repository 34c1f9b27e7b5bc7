//! Squad choice: squads saved after a battle, to use in the next one.

use bevy_egui::egui::{RichText, Ui};

use super::{MenuContext, widgets};
use content::paths;
use content::{ContentFile, ContentFolder, Squad};

/// A file of the squads folder.
#[derive(Debug)]
pub(super) struct SquadFile {
    /// File name without extension.
    name: String,
    /// The squad, or why it cannot be read.
    squad: Result<Squad, String>,
}

/// Reads all squad files, sorted by name.
fn find_squads() -> Vec<SquadFile> {
    let files = ContentFolder::from(paths::squads_dir()).list("").unwrap_or_default();
    let found = |file: &ContentFile| {
        let name = file.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
        SquadFile { name, squad: Squad::read(file).map_err(|error| error.to_string()) }
    };
    files.iter().map(found).collect()
}

/// Draws the choice of the squad that replaces a side.
pub(super) fn show_squad_choice(ui: &mut Ui, menu: &mut MenuContext) {
    let found = menu.state.squads.get_or_insert_with(find_squads);
    if found.is_empty() && menu.state.overrides.squad.is_none() {
        return;
    }
    widgets::section_heading(ui, menu.palette, "Squad");
    let chosen = menu.state.overrides.squad.as_ref();
    let mut selection = None;
    if ui.selectable_label(chosen.is_none(), "Default units").clicked() {
        selection = Some(None);
    }
    for SquadFile { name, squad } in found.iter() {
        match squad {
            Ok(squad) => {
                let fit = squad.members.iter().filter(|member| !member.unfit).count();
                let text = format!("{name}: {fit} of {} fit, {}", squad.members.len(), squad.book.name());
                if ui.selectable_label(chosen == Some(squad), text).clicked() {
                    selection = Some(Some(squad.clone()));
                }
            }
            Err(problem) => {
                ui.label(RichText::new(name).color(menu.palette.faint)).on_hover_text(problem);
            }
        }
    }
    if let Some(squad) = selection {
        menu.state.take_squad(squad);
    }
    ui.add_space(6.0);
}
