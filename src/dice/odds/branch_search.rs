//! Exact odds: runs a rule once for every branch of its dice and merges equal branches.

use std::cell::Cell;

use num_bigint::BigUint;

use super::frontier::{BranchShare, SearchNumber};
use super::key_interner::KeyInterner;
use crate::{AnswerPolicy, Distribution, EnumeratedTable, Interrupt, RuleResult};

/// Runs of a rule after which the search is abandoned.
const MAX_RUNS: u64 = 5_000_000;

/// Initial capacity for outcomes.
const INITIAL_CAPACITY: usize = 32;

/// Why odds cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// The dice have too many branches.
    #[error("the odds need more than {runs} runs of the rule")]
    TooMany {
        /// Number of runs.
        runs: u64,
    },
    /// The rule was interrupted with nothing left open, or continued after a merge.
    #[error("the rule stopped without an outcome")]
    NoOutcome,
}

/// Computes the exact odds of all outcomes of a rule.
///
/// The rule runs once for each branch and must be deterministic: the same dice and answers lead to the same calls.
/// Branches merge at `Table::stage` and `Table::merge_branches`.
///
/// # Errors
/// Returns `OddsError::TooMany` if there are too many branches, `OddsError::NoOutcome` if the rule has no result.
pub fn enumerate<R: Ord + Clone>(
    policy: AnswerPolicy,
    rule: impl Fn(&mut EnumeratedTable) -> RuleResult<R>,
) -> Result<Distribution<R>, OddsError> {
    search_odds((policy, true, MAX_RUNS), &rule)
}

/// As [`enumerate`], with another limit on the runs of the rule and its stages.
///
/// # Errors
/// As [`enumerate`].
pub fn enumerate_within<R: Ord + Clone>(
    policy: AnswerPolicy,
    runs: u64,
    rule: impl Fn(&mut EnumeratedTable) -> RuleResult<R>,
) -> Result<Distribution<R>, OddsError> {
    search_odds((policy, true, runs.min(MAX_RUNS)), &rule)
}

/// As [`enumerate`], without merging branches. Slower; the result must be the same.
///
/// # Errors
/// As [`enumerate`].
pub fn enumerate_unmerged<R: Ord + Clone>(
    policy: AnswerPolicy,
    rule: impl Fn(&mut EnumeratedTable) -> RuleResult<R>,
) -> Result<Distribution<R>, OddsError> {
    search_odds((policy, false, MAX_RUNS), &rule)
}

thread_local! {
    /// The table of the last search, whose memory the next one uses.
    static TABLE: Cell<Option<Box<EnumeratedTable>>> = const { Cell::new(None) };
}

/// Searches with machine numbers first; on overflow, searches again with big integers.
fn search_odds<R: Ord + Clone>(
    (policy, merging, runs): (AnswerPolicy, bool, u64),
    rule: &impl Fn(&mut EnumeratedTable) -> RuleResult<R>,
) -> Result<Distribution<R>, OddsError> {
    let mut table = TABLE.take().unwrap_or_else(|| Box::new(EnumeratedTable::new()));
    table.begin(policy, merging);
    table.begin_numbers::<u128>(false, runs);
    let odds = match search_outcomes::<u128, R>(&mut table, rule) {
        Err(SearchAbort::Overflow) => {
            table.begin_numbers::<BigUint>(true, runs);
            search_outcomes::<BigUint, R>(&mut table, rule)
        }
        small => small,
    };
    match odds {
        Ok(odds) => {
            table.begin(AnswerPolicy::first(), true);
            table.forget();
            TABLE.set(Some(table));
            Ok(odds)
        }
        Err(SearchAbort::TooMany) => Err(OddsError::TooMany { runs }),
        Err(SearchAbort::NoOutcome) => Err(OddsError::NoOutcome),
        Err(SearchAbort::Overflow) => unreachable!("big integers do not overflow"),
    }
}

/// Why a search was abandoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchAbort {
    Overflow,
    TooMany,
    NoOutcome,
}

