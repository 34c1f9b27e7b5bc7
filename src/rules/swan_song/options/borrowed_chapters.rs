//! Chapters that this book borrows, and their sources.

use crate::BorrowedChapter;
use crate::knockback;
use crate::special_actions::grappling;
use crate::status::ailment_terms;

/// The borrowed chapters. `SS-RULING-60`.
pub const BORROWED: &[BorrowedChapter] = &[
    BorrowedChapter {
        chapter: "scatter",
        from: "Circumstances",
        why: "The book does not say where a grenade goes that misses; its direction, distance and walls are those of a \
            missed throw.",
        clause: "CS-SCA-03",
        optional: true,
    },
    BorrowedChapter {
        chapter: "falls",
        from: "Attacks and Damage",
        why: "The book has no falling damage: a point per metre, soaked like a shot.",
        clause: "AD-SPEC-03",
        optional: true,
    },
    ailment_terms::BORROWED,
    grappling::BORROWED,
    knockback::BORROWED,
];
