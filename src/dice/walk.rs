//! Exact odds: a rule is run once for every branch of its dice, and branches that settle alike go on as one.

use super::{
    Distribution, Enumerated, Policy, Step,
    distribution::Weights,
    enumerated::Ran,
    numbers::Numbers,
    pool::{Pool, Ways},
    weight::Weight,
};

/// Runs of a rule after which its odds are given up.
const MOST_RUNS: u64 = 5_000_000;

/// Outcomes that there is room for from the start.
const ROOM: usize = 128;

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// The dice branch too often.
    #[error("the odds need more than {runs} runs of the rule")]
    TooMany {
        /// How many runs there were.
        runs: u64,
    },
    /// The rule stopped although nothing was left open, or went on after it had settled.
    #[error("the rule stopped without an outcome")]
    NoOutcome,
}

/// The exact odds of everything a rule can give.
///
/// The rule runs once for each branch and must do the same whenever it meets the same dice. Branches are merged
/// where it settles.
///
/// # Errors
/// Too many branches, or a rule that gives nothing.
pub fn enumerate<R: Ord + Clone>(
    policy: Policy,
    rule: impl Fn(&mut Enumerated) -> Step<R>,
) -> Result<Distribution<R>, OddsError> {
    odds(&mut Enumerated::new(policy, true), &rule, MOST_RUNS)
}

/// As `enumerate`, given up after fewer runs of the rule.
///
/// # Errors
/// As for `enumerate`.
pub fn enumerate_within<R: Ord + Clone>(
    policy: Policy,
    runs: u64,
    rule: impl Fn(&mut Enumerated) -> Step<R>,
) -> Result<Distribution<R>, OddsError> {
    odds(&mut Enumerated::new(policy, true), &rule, runs.min(MOST_RUNS))
}

/// As `enumerate`, with no branches merged: slower, and what it must agree with.
///
/// # Errors
/// As for `enumerate`.
pub fn enumerate_unmerged<R: Ord + Clone>(
    policy: Policy,
    rule: impl Fn(&mut Enumerated) -> Step<R>,
) -> Result<Distribution<R>, OddsError> {
    odds(&mut Enumerated::new(policy, false), &rule, MOST_RUNS)
}

/// Quick numbers first; where they do not fit, everything again with numbers of any size.
fn odds<R: Ord>(
    table: &mut Enumerated,
    rule: &impl Fn(&mut Enumerated) -> Step<R>,
    most: u64,
) -> Result<Distribution<R>, OddsError> {
    let small = Walk::new(table, rule, most, |pool| pool.small.as_ref()).odds(Weights::Small);
    match small {
        Err(Left::Overflow) => (),
        Err(Left::Error(error)) => return Err(error),
        Ok(odds) => return Ok(odds),
    }
    table.take_paths(&mut Vec::new(), &mut Vec::new());
    Walk::new(table, rule, most, |pool| Some(pool.big())).odds(Weights::Big).map_err(|left| match left {
        Left::Error(error) => error,
        Left::Overflow => unreachable!("numbers of any size fit"),
    })
}

/// Why a walk was left.
enum Left {
    Overflow,
    Error(OddsError),
}

/// A probability: the weight never exceeds the denominator.
struct Share<W> {
    weight: W,
    of: W,
}

impl<W: Weight> Share<W> {
    /// Adds another part of the same whole.
    #[inline]
    fn add(&mut self, weight: &W, of: &W) -> Result<(), Left> {
        if self.of == *of {
            self.weight.add(weight);
            return Ok(());
        }
        let common = self.of.lcm(of).ok_or(Left::Overflow)?;
        self.weight = self.weight.times(&common.divided(&self.of));
        self.weight.add(&weight.times(&common.divided(of)));
        self.of = common;
        Ok(())
    }
}

/// Adds to the share of a number; numbers are given out in order.
#[inline]
fn add<W: Weight>(shares: &mut Vec<Share<W>>, number: u32, weight: W, of: &W) -> Result<(), Left> {
    match shares.get_mut(number as usize) {
        Some(share) => share.add(&weight, of),
        None => {
            shares.push(Share { weight, of: of.clone() });
            Ok(())
        }
    }
}

/// One walk through all branches of a rule.
struct Walk<'w, W, R, F, P> {
    table: &'w mut Enumerated,
    rule: &'w F,
    runs_left: u64,
    most: u64,
    /// The weights of a pool if they fit.
    ways: P,
    numbers: Numbers<R>,
    /// For each number of an outcome.
    outcomes: Vec<Share<W>>,
    /// For each number of a settled key.
    settled: Vec<Share<W>>,
}

