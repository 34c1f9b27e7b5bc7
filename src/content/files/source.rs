//! Content files as text: size limits, parsing by entry, positions for diagnostics.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ron::error::{Error as RonError, Position, SpannedError};
use ron::extensions::Extensions;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::content_folder::ContentFile;
use super::number_ranges;
use super::syntax_tree;
use super::syntax_tree::SyntaxNode;
use crate::diagnostic::Diagnostic;
use crate::visible_text::is_visible;

/// Largest file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// Deepest nesting that the parser accepts.
const RECURSION_LIMIT: usize = 64;

/// Reads a value from a RON file whose numbers are in the ranges of their fields. Newtypes are written as their values.
///
/// # Errors
/// The file cannot be read, is too large, or is not such a value.
pub fn read_ron_file<T: DeserializeOwned>(path: &Path) -> Result<T, Diagnostic> {
    let source = SourceFile::read(&path.into())?;
    source.check_numbers(&source.root)?;
    let unwrap = ron_options().with_default_extension(Extensions::UNWRAP_NEWTYPES);
    source.parse_with(&unwrap, &source.root)
}

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
    pub fn read(file: &ContentFile) -> Result<Self, Diagnostic> {
        let path = file.path();
        let bytes = file.read(MAX_FILE_BYTES).map_err(|error| read_error(&path, &error))?;
        let text = String::from_utf8(bytes.into_owned());
        Self::new(&path, text.map_err(|_| Diagnostic::for_file(&path, "not valid UTF-8"))?)
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

    /// Checks that all numbers of a node are in the ranges of their fields.
    pub fn check_numbers(&self, node: &SyntaxNode) -> Result<(), Diagnostic> {
        let Some(fault) = number_ranges::find_fault(&self.text, node) else { return Ok(()) };
        let problem = self.diagnostic_at(fault.at, format!("{} is {}", fault.field, fault.number));
        Err(problem.with_expected(format!("{} to {}", fault.range.start(), fault.range.end())))
    }

    /// Checks that all texts of a node can be seen: names, and keys of tables.
    fn check_texts(&self, node: &SyntaxNode) -> Result<(), Diagnostic> {
        for child in &node.children {
            let hidden = |text: &str| text.chars().find(|character| !is_visible(*character));
            let text = self.quoted_text(&child.node);
            let found = text.and_then(|text| Some((child.node.span.start, hidden(&text)?)));
            if let Some((at, character)) = found.or(hidden(&child.label).map(|it| (child.label_at, it))) {
                let what = format!("a text with the invisible character {}", character.escape_unicode());
                return Err(self.diagnostic_at(at, what).with_expected("printable characters"));
            }
            self.check_texts(&child.node)?;
        }
        Ok(())
    }

    /// The text of a quoted value, whose escapes are as invisible as their characters; `None` for other values.
    fn quoted_text(&self, node: &SyntaxNode) -> Option<String> {
        let text = self.text.get(node.span.clone()).filter(|_| node.children.is_empty())?;
        if text.starts_with('\'') {
            return ron::from_str::<char>(text).ok().map(String::from);
        }
        if text.starts_with(['"', 'r']) { ron::from_str(text).ok() } else { None }
    }

    /// Parses the value of a node, whose numbers are in their ranges and whose texts can be seen.
    pub fn parse<T: DeserializeOwned>(&self, node: &SyntaxNode) -> Result<T, Diagnostic> {
        self.check_numbers(node)?;
        self.check_texts(node)?;
        self.parse_with(&ron_options(), node)
    }

    fn parse_with<T: DeserializeOwned>(
        &self,
        options: &ron::Options,
        node: &SyntaxNode,
    ) -> Result<T, Diagnostic> {
        let slice = &self.text[node.span.clone()];
        options.from_str(slice).map_err(|error| self.syntax_diagnostic(node.span.start, slice, &error))
    }

    /// Creates an error at a byte offset.
    pub fn diagnostic_at(&self, at: usize, what: impl Into<String>) -> Diagnostic {
        let before = self.text.get(..at).unwrap_or(&self.text);
        let mut problem = Diagnostic::for_file(&self.path, what);
        problem.source = Some(Arc::clone(&self.text));
        problem.line = 1 + before.bytes().filter(|byte| *byte == b'\n').count();
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
        self.value_diagnostic(at, &error.code)
    }

    /// Says what is wrong with the value at a byte offset.
    fn value_diagnostic(&self, at: usize, code: &RonError) -> Diagnostic {
        match code {
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
            RonError::IntegerOutOfBounds => {
                let leaf = number_ranges::leaf_at(&self.text, &self.root, at);
                let (field, number) = leaf.unwrap_or(("number", "out of range"));
                let range = if number.starts_with('-') { "0 or more" } else { "at most 127 or 255" };
                self.diagnostic_at(at, format!("{field} is {number}")).with_expected(range)
            }
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

fn read_error(path: &Path, error: &std::io::Error) -> Diagnostic {
    match error.kind() {
        ErrorKind::FileTooLarge => too_large(path),
        // Not a regular file, or a link that leads out.
        ErrorKind::InvalidInput => Diagnostic::for_file(path, error.to_string()),
        _ => Diagnostic::for_file(path, format!("cannot be read: {error}")),
    }
}
