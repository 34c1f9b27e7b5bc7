//! Regular files only. Opening a pipe or a device may wait for ever or change it, and a link leads to a file that was not
//! named.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Opens a regular file for reading.
///
/// # Errors
/// It does not exist, cannot be opened, or is a link, folder, pipe, socket or device.
pub fn open_regular_file(path: &Path) -> io::Result<File> {
    check_kind(path, &fs::symlink_metadata(path)?)?;
    let file = File::open(path)?;
    // It may have been replaced meanwhile.
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
}

/// Reads a regular file of at most `limit` bytes.
///
/// # Errors
/// As [`open_regular_file`], or it is larger.
pub fn read_regular_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let bytes = read_beginning(path, limit.saturating_add(1))?;
    if bytes.len() as u64 > limit { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

/// Reads the first bytes of a regular file, at most `limit`, and no more than it had when it was opened: some files of the
/// system have a length of 0, and reading them never ends.
///
/// # Errors
/// As [`open_regular_file`].
pub fn read_beginning(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = open_regular_file(path)?;
    let length = file.metadata()?.len();
    file.take(limit.min(length)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Checks that a file may be written under a path: nothing is there, or a regular file.
///
/// # Errors
/// A link, folder, pipe, socket or device is there, or the path cannot be looked up.
pub fn check_output(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(found) => check_kind(path, &found),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Creates a file to be written from its start, and its folders. For output that a series writes line by line; whole files
/// are written by [`replace_file`](crate::replace_file).
///
/// # Errors
/// As [`check_output`], or the file cannot be created.
pub fn create_output(path: &Path) -> io::Result<File> {
    check_output(path)?;
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    File::create(path)
}

/// Opens a file to append to, such as a log, and creates it if it is missing.
///
/// # Errors
/// As [`check_output`], or the file cannot be opened.
pub fn append_to_output(path: &Path) -> io::Result<File> {
    check_output(path)?;
    File::options().create(true).append(true).open(path)
}

/// Returns the file that a link leads to, and the path itself if it is no link. For the one file that players keep
/// elsewhere and link to: their settings.
///
/// # Errors
/// The link leads nowhere.
pub fn follow_link(path: &Path) -> io::Result<PathBuf> {
    let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    if is_link { path.canonicalize().map_err(|error| dead_link(error.kind())) } else { Ok(path.to_owned()) }
}

/// Returns the path of a file with all links resolved, if it lies in a folder.
///
/// # Errors
/// A link leads out of the folder, or one of the two does not exist.
pub fn resolve_inside_folder(folder: &Path, path: &Path) -> io::Result<PathBuf> {
    let resolved = path.canonicalize()?;
    if resolved.starts_with(folder.canonicalize()?) {
        return Ok(resolved);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "a link that leads out of its folder"))
}

/// Refuses what is not a regular file.
fn check_kind(path: &Path, found: &Metadata) -> io::Result<()> {
    if found.is_symlink() {
        return Err(path.canonicalize().map_or_else(
            |_| dead_link(io::ErrorKind::InvalidInput),
            |target| {
                let sentence = format!("a link; name the file that it leads to: {}", target.display());
                io::Error::new(io::ErrorKind::InvalidInput, sentence)
            },
        ));
    }
    if found.is_file() { Ok(()) } else { Err(not_regular()) }
}

fn dead_link(kind: io::ErrorKind) -> io::Error {
    io::Error::new(kind, "a link that leads nowhere")
}

fn not_regular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// A folder with a file, and a link, a dead link, a pipe and a folder in its place.
    fn places() -> (tempfile::TempDir, PathBuf, [(PathBuf, &'static str); 4]) {
        let root = tempfile::tempdir().expect("a folder");
        let at = |name: &str| root.path().join(name);
        fs::write(at("file"), "text").expect("written");
        symlink(at("file"), at("link")).expect("linked");
        symlink(at("nothing"), at("dead")).expect("linked");
        assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().expect("it runs").success());
        fs::create_dir(at("folder")).expect("made");
        let wrong = [
            (at("link"), "a link; name the file that it leads to: "),
            (at("dead"), "a link that leads nowhere"),
            (at("pipe"), "not a regular file"),
            (at("folder"), "not a regular file"),
        ];
        (root, wrong[0].0.with_file_name("file"), wrong)
    }

    #[test]
    fn only_regular_files_are_read_and_written() {
        let (root, file, wrong) = places();
        assert_eq!(read_regular_file(&file, 4).expect("read"), b"text");
        assert_eq!(read_regular_file(&file, 3).expect_err("too large").kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(read_beginning(&file, 2).expect("read"), b"te");
        check_output(&file).expect("it may be written");
        for (path, why) in wrong {
            let failures = [
                read_regular_file(&path, 100).err(),
                check_output(&path).err(),
                create_output(&path).err(),
                append_to_output(&path).err(),
            ];
            for failure in failures {
                let failure = failure.expect("it is refused").to_string();
                assert!(failure.starts_with(why), "{}: {failure}", path.display());
            }
        }
        assert_eq!(fs::read(&file).expect("read"), b"text", "nothing was written through the link");
        assert!(!root.path().join("nothing").exists());
        create_output(&root.path().join("new/folder/file")).expect("its folders are made");
        append_to_output(&root.path().join("log")).expect("it is made");
    }

    #[test]
    fn links_are_followed_when_asked() {
        let (root, file, [(link, _), (dead, _), (pipe, _), _]) = places();
        let file = file.canonicalize().expect("there");
        assert_eq!(follow_link(&link).expect("it leads there"), file);
        assert_eq!(follow_link(&pipe).expect("no link"), pipe);
        assert_eq!(follow_link(&dead).expect_err("nowhere").to_string(), "a link that leads nowhere");
        assert_eq!(resolve_inside_folder(root.path(), &link).expect("inside"), file);
        assert!(resolve_inside_folder(&root.path().join("folder"), &link).is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn files_of_the_system_without_a_length_are_not_waited_for() {
        let log = Path::new("/proc/self/status"); // as `/proc/kmsg`, which waits for the next message
        assert_eq!(fs::metadata(log).expect("there").len(), 0);
        assert_eq!(read_regular_file(log, 100_000).expect("read"), b"");
    }
}
