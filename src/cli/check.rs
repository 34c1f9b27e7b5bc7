//! `breachline check`: validates content files.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{CliError, output};
use content::Severity;
use rules::Book;

/// Validates content folders and scenes of any kind.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Content folders, or single scene files; by default the shipped content.
    paths: Vec<PathBuf>,
}

pub(super) fn run(check: &CheckArgs, assets: Option<&Path>) -> Result<(), CliError> {
    let shipped = content::paths::asset_root(assets);
    let paths = if check.paths.is_empty() { std::slice::from_ref(&shipped) } else { &check.paths[..] };
    let mut errors = 0;
    let mut entries = 0;
    for path in paths {
        tracing::info!("checks {}", path.display());
        let problems = if path.is_dir() {
            let loaded = if is_complete_content(path) {
                content::load_content(std::slice::from_ref(path))
            } else {
                content::load_content(&[shipped.clone(), path.clone()])
            };
            entries += loaded.content.entries();
            let mut problems = loaded.diagnostics;
            for file in scene_files(path) {
                let (scene, wrong) = content::load_scene_inside(&loaded.content, path, &file);
                entries += usize::from(scene.is_some());
                problems.extend(wrong);
            }
            problems
        } else {
            let base = content::load_content(std::slice::from_ref(&shipped));
            let (scene, problems) = content::load_scene(&base.content, path);
            entries += usize::from(scene.is_some());
            problems
        };
        errors += problems.iter().filter(|problem| problem.severity == Severity::Error).count();
        let (shown, left_out) = output::select_diagnostics(&problems);
        shown.into_iter().try_for_each(output::print_diagnostic)?;
        left_out.iter().try_for_each(output::print_line)?;
    }
    if errors == 0 {
        return output::print_line(format_args!("{entries} entries, no errors"));
    }
    let errors = if errors == 1 { "1 error".to_owned() } else { format!("{errors} errors") };
    Err(CliError::new(format!("{errors} in the content, listed above")))
}

/// Whether a folder has content for every book. Any other folder adds to the shipped content, as in the game.
fn is_complete_content(folder: &Path) -> bool {
    Book::ALL.iter().all(|book| folder.join("books").join(book.id()).is_dir())
}

/// Scene files of a content folder that it does not list, sorted.
fn scene_files(folder: &Path) -> Vec<PathBuf> {
    let listing = std::fs::read_dir(folder.join("scenes")).into_iter().flatten();
    let mut files: Vec<PathBuf> = listing.filter_map(|file| file.ok().map(|file| file.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "ron"));
    files.sort();
    files.extend(content::gallery::gallery_files(folder));
    files
}
