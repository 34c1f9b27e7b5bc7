//! Exact odds: outcomes with whole-number weights.

use std::cmp::Ordering;

use num_bigint::BigUint;
use serde::{Serialize, Serializer, ser::SerializeSeq};

use super::weight::{Weight, ratio, small_ratio};

/// Weights in the order of the outcomes, and their total.
#[derive(Clone, Debug)]
pub(crate) enum Weights {
    /// All weights and their total fit.
    Small(Vec<u128>, u128),
    /// They do not.
    Big(Vec<BigUint>, BigUint),
}

impl Weights {
    /// Divides all weights by their greatest common divisor.
    fn reduced(self) -> Self {
        let Self::Big(weights, total) = self else { return self };
        let common = weights.iter().fold(total.clone(), |common, weight| common.gcd(weight));
        let (weights, total): (Vec<BigUint>, _) =
            (weights.into_iter().map(|weight| weight / &common).collect(), total / &common);
        let small: Result<Vec<u128>, _> = weights.iter().map(u128::try_from).collect();
        match (small, u128::try_from(&total)) {
            (Ok(weights), Ok(total)) => Self::Small(weights, total),
            _ => Self::Big(weights, total),
        }
    }
}

/// Outcomes in ascending order without duplicates, each with its exact probability.
///
/// Two distributions are equal if they assign the same probabilities to the same outcomes.
///
/// ```rust
/// use dice::Distribution;
///
/// let two_coins = Distribution::from_weighted(vec![(0_i64, 1), (1, 1), (1, 1), (2, 1)]);
/// assert_eq!(two_coins.len(), 3);
/// assert_eq!(two_coins.fraction(|heads| *heads == 1), ("1".into(), "2".into()));
/// assert_eq!(two_coins.probability(|heads| *heads >= 1), 0.75);
/// assert_eq!(two_coins.mean(|heads| *heads), 1.0);
/// assert_eq!(two_coins.map(|heads| heads % 2).fraction(|odd| *odd == 1), ("1".into(), "2".into()));
/// ```
#[derive(Clone, Debug)]
pub struct Distribution<R> {
    outcomes: Vec<R>,
    weights: Weights,
}

impl Distribution<bool> {
    /// Whether at least one of several independent events happens; certainly not without any.
    ///
    /// ```rust
    /// use dice::Distribution;
    ///
    /// let coin = Distribution::from_weighted(vec![(false, 1), (true, 1)]);
    /// let any = Distribution::any_of([&coin, &coin]);
    /// assert_eq!(any.fraction(|happens| *happens), ("3".into(), "4".into()));
    /// ```
    pub fn any_of<'a>(events: impl IntoIterator<Item = &'a Self>) -> Self {
        let (mut none, mut total) = (BigUint::from(1_u8), BigUint::from(1_u8));
        for event in events {
            none *= event.sum(|happens| !happens);
            total *= event.total();
        }
        let some = &total - &none;
        let parts = [(false, none), (true, some)].into_iter().filter(|(_, weight)| *weight != BigUint::ZERO);
        let (outcomes, weights) = parts.unzip();
        Self { outcomes, weights: Weights::Big(weights, total).reduced() }
    }
}

impl<R> Distribution<R> {
    /// Takes outcomes in ascending order and their weights in the same order.
    pub(crate) fn new(outcomes: Vec<R>, weights: Weights) -> Self {
        Self { outcomes, weights }
    }

    /// Number of possible outcomes.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Whether there are no outcomes; never the case for the odds of a rule.
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// The outcomes in ascending order, each with its probability as the nearest `f64`.
    pub fn iter(&self) -> impl Iterator<Item = (&R, f64)> {
        self.outcomes.iter().enumerate().map(|(at, outcome)| {
            let share = match &self.weights {
                Weights::Small(weights, total) => small_ratio(weights[at], *total),
                Weights::Big(weights, total) => ratio(&weights[at], total),
            };
            (outcome, share)
        })
    }

    /// The outcomes in ascending order, each with its exact probability: numerator and denominator in lowest terms,
    /// as decimal strings.
    pub fn fractions(&self) -> impl Iterator<Item = (&R, (String, String))> {
        let total = self.total();
        self.outcomes
            .iter()
            .enumerate()
            .map(move |(at, outcome)| (outcome, reduce_fraction(&self.weight(at), &total)))
    }

    /// The probability of all outcomes for which `fits` holds: summed exactly, divided once.
    pub fn probability(&self, fits: impl Fn(&R) -> bool) -> f64 {
        let [probability] = self.probabilities(|outcome| [fits(outcome)]);
        probability
    }

