//! Exact odds of being thrown: whom an attack throws and how hard, and what comes of each flight.
//!
//! The attack and the flight are those of the fight, run at the enumerated table. How far a body gets, what it breaks and whom it
//! strikes follows from the metres alone; only harm and footing are left to dice.

use super::{Force, Stop, Stretch, fly};
use crate::{
    Combatant, Condition, Down, Effect, Engagement, Outcome, RuleSet, Square, SquareEngagement, play,
};
use dice::{Distribution, Enumerated, Policy, Step, enumerate_within};

/// Somebody whom a blow throws, as the blow leaves it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Thrown {
    /// Number of the unit.
    pub unit: u32,
    /// How hard.
    pub force: Force,
    /// The square it comes from, where that is not its striker's.
    pub from: Option<Square>,
    /// Its harm by then.
    pub condition: Condition,
    /// Lies already.
    pub prone: bool,
}

impl Thrown {
    /// The unit as it is when it flies.
    pub fn applied(&self, unit: &Combatant, rules: &RuleSet) -> Combatant {
        let down = play::down(&unit.sheet, &self.condition, rules).max(unit.down);
        let prone = self.prone || down.is_some();
        Combatant { condition: self.condition.clone(), prone, down, ..unit.clone() }
    }
}

/// Everybody whom these effects throw, as they leave them; `known` gives units by number.
fn thrown<'a>(effects: &[Effect], known: impl Fn(u32) -> Option<&'a Combatant>) -> Vec<Thrown> {
    let blows = effects.iter().filter_map(|effect| match effect {
        Effect::Knocked { unit, force, from } => Some((*unit, *force, *from)),
        _ => None,
    });
    let mut all: Vec<Thrown> = Vec::new();
    for (unit, force, from) in blows {
        let Some(mut struck) = known(unit).cloned() else { continue };
        super::settle(&mut struck, effects);
        all.push(Thrown { unit, force, from, condition: struck.condition, prone: struck.prone });
    }
    all
}

/// Everybody whom an attack on a unit throws, and as what it leaves them; nothing where the dice branch too often. `answers`
/// are the keys of the defences taken, in turn; the hurried one where none is left. An empty list: nobody is thrown.
pub fn throws(engagement: &Engagement, answers: &[String], runs: u64) -> Option<Distribution<Vec<Thrown>>> {
    let company = engagement.company.iter().map(|near| &near.unit);
    let all: Vec<_> = [&engagement.defender, &engagement.attacker].into_iter().chain(company).collect();
    odds(&all, answers, runs, |table| play::attack(table, engagement))
}

/// The same for an attack that is aimed at a square. `CS-BASE-35`.
pub fn throws_at(engagement: &SquareEngagement, runs: u64) -> Option<Distribution<Vec<Thrown>>> {
    let company = engagement.company.iter().map(|near| &near.unit);
    let all: Vec<_> = company.chain([&engagement.attacker]).collect();
    odds(&all, &[], runs, |table| play::attack_square(table, engagement))
}

fn odds(
    units: &[&Combatant],
    answers: &[String],
    runs: u64,
    rule: impl Fn(&mut Enumerated) -> Step<Outcome>,
) -> Option<Distribution<Vec<Thrown>>> {
    let known = |id: u32| units.iter().find(|unit| unit.id == id).copied();
    // A hit that throws nobody and one that misses are alike.
    let rule = |table: &mut Enumerated| Ok(thrown(&rule(table)?.effects, known));
    enumerate_within(Policy::keys(answers.to_vec()), runs, rule).ok()
}

/// What comes of a flight.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Landing {
    /// How many squares of its way it gets along.
    pub squares: usize,
    /// Lies in the end.
    pub prone: bool,
    /// Newly out of the fight.
    pub down: Option<Down>,
    /// Damage of crashes and a fall together, in the book's measure.
    pub damage: u32,
    /// Numbers of the barrier segments that it breaks through.
    pub broken: Vec<u32>,
    /// What ends it early.
    pub stop: Option<Stop>,
    /// How deep it falls in the end, in centimetres.
    pub fell_cm: u32,
    /// Whom it strikes, and what that does to them.
    pub struck: Option<Struck>,
}

/// Somebody into whom a body crashes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Struck {
    /// Number of the unit.
    pub unit: u32,
    /// Damage of the crash.
    pub damage: u32,
    /// Newly out of the fight.
    pub down: Option<Down>,
    /// It is thrown on.
    pub onward: Option<Thrown>,
}

/// Everything that can come of a flight along a way; nothing where the dice branch too often. `unit` is as it is when it
/// flies.
pub fn landings(
    unit: &Combatant,
    (force, from): (Force, Square),
    way: &[Stretch],
    rules: &RuleSet,
    runs: u64,
) -> Option<Distribution<Landing>> {
    let all = enumerate_within(Policy::first(), runs, |table| {
        let flown = fly(table, unit, (force, from), way, rules)?;
        let met = way.get(flown.squares).and_then(|stretch| stretch.person.as_ref());
        let harm = |id: u32| {
            let damage = |effect: &Effect| match effect {
                Effect::Condition { unit, damage, .. } if *unit == id => *damage,
                _ => 0,
            };
            flown.effects.iter().map(damage).sum()
        };
        let came = |unit: &Combatant| {
            let mut after = unit.clone();
            super::settle(&mut after, &flown.effects);
            let down = play::down(&after.sheet, &after.condition, rules);
            (after.prone || down.is_some(), down.filter(|down| Some(*down) > unit.down))
        };
        let barrier = |effect: &Effect| match effect {
            Effect::Barrier(harm) => Some(harm.id),
            _ => None,
        };
        let (prone, down) = came(unit);
        let is_struck = |person: &&Combatant| flown.stop == Some(Stop::Unit(person.id));
        Ok(Landing {
            squares: flown.squares,
            prone,
            down,
            damage: harm(unit.id),
            stop: flown.stop,
            fell_cm: flown.fell_cm,
            broken: flown.effects.iter().filter_map(barrier).collect(),
            struck: met.filter(is_struck).map(|person| Struck {
                unit: person.id,
                damage: harm(person.id),
                down: came(person).1,
                onward: thrown(&flown.effects, |id| (id == person.id).then_some(person)).pop(),
            }),
        })
    });
    all.ok()
}
