//! Where a blow would throw whom, how likely, and what that breaks. Chapter KNOCK of Aberrant, in every book.
//!
//! The attack is the fight's own, run at the enumerated table; so is every flight. What a body meets on its way depends on the metres
//! alone, so that each number of metres is one path; how it lands is a distribution, of which a path keeps means.

use std::collections::BTreeMap;

use battle::{Lane, Snapshot};
use dice::Distribution;
use field::{Cell, Place};
use rules::knockback::{self, Landing, Stop, Thrown};
use rules::{Engagement, Square, SquareEngagement, play};

/// Runs of an attack after which its flights are not told.
const ATTACK_RUNS: u64 = 600_000;
/// The same for each flight.
const FLIGHT_RUNS: u64 = 60_000;
/// Bodies that strike each other one after the other: more never fly, see `AB-KNOCK-18`.
const LINKS: usize = 6;

/// What ends a flight early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Halt {
    /// A barrier that holds.
    Barrier(Place),
    /// Solid or rising ground.
    Ground(Cell),
    /// A unit, by its number, where it stands.
    Unit(u32, Cell),
}

/// Somebody into whom a body crashes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collision {
    /// Number of the unit.
    pub unit: u32,
    /// Mean damage, in the book's measure.
    pub damage: f64,
    /// How likely it is out of the fight by that.
    pub out: f64,
}

/// A path that a body may fly.
#[derive(Clone, Debug, PartialEq)]
pub struct Flight {
    /// Number of the unit.
    pub unit: u32,
    /// How far the blow throws it, in metres; walls and people may stop it before.
    pub metres: u32,
    /// How likely it flies like this, from 0 to 1.
    pub share: f64,
    /// Where it begins.
    pub from: Cell,
    /// The squares it comes along, the last one is where it ends; none if it is stopped at once.
    pub squares: Vec<Cell>,
    /// The barriers that it breaks through, in order.
    pub broken: Vec<Place>,
    /// What stops it early.
    pub halt: Option<Halt>,
    /// How deep it falls in the end, in centimetres.
    pub fell_cm: u32,
    /// Mean damage of crashes and the fall, in the book's measure.
    pub damage: f64,
    /// How likely it lies in the end, if it flies like this.
    pub lies: f64,
    /// How likely the flight puts it out of the fight, if it flies like this.
    pub out: f64,
    /// Whom it strikes.
    pub strikes: Option<Collision>,
    /// Flights of whoever it strikes; their shares are parts of its own.
    pub onward: Vec<Flight>,
}

impl Flight {
    /// Where it ends.
    pub fn end(&self) -> Cell {
        self.squares.last().copied().unwrap_or(self.from)
    }
}

/// Everything that a blow may throw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnockField {
    /// Every path, by unit, the shortest first.
    pub flights: Vec<Flight>,
}

impl KnockField {
    /// How likely a unit is thrown by the blow itself.
    pub fn thrown(&self, unit: u32) -> f64 {
        self.flights.iter().filter(|flight| flight.unit == unit).map(|flight| flight.share).sum()
    }

    /// The units that may be thrown by the blow itself, by number.
    pub fn units(&self) -> impl Iterator<Item = u32> + '_ {
        let last = |at: usize| at.checked_sub(1).map(|last| self.flights[last].unit);
        let first =
            move |(at, flight): (usize, &Flight)| (last(at) != Some(flight.unit)).then_some(flight.unit);
        self.flights.iter().enumerate().filter_map(first)
    }
}

/// A path while its ways are added up.
struct Path {
    flight: Flight,
    /// Blows that throw the one who is struck, with how likely they are.
    onward: BTreeMap<Thrown, f64>,
}

/// Every flight that an attack on a unit may cause, with these answers of the defenders and the hurried one after; nothing
/// where its dice branch too often to tell. `AB-KNOCK-01` to `AB-KNOCK-26`.
pub fn knockback(snapshot: &Snapshot, engagement: &Engagement, answers: &[String]) -> Option<KnockField> {
    let Engagement { attacker, weapon, rules, company, .. } = engagement;
    if !knockback::in_play(rules) {
        return Some(KnockField::default());
    }
    let mut blows = Blows::default();
    if play::blast(attacker, weapon, rules).is_none() {
        blows.add(&knockback::throws(engagement, answers, ATTACK_RUNS)?, |_| true);
    } else {
        // An explosion meets each of those inside by itself: who else is there changes nothing for one of them.
        let alone = Engagement { company: Vec::new(), ..engagement.clone() };
        let own = [engagement.defender.id, attacker.id];
        blows.add(&knockback::throws(&alone, answers, ATTACK_RUNS)?, |unit| own.contains(&unit));
        for near in company {
            let beside = Engagement { company: vec![near.clone()], ..alone.clone() };
            blows.add(&knockback::throws(&beside, answers, ATTACK_RUNS)?, |unit| unit == near.unit.id);
        }
    }
    blows.fly(snapshot, attacker.id)
}

/// The same for what goes off where nobody has to stand. `CS-BASE-35`.
pub fn knockback_at(snapshot: &Snapshot, engagement: &SquareEngagement) -> Option<KnockField> {
    let SquareEngagement { attacker, rules, company, .. } = engagement;
    if !knockback::in_play(rules) {
        return Some(KnockField::default());
    }
    let mut blows = Blows::default();
    let alone = SquareEngagement { company: Vec::new(), ..engagement.clone() };
    blows.add(&knockback::throws_at(&alone, ATTACK_RUNS)?, |unit| unit == attacker.id);
    for near in company {
        let beside = SquareEngagement { company: vec![near.clone()], ..alone.clone() };
        blows.add(&knockback::throws_at(&beside, ATTACK_RUNS)?, |unit| unit == near.unit.id);
    }
    blows.fly(snapshot, attacker.id)
}

