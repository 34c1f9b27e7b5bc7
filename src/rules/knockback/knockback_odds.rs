//! Exact odds of knockback: which units an attack throws and how hard, and the result of each flight.
//!
//! The attack and the flight are resolved by the rules of play on the enumerated table. The distance determines how
//! far a body gets, what it breaks and which unit it strikes; only damage and footing depend on dice.

use super::{FlightSegment, FlightStop, KnockbackForce, resolve_flight};
use crate::{AttackRequest, DownState, HealthState, RuleSet, RuleStep, UnitSnapshot, play};
use dice::{AnswerPolicy, Distribution, EnumeratedTable, enumerate_within};
use model::{BarrierSource, Cell, UnitId};

/// A unit thrown by a blow, in its state after the blow.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ThrownUnit {
    /// Id of the unit.
    pub unit: UnitId,
    /// Force of the blow.
    pub force: KnockbackForce,
    /// Square of its origin; `None` if it is the attacker's.
    pub from: Option<Cell>,
    /// The unit's health after the blow.
    pub condition: HealthState,
    /// Whether it is prone already.
    pub prone: bool,
}

impl ThrownUnit {
    /// The unit in its state at the start of the flight.
    pub fn apply_to(&self, unit: &UnitSnapshot, rules: &RuleSet) -> UnitSnapshot {
        let down = play::down_state(&unit.sheet, &self.condition, rules).max(unit.down);
        let prone = self.prone || down.is_some();
        UnitSnapshot { condition: self.condition.clone(), prone, down, ..unit.clone() }
    }
}

/// All units that these effects throw, in their state afterwards; `known` gives unit by id.
fn thrown_units<'a>(
    effects: &[RuleStep],
    known: impl Fn(UnitId) -> Option<&'a UnitSnapshot>,
) -> Vec<ThrownUnit> {
    let blows = effects.iter().filter_map(|effect| match effect {
        RuleStep::Knockback { unit, force, from } => Some((*unit, *force, *from)),
        _ => None,
    });
    let mut all: Vec<ThrownUnit> = Vec::new();
    for (unit, force, from) in blows {
        let Some(mut struck) = known(unit).cloned() else { continue };
        super::apply_effects(&mut struck, effects);
        all.push(ThrownUnit { unit, force, from, condition: struck.condition, prone: struck.prone });
    }
    all
}

/// Computes the odds of the units that an attack throws, with their states; `None` if there are too many branches.
/// `answers` are the keys of the defences in turn, then the defaults. An empty list means that no unit is thrown.
pub fn throw_odds(
    request: &AttackRequest,
    answers: &[String],
    runs: u64,
) -> Option<Distribution<Vec<ThrownUnit>>> {
    let bystanders = request.bystanders.iter().map(|near| &near.unit);
    let all: Vec<_> = request.defender().into_iter().chain([&*request.attacker]).chain(bystanders).collect();
    let known = |id| all.iter().find(|unit| unit.id == id).copied();
    // A hit without knockback and a miss are the same outcome.
    let rule = |table: &mut EnumeratedTable| Ok(thrown_units(&play::attack(table, request)?.effects, known));
    enumerate_within(AnswerPolicy::keys(answers.to_vec()), runs, rule).ok()
}

/// Result of a flight.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FlightOutcome {
    /// Number of squares of its path covered.
    pub squares: usize,
    /// Whether it is prone in the end.
    pub prone: bool,
    /// How it went out of action, if it newly did.
    pub down: Option<DownState>,
    /// Damage of collisions and a fall together, in the book's unit.
    pub damage: u32,
    /// Ids of the barrier segments that it breaks.
    pub broken: Vec<BarrierSource>,
    /// What ends it early; `None` if it covers its distance.
    pub stop: Option<FlightStop>,
    /// Depth of the final fall in centimetres.
    pub fell_cm: u32,
    /// The unit that it strikes, and the result for it.
    pub struck: Option<CollisionTarget>,
}

/// A unit that is struck by a flying body.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CollisionTarget {
    /// Id of the unit.
    pub unit: UnitId,
    /// Damage of the collision.
    pub damage: u32,
    /// How it went out of action, if it newly did.
    pub down: Option<DownState>,
    /// Its own knockback; `None` if it is not thrown.
    pub onward: Option<ThrownUnit>,
}

/// All results of a flight along a path, with odds; `None` if there are too many branches. `unit` is in its state at
/// the start of the flight.
pub fn landing_odds(
    unit: &UnitSnapshot,
    (force, from): (KnockbackForce, Cell),
    way: &[FlightSegment],
    rules: &RuleSet,
    runs: u64,
) -> Option<Distribution<FlightOutcome>> {
    let all = enumerate_within(AnswerPolicy::first(), runs, |table| {
        let flown = resolve_flight(table, unit, (force, from), way, rules)?;
        let occupant = way.get(flown.squares).and_then(|segment| segment.person.as_ref());
        let harm = |id| {
            let damage = |effect: &RuleStep| match effect {
                RuleStep::ChangeHealth { unit, damage, .. } if *unit == id => *damage,
                _ => 0,
            };
            flown.effects.iter().map(damage).sum()
        };
        let final_state = |unit: &UnitSnapshot| {
            let mut after = unit.clone();
            super::apply_effects(&mut after, &flown.effects);
            let down = play::down_state(&after.sheet, &after.condition, rules);
            (after.prone || down.is_some(), down.filter(|down| Some(*down) > unit.down))
        };
        let barrier = |effect: &RuleStep| match effect {
            RuleStep::DamageBarrier(harm) => Some(harm.id),
            _ => None,
        };
        let (prone, down) = final_state(unit);
        let is_struck = |person: &&UnitSnapshot| flown.stop == Some(FlightStop::Unit(person.id));
        Ok(FlightOutcome {
            squares: flown.squares,
            prone,
            down,
            damage: harm(unit.id),
            stop: flown.stop,
            fell_cm: flown.fell_cm,
            broken: flown.effects.iter().filter_map(barrier).collect(),
            struck: occupant.filter(is_struck).map(|person| CollisionTarget {
                unit: person.id,
                damage: harm(person.id),
                down: final_state(person).1,
                onward: thrown_units(&flown.effects, |id| (id == person.id).then_some(person)).pop(),
            }),
        })
    });
    all.ok()
}
