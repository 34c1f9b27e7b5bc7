//! Where a blow would throw whom, how likely, and what that breaks. Chapter KNOCK of Aberrant, in every book.
//!
//! The attack is the fight's own, run at the enumerated table; so is every flight. What a body meets on its way depends on the metres
//! alone, so that each number of metres is one path; how it lands is a distribution, of which a path keeps means.

use std::collections::BTreeMap;

use battle::{BattleSnapshot, KnockbackFlight};
use dice::Distribution;
use field::{Cell, ObstaclePosition};
use rules::knockback::{self, FlightOutcome, FlightStop, ThrownUnit};
use rules::{AttackRequest, CellAttackRequest, Square, play};

/// Runs of an attack after which its flights are not told.
const MAX_ATTACK_RUNS: u64 = 600_000;
/// The same for each flight.
const MAX_FLIGHT_RUNS: u64 = 60_000;
/// Bodies that strike each other one after the other: more never fly, see `AB-KNOCK-18`.
const MAX_CHAINED_COLLISIONS: usize = 6;

/// What ends a flight early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KnockbackStop {
    /// A barrier that holds.
    Barrier(ObstaclePosition),
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
pub struct KnockbackTrajectory {
    /// Number of the unit.
    pub unit: u32,
    /// How far the blow throws it, in metres; walls and people may stop it before.
    pub metres: u32,
    /// How likely it flies like this, from 0 to 1.
    pub probability: f64,
    /// Where it begins.
    pub from: Cell,
    /// The squares it comes along, the last one is where it ends; none if it is stopped at once.
    pub squares: Vec<Cell>,
    /// The barriers that it breaks through, in order.
    pub broken: Vec<ObstaclePosition>,
    /// What stops it early.
    pub halt: Option<KnockbackStop>,
    /// How deep it falls in the end, in centimetres.
    pub fell_cm: u32,
    /// Mean damage of crashes and the fall, in the book's measure.
    pub damage: f64,
    /// How likely it lies in the end, if it flies like this.
    pub prone: f64,
    /// How likely the flight puts it out of the fight, if it flies like this.
    pub out: f64,
    /// Whom it strikes.
    pub collision: Option<Collision>,
    /// Flights of whoever it strikes; their shares are parts of its own.
    pub onward: Vec<KnockbackTrajectory>,
}

impl KnockbackTrajectory {
    /// Where it ends.
    pub fn end(&self) -> Cell {
        self.squares.last().copied().unwrap_or(self.from)
    }
}

/// Everything that a blow may throw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnockbackForecast {
    /// Every path, by unit, the shortest first.
    pub trajectories: Vec<KnockbackTrajectory>,
}

impl KnockbackForecast {
    /// How likely a unit is thrown by the blow itself.
    pub fn knockback_chance(&self, unit: u32) -> f64 {
        self.trajectories.iter().filter(|flight| flight.unit == unit).map(|flight| flight.probability).sum()
    }

    /// The units that may be thrown by the blow itself, by number.
    pub fn units(&self) -> impl Iterator<Item = u32> + '_ {
        let last = |at: usize| at.checked_sub(1).map(|last| self.trajectories[last].unit);
        let first = move |(at, flight): (usize, &KnockbackTrajectory)| {
            (last(at) != Some(flight.unit)).then_some(flight.unit)
        };
        self.trajectories.iter().enumerate().filter_map(first)
    }
}

/// A path while its ways are added up.
struct KnockbackTrajectoryBuilder {
    flight: KnockbackTrajectory,
    /// Blows that throw the one who is struck, with how likely they are.
    onward: BTreeMap<ThrownUnit, f64>,
}