    /// The probabilities of several events in one pass; `fits` tells which of them an outcome belongs to.
    pub fn probabilities<const N: usize>(&self, fits: impl Fn(&R) -> [bool; N]) -> [f64; N] {
        match &self.weights {
            Weights::Small(weights, total) => {
                let mut sums = [0_u128; N];
                for (outcome, weight) in self.outcomes.iter().zip(weights) {
                    for (sum, fits) in sums.iter_mut().zip(fits(outcome)) {
                        *sum += if fits { *weight } else { 0 };
                    }
                }
                sums.map(|sum| small_ratio(sum, *total))
            }
            Weights::Big(_, total) => {
                std::array::from_fn(|event| ratio(&self.sum(|outcome| fits(outcome)[event]), total))
            }
        }
    }

    /// The exact probability of all outcomes for which `fits` holds: numerator and denominator in lowest terms, as
    /// decimal strings.
    pub fn fraction(&self, fits: impl Fn(&R) -> bool) -> (String, String) {
        reduce_fraction(&self.sum(fits), &self.total())
    }

    /// The mean of a whole number derived from each outcome: summed exactly, divided once.
    pub fn mean(&self, number: impl Fn(&R) -> i64) -> f64 {
        if let Some(mean) = self.small_mean(&number) {
            return mean;
        }
        let (mut above, mut below) = (BigUint::ZERO, BigUint::ZERO);
        for (at, outcome) in self.outcomes.iter().enumerate() {
            let number = number(outcome);
            let side = if number < 0 { &mut below } else { &mut above };
            *side += self.weight(at) * number.unsigned_abs();
        }
        match above.cmp(&below) {
            Ordering::Less => -ratio(&(below - above), &self.total()),
            _ => ratio(&(above - below), &self.total()),
        }
    }

    /// The mean if machine numbers hold the sum.
    fn small_mean(&self, number: impl Fn(&R) -> i64) -> Option<f64> {
        let Weights::Small(weights, total) = &self.weights else { return None };
        let parts = self.outcomes.iter().zip(weights);
        let mut sum = 0_i128;
        if u64::try_from(*total).is_ok() {
            // 64 bits times 63 bits and a sign: neither a part nor the sum overflows.
            for (outcome, weight) in parts {
                sum += i128::from(*weight as u64) * i128::from(number(outcome));
            }
        } else {
            for (outcome, weight) in parts {
                let part = i128::try_from(*weight).ok()?.checked_mul(i128::from(number(outcome)))?;
                sum = sum.checked_add(part)?;
            }
        }
        let mean = small_ratio(sum.unsigned_abs(), *total);
        Some(if sum < 0 { -mean } else { mean })
    }

    /// The distribution of a value derived from the outcomes; equal values are merged.
    pub fn map<S: Ord>(&self, read: impl Fn(&R) -> S) -> Distribution<S> {
        let values = self.outcomes.iter().map(read);
        match &self.weights {
            Weights::Small(weights, total) => {
                let (outcomes, weights) = merge_values(values.zip(weights.iter().copied()));
                Distribution { outcomes, weights: Weights::Small(weights, *total) }
            }
            Weights::Big(weights, total) => {
                let (outcomes, weights) = merge_values(values.zip(weights.iter().cloned()));
                Distribution { outcomes, weights: Weights::Big(weights, total.clone()) }
            }
        }
    }

    /// Chains a further distribution to each outcome and returns the exact distribution of the results.
    ///
    /// # Errors
    /// Returns the first error of `next`.
    pub fn and_then<S: Ord, E>(
        &self,
        mut next: impl FnMut(&R) -> Result<Distribution<S>, E>,
    ) -> Result<Distribution<S>, E> {
        let mut values: Vec<S> = Vec::new();
        let mut shares: Vec<(BigUint, BigUint)> = Vec::new();
        let mut common = BigUint::from(1_u8);
        for (at, outcome) in self.outcomes.iter().enumerate() {
            let follows = next(outcome)?;
            let (own, of) = (self.weight(at), follows.total());
            common = Weight::lcm(&common, &of).expect("broken invariant: big integers do not overflow");
            for place in 0..follows.len() {
                shares.push((&own * follows.weight(place), of.clone()));
            }
            values.extend(follows.outcomes);
        }
        let weights = shares.into_iter().map(|(weight, of)| weight * (&common / of));
        let (outcomes, weights) = merge_values(values.into_iter().zip(weights));
        Ok(Distribution { outcomes, weights: Weights::Big(weights, self.total() * common).reduced() })
    }

    /// The total weight of all outcomes for which `fits` holds.
    fn sum(&self, fits: impl Fn(&R) -> bool) -> BigUint {
        match &self.weights {
            Weights::Small(weights, _) => {
                let fitting = self.outcomes.iter().zip(weights).filter(|(outcome, _)| fits(outcome));
                BigUint::from(fitting.map(|(_, weight)| weight).sum::<u128>())
            }
            Weights::Big(weights, _) => {
                let fitting = self.outcomes.iter().zip(weights).filter(|(outcome, _)| fits(outcome));
                fitting.map(|(_, weight)| weight).sum()
            }
        }
    }

