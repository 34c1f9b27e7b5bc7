//! Diagnostics: problems of content files, in one sentence each or with the line they are in.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use serde::Serialize;

use crate::visible_text::{escape_invisible, is_visible};

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
    pub expected: Option<Box<str>>,
    /// The nearest valid name.
    pub nearest: Option<String>,
    /// Error or warning.
    pub severity: Severity,
    /// Text of the file, to show the line; `None` for the whole file.
    #[serde(skip)]
    pub(crate) source: Option<Arc<String>>,
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
            source: None,
        }
    }

    /// Adds what is expected.
    #[must_use]
    pub fn with_expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(Into::<String>::into(expected).into_boxed_str());
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

    /// Returns the problem for a terminal: the sentence, the file, and the line with the place marked.
    ///
    /// `styled` adds colours.
    pub fn render(&self, styled: bool) -> String {
        let level = if self.severity == Severity::Warning { Level::WARNING } else { Level::ERROR };
        let sentence = self.sentence();
        let path = self.file.display().to_string();
        let path = escape_invisible(&path);
        let title = level.primary_title(&sentence);
        let line = self.source.as_ref().and_then(|text| text.split('\n').nth(self.line.checked_sub(1)?));
        let line = line.map(replace_invisible);
        let group = match &line {
            Some(line) => title.element(
                Snippet::source(line.as_str())
                    .line_start(self.line)
                    .path(&*path)
                    .annotation(AnnotationKind::Primary.span(word_at(line, self.column))),
            ),
            None => title.element(Origin::path(&*path)),
        };
        let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }

    /// Returns the problem without its place.
    pub fn sentence(&self) -> String {
        let what = escape_invisible(&self.what).into_owned();
        let expected =
            self.expected.iter().map(|expected| format!("; expected {}", escape_invisible(expected)));
        let nearest =
            self.nearest.iter().map(|nearest| format!("; did you mean `{}`?", escape_invisible(nearest)));
        std::iter::once(what).chain(expected).chain(nearest).collect()
    }
}

/// Replaces the characters of a line that cannot be seen, but not tabs, so that columns stay.
fn replace_invisible(line: &str) -> String {
    let shown = |char| if char == '\t' || is_visible(char) { char } else { char::REPLACEMENT_CHARACTER };
    line.chars().map(shown).collect()
}

/// Returns the bytes of the word or quoted text at a column, from 1; of a single character if there is neither.
fn word_at(line: &str, column: usize) -> Range<usize> {
    let start = line.char_indices().nth(column.saturating_sub(1)).map_or(line.len(), |(at, _)| at);
    let rest = &line[start..];
    let is_part = |char: char| char.is_alphanumeric() || "_-.".contains(char);
    let length = match rest.chars().next() {
        Some('"') => rest[1..].find('"').map_or(1, |end| end + 2),
        Some(first) if is_part(first) => rest.find(|char| !is_part(char)).unwrap_or(rest.len()),
        other => other.map_or(0, char::len_utf8),
    };
    start..start + length
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", escape_invisible(&self.file.display().to_string()))?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        let kind = if self.severity == Severity::Warning { "warning: " } else { "" };
        write!(f, ": {kind}{}", self.sentence())
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
    use expect_test::expect;

    use super::*;
    use crate::files::source::SourceFile;

    #[test]
    fn the_nearest_name_is_near() {
        let names = ["assault_rifle", "sniper_rifle", "pistol"];
        assert_eq!(nearest_name("asault_rifle", names).as_deref(), Some("assault_rifle"));
        assert_eq!(nearest_name("pistool", names).as_deref(), Some("pistol"));
        assert_eq!(nearest_name("banana", names), None);
        assert_eq!(nearest_name("", names), None);
    }

    #[test]
    fn a_problem_is_shown_with_its_line() {
        let path = Path::new("a.ron");
        let text = "(\n  name: \"Ann\",\n\tweapons: [\"fists\", \"pistool\"],\n)";
        let source = SourceFile::new(path, text.to_owned()).expect("it is RON");
        let at = |place| source.diagnostic_at(text.find(place).unwrap_or(text.len()), "unknown weapon");
        expect![[r#"
            error: unknown weapon; did you mean `pistol`?
             --> a.ron:3:21
              |
            3 |     weapons: ["fists", "pistool"],
              |                        ^^^^^^^^^"#]]
        .assert_eq(&at("\"pistool").with_hint("pistool", ["pistol"]).render(false));
        expect![[r#"
            warning: unknown weapon; expected arms
             --> a.ron:3:2
              |
            3 |     weapons: ["fists", "pistool"],
              |     ^^^^^^^"#]]
        .assert_eq(&at("weapons").into_warning().with_expected("arms").render(false));
        expect![[r#"
            error: unknown weapon
             --> a.ron:4:2
              |
            4 | )
              |  ^"#]]
        .assert_eq(&at("nowhere").render(false));
        expect![[r#"
            error: not a regular file
            --> a.ron"#]]
        .assert_eq(&Diagnostic::for_file(path, "not a regular file").render(false));
        assert!(at("name").render(true).contains("\u{1b}["));
    }

    #[test]
    fn no_part_of_a_sentence_has_invisible_characters() {
        let problem = Diagnostic::for_file(Path::new("a.ron"), "unknown weapon `\u{7}`")
            .with_expected("one of \u{202e}")
            .with_hint("pistoo", ["pisto\u{200b}"]);
        let said = r"unknown weapon `\u{7}`; expected one of \u{202e}; did you mean `pisto\u{200b}`?";
        assert_eq!(problem.sentence(), said);
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
