//! What happens in an encounter: its action, with everything the rule will ask.

use super::action::USUAL_SHOT;
use super::barriers::Barriers;
use super::cast::Cast;
use super::encounter::{Check, Encounter, Play};
use super::has_errors;
use super::muster::Muster;
use super::raw_encounter::{RawEncounter, RawPlay};
use crate::content::check::Entry;
use crate::content::library::Content;
use crate::content::resolve;
use crate::dice::SymbolPool;
use crate::rules::engine::Action;
use crate::rules::{Book, Deed, RuleSet, Sight, Weather, play};

/// Longest distance that a file may state, in metres.
const FARTHEST_METRES: u32 = 60_000;
/// Most dice of a test.
const MOST_DICE: u32 = 60;
/// Most squares of a way.
const LONGEST_WAY: usize = 200;

/// The encounter of a file, if nothing is wrong with it that matters.
pub(super) fn encounter<B: Cast>(
    entry: &mut Entry<'_>,
    content: &Content,
    raw: &RawEncounter<B>,
) -> Option<Encounter>
where
    B::Sheet: Clone,
    B::Weapon: Clone,
{
    entry.title(&["name"], &raw.name);
    if !raw.description.is_empty() {
        entry.text(&["description"], &raw.description);
    }
    let rules = resolve::rules(entry, raw.book, &raw.switches);
    let barriers = Barriers::read(entry, content, &raw.barriers);
    let muster = Muster::read(entry, content, &rules, raw);
    if has_errors(&entry.problems) {
        return None;
    }
    let mut set = Set { rules: &rules, muster, barriers, weather: raw.weather };
    let action = set.play(entry, &raw.action)?;
    let Set { muster, barriers, .. } = set;
    let (units, barriers) = (muster.units, barriers.list);
    let (name, description, answers) = (raw.name.clone(), raw.description.clone(), raw.action.answers());
    Some(Encounter { name, description, rules, units, barriers, action, answers })
}

/// Everything of an encounter but its action.
pub(super) struct Set<'c> {
    pub rules: &'c RuleSet,
    pub muster: Muster<'c>,
    pub barriers: Barriers,
    pub weather: Weather,
}

