//! The table of exact odds: follows one path through a rule at a time.

use std::{panic::Location, rc::Rc};

use num_bigint::BigUint;

use super::branch_search::{self, SearchAbort};
use super::frontier::{BranchPoint, BranchShare, SearchNumber, TableShares};
use super::merge_sites::MergeSites;
use super::roll_outcomes::{RollOutcomes, RollRequest};
use crate::{AnswerPolicy, Dice, Interrupt, Note, Prompt, Purpose, Roll, RollMode, RuleResult, Table};

/// The table of exact odds: returns every outcome of a roll in turn, one per run of the rule.
///
/// [`enumerate`](crate::enumerate) creates it.
pub struct EnumeratedTable {
    policy: AnswerPolicy,
    /// Whether equal branches are merged.
    merging: bool,
    /// Whether big integers are in use.
    pub(crate) big: bool,
    pools: Vec<Rc<RollOutcomes>>,
    /// The points of this run so far, and those that are still to be repeated.
    pub(crate) path: Vec<BranchPoint>,
    /// Number of points of the path that this run has passed.
    pub(crate) passed: usize,
    /// Number of points before the start of the innermost search.
    pub(crate) start: usize,
    /// Whether this run has ended at a merge.
    pub(crate) merged: bool,
    /// Why the search cannot go on.
    pub(crate) abort: Option<SearchAbort>,
    pub(crate) shares: TableShares,
    pub(crate) runs_left: u64,
    sites: MergeSites,
}

impl EnumeratedTable {
    /// Creates a table without memory of earlier searches.
    pub(crate) fn new() -> Self {
        Self {
            policy: AnswerPolicy::first(),
            merging: true,
            big: false,
            pools: Vec::with_capacity(8),
            path: Vec::with_capacity(16),
            passed: 0,
            start: 0,
            merged: false,
            abort: None,
            shares: TableShares::new(),
            runs_left: 0,
            sites: MergeSites::default(),
        }
    }

    /// Prepares the table for a search of a rule.
    pub(crate) fn begin(&mut self, policy: AnswerPolicy, merging: bool) {
        (self.policy, self.merging) = (policy, merging);
    }

    /// Prepares the table for a search with these numbers, at most `runs` runs long.
    pub(crate) fn begin_numbers<W: SearchNumber>(&mut self, big: bool, runs: u64) {
        self.forget();
        (self.big, self.runs_left) = (big, runs);
        W::shares(&mut self.shares).begin();
    }

    /// Forgets the search and keeps its memory.
    pub(crate) fn forget(&mut self) {
        self.pools.clear();
        self.path.clear();
        self.sites.clear();
        (self.passed, self.start, self.merged, self.abort) = (0, 0, false, None);
    }

    /// Varies the last roll behind the first `len` points of the path that has outcomes left; `false` without one.
    #[inline]
    pub(crate) fn vary_path<W: SearchNumber>(&mut self, len: usize) -> bool {
        let along_path = &mut W::shares(&mut self.shares).along_path;
        while self.path.len() > len {
            if let Some(BranchPoint::Rolled { pool, nth, roll }) = self.path.last_mut() {
                let pool = &*self.pools[*pool as usize];
                *nth += 1;
                if let Some(&outcome) = pool.outcomes.get(*nth as usize)
                    && let [.., before, own] = &mut along_path[..]
                    && let Some(ways) = W::pool_weights(pool)
                {
                    *roll = outcome;
                    own.weight = before.weight.times(&ways.weights[*nth as usize]);
                    return true;
                }
                along_path.pop();
            }
            self.path.pop();
        }
        false
    }

    /// The index of the pool of a request.
    #[inline]
    fn pool_index(&mut self, asked: RollRequest) -> usize {
        let known = self.pools.iter().position(|pool| pool.request == asked);
        known.unwrap_or_else(|| {
            self.pools.push(RollOutcomes::for_request(asked));
            self.pools.len() - 1
        })
    }

    /// Adds the first outcome of a roll to the path; returns the index of the pool.
    #[inline(never)]
    fn branch(&mut self, asked: RollRequest) -> RuleResult<u32> {
        let index = self.pool_index(asked);
        let pool = &*self.pools[index];
        let pushed = if self.big {
            push_share::<BigUint>(&mut self.shares, pool)
        } else {
            push_share::<u128>(&mut self.shares, pool)
        };
        if pushed.is_none() {
            return Err(self.abort_search(SearchAbort::Overflow));
        }
        let pool_index = index as u32;
        self.path.push(BranchPoint::Rolled { pool: pool_index, nth: 0, roll: pool.outcomes[0] });
        Ok(pool_index)
    }

    /// Ends the run permanently.
    fn abort_search(&mut self, abort: SearchAbort) -> Interrupt {
        (self.abort, self.merged) = (Some(abort), false);
        Interrupt::Merged
    }

