//! What happens in an encounter: its action, with everything the rule will ask.

use super::barriers::Barriers;
use super::encounter::{Check, Play};
use super::muster::Muster;
use super::raw_play::RawPlay;
use crate::check::Entry;
use crate::problem::Problem;
use dice::SymbolPool;
use rules::engine::Action;
use rules::{Book, Combatant, Deed, RuleSet, Sight, Weather, play};

/// Distance of a shot that names none, in metres.
pub(super) const USUAL_SHOT: u32 = 10;
/// Longest distance that a file may state, in metres.
const FARTHEST_METRES: u32 = 60_000;
/// Most dice of a test.
const MOST_DICE: u32 = 60;
/// Most squares of a way.
const LONGEST_WAY: usize = 200;

/// Everything of an encounter at one moment but its actions.
#[derive(Clone, Debug)]
pub(super) struct Set {
    pub rules: RuleSet,
    pub muster: Muster,
    pub barriers: Barriers,
    pub weather: Weather,
    pub zero_gravity: bool,
    /// Rounds that each unit has fired in this phase.
    pub fired: Vec<u32>,
    /// Who gave boost dice that nobody has taken yet. `CC-ADV-08`.
    pub boosts: Vec<u32>,
    /// One of several actions: what it costs has to be paid.
    pub is_course: bool,
    /// What cannot be done now, though it makes sense.
    pub refused: Vec<Problem>,
}

