//! Small files that the program writes for itself and reads again, such as settings and the players of a saved battle. One that
//! cannot be read is kept under another name before it is written anew, and the player is told.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use content::{escape_invisible, shorten_message};

/// A kind of RON file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnFileKind {
    /// What it holds, as the beginning of a sentence: `the list of finished lessons`.
    pub name: &'static str,
    /// What is used instead of a file that cannot be read: `no lesson counts as finished`.
    pub instead: &'static str,
    /// Most bytes that are read.
    pub max_bytes: u64,
}

/// A file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DamagedFile {
    path: PathBuf,
    problem: String,
}

impl OwnFileKind {
    /// Reads a file; `None` if there is none.
    ///
    /// # Errors
    /// Returns `DamagedFile` if it is too large, no regular file, or not of this kind.
    pub fn read<T: DeserializeOwned>(&self, path: &Path) -> Result<Option<T>, DamagedFile> {
        let read = match storage::read_regular_file(path, self.max_bytes) {
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Ok(None);
            }
            Err(error) => Err(error.to_string()),
            Ok(bytes) => parse::<T>(&bytes),
        };
        read.map(Some).map_err(|why| {
            let (Self { name, instead, .. }, why) = (self, shorten_message(&why));
            DamagedFile::new(path, &format!("{name}, {}, cannot be read ({why}); {instead}", path.display()))
        })
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let text = str::from_utf8(bytes).map_err(|_| "not valid UTF-8".to_owned())?;
    ron::from_str(text).map_err(|error| format!("line {}: {}", error.span.start.line, error.code))
}

impl DamagedFile {
    /// Creates a damaged file of this path. `problem` says in one sentence, without a full stop, what is wrong with it and what
    /// is used instead.
    pub fn new(path: &Path, problem: &str) -> Self {
        Self { path: path.to_owned(), problem: problem.to_owned() }
    }

    /// Returns what to say about a file that stays as it is, because the program does not write it.
    pub fn problem(&self) -> String {
        escape_invisible(&self.problem).into_owned()
    }

    /// Renames the file, so that writing it anew does not destroy it. It may not even be a file. Returns what to say.
    pub fn keep(&self) -> String {
        let sentence = match storage::keep_damaged_file(&self.path) {
            Ok(kept) => format!("{}; the file is kept as {}", self.problem, kept.display()),
            Err(failure) => format!("{}; the file cannot be renamed: {failure}", self.problem),
        };
        escape_invisible(&sentence).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: OwnFileKind =
        OwnFileKind { name: "the list of numbers", instead: "there are none", max_bytes: 16 };

    fn read(path: &Path) -> Result<Option<Vec<u8>>, DamagedFile> {
        NUMBERS.read(path)
    }

    #[test]
    fn a_file_that_cannot_be_read_is_kept_and_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("numbers.ron");
        assert_eq!(read(&path), Ok(None), "there is none");
        assert_eq!(read(&path.join("below")), Ok(None));
        std::fs::write(&path, "[1, 2]").expect("written");
        assert_eq!(read(&path), Ok(Some(vec![1, 2])));
        let damages: [(&[u8], &str); 4] = [
            (b"[1, 2", "line 1: "),
            (b"[256]", "line 1: "),
            (b"\xff", "not valid UTF-8"),
            (b"[1, 1, 1, 1, 1, 1]", "file too large"),
        ];
        for (number, (damage, why)) in (1..).zip(damages) {
            std::fs::write(&path, damage).expect("written");
            let damaged = read(&path).expect_err("damaged");
            let said = damaged.problem();
            let start = format!("the list of numbers, {}, cannot be read ({why}", path.display());
            assert!(said.starts_with(&start) && said.ends_with("); there are none"), "{said}");
            let kept = folder.path().join(format!("numbers damaged {number}.ron"));
            assert_eq!(damaged.keep(), format!("{said}; the file is kept as {}", kept.display()));
            assert_eq!(std::fs::read(&kept).expect("kept"), damage);
            assert!(!path.exists());
        }
        assert!(read(&path).is_ok());
    }

    #[test]
    fn what_cannot_be_seen_is_escaped_and_a_failed_renaming_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("numbers.ron");
        std::fs::write(&path, "[\u{202e}]").expect("written");
        let said = read(&path).expect_err("damaged").problem();
        assert!(said.chars().all(content::is_visible), "{said:?}");
        let damaged = DamagedFile::new(&folder.path().join("none"), "nothing is there\u{7}");
        assert!(damaged.keep().starts_with("nothing is there\\u{7}; the file cannot be renamed: "));
    }
}