/// Every flight that an attack on a unit may cause, with these answers of the defenders and the hurried one after; nothing
/// where its dice branch too often to tell. `AB-KNOCK-01` to `AB-KNOCK-26`.
pub fn forecast_knockback(
    snapshot: &BattleSnapshot,
    engagement: &AttackRequest,
    answers: &[String],
) -> Option<KnockbackForecast> {
    let AttackRequest { attacker, weapon, rules, bystanders: company, .. } = engagement;
    if !knockback::in_play(rules) {
        return Some(KnockbackForecast::default());
    }
    let mut blows = WeightedBlows::default();
    if play::blast(attacker, weapon, rules).is_none() {
        blows.add(&knockback::throw_odds(engagement, answers, MAX_ATTACK_RUNS)?, |_| true);
    } else {
        // An explosion meets each of those inside by itself: who else is there changes nothing for one of them.
        let alone = AttackRequest { bystanders: Vec::new(), ..engagement.clone() };
        let own = [engagement.defender.id, attacker.id];
        blows.add(&knockback::throw_odds(&alone, answers, MAX_ATTACK_RUNS)?, |unit| own.contains(&unit));
        for near in company {
            let beside = AttackRequest { bystanders: vec![near.clone()], ..alone.clone() };
            blows
                .add(&knockback::throw_odds(&beside, answers, MAX_ATTACK_RUNS)?, |unit| unit == near.unit.id);
        }
    }
    blows.forecast(snapshot, attacker.id)
}

/// The same for what goes off where nobody has to stand. `CS-BASE-35`.
pub fn forecast_blast_knockback(
    snapshot: &BattleSnapshot,
    engagement: &CellAttackRequest,
) -> Option<KnockbackForecast> {
    let CellAttackRequest { attacker, rules, bystanders: company, .. } = engagement;
    if !knockback::in_play(rules) {
        return Some(KnockbackForecast::default());
    }
    let mut blows = WeightedBlows::default();
    let alone = CellAttackRequest { bystanders: Vec::new(), ..engagement.clone() };
    blows.add(&knockback::throw_odds_at_cell(&alone, MAX_ATTACK_RUNS)?, |unit| unit == attacker.id);
    for near in company {
        let beside = CellAttackRequest { bystanders: vec![near.clone()], ..alone.clone() };
        blows.add(&knockback::throw_odds_at_cell(&beside, MAX_ATTACK_RUNS)?, |unit| unit == near.unit.id);
    }
    blows.forecast(snapshot, attacker.id)
}

/// Blows that throw somebody, with how likely they are.
#[derive(Default)]
struct WeightedBlows(BTreeMap<ThrownUnit, f64>);

impl WeightedBlows {
    /// Adds those of some units.
    fn add(&mut self, all: &Distribution<Vec<ThrownUnit>>, of: impl Fn(u32) -> bool) {
        for (thrown, share) in all.iter() {
            for one in thrown.iter().filter(|one| of(one.unit)) {
                *self.0.entry(one.clone()).or_insert(0.0) += share;
            }
        }
    }

    fn forecast(&self, snapshot: &BattleSnapshot, striker: u32) -> Option<KnockbackForecast> {
        let striker = snapshot.unit(striker).map(|unit| unit.cell);
        Some(KnockbackForecast {
            trajectories: knockback_trajectories(snapshot, &self.0, striker, MAX_CHAINED_COLLISIONS)?,
        })
    }
}

