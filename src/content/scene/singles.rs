//! Actions of an encounter that are single rules: initiative, plain damage, rest, and what is only looked up.

use super::encounter::{Check, Play, Shown};
use super::plays::Set;
use super::raw_play::RawPlay;
use crate::check::Entry;
use rules::swan_song::initiative::{self, Initiative};
use rules::{Book, play};

/// Most damage that a file may state.
const MOST_DAMAGE: u32 = 10_000;
/// Longest time that a file may state, in rounds or days.
const LONGEST: u32 = 100_000;

impl Set {
    /// A rule of Swan Song by itself; initiative is every book's.
    pub fn single(&self, entry: &mut Entry<'_>, raw: &RawPlay) -> Option<Play> {
        if let RawPlay::Initiative { unit, change: 0, karma: false, passes: 0 } = raw {
            return self.who(entry, unit).map(Play::Initiative);
        }
        if self.rules.book() != Book::SwanSong {
            entry.error(&[], format!("{} has no such action", self.rules.book().name()));
            return None;
        }
        let check = match raw {
            RawPlay::Initiative { unit, change, karma, passes } => {
                entry.range(&["change"], *change, -99..=99);
                let unit = self.who(entry, unit)?;
                Check::Initiative { unit, change: *change, karma: *karma, passes: *passes }
            }
            RawPlay::InitiativeChange { unit, score, attribute, dice, new_attribute, new_dice } => {
                let unit = self.who(entry, unit)?;
                for (label, dice) in [("dice", *dice), ("new_dice", new_dice.unwrap_or(*dice))] {
                    entry.range(&[label], dice, 0..=initiative::MOST_DICE);
                }
                for (label, value) in [("score", *score), ("attribute", *attribute)] {
                    entry.range(&[label], value, -999..=999);
                }
                Check::InitiativeChange {
                    unit,
                    before: Initiative { score: *score, attribute: *attribute, dice: *dice },
                    attribute: new_attribute.unwrap_or(*attribute),
                    dice: new_dice.unwrap_or(*dice),
                }
            }
            RawPlay::TurnOrder { scores } => {
                let mut entries = Vec::new();
                for (name, score) in scores {
                    let unit = self.muster.unit(entry, &["scores", name], name)?;
                    let (reaction, intuition) = play::tie_breaks(&unit.sheet);
                    entries.push(rules::engine::turn_order::Entry {
                        id: unit.id,
                        score: *score,
                        reaction,
                        intuition,
                    });
                }
                Check::TurnOrder(entries)
            }
            RawPlay::Harm { unit, damage, pool, damage_type, gel } => {
                entry.range(&["damage"], *damage, 0..=MOST_DAMAGE);
                let unit = self.who(entry, unit)?;
                Check::Harm { unit, damage: *damage, pool: *pool, damage_type: *damage_type, gel: *gel }
            }
            RawPlay::Bleed { unit, rounds } => {
                entry.range(&["rounds"], *rounds, 0..=LONGEST);
                Check::Bleed { unit: self.who(entry, unit)?, rounds: *rounds }
            }
            _ => return None,
        };
        Some(Play::Check(check))
    }

    /// What comes between fights, where the book has a clause for it. `AD-BASE-21`, `CC-HEAL-07`.
    pub fn rest(&self, entry: &mut Entry<'_>, unit: &str, days: u32) -> Option<Play> {
        entry.range(&["days"], days, 0..=LONGEST);
        let unit = self.who(entry, unit)?;
        match self.rules.book() {
            Book::AttacksAndDamage | Book::CombatChecks => Some(Play::Check(Check::Rest { unit, days })),
            book => {
                entry.error(&[], format!("{} says nothing of what comes between fights", book.name()));
                None
            }
        }
    }

    /// What is known of a unit or of a barrier without any roll.
    pub fn show(&self, entry: &mut Entry<'_>, unit: Option<&str>, barrier: Option<&str>) -> Option<Play> {
        match (unit, barrier) {
            (Some(unit), None) => {
                let unit = self.muster.unit(entry, &["unit"], unit)?;
                Some(Play::Show(Shown::Unit(unit.id)))
            }
            (None, Some(name)) => {
                let found = self.barriers.list.iter().find(|known| known.name == name);
                if found.is_none() {
                    let known = self.barriers.list.iter().map(|known| known.name.as_str());
                    entry.unknown(&["barrier"], "barrier", name, known);
                }
                found.map(|barrier| Play::Show(Shown::Barrier(barrier.id)))
            }
            _ => {
                entry.error(&[], "name either a `unit` or a `barrier` to show");
                None
            }
        }
    }

    /// An attack that is not made: it costs nothing.
    pub fn card(&mut self, entry: &mut Entry<'_>, inner: &RawPlay) -> Option<Play> {
        let mut aside = Self { is_course: false, ..self.clone() };
        let play = aside.play(entry, inner);
        self.refused.append(&mut aside.refused);
        match play? {
            Play::Attack(engagement) => Some(Play::Show(Shown::Attack(engagement))),
            Play::Strike(engagement) => Some(Play::Show(Shown::Strike(engagement))),
            _ => {
                entry.error(&[], "a `card` tells of an `attack` or a `strike`");
                None
            }
        }
    }
}
