//! Chapters that this book borrows from other books.

use crate::BorrowedChapter;
use crate::knockback;
use crate::special_actions::grappling;
use crate::status::ailment_terms;

const SWAN_SONG: &str = "Swan Song";

const fn borrowed_chapter(
    chapter: &'static str,
    from: &'static str,
    clause: &'static str,
    why: &'static str,
) -> BorrowedChapter {
    BorrowedChapter { chapter, from, why, clause, optional: false }
}

/// A chapter that a skirmish may omit.
const fn optional_chapter(line: BorrowedChapter) -> BorrowedChapter {
    BorrowedChapter { optional: true, ..line }
}

/// The borrowed chapters.
pub const BORROWED: [BorrowedChapter; 12] = [
    borrowed_chapter(
        "initiative",
        SWAN_SONG,
        "SS-INIT-01",
        "This book has no turn order. Score: Agility + Perception + 1d6.",
    ),
    borrowed_chapter(
        "rounds and passes",
        SWAN_SONG,
        "CC-ECON-02",
        "A unit has a turn in each pass, and a round is all its passes.",
    ),
    borrowed_chapter(
        "actions",
        SWAN_SONG,
        "CC-ECON-03",
        "A turn has an action and a manoeuvre instead of action points.",
    ),
    borrowed_chapter(
        "distance",
        SWAN_SONG,
        "CC-RNG-10",
        "Unrounded distance between squares, compared with each band.",
    ),
    borrowed_chapter(
        "cover",
        SWAN_SONG,
        "CC-DEF-05",
        "Which lines of fire cross the edge of cover; this book sets its value.",
    ),
    optional_chapter(borrowed_chapter(
        "barriers",
        SWAN_SONG,
        "SS-BARR-10",
        "Damage before Soak penetrates barriers or damages them. Wounds count as Health.",
    )),
    optional_chapter(borrowed_chapter(
        "knockdown",
        SWAN_SONG,
        "SS-KNOCK-01",
        "Damage after Soak against a Physical Limit from Strength, Toughness and Agility.",
    )),
    optional_chapter(borrowed_chapter(
        "interception",
        SWAN_SONG,
        "SS-INTC-01",
        "Leaving melee or running past an enemy provokes an attack, which costs an unused manoeuvre.",
    )),
    optional_chapter(borrowed_chapter(
        "falls",
        "Attacks and Damage",
        "AD-SPEC-03",
        "1 damage per metre, reduced by Soak; no Critical Injuries.",
    )),
    ailment_terms::BORROWED,
    grappling::BORROWED,
    knockback::BORROWED,
];