    /// Number of keys of the policy that were used from a point of the path on.
    fn keys_used(&self, from: usize) -> u32 {
        let used = |point: &BranchPoint| match *point {
            BranchPoint::Answered { by_key, .. } => u32::from(by_key),
            BranchPoint::Finished { keys_used, .. } => keys_used,
            BranchPoint::Rolled { .. } | BranchPoint::Merged => 0,
        };
        self.path[from..].iter().map(used).sum()
    }

    /// Adds the current share to a merged key.
    #[inline]
    fn reach<W: SearchNumber, K: Ord + Clone + 'static>(&mut self, site: u32, key: K) -> Interrupt {
        let shares = W::shares(&mut self.shares);
        let (id, next) = (shares.reached.id, shares.reached.shares.len());
        let mut keys = self.sites.take(site);
        let (_, at) = keys.intern(key, (id, next));
        self.sites.put_back(site, keys);
        let share = shares.along_path.last().expect("a search starts with a share");
        let added = match shares.reached.shares.get_mut(at) {
            Some(known) => known.add(share),
            None => {
                shares.reached.push(share, (&self.path[self.start..], BranchPoint::Merged));
                Ok(())
            }
        };
        if let Err(abort) = added {
            return self.abort_search(abort);
        }
        self.merged = true;
        Interrupt::Merged
    }

    /// The value of a stage if this path goes on behind it.
    #[inline]
    fn finished_stage<K: Ord + Clone + 'static>(&mut self) -> Option<K> {
        let &BranchPoint::Finished { site, key, .. } = self.path.get(self.passed)? else {
            debug_assert!(false, "a rule has the same stages after the same outcomes");
            return None;
        };
        self.passed += 1;
        Some(self.sites.key(site, key))
    }

    /// Reads every outcome of a roll and adds its share to the value read.
    #[inline]
    fn read_outcomes<W: SearchNumber, K: Ord + Clone + 'static>(
        &mut self,
        site: u32,
        asked: RollRequest,
        read: impl Fn(&RollOutcomes, usize) -> K,
    ) -> Interrupt {
        let index = self.pool_index(asked);
        let pool = &*self.pools[index];
        let Some(runs_left) = self.runs_left.checked_sub(pool.outcomes.len() as u64) else {
            return self.abort_search(SearchAbort::TooMany);
        };
        self.runs_left = runs_left;
        let shares = W::shares(&mut self.shares);
        let before = shares.current();
        let fitting =
            W::pool_weights(pool).and_then(|ways| Some((ways, before.of.checked_times(&ways.total)?)));
        let Some((ways, of)) = fitting else { return self.abort_search(SearchAbort::Overflow) };
        let before = before.weight.clone();
        let reached = &mut shares.reached;
        let path = &self.path[self.start..];
        let mut keys = self.sites.take(site);
        let mut share = BranchShare { weight: before.clone(), of };
        let mut added = Ok(());
        for (nth, weight) in ways.weights.iter().enumerate() {
            share.weight = before.times(weight);
            let (key, at) = keys.intern(read(pool, nth), (reached.id, reached.shares.len()));
            match reached.shares.get_mut(at) {
                Some(known) => added = added.and_then(|()| known.add(&share)),
                None => reached.push(&share, (path, BranchPoint::Finished { site, key, keys_used: 0 })),
            }
        }
        self.sites.put_back(site, keys);
        if let Err(abort) = added {
            return self.abort_search(abort);
        }
        self.merged = true;
        Interrupt::Merged
    }

    /// Searches all branches of a stage that has not been run on this path, and adds their shares to its values.
    fn search_stage<W: SearchNumber, K: Ord + Clone + 'static>(
        &mut self,
        site: u32,
        stage: &impl Fn(&mut Self) -> RuleResult<K>,
    ) -> Interrupt {
        let (at, start) = (self.passed, self.start);
        let mut reached = W::shares(&mut self.shares).replace_reached();
        let mut keys = self.sites.take(site);
        let searched = branch_search::search::<W, K>(self, stage, &mut |table, key| {
            let next = reached.shares.len();
            let (number, place) = keys.intern(key, (reached.id, next));
            if let Some(known) = reached.shares.get_mut(place) {
                return known.add(W::shares(&mut table.shares).current());
            }
            let point = BranchPoint::Finished { site, key: number, keys_used: table.keys_used(at) };
            let share = W::shares(&mut table.shares).current();
            reached.push(share, (&table.path[start..at], point));
            Ok(())
        });
        self.sites.put_back(site, keys);
        if let Err(abort) = searched {
            return self.abort_search(abort);
        }
        let shares = W::shares(&mut self.shares);
        let inner = std::mem::replace(&mut shares.reached, reached);
        shares.recycle(inner);
        self.merged = true;
        Interrupt::Merged
    }
}