    fn weight(&self, at: usize) -> BigUint {
        match &self.weights {
            Weights::Small(weights, _) => BigUint::from(weights[at]),
            Weights::Big(weights, _) => weights[at].clone(),
        }
    }

    fn total(&self) -> BigUint {
        match &self.weights {
            Weights::Small(_, total) => BigUint::from(*total),
            Weights::Big(_, total) => total.clone(),
        }
    }
}

/// A fraction in lowest terms, as decimal strings.
fn reduce_fraction(part: &BigUint, total: &BigUint) -> (String, String) {
    let common = total.gcd(part);
    ((part / &common).to_string(), (total / &common).to_string())
}

/// Values up to which each one is put in its place; more are sorted at once.
const MAX_PLACED_VALUES: usize = 64;

/// Sorts values and adds up the weights of equal ones. Most ascend already, and then one pass is enough.
fn merge_values<S: Ord, W: Weight>(mut parts: impl ExactSizeIterator<Item = (S, W)>) -> (Vec<S>, Vec<W>) {
    let room = parts.len();
    let mut merged: (Vec<S>, Vec<W>) = (Vec::with_capacity(room), Vec::with_capacity(room));
    while let Some((value, weight)) = parts.next() {
        match merged.0.last().map(|last| last.cmp(&value)) {
            Some(Ordering::Greater) if room > MAX_PLACED_VALUES => {
                let before = merged.0.into_iter().zip(merged.1);
                let mut all: Vec<(S, W)> = before.chain([(value, weight)]).chain(parts).collect();
                all.sort_unstable_by(|one, other| one.0.cmp(&other.0));
                return merge_neighbours(all);
            }
            Some(Ordering::Greater) => match merged.0.binary_search(&value) {
                Ok(at) => merged.1[at].add(&weight),
                Err(at) => {
                    merged.0.insert(at, value);
                    merged.1.insert(at, weight);
                }
            },
            order => push_merged(&mut merged, (value, weight), order == Some(Ordering::Equal)),
        }
    }
    merged
}

/// Adds up the weights of equal neighbours.
fn merge_neighbours<S: Ord, W: Weight>(sorted: Vec<(S, W)>) -> (Vec<S>, Vec<W>) {
    let mut merged: (Vec<S>, Vec<W>) = (Vec::with_capacity(sorted.len()), Vec::with_capacity(sorted.len()));
    for (value, weight) in sorted {
        let is_known = merged.0.last() == Some(&value);
        push_merged(&mut merged, (value, weight), is_known);
    }
    merged
}

/// Adds a weight to that of the last value if this is the same one, else a value with its weight.
fn push_merged<S, W: Weight>(merged: &mut (Vec<S>, Vec<W>), (value, weight): (S, W), is_known: bool) {
    match merged.1.last_mut() {
        Some(sum) if is_known => sum.add(&weight),
        _ => {
            merged.0.push(value);
            merged.1.push(weight);
        }
    }
}

impl<R: Ord> Distribution<R> {
    /// Creates a distribution from outcomes with whole-number weights, in any order; equal outcomes are merged.
    pub fn from_weighted(mut parts: Vec<(R, u128)>) -> Self {
        let total = parts.iter().map(|(_, weight)| weight).sum();
        parts.retain(|(_, weight)| *weight > 0);
        Self::from_shares(parts.into_iter(), total)
    }

    /// As `from_weighted`, of weights above 0 with this sum.
    pub(crate) fn from_shares(parts: impl ExactSizeIterator<Item = (R, u128)>, total: u128) -> Self {
        let (outcomes, weights) = merge_values(parts);
        Self { outcomes, weights: Weights::Small(weights, total) }
    }
}

impl<R: PartialEq> PartialEq for Distribution<R> {
    fn eq(&self, other: &Self) -> bool {
        let (own, others) = (self.total(), other.total());
        self.outcomes == other.outcomes
            && (0..self.len()).all(|at| self.weight(at) * &others == other.weight(at) * &own)
    }
}

impl<R: Eq> Eq for Distribution<R> {}

/// Serialises as a list of outcomes, each with its weight as a decimal string and its probability.
impl<R: Serialize> Serialize for Distribution<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct DistributionRow<'a, R> {
            outcome: &'a R,
            weight: String,
            probability: f64,
        }
        let mut list = serializer.serialize_seq(Some(self.len()))?;
        for (at, (outcome, probability)) in self.iter().enumerate() {
            list.serialize_element(&DistributionRow {
                outcome,
                weight: self.weight(at).to_string(),
                probability,
            })?;
        }
        list.end()
    }
}

#[cfg(test)]
mod tests;
