//! Whether content folders have changed since they were read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// How deep folders are followed.
const DEEPEST: usize = 6;
/// Most files that are looked at.
const MOST_FILES: usize = 10_000;

/// Names, sizes and times of the content files of some folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint {
    dirs: Vec<PathBuf>,
    files: BTreeMap<PathBuf, (u64, Option<SystemTime>)>,
}

impl Fingerprint {
    /// The folders as they are now. Take it before loading, so that no change falls between.
    pub fn of(dirs: &[PathBuf]) -> Self {
        let mut files = BTreeMap::new();
        for dir in dirs {
            collect(dir, DEEPEST, &mut files);
        }
        Self { dirs: dirs.to_vec(), files }
    }
}

/// Whether a file of the folders was added, removed or written since.
pub fn changed_since(earlier: &Fingerprint) -> bool {
    Fingerprint::of(&earlier.dirs) != *earlier
}

fn collect(dir: &Path, depth: usize, files: &mut BTreeMap<PathBuf, (u64, Option<SystemTime>)>) {
    let Ok(listing) = std::fs::read_dir(dir) else { return };
    for entry in listing.filter_map(Result::ok) {
        let path = entry.path();
        let Ok(metadata) = std::fs::metadata(&path) else { continue };
        if metadata.is_dir() {
            if depth > 0 {
                collect(&path, depth - 1, files);
            }
        } else if path.extension().is_some_and(|extension| extension == "ron") && files.len() < MOST_FILES {
            files.insert(path, (metadata.len(), metadata.modified().ok()));
        }
    }
}
