//! Loads scene files.

use std::path::Path;

use crate::cli::CliError;
use content::{RuleScene, Severity};

/// Loads a scene; prints its warnings to stderr.
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
        (None, None) => Err(CliError::new(format!("{}: contains no scene", path.display()))),
    }
}
