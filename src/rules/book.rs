//! The five books, and what a book says of itself.

use serde::{Deserialize, Serialize};

use dice::Clause;

/// A rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Book {
    /// d6 pools, hits on 5 and 6, limits.
    SwanSong,
    /// d10 pools, successes from 7 on, difficulties.
    Aberrant,
    /// d6 pools, two tracks of boxes.
    AttacksAndDamage,
    /// d100 at or under a target number.
    Circumstances,
    /// Narrative dice.
    CombatChecks,
}

impl Book {
    /// All books, in the order in which they are listed.
    pub const ALL: [Self; 5] =
        [Self::SwanSong, Self::Aberrant, Self::AttacksAndDamage, Self::Circumstances, Self::CombatChecks];

    /// As files and the command line write it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::SwanSong => "swan_song",
            Self::Aberrant => "aberrant",
            Self::AttacksAndDamage => "attacks_and_damage",
            Self::Circumstances => "circumstances",
            Self::CombatChecks => "combat_checks",
        }
    }

    /// As players read it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SwanSong => "Swan Song",
            Self::Aberrant => "Aberrant",
            Self::AttacksAndDamage => "Attacks and Damage",
            Self::Circumstances => "Circumstances",
            Self::CombatChecks => "Combat Checks",
        }
    }

    /// What playing it is like, in a line: its dice, its feel.
    pub const fn blurb(self) -> &'static str {
        match self {
            Self::SwanSong => {
                "Handfuls of d6, 5 and 6 hit, limits cap them. Action points, several passes a round, deadly bursts."
            }
            Self::Aberrant => {
                "Pools of d10, 7 and more succeed. Levels of bashing and lethal harm, soak in layers, actions given up \
                 to dodge."
            }
            Self::AttacksAndDamage => {
                "Pools of d6 against each other. Armour turns deep wounds into light ones; two tracks of boxes fill up."
            }
            Self::Circumstances => {
                "One d100 at or under a target number. Light, fog, height and weather decide; every hit has a place."
            }
            Self::CombatChecks => {
                "Narrative dice: success beside advantage, failure beside threat. Strain, boosts and critical injuries."
            }
        }
    }

    /// First part of its clauses' ids.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::SwanSong => "SS",
            Self::Aberrant => "AB",
            Self::AttacksAndDamage => "AD",
            Self::Circumstances => "CS",
            Self::CombatChecks => "CC",
        }
    }

    /// What a die that counts is called: one, and several.
    pub const fn success_words(self) -> (&'static str, &'static str) {
        match self {
            Self::SwanSong | Self::AttacksAndDamage => ("hit", "hits"),
            Self::Aberrant | Self::Circumstances | Self::CombatChecks => ("success", "successes"),
        }
    }

    /// Light, fog and hard ground count in its fights, beyond what a step costs.
    pub const fn counts_difficult_ground(self) -> bool {
        matches!(self, Self::Circumstances | Self::CombatChecks)
    }

    /// Faces of its largest die.
    pub const fn largest_die(self) -> u8 {
        match self {
            Self::AttacksAndDamage => 6,
            // Swan Song borrows a scatter that rolls a d10.
            Self::SwanSong | Self::Aberrant => 10,
            Self::Circumstances | Self::CombatChecks => 100,
        }
    }

    /// The chapters it takes from other books.
    pub const fn borrowed_chapters(self) -> &'static [BorrowedChapter] {
        match self {
            Self::SwanSong => crate::swan_song::options::borrowed_chapters::BORROWED,
            Self::Aberrant => &crate::aberrant::rulebook::borrowed::BORROWED,
            Self::AttacksAndDamage => crate::attacks_and_damage::options::borrowed_chapters::BORROWED,
            Self::Circumstances => crate::circumstances::rulebook::borrowed::BORROWED,
            Self::CombatChecks => &crate::combat_checks::options::borrowed_chapters::BORROWED,
        }
    }
}

/// A chapter that a book lacks and takes from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BorrowedChapter {
    /// The chapter: "initiative", "knockback".
    pub chapter: &'static str,
    /// The book that has it: "Swan Song".
    pub from: &'static str,
    /// Why it is taken from there, and what neutral input it is given.
    pub why: &'static str,
    /// The clause of the borrowing book that says so, or the lending book's first clause of the chapter.
    pub clause: Clause,
    /// A skirmish may do without it: nothing then takes its place.
    pub optional: bool,
}
