//! Every outcome of a pool that a rule can tell apart, and in how many ways it comes about.

use std::{
    cell::{OnceCell, RefCell},
    collections::HashMap,
    rc::Rc,
};

use num_bigint::BigUint;

use super::{Dice, Read, Roll, symbol_pool, weight::Weight};

/// Pools remembered per thread before the memory is emptied.
const REMEMBERED: usize = 1024;

/// Weights of a pool's outcomes, in their order, and their sum.
pub(super) struct Ways<W> {
    pub weights: Vec<W>,
    pub total: W,
}

/// The outcomes of a pool of dice; each can happen, none twice. The weights have no common divisor.
pub(super) struct Pool {
    pub dice: Dice,
    /// Hits above this are counted as this.
    pub limit: Option<u32>,
    pub outcomes: Vec<Roll>,
    /// Missing when the numbers do not fit.
    pub small: Option<Ways<u128>>,
    big: OnceCell<Ways<BigUint>>,
}

impl Pool {
    /// The outcomes of these dice, worked out once per thread; hits above a limit are one outcome with the limit.
    ///
    /// A limit says nothing to other reads than `Read::Hits`.
    pub fn of(dice: Dice, limit: Option<u32>) -> Rc<Self> {
        type Pools = HashMap<(Dice, Option<u32>), Rc<Pool>>;
        thread_local! {
            static POOLS: RefCell<Pools> = RefCell::default();
        }
        POOLS.with_borrow_mut(|pools| {
            if let Some(pool) = pools.get(&(dice, limit)) {
                return Rc::clone(pool);
            }
            if pools.len() >= REMEMBERED {
                pools.clear();
            }
            Rc::clone(pools.entry((dice, limit)).or_insert_with(|| Rc::new(Self::count(dice, limit))))
        })
    }

    /// The weights as numbers of any size.
    pub fn big(&self) -> &Ways<BigUint> {
        self.big.get_or_init(|| {
            let small = self.small.as_ref().expect("invariant: a pool has small weights or big ones");
            let weights = small.weights.iter().map(|&weight| BigUint::from(weight)).collect();
            Ways { weights, total: BigUint::from(small.total) }
        })
    }

    fn count(dice: Dice, limit: Option<u32>) -> Self {
        if let Read::Symbols(pool) = dice.read
            && let Some((outcomes, small)) = symbol_pool::small(pool)
        {
            return Self { dice, limit, outcomes, small: Some(small), big: OnceCell::new() };
        }
        let mut ways = match dice.read {
            Read::Hits(least) => hits(dice, least),
            Read::HitsAndGlitch(least) => hits_and_glitch(dice, least),
            Read::AtMost(most) => at_most(dice, most),
            Read::Sum => sums(dice),
            Read::Bands(width) => bands(sums(dice), width),
            Read::Symbols(pool) => symbol_pool::big(pool),
        };
        if let (Read::Hits(_), Some(limit)) = (dice.read, limit) {
            lump(&mut ways, limit);
        }
        ways.retain(|(_, weight)| *weight != BigUint::ZERO);
        let common = ways.iter().fold(BigUint::ZERO, |common, (_, weight)| weight.gcd(&common));
        let (outcomes, weights): (Vec<Roll>, Vec<BigUint>) =
            ways.into_iter().map(|(roll, weight)| (roll, weight / &common)).unzip();
        let total: BigUint = weights.iter().sum();
        let small = u128::from_big(&total)
            .map(|total| Ways { weights: weights.iter().filter_map(u128::from_big).collect(), total });
        Self { dice, limit, outcomes, small, big: OnceCell::from(Ways { weights, total }) }
    }
}

/// How many faces of a die are at least `least`, and how many are not.
fn split(sides: u8, least: u8) -> (BigUint, BigUint) {
    let below = least.saturating_sub(1).min(sides);
    (BigUint::from(sides - below), BigUint::from(below))
}

