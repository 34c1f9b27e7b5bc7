//! Exact odds of being thrown: whom an attack throws and how hard, and what comes of each flight.
//!
//! The attack and the flight are those of the fight, run at the enumerated table. How far a body gets, what it breaks and whom it
//! strikes follows from the metres alone; only harm and footing are left to dice.

use super::{FlightSegment, FlightStop, KnockbackForce, resolve_flight};
use crate::{
    ActionOutcome, AttackRequest, CellAttackRequest, DownState, Effect, HealthState, RuleSet, Square,
    UnitSnapshot, play,
};
use dice::{AnswerPolicy, Distribution, EnumeratedTable, RuleResult, enumerate_within};

/// Somebody whom a blow throws, as the blow leaves it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ThrownUnit {
    /// Number of the unit.
    pub unit: u32,
    /// How hard.
    pub force: KnockbackForce,
    /// The square it comes from, where that is not its striker's.
    pub from: Option<Square>,
    /// Its harm by then.
    pub condition: HealthState,
    /// Lies already.
    pub prone: bool,
}

impl ThrownUnit {
    /// The unit as it is when it flies.
    pub fn apply_to(&self, unit: &UnitSnapshot, rules: &RuleSet) -> UnitSnapshot {
        let down = play::down(&unit.sheet, &self.condition, rules).max(unit.down);
        let prone = self.prone || down.is_some();
        UnitSnapshot { condition: self.condition.clone(), prone, down, ..unit.clone() }
    }
}

/// Everybody whom these effects throw, as they leave them; `known` gives units by number.
fn thrown_units<'a>(effects: &[Effect], known: impl Fn(u32) -> Option<&'a UnitSnapshot>) -> Vec<ThrownUnit> {
    let blows = effects.iter().filter_map(|effect| match effect {
        Effect::Knockback { unit, force, from } => Some((*unit, *force, *from)),
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

/// Everybody whom an attack on a unit throws, and as what it leaves them; nothing where the dice branch too often. `answers`
/// are the keys of the defences taken, in turn; the hurried one where none is left. An empty list: nobody is thrown.
pub fn throw_odds(
    engagement: &AttackRequest,
    answers: &[String],
    runs: u64,
) -> Option<Distribution<Vec<ThrownUnit>>> {
    let company = engagement.bystanders.iter().map(|near| &near.unit);
    let all: Vec<_> = [&engagement.defender, &engagement.attacker].into_iter().chain(company).collect();
    enumerate_throws(&all, answers, runs, |table| play::attack(table, engagement))
}

/// The same for an attack that is aimed at a square. `CS-BASE-35`.
pub fn throw_odds_at_cell(
    engagement: &CellAttackRequest,
    runs: u64,
) -> Option<Distribution<Vec<ThrownUnit>>> {
    let company = engagement.bystanders.iter().map(|near| &near.unit);
    let all: Vec<_> = company.chain([&engagement.attacker]).collect();
    enumerate_throws(&all, &[], runs, |table| play::attack_square(table, engagement))
}

fn enumerate_throws(
    units: &[&UnitSnapshot],
    answers: &[String],
    runs: u64,
    rule: impl Fn(&mut EnumeratedTable) -> RuleResult<ActionOutcome>,
) -> Option<Distribution<Vec<ThrownUnit>>> {
    let known = |id: u32| units.iter().find(|unit| unit.id == id).copied();
    // A hit that throws nobody and one that misses are alike.
    let rule = |table: &mut EnumeratedTable| Ok(thrown_units(&rule(table)?.effects, known));
    enumerate_within(AnswerPolicy::keys(answers.to_vec()), runs, rule).ok()
}

/// What comes of a flight.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FlightOutcome {
    /// How many squares of its way it gets along.
    pub squares: usize,
    /// Lies in the end.
    pub prone: bool,
    /// Newly out of the fight.
    pub down: Option<DownState>,
    /// Damage of crashes and a fall together, in the book's measure.
    pub damage: u32,
    /// Numbers of the barrier segments that it breaks through.
    pub broken: Vec<u32>,
    /// What ends it early.
    pub stop: Option<FlightStop>,
    /// How deep it falls in the end, in centimetres.
    pub fell_cm: u32,
    /// Whom it strikes, and what that does to them.
    pub struck: Option<CollisionTarget>,
}

/// Somebody into whom a body crashes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CollisionTarget {
    /// Number of the unit.
    pub unit: u32,
    /// Damage of the crash.
    pub damage: u32,
    /// Newly out of the fight.
    pub down: Option<DownState>,
    /// It is thrown on.
    pub onward: Option<ThrownUnit>,
}

/// Everything that can come of a flight along a way; nothing where the dice branch too often. `unit` is as it is when it
/// flies.
pub fn landing_odds(
    unit: &UnitSnapshot,
    (force, from): (KnockbackForce, Square),
    way: &[FlightSegment],
    rules: &RuleSet,
    runs: u64,
) -> Option<Distribution<FlightOutcome>> {
    let all = enumerate_within(AnswerPolicy::first(), runs, |table| {
        let flown = resolve_flight(table, unit, (force, from), way, rules)?;
        let met = way.get(flown.squares).and_then(|stretch| stretch.person.as_ref());
        let harm = |id: u32| {
            let damage = |effect: &Effect| match effect {
                Effect::HealthState { unit, damage, .. } if *unit == id => *damage,
                _ => 0,
            };
            flown.effects.iter().map(damage).sum()
        };
        let came = |unit: &UnitSnapshot| {
            let mut after = unit.clone();
            super::apply_effects(&mut after, &flown.effects);
            let down = play::down(&after.sheet, &after.condition, rules);
            (after.prone || down.is_some(), down.filter(|down| Some(*down) > unit.down))
        };
        let barrier = |effect: &Effect| match effect {
            Effect::Barrier(harm) => Some(harm.id),
            _ => None,
        };
        let (prone, down) = came(unit);
        let is_struck = |person: &&UnitSnapshot| flown.stop == Some(FlightStop::Unit(person.id));
        Ok(FlightOutcome {
            squares: flown.squares,
            prone,
            down,
            damage: harm(unit.id),
            stop: flown.stop,
            fell_cm: flown.fell_cm,
            broken: flown.effects.iter().filter_map(barrier).collect(),
            struck: met.filter(is_struck).map(|person| CollisionTarget {
                unit: person.id,
                damage: harm(person.id),
                down: came(person).1,
                onward: thrown_units(&flown.effects, |id| (id == person.id).then_some(person)).pop(),
            }),
        })
    });
    all.ok()
}
