//! Descriptions of the books, and borrowed chapters.

use crate::rulebook::BookDefinition;
use dice::Clause;

use crate::Book;
use crate::registry::ask_rulebook;

/// The first registered book.
impl Default for Book {
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl Book {
    /// Id in files and on the command line.
    pub const fn id(self) -> &'static str {
        ask_rulebook!(self, ID)
    }

    /// Name for players.
    pub const fn name(self) -> &'static str {
        ask_rulebook!(self, NAME)
    }

    /// Its dice and its style of play, in a line.
    pub const fn blurb(self) -> &'static str {
        ask_rulebook!(self, BLURB)
    }

    /// First part of its clause ids.
    pub const fn prefix(self) -> &'static str {
        ask_rulebook!(self, CLAUSE_PREFIX)
    }

    /// Name of a success: singular and plural.
    pub const fn success_words(self) -> (&'static str, &'static str) {
        ask_rulebook!(self, SUCCESS_WORDS)
    }

    /// Whether light, fog and difficult ground affect more than the cost of a step.
    pub const fn counts_difficult_ground(self) -> bool {
        ask_rulebook!(self, COUNTS_DIFFICULT_GROUND)
    }

    /// Tests that difficult ground makes harder by its value: "melee tests"; empty if it makes none.
    pub const fn difficult_ground_tests(self) -> &'static str {
        ask_rulebook!(self, DIFFICULT_GROUND_TESTS)
    }

    /// Faces of its largest die.
    pub const fn largest_die(self) -> u8 {
        ask_rulebook!(self, LARGEST_DIE)
    }

    /// Faces of the die of its initiative rolls.
    pub const fn initiative_die(self) -> u8 {
        ask_rulebook!(self, INITIATIVE_DIE)
    }

    /// Chapters that it borrows from other books.
    pub const fn borrowed_chapters(self) -> &'static [BorrowedChapter] {
        ask_rulebook!(self, BORROWED_CHAPTERS)
    }
}

/// A chapter that a book borrows from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BorrowedChapter {
    /// The chapter: "initiative", "knockback".
    pub chapter: &'static str,
    /// The book that lends it: "Swan Song".
    pub from: &'static str,
    /// Why it is borrowed, and which neutral input it gets.
    pub why: &'static str,
    /// The clause of the borrowing book that borrows it, or the first clause of the chapter.
    pub clause: Clause,
    /// Whether a skirmish may do without it.
    pub optional: bool,
}
