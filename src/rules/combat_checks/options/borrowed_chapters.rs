//! Chapters that this book lacks, and whose it takes.

use crate::BorrowedChapter;
use crate::knockback;
use crate::special_actions::grappling;
use crate::status::translation;

const SWAN_SONG: &str = "Swan Song";

const fn borrowed_chapter(
    chapter: &'static str,
    from: &'static str,
    clause: &'static str,
    why: &'static str,
) -> BorrowedChapter {
    BorrowedChapter { chapter, from, why, clause, optional: false }
}

/// A line that a skirmish may do without.
const fn optional_chapter(line: BorrowedChapter) -> BorrowedChapter {
    BorrowedChapter { optional: true, ..line }
}

/// One line per borrowed chapter.
pub const BORROWED: [BorrowedChapter; 12] = [
    borrowed_chapter(
        "initiative",
        SWAN_SONG,
        "SS-INIT-01",
        "No order of turns of its own; Agility + Perception + 1d6 is the score.",
    ),
    borrowed_chapter(
        "rounds and passes",
        SWAN_SONG,
        "CC-ECON-02",
        "A round is the combat round, a turn the Action Phase.",
    ),
    borrowed_chapter(
        "actions",
        SWAN_SONG,
        "CC-ECON-03",
        "3 AP of a phase are one action (2) and one manoeuvre (1).",
    ),
    borrowed_chapter(
        "distance",
        SWAN_SONG,
        "CC-RNG-10",
        "Metres between squares, unrounded, against each band.",
    ),
    borrowed_chapter(
        "cover",
        SWAN_SONG,
        "CC-DEF-05",
        "Which lines cross the edge of what somebody took cover behind; its worth is the book's own.",
    ),
    optional_chapter(borrowed_chapter(
        "barriers",
        SWAN_SONG,
        "SS-BARR-10",
        "Damage before Soak crosses what lies on the line, or strikes a wall itself; Wounds count as Health.",
    )),
    optional_chapter(borrowed_chapter(
        "knockdown",
        SWAN_SONG,
        "SS-KNOCK-01",
        "Damage after Soak against the Physical Limit of Strength, Toughness and Agility.",
    )),
    optional_chapter(borrowed_chapter(
        "interception",
        SWAN_SONG,
        "SS-INTC-01",
        "Whoever leaves melee or runs past an enemy risks a blow out of turn. It costs 1 AP that was left over.",
    )),
    optional_chapter(borrowed_chapter(
        "falls",
        "Attacks and Damage",
        "AD-SPEC-03",
        "A point of damage for every metre, less Soak; nobody is critically injured by it.",
    )),
    translation::BORROWED,
    grappling::BORROWED,
    knockback::BORROWED,
];
