//! A content file as text: read within limits, parsed piece by piece, with a place for every complaint.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use ron::error::{Error as RonError, Position, SpannedError};
use ron::extensions::Extensions;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::problem::Problem;
use super::tree::{self, Node};

/// Largest file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// How deep the parser follows values inside values.
const RECURSION_LIMIT: usize = 64;

/// A readable content file.
#[derive(Debug)]
pub(super) struct Source {
    pub path: PathBuf,
    pub text: String,
    pub root: Node,
}

fn options() -> ron::Options {
    ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_recursion_limit(RECURSION_LIMIT)
}

impl Source {
    /// Reads a file whose RON is well formed.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        Self::new(path, read_text(path)?)
    }

    /// Takes a text whose RON is well formed.
    pub fn new(path: &Path, text: String) -> Result<Self, Problem> {
        if text.len() as u64 > MAX_FILE_BYTES {
            return Err(too_large(path));
        }
        let mut source = Self { path: path.to_owned(), text, root: Node::default() };
        if let Err(error) = options().from_str::<IgnoredAny>(&source.text) {
            return Err(source.syntax(0, &source.text, &error));
        }
        source.root = tree::scan(&source.text);
        Ok(source)
    }

    /// The value of a node.
    pub fn parse<T: DeserializeOwned>(&self, node: &Node) -> Result<T, Problem> {
        let slice = &self.text[node.span.clone()];
        options().from_str(slice).map_err(|error| self.syntax(node.span.start, slice, &error))
    }

    /// An error at a byte of the text.
    pub fn problem(&self, at: usize, what: impl Into<String>) -> Problem {
        let before = self.text.get(..at).unwrap_or(&self.text);
        let mut problem = Problem::of_file(&self.path, what);
        problem.line = 1 + before.matches('\n').count();
        problem.column = 1 + before.rsplit('\n').next().map_or(0, |line| line.chars().count());
        problem
    }

    fn syntax(&self, base: usize, slice: &str, error: &SpannedError) -> Problem {
        let mut at = base + offset(slice, error.span.start);
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
        if unfinished && slice[offset(slice, error.span.end)..].trim().is_empty() {
            return self.problem(base + slice.trim_end().len(), "the text ends too early");
        }
        match &error.code {
            RonError::NoSuchStructField { expected, found, .. } => {
                self.problem(at, format!("unknown field `{found}`")).hint(found, expected.iter().copied())
            }
            RonError::NoSuchEnumVariant { expected, found, .. } => {
                let problem = self.problem(at, format!("unknown value `{found}`"));
                let problem = problem.hint(found, expected.iter().copied());
                if problem.nearest.is_some() { problem } else { problem.expecting(one_of(expected)) }
            }
            RonError::MissingStructField { field, .. } => {
                self.problem(at, format!("field `{field}` is missing before this"))
            }
            RonError::DuplicateStructField { field, .. } => {
                self.problem(at, format!("field `{field}` stands here twice"))
            }
            RonError::InvalidValueForType { expected, found } => {
                self.problem(at, format!("found {found}")).expecting(expected.clone())
            }
            RonError::ExpectedNamedStructLike(_) | RonError::ExpectedStructLike => {
                self.problem(at, "this does not fit here").expecting("(field: value, ...)")
            }
            RonError::ExpectedDifferentStructName { found, .. } => {
                self.problem(at, format!("the name `{found}` does not belong here"))
            }
            RonError::SuggestRawIdentifier(found) | RonError::InvalidIdentifier(found) => {
                self.problem(at, format!("`{found}` is no field")).expecting("field: value")
            }
            RonError::IntegerOutOfBounds => self.problem(at, "this number does not fit here"),
            RonError::ExceededRecursionLimit => self
                .problem(at, "values are nested too deeply")
                .expecting("at most a few dozen brackets inside each other"),
            other => {
                let text = other.to_string();
                match text.strip_prefix("Expected ") {
                    Some(expected) => self.problem(at, "this does not fit here").expecting(expected),
                    None => self.problem(at, lower_first(&text)),
                }
            }
        }
    }
}

/// "a, b or c".
pub(super) fn one_of(names: &[&str]) -> String {
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

/// The byte of a line and column of `slice`.
fn offset(slice: &str, position: Position) -> usize {
    let mut start = 0;
    for line in slice.split_inclusive('\n').take(position.line.saturating_sub(1)) {
        start += line.len();
    }
    let rest = &slice[start..];
    start + rest.char_indices().nth(position.col.saturating_sub(1)).map_or(rest.len(), |(at, _)| at)
}

fn too_large(path: &Path) -> Problem {
    Problem::of_file(path, "the file is too large")
        .expecting(format!("at most {} KiB", MAX_FILE_BYTES / 1024))
}

fn read_text(path: &Path) -> Result<String, Problem> {
    let cannot = |error: std::io::Error| Problem::of_file(path, format!("cannot be read: {error}"));
    if !std::fs::metadata(path).map_err(cannot)?.is_file() {
        return Err(Problem::of_file(path, "is no plain file"));
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(cannot)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(too_large(path));
    }
    String::from_utf8(bytes).map_err(|_| Problem::of_file(path, "is no text in UTF-8"))
}
