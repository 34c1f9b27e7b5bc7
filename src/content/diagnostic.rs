//! Diagnostics: problems of content files, in one sentence each.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;

/// Severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The entry is used anyway.
    Warning,
    /// The entry or file is skipped.
    Error,
}

/// A problem in a content file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The file.
    pub file: PathBuf,
    /// Line, from 1; 0 for the whole file.
    pub line: usize,
    /// Column in characters, from 1; 0 for the whole file.
    pub column: usize,
    /// The problem.
    pub what: String,
    /// What is expected, if that is not obvious.
    pub expected: Option<String>,
    /// The nearest valid name.
    pub nearest: Option<String>,
    /// Error or warning.
    pub severity: Severity,
}

impl Diagnostic {
    /// Creates an error about a whole file.
    pub fn for_file(file: &Path, what: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            line: 0,
            column: 0,
            what: what.into(),
            expected: None,
            nearest: None,
            severity: Severity::Error,
        }
    }

    /// Adds what is expected.
    #[must_use]
    pub fn with_expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self
    }

    /// Adds the candidate nearest to `name`, if one is similar.
    #[must_use]
    pub fn with_hint<'a>(mut self, name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Self {
        self.nearest = nearest_name(name, candidates);
        self
    }

    /// Turns it into a warning.
    #[must_use]
    pub fn into_warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        let kind = if self.severity == Severity::Warning { "warning: " } else { "" };
        write!(f, ": {kind}{}", self.what)?;
        if let Some(expected) = &self.expected {
            write!(f, "; expected {expected}")?;
        }
        if let Some(nearest) = &self.nearest {
            write!(f, "; did you mean `{nearest}`?")?;
        }
        Ok(())
    }
}

/// Longest name that is compared, in characters.
const MAX_NAME_CHARS: usize = 64;

/// Returns the candidate nearest to `name`, unless it differs in more than a third; ties go to the first in
/// alphabetical order.
pub fn nearest_name<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let length = name.chars().count();
    if length == 0 || length > MAX_NAME_CHARS {
        return None;
    }
    let allowed = (length / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min()
        .map(|(_, candidate)| candidate.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_near() {
        let names = ["assault_rifle", "sniper_rifle", "pistol"];
        assert_eq!(nearest_name("asault_rifle", names).as_deref(), Some("assault_rifle"));
        assert_eq!(nearest_name("pistool", names).as_deref(), Some("pistol"));
        assert_eq!(nearest_name("banana", names), None);
        assert_eq!(nearest_name("", names), None);
    }

    #[test]
    fn a_problem_is_one_sentence() {
        let mut problem = Diagnostic::for_file(Path::new("a.ron"), "unknown weapon `pistool`")
            .with_hint("pistool", ["pistol"]);
        assert_eq!(problem.to_string(), "a.ron: unknown weapon `pistool`; did you mean `pistol`?");
        (problem.line, problem.column) = (3, 7);
        let text = problem.into_warning().with_expected("a weapon").to_string();
        assert_eq!(
            text,
            "a.ron:3:7: warning: unknown weapon `pistool`; expected a weapon; did you mean `pistol`?"
        );
    }
}
