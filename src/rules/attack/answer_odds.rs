//! Odds in the middle of a resolution: past rolls are fixed and the open prompt has one answer.

use std::sync::Arc;

use crate::{
    ActionOutcome, AttackRequest, BarrierOnLine, Bystander, Detonation, HitResult, Odds, OutcomeSummary,
    RuleSet, RuleStep, UnitSnapshot, play,
};
use dice::{
    Answer, AnswerPolicy, EnumeratedTable, PartialTable, Prompt, ReplayedTable, Roll, RuleResult,
    enumerate_within,
};
use model::UnitId;

/// Most runs of the rule for the odds of an answer, shared by the units that an attack in an area reaches: a run takes longer the more
/// they are. Few runs are needed where the rolls of the others are left out; where the attacker rolls for each of them, no number that
/// can be afforded is enough.
const AREA_RUNS: u64 = 4_000;
/// Key of the answer that buys nothing more.
const STOP_KEY: &str = "stop";

/// An attack that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PendingAttack {
    /// An attack.
    Attack(Arc<AttackRequest>),
    /// An item goes off. Chapter TIMED.
    Detonation(Box<Detonation>),
}

/// The progress of a pending attack.
#[derive(Clone, Copy, Debug)]
pub struct ResumePoint<'a> {
    /// The pending attack.
    pub attack: &'a PendingAttack,
    /// Rolls so far.
    pub rolls: &'a [Roll],
    /// Keys of the answers given so far.
    pub answers: &'a [String],
}

impl PendingAttack {
    /// The unit whose fate an answer decides: the answering unit if it may be hit, otherwise the target.
    pub fn concerns(&self, who: UnitId) -> Option<UnitId> {
        let target = self.defender().filter(|_| who == self.attacker_id());
        target.or_else(|| self.affected_unit(who)).map(|unit| unit.id)
    }

    /// The attacked unit; `None` if the attack has another target.
    pub fn defender(&self) -> Option<&UnitSnapshot> {
        match self {
            Self::Attack(attack) => attack.defender(),
            Self::Detonation(_) => None,
        }
    }

    /// A unit that may be hit.
    fn affected_unit(&self, who: UnitId) -> Option<&UnitSnapshot> {
        let bystanders = self.bystanders().iter().map(|near| &near.unit);
        self.defender().into_iter().chain(bystanders).find(|unit| unit.id == who)
    }

    /// Units that may be hit besides the attacked one.
    fn bystanders(&self) -> &[Bystander] {
        match self {
            Self::Attack(attack) => &attack.bystanders,
            Self::Detonation(item) => &item.bystanders,
        }
    }

    /// Runs of the rule that are spent on the odds of an answer, of `runs` that may be.
    fn affordable_runs(&self, runs: u64) -> u64 {
        match self.bystanders().len() as u64 {
            0 => runs,
            others => runs.min(AREA_RUNS / (1 + others)),
        }
    }

    /// The unit that rolls for the attack, besides those hit.
    fn attacker_id(&self) -> UnitId {
        match self {
            Self::Attack(attack) => attack.attacker.id,
            Self::Detonation(item) => item.owner.id,
        }
    }

    fn rules(&self) -> &RuleSet {
        match self {
            Self::Attack(attack) => &attack.rules,
            Self::Detonation(item) => &item.rules,
        }
    }

    /// Barriers between the attacker and the attacked unit.
    fn barriers(&self, affected: UnitId) -> &[BarrierOnLine] {
        match self {
            Self::Attack(attack) if self.is_aimed_at(affected) => &attack.barriers,
            _ => &[],
        }
    }

    fn is_aimed_at(&self, unit: UnitId) -> bool {
        self.defender().is_some_and(|defender| defender.id == unit)
    }

    pub(super) fn resolve(&self, table: &mut impl dice::Table) -> RuleResult<ActionOutcome> {
        match self {
            Self::Attack(attack) => play::attack(table, attack),
            Self::Detonation(item) => play::detonate(table, item),
        }
    }
}

impl ResumePoint<'_> {
    /// The odds of an answer for the unit whose fate it decides. Later prompts get their default answer. `None` if it
    /// decides no unit's fate, or more than `runs` runs of the rule are needed.
    pub fn answer_odds(&self, who: UnitId, answer: &str, runs: u64) -> Option<Odds> {
        self.odds_after(who, &[answer], (AnswerPolicy::first(), runs))
    }

    /// The odds of answers that buy something, given one after the other, if nothing more is bought: those of what they buy together.
    pub fn purchase_odds(&self, who: UnitId, bought: &[&str], runs: u64) -> Option<Odds> {
        let stops = |prompt: &Prompt| {
            let stop = |answer: &Answer| answer.key == STOP_KEY;
            prompt.answers.iter().position(stop).unwrap_or(0)
        };
        self.odds_after(who, bought, (AnswerPolicy::choose(stops), runs))
    }

    fn odds_after(&self, who: UnitId, next: &[&str], (policy, runs): (AnswerPolicy, u64)) -> Option<Odds> {
        let (pending, rolls) = (self.attack, self.rolls);
        let affected = pending.concerns(who)?;
        let unit = pending.affected_unit(affected)?;
        let next = next.iter().map(|answer| (*answer).to_owned());
        let answers: Vec<String> = self.answers.iter().cloned().chain(next).collect();
        let barriers = pending.barriers(affected);
        let first = pending.is_aimed_at(affected);
        let alone = [pending.attacker_id(), affected];
        let all = enumerate_within(policy, pending.affordable_runs(runs), |table: &mut EnumeratedTable| {
            // In a blast, the rolls of other units do not affect this one.
            let mut focused = PartialTable::new(table, &alone);
            let outcome = pending.resolve(&mut ReplayedTable::new(&mut focused, rolls, &answers))?;
            let struck = if first { None } else { Some(damage_to_bystander(affected, &outcome)) };
            Ok(summarise_outcome(unit, pending.rules(), barriers, (&outcome, struck)))
        });
        Some(Odds::from_distribution(&all.ok()?, barriers))
    }
}

/// How an outcome hits a unit that was not its first target, and the damage.
fn damage_to_bystander(affected: UnitId, outcome: &ActionOutcome) -> (HitResult, u32) {
    let mut contact = HitResult::Miss;
    let mut sum = 0;
    for effect in &outcome.effects {
        match effect {
            RuleStep::ChangeHealth { unit, damage, .. } if *unit == affected => {
                contact = HitResult::Hit;
                sum += damage;
            }
            RuleStep::ApplyAttackProperties { unit } if *unit == affected => contact = HitResult::Hit,
            _ => {}
        }
    }
    (contact, sum)
}

/// Reduces an outcome to what odds need, in any book.
fn summarise_outcome(
    unit: &UnitSnapshot,
    rules: &RuleSet,
    barriers: &[BarrierOnLine],
    (outcome, struck): (&ActionOutcome, Option<(HitResult, u32)>),
) -> OutcomeSummary {
    let prone = |effect: &RuleStep| matches!(effect, RuleStep::FallProne { unit: of } if *of == unit.id);
    let down = outcome.effects.iter().rev().find_map(|effect| match effect {
        RuleStep::ChangeHealth { unit: of, after, .. } if *of == unit.id => {
            play::down_state(&unit.sheet, after, rules)
        }
        _ => None,
    });
    let harm_of = |id| {
        outcome.effects.iter().fold(0, |sum, effect| match effect {
            RuleStep::DamageBarrier(harm) if harm.id == id => sum + harm.damage,
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