/// The flights that blows cause, those of the struck within them.
fn knockback_trajectories(
    snapshot: &BattleSnapshot,
    blows: &BTreeMap<ThrownUnit, f64>,
    striker: Option<Cell>,
    links: usize,
) -> Option<Vec<KnockbackTrajectory>> {
    let mut paths: BTreeMap<(u32, Option<Square>, u32), KnockbackTrajectoryBuilder> = BTreeMap::new();
    let rules = snapshot.rules();
    for (thrown, &share) in blows {
        let Some(before) = snapshot.unit(thrown.unit) else { continue };
        let unit = thrown.apply_to(&before.unit, rules);
        let Some(lane) = snapshot.knockback_flight(&unit, (thrown.force, thrown.from), striker) else {
            continue;
        };
        let metres = knockback::knockback_metres(&unit, thrown.force, rules);
        let blow = (thrown.force, lane.start());
        let all = knockback::landing_odds(&unit, blow, &lane.segments, rules, MAX_FLIGHT_RUNS)?;
        for (landing, part) in all.iter() {
            let key = (thrown.unit, thrown.from, metres);
            let path = paths
                .entry(key)
                .or_insert_with(|| KnockbackTrajectoryBuilder::new(thrown.unit, metres, &lane, landing));
            path.add(landing, share * part);
        }
    }
    let closed = paths.into_values().map(|path| path.finish(snapshot, links));
    closed.collect()
}

impl KnockbackTrajectoryBuilder {
    fn new(unit: u32, metres: u32, lane: &KnockbackFlight, landing: &FlightOutcome) -> Self {
        let legs = &lane.legs[..landing.squares.min(lane.legs.len())];
        let next = lane.legs.get(landing.squares);
        // A barrier is where the way meets it, for what rules know of it has no place.
        let places = lane.legs.iter().zip(&lane.segments).flat_map(|(leg, stretch)| {
            leg.through.iter().copied().zip(stretch.barriers.iter().map(|barrier| barrier.id))
        });
        let places: BTreeMap<u32, ObstaclePosition> = places.map(|(place, id)| (id, place)).collect();
        let halt = landing.stop.and_then(|stop| match (stop, next) {
            (FlightStop::Barrier(id), _) => places.get(&id).copied().map(KnockbackStop::Barrier),
            (FlightStop::Ground, Some(leg)) => Some(KnockbackStop::Ground(leg.to)),
            (FlightStop::Unit(id), Some(leg)) => Some(KnockbackStop::Unit(id, leg.to)),
            (_, None) => None,
        });
        let flight = KnockbackTrajectory {
            unit,
            metres,
            probability: 0.0,
            from: lane.from,
            squares: legs.iter().map(|leg| leg.to).collect(),
            broken: landing.broken.iter().filter_map(|id| places.get(id).copied()).collect(),
            halt,
            fell_cm: landing.fell_cm,
            damage: 0.0,
            prone: 0.0,
            out: 0.0,
            collision: None,
            onward: Vec::new(),
        };
        Self { flight, onward: BTreeMap::new() }
    }

    /// Adds a way to land; means are sums until it is closed.
    fn add(&mut self, landing: &FlightOutcome, share: f64) {
        let flight = &mut self.flight;
        let chance = |happens: bool| if happens { share } else { 0.0 };
        flight.probability += share;
        flight.damage += share * f64::from(landing.damage);
        flight.prone += chance(landing.prone);
        flight.out += chance(landing.down.is_some());
        let Some(struck) = &landing.struck else { return };
        let met = flight.collision.get_or_insert(Collision { unit: struck.unit, damage: 0.0, out: 0.0 });
        met.damage += share * f64::from(struck.damage);
        met.out += chance(struck.down.is_some());
        if let Some(onward) = &struck.onward {
            *self.onward.entry(onward.clone()).or_insert(0.0) += share;
        }
    }

    /// Sums become means, and whoever is struck flies on.
    fn finish(self, snapshot: &BattleSnapshot, links: usize) -> Option<KnockbackTrajectory> {
        let Self { mut flight, onward } = self;
        let share = flight.probability.max(f64::MIN_POSITIVE);
        for sum in [&mut flight.damage, &mut flight.prone, &mut flight.out] {
            *sum /= share;
        }
        if let Some(met) = &mut flight.collision {
            met.damage /= share;
            met.out /= share;
        }
        if let Some(left) = links.checked_sub(1).filter(|_| !onward.is_empty()) {
            flight.onward = knockback_trajectories(snapshot, &onward, None, left)?;
        }
        Some(flight)
    }
}
