//! The one table that turns ailments into the terms of each book: a column is [`crate::Rulebook::AILMENTS`]. Pages show it,
//! the books read it.

use super::{Amount, TestModifier, TestTrait};
use crate::registry::ask_rulebook;
use crate::{Book, BorrowedChapter};

/// A column of the table: a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Translation {
    /// What a test of each trait is of.
    pub tests: [(TestTrait, &'static str); 6],
    /// When such a test passes.
    pub passes: &'static str,
    /// What has to be met for it: the highest d100 counts by itself, hits, successes beyond which, difficulty dice.
    pub needs: u8,
    /// When it counts as failed by three degrees. `CS-PANI-03`.
    pub badly: &'static str,
    /// What ten points of a hundred are.
    pub ten_points: &'static str,
    /// Points of a hundred in one step of the book's own measure.
    pub step: i32,
    /// What Burning does at the end of a round. `CS-BURN-01`.
    pub burning: &'static str,
    /// What the quality Special Damage is. `CS-BASE-26`.
    pub special_damage: &'static str,
    /// What Unnatural Strength (2) adds to blows. `CS-ENRA-02`.
    pub strength: u8,
    /// What becomes of shots that fail by themselves. `CS-BLND-05`.
    pub failing_shots: &'static str,
    /// What the reroll of a curse is. `CS-CURS-01`.
    pub curse: &'static str,
}

/// What becomes of shots that fail by themselves where they are not rolled.
pub const REFUSED: &str = "not made at all";
/// What a curse is where no test is rolled again.
pub const CURSE: &str = "the first attack of a round has 20 points less";

/// The table, a column for each book.
pub fn book_columns() -> impl Iterator<Item = (Book, &'static Translation)> {
    Book::ALL.into_iter().map(|book| (book, for_book(book)))
}

/// The chapter where a book borrows it: its lines are those of [`book_columns`].
pub const BORROWED: BorrowedChapter = BorrowedChapter {
    chapter: "ailments",
    from: "Circumstances",
    why: "Burning, Stunned, Panicked and the rest, by the table of their translation: what their tests are of, \
        and a die for every 10 points.",
    clause: "CS-AIL-01",
    optional: true,
};

/// The column of a book.
pub fn for_book(book: Book) -> &'static Translation {
    ask_rulebook!(book, AILMENTS)
}

impl Translation {
    /// The book whose chapter it is: points are its own, and nothing is borrowed.
    pub const fn is_home(&self) -> bool {
        self.step == 1
    }

    /// A modifier in the book's own measure: dice, or points of a hundred.
    pub const fn measure(&self, by: Amount) -> i32 {
        by.points() / self.step
    }

    /// What a change of so many points is here, as a list of modifiers has it.
    pub fn add_modifier(&self, parts: &mut dice::Modifiers, change: TestModifier) {
        parts.add(self.measure(change.amount), change.reason, change.clause);
    }

    /// What a test of a trait is of, in words.
    pub fn test_name(&self, of: TestTrait) -> &'static str {
        self.tests.iter().find(|(known, _)| *known == of).map_or("", |(_, words)| words)
    }

    /// The rows of the table for this book, named.
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

/// Half of a number on top, rounded up: Special Damage where damage is a plain number.
pub const fn half_again(number: u32) -> u32 {
    number.div_ceil(2)
}
