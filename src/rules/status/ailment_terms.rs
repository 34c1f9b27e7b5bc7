//! The conversion table of ailments to the terms of each book: a column is [`crate::rulebook::BookDefinition::AILMENTS`]. The manual
//! prints it, rulebooks use it.

use super::{Amount, TestModifier, TestTrait};
use crate::registry::ask_rulebook;
use crate::rulebook::BookDefinition;
use crate::{Book, BorrowedChapter};

/// One column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AilmentTerms {
    /// The pool of each trait's test.
    pub tests: [(TestTrait, &'static str); 6],
    /// Condition for a success.
    pub passes: &'static str,
    /// Threshold: hits, successes to exceed, or difficulty dice; 0 for d100, which needs none.
    pub needs: u8,
    /// Condition for failing by three degrees. `CS-PANI-03`.
    pub badly: &'static str,
    /// Equivalent of ten percentage points.
    pub ten_points: &'static str,
    /// Percentage points per step of the book's own unit.
    pub step: i32,
    /// Damage of Burning at the end of a round. `CS-BURN-01`.
    pub burning: &'static str,
    /// Effect of the quality Special Damage. `CS-BASE-26`.
    pub special_damage: &'static str,
    /// Bonus of Unnatural Strength (2) to melee attacks. `CS-ENRA-02`.
    pub strength: u8,
    /// Effect on ranged attacks that fail automatically. `CS-BLND-05`.
    pub failing_shots: &'static str,
    /// Equivalent of the reroll of a curse. `CS-CURS-01`.
    pub curse: &'static str,
}

/// What becomes of shots that fail by themselves where they are not rolled.
pub const REFUSED: &str = "not made at all";
/// What a curse is where no test is rolled again.
pub const CURSE: &str = "the first attack of a round has 20 points less";

/// The table, a column for each book.
pub fn book_columns() -> impl Iterator<Item = (Book, &'static AilmentTerms)> {
    Book::ALL.into_iter().map(|book| (book, for_book(book)))
}

/// Entry in the table of borrowed chapters; its lines are those of [`book_columns`].
pub const BORROWED: BorrowedChapter = BorrowedChapter {
    chapter: "ailments",
    from: "Circumstances",
    why: "Burning, Stunned, Panicked and other ailments. A conversion table says what each of their tests rolls; every 10 \
        points are a die.",
    clause: "CS-AIL-01",
    optional: true,
};

/// The column of a book.
pub fn for_book(book: Book) -> &'static AilmentTerms {
    ask_rulebook!(book, AILMENTS)
}

impl AilmentTerms {
    /// Whether the chapter is the book's own, so that nothing is borrowed.
    pub const fn is_home(&self) -> bool {
        self.step == 1
    }

    /// A modifier in the book's own unit: dice, or percentage points.
    pub const fn measure(&self, by: Amount) -> i32 {
        by.points() / self.step
    }

    /// Adds a modifier in the book's own unit to a list.
    pub fn add_modifier(&self, parts: &mut dice::Modifiers, change: TestModifier) {
        parts.add(self.measure(change.amount), change.reason, change.clause);
    }

    /// The pool of a trait's test, as text.
    pub fn test_name(&self, of: TestTrait) -> &'static str {
        self.tests.iter().find(|(known, _)| *known == of).map_or("", |(_, words)| words)
    }

    /// The rows of the table for this book, with their names.
    pub fn rows(&self) -> Vec<(String, String)> {
        let tests =
            self.tests.iter().map(|(of, words)| (format!("test of {}", of.name()), (*words).to_owned()));
        let strength = format!("{} Strength for blows", self.strength);
        let others = [
            ("passes with", self.passes),
            ("fails by three degrees with", self.badly),
            ("10 points are", self.ten_points),
            ("Burning", self.burning),
            ("Special Damage", self.special_damage),
            ("Unnatural Strength (2)", strength.as_str()),
            ("shots of the Blinded", self.failing_shots),
            ("a curse", self.curse),
        ]
        .map(|(name, words)| (name.to_owned(), words.to_owned()));
        tests.chain(others).collect()
    }
}

/// Half of a number, rounded up: Special Damage for numeric damage.
pub const fn half_again(number: u32) -> u32 {
    number.div_ceil(2)
}
