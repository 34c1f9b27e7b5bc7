//! Opens scenes in the Lab, and rebuilds the battle world whenever the scene, its file or the content has changed.

use std::sync::Arc;

use bevy::prelude::*;

use super::{LabError, LabState, LabTab, OpenedScene, file_dialogs, to_sentence, tools};
use crate::content_library::ContentLibrary;
use crate::handover_screen::HandoverScreen;
use crate::player_input::replace_session;
use crate::replay::ReplayPlayback;
use crate::session::{Screen, Session};
use battle::Journal;
use content::{Content, LabScene, Severity};
use lab::SceneEditor;
use model::ObstaclePosition;

/// Leaves the current screen and opens a scene.
///
/// # Errors
/// Returns `LabError` if the scene cannot be shown under its rulebook; nothing has changed then.
pub(crate) fn open_lab(world: &mut World, opening: OpenedScene) -> Result<(), LabError> {
    let library = world.resource::<ContentLibrary>();
    let (content, content_revision) = (Arc::new(library.loaded.content.clone()), library.revision());
    let content_problem = find_content_problem(library);
    let book = opening.scene.skirmish.rules.book();
    let tab = world.get_resource::<LabState>().map_or(LabTab::default(), |lab| lab.tab);
    ::lab::set_up_scene(world, &opening.scene, &content, book)?;
    world.remove_resource::<ReplayPlayback>();
    world.remove_resource::<Journal>();
    replace_session(world, Session::default());
    world.insert_resource(HandoverScreen::default());
    let tools =
        tools::ToolState { attacker_next: opening.scene.aim.is_none(), ..tools::ToolState::default() };
    let overlays = opening.scene.overlays.clone();
    let editor = SceneEditor::new(opening.scene);
    world.insert_resource(LabState {
        overlays,
        shown: Some((editor.revision(), book)),
        editor,
        book,
        content,
        content_revision,
        tab,
        file: opening.file,
        problem: None,
        content_problem,
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

/// Takes up content that has changed on disk. The scene keeps its edits; if it needs something that is gone, the Lab says so
/// until it is there again.
pub(super) fn take_up_content(
    library: Res<ContentLibrary>,
    mut lab: ResMut<LabState>,
    mut session: ResMut<Session>,
    time: Res<Time<Real>>,
) {
    if lab.content_revision == library.revision() {
        return;
    }
    lab.content_revision = library.revision();
    lab.content_problem = find_content_problem(&library);
    let mut notices = Vec::new();
    let content = &library.loaded.content;
    // A saved scene changes nothing that other scenes use.
    let (labs, skirmishes) = (content.labs.clone(), content.skirmishes.clone());
    let has_same_entries = Content { labs, skirmishes, ..(*lab.content).clone() } == *content;
    lab.content = Arc::new(content.clone());
    if !has_same_entries {
        lab.editor.mark_outdated();
        lab.shown = None;
        notices.push("Changed content files have been read again.");
    }
    notices.extend(take_up_scene_file(&mut lab));
    if !notices.is_empty() {
        session.notice = Some((notices.join(" "), time.elapsed_secs_f64()));
    }
}

/// Opens the file of the scene again if another program has changed it and nothing would be lost. Returns what to tell the
/// player.
fn take_up_scene_file(lab: &mut LabState) -> Option<&'static str> {
    let file = lab.file.as_ref()?;
    let (scene, is_editable) = content::open_scene(&lab.content, file).ok()?;
    // Overlays are saved as they are, and no change of the scene.
    let scene = LabScene { overlays: lab.scene().overlays.clone(), ..scene };
    if scene == lab.scene().clone().normalised() {
        return None;
    }
    if lab.editor.is_changed() {
        return Some("The file of this scene has changed on disk; saving replaces it.");
    }
    if !is_editable {
        return Some("The file of this scene now says more than the Lab can edit.");
    }
    lab.editor.replace_scene(scene);
    lab.shown = None;
    Some("The file of this scene has been read again.")
}

/// The first error of the content files, with the number of the others.
fn find_content_problem(library: &ContentLibrary) -> Option<String> {
    let errors = library.loaded.diagnostics.iter().filter(|problem| problem.severity == Severity::Error);
    let first = errors.clone().next()?;
    Some(match errors.count() {
        1 => format!("Skipped: {first}"),
        count => format!("Skipped: {first}; {} more errors in the content files", count - 1),
    })
}

/// Updates the world from the scene.
pub(super) fn sync_world(world: &mut World) {
    let lab = world.resource::<LabState>();
    let now = (lab.revision(), lab.book);
    if lab.shown == Some(now) {
        return;
    }
    let (content, scene, book) = (lab.content.clone(), lab.scene().clone(), lab.book);
    // After a change of content, walls and ground may differ that the scene did not change.
    let begins_anew = lab.shown.is_none() || lab.problem.is_some();
    let result = if begins_anew {
        lab::set_up_scene(world, &scene, &content, book)
    } else {
        lab::update_scene(world, &scene, &content, book)
    };
    let problem = result.err().map(|error| to_sentence(&error.to_string()));
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
