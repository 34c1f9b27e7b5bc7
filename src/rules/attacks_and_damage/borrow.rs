//! Chapters that this book lacks and takes from another one.

use crate::rules::Borrowed;

const fn line(
    chapter: &'static str,
    from: &'static str,
    why: &'static str,
    clause: &'static str,
) -> Borrowed {
    Borrowed { chapter, from, why, clause, optional: false }
}

/// Every borrowed chapter, in the order of a fight.
pub const BORROWED: &[Borrowed] = &[
    line("rounds and passes", "Swan Song", "a turn is the Action Phase of a pass", "AD-BASE-09"),
    line(
        "initiative",
        "Swan Song",
        "Reaction, Intuition and initiative dice; wounds leave it alone",
        "SS-INIT-01",
    ),
    line("delaying", "Swan Song", "follows from its passes and scores", "SS-DELAY-01"),
    line("surprise", "Swan Song", "who is surprised is unaware, and rolls no defence", "AD-DEF-18"),
    line(
        "action points",
        "Swan Song",
        "the book has no actions; an attack is priced by a switch",
        "AD-BASE-07",
    ),
    line("movement", "Swan Song", "walk and run rates from Agility", "SS-MOVE-02"),
    line(
        "cover",
        "Swan Song",
        "only where the switch asks for it: dice for the share of the body hidden",
        "AD-BASE-17",
    ),
    line(
        "barriers",
        "Swan Song",
        "damage after net hits and armour penetration, its sign turned round",
        "SS-BARR-10",
    ),
    line(
        "area attacks",
        "Aberrant",
        "every target in the radius; its damage enters as a hazard",
        "AB-AREA-01",
    ),
    line("scattering", "Circumstances", "where a missed blast goes: the margin of the miss", "CS-SCA-01"),
    line("knockback", "Aberrant", "a blow's damage before armour against Strength", "AB-KNOCK-01"),
    line("ailments", "Circumstances", "extra effects name one; its durations and remedies", "CS-AIL-01"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_chapter_is_borrowed_twice() {
        let chapters: BTreeSet<_> = BORROWED.iter().map(|line| line.chapter).collect();
        assert_eq!(chapters.len(), BORROWED.len());
    }
}