impl<'w, W, R, F, P> Walk<'w, W, R, F, P>
where
    W: Weight,
    R: Ord,
    F: Fn(&mut Enumerated) -> Step<R>,
    P: Fn(&Pool) -> Option<&Ways<W>>,
{
    fn new(table: &'w mut Enumerated, rule: &'w F, most: u64, ways: P) -> Self {
        let (outcomes, settled) = (Vec::with_capacity(ROOM), Vec::with_capacity(32));
        Self { table, rule, runs_left: most, most, ways, numbers: Numbers::new(ROOM), outcomes, settled }
    }

    /// Stage by stage: all branches up to the first settling, then from each settled key up to the next.
    fn odds(mut self, weights: impl FnOnce(Vec<W>, W) -> Weights) -> Result<Distribution<R>, Left> {
        let mut stage = vec![Share { weight: W::one(), of: W::one() }];
        let (mut events, mut ends) = (Vec::new(), vec![0]);
        let mut depth = 0;
        while !stage.is_empty() {
            let mut begin = 0;
            for (share, &end) in stage.drain(..).zip(&ends) {
                self.table.follow(&events[begin..end], depth);
                self.run_along(end - begin, share.weight, &share.of)?;
                begin = end;
            }
            std::mem::swap(&mut stage, &mut self.settled);
            self.table.take_paths(&mut events, &mut ends);
            depth += 1;
        }
        self.finish(weights)
    }

    /// Runs the rule along the table's path, then along all branches behind it; the path weighs
    /// `weight` in `of`.
    #[inline(always)]
    fn run_along(&mut self, len: usize, weight: W, of: &W) -> Result<(), Left> {
        self.runs_left =
            self.runs_left.checked_sub(1).ok_or(Left::Error(OddsError::TooMany { runs: self.most }))?;
        let ran = self.table.run(self.rule);
        self.go_on(len, weight, of, ran)
    }

    /// Counts what came of a run if its path ends here; goes on with its branches if it does not.
    #[inline(always)]
    fn go_on(&mut self, len: usize, weight: W, of: &W, ran: Ran<R>) -> Result<(), Left> {
        if self.table.path.len() > len {
            return self.branch(len, weight, of, ran);
        }
        match ran {
            Ran::Outcome(outcome) => {
                let number = self.numbers.number(outcome, self.outcomes.len() as u32);
                add(&mut self.outcomes, number, weight, of)
            }
            Ran::Settled(number) => add(&mut self.settled, number, weight, of),
            Ran::Nothing => Err(Left::Error(OddsError::NoOutcome)),
        }
    }

    /// Varies the place `at` of the path and all behind it; the first branch has been run.
    #[inline(never)]
    fn branch(&mut self, at: usize, weight: W, of: &W, ran: Ran<R>) -> Result<(), Left> {
        let Some(pool) = self.table.pool(at) else { return self.go_on(at + 1, weight, of, ran) };
        let ways = (self.ways)(&pool).ok_or(Left::Overflow)?;
        let of = of.checked_times(&ways.total).ok_or(Left::Overflow)?;
        self.go_on(at + 1, weight.times(&ways.weights[0]), &of, ran)?;
        for (&roll, part) in pool.outcomes.iter().zip(&ways.weights).skip(1) {
            self.table.path.truncate(at + 1);
            self.table.path[at].roll = roll;
            self.run_along(at + 1, weight.times(part), &of)?;
        }
        Ok(())
    }

    /// Brings all outcomes to one denominator, in ascending order.
    fn finish(self, wrap: impl FnOnce(Vec<W>, W) -> Weights) -> Result<Distribution<R>, Left> {
        let shares = &self.outcomes;
        // Denominators are few; each is looked at once.
        let mut wholes: Vec<(&W, W)> = Vec::with_capacity(8);
        let mut total = W::one();
        for Share { of, .. } in shares {
            if wholes.iter().all(|(known, _)| *known != of) {
                wholes.push((of, W::one()));
                total = total.lcm(of).ok_or(Left::Overflow)?;
            }
        }
        for (of, factor) in &mut wholes {
            *factor = total.divided(of);
        }
        let mut outcomes = Vec::with_capacity(shares.len());
        let mut weights = Vec::with_capacity(shares.len());
        for (outcome, number) in self.numbers.sorted() {
            let Share { weight, of } = &shares[number as usize];
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
