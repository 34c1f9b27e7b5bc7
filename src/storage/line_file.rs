//! A text file that grows by whole lines.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::disk::{Disk, DiskFile, SystemDisk};
use crate::replace::replace_file_on;

/// What became of a file that was found deleted or replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rewritten {
    /// It was gone.
    Deleted,
    /// Another file had its place, or its contents had changed; it was kept under this path.
    Replaced {
        /// The file that was found.
        kept: PathBuf,
    },
}

/// A text file that grows by whole lines, each on the disk before [`LineFile::append`] returns.
///
/// After a failed write the file is cut to its last whole line. Lines that could not be written are kept and written with
/// the next one, so that the file is complete once a write succeeds. A file that was deleted or replaced in the meantime is
/// written again in full.
#[derive(Debug)]
pub struct LineFile {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    /// The open file; `None` until it could be written in full.
    file: Option<Box<dyn DiskFile>>,
    /// Length of the whole lines on the disk, in bytes.
    written: u64,
    /// Whether part of a line may follow them.
    has_rest: bool,
    /// Lines that are not on the disk.
    pending: String,
    problem: Option<io::Error>,
    rewritten: Option<Rewritten>,
}

impl LineFile {
    /// Writes a file of the file system in full, replacing what is there. A failure is in [`LineFile::problem`]; the next
    /// write tries again.
    pub fn create(path: &Path, whole: &str) -> Self {
        Self::create_on(Arc::new(SystemDisk), path, whole)
    }

    /// Like [`LineFile::create`] on any disk.
    pub fn create_on(disk: Arc<dyn Disk>, path: &Path, whole: &str) -> Self {
        let mut file = Self {
            disk,
            path: path.to_owned(),
            file: None,
            written: 0,
            has_rest: false,
            pending: String::new(),
            problem: None,
            rewritten: None,
        };
        file.problem = file.write_whole(whole).err();
        file
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns why the file is not complete; `None` if all lines are on the disk.
    pub fn problem(&self) -> Option<&io::Error> {
        self.problem.as_ref()
    }

    /// Returns once what was found when the file had been deleted or replaced.
    pub fn take_rewritten(&mut self) -> Option<Rewritten> {
        self.rewritten.take()
    }

    /// Appends a line, with its line break, and all lines before it that are not on the disk. `whole` returns the whole
    /// text, this line included, in case that the file has to be written again.
    pub fn append(&mut self, line: &str, whole: impl FnOnce() -> String) {
        self.pending.push_str(line);
        self.complete(whole);
    }

    /// Writes what is missing on the disk, and the whole file if it was deleted or replaced.
    pub fn complete(&mut self, whole: impl FnOnce() -> String) {
        self.problem = self.write_missing(whole).err();
    }

    fn write_missing(&mut self, whole: impl FnOnce() -> String) -> io::Result<()> {
        let Some(file) = &mut self.file else { return self.write_whole(&whole()) };
        if self.has_rest {
            // An error here is not the end: the length tells below whether the rest is gone.
            self.has_rest = file.truncate(self.written).is_err();
        }
        if !file.is_at(&self.path, self.written) {
            return self.write_again(&whole());
        }
        if self.pending.is_empty() {
            return Ok(());
        }
        let appended = file.append(self.pending.as_bytes()).and_then(|()| file.sync());
        if appended.is_err() {
            self.has_rest = file.truncate(self.written).is_err();
            return appended;
        }
        self.written += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }

    fn write_whole(&mut self, whole: &str) -> io::Result<()> {
        let file = replace_file_on(&*self.disk, &self.path, whole.as_bytes())?;
        self.file = Some(file);
        self.written = whole.len() as u64;
        self.has_rest = false;
        self.pending.clear();
        Ok(())
    }

    /// Writes a file again that was deleted or replaced; another file in its place is kept under another name.
    fn write_again(&mut self, whole: &str) -> io::Result<()> {
        if self.has_rest {
            return self.write_whole(whole); // the rest of a failed write is its own
        }
        if self.disk.exists(&self.path) {
            let kept = self.unused_name();
            self.disk.rename(&self.path, &kept)?;
            self.rewritten = Some(Rewritten::Replaced { kept });
        }
        self.write_whole(whole)?;
        self.rewritten.get_or_insert(Rewritten::Deleted);
        Ok(())
    }

    /// A name beside the file for another one that was found in its place.
    fn unused_name(&self) -> PathBuf {
        let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let (stem, ending) = (part(self.path.file_stem()), part(self.path.extension()));
        let mut names =
            (1u32..).map(|number| self.path.with_file_name(format!("{stem} replaced {number}.{ending}")));
        names.find(|path| !self.disk.exists(path)).expect("invariant: numbers do not run out")
    }
}

#[cfg(test)]
#[path = "line_file_tests.rs"]
mod tests;
