//! Chapters that this book borrows, and their sources.

use crate::BorrowedChapter;
use crate::knockback;
use crate::special_actions::grappling;
use crate::status::ailment_terms;

const fn borrowed_chapter(chapter: &'static str, why: &'static str, clause: &'static str) -> BorrowedChapter {
    BorrowedChapter { chapter, from: "Swan Song", why, clause, optional: false }
}

const fn optional_chapter(chapter: &'static str, why: &'static str, clause: &'static str) -> BorrowedChapter {
    BorrowedChapter { optional: true, ..borrowed_chapter(chapter, why, clause) }
}

/// Every borrowed chapter, in the order of a battle.
pub const BORROWED: &[BorrowedChapter] = &[
    borrowed_chapter("rounds and passes", "A unit has a turn in each pass.", "AD-BASE-09"),
    borrowed_chapter(
        "initiative",
        "Reaction, Intuition and initiative dice; wounds do not affect it.",
        "SS-INIT-01",
    ),
    borrowed_chapter(
        "action points",
        "The book has only attacks and standing up; switches set their prices.",
        "AD-BASE-07",
    ),
    borrowed_chapter("movement", "Walk and run rates from Agility; no sprint.", "SS-MOVE-02"),
    borrowed_chapter("awareness", "Units unaware of an attack roll no defence.", "AD-DEF-18"),
    optional_chapter(
        "cover",
        "If the switch is on: defence dice for the hidden share of the body.",
        "AD-BASE-17",
    ),
    optional_chapter(
        "barriers",
        "Damage after net hits; armour penetration with the opposite sign.",
        "SS-BARR-10",
    ),
    optional_chapter(
        "interception",
        "Leaving melee or running past an enemy provokes an attack.",
        "SS-INTC-01",
    ),
    ailment_terms::BORROWED,
    grappling::BORROWED,
    knockback::BORROWED,
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_chapter_is_borrowed_twice() {
        let chapters: BTreeSet<_> = BORROWED.iter().map(|line| line.chapter).collect();
        assert_eq!(chapters.len(), BORROWED.len());
    }
}
