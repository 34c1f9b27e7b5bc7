//! Odds in the midst of something: what fell has fallen, and the open question is answered.

use super::{
    BarrierEngagement, BarrierOnLine, Combatant, Contact, Discharge, Effect, Engagement, Gist, Odds, Outcome,
    RuleSet, SquareEngagement, play,
};
use dice::{Enumerated, Focused, Policy, Recalled, Roll, Step, enumerate_within};

/// What is being resolved while a question is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Affair {
    /// An attack on a unit.
    Unit(Box<Engagement>),
    /// An attack on a barrier segment.
    Barrier(Box<BarrierEngagement>),
    /// An attack on a square.
    Square(Box<SquareEngagement>),
    /// An item goes off. Chapter TIMED.
    Discharge(Box<Discharge>),
}

/// How far it has come.
#[derive(Clone, Copy, Debug)]
pub struct Midway<'a> {
    /// What is being resolved.
    pub affair: &'a Affair,
    /// What was rolled so far.
    pub rolls: &'a [Roll],
    /// Keys of the answers given so far.
    pub answers: &'a [String],
}

impl Affair {
    /// Whose fate an answer of a unit decides: its own where it may be struck, that of the target for the attacker.
    pub fn concerns(&self, who: u32) -> Option<u32> {
        match self {
            Self::Unit(attack) if who == attack.attacker.id => Some(attack.defender.id),
            _ => self.struck(who).map(|unit| unit.id),
        }
    }

    /// A unit that may be struck, as it is.
    fn struck(&self, who: u32) -> Option<&Combatant> {
        let (target, company) = match self {
            Self::Unit(attack) => (Some(&attack.defender), &attack.company),
            Self::Barrier(attack) => (None, &attack.company),
            Self::Square(attack) => (None, &attack.company),
            Self::Discharge(item) => (None, &item.company),
        };
        target.into_iter().chain(company.iter().map(|near| &near.unit)).find(|unit| unit.id == who)
    }

    /// Who rolls for it, besides those whom it strikes.
    const fn author(&self) -> u32 {
        match self {
            Self::Unit(attack) => attack.attacker.id,
            Self::Barrier(attack) => attack.attacker.id,
            Self::Square(attack) => attack.attacker.id,
            Self::Discharge(item) => item.owner.id,
        }
    }

    const fn rules(&self) -> &RuleSet {
        match self {
            Self::Unit(attack) => &attack.rules,
            Self::Barrier(attack) => &attack.rules,
            Self::Square(attack) => &attack.rules,
            Self::Discharge(item) => &item.rules,
        }
    }

    /// Barriers between the attacker and whoever is attacked.
    fn barriers(&self, fate: u32) -> &[BarrierOnLine] {
        match self {
            Self::Unit(attack) if attack.defender.id == fate => &attack.barriers,
            _ => &[],
        }
    }

    fn resolve(&self, table: &mut impl dice::Table) -> Step<Outcome> {
        match self {
            Self::Unit(attack) => play::attack(table, attack),
            Self::Barrier(attack) => play::attack_barrier(table, attack),
            Self::Square(attack) => play::attack_square(table, attack),
            Self::Discharge(item) => play::goes_off(table, item),
        }
    }
}

impl Midway<'_> {
    /// What an answer of a unit is worth: the odds of the fate it decides. Questions after it get the answer of a
    /// hurried player. Nothing where it decides nobody's, or the rest takes more than so many runs of the rule.
    pub fn outlook(&self, who: u32, answer: &str, runs: u64) -> Option<Odds> {
        let (affair, rolls) = (self.affair, self.rolls);
        let fate = affair.concerns(who)?;
        let unit = affair.struck(fate)?;
        let answers: Vec<String> = self.answers.iter().cloned().chain([answer.to_owned()]).collect();
        let barriers = affair.barriers(fate);
        let first = matches!(affair, Affair::Unit(attack) if attack.defender.id == fate);
        let alone = [affair.author(), fate];
        let all = enumerate_within(Policy::first(), runs, |table: &mut Enumerated| {
            // What others roll in a blast changes nothing for this one.
            let mut focused = Focused::new(table, &alone);
            let outcome = affair.resolve(&mut Recalled::new(&mut focused, rolls, &answers))?;
            let struck = if first { None } else { Some(harm_to(fate, &outcome)) };
            Ok(gist(unit, affair.rules(), barriers, (&outcome, struck)))
        });
        Some(Odds::of(&all.ok()?, barriers))
    }
}

/// How an outcome meets somebody who was not its first target, and how much damage it does.
fn harm_to(fate: u32, outcome: &Outcome) -> (Contact, u32) {
    let mut contact = Contact::Miss;
    let mut sum = 0;
    for effect in &outcome.effects {
        match effect {
            Effect::Condition { unit, damage, .. } if *unit == fate => {
                contact = Contact::Hit;
                sum += damage;
            }
            Effect::Struck { unit } if *unit == fate => contact = Contact::Hit,
            _ => {}
        }
    }
    (contact, sum)
}

/// What of an outcome odds ask for, whatever the book.
fn gist(
    unit: &Combatant,
    rules: &RuleSet,
    barriers: &[BarrierOnLine],
    (outcome, struck): (&Outcome, Option<(Contact, u32)>),
) -> Gist {
    let prone = |effect: &Effect| matches!(effect, Effect::Prone { unit: of } if *of == unit.id);
    let down = outcome.effects.iter().rev().find_map(|effect| match effect {
        Effect::Condition { unit: of, after, .. } if *of == unit.id => play::down(&unit.sheet, after, rules),
        _ => None,
    });
    let harm_of = |id: u32| {
        outcome.effects.iter().fold(0, |sum, effect| match effect {
            Effect::Barrier(harm) if harm.id == id => sum + harm.damage,
            _ => sum,
        })
    };
    let (contact, damage) = struck.unwrap_or((outcome.contact, outcome.damage));
    let missed = struck.is_some() || outcome.contact == Contact::Miss;
    Gist {
        contact,
        net: if missed { 0 } else { outcome.net },
        damage,
        knocked_down: !unit.prone && outcome.effects.iter().any(prone),
        down: down.filter(|down| Some(*down) > unit.down),
        barriers: barriers.iter().map(|barrier| harm_of(barrier.id)).collect(),
    }
}
