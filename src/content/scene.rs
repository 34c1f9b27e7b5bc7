//! Scenes: one or several tests of the rules with everything they need, for `breachline resolve` and `breachline odds`.
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

/// Version of the scene format; other versions are refused.
pub const SCENE_FORMAT: u32 = 1;

/// Reads a scene file with the rest of the content at hand. `None` if it is broken.
pub fn load_scene(content: &Content, path: &Path) -> (Option<RuleScene>, Vec<Diagnostic>) {
    match SourceFile::read(path) {
        Ok(source) => self::read::read_scene(content, source),
        Err(problem) => (None, vec![problem]),
    }
}

/// Reads a scene from a text; `name` stands for the file in what is reported.
pub fn parse_scene(content: &Content, name: &Path, text: &str) -> (Option<RuleScene>, Vec<Diagnostic>) {
    match SourceFile::new(name, text.to_owned()) {
        Ok(source) => self::read::read_scene(content, source),
        Err(problem) => (None, vec![problem]),
    }
}

/// Whether any problem is an error.
fn has_errors(problems: &[Diagnostic]) -> bool {
    problems.iter().any(|problem| problem.severity == Severity::Error)
}
