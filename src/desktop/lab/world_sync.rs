//! Keeps the world in sync with the scene.

use std::sync::Arc;

use bevy::prelude::*;

use super::{LabError, LabState, LabTab, OpenedScene, file_dialogs, to_sentence, tools};
use crate::handover_screen::HandoverScreen;
use crate::menu::ContentLibrary;
use crate::player_input::replace_session;
use crate::replay::ReplayPlayback;
use crate::session::{Screen, Session};
use battle::Journal;
use lab::SceneEditor;
use model::ObstaclePosition;

/// Leaves the current screen and opens a scene.
///
/// # Errors
/// Returns `LabError` if the scene cannot be shown under its rulebook; nothing has changed then.
pub(crate) fn open_lab(world: &mut World, opening: OpenedScene) -> Result<(), LabError> {
    let content = Arc::new(world.resource::<ContentLibrary>().loaded.content.clone());
    let book = opening.scene.skirmish.rules.book();
    let tab = world.get_resource::<LabState>().map_or(LabTab::default(), |lab| lab.tab);
    ::lab::set_up_scene(world, &opening.scene, &content, book)?;
    world.remove_resource::<ReplayPlayback>();
    world.remove_resource::<Journal>();
    replace_session(world, Session::default());
    world.insert_resource(HandoverScreen::default());
    let tools =
        tools::ToolState { attacker_next: opening.scene.aim.is_none(), ..tools::ToolState::default() };
    let editor = SceneEditor::new(opening.scene);
    world.insert_resource(LabState {
        shown: Some((editor.revision(), book)),
        editor,
        book,
        content,
        tab,
        file: opening.file,
        problem: None,
        tab_area: None,
        files: file_dialogs::FileDialogState::default(),
        tools,
    });
    world.resource_mut::<NextState<Screen>>().set(Screen::Lab);
    Ok(())
}

/// Shows a scene again that was put aside, with its edit history.
///
/// # Errors
/// Returns `LabError` if the scene cannot be shown under its rulebook.
pub(crate) fn resume_lab(world: &mut World, lab: LabState) -> Result<(), LabError> {
    let (content, book) = (lab.content.clone(), lab.book);
    ::lab::set_up_scene(world, lab.scene(), &content, book)?;
    let shown = Some((lab.revision(), book));
    world.insert_resource(LabState { shown, ..lab });
    world.resource_mut::<NextState<Screen>>().set(Screen::Lab);
    Ok(())
}

fn lacks_barrier_at(lab: &LabState, place: ObstaclePosition) -> bool {
    lab.scene().barrier_at(place).is_none()
}

/// Updates the world from the scene.
pub(super) fn sync_world(world: &mut World) {
    let lab = world.resource::<LabState>();
    let now = (lab.revision(), lab.book);
    if lab.shown == Some(now) {
        return;
    }
    let (content, scene, book) = (lab.content.clone(), lab.scene().clone(), lab.book);
    let problem =
        lab::update_scene(world, &scene, &content, book).err().map(|error| to_sentence(&error.to_string()));
    let mut lab = world.resource_mut::<LabState>();
    lab.shown = Some(now);
    lab.problem = problem;
    let units = scene.skirmish.units.len() as u32;
    let mut session = world.resource_mut::<Session>();
    if session.selected.is_some_and(|id| id.0 > units) {
        session.selected = None;
    }
    let mut lab = world.resource_mut::<LabState>();
    let is_removed = match lab.tools.selection {
        Some(tools::LabSelection::Unit(at)) => at >= units as usize,
        Some(tools::LabSelection::Barrier(place)) => lacks_barrier_at(&lab, place),
        _ => false,
    };
    if is_removed {
        lab.tools.selection = None;
    }
}
