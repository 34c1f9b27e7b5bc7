//! Chapters that this book borrows from another.

use crate::{BorrowedChapter, knockback};

const SWAN_SONG: &str = "Swan Song";

/// The borrowed chapters.
pub const BORROWED: &[BorrowedChapter] = &[
    BorrowedChapter {
        chapter: "initiative",
        from: SWAN_SONG,
        why: "The book has no turn order; Agility and Perception bonuses replace Reaction and Intuition.",
        clause: "SS-INIT-01",
        optional: false,
    },
    BorrowedChapter {
        chapter: "rounds and passes",
        from: SWAN_SONG,
        why: "A unit has a turn in each pass, and a round is all its passes.",
        clause: "CS-BASE-21",
        optional: false,
    },
    BorrowedChapter {
        chapter: "action points",
        from: SWAN_SONG,
        why: "A Half Action costs 1 AP, a Full Action 2, the third AP is the Reaction; \
            doors and pick-ups keep their cost.",
        clause: "CS-BASE-17",
        optional: false,
    },
    BorrowedChapter {
        chapter: "knockdown",
        from: SWAN_SONG,
        why: "The book has no knockdown; Wounds of one attack against Strength and Toughness bonuses.",
        clause: "SS-KNOCK-01",
        optional: true,
    },
    BorrowedChapter {
        chapter: "barriers and penetration",
        from: SWAN_SONG,
        why: "Cover only has Armour Points in this book; attacks on barriers use the damage of the weapon.",
        clause: "SS-BARR-19",
        optional: true,
    },
    BorrowedChapter {
        chapter: "interception",
        from: SWAN_SONG,
        why: "Leaving melee or running past an enemy risks an attack out of turn. \
              The attacker pays the Reaction.",
        clause: "SS-INTC-01",
        optional: true,
    },
    knockback::BORROWED,
];
