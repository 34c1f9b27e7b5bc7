//! Scenes: one or several tests of the rules with everything they need, for `breachline resolve` and `breachline odds`.
//!
//! The file format is described in `docs/scene-format.md`.

mod attacks;
mod barriers;
mod cast;
mod encounter;
mod moment;
mod muster;
mod plays;
mod raw;
mod raw_play;
mod singles;
mod stage;

use std::path::Path;

pub use encounter::{Check, Encounter, Play, Shown};
pub use moment::{Moment, MomentKey};

use super::library::Content;
use super::problem::{Problem, Severity};
use super::source::Source;

/// Version of the scene format; other versions are refused.
pub const SCENE_FORMAT: u32 = 1;

/// Reads a scene file with the rest of the content at hand. `None` if it is broken.
pub fn load_scene(content: &Content, path: &Path) -> (Option<Encounter>, Vec<Problem>) {
    match Source::read(path) {
        Ok(source) => stage::scene(content, source),
        Err(problem) => (None, vec![problem]),
    }
}

/// Reads a scene from a text; `name` stands for the file in what is reported.
pub fn parse_scene(content: &Content, name: &Path, text: &str) -> (Option<Encounter>, Vec<Problem>) {
    match Source::new(name, text.to_owned()) {
        Ok(source) => stage::scene(content, source),
        Err(problem) => (None, vec![problem]),
    }
}

/// Whether any problem is an error.
fn has_errors(problems: &[Problem]) -> bool {
    problems.iter().any(|problem| problem.severity == Severity::Error)
}
