//! The validator of an entry of a file: reports what is out of range, unknown or cannot be shown.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use crate::diagnostic::{Diagnostic, nearest_name};
use crate::files::source::{SourceFile, join_with_or};
use crate::files::syntax_tree::SyntaxNode;
use crate::visible_text::is_visible;
use rules::status::ActiveAilment;

/// Longest name, in characters.
pub(crate) const MAX_TITLE_CHARS: usize = 60;
/// Longest description, in characters.
const MAX_TEXT_CHARS: usize = 600;
/// Most ailments of a unit.
const MAX_AILMENTS: usize = 200;
/// Most weapons or pieces of armour of a unit.
pub(super) const MAX_CARRIED: usize = 12;

/// Validates an entry of a file and collects its diagnostics.
pub(crate) struct EntryValidator<'a> {
    pub source: &'a SourceFile,
    pub node: &'a SyntaxNode,
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> EntryValidator<'a> {
    pub fn new(source: &'a SourceFile, node: &'a SyntaxNode) -> Self {
        Self { source, node, diagnostics: Vec::new() }
    }

    /// Creates a diagnostic at the value with this path of labels.
    pub fn diagnostic_at(&self, labels: &[&str], what: impl Into<String>) -> Diagnostic {
        self.source.diagnostic_at(self.node.locate(labels), what)
    }

    pub fn error(&mut self, labels: &[&str], what: impl Into<String>) {
        let problem = self.diagnostic_at(labels, what);
        self.diagnostics.push(problem);
    }

    pub fn warning(&mut self, labels: &[&str], what: impl Into<String>) {
        let problem = self.diagnostic_at(labels, what).into_warning();
        self.diagnostics.push(problem);
    }

    /// Reports a value outside the range.
    pub fn require_range<T: PartialOrd + std::fmt::Display>(
        &mut self,
        labels: &[&str],
        value: T,
        range: RangeInclusive<T>,
    ) {
        if !range.contains(&value) {
            let field = labels.iter().rev().find(|label| label.parse::<usize>().is_err()).unwrap_or(&"value");
            let problem = self.diagnostic_at(labels, format!("{field} is {value}"));
            self.diagnostics.push(problem.with_expected(format!("{} to {}", range.start(), range.end())));
        }
    }

    /// Reports a name that cannot be shown.
    pub fn require_title(&mut self, labels: &[&str], text: &str) {
        self.require_readable(labels, text, MAX_TITLE_CHARS);
    }

    /// Reports a description that cannot be shown.
    pub fn require_text(&mut self, labels: &[&str], text: &str) {
        self.require_readable(labels, text, MAX_TEXT_CHARS);
    }

    fn require_readable(&mut self, labels: &[&str], text: &str, longest: usize) {
        if text.trim().is_empty() || text.chars().count() > longest || !text.chars().all(is_visible) {
            let problem = self.diagnostic_at(labels, "this text cannot be displayed");
            self.diagnostics.push(problem.with_expected(format!("1 to {longest} printable characters")));
        }
    }

    /// Reports too many ailments, and one that a unit has twice.
    pub fn require_ailments(&mut self, labels: &[&str], ailments: &[ActiveAilment]) {
        self.require_range(labels, ailments.len(), 0..=MAX_AILMENTS);
        let mut known = BTreeSet::new();
        if let Some(again) = ailments.iter().find(|one| !known.insert((one.ailment, one.part))) {
            self.error(labels, format!("{} is there twice", again.ailment.name()));
        }
    }

    /// Reports an unknown name.
    pub fn require_known<'n>(
        &mut self,
        labels: &[&str],
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let known: Vec<&str> = known.into_iter().collect();
        let mut problem = self.diagnostic_at(labels, format!("unknown {what} `{name}`"));
        problem.nearest = nearest_name(name, known.iter().copied());
        if problem.nearest.is_none() && known.len() <= 12 {
            problem.expected = Some(join_with_or(&known).into());
        }
        self.diagnostics.push(problem);
    }

    /// Finds what has this name, or reports that it is unknown.
    pub fn find_known<'m, T>(
        &mut self,
        labels: &[&str],
        (what, name): (&str, &str),
        known: &'m BTreeMap<String, T>,
    ) -> Option<&'m T> {
        let found = known.get(name);
        if found.is_none() {
            self.require_known(labels, what, name, known.keys().map(String::as_str));
        }
        found
    }

    /// Reports unknown or too many weapons or armour.
    pub fn require_carried<T>(
        &mut self,
        label: &str,
        what: &str,
        ids: &[String],
        known: &BTreeMap<String, T>,
    ) {
        if ids.len() > MAX_CARRIED {
            self.error(&[label], format!("at most {MAX_CARRIED} of these can be carried"));
        }
        for (index, id) in ids.iter().enumerate().take(MAX_CARRIED) {
            self.find_known(&[label, &index.to_string()], (what, id), known);
        }
    }

    /// Like [`Self::require_carried`], and reports missing weapons.
    pub fn require_armed<T>(&mut self, ids: &[String], known: &BTreeMap<String, T>) {
        if ids.is_empty() {
            self.error(&["weapons"], "a unit needs a weapon, such as `unarmed`");
        }
        self.require_carried("weapons", "weapon", ids, known);
    }
}