/// The row of one die more, of whose faces `yes` count and `no` do not.
fn grow(row: &mut Vec<BigUint>, yes: &BigUint, no: &BigUint) {
    row.push(BigUint::ZERO);
    for at in (0..row.len()).rev() {
        let more = if at > 0 { &row[at - 1] * yes } else { BigUint::ZERO };
        row[at] = &row[at] * no + more;
    }
}

/// Each number of times that `yes` of `yes + no` faces can come up in `count` dice, with its ways.
fn binomial(count: u32, yes: &BigUint, no: &BigUint) -> Vec<BigUint> {
    let mut row = vec![BigUint::one()];
    for _ in 0..count {
        grow(&mut row, yes, no);
    }
    row
}

fn hits(dice: Dice, least: u8) -> Vec<(Roll, BigUint)> {
    let (yes, no) = split(dice.sides, least);
    (0..).map(Roll::of).zip(binomial(dice.count, &yes, &no)).collect()
}

fn at_most(dice: Dice, most: u8) -> Vec<(Roll, BigUint)> {
    let within = most.min(dice.sides);
    let (yes, no) = (BigUint::from(within), BigUint::from(dice.sides - within));
    (0..).map(Roll::of).zip(binomial(dice.count, &yes, &no)).collect()
}

/// Makes one outcome of all hits from a limit on; the hits are listed from 0 on.
fn lump(ways: &mut Vec<(Roll, BigUint)>, limit: u32) {
    let kept = limit as usize + 1;
    if ways.len() > kept {
        let lost: BigUint = ways.drain(kept..).map(|(_, weight)| weight).sum();
        ways[kept - 1].1 += lost;
    }
}

/// Hits with ones on more than half of the dice, and hits without.
fn hits_and_glitch(dice: Dice, least: u8) -> Vec<(Roll, BigUint)> {
    // The ways of a number of ones among some dice: without a glitch, with one.
    let halves = |row: &[BigUint]| {
        let glitch = row.len().min(dice.count as usize / 2 + 1);
        [(false, row[..glitch].iter().sum::<BigUint>()), (true, row[glitch..].iter().sum())]
    };
    if least <= 1 {
        // Ones are hits as well: every die is one.
        let ones = binomial(dice.count, &BigUint::one(), &BigUint::from(dice.sides - 1));
        return halves(&ones).map(|(glitch, ways)| (Roll { glitch, ..Roll::of(dice.count) }, ways)).into();
    }
    let (yes, no) = split(dice.sides, least);
    let no_but_one = no - 1_u8;
    let mut ways = Vec::new();
    let mut choose = BigUint::one();
    let mut ones = vec![BigUint::one()];
    for misses in 0..=dice.count {
        let value = dice.count - misses;
        let hits = &choose * yes.pow(value);
        let roll = |glitch| Roll { glitch, ..Roll::of(value) };
        ways.extend(halves(&ones).map(|(glitch, rest)| (roll(glitch), rest * &hits)));
        grow(&mut ones, &BigUint::one(), &no_but_one);
        choose = choose * value / (misses + 1);
    }
    ways
}

fn sums(dice: Dice) -> Vec<(Roll, BigUint)> {
    let sides = usize::from(dice.sides);
    // Faces from 0 on: the sum is `count` higher.
    let mut row = vec![BigUint::one()];
    for _ in 0..dice.count {
        let mut next = vec![BigUint::ZERO; row.len() + sides - 1];
        let mut window = BigUint::ZERO;
        for (at, slot) in next.iter_mut().enumerate() {
            if let Some(enters) = row.get(at) {
                window += enters;
            }
            if let Some(leaves) = at.checked_sub(sides).and_then(|left| row.get(left)) {
                window -= leaves;
            }
            slot.clone_from(&window);
        }
        row = next;
    }
    (dice.count..).map(Roll::of).zip(row).collect()
}

