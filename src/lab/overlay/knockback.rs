//! Forecasts knockback: paths, chances, collisions and broken barriers. Chapter KNOCK of Aberrant, in every rulebook.
//!
//! Attack and flights run on enumerated dice. What a body hits depends on the metres alone, so each number of metres is
//! one path; how it lands is a distribution, of which a path keeps the averages.

use std::collections::BTreeMap;

use battle::{BattleSnapshot, KnockbackFlight};
use dice::Distribution;
use model::{BarrierSource, Cell, ObstaclePosition, UnitId};
use rules::knockback::{self, FlightOutcome, FlightStop, ThrownUnit};
use rules::{AttackRequest, play};

/// Maximum number of enumerated runs of an attack.
const MAX_ATTACK_RUNS: u64 = 600_000;
/// Maximum number of enumerated runs of a flight.
const MAX_FLIGHT_RUNS: u64 = 60_000;
/// Maximum number of chained collisions, see `AB-KNOCK-18`.
const MAX_CHAINED_COLLISIONS: usize = 6;

/// What ends a flight early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KnockbackStop {
    /// A barrier that holds.
    Barrier(ObstaclePosition),
    /// Solid or rising ground.
    Ground(Cell),
    /// A unit, by id, and its square.
    Unit(UnitId, Cell),
}

/// A collision with a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collision {
    /// Id of the unit.
    pub unit: UnitId,
    /// Average damage, in the terms of the rulebook.
    pub damage: f64,
    /// Chance that it is out of action as a result.
    pub out: f64,
}

/// A possible path of a thrown body.
#[derive(Clone, Debug, PartialEq)]
pub struct KnockbackTrajectory {
    /// Id of the unit.
    pub unit: UnitId,
    /// Distance of the knockback in metres; obstacles may stop it before.
    pub metres: u32,
    /// Probability of this path, from 0 to 1.
    pub probability: f64,
    /// Where it begins.
    pub from: Cell,
    /// The squares it passes, the last one is the end; empty if it is stopped at once.
    pub squares: Vec<Cell>,
    /// The barriers that it breaks, in order.
    pub broken: Vec<ObstaclePosition>,
    /// What stops it early.
    pub halt: Option<KnockbackStop>,
    /// Depth of the final fall, in centimetres.
    pub fell_cm: u32,
    /// Average damage of collisions and the fall, in the terms of the rulebook.
    pub damage: f64,
    /// Chance to land prone on this path.
    pub prone: f64,
    /// Chance to be out of action on this path.
    pub out: f64,
    /// The unit it collides with.
    pub collision: Option<Collision>,
    /// Paths of units hit on the way; their probabilities are parts of this one's.
    pub onward: Vec<KnockbackTrajectory>,
}

impl KnockbackTrajectory {
    /// Returns the square where the path ends.
    pub fn end(&self) -> Cell {
        self.squares.last().copied().unwrap_or(self.from)
    }

    /// Returns how far the body flies in metres, as the log counts it; 0 if it is stopped at once.
    pub fn flown_metres(&self) -> u32 {
        field::flown_metres(self.from, self.end())
    }
}

/// All knockback of an attack.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnockbackForecast {
    /// Every path, by unit, the shortest first.
    pub trajectories: Vec<KnockbackTrajectory>,
}

impl KnockbackForecast {
    /// Returns the chance that a unit is thrown by the attack itself.
    pub fn knockback_chance(&self, unit: UnitId) -> f64 {
        self.trajectories.iter().filter(|flight| flight.unit == unit).map(|flight| flight.probability).sum()
    }

    /// Returns the ids of the units that may be thrown by the attack itself.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        let last = |at: usize| at.checked_sub(1).map(|last| self.trajectories[last].unit);
        let first = move |(at, flight): (usize, &KnockbackTrajectory)| {
            (last(at) != Some(flight.unit)).then_some(flight.unit)
        };
        self.trajectories.iter().enumerate().filter_map(first)
    }
}

/// A path whose outcomes are being summed up.
struct KnockbackTrajectoryBuilder {
    flight: KnockbackTrajectory,
    /// Knockback of units hit on the way, with probabilities.
    onward: BTreeMap<ThrownUnit, f64>,
}