/// Adds the share of a pool's first outcome; `None` if the numbers do not fit.
fn push_share<W: SearchNumber>(shares: &mut TableShares, pool: &RollOutcomes) -> Option<()> {
    let ways = W::pool_weights(pool)?;
    let shares = W::shares(shares);
    let BranchShare { weight, of } = shares.current();
    // The denominator first: a weight fits wherever it does.
    let of = of.checked_times(&ways.total)?;
    let share = BranchShare { weight: weight.times(&ways.weights[0]), of };
    shares.along_path.push(share);
    Some(())
}

impl Table for EnumeratedTable {
    #[inline]
    fn roll(&mut self, dice: Dice, purpose: Purpose<'_>) -> RuleResult<Roll> {
        let at = self.passed;
        self.passed += 1;
        if let Some(&BranchPoint::Rolled { pool, roll, .. }) = self.path.get(at) {
            debug_assert!(
                self.pools[pool as usize].request.is_single_roll_of(dice),
                "a rule rolls the same dice again after the same outcomes"
            );
            return Ok(roll);
        }
        // Unmerged odds distinguish everything.
        let limit = purpose.limit.filter(|_| self.merging);
        let pool = self.branch(RollRequest::One((dice, limit)))?;
        Ok(self.pools[pool as usize].outcomes[0])
    }

    /// The faces that count are those of a die with fewer sides.
    fn roll_until(&mut self, die: Dice, highest: u8, purpose: Purpose<'_>) -> RuleResult<Roll> {
        debug_assert!(die.count == 1 && die.read == RollMode::Sum, "one die, read as its face");
        self.roll(Dice { sides: highest.min(die.sides), ..die }, purpose)
    }

    #[inline]
    fn roll_opposed(
        &mut self,
        first: (Dice, Purpose<'_>),
        second: (Dice, Purpose<'_>),
    ) -> RuleResult<(Roll, Roll)> {
        if !self.merging {
            let first = self.roll(first.0, first.1)?;
            return Ok((first, self.roll(second.0, second.1)?));
        }
        let at = self.passed;
        self.passed += 1;
        let asked = || RollRequest::Opposed((first.0, first.1.limit), (second.0, second.1.limit));
        let (pool, nth) = match self.path.get(at) {
            Some(&BranchPoint::Rolled { pool, nth, .. }) => (pool, nth),
            _ => (self.branch(asked())?, 0),
        };
        let pool = &self.pools[pool as usize];
        debug_assert!(pool.request == asked(), "a rule rolls the same dice again after the same outcomes");
        Ok(pool.pairs[nth as usize])
    }

    fn ask(&mut self, prompt: impl FnOnce() -> Prompt) -> RuleResult<usize> {
        if self.policy.is_first() {
            return Ok(0);
        }
        let at = self.passed;
        self.passed += 1;
        if let Some(&BranchPoint::Answered { index, .. }) = self.path.get(at) {
            return Ok(index as usize);
        }
        debug_assert!(self.path.len() == at, "a rule asks the same again after the same outcomes");
        let (index, by_key) = self.policy.answer(self.keys_used(0) as usize, prompt);
        self.path.push(BranchPoint::Answered { index: index as u32, by_key });
        Ok(index)
    }

    #[inline]
    #[track_caller]
    fn merge_branches<K: Ord + Clone + 'static>(&mut self, value: K) -> RuleResult<K> {
        if !self.merging {
            return Ok(value);
        }
        if let Some(BranchPoint::Merged) = self.path.get(self.passed) {
            self.passed += 1;
            return Ok(value);
        }
        let site = self.sites.find::<K>(Location::caller());
        Err(if self.big { self.reach::<BigUint, K>(site, value) } else { self.reach::<u128, K>(site, value) })
    }

    #[inline]
    #[track_caller]
    fn stage<K: Ord + Clone + 'static>(
        &mut self,
        stage: impl Fn(&mut Self) -> RuleResult<K>,
    ) -> RuleResult<K> {
        if !self.merging {
            return stage(self);
        }
        if let Some(value) = self.finished_stage() {
            return Ok(value);
        }
        let site = self.sites.find::<K>(Location::caller());
        Err(if self.big {
            self.search_stage::<BigUint, K>(site, &stage)
        } else {
            self.search_stage::<u128, K>(site, &stage)
        })
    }

    #[inline]
    #[track_caller]
    fn roll_stage<K: Ord + Clone + 'static>(
        &mut self,
        (dice, purpose): (Dice, Purpose<'_>),
        read: impl Fn(Roll) -> K,
    ) -> RuleResult<K> {
        if !self.merging {
            return Ok(read(self.roll(dice, purpose)?));
        }
        if let Some(value) = self.finished_stage() {
            return Ok(value);
        }
        let site = self.sites.find::<K>(Location::caller());
        let asked = RollRequest::One((dice, purpose.limit));
        let read = |pool: &RollOutcomes, nth: usize| read(pool.outcomes[nth]);
        Err(if self.big {
            self.read_outcomes::<BigUint, K>(site, asked, read)
        } else {
            self.read_outcomes::<u128, K>(site, asked, read)
        })
    }

