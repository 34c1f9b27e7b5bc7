//! All distinguishable outcomes of a pool, and in how many ways each comes about.

use std::{
    cell::{OnceCell, RefCell},
    collections::BTreeMap,
    rc::Rc,
};

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::distribution::Weights;
use super::symbol_outcomes;
use super::weight::Weight;
use crate::{Dice, Distribution, Roll, RollMode, Symbols};

/// Number of pools cached per thread before the cache is cleared.
const MAX_CACHED_POOLS: usize = 1024;

/// Weights of a pool's outcomes, in their order, and their sum.
pub(crate) struct OutcomeWeights<W> {
    pub weights: Vec<W>,
    pub total: W,
}

/// Dice and the limit on their hits: hits above the limit count as the limit.
pub type LimitedDice = (Dice, Option<u32>);

/// A roll or an opposed roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RollRequest {
    /// One roll. The limit applies to `RollMode::Hits` only.
    One(LimitedDice),
    /// An opposed roll.
    Opposed(LimitedDice, LimitedDice),
}

impl RollRequest {
    /// Whether this is one roll of these dice.
    pub fn is_single_roll_of(&self, dice: Dice) -> bool {
        matches!(self, Self::One((own, _)) if *own == dice)
    }
}

/// All possible outcomes of a roll, without duplicates. The weights have no common divisor.
pub(crate) struct RollOutcomes {
    pub request: RollRequest,
    /// The outcomes; for an opposed roll the values are indices into `pairs`.
    pub outcomes: Vec<Roll>,
    /// Two rolls for each difference of an opposed roll; empty for one roll.
    pub pairs: Vec<(Roll, Roll)>,
    /// The weights; `None` if they do not fit.
    pub small: Option<OutcomeWeights<u128>>,
    big: OnceCell<OutcomeWeights<BigUint>>,
    /// Parts of [`SymbolOdds`](crate::SymbolOdds) that have been asked for.
    pub net_symbols: OnceCell<Distribution<Symbols>>,
    pub net_successes: OnceCell<Distribution<i16>>,
    pub joint_symbols: OnceCell<Vec<((i16, i16), f64)>>,
}

impl RollOutcomes {
    /// The outcomes of these dice, computed once per thread; hits above a limit are one outcome with the limit.
    pub fn for_dice(dice: Dice, limit: Option<u32>) -> Rc<Self> {
        Self::for_request(RollRequest::One((dice, limit)))
    }

    /// The outcomes of a request, computed once per thread.
    pub fn for_request(asked: RollRequest) -> Rc<Self> {
        thread_local! {
            static POOLS: RefCell<FxHashMap<RollRequest, Rc<RollOutcomes>>> = RefCell::default();
        }
        if let Some(pool) = POOLS.with_borrow(|pools| pools.get(&asked).map(Rc::clone)) {
            return pool;
        }
        let pool = Rc::new(match asked {
            RollRequest::One((dice, limit)) => Self::compute_single(dice, limit),
            RollRequest::Opposed(first, second) => Self::compute_opposed(first, second),
        });
        POOLS.with_borrow_mut(|pools| {
            if pools.len() >= MAX_CACHED_POOLS {
                pools.clear();
            }
            pools.insert(asked, Rc::clone(&pool));
        });
        pool
    }

    /// The weights as big integers.
    pub fn big_weights(&self) -> &OutcomeWeights<BigUint> {
        self.big.get_or_init(|| {
            let small = self.small.as_ref().expect("invariant: a pool has small weights or big ones");
            let weights = small.weights.iter().map(|&weight| BigUint::from(weight)).collect();
            OutcomeWeights { weights, total: BigUint::from(small.total) }
        })
    }

    /// The weights for a distribution of the outcomes.
    pub fn weights(&self) -> Weights {
        match &self.small {
            Some(ways) => Weights::Small(ways.weights.clone(), ways.total),
            None => Weights::Big(self.big_weights().weights.clone(), self.big_weights().total.clone()),
        }
    }

