//! Scenes: rule tests with everything they need, for `breachline resolve` and `breachline odds`.
//!
//! The file format is described in `docs/scene-format.md`.

mod actions;
mod attacks;
mod barriers;
mod book_fields;
mod checks;
mod raw;
mod raw_action;
mod read;
mod rule_scene;
mod scene_state;
mod units;

use std::path::Path;

pub use self::rule_scene::{ResolvedAction, RuleScene, SceneLookup, SingleCheck};
pub use self::scene_state::{SceneState, SceneStateKey};

use super::library::Content;
use crate::diagnostic::{Diagnostic, Severity};
use crate::files::source::SourceFile;

/// Version of the scene format; other versions are rejected.
pub const SCENE_FORMAT: u32 = 1;

/// Loads a scene file with the given content. `None` if it is invalid.
pub fn load_scene(content: &Content, path: &Path) -> (Option<RuleScene>, Vec<Diagnostic>) {
    match SourceFile::read(path) {
        Ok(source) => self::read::read_scene(content, source),
        Err(problem) => (None, vec![problem]),
    }
}

/// Parses a scene; `name` is the file name in diagnostics.
pub fn parse_scene(content: &Content, name: &Path, text: &str) -> (Option<RuleScene>, Vec<Diagnostic>) {
    match SourceFile::new(name, text.to_owned()) {
        Ok(source) => self::read::read_scene(content, source),
        Err(problem) => (None, vec![problem]),
    }
}

/// Whether any diagnostic is an error.
fn has_errors(problems: &[Diagnostic]) -> bool {
    problems.iter().any(|problem| problem.severity == Severity::Error)
}
