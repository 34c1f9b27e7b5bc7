//! What a book says of itself.

use dice::Clause;

use crate::Book;
use crate::registry::ask_rulebook;

/// The first one registered.
impl Default for Book {
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl Book {
    /// As files and the command line write it.
    pub const fn id(self) -> &'static str {
        ask_rulebook!(self, ID)
    }

    /// As players read it.
    pub const fn name(self) -> &'static str {
        ask_rulebook!(self, NAME)
    }

    /// What playing it is like, in a line: its dice, its feel.
    pub const fn blurb(self) -> &'static str {
        ask_rulebook!(self, BLURB)
    }

    /// First part of its clauses' ids.
    pub const fn prefix(self) -> &'static str {
        ask_rulebook!(self, CLAUSE_PREFIX)
    }

    /// What a die that counts is called: one, and several.
    pub const fn success_words(self) -> (&'static str, &'static str) {
        ask_rulebook!(self, SUCCESS_WORDS)
    }

    /// Light, fog and hard ground count in its fights, beyond what a step costs.
    pub const fn counts_difficult_ground(self) -> bool {
        ask_rulebook!(self, COUNTS_DIFFICULT_GROUND)
    }

    /// Faces of its largest die.
    pub const fn largest_die(self) -> u8 {
        ask_rulebook!(self, LARGEST_DIE)
    }

    /// The chapters it takes from other books.
    pub const fn borrowed_chapters(self) -> &'static [BorrowedChapter] {
        ask_rulebook!(self, BORROWED_CHAPTERS)
    }
}

/// A chapter that a book lacks and takes from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BorrowedChapter {
    /// The chapter: "initiative", "knockback".
    pub chapter: &'static str,
    /// The book that has it: "Swan Song".
    pub from: &'static str,
    /// Why it is taken from there, and what neutral input it is given.
    pub why: &'static str,
    /// The clause of the borrowing book that says so, or the lending book's first clause of the chapter.
    pub clause: Clause,
    /// A skirmish may do without it: nothing then takes its place.
    pub optional: bool,
}
