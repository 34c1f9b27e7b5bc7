//! Opens scenes by id, by file, or empty.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::content_library::ContentLibrary;
use content::{Content, ContentError, ContentFile, LabScene, SceneFileError};

/// Why a scene cannot be opened.
#[derive(Debug, Error)]
pub enum LabError {
    /// No scene has this id.
    #[error("unknown scene `{id}`{}; `breachline check` lists broken files", .nearest.as_ref().map_or(String::new(), |name| format!("; did you mean `{name}`?")))]
    Unknown {
        /// The id that was given.
        id: String,
        /// The nearest valid one.
        nearest: Option<String>,
    },
    /// The file cannot be opened.
    #[error(transparent)]
    File(#[from] SceneFileError),
    /// The scene cannot be shown under its rulebook.
    #[error(transparent)]
    Content(#[from] ContentError),
}

/// A scene to open.
#[derive(Clone, Debug)]
pub(crate) struct OpenedScene {
    /// The scene.
    pub scene: LabScene,
    /// Its file; `None` if it has none.
    pub file: Option<PathBuf>,
}

impl OpenedScene {
    /// Opens the scene given on the command line: an id, a file, or an empty scene.
    ///
    /// # Errors
    /// Returns `LabError` if there is no such scene or its file is not valid.
    pub fn from_argument(library: &ContentLibrary, wanted: Option<&str>) -> Result<Self, LabError> {
        let content = &library.loaded.content;
        let Some(wanted) = wanted else { return Ok(Self::empty(content)) };
        if let Some(scene) = content.labs.get(wanted) {
            return Ok(Self { scene: scene.clone(), file: None });
        }
        if let Some(skirmish) = content.skirmishes.get(wanted) {
            return Ok(Self { scene: LabScene::new(skirmish.clone()), file: None });
        }
        if let Some(file) = content::find_scene_file(library.shipped(), Path::new(wanted)) {
            return Self::read(content, &file);
        }
        let ids = content.labs.keys().chain(content.skirmishes.keys());
        let near = ids.min_by_key(|id| strsim::damerau_levenshtein(id, wanted));
        let near = near.filter(|id| strsim::damerau_levenshtein(id, wanted) <= 1 + wanted.len() / 4);
        Err(LabError::Unknown { id: wanted.to_owned(), nearest: near.cloned() })
    }

    /// Reads the scene of a file. One that says more than the Lab can write opens as a copy without a file.
    ///
    /// # Errors
    /// Returns `LabError` if the file cannot be read or is not valid.
    pub fn read(content: &Content, file: &ContentFile) -> Result<Self, LabError> {
        let (scene, is_editable) = content::open_scene(content, file)?;
        let own = if let ContentFile::Named(path) = file { Some(path.clone()) } else { None };
        Ok(Self { scene, file: own.filter(|_| is_editable) })
    }

    /// Creates an empty room with one unit on each side.
    pub fn empty(content: &Content) -> Self {
        Self { scene: LabScene::empty(content), file: None }
    }
}
