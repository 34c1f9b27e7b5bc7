//! Files that the program reads and writes.
//!
//! Whole files are replaced ([`replace_file`]), journals grow line by line ([`LineFile`]). Both leave a file as it was, or
//! as it should be, at any moment at which power can fail. Names of files are made here from names of content
//! ([`file_stem`]), never taken from a file. What is opened is a regular file: no link, pipe or device.

mod disk;
#[cfg(test)]
mod disk_campaign;
mod file_name;
mod folder_lock;
mod line_file;
mod regular_file;
mod replace;
#[cfg(test)]
mod test_disk;

pub use disk::{Disk, DiskFile, SystemDisk};
pub use file_name::{file_stem, unused_file};
pub use folder_lock::{FolderLock, FolderLockError};
pub use line_file::{LineFile, Rewritten};
pub use regular_file::{
    append_to_output, check_output, create_output, follow_link, open_regular_file, read_beginning,
    read_regular_file, resolve_inside_folder,
};
pub use replace::{
    keep_damaged_file, remove_damaged_copies, remove_unfinished_files, replace_file, replace_file_on,
};
