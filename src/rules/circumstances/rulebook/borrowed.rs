//! Chapters that this book lacks, and where they come from.

use crate::{BorrowedChapter, knockback};

const SWAN_SONG: &str = "Swan Song";

/// One line for each borrowed chapter.
pub const BORROWED: &[BorrowedChapter] = &[
    BorrowedChapter {
        chapter: "initiative",
        from: SWAN_SONG,
        why: "The book names no order of turns; Agility and Perception bonuses stand for Reaction and Intuition.",
        clause: "SS-INIT-01",
        optional: false,
    },
    BorrowedChapter {
        chapter: "rounds and passes",
        from: SWAN_SONG,
        why: "A Turn is an Action Phase, a Round a combat round with all its passes.",
        clause: "CS-BASE-21",
        optional: false,
    },
    BorrowedChapter {
        chapter: "action points",
        from: SWAN_SONG,
        why: "A Half Action costs 1 AP, a Full Action 2, the third AP is the Reaction; doors and picking up keep \
            their price.",
        clause: "CS-BASE-17",
        optional: false,
    },
    BorrowedChapter {
        chapter: "knockdown",
        from: SWAN_SONG,
        why: "The book fells nobody; Wounds lost by one attack against Strength and Toughness bonuses.",
        clause: "SS-KNOCK-01",
        optional: true,
    },
    BorrowedChapter {
        chapter: "barriers and penetration",
        from: SWAN_SONG,
        why: "The book knows cover by its AP alone; attacks on barriers themselves use weapon damage as DV.",
        clause: "SS-BARR-19",
        optional: true,
    },
    BorrowedChapter {
        chapter: "interception",
        from: SWAN_SONG,
        why: "Whoever leaves melee or runs past an enemy risks a blow out of turn. It costs the Reaction.",
        clause: "SS-INTC-01",
        optional: true,
    },
    knockback::BORROWED,
];