impl Set<'_> {
    fn play(&mut self, entry: &mut Entry<'_>, raw: &RawPlay) -> Option<Play> {
        match raw {
            RawPlay::Attack { .. } => self.attack(entry, raw),
            RawPlay::Strike { .. } => self.strike(entry, raw),
            RawPlay::Deed { .. } => self.deed(entry, raw),
            RawPlay::Initiative { unit } => self.who(entry, unit).map(Play::Initiative),
            RawPlay::PhaseBegins { unit, .. } => self.who(entry, unit).map(Play::PhaseBegins),
            RawPlay::PhaseEnds { unit, .. } => self.who(entry, unit).map(Play::PhaseEnds),
            RawPlay::RoundEnds { unit, .. } => self.who(entry, unit).map(Play::RoundEnds),
            RawPlay::Sprint { unit } => {
                let unit = self.who(entry, unit)?;
                let runner = self.muster.units.iter().find(|runner| runner.id == unit)?;
                if play::move_budget(runner, self.rules).sprint == 0 {
                    entry.error(&["action"], format!("{} has no sprints", self.rules.book().name()));
                    return None;
                }
                Some(Play::Sprint(unit))
            }
            RawPlay::Footing { unit, run, path } => {
                entry.range(&["action", "path"], path.len(), 1..=LONGEST_WAY);
                let action = if *run { Action::Run } else { Action::Walk };
                Some(Play::Footing { unit: self.who(entry, unit)?, action, path: path.clone() })
            }
            RawPlay::Notice { unit, hidden, metres, line_of_sight } => {
                let (one, other) = (
                    self.muster.place(entry, &["action", "unit"], unit)?,
                    self.muster.place(entry, &["action", "hidden"], hidden)?,
                );
                let (distance_squared, rings) = self.distance(*metres, Some((one, other)), USUAL_SHOT);
                let sight = Sight {
                    distance_squared,
                    rings,
                    hidden: 0,
                    took_cover: self.muster.units[other].in_cover,
                    across_obstacle: false,
                    aware: true,
                };
                let line_of_sight = *line_of_sight;
                let (unit, hidden) = (self.muster.units[one].id, self.muster.units[other].id);
                Some(Play::Notice { unit, hidden, sight, line_of_sight })
            }
            RawPlay::Test { .. } | RawPlay::Roll { .. } | RawPlay::Injury { .. } => {
                check(entry, raw, self.rules.book()).map(Play::Check)
            }
        }
    }

    fn who(&self, entry: &mut Entry<'_>, name: &str) -> Option<u32> {
        self.muster.unit(entry, &["action", "unit"], name).map(|unit| unit.id)
    }

    fn deed(&self, entry: &mut Entry<'_>, raw: &RawPlay) -> Option<Play> {
        let RawPlay::Deed { unit, key, target, rings, weapon, seen, cover_cm, .. } = raw else {
            return None;
        };
        let one = self.muster.place(entry, &["action", "unit"], unit)?;
        let actor = &self.muster.units[one];
        let other = match target {
            Some(name) => Some(self.muster.place(entry, &["action", "target"], name)?),
            None => None,
        };
        let far = |other: usize| rings.unwrap_or_else(|| self.distance(None, Some((one, other)), 1).1);
        let target = other.map(|other| (&self.muster.units[other], far(other)));
        let slot = match weapon {
            Some(id) => match self.muster.held[one].iter().position(|held| held == id) {
                Some(slot) => Some(slot),
                None => {
                    let held = self.muster.held[one].iter().map(String::as_str);
                    entry.unknown(&["action", "weapon"], "weapon in hand", id, held);
                    return None;
                }
            },
            None => None,
        };
        let (seen, cover_cm) = (*seen, *cover_cm);
        let deed = Deed { unit: actor, key, target, slot, seen, cover_cm, boosts: &[], energy: false };
        if let Err(why) = play::may_do(&deed, self.rules) {
            let offers = play::offers(actor, self.rules);
            if offers.iter().any(|offer| offer.key == *key) {
                entry.error(&["action"], why.to_string());
            } else {
                entry.unknown(&["action", "key"], "deed", key, offers.iter().map(|offer| offer.key));
            }
            return None;
        }
        let target = target.map(|(other, rings)| (other.id, rings));
        Some(Play::Deed { unit: actor.id, key: key.clone(), target, slot, seen, cover_cm })
    }

    /// Square of the distance in metres, and rings of squares.
    pub fn distance(&self, metres: Option<u32>, between: Option<(usize, usize)>, usual: u32) -> (u32, u32) {
        let cells = between.and_then(|(one, other)| self.muster.cells[one].zip(self.muster.cells[other]));
        match (metres, cells) {
            (None, Some((one, other))) => (one.distance_squared(other), one.rings(other)),
            (metres, _) => {
                let metres = metres.unwrap_or(usual).min(FARTHEST_METRES);
                (metres * metres, metres)
            }
        }
    }
}

/// A roll by itself, of the dice that the book has.
fn check(entry: &mut Entry<'_>, raw: &RawPlay, book: Book) -> Option<Check> {
    match (raw, book) {
        (
            RawPlay::Test { dice: Some(dice), difficulty, against, target: None },
            Book::Aberrant | Book::AttacksAndDamage,
        ) => {
            entry.range(&["action", "dice"], *dice, 0..=MOST_DICE);
            entry.range(&["action", "against"], against.unwrap_or(0), 0..=MOST_DICE);
            Some(Check::Pool { dice: *dice, difficulty: *difficulty, against: *against })
        }
        (
            RawPlay::Test { dice: None, difficulty: 0, against: None, target: Some(target) },
            Book::Circumstances,
        ) => {
            entry.range(&["action", "target"], *target, -1000..=1000);
            Some(Check::Under(*target))
        }
        (RawPlay::Roll { pool }, Book::CombatChecks) => {
            let pool = SymbolPool::from(*pool);
            entry.range(&["action", "pool"], pool.len(), 1..=MOST_DICE);
            Some(Check::Symbols(pool))
        }
        (RawPlay::Injury { ongoing, paid }, Book::CombatChecks) => {
            entry.range(&["action", "ongoing"], *ongoing, 0..=99);
            entry.range(&["action", "paid"], *paid, 1..=99);
            Some(Check::Injury { ongoing: *ongoing, paid: *paid })
        }
        _ => {
            let expected = match book {
                Book::SwanSong => "an action with units",
                Book::Aberrant | Book::AttacksAndDamage => "`test(dice: ..)`",
                Book::Circumstances => "`test(target: ..)`",
                Book::CombatChecks => "`roll(pool: ..)` or `injury(..)`",
            };
            let problem = entry.problem(&["action"], format!("{} has no such roll", book.name()));
            entry.problems.push(problem.expecting(expected));
            None
        }
    }
}
