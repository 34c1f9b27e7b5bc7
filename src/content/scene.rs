//! Scenes: a map, units with their state, and actions, as far as a file has them.
//!
//! Every command reads the same format, described in `docs/scene-format.md`: a skirmish is a scene with a map and two
//! sides, a rule test one with an action.

pub(crate) mod actions;
mod attack_sight;
mod attacks;
mod barriers;
pub(crate) mod battlefield;
mod default_map;
pub(crate) mod links;
mod lookups;
pub(crate) mod map_drawing;
mod orders;
pub(crate) mod own_fields;
pub(crate) mod placed_units;
pub(crate) mod raw;
pub(crate) mod raw_action;
mod raw_objects;
mod read;
mod rule_scene;
mod scene_state;
mod scene_state_key;
pub(crate) mod sides;
pub(crate) mod single_check;
pub(crate) mod unit_state;
mod units;
mod write;

use std::path::Path;

use schemars::{Schema, SchemaGenerator};
use thiserror::Error;

pub use self::battlefield::MAX_SKIRMISH_ROUNDS;
pub use self::map_drawing::MAX_MAP_SIDE;
pub use self::orders::{
    BarrierName, SceneAttack, SceneOrder, ScenePace, SceneScript, SceneStart, SceneSubAttack, SceneTarget,
};
pub use self::own_fields::{
    OwnResult, OwnResultKind, has_own_result_fields, own_result_fields, own_unit_fields,
};
pub use self::rule_scene::{ResolvedAction, RuleScene, SceneLookup};
pub use self::scene_state::SceneState;
pub use self::scene_state_key::SceneStateKey;
pub use self::single_check::{CheckResult, SingleCheck, run_check};

use super::library::Content;
use crate::books::book_kind::BookKind;
use crate::diagnostic::{Diagnostic, Severity};
use crate::files::content_folder::{ContentFile, ContentFolder};
use crate::files::source::SourceFile;
use crate::lab::LabScene;
use crate::visible_text::escape_invisible;

/// Version of the scene format; other versions are rejected.
pub const SCENE_FORMAT: u32 = 1;

/// A scene file, read.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Map and units with their state; or why they do not fit on a map. A file without a map has a plain one.
    pub battlefield: Result<LabScene, LayoutError>,
    /// The actions of the file; `None` if it has none.
    pub tests: Option<RuleScene>,
    /// Whether the Lab can write everything that the file says.
    pub is_editable: bool,
}

/// Why the units of a scene without a map do not fit on one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{scene}` needs a map: its units are more than {MAX_MAP_SIDE} squares apart")]
pub struct LayoutError {
    /// Name of the scene.
    pub scene: String,
}

/// Why a scene file cannot be used.
#[derive(Debug, Error)]
pub enum SceneFileError {
    /// The file is invalid.
    #[error("{0}")]
    Invalid(Diagnostic),
    /// Its units do not fit on a map.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

/// The purpose for which a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScenePurpose {
    /// A battle that can be won: every side has units.
    Fight,
    /// Any scene.
    Any,
}

/// Loads a scene file with the given content; in a folder of skirmishes, a battle that can be won. `None` if it is
/// invalid.
pub fn load_scene(content: &Content, file: impl Into<ContentFile>) -> (Option<Scene>, Vec<Diagnostic>) {
    let file = file.into();
    read_source(content, SourceFile::read(&file), purpose_of(&file.path()))
}

fn purpose_of(path: &Path) -> ScenePurpose {
    let is_fight = path
        .parent()
        .and_then(Path::file_name)
        .is_some_and(|folder| folder == "skirmishes" || folder == "lessons");
    if is_fight { ScenePurpose::Fight } else { ScenePurpose::Any }
}

/// Parses a scene; `name` is the file name in diagnostics.
pub fn parse_scene(content: &Content, name: &Path, text: &str) -> (Option<Scene>, Vec<Diagnostic>) {
    read_source(content, SourceFile::new(name, text.to_owned()), ScenePurpose::Any)
}

/// The schema of the scenes of a book.
pub(crate) fn scene_schema<B: BookKind>(generator: SchemaGenerator) -> Schema {
    generator.into_root_schema_for::<raw::RawScene<B>>()
}

/// Reads a file for a purpose.
pub(crate) fn read_source(
    content: &Content,
    source: Result<SourceFile, Diagnostic>,
    purpose: ScenePurpose,
) -> (Option<Scene>, Vec<Diagnostic>) {
    match source {
        Ok(source) => self::read::read_scene(content, source, purpose),
        Err(problem) => (None, vec![problem]),
    }
}

/// Opens a scene file to show or play it.
///
/// # Errors
/// The file is invalid, or its units do not fit on a map.
pub fn open_scene(
    content: &Content,
    file: impl Into<ContentFile>,
) -> Result<(LabScene, bool), SceneFileError> {
    let file = file.into();
    let (scene, problems) = load_scene(content, &file);
    match scene {
        Some(scene) => Ok((scene.battlefield?, scene.is_editable)),
        None => {
            let first = problems.into_iter().find(|problem| problem.severity == Severity::Error);
            let nothing = || Diagnostic::for_file(&file.path(), "contains no scene");
            Err(SceneFileError::Invalid(first.unwrap_or_else(nothing)))
        }
    }
}

/// The scene file that a player names: a file on disk, or a shipped one by path or name. `None` if there is none and the
/// name is not that of a file.
pub fn find_scene_file(shipped: &ContentFolder, path: &Path) -> Option<ContentFile> {
    if path.exists() {
        return Some(path.into());
    }
    let found = path.to_str().and_then(|named| shipped.find_scene(named));
    found.or_else(|| path.extension().map(|_| path.into()))
}

/// The id of a scene that a player names: a known id as it is, or a file, which is added to the content.
///
/// # Errors
/// The file is invalid, or its units do not fit on a map.
pub fn add_scene_file(
    content: &mut Content,
    shipped: &ContentFolder,
    named: &str,
) -> Result<String, SceneFileError> {
    let known = content.skirmishes.contains_key(named)
        || content.lessons.contains_key(named)
        || content.labs.contains_key(named);
    let Some(file) = find_scene_file(shipped, Path::new(named)).filter(|_| !known) else {
        return Ok(named.to_owned());
    };
    let (scene, _) = open_scene(content, &file)?;
    let path = file.path();
    let stem = path.file_stem().map_or_else(|| named.into(), |stem| stem.to_string_lossy());
    let id = escape_invisible(&stem).into_owned();
    content.skirmishes.remove(&id);
    content.lessons.remove(&id);
    content.labs.insert(id.clone(), scene);
    Ok(id)
}

/// Whether any diagnostic is an error.
fn has_errors(problems: &[Diagnostic]) -> bool {
    problems.iter().any(|problem| problem.severity == Severity::Error)
}
