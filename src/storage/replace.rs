//! Replacing whole files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::disk::{Disk, DiskFile, SystemDisk};

/// Most names that are tried for a new file beside the old one.
const MAX_ATTEMPTS: u32 = 1000;

/// Writes a file, and its folders if they are missing. An existing file is replaced once the new contents are on the disk,
/// so that a full disk, a crash or a power failure never destroys it.
///
/// # Errors
/// The file cannot be written; the existing file is unchanged then.
pub fn replace_file(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return fs::write(path, contents); // a pipe or a device cannot be replaced
    }
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned()); // a link stays a link
    replace_file_on(&SystemDisk, &target, contents.as_ref()).map(drop)
}

/// Like [`replace_file`] on any disk, without links and devices. Returns the new file.
///
/// # Errors
/// The file cannot be written; the existing file is unchanged then.
pub fn replace_file_on(disk: &dyn Disk, path: &Path, contents: &[u8]) -> io::Result<Box<dyn DiskFile>> {
    let folder = parent_folder(path);
    disk.create_folders(folder)?;
    let (beside, mut file) = create_beside(disk, path)?;
    let written = (|| {
        file.append(contents)?;
        file.sync()?;
        disk.rename(&beside, path)
    })();
    if let Err(error) = written {
        let _ = disk.remove(&beside); // the first error is the one to report
        return Err(error);
    }
    disk.sync_folder(folder)?;
    Ok(file)
}

/// The folder of a file; the current one if the path names none.
fn parent_folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates a new file in the folder of another one.
fn create_beside(disk: &dyn Disk, path: &Path) -> io::Result<(PathBuf, Box<dyn DiskFile>)> {
    let process = std::process::id();
    for attempt in 0..MAX_ATTEMPTS {
        let beside = path.with_file_name(format!(".{process}-{attempt}.part"));
        match disk.create_new(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (beside, file)),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "too many unfinished files beside it; delete `*.part`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path().join("saves/street-001/fight.jsonl");
        for text in ["first", "second, longer", "3"] {
            replace_file(&path, text).expect("written");
            assert_eq!(fs::read_to_string(&path).expect("there"), text);
        }
        assert_eq!(fs::read_dir(path.parent().expect("a folder")).expect("listed").count(), 1);
    }

    #[test]
    fn a_folder_in_the_way_is_an_error() {
        let root = tempfile::tempdir().expect("a folder");
        assert!(replace_file(root.path(), "text").is_err());
        replace_file(&root.path().join("file"), "text").expect("written");
        assert!(replace_file(&root.path().join("file/below"), "text").is_err());
        assert_eq!(fs::read_dir(root.path()).expect("listed").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_has_the_usual_permissions_and_links_stay() {
        use std::os::unix::fs::PermissionsExt;
        let root = tempfile::tempdir().expect("a folder");
        let [plain, ours, link] = ["plain", "ours", "link"].map(|name| root.path().join(name));
        fs::write(&plain, "text").expect("written");
        replace_file(&ours, "text").expect("written");
        let mode = |path| fs::metadata(path).expect("there").permissions().mode();
        assert_eq!(mode(&plain), mode(&ours));
        std::os::unix::fs::symlink(&ours, &link).expect("linked");
        replace_file(&link, "through the link").expect("written");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read_to_string(&ours).expect("there"), "through the link");
    }
}
