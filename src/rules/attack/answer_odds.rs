//! Odds in the midst of something: what fell has fallen, and the open question is answered.

use crate::{
    ActionOutcome, AttackRequest, BarrierAttackRequest, BarrierOnLine, CellAttackRequest, Detonation, Effect,
    HitResult, Odds, OutcomeSummary, RuleSet, UnitSnapshot, play,
};
use dice::{AnswerPolicy, EnumeratedTable, PartialTable, ReplayedTable, Roll, RuleResult, enumerate_within};

/// What is being resolved while a question is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PendingAttack {
    /// An attack on a unit.
    Unit(Box<AttackRequest>),
    /// An attack on a barrier segment.
    Barrier(Box<BarrierAttackRequest>),
    /// An attack on a square.
    Cell(Box<CellAttackRequest>),
    /// An item goes off. Chapter TIMED.
    Detonation(Box<Detonation>),
}

/// How far it has come.
#[derive(Clone, Copy, Debug)]
pub struct ResumePoint<'a> {
    /// What is being resolved.
    pub attack: &'a PendingAttack,
    /// What was rolled so far.
    pub rolls: &'a [Roll],
    /// Keys of the answers given so far.
    pub answers: &'a [String],
}

impl PendingAttack {
    /// Whose fate an answer of a unit decides: its own where it may be struck, that of the target for the attacker.
    pub fn concerns(&self, who: u32) -> Option<u32> {
        match self {
            Self::Unit(attack) if who == attack.attacker.id => Some(attack.defender.id),
            _ => self.affected_unit(who).map(|unit| unit.id),
        }
    }

    /// A unit that may be struck, as it is.
    fn affected_unit(&self, who: u32) -> Option<&UnitSnapshot> {
        let (target, company) = match self {
            Self::Unit(attack) => (Some(&attack.defender), &attack.bystanders),
            Self::Barrier(attack) => (None, &attack.bystanders),
            Self::Cell(attack) => (None, &attack.bystanders),
            Self::Detonation(item) => (None, &item.bystanders),
        };
        target.into_iter().chain(company.iter().map(|near| &near.unit)).find(|unit| unit.id == who)
    }

    /// Who rolls for it, besides those whom it strikes.
    const fn attacker_id(&self) -> u32 {
        match self {
            Self::Unit(attack) => attack.attacker.id,
            Self::Barrier(attack) => attack.attacker.id,
            Self::Cell(attack) => attack.attacker.id,
            Self::Detonation(item) => item.owner.id,
        }
    }

    const fn rules(&self) -> &RuleSet {
        match self {
            Self::Unit(attack) => &attack.rules,
            Self::Barrier(attack) => &attack.rules,
            Self::Cell(attack) => &attack.rules,
            Self::Detonation(item) => &item.rules,
        }
    }

    /// Barriers between the attacker and whoever is attacked.
    fn barriers(&self, fate: u32) -> &[BarrierOnLine] {
        match self {
            Self::Unit(attack) if attack.defender.id == fate => &attack.barriers,
            _ => &[],
        }
    }

    fn resolve(&self, table: &mut impl dice::Table) -> RuleResult<ActionOutcome> {
        match self {
            Self::Unit(attack) => play::attack(table, attack),
            Self::Barrier(attack) => play::attack_barrier(table, attack),
            Self::Cell(attack) => play::attack_square(table, attack),
            Self::Detonation(item) => play::goes_off(table, item),
        }
    }
}

impl ResumePoint<'_> {
    /// What an answer of a unit is worth: the odds of the fate it decides. Questions after it get the answer of a
    /// hurried player. Nothing where it decides nobody's, or the rest takes more than so many runs of the rule.
    pub fn answer_odds(&self, who: u32, answer: &str, runs: u64) -> Option<Odds> {
        let (affair, rolls) = (self.attack, self.rolls);
        let fate = affair.concerns(who)?;
        let unit = affair.affected_unit(fate)?;
        let answers: Vec<String> = self.answers.iter().cloned().chain([answer.to_owned()]).collect();
        let barriers = affair.barriers(fate);
        let first = matches!(affair, PendingAttack::Unit(attack) if attack.defender.id == fate);
        let alone = [affair.attacker_id(), fate];
        let all = enumerate_within(AnswerPolicy::first(), runs, |table: &mut EnumeratedTable| {
            // What others roll in a blast changes nothing for this one.
            let mut focused = PartialTable::new(table, &alone);
            let outcome = affair.resolve(&mut ReplayedTable::new(&mut focused, rolls, &answers))?;
            let struck = if first { None } else { Some(damage_to_bystander(fate, &outcome)) };
            Ok(summarise_outcome(unit, affair.rules(), barriers, (&outcome, struck)))
        });
        Some(Odds::from_distribution(&all.ok()?, barriers))
    }
}

/// How an outcome meets somebody who was not its first target, and how much damage it does.
fn damage_to_bystander(fate: u32, outcome: &ActionOutcome) -> (HitResult, u32) {
    let mut contact = HitResult::Miss;
    let mut sum = 0;
    for effect in &outcome.effects {
        match effect {
            Effect::HealthState { unit, damage, .. } if *unit == fate => {
                contact = HitResult::Hit;
                sum += damage;
            }
            Effect::Struck { unit } if *unit == fate => contact = HitResult::Hit,
            _ => {}
        }
    }
    (contact, sum)
}

/// What of an outcome odds ask for, whatever the book.
fn summarise_outcome(
    unit: &UnitSnapshot,
    rules: &RuleSet,
    barriers: &[BarrierOnLine],
    (outcome, struck): (&ActionOutcome, Option<(HitResult, u32)>),
) -> OutcomeSummary {
    let prone = |effect: &Effect| matches!(effect, Effect::Prone { unit: of } if *of == unit.id);
    let down = outcome.effects.iter().rev().find_map(|effect| match effect {
        Effect::HealthState { unit: of, after, .. } if *of == unit.id => {
            play::down(&unit.sheet, after, rules)
        }
        _ => None,
    });
    let harm_of = |id: u32| {
        outcome.effects.iter().fold(0, |sum, effect| match effect {
            Effect::Barrier(harm) if harm.id == id => sum + harm.damage,
            _ => sum,
        })
    };
    let (contact, damage) = struck.unwrap_or((outcome.contact, outcome.damage));
    let missed = struck.is_some() || outcome.contact == HitResult::Miss;
    OutcomeSummary {
        contact,
        net: if missed { 0 } else { outcome.net },
        damage,
        knocked_down: !unit.prone && outcome.effects.iter().any(prone),
        down: down.filter(|down| Some(*down) > unit.down),
        barriers: barriers.iter().map(|barrier| harm_of(barrier.id)).collect(),
    }
}
