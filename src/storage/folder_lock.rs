//! The lock of a folder that one running program uses.

use std::fs::{OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use same_file::Handle;

use crate::regular_file::{check_output, open_regular_file};

/// Name of the file that is locked.
const LOCK_FILE: &str = ".lock";

/// Holds a folder for this process until it is dropped or the process ends.
#[derive(Debug)]
pub struct FolderLock {
    path: PathBuf,
    /// The locked file; `None` on file systems that know no locks.
    file: Option<Handle>,
}

/// Why a folder cannot be held.
#[derive(Debug)]
pub enum FolderLockError {
    /// Another process holds it.
    InUse,
    /// The folder cannot be written.
    NotWritable {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
}

impl FolderLock {
    /// Creates the folder if it is missing, and holds it.
    ///
    /// # Errors
    /// Another process holds the folder, or it cannot be written.
    pub fn take(folder: &Path) -> Result<Self, FolderLockError> {
        let path = folder.join(LOCK_FILE);
        let failed = |source| FolderLockError::NotWritable { path: folder.to_owned(), source };
        std::fs::create_dir_all(folder).map_err(failed)?;
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{LOCK_FILE} is {error}"));
        check_output(&path).map_err(named).map_err(failed)?;
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { path, file: Some(Handle::from_file(file).map_err(failed)?) }),
            Err(TryLockError::WouldBlock) => Err(FolderLockError::InUse),
            Err(TryLockError::Error(_)) => Ok(Self { path, file: None }), // such as some network folders
        }
    }

    /// Whether the file in the folder is the locked one: false once it was deleted or replaced, so that another process
    /// could hold the folder as well.
    pub fn is_in_place(&self) -> bool {
        let Some(locked) = &self.file else { return true };
        // A pipe in its place would be waited for.
        open_regular_file(&self.path).and_then(Handle::from_file).is_ok_and(|found| found == *locked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_held_once_until_it_is_let_go() {
        let root = tempfile::tempdir().expect("a folder");
        let home = root.path().join("home");
        let lock = FolderLock::take(&home).expect("free");
        assert!(matches!(FolderLock::take(&home), Err(FolderLockError::InUse)));
        drop(lock);
        assert!(FolderLock::take(&home).is_ok());
    }

    #[test]
    fn a_lock_whose_file_was_deleted_is_not_in_place() {
        let root = tempfile::tempdir().expect("a folder");
        let home = root.path().join("home");
        let lock = FolderLock::take(&home).expect("free");
        assert!(lock.is_in_place());
        std::fs::remove_dir_all(&home).expect("deleted");
        assert!(!lock.is_in_place());
        let other = FolderLock::take(&home).expect("free again");
        assert!(other.is_in_place());
        assert!(!lock.is_in_place(), "the file there is another one");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_the_place_of_the_lock_is_refused_at_once() {
        let root = tempfile::tempdir().expect("a folder");
        let made = std::process::Command::new("mkfifo").arg(root.path().join(LOCK_FILE)).status();
        assert!(made.expect("it runs").success());
        assert!(matches!(FolderLock::take(root.path()), Err(FolderLockError::NotWritable { .. })));
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_that_a_pipe_has_replaced_is_not_in_place() {
        let root = tempfile::tempdir().expect("a folder");
        let lock = FolderLock::take(root.path()).expect("free");
        let path = root.path().join(LOCK_FILE);
        std::fs::remove_file(&path).expect("deleted");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().expect("it runs").success());
        assert!(!lock.is_in_place(), "the pipe is not waited for");
    }

    #[test]
    fn a_folder_below_a_file_is_not_writable() {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::write(root.path().join("file"), "").expect("written");
        let home = root.path().join("file/home");
        let Err(FolderLockError::NotWritable { path, .. }) = FolderLock::take(&home) else { panic!("held") };
        assert_eq!(path, home);
    }
}
