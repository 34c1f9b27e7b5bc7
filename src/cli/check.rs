//! `breachline check`: validates content files.

use std::path::PathBuf;

use clap::Args;

use super::{CliError, output};
use content::{ContentFolder, Diagnostic, Severity, gallery};

/// Validates content folders and scenes of any kind.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Content folders, or single files of scenes or, in a folder `campaigns`, of campaigns; by default the shipped
    /// content.
    paths: Vec<PathBuf>,
}

pub(super) fn run(check: &CheckArgs, assets: &ContentFolder) -> Result<(), CliError> {
    let mut found = CheckTally::default();
    if check.paths.is_empty() {
        found.add_folder(assets, assets)?;
    }
    for path in &check.paths {
        tracing::info!("checks {}", path.display());
        if path.is_dir() {
            found.add_folder(&path.clone().into(), assets)?;
        } else {
            let base = content::load_content(std::slice::from_ref(assets)).content;
            let is_campaign = path.parent().is_some_and(|folder| folder.ends_with("campaigns"));
            let (is_valid, problems) = if is_campaign {
                let (campaign, problems) = content::check_campaign(&base, path.as_path());
                (campaign.is_some(), problems)
            } else {
                let (scene, problems) = content::load_scene(&base, path);
                (scene.is_some(), problems)
            };
            found.add(usize::from(is_valid), &problems)?;
        }
    }
    let CheckTally { entries, errors } = found;
    if errors == 0 {
        return output::print_line(format_args!("{entries} entries, no errors"));
    }
    let errors = if errors == 1 { "1 error".to_owned() } else { format!("{errors} errors") };
    Err(CliError::new(format!("{errors} in the content, listed above")))
}

/// What was found so far.
#[derive(Default)]
struct CheckTally {
    entries: usize,
    errors: usize,
}

impl CheckTally {
    /// Checks a content folder. One that lacks content of a book adds to the shipped content, as in the game.
    fn add_folder(&mut self, folder: &ContentFolder, shipped: &ContentFolder) -> Result<(), CliError> {
        let loaded = if folder.is_complete() || folder == shipped {
            content::load_content(std::slice::from_ref(folder))
        } else {
            content::load_content(&[shipped.clone(), folder.clone()])
        };
        let mut entries = loaded.content.entries();
        let mut problems = loaded.diagnostics;
        for file in
            folder.list("scenes").unwrap_or_default().into_iter().chain(gallery::gallery_files(folder))
        {
            let (scene, wrong) = content::load_scene(&loaded.content, &file);
            entries += usize::from(scene.is_some());
            problems.extend(wrong);
        }
        self.add(entries, &problems)
    }

    /// Counts entries and errors, and prints the problems.
    fn add(&mut self, entries: usize, problems: &[Diagnostic]) -> Result<(), CliError> {
        self.entries += entries;
        self.errors += problems.iter().filter(|problem| problem.severity == Severity::Error).count();
        let (shown, left_out) = output::select_diagnostics(problems);
        shown.into_iter().try_for_each(output::print_diagnostic)?;
        left_out.iter().try_for_each(output::print_line)
    }
}
