//! Operations on files, as a trait: saves use the file system, tests a disk that loses what was not synced.

use std::fmt::Debug;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use same_file::Handle;

use crate::regular_file::{check_output, open_regular_file};

/// Operations on files that saving needs. A file is safe from power loss once it and its folder are synced.
pub trait Disk: Debug + Send + Sync {
    /// Creates a folder and those above it.
    ///
    /// # Errors
    /// A folder cannot be created.
    fn create_folders(&self, folder: &Path) -> io::Result<()>;

    /// Creates an empty file to append to.
    ///
    /// # Errors
    /// The file exists, or cannot be created.
    fn create_new(&self, path: &Path) -> io::Result<Box<dyn DiskFile>>;

    /// Renames a file; another file of the new name is replaced.
    ///
    /// # Errors
    /// The file cannot be renamed.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// The file cannot be removed.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Writes the names of files in a folder to the disk.
    ///
    /// # Errors
    /// The folder cannot be synced.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// Checks that a file may be written under this name: nothing is there, or a regular file.
    ///
    /// # Errors
    /// A link, folder, pipe or device is there.
    fn check_output(&self, path: &Path) -> io::Result<()>;

    /// Returns whether there is a file of this name.
    fn exists(&self, path: &Path) -> bool;
}

/// A file that is appended to.
pub trait DiskFile: Debug + Send + Sync {
    /// Appends bytes. After an error, some of them may be in the file.
    ///
    /// # Errors
    /// The bytes cannot be written.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Cuts the file to a length in bytes.
    ///
    /// # Errors
    /// The file cannot be cut.
    fn truncate(&mut self, length: u64) -> io::Result<()>;

    /// Writes the contents to the disk.
    ///
    /// # Errors
    /// The disk reports an error.
    fn sync(&mut self) -> io::Result<()>;

    /// Returns whether the path still names this file, and the file has this length in bytes.
    fn is_at(&self, path: &Path, length: u64) -> bool;
}

/// The file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemDisk;

#[derive(Debug)]
struct SystemFile {
    file: File,
    /// Identifies the file, whatever its name.
    handle: Handle,
}

impl Disk for SystemDisk {
    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        if folder.as_os_str().is_empty() || folder.is_dir() {
            return Ok(());
        }
        let above = folder.parent().unwrap_or(Path::new(""));
        self.create_folders(above)?;
        match fs::create_dir(folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists || !folder.is_dir() => {
                return Err(error);
            }
            _ => {}
        }
        // A synced file in a folder whose own name is lost would be lost with it.
        self.sync_folder(if above.as_os_str().is_empty() { Path::new(".") } else { above })
    }

    fn create_new(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        let file = OpenOptions::new().read(true).append(true).create_new(true).open(path)?;
        let handle = Handle::from_file(file.try_clone()?)?;
        Ok(Box::new(SystemFile { file, handle }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        // Windows cannot open folders as files, and writes names at once.
        if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
    }

    fn check_output(&self, path: &Path) -> io::Result<()> {
        check_output(path)
    }

    fn exists(&self, path: &Path) -> bool {
        fs::symlink_metadata(path).is_ok()
    }
}

impl DiskFile for SystemFile {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file.sync_all()
    }

    fn is_at(&self, path: &Path, length: u64) -> bool {
        self.file.metadata().is_ok_and(|found| found.len() == length)
            // A pipe in its place would be waited for.
            && open_regular_file(path).and_then(Handle::from_file).is_ok_and(|there| there == self.handle)
    }
}