impl Set {
    /// What an action comes to now; the price is paid. Nothing where it makes no sense or is refused.
    pub fn play(&mut self, entry: &mut Entry<'_>, raw: &RawPlay) -> Option<Play> {
        match raw {
            RawPlay::Attack { .. } => self.attack(entry, raw),
            RawPlay::Strike { .. } => self.strike(entry, raw),
            RawPlay::Deed { .. } => self.deed(entry, raw),
            RawPlay::Initiative { .. }
            | RawPlay::InitiativeChange { .. }
            | RawPlay::TurnOrder { .. }
            | RawPlay::Harm { .. }
            | RawPlay::Bleed { .. } => self.single(entry, raw),
            RawPlay::RoundBegins => Some(Play::RoundBegins),
            RawPlay::PhaseBegins { unit, .. } => self.who(entry, unit).map(Play::PhaseBegins),
            RawPlay::PhaseEnds { unit, .. } => self.who(entry, unit).map(Play::PhaseEnds),
            RawPlay::RoundEnds { unit, .. } => self.who(entry, unit).map(Play::RoundEnds),
            RawPlay::Sprint { unit, .. } => {
                let unit = self.who(entry, unit)?;
                let runner = self.muster.units.iter().find(|runner| runner.id == unit)?;
                if play::move_budget(runner, &self.rules).sprint == 0 {
                    entry.error(&[], format!("{} has no sprints", self.rules.book().name()));
                    return None;
                }
                Some(Play::Sprint(unit))
            }
            RawPlay::Footing { unit, run, path } => {
                entry.range(&["path"], path.len(), 1..=LONGEST_WAY);
                let action = if *run { Action::Run } else { Action::Walk };
                Some(Play::Footing { unit: self.who(entry, unit)?, action, path: path.clone() })
            }
            RawPlay::Notice { unit, hidden, metres, line_of_sight } => {
                let (one, other) = (
                    self.muster.place(entry, &["unit"], unit)?,
                    self.muster.place(entry, &["hidden"], hidden)?,
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
            RawPlay::Rest { unit, days } => self.rest(entry, unit, *days),
            RawPlay::Show { unit, barrier } => self.show(entry, unit.as_deref(), barrier.as_deref()),
            RawPlay::Card(inner) => self.card(entry, inner),
            RawPlay::Test { .. } | RawPlay::Roll { .. } | RawPlay::Injury { .. } => {
                check(entry, raw, self.rules.book()).map(Play::Check)
            }
        }
    }

    pub fn who(&self, entry: &mut Entry<'_>, name: &str) -> Option<u32> {
        self.muster.unit(entry, &["unit"], name).map(|unit| unit.id)
    }

    fn deed(&mut self, entry: &mut Entry<'_>, raw: &RawPlay) -> Option<Play> {
        let RawPlay::Deed { unit, key, target, rings, weapon, seen, cover_cm, .. } = raw else {
            return None;
        };
        let one = self.muster.place(entry, &["unit"], unit)?;
        let actor = &self.muster.units[one];
        let other = match target {
            Some(name) => Some(self.muster.place(entry, &["target"], name)?),
            None => None,
        };
        let far = |other: usize| rings.unwrap_or_else(|| self.distance(None, Some((one, other)), 1).1);
        let target = other.map(|other| (&self.muster.units[other], far(other)));
        let slot = match weapon {
            Some(id) => match self.muster.held[one].iter().position(|held| held == id) {
                Some(slot) => Some(slot),
                None => {
                    let held = self.muster.held[one].iter().map(String::as_str);
                    entry.unknown(&["weapon"], "weapon in hand", id, held);
                    return None;
                }
            },
            None => None,
        };
        let (seen, cover_cm) = (*seen, *cover_cm);
        let boosts = self.waiting(actor);
        let deed = Deed { unit: actor, key, target, slot, seen, cover_cm, boosts: &boosts, energy: false };
        let (id, target) = (actor.id, target.map(|(other, rings)| (other.id, rings)));
        match play::may_do(&deed, &self.rules) {
            Ok(paid) => {
                let actor = &mut self.muster.units[one];
                actor.purse = paid.purse;
                actor.condition = paid.condition.unwrap_or_else(|| actor.condition.clone());
            }
            Err(why) => {
                let offers = play::offers(actor, &self.rules);
                if offers.iter().any(|offer| offer.key == *key) {
                    return self.refuse(entry, &[], why.to_string());
                }
                if self.is_course {
                    return self.refuse(entry, &["key"], format!("there is no `{key}` to do now"));
                }
                entry.unknown(&["key"], "deed", key, offers.iter().map(|offer| offer.key));
                return None;
            }
        }
        Some(Play::Deed { unit: id, key: key.clone(), target, slot, seen, cover_cm, boosts })
    }

    /// It makes sense, and cannot be done as things stand.
    pub fn refuse<T>(&mut self, entry: &Entry<'_>, labels: &[&str], what: impl Into<String>) -> Option<T> {
        self.refused.push(entry.problem(labels, what));
        None
    }

    /// Who has given boost dice that wait for a unit's side. `CC-ADV-08`.
    pub fn waiting(&self, unit: &Combatant) -> Vec<u32> {
        let side =
            |giver: &u32| self.muster.units.iter().find(|other| other.id == *giver).map(|other| other.side);
        self.boosts.iter().filter(|giver| side(giver) == Some(unit.side)).copied().collect()
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
            entry.range(&["dice"], *dice, 0..=MOST_DICE);
            entry.range(&["against"], against.unwrap_or(0), 0..=MOST_DICE);
            Some(Check::Pool { dice: *dice, difficulty: *difficulty, against: *against })
        }
        (
            RawPlay::Test { dice: None, difficulty: 0, against: None, target: Some(target) },
            Book::Circumstances,
        ) => {
            entry.range(&["target"], *target, -1000..=1000);
            Some(Check::Under(*target))
        }
        (RawPlay::Roll { pool }, Book::CombatChecks) => {
            let pool = SymbolPool::from(*pool);
            entry.range(&["pool"], pool.len(), 1..=MOST_DICE);
            Some(Check::Symbols(pool))
        }
        (RawPlay::Injury { ongoing, paid }, Book::CombatChecks) => {
            entry.range(&["ongoing"], *ongoing, 0..=99);
            entry.range(&["paid"], *paid, 1..=99);
            Some(Check::Injury { ongoing: *ongoing, paid: *paid })
        }
        _ => {
            let expected = match book {
                Book::SwanSong => "an action with units",
                Book::Aberrant | Book::AttacksAndDamage => "`test(dice: ..)`",
                Book::Circumstances => "`test(target: ..)`",
                Book::CombatChecks => "`roll(pool: ..)` or `injury(..)`",
            };
            let problem = entry.problem(&[], format!("{} has no such roll", book.name()));
            entry.problems.push(problem.expecting(expected));
            None
        }
    }
}