/// Runs a rule along all branches behind the current path and hands over every value, while the table holds its path
/// and share.
///
/// It goes from merge to merge: all branches up to the first one, then from each merged key up to the next.
pub(crate) fn search<W: SearchNumber, R>(
    table: &mut EnumeratedTable,
    rule: &impl Fn(&mut EnumeratedTable) -> RuleResult<R>,
    hand_over: &mut impl FnMut(&mut EnumeratedTable, R) -> Result<(), SearchAbort>,
) -> Result<(), SearchAbort> {
    let start = table.passed;
    let outer_start = std::mem::replace(&mut table.start, start);
    run_branches::<W, R>(table, rule, hand_over)?;
    while !W::shares(&mut table.shares).reached.shares.is_empty() {
        let keys = W::shares(&mut table.shares).replace_reached();
        for (at, share) in keys.shares.iter().enumerate() {
            table.path.truncate(start);
            table.path.extend_from_slice(keys.path(at));
            W::shares(&mut table.shares).along_path.push(share.clone());
            run_branches::<W, R>(table, rule, hand_over)?;
            W::shares(&mut table.shares).along_path.pop();
        }
        W::shares(&mut table.shares).recycle(keys);
    }
    table.path.truncate(start);
    table.start = outer_start;
    Ok(())
}

/// Runs a rule along the path, then along all branches behind it.
#[inline]
fn run_branches<W: SearchNumber, R>(
    table: &mut EnumeratedTable,
    rule: &impl Fn(&mut EnumeratedTable) -> RuleResult<R>,
    hand_over: &mut impl FnMut(&mut EnumeratedTable, R) -> Result<(), SearchAbort>,
) -> Result<(), SearchAbort> {
    let len = table.path.len();
    loop {
        table.runs_left = table.runs_left.checked_sub(1).ok_or(SearchAbort::TooMany)?;
        table.passed = table.start;
        table.merged = false;
        // Matched in place: a result is large, and this is the hottest line of the search.
        match rule(table) {
            Ok(value) if !table.merged && table.abort.is_none() => hand_over(table, value)?,
            Err(Interrupt::Merged) if table.merged => (),
            _ => return Err(table.abort.unwrap_or(SearchAbort::NoOutcome)),
        }
        if !table.vary_path::<W>(len) {
            return Ok(());
        }
    }
}

/// Searches a whole rule and brings all outcomes to one denominator, in ascending order.
fn search_outcomes<W: SearchNumber, R: Ord + Clone>(
    table: &mut EnumeratedTable,
    rule: &impl Fn(&mut EnumeratedTable) -> RuleResult<R>,
) -> Result<Distribution<R>, SearchAbort> {
    let mut numbers = KeyInterner::new(INITIAL_CAPACITY);
    let mut shares: Vec<BranchShare<W>> = Vec::with_capacity(INITIAL_CAPACITY);
    search::<W, R>(table, rule, &mut |table, outcome| {
        let number = numbers.intern(outcome);
        let share = W::shares(&mut table.shares).current();
        match shares.get_mut(number as usize) {
            Some(known) => known.add(share),
            None => {
                shares.push(share.clone());
                Ok(())
            }
        }
    })?;
    // There are few different denominators; each is handled once.
    let mut wholes: Vec<(&W, W)> = Vec::with_capacity(8);
    let mut total = W::one();
    for BranchShare { of, .. } in &shares {
        if wholes.iter().all(|(known, _)| *known != of) {
            wholes.push((of, W::one()));
            total = total.lcm(of).ok_or(SearchAbort::Overflow)?;
        }
    }
    for (of, factor) in &mut wholes {
        *factor = total.divided(of);
    }
    let mut outcomes = Vec::with_capacity(shares.len());
    let mut weights = Vec::with_capacity(shares.len());
    for (outcome, number) in numbers.into_sorted() {
        let BranchShare { weight, of } = &shares[number as usize];
        let whole = wholes.iter().find(|(known, _)| *known == of);
        let (_, factor) = whole.expect("every denominator has been looked at");
        outcomes.push(outcome);
        weights.push(weight.times(factor));
    }
    Ok(Distribution::new(outcomes, W::wrap(weights, total)))
}

#[cfg(test)]
mod tests;