/// Blows that throw somebody, with how likely they are.
#[derive(Default)]
struct Blows(BTreeMap<Thrown, f64>);

impl Blows {
    /// Adds those of some units.
    fn add(&mut self, all: &Distribution<Vec<Thrown>>, of: impl Fn(u32) -> bool) {
        for (thrown, share) in all.iter() {
            for one in thrown.iter().filter(|one| of(one.unit)) {
                *self.0.entry(one.clone()).or_insert(0.0) += share;
            }
        }
    }

    fn fly(&self, snapshot: &Snapshot, striker: u32) -> Option<KnockField> {
        let striker = snapshot.unit(striker).map(|unit| unit.cell);
        Some(KnockField { flights: flights(snapshot, &self.0, striker, LINKS)? })
    }
}

/// The flights that blows cause, those of the struck within them.
fn flights(
    snapshot: &Snapshot,
    blows: &BTreeMap<Thrown, f64>,
    striker: Option<Cell>,
    links: usize,
) -> Option<Vec<Flight>> {
    let mut paths: BTreeMap<(u32, Option<Square>, u32), Path> = BTreeMap::new();
    let rules = snapshot.rules();
    for (thrown, &share) in blows {
        let Some(before) = snapshot.unit(thrown.unit) else { continue };
        let unit = thrown.applied(&before.unit, rules);
        let Some(lane) = snapshot.lane(&unit, (thrown.force, thrown.from), striker) else { continue };
        let metres = knockback::pushed_m(&unit, thrown.force, rules);
        let blow = (thrown.force, lane.start());
        let all = knockback::landings(&unit, blow, &lane.way, rules, FLIGHT_RUNS)?;
        for (landing, part) in all.iter() {
            let key = (thrown.unit, thrown.from, metres);
            let path = paths.entry(key).or_insert_with(|| Path::new(thrown.unit, metres, &lane, landing));
            path.add(landing, share * part);
        }
    }
    let closed = paths.into_values().map(|path| path.close(snapshot, links));
    closed.collect()
}

impl Path {
    fn new(unit: u32, metres: u32, lane: &Lane, landing: &Landing) -> Self {
        let legs = &lane.legs[..landing.squares.min(lane.legs.len())];
        let next = lane.legs.get(landing.squares);
        // A barrier is where the way meets it, for what rules know of it has no place.
        let places = lane.legs.iter().zip(&lane.way).flat_map(|(leg, stretch)| {
            leg.through.iter().copied().zip(stretch.barriers.iter().map(|barrier| barrier.id))
        });
        let places: BTreeMap<u32, Place> = places.map(|(place, id)| (id, place)).collect();
        let halt = landing.stop.and_then(|stop| match (stop, next) {
            (Stop::Barrier(id), _) => places.get(&id).copied().map(Halt::Barrier),
            (Stop::Ground, Some(leg)) => Some(Halt::Ground(leg.to)),
            (Stop::Unit(id), Some(leg)) => Some(Halt::Unit(id, leg.to)),
            (_, None) => None,
        });
        let flight = Flight {
            unit,
            metres,
            share: 0.0,
            from: lane.from,
            squares: legs.iter().map(|leg| leg.to).collect(),
            broken: landing.broken.iter().filter_map(|id| places.get(id).copied()).collect(),
            halt,
            fell_cm: landing.fell_cm,
            damage: 0.0,
            lies: 0.0,
            out: 0.0,
            strikes: None,
            onward: Vec::new(),
        };
        Self { flight, onward: BTreeMap::new() }
    }

    /// Adds a way to land; means are sums until it is closed.
    fn add(&mut self, landing: &Landing, share: f64) {
        let flight = &mut self.flight;
        let chance = |happens: bool| if happens { share } else { 0.0 };
        flight.share += share;
        flight.damage += share * f64::from(landing.damage);
        flight.lies += chance(landing.prone);
        flight.out += chance(landing.down.is_some());
        let Some(struck) = &landing.struck else { return };
        let met = flight.strikes.get_or_insert(Collision { unit: struck.unit, damage: 0.0, out: 0.0 });
        met.damage += share * f64::from(struck.damage);
        met.out += chance(struck.down.is_some());
        if let Some(onward) = &struck.onward {
            *self.onward.entry(onward.clone()).or_insert(0.0) += share;
        }
    }

    /// Sums become means, and whoever is struck flies on.
    fn close(self, snapshot: &Snapshot, links: usize) -> Option<Flight> {
        let Self { mut flight, onward } = self;
        let share = flight.share.max(f64::MIN_POSITIVE);
        for sum in [&mut flight.damage, &mut flight.lies, &mut flight.out] {
            *sum /= share;
        }
        if let Some(met) = &mut flight.strikes {
            met.damage /= share;
            met.out /= share;
        }
        if let Some(left) = links.checked_sub(1).filter(|_| !onward.is_empty()) {
            flight.onward = flights(snapshot, &onward, None, left)?;
        }
        Some(flight)
    }
}