    /// An entry without further odds; the weights as big integers are computed later if there are none.
    fn new(
        request: RollRequest,
        (outcomes, pairs): (Vec<Roll>, Vec<(Roll, Roll)>),
        small: Option<OutcomeWeights<u128>>,
        big: OnceCell<OutcomeWeights<BigUint>>,
    ) -> Self {
        let (net_symbols, net_successes, joint_symbols) = Default::default();
        Self { request, outcomes, pairs, small, big, net_symbols, net_successes, joint_symbols }
    }

    fn compute_single(dice: Dice, limit: Option<u32>) -> Self {
        let asked = RollRequest::One((dice, limit));
        if let RollMode::Symbols(pool) = dice.read
            && let Some((outcomes, small)) = symbol_outcomes::small_outcomes(pool)
        {
            return Self::new(asked, (outcomes, Vec::new()), Some(small), OnceCell::new());
        }
        let mut ways = match dice.read {
            RollMode::Hits(least) => hit_outcomes(dice, least),
            RollMode::HitsAndGlitch(least) => hit_and_glitch_outcomes(dice, least),
            RollMode::AtMost(most) => at_most_outcomes(dice, most),
            RollMode::Sum => sum_outcomes(dice),
            RollMode::Bands(width) => band_outcomes(sum_outcomes(dice), width),
            RollMode::Symbols(pool) => symbol_outcomes::big_outcomes(pool),
        };
        if let (RollMode::Hits(_), Some(limit)) = (dice.read, limit) {
            merge_above_limit(&mut ways, limit);
        }
        ways.retain(|(_, weight)| *weight != BigUint::ZERO);
        let (outcomes, weights) = ways.into_iter().unzip();
        Self::from_weights(asked, outcomes, Vec::new(), weights)
    }

    /// The outcomes of an opposed roll, in the order of their differences.
    fn compute_opposed(first: LimitedDice, second: LimitedDice) -> Self {
        let [one, other] = [first, second].map(|(dice, limit)| Self::for_dice(dice, limit));
        let mut ways: BTreeMap<_, ((Roll, Roll), BigUint)> = BTreeMap::new();
        for (&own, weight) in one.outcomes.iter().zip(&one.big_weights().weights) {
            let own = apply_limit(own, first);
            for (&against, part) in other.outcomes.iter().zip(&other.big_weights().weights) {
                let against = apply_limit(against, second);
                let difference = i64::from(own.value) - i64::from(against.value);
                let alike = (difference, Roll { value: 0, ..own }, Roll { value: 0, ..against });
                ways.entry(alike).or_insert(((own, against), BigUint::ZERO)).1 += weight * part;
            }
        }
        let (pairs, weights): (Vec<(Roll, Roll)>, _) = ways.into_values().unzip();
        let outcomes = (0..).map(Roll::from_value).take(pairs.len()).collect();
        Self::from_weights(RollRequest::Opposed(first, second), outcomes, pairs, weights)
    }

    /// Divides the weights by their greatest common divisor.
    fn from_weights(
        asked: RollRequest,
        outcomes: Vec<Roll>,
        pairs: Vec<(Roll, Roll)>,
        ways: Vec<BigUint>,
    ) -> Self {
        let common = ways.iter().fold(BigUint::ZERO, |common, weight| weight.gcd(&common));
        let weights: Vec<BigUint> = ways.into_iter().map(|weight| weight / &common).collect();
        let total: BigUint = weights.iter().sum();
        let small = u128::from_big(&total).map(|total| OutcomeWeights {
            weights: weights.iter().filter_map(u128::from_big).collect(),
            total,
        });
        Self::new(asked, (outcomes, pairs), small, OnceCell::from(OutcomeWeights { weights, total }))
    }
}

