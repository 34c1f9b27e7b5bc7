//! Detects changes in content folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Deepest folder level that is scanned.
const MAX_DEPTH: usize = 6;
/// Most files that are scanned.
const MAX_FILES: usize = 10_000;

/// Names, sizes and times of the content files of some folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderFingerprint {
    dirs: Vec<PathBuf>,
    files: BTreeMap<PathBuf, (u64, Option<SystemTime>)>,
}

impl FolderFingerprint {
    /// Records the current state. Call it before loading, so that no change is missed.
    pub fn take(dirs: &[PathBuf]) -> Self {
        let mut files = BTreeMap::new();
        for dir in dirs {
            collect_files(dir, MAX_DEPTH, &mut files);
        }
        Self { dirs: dirs.to_vec(), files }
    }
}

/// Whether a file of the folders was added, removed or written since.
pub fn changed_since(earlier: &FolderFingerprint) -> bool {
    FolderFingerprint::take(&earlier.dirs) != *earlier
}

fn collect_files(dir: &Path, depth: usize, files: &mut BTreeMap<PathBuf, (u64, Option<SystemTime>)>) {
    let Ok(listing) = std::fs::read_dir(dir) else { return };
    for entry in listing.filter_map(Result::ok) {
        let path = entry.path();
        let Ok(metadata) = std::fs::metadata(&path) else { continue };
        if metadata.is_dir() {
            if depth > 0 {
                collect_files(&path, depth - 1, files);
            }
        } else if path.extension().is_some_and(|extension| extension == "ron") && files.len() < MAX_FILES {
            files.insert(path, (metadata.len(), metadata.modified().ok()));
        }
    }
}
