//! Chapters that this book borrows from another.

use crate::BorrowedChapter;
use crate::status::ailment_terms;

const SWAN_SONG: &str = "Swan Song";

/// The borrowed chapters.
pub const BORROWED: [BorrowedChapter; 11] = [
    BorrowedChapter {
        chapter: "rounds and passes",
        from: SWAN_SONG,
        why: "What the book calls a turn is a whole round, and its initiative result the Initiative Score.",
        clause: "AB-BASE-06",
        optional: false,
    },
    BorrowedChapter {
        chapter: "order of a pass",
        from: SWAN_SONG,
        why: "Each pass lowers the score by 10; ties and delays as in Swan Song.",
        clause: "AB-BASE-11",
        optional: false,
    },
    BorrowedChapter {
        chapter: "action points",
        from: SWAN_SONG,
        why: "Three points per turn, one per action; no limit of one attack.",
        clause: "AB-BASE-07",
        optional: false,
    },
    BorrowedChapter {
        chapter: "movement",
        from: SWAN_SONG,
        why: "Walk and run distances from Dexterity, sprints from Strength and Athletics.",
        clause: "AB-BASE-07",
        optional: false,
    },
    BorrowedChapter {
        chapter: "taking cover",
        from: SWAN_SONG,
        why: "The book has cover levels but no rule for who is in cover: taking cover and the hidden share.",
        clause: "SS-COVER-04",
        optional: true,
    },
    BorrowedChapter {
        chapter: "awareness",
        from: SWAN_SONG,
        why: "A unit that is unaware of an attack, or wholly hidden from it, does not defend.",
        clause: "SS-DEF-21",
        optional: true,
    },
    BorrowedChapter {
        chapter: "reach in melee",
        from: SWAN_SONG,
        why: "Melee weapons hit adjacent units, and further by their reach.",
        clause: "SS-BASE-16",
        optional: false,
    },
    BorrowedChapter {
        chapter: "barriers",
        from: SWAN_SONG,
        why: "Wall segments wear down and open; damage to them follows this book.",
        clause: "SS-BARR-33",
        optional: true,
    },
    BorrowedChapter {
        chapter: "prone units",
        from: SWAN_SONG,
        why: "Dropping prone, crawling and standing up as in Swan Song.",
        clause: "SS-ACT-51",
        optional: false,
    },
    BorrowedChapter {
        chapter: "interception",
        from: "Swan Song",
        why: "Leaving melee or running past an enemy risks an attack out of turn. \
              The attacker pays an action of this turn or the next.",
        clause: "SS-INTC-01",
        optional: true,
    },
    ailment_terms::BORROWED,
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_chapter_is_borrowed_once() {
        let chapters: BTreeSet<_> = BORROWED.iter().map(|borrowed| borrowed.chapter).collect();
        assert_eq!(chapters.len(), BORROWED.len());
    }
}
