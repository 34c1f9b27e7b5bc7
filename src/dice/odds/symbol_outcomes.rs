//! All outcomes of a mixed pool of narrative dice, and in how many ways each comes about.
//!
//! Good and bad dice are counted separately, die by die; then every good total is combined with every bad one.

use std::ops::{AddAssign, Mul};

use num_bigint::BigUint;

use super::roll_outcomes::OutcomeWeights;
use super::weight::Weight;
use crate::{Roll, Symbol, SymbolDie, SymbolPool, Symbols};

/// A number type that counts ways.
trait SymbolWeight: Clone + PartialEq + From<u8> + for<'a> AddAssign<&'a Self> {
    fn product(&self, other: &Self) -> Self;
}

impl<W> SymbolWeight for W
where
    W: Clone + PartialEq + From<u8> + for<'a> AddAssign<&'a W>,
    for<'a> &'a W: Mul<&'a W, Output = W>,
{
    #[inline]
    fn product(&self, other: &Self) -> Self {
        self * other
    }
}

/// Outcomes and their weights in lowest terms; `None` if they do not fit.
pub(crate) fn small_outcomes(pool: SymbolPool) -> Option<(Vec<Roll>, OutcomeWeights<u128>)> {
    let mut faces = 1_u128;
    for die in pool.dice() {
        faces = faces.checked_mul(u128::from(die.sides()))?;
    }
    let (rolls, mut weights): (Vec<Roll>, Vec<u128>) = if u64::try_from(faces).is_ok() {
        let (rolls, weights) = count_outcomes::<u64>(pool);
        let common =
            weights.iter().fold(0, |common, weight| if common == 1 { 1 } else { gcd(*weight, common) });
        (rolls, weights.into_iter().map(|weight| u128::from(weight / common)).collect())
    } else {
        count_outcomes::<u128>(pool)
    };
    let common = weights.iter().fold(0, |common, weight| if common == 1 { 1 } else { weight.gcd(&common) });
    if common > 1 {
        weights.iter_mut().for_each(|weight| *weight /= common);
    }
    let total = weights.iter().sum();
    Some((rolls, OutcomeWeights { weights, total }))
}

fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Outcomes with big-integer weights.
pub(crate) fn big_outcomes(pool: SymbolPool) -> Vec<(Roll, BigUint)> {
    let (rolls, weights) = count_outcomes::<BigUint>(pool);
    rolls.into_iter().zip(weights).collect()
}

/// Symbols of one sign, all counted as positive.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct SymbolTotal {
    /// Successes or failures.
    successes: usize,
    /// Advantages or threats.
    advantages: usize,
    /// Triumphs or despairs.
    marks: usize,
}

impl SymbolTotal {
    fn from_face(face: &[Symbol]) -> Self {
        let mut total = Self::default();
        for symbol in face {
            match symbol {
                Symbol::Success | Symbol::Failure => total.successes += 1,
                Symbol::Advantage | Symbol::Threat => total.advantages += 1,
                Symbol::Triumph | Symbol::Despair => {
                    total.successes += 1;
                    total.marks += 1;
                }
            }
        }
        total
    }
}

/// The totals of all dice of one sign, counted in a block sized by the largest successes, advantages and marks.
struct PoolHalf<W> {
    most: SymbolTotal,
    ways: Vec<W>,
}

impl<W: SymbolWeight> PoolHalf<W> {
    /// Counts all dice of one sign.
    fn from_pool(pool: SymbolPool, good: bool) -> Self {
        let mut side = Self { most: SymbolTotal::default(), ways: vec![W::from(1)] };
        for die in SymbolDie::ALL.into_iter().filter(|die| die.is_good() == good) {
            let faces = distinct_faces(die);
            for _ in 0..pool.get(die) {
                side = side.with_die(&faces);
            }
        }
        side
    }

    /// Index of a total in a block of this size.
    fn index_of(most: SymbolTotal, total: SymbolTotal) -> usize {
        (total.successes * (most.advantages + 1) + total.advantages) * (most.marks + 1) + total.marks
    }

    /// Adds one die.
    fn with_die(&self, faces: &[(SymbolTotal, u8)]) -> Self {
        let reach =
            |read: fn(&SymbolTotal) -> usize| faces.iter().map(|(face, _)| read(face)).max().unwrap_or(0);
        let most = SymbolTotal {
            successes: self.most.successes + reach(|face| face.successes),
            advantages: self.most.advantages + reach(|face| face.advantages),
            marks: self.most.marks + reach(|face| face.marks),
        };
        let size = (most.successes + 1) * (most.advantages + 1) * (most.marks + 1);
        let mut ways = vec![W::from(0); size];
        let faces: Vec<(usize, W)> =
            faces.iter().map(|&(face, ways)| (Self::index_of(most, face), W::from(ways))).collect();
        for (total, before) in self.totals() {
            let from = Self::index_of(most, total);
            for (step, times) in &faces {
                ways[from + step] += &before.product(times);
            }
        }
        Self { most, ways }
    }

    /// Every possible total with its number of ways.
    fn totals(&self) -> impl Iterator<Item = (SymbolTotal, &W)> {
        let (advantages, marks) = (self.most.advantages + 1, self.most.marks + 1);
        let none = W::from(0);
        self.ways.iter().enumerate().filter(move |(_, ways)| **ways != none).map(move |(at, ways)| {
            let total = SymbolTotal {
                successes: at / marks / advantages,
                advantages: at / marks % advantages,
                marks: at % marks,
            };
            (total, ways)
        })
    }
}

