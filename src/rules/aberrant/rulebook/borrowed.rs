//! Chapters this book lacks and takes from another.

use crate::BorrowedChapter;
use crate::status::translation;

const SWAN_SONG: &str = "Swan Song";

/// What is borrowed, chapter by chapter.
pub const BORROWED: [BorrowedChapter; 11] = [
    BorrowedChapter {
        chapter: "rounds and passes",
        from: SWAN_SONG,
        why: "A turn is the engine's round; the initiative result is its score.",
        clause: "AB-BASE-06",
        optional: false,
    },
    BorrowedChapter {
        chapter: "order of a pass",
        from: SWAN_SONG,
        why: "Each pass takes 10 from the score; ties and delays as in the engine.",
        clause: "AB-BASE-11",
        optional: false,
    },
    BorrowedChapter {
        chapter: "action points",
        from: SWAN_SONG,
        why: "Three points a phase, one for each action; the limit of one attack does not hold.",
        clause: "AB-BASE-07",
        optional: false,
    },
    BorrowedChapter {
        chapter: "movement",
        from: SWAN_SONG,
        why: "Metres of a walk and a run from Dexterity, of a sprint from Strength and Athletics.",
        clause: "AB-BASE-07",
        optional: false,
    },
    BorrowedChapter {
        chapter: "taking cover",
        from: SWAN_SONG,
        why: "The book has a ladder of cover but not who is behind it: who took cover, and the hidden share.",
        clause: "SS-COVER-04",
        optional: true,
    },
    BorrowedChapter {
        chapter: "awareness",
        from: SWAN_SONG,
        why: "Who does not know of an attack, or is hidden from it wholly, does not defend.",
        clause: "SS-DEF-21",
        optional: true,
    },
    BorrowedChapter {
        chapter: "reach in melee",
        from: SWAN_SONG,
        why: "Hand weapons strike neighbours, and as far beyond as their reach.",
        clause: "SS-BASE-16",
        optional: false,
    },
    BorrowedChapter {
        chapter: "barriers",
        from: SWAN_SONG,
        why: "Walls wear down segment by segment and open; what a blow does to one is this book's own.",
        clause: "SS-BARR-33",
        optional: true,
    },
    BorrowedChapter {
        chapter: "prone units",
        from: SWAN_SONG,
        why: "Dropping, crawling and standing up as in the engine.",
        clause: "SS-ACT-51",
        optional: false,
    },
    BorrowedChapter {
        chapter: "interception",
        from: "Swan Song",
        why: "Whoever leaves melee or runs past an enemy risks a blow out of turn. It costs an action of this phase or the next.",
        clause: "SS-INTC-01",
        optional: true,
    },
    translation::BORROWED,
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
