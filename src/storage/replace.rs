//! Replaces whole files, and removes those that were left unfinished.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::disk::{Disk, DiskFile, SystemDisk};
use crate::file_name::unused_file;

/// Ending of the names of unfinished files.
const UNFINISHED: &str = "part";
/// Age of an unfinished file whose program is no longer writing it.
const MIN_AGE: Duration = Duration::from_secs(60 * 60);
/// Depth of folders below a home in which the program writes.
const MAX_DEPTH: u32 = 3;
/// Most names that are tried for a new file beside the old one.
const MAX_ATTEMPTS: u32 = 1000;

/// Writes a file, and its folders if they are missing. An existing file is replaced once the new contents are on the disk,
/// so that a full disk, a crash or a power failure never destroys it.
///
/// # Errors
/// The file cannot be written, or a link, folder, pipe or device has its place; what is there is unchanged then.
pub fn replace_file(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    replace_file_on(&SystemDisk, path, contents.as_ref()).map(drop)
}

/// Like [`replace_file`] on any disk. Returns the new file.
///
/// # Errors
/// The file cannot be written; the existing file is unchanged then.
pub fn replace_file_on(disk: &dyn Disk, path: &Path, contents: &[u8]) -> io::Result<Box<dyn DiskFile>> {
    disk.check_output(path)?;
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

/// Renames a file that cannot be read to an unused name beside it, so that writing it again does not destroy it. It may not even be
/// a file. Returns its new path.
///
/// # Errors
/// It cannot be renamed.
pub fn keep_damaged_file(path: &Path) -> io::Result<PathBuf> {
    let kept = unused_file(parent_folder(path), damaged_names(path));
    fs::rename(path, &kept).map(|()| kept)
}

/// Removes the files that [`keep_damaged_file`] has kept of a file, up to the first number that is missing.
pub fn remove_damaged_copies(path: &Path) {
    let copies = (1..).map(damaged_names(path)).map(|name| path.with_file_name(name));
    copies.take_while(|copy| fs::remove_file(copy).is_ok()).for_each(drop);
}

/// Returns the names by number that a damaged file gets.
fn damaged_names(path: &Path) -> impl Fn(u32) -> String + use<> {
    let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, ending) = (part(path.file_stem()), part(path.extension()));
    move |number| format!("{stem} damaged {number}.{ending}")
}

/// Deletes the unfinished files that a killed program left in a folder and below it; returns how many. Those of the last
/// hour stay: another program may be writing them.
pub fn remove_unfinished_files(folder: &Path) -> usize {
    remove_unfinished_below(folder, MAX_DEPTH)
}

fn remove_unfinished_below(folder: &Path, depth: u32) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut removed = 0;
    for entry in entries {
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() && depth > 0 {
            removed += remove_unfinished_below(&entry.path(), depth - 1);
        } else if kind.is_file() && entry.file_name().to_str().is_some_and(is_unfinished) && is_old(&entry) {
            removed += usize::from(fs::remove_file(entry.path()).is_ok());
        }
    }
    removed
}

fn is_old(entry: &fs::DirEntry) -> bool {
    let modified = entry.metadata().and_then(|found| found.modified()).ok();
    modified.and_then(|modified| modified.elapsed().ok()).is_some_and(|age| age >= MIN_AGE)
}

/// Whether a name is one that [`create_beside`] gives: `.PROCESS-NUMBER.part`.
fn is_unfinished(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let stem = name.strip_prefix('.').and_then(|rest| rest.strip_suffix(UNFINISHED)?.strip_suffix('.'));
    let numbers = stem.and_then(|stem| stem.split_once('-'));
    numbers.is_some_and(|(process, attempt)| is_number(process) && is_number(attempt))
}

/// The folder of a file; the current one if the path names none.
fn parent_folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates a new file in the folder of another one.
fn create_beside(disk: &dyn Disk, path: &Path) -> io::Result<(PathBuf, Box<dyn DiskFile>)> {
    let process = std::process::id();
    for attempt in 0..MAX_ATTEMPTS {
        let beside = path.with_file_name(format!(".{process}-{attempt}.{UNFINISHED}"));
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

    #[test]
    fn a_damaged_file_is_kept_beside_the_new_one() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path().join("lessons.ron");
        for number in 1..=2 {
            fs::write(&path, format!("damage {number}")).expect("written");
            let kept = keep_damaged_file(&path).expect("renamed");
            assert_eq!(kept, root.path().join(format!("lessons damaged {number}.ron")));
            assert_eq!(fs::read_to_string(&kept).expect("kept"), format!("damage {number}"));
            assert!(!path.exists());
        }
        fs::write(root.path().join("lessons damaged 4.ron"), "of the player").expect("written");
        remove_damaged_copies(&path);
        assert_eq!(fs::read_dir(root.path()).expect("listed").count(), 1, "those after a gap stay");
    }

    #[test]
    fn unfinished_files_of_a_killed_program_are_removed() {
        let root = tempfile::tempdir().expect("a folder");
        let own = ["saves/street-001/.4711-0.part", ".1-999.part", "a/b/c/.2-3.part"];
        let other =
            ["saves/.part", "saves/x.part", "saves/.4711-.part", "saves/fight.jsonl", "a/b/c/d/.2-3.part"];
        let old = std::time::SystemTime::now() - 2 * MIN_AGE;
        for name in own.iter().chain(&other) {
            let path = root.path().join(name);
            replace_file(&path, "text").expect("written");
            let file = fs::File::options().append(true).open(&path).expect("opened");
            file.set_modified(old).expect("set");
        }
        let new = root.path().join("saves/.5-5.part");
        replace_file(&new, "text").expect("written");
        assert_eq!(remove_unfinished_files(root.path()), own.len());
        assert!(new.exists(), "another program may be writing it");
        assert!(own.iter().all(|name| !root.path().join(name).exists()));
        assert!(other.iter().all(|name| root.path().join(name).exists()));
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_refused_at_once() {
        let root = tempfile::tempdir().expect("a folder");
        let pipe = root.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("it runs").success());
        let error = replace_file(&pipe, "text").expect_err("a pipe");
        assert_eq!(error.to_string(), "not a regular file");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_has_the_usual_permissions_and_links_are_refused() {
        use std::os::unix::fs::PermissionsExt;
        let root = tempfile::tempdir().expect("a folder");
        let [plain, ours, link] = ["plain", "ours", "link"].map(|name| root.path().join(name));
        fs::write(&plain, "text").expect("written");
        replace_file(&ours, "text").expect("written");
        let mode = |path| fs::metadata(path).expect("there").permissions().mode();
        assert_eq!(mode(&plain), mode(&ours));
        std::os::unix::fs::symlink(&ours, &link).expect("linked");
        let error = replace_file(&link, "through the link").expect_err("a link");
        assert!(error.to_string().starts_with("a link; name the file that it leads to: "), "{error}");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read_to_string(&ours).expect("there"), "text");
    }
}