/// Caps the hits of a roll at the limit.
fn apply_limit(roll: Roll, (dice, limit): LimitedDice) -> Roll {
    match (dice.read, limit) {
        (RollMode::Hits(_) | RollMode::HitsAndGlitch(_), Some(limit)) => {
            Roll { value: roll.value.min(limit), ..roll }
        }
        _ => roll,
    }
}

/// The number of faces that are at least `least`, and of those that are not.
fn count_hitting_faces(sides: u8, least: u8) -> (BigUint, BigUint) {
    let below = least.saturating_sub(1).min(sides);
    (BigUint::from(sides - below), BigUint::from(below))
}

/// Extends a binomial row by one die, of whose faces `yes` count and `no` do not.
fn add_die(row: &mut Vec<BigUint>, yes: &BigUint, no: &BigUint) {
    row.push(BigUint::ZERO);
    for at in (0..row.len()).rev() {
        let more = if at > 0 { &row[at - 1] * yes } else { BigUint::ZERO };
        row[at] = &row[at] * no + more;
    }
}

/// For each number of times that `yes` of `yes + no` faces can come up in `count` dice: the number of ways.
fn binomial(count: u32, yes: &BigUint, no: &BigUint) -> Vec<BigUint> {
    let mut row = vec![BigUint::one()];
    for _ in 0..count {
        add_die(&mut row, yes, no);
    }
    row
}

fn hit_outcomes(dice: Dice, least: u8) -> Vec<(Roll, BigUint)> {
    let (yes, no) = count_hitting_faces(dice.sides, least);
    (0..).map(Roll::from_value).zip(binomial(dice.count, &yes, &no)).collect()
}

fn at_most_outcomes(dice: Dice, most: u8) -> Vec<(Roll, BigUint)> {
    let within = most.min(dice.sides);
    let (yes, no) = (BigUint::from(within), BigUint::from(dice.sides - within));
    (0..).map(Roll::from_value).zip(binomial(dice.count, &yes, &no)).collect()
}

/// Merges all hits from a limit on into one outcome; the hits are listed from 0.
fn merge_above_limit(ways: &mut Vec<(Roll, BigUint)>, limit: u32) {
    let kept = limit as usize + 1;
    if ways.len() > kept {
        let lost: BigUint = ways.drain(kept..).map(|(_, weight)| weight).sum();
        ways[kept - 1].1 += lost;
    }
}

/// Outcomes of hits and glitch: hits with ones on more than half of the dice, and hits without.
fn hit_and_glitch_outcomes(dice: Dice, least: u8) -> Vec<(Roll, BigUint)> {
    // The ways of a number of ones among some dice: without a glitch, with one.
    let halves = |row: &[BigUint]| {
        let glitch = row.len().min(dice.count as usize / 2 + 1);
        [(false, row[..glitch].iter().sum::<BigUint>()), (true, row[glitch..].iter().sum())]
    };
    if least <= 1 {
        // Ones are hits as well, so every die is one.
        let ones = binomial(dice.count, &BigUint::one(), &BigUint::from(dice.sides - 1));
        return halves(&ones)
            .map(|(glitch, ways)| (Roll { glitch, ..Roll::from_value(dice.count) }, ways))
            .into();
    }
    let (yes, no) = count_hitting_faces(dice.sides, least);
    let no_but_one = no - 1_u8;
    let mut ways = Vec::new();
    let mut choose = BigUint::one();
    let mut ones = vec![BigUint::one()];
    for misses in 0..=dice.count {
        let value = dice.count - misses;
        let hits = &choose * yes.pow(value);
        let roll = |glitch| Roll { glitch, ..Roll::from_value(value) };
        ways.extend(halves(&ones).map(|(glitch, rest)| (roll(glitch), rest * &hits)));
        add_die(&mut ones, &BigUint::one(), &no_but_one);
        choose = choose * value / (misses + 1);
    }
    ways
}

