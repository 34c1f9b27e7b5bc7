//! Reading regular files only: opening a pipe or a device may wait for ever or change it.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Opens a regular file, or a link to one.
///
/// # Errors
/// It does not exist, cannot be opened, or is a folder, pipe, socket or device.
pub fn open_regular_file(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(not_regular());
    }
    let file = File::open(path)?;
    // It may have been replaced meanwhile.
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
}

/// Reads a regular file of at most `limit` bytes.
///
/// # Errors
/// As [`open_regular_file`], or it is larger.
pub fn read_regular_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular_file(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

/// Checks that a file lies in a folder, links resolved.
///
/// # Errors
/// A link leads out of the folder, or one of the two does not exist.
pub fn check_inside_folder(folder: &Path, path: &Path) -> io::Result<()> {
    if path.canonicalize()?.starts_with(folder.canonicalize()?) {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "a link that leads out of its folder"))
}

fn not_regular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")
}
