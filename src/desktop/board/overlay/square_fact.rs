//! What overlays say about the hovered square, for its card.

use dice::Clause;

/// A line in the card of a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SquareFact {
    /// What it is about.
    pub label: String,
    /// What it says.
    pub value: String,
    /// The clause behind it; may be empty.
    pub clause: Clause,
}

impl SquareFact {
    /// Creates a fact without a clause.
    pub fn new(label: &str, value: String) -> Self {
        Self { label: label.to_owned(), value, clause: "" }
    }
}