fn sum_outcomes(dice: Dice) -> Vec<(Roll, BigUint)> {
    let sides = usize::from(dice.sides);
    // Faces counted from 0; the sum is `count` higher.
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
    (dice.count..).map(Roll::from_value).zip(row).collect()
}

/// Merges all sums of a band into one outcome.
fn band_outcomes(sums: Vec<(Roll, BigUint)>, width: u8) -> Vec<(Roll, BigUint)> {
    let mut bands: Vec<(Roll, BigUint)> = Vec::new();
    for (sum, ways) in sums {
        let band = Roll::from_value(sum.value.div_ceil(u32::from(width)));
        match bands.last_mut() {
            Some((last, all)) if *last == band => *all += ways,
            _ => bands.push((band, ways)),
        }
    }
    bands
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts all faces of a few dice, one by one.
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
                let hits = (0..=sides + 1).map(RollMode::Hits);
                let joint = (0..=sides + 1).map(RollMode::HitsAndGlitch);
                let at_most = (0..=sides + 1).map(RollMode::AtMost);
                for read in hits.chain(joint).chain(at_most).chain([
                    RollMode::Sum,
                    RollMode::Bands(1),
                    RollMode::Bands(4),
                ]) {
                    let dice = Dice { count, sides, read };
                    let pool = RollOutcomes::for_dice(dice, None);
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
            let pool = RollOutcomes::for_dice(dice, limit);
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
    fn opposed_rolls_are_told_apart_by_difference_and_glitch() {
        let (attack, defence) = (Dice::d6_hits_and_glitch(3), Dice::d6_hits(2));
        let pool = RollOutcomes::for_request(RollRequest::Opposed((attack, Some(2)), (defence, Some(1))));
        let mut counted: BTreeMap<(i64, bool), u64> = BTreeMap::new();
        for (own, ways) in brute_force(attack) {
            for (against, others) in brute_force(defence) {
                let difference = i64::from(own.value.min(2)) - i64::from(against.value.min(1));
                *counted.entry((difference, own.glitch)).or_default() += ways * others;
            }
        }
        let small = pool.small.as_ref().expect("small pools fit");
        let scale = 6_u128.pow(5) / small.total;
        let outcomes = pool.pairs.iter().zip(&small.weights).map(|(&(own, against), weight)| {
            let difference = i64::from(own.value) - i64::from(against.value);
            ((difference, own.glitch), u64::try_from(weight * scale).expect("small"))
        });
        assert_eq!(outcomes.clone().count(), counted.len(), "none twice");
        assert_eq!(outcomes.collect::<BTreeMap<_, _>>(), counted);
        let places: Vec<u32> = pool.outcomes.iter().map(|roll| roll.value).collect();
        assert_eq!(places, (0..pool.pairs.len() as u32).collect::<Vec<_>>());
    }

    #[test]
    fn weights_sum_to_the_total_at_any_size() {
        for dice in [
            Dice::d6_hits(80),
            Dice::d6_hits(81),
            Dice::d6_hits_and_glitch(60),
            Dice::d6_sum(60),
            Dice { count: 60, sides: 100, read: RollMode::Hits(36) },
            Dice { count: 60, sides: 100, read: RollMode::AtMost(65) },
        ] {
            let pool = RollOutcomes::for_dice(dice, None);
            assert_eq!(pool.outcomes.len(), pool.big_weights().weights.len());
            assert_eq!(pool.big_weights().weights.iter().sum::<BigUint>(), pool.big_weights().total);
            match &pool.small {
                Some(small) => assert_eq!(small.weights.iter().sum::<u128>(), small.total),
                None => assert!(pool.big_weights().total.bits() > 128),
            }
        }
        assert!(RollOutcomes::for_dice(Dice::d6_hits(80), None).small.is_some());
        assert!(RollOutcomes::for_dice(Dice::d6_hits(81), None).small.is_none());
    }
}
