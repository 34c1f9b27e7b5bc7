//! Exact odds of attacks, as forecasts and previews show them.

use crate::aberrant::attacks::resolution::{AttackPlan, OddsOutcome, calculate_odds, odds_outcome};
use crate::{Odds, OutcomeSummary};
use dice::{AnswerPolicy, EnumeratedTable, RuleResult, enumerate};

/// Odds of an attack with the defender's answer given by its index.
pub(super) fn answer_odds(plan: &AttackPlan<'_>, index: usize) -> Option<Odds> {
    let Some(outcomes) = calculate_odds(plan) else {
        return plan_odds(plan, |table| odds_outcome(table, plan, index));
    };
    let prone = plan.context.defender.prone;
    let all = outcomes.distribution_of(|outcome| outcome_summary(outcome, prone));
    Some(Odds::from_distribution(&all, &plan.context.barriers))
}

/// The odds of a way to resolve the attack for them.
pub(super) fn plan_odds(
    plan: &AttackPlan<'_>,
    resolve: impl Fn(&mut EnumeratedTable) -> RuleResult<OddsOutcome>,
) -> Option<Odds> {
    let prone = plan.context.defender.prone;
    let summaries = enumerate(AnswerPolicy::first(), |table| Ok(outcome_summary(&resolve(table)?, prone)));
    Some(Odds::from_distribution(&summaries.ok()?, &plan.context.barriers))
}

/// Reduces an outcome to what odds show.
pub(crate) fn outcome_summary(outcome: &OddsOutcome, prone: bool) -> OutcomeSummary {
    OutcomeSummary {
        contact: outcome.contact,
        net: i32::from(outcome.beats_defence),
        damage: outcome.levels,
        knocked_down: (outcome.down.is_some() || outcome.crippled) && !prone,
        down: outcome.down,
        barriers: Vec::new(),
    }
}
