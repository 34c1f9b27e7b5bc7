//! A scene is read.

use std::path::Path;

use super::Failure;
use content::{Encounter, Severity};

/// Reads a scene; what looks odd goes to the error stream.
pub(super) fn load(path: &Path, assets: Option<&Path>) -> Result<Encounter, Failure> {
    let base = content::load(&[content::paths::asset_root(assets)]);
    if let Some(problem) = base.problems.iter().find(|problem| problem.severity == Severity::Error) {
        return Err(Failure::new(problem.to_string()));
    }
    let (scene, problems) = content::load_scene(&base.content, path);
    for problem in problems.iter().filter(|problem| problem.severity == Severity::Warning) {
        eprintln!("{problem}");
    }
    match (scene, problems.into_iter().find(|problem| problem.severity == Severity::Error)) {
        (Some(scene), None) => Ok(scene),
        (_, Some(problem)) => Err(Failure::new(problem.to_string())),
        (None, None) => Err(Failure::new(format!("{}: there is no scene in it", path.display()))),
    }
}
