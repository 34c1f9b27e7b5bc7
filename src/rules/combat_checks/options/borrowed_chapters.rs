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
        "Straight distance between squares, not rounded, compared with each range band.",
    ),
    borrowed_chapter(
        "cover",
        SWAN_SONG,
        "CC-DEF-05",
        "Says which shots cross cover; this book sets what cover is worth.",
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
        "A hit with more damage after Soak than a limit from Strength, Toughness and Agility knocks down.",
    )),
    optional_chapter(borrowed_chapter(
        "interception",
        SWAN_SONG,
        "SS-INTC-01",
        "An enemy may attack a unit that leaves melee or runs past, for a manoeuvre that it has not used.",
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
