//! Squads that were saved after a fight, to choose one for the next.

use bevy_egui::egui::{RichText, Ui};

use super::{MenuContext, widgets};
use content::Squad;
use content::paths;

/// A file of the folder of squads.
#[derive(Debug)]
pub(super) struct SquadFile {
    /// Name of the file without its ending.
    name: String,
    /// What is in it, or why it cannot be read.
    squad: Result<Squad, String>,
}

/// Everything in the folder, by name.
fn find_squads() -> Vec<SquadFile> {
    let entries = std::fs::read_dir(paths::squads_dir()).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "ron"));
    files.sort();
    let found = |path: std::path::PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        SquadFile { name, squad: Squad::read(&path).map_err(|error| error.to_string()) }
    };
    files.into_iter().map(found).collect()
}

/// The squad that takes the place of a side, if one does.
pub(super) fn show_squad_choice(ui: &mut Ui, desk: &mut MenuContext) {
    let found = desk.state.squads.get_or_insert_with(find_squads);
    if found.is_empty() && desk.state.overrides.squad.is_none() {
        return;
    }
    widgets::section_heading(ui, desk.palette, "Squad");
    let chosen = desk.state.overrides.squad.as_ref();
    let mut wish = None;
    if ui.selectable_label(chosen.is_none(), "As the skirmish has it").clicked() {
        wish = Some(None);
    }
    for SquadFile { name, squad } in found.iter() {
        match squad {
            Ok(squad) => {
                let fit = squad.members.iter().filter(|member| !member.unfit).count();
                let text = format!("{name}: {fit} of {} fit, {}", squad.members.len(), squad.book.name());
                if ui.selectable_label(chosen == Some(squad), text).clicked() {
                    wish = Some(Some(squad.clone()));
                }
            }
            Err(problem) => {
                ui.label(RichText::new(name).color(desk.palette.faint)).on_hover_text(problem);
            }
        }
    }
    if let Some(squad) = wish {
        desk.state.take_squad(squad);
    }
    ui.add_space(6.0);
}
