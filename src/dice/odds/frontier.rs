//! What a search has reached: merged keys with their shares and one path to each.

use num_bigint::BigUint;

use super::branch_search::SearchAbort;
use super::distribution::Weights;
use super::roll_outcomes::{OutcomeWeights, RollOutcomes};
use super::weight::Weight;
use crate::Roll;

/// One point of a path through a rule.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BranchPoint {
    /// A roll, or an opposed roll: index of the pool, and the outcome with its index within the pool.
    Rolled { pool: u32, nth: u32, roll: Roll },
    /// An answer, and whether it used a key of the policy.
    Answered { index: u32, by_key: bool },
    /// A value given to `Table::merge_branches`, which the rule computes again.
    Merged,
    /// A finished stage, which is not run again: where its value is kept, and how many keys of the policy it used.
    Finished { site: u32, key: u32, keys_used: u32 },
}

/// Part of a whole: the weight never exceeds the denominator.
#[derive(Clone)]
pub(crate) struct BranchShare<W> {
    pub weight: W,
    pub of: W,
}

impl<W: Weight> BranchShare<W> {
    /// The whole.
    pub fn whole() -> Self {
        Self { weight: W::one(), of: W::one() }
    }

    /// Adds another part of the same whole.
    #[inline]
    pub fn add(&mut self, other: &Self) -> Result<(), SearchAbort> {
        if self.of == other.of {
            self.weight.add(&other.weight);
            return Ok(());
        }
        self.add_unlike(other)
    }

    /// Adds a part with another denominator.
    #[inline(never)]
    fn add_unlike(&mut self, other: &Self) -> Result<(), SearchAbort> {
        if self.of > other.of
            && let Some(factor) = self.of.quotient(&other.of)
        {
            self.weight.add(&other.weight.times(&factor));
        } else if self.of < other.of
            && let Some(factor) = other.of.quotient(&self.of)
        {
            self.weight = self.weight.times(&factor);
            self.weight.add(&other.weight);
            self.of = other.of.clone();
        } else {
            let common = self.of.lcm(&other.of).ok_or(SearchAbort::Overflow)?;
            self.weight = self.weight.times(&common.divided(&self.of));
            self.weight.add(&other.weight.times(&common.divided(&other.of)));
            self.of = common;
        }
        Ok(())
    }
}

/// Merged keys that a search will continue from, in the order in which they were first reached.
pub(crate) struct Frontier<W> {
    /// Tells this frontier from all others of a search.
    pub id: u32,
    pub shares: Vec<BranchShare<W>>,
    /// For each key, the end of one path to it, within `points`.
    ends: Vec<usize>,
    points: Vec<BranchPoint>,
}

impl<W: Weight> Frontier<W> {
    fn new() -> Self {
        Self {
            id: 0,
            shares: Vec::with_capacity(64),
            ends: Vec::with_capacity(64),
            points: Vec::with_capacity(128),
        }
    }

    /// Adds a key with its share, to which this path leads.
    pub fn push(&mut self, share: &BranchShare<W>, (path, end): (&[BranchPoint], BranchPoint)) {
        self.shares.push(share.clone());
        self.points.extend_from_slice(path);
        self.points.push(end);
        self.ends.push(self.points.len());
    }

    /// The path to the key `at`.
    #[inline]
    pub fn path(&self, at: usize) -> &[BranchPoint] {
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.points[begin..self.ends[at]]
    }

    #[inline]
    fn clear(&mut self) {
        self.shares.clear();
        self.ends.clear();
        self.points.clear();
    }
}

/// The numbers of a search: shares along the current path, and what it has reached.
pub(crate) struct SearchShares<W> {
    /// Shares of the start of a search or a branch, and of every roll behind it.
    pub along_path: Vec<BranchShare<W>>,
    /// The keys that the innermost search has reached.
    pub reached: Frontier<W>,
    unused: Vec<Frontier<W>>,
    frontiers: u32,
}

impl<W: Weight> SearchShares<W> {
    pub fn new() -> Self {
        Self {
            along_path: Vec::with_capacity(16),
            reached: Frontier::new(),
            unused: Vec::new(),
            frontiers: 0,
        }
    }

    /// Prepares a new search from the start of a rule.
    #[inline]
    pub fn begin(&mut self) {
        self.along_path.clear();
        self.along_path.push(BranchShare::whole());
        self.reached.clear();
        // Id 0 is that of the first frontier; keys of an earlier search are forgotten by then.
        (self.reached.id, self.frontiers) = (0, 0);
    }

    /// Starts an empty frontier and returns what was reached before.
    #[inline]
    pub fn replace_reached(&mut self) -> Frontier<W> {
        let mut fresh = self.unused.pop().unwrap_or_else(Frontier::new);
        self.frontiers += 1;
        fresh.id = self.frontiers;
        std::mem::replace(&mut self.reached, fresh)
    }

    /// Keeps the memory of a frontier for the next one.
    #[inline]
    pub fn recycle(&mut self, mut frontier: Frontier<W>) {
        frontier.clear();
        self.unused.push(frontier);
    }

    /// The share of the current path.
    #[inline]
    pub fn current(&self) -> &BranchShare<W> {
        self.along_path.last().expect("a search starts with a share")
    }
}

/// The two kinds of numbers of a table; one is in use.
pub(crate) struct TableShares {
    small: SearchShares<u128>,
    big: SearchShares<BigUint>,
}

impl TableShares {
    pub fn new() -> Self {
        Self { small: SearchShares::new(), big: SearchShares::new() }
    }
}

/// A kind of numbers to search with.
pub(crate) trait SearchNumber: Weight {
    fn shares(all: &mut TableShares) -> &mut SearchShares<Self>;
    /// The weights of a pool if they fit.
    fn pool_weights(pool: &RollOutcomes) -> Option<&OutcomeWeights<Self>>;
    fn wrap(weights: Vec<Self>, total: Self) -> Weights;
}

impl SearchNumber for u128 {
    #[inline]
    fn shares(all: &mut TableShares) -> &mut SearchShares<Self> {
        &mut all.small
    }

    #[inline]
    fn pool_weights(pool: &RollOutcomes) -> Option<&OutcomeWeights<Self>> {
        pool.small.as_ref()
    }

    #[inline]
    fn wrap(weights: Vec<Self>, total: Self) -> Weights {
        Weights::Small(weights, total)
    }
}

impl SearchNumber for BigUint {
    #[inline]
    fn shares(all: &mut TableShares) -> &mut SearchShares<Self> {
        &mut all.big
    }

    #[inline]
    fn pool_weights(pool: &RollOutcomes) -> Option<&OutcomeWeights<Self>> {
        Some(pool.big_weights())
    }

    #[inline]
    fn wrap(weights: Vec<Self>, total: Self) -> Weights {
        Weights::Big(weights, total)
    }
}