/// Forecasts the knockback of an attack, with these answers of the defenders and default answers after them; `None` if
/// its dice have too many outcomes. `AB-KNOCK-01` to `AB-KNOCK-26`, `CS-BASE-35`.
pub fn forecast_knockback(
    snapshot: &BattleSnapshot,
    request: &AttackRequest,
    answers: &[String],
) -> Option<KnockbackForecast> {
    let AttackRequest { attacker, weapon, rules, bystanders, .. } = request;
    if !knockback::in_play(rules) {
        return Some(KnockbackForecast::default());
    }
    let mut blows = WeightedBlows::default();
    let defender = request.defender().map(|unit| unit.id);
    if defender.is_some() && play::blast_profile(attacker, weapon, rules).is_none() {
        blows.add(&knockback::throw_odds(request, answers, MAX_ATTACK_RUNS)?, |_| true);
    } else {
        // An explosion affects each unit independently: for one of them, the others change nothing.
        let alone = AttackRequest { bystanders: Vec::new(), ..request.clone() };
        let own = |unit| Some(unit) == defender || unit == attacker.id;
        blows.add(&knockback::throw_odds(&alone, answers, MAX_ATTACK_RUNS)?, own);
        for near in bystanders {
            let beside = AttackRequest { bystanders: vec![near.clone()], ..alone.clone() };
            blows
                .add(&knockback::throw_odds(&beside, answers, MAX_ATTACK_RUNS)?, |unit| unit == near.unit.id);
        }
    }
    blows.forecast(snapshot, attacker.id)
}

/// Thrown units with probabilities.
#[derive(Default)]
struct WeightedBlows(BTreeMap<ThrownUnit, f64>);

impl WeightedBlows {
    /// Adds the thrown units that match.
    fn add(&mut self, all: &Distribution<Vec<ThrownUnit>>, of: impl Fn(UnitId) -> bool) {
        for (thrown, share) in all.iter() {
            for one in thrown.iter().filter(|one| of(one.unit)) {
                *self.0.entry(one.clone()).or_insert(0.0) += share;
            }
        }
    }

    fn forecast(&self, snapshot: &BattleSnapshot, striker: UnitId) -> Option<KnockbackForecast> {
        let striker = snapshot.unit(striker).map(|unit| unit.cell);
        Some(KnockbackForecast {
            trajectories: knockback_trajectories(snapshot, &self.0, striker, MAX_CHAINED_COLLISIONS)?,
        })
    }
}

/// Returns the paths of thrown units, with those of units hit on the way.
fn knockback_trajectories(
    snapshot: &BattleSnapshot,
    blows: &BTreeMap<ThrownUnit, f64>,
    striker: Option<Cell>,
    links: usize,
) -> Option<Vec<KnockbackTrajectory>> {
    let mut paths: BTreeMap<_, KnockbackTrajectoryBuilder> = BTreeMap::new();
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
            let key = (thrown.unit, thrown.from.map(|from| (from.x, from.y)), metres);
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
    fn new(unit: UnitId, metres: u32, lane: &KnockbackFlight, landing: &FlightOutcome) -> Self {
        let legs = &lane.legs[..landing.squares.min(lane.legs.len())];
        let next = lane.legs.get(landing.squares);
        // A barrier on a flight is known by position only.
        let places = lane.legs.iter().zip(&lane.segments).flat_map(|(leg, stretch)| {
            leg.through.iter().copied().zip(stretch.barriers.iter().map(|barrier| barrier.id))
        });
        let places: BTreeMap<BarrierSource, ObstaclePosition> =
            places.map(|(place, id)| (id, place)).collect();
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

    /// Adds an outcome; averages are kept as sums until the path is finished.
    fn add(&mut self, landing: &FlightOutcome, share: f64) {
        let flight = &mut self.flight;
        let chance = |happens: bool| if happens { share } else { 0.0 };
        flight.probability += share;
        flight.damage += share * f64::from(landing.damage);
        flight.prone += chance(landing.prone);
        flight.out += chance(landing.down.is_some());
        let Some(struck) = &landing.struck else { return };
        let collision =
            flight.collision.get_or_insert(Collision { unit: struck.unit, damage: 0.0, out: 0.0 });
        collision.damage += share * f64::from(struck.damage);
        collision.out += chance(struck.down.is_some());
        if let Some(onward) = &struck.onward {
            *self.onward.entry(onward.clone()).or_insert(0.0) += share;
        }
    }

    /// Turns sums into averages, and adds the paths of units hit on the way.
    fn finish(self, snapshot: &BattleSnapshot, links: usize) -> Option<KnockbackTrajectory> {
        let Self { mut flight, onward } = self;
        let share = flight.probability.max(f64::MIN_POSITIVE);
        for sum in [&mut flight.damage, &mut flight.prone, &mut flight.out] {
            *sum /= share;
        }
        if let Some(collision) = &mut flight.collision {
            collision.damage /= share;
            collision.out /= share;
        }
        if let Some(left) = links.checked_sub(1).filter(|_| !onward.is_empty()) {
            flight.onward = knockback_trajectories(snapshot, &onward, None, left)?;
        }
        Some(flight)
    }
}
