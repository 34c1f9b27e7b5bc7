//! Exact odds: runs a rule once for every branch of its dice and merges equal branches.

use super::distribution::Weights;
use super::enumerated::RunResult;
use super::key_interner::KeyInterner;
use super::roll_outcomes::{OutcomeWeights, RollOutcomes};
use super::weight::Weight;
use crate::{AnswerPolicy, Distribution, EnumeratedTable, RuleResult};

/// Runs of a rule after which the search is abandoned.
const MAX_RUNS: u64 = 5_000_000;

/// Initial capacity for outcomes.
const INITIAL_CAPACITY: usize = 128;

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
/// Branches merge at `Table::merge_branches`.
///
/// # Errors
/// Returns `OddsError::TooMany` if there are too many branches, `OddsError::NoOutcome` if the rule has no result.
pub fn enumerate<R: Ord + Clone>(
    policy: AnswerPolicy,
    rule: impl Fn(&mut EnumeratedTable) -> RuleResult<R>,
) -> Result<Distribution<R>, OddsError> {
    search_odds(&mut EnumeratedTable::new(policy, true), &rule, MAX_RUNS)
}

/// As [`enumerate`], with another limit on the runs of the rule.
///
/// # Errors
/// As [`enumerate`].
pub fn enumerate_within<R: Ord + Clone>(
    policy: AnswerPolicy,
    runs: u64,
    rule: impl Fn(&mut EnumeratedTable) -> RuleResult<R>,
) -> Result<Distribution<R>, OddsError> {
    search_odds(&mut EnumeratedTable::new(policy, true), &rule, runs.min(MAX_RUNS))
}

/// As [`enumerate`], without merging branches. Slower; the result must be the same.
///
/// # Errors
/// As [`enumerate`].
pub fn enumerate_unmerged<R: Ord + Clone>(
    policy: AnswerPolicy,
    rule: impl Fn(&mut EnumeratedTable) -> RuleResult<R>,
) -> Result<Distribution<R>, OddsError> {
    search_odds(&mut EnumeratedTable::new(policy, false), &rule, MAX_RUNS)
}

/// Searches with machine numbers first; on overflow, searches again with big integers.
fn search_odds<R: Ord>(
    table: &mut EnumeratedTable,
    rule: &impl Fn(&mut EnumeratedTable) -> RuleResult<R>,
    most: u64,
) -> Result<Distribution<R>, OddsError> {
    let small = BranchSearch::new(table, rule, most, |pool| pool.small.as_ref()).search(Weights::Small);
    match small {
        Err(SearchAbort::Overflow) => (),
        Err(SearchAbort::Error(error)) => return Err(error),
        Ok(odds) => return Ok(odds),
    }
    table.take_paths(&mut Vec::new(), &mut Vec::new());
    BranchSearch::new(table, rule, most, |pool| Some(pool.big_weights())).search(Weights::Big).map_err(
        |left| match left {
            SearchAbort::Error(error) => error,
            SearchAbort::Overflow => unreachable!("big integers do not overflow"),
        },
    )
}

/// Why a search was abandoned.
enum SearchAbort {
    Overflow,
    Error(OddsError),
}

/// Part of a whole: the weight never exceeds the denominator.
struct BranchShare<W> {
    weight: W,
    of: W,
}

impl<W: Weight> BranchShare<W> {
    /// Adds another part of the same whole.
    #[inline]
    fn add(&mut self, weight: &W, of: &W) -> Result<(), SearchAbort> {
        if self.of == *of {
            self.weight.add(weight);
            return Ok(());
        }
        let common = self.of.lcm(of).ok_or(SearchAbort::Overflow)?;
        self.weight = self.weight.times(&common.divided(&self.of));
        self.weight.add(&weight.times(&common.divided(of)));
        self.of = common;
        Ok(())
    }
}

/// Adds to the share of a number; numbers are assigned in order.
#[inline]
fn add_share<W: Weight>(
    shares: &mut Vec<BranchShare<W>>,
    number: u32,
    weight: W,
    of: &W,
) -> Result<(), SearchAbort> {
    match shares.get_mut(number as usize) {
        Some(share) => share.add(&weight, of),
        None => {
            shares.push(BranchShare { weight, of: of.clone() });
            Ok(())
        }
    }
}

/// One search through all branches of a rule.
struct BranchSearch<'w, W, R, F, P> {
    table: &'w mut EnumeratedTable,
    rule: &'w F,
    runs_left: u64,
    max_runs: u64,
    /// Provides the weights of a pool if they fit.
    ways: P,
    numbers: KeyInterner<R>,
    /// Shares by number of the outcome.
    outcomes: Vec<BranchShare<W>>,
    /// Shares by number of the merged key.
    merged: Vec<BranchShare<W>>,
}