/// Makes one outcome of all sums in a band.
fn bands(sums: Vec<(Roll, BigUint)>, width: u8) -> Vec<(Roll, BigUint)> {
    let mut bands: Vec<(Roll, BigUint)> = Vec::new();
    for (sum, ways) in sums {
        let band = Roll::of(sum.value.div_ceil(u32::from(width)));
        match bands.last_mut() {
            Some((last, all)) if *last == band => *all += ways,
            _ => bands.push((band, ways)),
        }
    }
    bands
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// All faces of a few dice, one by one.
    fn brute_force(dice: Dice) -> BTreeMap<Roll, u64> {
        let mut counted: BTreeMap<Roll, u64> = BTreeMap::new();
        let mut faces = vec![1; dice.count as usize];
        loop {
            *counted.entry(dice.read(&faces)).or_default() += 1;
            let Some(at) = faces.iter().position(|&face| face < dice.sides) else { return counted };
            faces[..at].fill(1);
            faces[at] += 1;
        }
    }

    #[test]
    fn pools_count_what_single_faces_count() {
        for sides in [2, 3, 4, 6, 10] {
            for count in 0..=5 {
                let hits = (0..=sides + 1).map(Read::Hits);
                let joint = (0..=sides + 1).map(Read::HitsAndGlitch);
                let at_most = (0..=sides + 1).map(Read::AtMost);
                for read in
                    hits.chain(joint).chain(at_most).chain([Read::Sum, Read::Bands(1), Read::Bands(4)])
                {
                    let dice = Dice { count, sides, read };
                    let pool = Pool::of(dice, None);
                    let total = u128::from(sides).pow(count);
                    let small = pool.small.as_ref().expect("small pools fit");
                    let scale = total / small.total;
                    let counted: BTreeMap<Roll, u64> = pool
                        .outcomes
                        .iter()
                        .zip(&small.weights)
                        .map(|(&roll, weight)| (roll, u64::try_from(weight * scale).expect("small")))
                        .collect();
                    assert_eq!(counted.len(), pool.outcomes.len(), "{dice:?} lists an outcome twice");
                    assert_eq!(counted, brute_force(dice), "{dice:?}");
                }
            }
        }
    }

    #[test]
    fn hits_above_a_limit_are_counted_with_it() {
        let dice = Dice::d6_hits(5);
        let weights = |dice, limit| {
            let pool = Pool::of(dice, limit);
            let values: Vec<u32> = pool.outcomes.iter().map(|roll| roll.value).collect();
            let small = pool.small.as_ref().expect("small pools fit");
            assert_eq!(small.weights.iter().sum::<u128>(), small.total);
            (values, small.weights.clone())
        };
        assert_eq!(weights(dice, None), (vec![0, 1, 2, 3, 4, 5], vec![32, 80, 80, 40, 10, 1]));
        assert_eq!(weights(dice, Some(5)), weights(dice, None));
        assert_eq!(weights(dice, Some(3)), (vec![0, 1, 2, 3], vec![32, 80, 80, 51]));
        assert_eq!(weights(dice, Some(0)), (vec![0], vec![1]));
        for dice in [Dice::d6_sum(3), Dice::d6_hits_and_glitch(3)] {
            assert_eq!(weights(dice, Some(1)), weights(dice, None), "only plain hits are lumped");
        }
    }

    #[test]
    fn weights_sum_to_the_total_at_any_size() {
        for dice in [
            Dice::d6_hits(80),
            Dice::d6_hits(81),
            Dice::d6_hits_and_glitch(60),
            Dice::d6_sum(60),
            Dice { count: 60, sides: 100, read: Read::Hits(36) },
            Dice { count: 60, sides: 100, read: Read::AtMost(65) },
        ] {
            let pool = Pool::of(dice, None);
            assert_eq!(pool.outcomes.len(), pool.big().weights.len());
            assert_eq!(pool.big().weights.iter().sum::<BigUint>(), pool.big().total);
            match &pool.small {
                Some(small) => assert_eq!(small.weights.iter().sum::<u128>(), small.total),
                None => assert!(pool.big().total.bits() > 128),
            }
        }
        assert!(Pool::of(Dice::d6_hits(80), None).small.is_some());
        assert!(Pool::of(Dice::d6_hits(81), None).small.is_none());
    }
}