/// The distinct faces of a die, each with the number of times it occurs.
fn distinct_faces(die: SymbolDie) -> Vec<(SymbolTotal, u8)> {
    let mut faces: Vec<(SymbolTotal, u8)> = Vec::with_capacity(8);
    for face in die.faces() {
        let face = SymbolTotal::from_face(face);
        match faces.iter_mut().find(|(known, _)| *known == face) {
            Some((_, times)) => *times += 1,
            None => faces.push((face, 1)),
        }
    }
    faces
}

/// All outcomes in ascending order of successes, advantages, triumphs and despairs.
fn count_outcomes<W: SymbolWeight>(pool: SymbolPool) -> (Vec<Roll>, Vec<W>) {
    let (good, bad) = (PoolHalf::<W>::from_pool(pool, true), PoolHalf::<W>::from_pool(pool, false));
    let despairs = bad.most.marks + 1;
    let triumphs = good.most.marks + 1;
    let advantages = good.most.advantages + bad.most.advantages + 1;
    let successes = good.most.successes + bad.most.successes + 1;
    let mut ways = vec![W::from(0); successes * advantages * triumphs * despairs];
    // The index of a combination is the sum of the indices of its good and its bad total.
    let bad_totals: Vec<(usize, &W)> = bad
        .totals()
        .map(|(total, ways)| {
            let row = (bad.most.successes - total.successes) * advantages;
            let at = (row + bad.most.advantages - total.advantages) * triumphs * despairs + total.marks;
            (at, ways)
        })
        .collect();
    for (total, own) in good.totals() {
        let row = total.successes * advantages + total.advantages;
        let from = (row * triumphs + total.marks) * despairs;
        for (step, other) in &bad_totals {
            ways[from + step] += &own.product(other);
        }
    }
    let none = W::from(0);
    let possible = ways.iter().filter(|ways| **ways != none).count();
    let (mut rolls, mut weights) = (Vec::with_capacity(possible), Vec::with_capacity(possible));
    let mut at = ways.into_iter();
    for success in 0..successes {
        for advantage in 0..advantages {
            for triumph in 0..triumphs {
                for (despair, ways) in at.by_ref().take(despairs).enumerate() {
                    if ways != none {
                        rolls.push(Roll::from_symbols(Symbols {
                            successes: success as i16 - bad.most.successes as i16,
                            advantages: advantage as i16 - bad.most.advantages as i16,
                            triumphs: triumph as u8,
                            despairs: despair as u8,
                        }));
                        weights.push(ways);
                    }
                }
            }
        }
    }
    (rolls, weights)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn pool(counts: [u8; 6]) -> SymbolPool {
        let mut pool = SymbolPool::default();
        for (die, count) in SymbolDie::ALL.into_iter().zip(counts) {
            *pool.get_mut(die) = count;
        }
        pool
    }

    /// Counts every face of every die, one by one.
    fn brute_force(pool: SymbolPool) -> (BTreeMap<Symbols, u128>, u128) {
        let sides: Vec<u8> = pool.dice().map(SymbolDie::sides).collect();
        let mut faces = vec![1; sides.len()];
        let (mut counted, mut total) = (BTreeMap::new(), 0);
        loop {
            *counted.entry(pool.read(&faces)).or_default() += 1;
            total += 1;
            let Some(at) = (0..faces.len()).find(|&at| faces[at] < sides[at]) else {
                return (counted, total);
            };
            faces[..at].fill(1);
            faces[at] += 1;
        }
    }

    #[test]
    fn pools_count_what_single_faces_count() {
        let pools = [
            [0, 0, 0, 0, 0, 0],
            [1, 0, 0, 0, 0, 0],
            [0, 2, 0, 0, 0, 0],
            [0, 0, 0, 0, 2, 0],
            [1, 1, 1, 1, 1, 0],
            [0, 1, 0, 1, 2, 1],
            [2, 0, 2, 0, 0, 2],
            [0, 0, 1, 2, 1, 1],
        ];
        for counts in pools {
            let (wanted, total) = brute_force(pool(counts));
            let (rolls, ways) = small_outcomes(pool(counts)).expect("few dice fit");
            let scale = total / ways.total;
            let got: Vec<(Symbols, u128)> = rolls
                .iter()
                .zip(&ways.weights)
                .map(|(roll, weight)| (roll.symbols, weight * scale))
                .collect();
            assert_eq!(got, wanted.into_iter().collect::<Vec<_>>(), "{counts:?}");
        }
    }

    #[test]
    fn numbers_of_every_size_agree() {
        for counts in [[1, 2, 1, 2, 2, 1], [20, 10, 0, 0, 1, 1]] {
            let (rolls, ways) = small_outcomes(pool(counts)).expect("these fit");
            let many = big_outcomes(pool(counts));
            assert_eq!(rolls.len(), many.len());
            let total: BigUint = many.iter().map(|(_, ways)| ways).sum();
            let scale = total / ways.total;
            for ((roll, weight), (wanted, ways)) in rolls.iter().zip(&ways.weights).zip(&many) {
                assert_eq!((roll, &(weight * &scale)), (wanted, ways), "{counts:?}");
            }
        }
        assert!(small_outcomes(pool([0, 0, 0, 0, 20, 20])).is_none(), "12^40 does not fit");
    }
}
