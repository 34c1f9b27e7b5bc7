//! Content files as text: size limits, parsing by entry, positions for diagnostics.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ron::error::{Error as RonError, Position, SpannedError};
use ron::extensions::Extensions;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::syntax_tree;
use super::syntax_tree::SyntaxNode;
use crate::diagnostic::Diagnostic;

/// Largest file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// Deepest nesting that the parser accepts.
const RECURSION_LIMIT: usize = 64;

/// A content file whose RON is well formed.
#[derive(Debug)]
pub(crate) struct SourceFile {
    pub path: PathBuf,
    pub text: Arc<String>,
    pub root: SyntaxNode,
}

fn ron_options() -> ron::Options {
    ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_recursion_limit(RECURSION_LIMIT)
}

impl SourceFile {
    /// Reads a file and checks its RON syntax.
    pub fn read(path: &Path) -> Result<Self, Diagnostic> {
        Self::new(path, read_text(path)?)
    }

    /// Checks the RON syntax of a text.
    pub fn new(path: &Path, text: String) -> Result<Self, Diagnostic> {
        if text.len() as u64 > MAX_FILE_BYTES {
            return Err(too_large(path));
        }
        let mut source = Self { path: path.to_owned(), text: text.into(), root: SyntaxNode::default() };
        if let Err(error) = ron_options().from_str::<IgnoredAny>(&source.text) {
            return Err(source.syntax_diagnostic(0, &source.text, &error));
        }
        source.root = syntax_tree::scan_tree(&source.text);
        Ok(source)
    }

    /// Parses the value of a node.
    pub fn parse<T: DeserializeOwned>(&self, node: &SyntaxNode) -> Result<T, Diagnostic> {
        let slice = &self.text[node.span.clone()];
        ron_options().from_str(slice).map_err(|error| self.syntax_diagnostic(node.span.start, slice, &error))
    }

    /// Creates an error at a byte offset.
    pub fn diagnostic_at(&self, at: usize, what: impl Into<String>) -> Diagnostic {
        let before = self.text.get(..at).unwrap_or(&self.text);
        let mut problem = Diagnostic::for_file(&self.path, what);
        problem.source = Some(Arc::clone(&self.text));
        problem.line = 1 + before.matches('\n').count();
        problem.column = 1 + before.rsplit('\n').next().map_or(0, |line| line.chars().count());
        problem
    }

    fn syntax_diagnostic(&self, base: usize, slice: &str, error: &SpannedError) -> Diagnostic {
        let mut at = base + byte_offset(slice, error.span.start);
        at += self.text[at..].len() - self.text[at..].trim_start().len();
        let unfinished = matches!(
            error.code,
            RonError::Eof
                | RonError::ExpectedComma
                | RonError::ExpectedArrayEnd
                | RonError::ExpectedMapColon
                | RonError::ExpectedMapEnd
                | RonError::ExpectedStringEnd
                | RonError::ExpectedStructLikeEnd
        );
        if unfinished && slice[byte_offset(slice, error.span.end)..].trim().is_empty() {
            return self.diagnostic_at(base + slice.trim_end().len(), "unexpected end of file");
        }
        match &error.code {
            RonError::NoSuchStructField { expected, found, .. } => self
                .diagnostic_at(at, format!("unknown field `{found}`"))
                .with_hint(found, expected.iter().copied()),
            RonError::NoSuchEnumVariant { expected, found, .. } => {
                let problem = self.diagnostic_at(at, format!("unknown value `{found}`"));
                let problem = problem.with_hint(found, expected.iter().copied());
                if problem.nearest.is_some() {
                    problem
                } else {
                    problem.with_expected(join_with_or(expected))
                }
            }
            RonError::MissingStructField { field, .. } => {
                self.diagnostic_at(at, format!("missing field `{field}`"))
            }
            RonError::DuplicateStructField { field, .. } => {
                self.diagnostic_at(at, format!("duplicate field `{field}`"))
            }
            RonError::InvalidValueForType { expected, found } => {
                self.diagnostic_at(at, format!("found {found}")).with_expected(expected.clone())
            }
            RonError::ExpectedNamedStructLike(_) | RonError::ExpectedStructLike => {
                self.diagnostic_at(at, "unexpected value").with_expected("(field: value, ...)")
            }
            RonError::ExpectedDifferentStructName { found, .. } => {
                self.diagnostic_at(at, format!("unexpected name `{found}`"))
            }
            RonError::SuggestRawIdentifier(found) | RonError::InvalidIdentifier(found) => {
                self.diagnostic_at(at, format!("`{found}` is not a field")).with_expected("field: value")
            }
            RonError::IntegerOutOfBounds => self.diagnostic_at(at, "number out of range"),
            RonError::ExceededRecursionLimit => self
                .diagnostic_at(at, "values are nested too deeply")
                .with_expected("at most a few dozen levels"),
            other => {
                let text = other.to_string();
                match text.strip_prefix("Expected ") {
                    Some(expected) => self.diagnostic_at(at, "unexpected value").with_expected(expected),
                    None => self.diagnostic_at(at, lower_first(&text)),
                }
            }
        }
    }
}

/// Joins names: "a, b or c".
pub(crate) fn join_with_or(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [only] => format!("`{only}`"),
        [head @ .., last] => {
            let head: Vec<_> = head.iter().map(|name| format!("`{name}`")).collect();
            format!("{} or `{last}`", head.join(", "))
        }
    }
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// Converts a line and column of `slice` to a byte offset.
fn byte_offset(slice: &str, position: Position) -> usize {
    let mut start = 0;
    for line in slice.split_inclusive('\n').take(position.line.saturating_sub(1)) {
        start += line.len();
    }
    let rest = &slice[start..];
    start + rest.char_indices().nth(position.col.saturating_sub(1)).map_or(rest.len(), |(at, _)| at)
}

fn too_large(path: &Path) -> Diagnostic {
    Diagnostic::for_file(path, "the file is too large")
        .with_expected(format!("at most {} KiB", MAX_FILE_BYTES / 1024))
}

fn read_text(path: &Path) -> Result<String, Diagnostic> {
    let cannot = |error: std::io::Error| Diagnostic::for_file(path, format!("cannot be read: {error}"));
    if !std::fs::metadata(path).map_err(cannot)?.is_file() {
        return Err(Diagnostic::for_file(path, "not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(cannot)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(too_large(path));
    }
    String::from_utf8(bytes).map_err(|_| Diagnostic::for_file(path, "not valid UTF-8"))
}
