//! Chapters that this book lacks, and where they come from.

use crate::{Borrowed, knockback};

const SWAN_SONG: &str = "Swan Song";

/// One line for each borrowed chapter.
pub const BORROWED: &[Borrowed] = &[
    Borrowed {
        chapter: "initiative",
        from: SWAN_SONG,
        why: "The book names no order of turns; Agility and Perception bonuses stand for Reaction and Intuition.",
        clause: "SS-INIT-01",
        optional: false,
    },
    Borrowed {
        chapter: "rounds and passes",
        from: SWAN_SONG,
        why: "A Turn is an Action Phase, a Round a combat round with all its passes.",
        clause: "CS-BASE-21",
        optional: false,
    },
    Borrowed {
        chapter: "action points",
        from: SWAN_SONG,
        why: "A Half Action costs 1 AP, a Full Action 2, the third AP is the Reaction; doors and picking up keep \
            their price.",
        clause: "CS-BASE-17",
        optional: false,
    },
    Borrowed {
        chapter: "knockdown",
        from: SWAN_SONG,
        why: "The book fells nobody; Wounds lost by one attack against Strength and Toughness bonuses.",
        clause: "SS-KNOCK-01",
        optional: true,
    },
    Borrowed {
        chapter: "barriers and penetration",
        from: SWAN_SONG,
        why: "The book knows cover by its AP alone; attacks on barriers themselves use weapon damage as DV.",
        clause: "SS-BARR-19",
        optional: true,
    },
    Borrowed {
        chapter: "interception",
        from: SWAN_SONG,
        why: "Whoever leaves melee or runs past an enemy risks a blow out of turn. It costs the Reaction.",
        clause: "SS-INTC-01",
        optional: true,
    },
    knockback::BORROWED,
];
