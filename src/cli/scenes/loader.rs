//! A scene is read.

use std::path::Path;

use crate::cli::CliError;
use content::{RuleScene, Severity};

/// Reads a scene; what looks odd goes to the error stream.
pub(crate) fn load_scene(path: &Path, assets: Option<&Path>) -> Result<RuleScene, CliError> {
    let base = content::load_content(&[content::paths::asset_root(assets)]);
    if let Some(problem) = base.diagnostics.iter().find(|problem| problem.severity == Severity::Error) {
        return Err(CliError::new(problem.to_string()));
    }
    let (scene, problems) = content::load_scene(&base.content, path);
    for problem in problems.iter().filter(|problem| problem.severity == Severity::Warning) {
        eprintln!("{problem}");
    }
    match (scene, problems.into_iter().find(|problem| problem.severity == Severity::Error)) {
        (Some(scene), None) => Ok(scene),
        (_, Some(problem)) => Err(CliError::new(problem.to_string())),
        (None, None) => Err(CliError::new(format!("{}: there is no scene in it", path.display()))),
    }
}
