//! `breachline check`: looks through content files.

use std::path::{Path, PathBuf};

use clap::Args;

use super::Failure;
use crate::content::{self, Severity};

/// Checks content folders and skirmish files.
#[derive(Args, Debug)]
pub struct Check {
    /// Content folders, or single skirmish files. Without one, the shipped content.
    paths: Vec<PathBuf>,
}

pub(super) fn run(check: &Check, assets: Option<&Path>) -> Result<(), Failure> {
    let shipped = crate::paths::asset_root(assets);
    let paths = if check.paths.is_empty() { std::slice::from_ref(&shipped) } else { &check.paths[..] };
    let mut errors = 0;
    let mut entries = 0;
    for path in paths {
        let problems = if path.is_dir() {
            let loaded = content::load(std::slice::from_ref(path));
            entries += loaded.content.entries();
            loaded.problems
        } else {
            let base = content::load(std::slice::from_ref(&shipped));
            let (skirmish, problems) = content::load_skirmish(&base.content, path);
            entries += usize::from(skirmish.is_some());
            problems
        };
        for problem in &problems {
            println!("{problem}");
            errors += usize::from(problem.severity == Severity::Error);
        }
    }
    if errors == 0 {
        println!("{entries} entries, no errors");
        return Ok(());
    }
    Err(Failure::new(format!("{errors} errors in the content; each line above says where and what was expected")))
}
