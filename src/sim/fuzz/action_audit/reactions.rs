//! Reactions and Karma: interceptions, defences and dice that have to be paid for.

use battle::{BattleEvent, EventRecord};
use dice::{Clause, Trace};
use model::UnitId;
use rules::turn_engine::Action;

use super::prices::priced_defences;
use super::{ActionAudit, AuditViolation};

/// Clause of the dice that Karma adds.
const KARMA_DICE: Clause = "SS-BASE-26";
/// Clause of the rerolls that Karma buys.
const KARMA_REROLL: Clause = "SS-BASE-27";

impl ActionAudit {
    /// Checks that an interception, a defence or dice from Karma in a record are paid for in the same step, whose records
    /// follow.
    pub(super) fn check_reactions(
        &self,
        record: &EventRecord,
        following: &[EventRecord],
    ) -> Result<(), AuditViolation> {
        let has_paid = |unit: UnitId, paid: &dyn Fn(Action) -> bool| {
            following.iter().any(|record| {
                matches!(record.event, BattleEvent::Paid { unit: of, action, .. } if of == unit && paid(action))
            })
        };
        let has_rolled = |who: UnitId| {
            let is_defence = |step: &Trace| matches!(step, Trace::Rolled(roll) if roll.who == Some(who) && roll.why == "defence");
            record.trace.iter().any(is_defence)
        };
        if let BattleEvent::Intercepted { unit, .. } = record.event
            && !has_paid(unit, &|action| action == Action::Intercept)
        {
            return Err(AuditViolation::NotPaid { unit, what: "an interception".into() });
        }
        for step in &record.trace {
            match step {
                Trace::Decided { who, answer, clause, .. } if self.prices_are_default => {
                    let Some(priced) = self.book.and_then(priced_defences) else { continue };
                    if *clause != priced.clause || priced.when_rolled && !has_rolled(*who) {
                        continue;
                    }
                    let answer = answer.to_string();
                    let chosen = priced.answers.iter().find(|(word, _)| answer.starts_with(word));
                    if let Some(&(what, action)) = chosen
                        && !has_paid(*who, &|paid| paid == action)
                    {
                        return Err(AuditViolation::NotPaid { unit: *who, what: what.into() });
                    }
                }
                Trace::Rolled(roll) => {
                    let is_bought = roll.clause == KARMA_REROLL
                        || roll.parts.iter().any(|part| part.clause == KARMA_DICE);
                    if let Some(unit) = roll.who.filter(|_| is_bought)
                        && !self.progress.karma.contains(&unit)
                        && !following.iter().any(|record| {
                            matches!(record.event, BattleEvent::KarmaSpent { unit: of, .. } if of == unit)
                        })
                    {
                        return Err(AuditViolation::NotPaid { unit, what: "dice from Karma".into() });
                    }
                }
                Trace::Decided { .. } | Trace::Noted(_) => {}
            }
        }
        Ok(())
    }

    /// Follows Karma, and which units can defend themselves against what happens now.
    pub(super) fn follow_attacks(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::KarmaSpent { unit, .. } => {
                self.progress.karma.insert(*unit);
            }
            BattleEvent::AttackResolved { .. } | BattleEvent::Detonated { .. } => {
                self.progress.able = self.able_units();
            }
            _ => {}
        }
    }
}
