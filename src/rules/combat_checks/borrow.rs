//! Chapters that this book lacks, and whose it takes.

use crate::Borrowed;
use crate::status::translation;
use crate::{knockback, wrestling};

const SWAN_SONG: &str = "Swan Song";

const fn from(
    chapter: &'static str,
    from: &'static str,
    clause: &'static str,
    why: &'static str,
) -> Borrowed {
    Borrowed { chapter, from, why, clause, optional: false }
}

/// A line that a skirmish may do without.
const fn optional(line: Borrowed) -> Borrowed {
    Borrowed { optional: true, ..line }
}

/// One line per borrowed chapter.
pub const BORROWED: [Borrowed; 12] = [
    from(
        "initiative",
        SWAN_SONG,
        "SS-INIT-01",
        "No order of turns of its own; Agility + Perception + 1d6 is the score.",
    ),
    from(
        "rounds and passes",
        SWAN_SONG,
        "CC-ECON-02",
        "A round is the combat round, a turn the Action Phase.",
    ),
    from("actions", SWAN_SONG, "CC-ECON-03", "3 AP of a phase are one action (2) and one manoeuvre (1)."),
    from("distance", SWAN_SONG, "CC-RNG-10", "Metres between squares, unrounded, against each band."),
    from(
        "cover",
        SWAN_SONG,
        "CC-DEF-05",
        "Which lines cross the edge of what somebody took cover behind; its worth is the book's own.",
    ),
    optional(from(
        "barriers",
        SWAN_SONG,
        "SS-BARR-10",
        "Damage before Soak crosses what lies on the line, or strikes a wall itself; Wounds count as Health.",
    )),
    optional(from(
        "knockdown",
        SWAN_SONG,
        "SS-KNOCK-01",
        "Damage after Soak against the Physical Limit of Strength, Toughness and Agility.",
    )),
    optional(from(
        "interception",
        SWAN_SONG,
        "SS-INTC-01",
        "Whoever leaves melee or runs past an enemy risks a blow out of turn. It costs 1 AP that was left over.",
    )),
    optional(from(
        "falls",
        "Attacks and Damage",
        "AD-SPEC-03",
        "A point of damage for every metre, less Soak; nobody is critically injured by it.",
    )),
    translation::BORROWED,
    wrestling::BORROWED,
    knockback::BORROWED,
];