    #[inline]
    #[track_caller]
    fn opposed_stage<K: Ord + Clone + 'static>(
        &mut self,
        first: (Dice, Purpose<'_>),
        second: (Dice, Purpose<'_>),
        read: impl Fn(Roll, Roll) -> K,
    ) -> RuleResult<K> {
        if !self.merging {
            let (first, second) = self.roll_opposed(first, second)?;
            return Ok(read(first, second));
        }
        if let Some(value) = self.finished_stage() {
            return Ok(value);
        }
        let site = self.sites.find::<K>(Location::caller());
        let asked = RollRequest::Opposed((first.0, first.1.limit), (second.0, second.1.limit));
        let read = |pool: &RollOutcomes, nth: usize| {
            let (first, second) = pool.pairs[nth];
            read(first, second)
        };
        Err(if self.big {
            self.read_outcomes::<BigUint, K>(site, asked, read)
        } else {
            self.read_outcomes::<u128, K>(site, asked, read)
        })
    }

    #[inline]
    fn note(&mut self, _: impl FnOnce() -> Note) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_prompt::prompt;
    use crate::{CarryState, PartialTable, ReplayedTable, enumerate};
    use model::UnitId;

    const PURPOSE: Purpose<'_> =
        Purpose { who: None, why: "coin", clause: "SS-BASE-01", parts: &[], limit: None };

    /// The answers of a rule with four prompts, with dice and a merge between them.
    fn answers(policy: AnswerPolicy) -> Vec<usize> {
        let odds = enumerate(policy, |table| {
            let first = table.ask(|| prompt(&["dodge", "parry", "block"]))?;
            table.roll(Dice::d6_hits(2), PURPOSE)?;
            let second = table.ask(|| prompt(&["none"]))?;
            table.merge_branches(())?;
            let third = table.ask(|| prompt(&["dodge", "parry"]))?;
            table.roll(Dice::d6_hits(1), PURPOSE)?;
            let fourth = table.ask(|| prompt(&["yes", "no"]))?;
            Ok(vec![first, second, third, fourth])
        });
        let odds = odds.expect("few branches");
        let answers: Vec<_> = odds.iter().map(|(answers, _)| answers.clone()).collect();
        assert_eq!(answers.len(), 1, "the same answers in every branch");
        answers.concat()
    }

    /// A d10 of which only 1 to 8 count, then a d6: behind rolls that are replayed, and for one unit of several.
    #[test]
    fn rerolls_without_limit_have_exact_odds() {
        let die = Dice { count: 1, sides: 10, read: RollMode::Sum };
        let rule = |table: &mut EnumeratedTable| {
            let mut one_unit = PartialTable::new(table, &[UnitId(2)]);
            let rolled = [Roll::from_value(9)];
            let replayed = &mut ReplayedTable::new(&mut one_unit, &rolled, &[]);
            let table = &mut CarryState::new(replayed, ());
            let face = table.roll_until(die, 8, PURPOSE)?.value;
            let other = Purpose { who: Some(UnitId(3)), ..PURPOSE };
            assert_eq!(table.roll_until(die, 8, other)?.value, 0, "not asked for");
            Ok(face * 10 + table.roll(Dice::d6_sum(1), PURPOSE)?.value)
        };
        let odds = enumerate(AnswerPolicy::first(), rule).expect("48 branches");
        assert_eq!(odds.len(), 48);
        assert_eq!(odds.fraction(|sum| *sum == 86), ("1".into(), "48".into()));
    }

    #[test]
    fn policies_answer_every_question() {
        assert_eq!(answers(AnswerPolicy::first()), [0, 0, 0, 0]);
        assert_eq!(answers(AnswerPolicy::default()), [0, 0, 0, 0]);
        assert_eq!(answers(AnswerPolicy::keys(["block", "parry", "no"])), [2, 0, 1, 1]);
        assert_eq!(answers(AnswerPolicy::keys(["fly", "parry"])), [0, 0, 1, 0]);
        assert_eq!(answers(AnswerPolicy::choose(|prompt| prompt.answers.len() - 1)), [2, 0, 1, 1]);
        assert_eq!(answers(AnswerPolicy::choose(|_| 99)), [2, 0, 1, 1], "too high means the last");
    }

    #[test]
    fn a_policy_may_look_at_the_question() {
        let dodge =
            |prompt: &Prompt| prompt.answers.iter().position(|answer| answer.key == "dodge").unwrap_or(1);
        assert_eq!(answers(AnswerPolicy::choose(dodge)), [0, 0, 0, 1]);
    }
}
