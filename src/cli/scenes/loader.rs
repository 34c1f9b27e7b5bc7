//! Loads scene files.

use std::path::Path;

use crate::cli::{self, CliError};
use content::{RuleScene, Severity};

/// Loads a scene; prints its warnings to stderr.
pub(crate) fn load_scene(path: &Path, assets: Option<&Path>) -> Result<RuleScene, CliError> {
    let base = content::load_content(&[content::paths::asset_root(assets)]);
    if let Some(problem) = base.diagnostics.into_iter().find(|problem| problem.severity == Severity::Error) {
        return Err(CliError::from_diagnostic(problem));
    }
    let (scene, problems) = content::load_scene(&base.content, path);
    problems.iter().filter(|problem| problem.severity == Severity::Warning).for_each(cli::print_diagnostic);
    match (scene, problems.into_iter().find(|problem| problem.severity == Severity::Error)) {
        (Some(scene), None) => Ok(scene),
        (_, Some(problem)) => Err(CliError::from_diagnostic(problem)),
        (None, None) => Err(CliError::new(format!("{}: contains no scene", path.display()))),
    }
}