impl<'w, W, R, F, P> BranchSearch<'w, W, R, F, P>
where
    W: Weight,
    R: Ord,
    F: Fn(&mut EnumeratedTable) -> RuleResult<R>,
    P: Fn(&RollOutcomes) -> Option<&OutcomeWeights<W>>,
{
    fn new(table: &'w mut EnumeratedTable, rule: &'w F, most: u64, ways: P) -> Self {
        let (outcomes, settled) = (Vec::with_capacity(INITIAL_CAPACITY), Vec::with_capacity(32));
        Self {
            table,
            rule,
            runs_left: most,
            max_runs: most,
            ways,
            numbers: KeyInterner::new(INITIAL_CAPACITY),
            outcomes,
            merged: settled,
        }
    }

    /// Searches stage by stage: all branches up to the first merge, then from each merged key up to the next.
    fn search(mut self, weights: impl FnOnce(Vec<W>, W) -> Weights) -> Result<Distribution<R>, SearchAbort> {
        let mut stage = vec![BranchShare { weight: W::one(), of: W::one() }];
        let (mut events, mut ends) = (Vec::new(), vec![0]);
        let mut depth = 0;
        while !stage.is_empty() {
            let mut begin = 0;
            for (share, &end) in stage.drain(..).zip(&ends) {
                self.table.follow(&events[begin..end], depth);
                self.run_branch(end - begin, share.weight, &share.of)?;
                begin = end;
            }
            std::mem::swap(&mut stage, &mut self.merged);
            self.table.take_paths(&mut events, &mut ends);
            depth += 1;
        }
        self.into_distribution(weights)
    }

    /// Runs the rule along the table's path, then along all branches behind it; the path has the share `weight` in
    /// `of`.
    #[inline(always)]
    fn run_branch(&mut self, len: usize, weight: W, of: &W) -> Result<(), SearchAbort> {
        self.runs_left = self
            .runs_left
            .checked_sub(1)
            .ok_or(SearchAbort::Error(OddsError::TooMany { runs: self.max_runs }))?;
        let ran = self.table.run(self.rule);
        self.continue_run(len, weight, of, ran)
    }

    /// Counts the result of a run if its path ends here; otherwise continues with its branches.
    #[inline(always)]
    fn continue_run(&mut self, len: usize, weight: W, of: &W, ran: RunResult<R>) -> Result<(), SearchAbort> {
        if self.table.path.len() > len {
            return self.vary_branches(len, weight, of, ran);
        }
        match ran {
            RunResult::Outcome(outcome) => {
                let number = self.numbers.intern(outcome, self.outcomes.len() as u32);
                add_share(&mut self.outcomes, number, weight, of)
            }
            RunResult::Merged(number) => add_share(&mut self.merged, number, weight, of),
            RunResult::Nothing => Err(SearchAbort::Error(OddsError::NoOutcome)),
        }
    }

    /// Varies the point `at` of the path and all points behind it; the first branch has been run.
    #[inline(never)]
    fn vary_branches(&mut self, at: usize, weight: W, of: &W, ran: RunResult<R>) -> Result<(), SearchAbort> {
        let Some(pool) = self.table.pool(at) else { return self.continue_run(at + 1, weight, of, ran) };
        let ways = (self.ways)(&pool).ok_or(SearchAbort::Overflow)?;
        let of = of.checked_times(&ways.total).ok_or(SearchAbort::Overflow)?;
        self.continue_run(at + 1, weight.times(&ways.weights[0]), &of, ran)?;
        for (&roll, part) in pool.outcomes.iter().zip(&ways.weights).skip(1) {
            self.table.path.truncate(at + 1);
            self.table.path[at].roll = roll;
            self.run_branch(at + 1, weight.times(part), &of)?;
        }
        Ok(())
    }

    /// Brings all outcomes to one denominator, in ascending order.
    fn into_distribution(
        self,
        wrap: impl FnOnce(Vec<W>, W) -> Weights,
    ) -> Result<Distribution<R>, SearchAbort> {
        let shares = &self.outcomes;
        // There are few different denominators; each is handled once.
        let mut wholes: Vec<(&W, W)> = Vec::with_capacity(8);
        let mut total = W::one();
        for BranchShare { of, .. } in shares {
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
        for (outcome, number) in self.numbers.sorted() {
            let BranchShare { weight, of } = &shares[number as usize];
            let whole = wholes.iter().find(|(known, _)| *known == of);
            let (_, factor) = whole.expect("every denominator has been looked at");
            outcomes.push(outcome);
            weights.push(weight.times(factor));
        }
        Ok(Distribution::new(outcomes, wrap(weights, total)))
    }
}

#[cfg(test)]
mod tests;
