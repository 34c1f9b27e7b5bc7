//! Chapters that this book lacks and takes from another one.

use crate::BorrowedChapter;
use crate::knockback;
use crate::special_actions::grappling;
use crate::status::translation;

const fn borrowed_chapter(chapter: &'static str, why: &'static str, clause: &'static str) -> BorrowedChapter {
    BorrowedChapter { chapter, from: "Swan Song", why, clause, optional: false }
}

const fn optional_chapter(chapter: &'static str, why: &'static str, clause: &'static str) -> BorrowedChapter {
    BorrowedChapter { optional: true, ..borrowed_chapter(chapter, why, clause) }
}

/// Every borrowed chapter, in the order of a fight.
pub const BORROWED: &[BorrowedChapter] = &[
    borrowed_chapter("rounds and passes", "A turn is the Action Phase of a pass.", "AD-BASE-09"),
    borrowed_chapter(
        "initiative",
        "Reaction, Intuition and initiative dice; wounds leave it alone.",
        "SS-INIT-01",
    ),
    borrowed_chapter(
        "action points",
        "The book has no actions but attacking and standing up, which it prices by switches.",
        "AD-BASE-07",
    ),
    borrowed_chapter("movement", "Walk and run rates from Agility; no sprints.", "SS-MOVE-02"),
    borrowed_chapter("awareness", "Who does not know of an attack rolls no defence against it.", "AD-DEF-18"),
    optional_chapter(
        "cover",
        "Only where the switch asks for it: dice for the share of the body hidden.",
        "AD-BASE-17",
    ),
    optional_chapter(
        "barriers",
        "Damage after net hits and armour penetration, its sign turned round.",
        "SS-BARR-10",
    ),
    optional_chapter(
        "interception",
        "Whoever leaves melee or runs past an enemy risks a blow out of turn.",
        "SS-INTC-01",
    ),
    translation::BORROWED,
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
