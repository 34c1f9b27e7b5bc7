//! Reports of problems: one text file with the version, the system and what happened, for those who look into it.
//!
//! Reports of panics and those that a player saves have the same form and are written by the same function.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use storage::replace_file;

/// Beginning of the name of a report that a player saves.
const PREFIX: &str = "problem";

/// Why a report cannot be saved.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The file cannot be written.
    #[error("the report cannot be written to {path}: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// Facts, one a line, and longer texts below them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemReport {
    facts: Vec<(&'static str, String)>,
    sections: Vec<(&'static str, String)>,
}

impl Default for ProblemReport {
    fn default() -> Self {
        Self::new()
    }
}

impl ProblemReport {
    /// A report with version and system.
    pub fn new() -> Self {
        let facts = vec![
            ("Breachline", env!("CARGO_PKG_VERSION").to_owned()),
            ("System", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        ];
        Self { facts, sections: Vec::new() }
    }

    /// Adds a fact.
    #[must_use]
    pub fn with_fact(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.facts.push((name, value.into()));
        self
    }

    /// Adds a text under a heading; without a heading it follows the facts.
    #[must_use]
    pub fn with_section(mut self, heading: &'static str, text: impl Into<String>) -> Self {
        self.sections.push((heading, text.into()));
        self
    }

    /// Returns the text of the file.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.facts {
            writeln!(text, "{name}: {value}").expect("a string can be written");
        }
        for (heading, section) in &self.sections {
            text.push('\n');
            if !heading.is_empty() {
                writeln!(text, "== {heading} ==\n").expect("a string can be written");
            }
            text.push_str(section);
            if !section.ends_with('\n') {
                text.push('\n');
            }
        }
        text
    }

    /// Writes the report to a file.
    ///
    /// # Errors
    /// Returns `ReportError` if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), ReportError> {
        replace_file(path, self.text()).map_err(|source| ReportError::Write { path: path.to_owned(), source })
    }

    /// Writes the report into a folder, under an unused name with `subject` in it; returns the file.
    ///
    /// # Errors
    /// Returns `ReportError` if the file cannot be written.
    pub fn save_in(&self, folder: &Path, subject: &str) -> Result<PathBuf, ReportError> {
        let stem = storage::file_stem(&format!("{PREFIX}-{subject}"), PREFIX);
        let path = storage::unused_file(folder, |number| format!("{stem}-{number}.txt"));
        self.write(&path).map(|()| path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_come_first_and_texts_have_headings() {
        let report = ProblemReport::new().with_fact("Seed", "7").with_section("Log", "one\ntwo");
        let text = report.with_section("Journal", "{}\n").text();
        let start = format!("Breachline: {}\nSystem: ", env!("CARGO_PKG_VERSION"));
        assert!(text.starts_with(&start), "{text}");
        assert!(text.ends_with("\nSeed: 7\n\n== Log ==\n\none\ntwo\n\n== Journal ==\n\n{}\n"), "{text}");
    }

    #[test]
    fn every_report_has_a_file_of_its_own_in_the_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let report = ProblemReport::new();
        let names: Vec<_> = (0..2)
            .map(|_| report.save_in(folder.path(), "../street-7").expect("written"))
            .map(|path| path.strip_prefix(folder.path()).expect("in the folder").display().to_string())
            .collect();
        assert_eq!(names, ["problem-street-7-1.txt", "problem-street-7-2.txt"]);
        let first = std::fs::read_to_string(folder.path().join(&names[0])).expect("there");
        assert_eq!(first, report.text());
    }

    #[test]
    fn an_error_names_the_file_in_one_sentence() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        std::fs::write(&file, "no folder").expect("written");
        let error = ProblemReport::new().save_in(&file, "street").expect_err("no folder").to_string();
        let start =
            format!("the report cannot be written to {}", file.join("problem-street-1.txt").display());
        assert!(error.starts_with(&start) && !error.contains('\n'), "{error}");
    }
}
