//! Coin tosses of a round, with all orders that follow from them. Chapter INIT of the catalogue.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use model::UnitId;
use rustc_hash::FxHashMap;

/// Coin tosses of a round: which units act before which. Kept until the round ends. `SS-INIT-10`.
#[derive(Clone, Debug, Default)]
pub struct CoinTosses(Arc<TossRecord>);

#[derive(Clone, Debug, Default)]
struct TossRecord {
    /// Pairs of a unit and one that it acts before.
    before: BTreeSet<(UnitId, UnitId)>,
    /// Sum of the digests of the pairs.
    digest: u64,
    /// The same pairs, reversed.
    after: BTreeSet<(UnitId, UnitId)>,
    /// Units that were placed together: number of their line and index in it. Implies the order of their pairs; not
    /// part of the recorded tosses.
    lines: FxHashMap<UnitId, (u32, u32)>,
    /// Number of the next line.
    next: u32,
    /// Cached bytes for the hash.
    bytes: OnceLock<Box<[u8]>>,
}

impl CoinTosses {
    /// Whether both are the same tosses, untouched since one was copied from the other.
    pub(super) fn is_copy_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether one unit acts before another.
    pub(crate) fn is_before(&self, first: UnitId, second: UnitId) -> bool {
        self.0.before.contains(&(first, second))
    }

    /// Records that one unit acts before another, and all that follows from it.
    pub(crate) fn record_toss(&mut self, first: UnitId, second: UnitId) {
        if self.is_before(first, second) {
            return; // with all that follows
        }
        let behind = |pairs: &BTreeSet<(UnitId, UnitId)>, unit| -> Vec<UnitId> {
            pairs
                .range((unit, UnitId(0))..=(unit, UnitId(u32::MAX)))
                .map(|pair| pair.1)
                .chain([unit])
                .collect()
        };
        let (ahead, behind) = (behind(&self.0.after, first), behind(&self.0.before, second));
        let tossed = Arc::make_mut(&mut self.0);
        tossed.bytes.take();
        for &one in &ahead {
            for &other in &behind {
                if tossed.before.insert((one, other)) {
                    tossed.digest = tossed.digest.wrapping_add(digest_pair(one, other));
                }
            }
            tossed.after.extend(behind.iter().map(|&other| (other, one)));
        }
    }

    /// Number of recorded pairs.
    pub fn known_pairs(&self) -> usize {
        self.0.before.len()
    }

    /// The orders that tosses after `earlier` ones of the same round have decided: the units of each tie, the first to act in front.
    pub fn orders_since(&self, earlier: &Self) -> Vec<Vec<UnitId>> {
        let mut ties: Vec<Vec<UnitId>> = Vec::new();
        for &(first, second) in self.0.before.difference(&earlier.0.before) {
            let is_same = |tie: &Vec<UnitId>| tie.contains(&first) || tie.contains(&second);
            let (same, others): (Vec<_>, Vec<_>) = ties.into_iter().partition(is_same);
            let mut joined = same.concat();
            joined.extend([first, second]);
            joined.sort_unstable();
            joined.dedup();
            ties = others;
            ties.push(joined);
        }
        for tie in &mut ties {
            let all = tie.clone();
            let followers = |unit: UnitId| all.iter().filter(|other| self.is_before(unit, **other)).count();
            tie.sort_by_key(|unit| Reverse(followers(*unit)));
        }
        ties
    }

    /// Digest of the recorded pairs: the same on every machine, whatever the order of the tosses.
    pub fn digest(&self) -> u64 {
        self.0.digest
    }

    /// The order of units that were placed together before; `None` for others.
    pub(crate) fn known_order(&self, units: &[UnitId]) -> Option<Vec<UnitId>> {
        let (line, _) = *self.0.lines.get(units.first()?)?;
        let place =
            |unit: &UnitId| self.0.lines.get(unit).filter(|(of, _)| *of == line).map(|(_, at)| (*at, *unit));
        let mut placed: Vec<_> = units.iter().map(place).collect::<Option<_>>()?;
        placed.sort_unstable();
        Some(placed.into_iter().map(|(_, unit)| unit).collect())
    }

    /// Records an order: each unit acts before all that follow.
    pub(crate) fn record_order(&mut self, placed: &[UnitId]) {
        let tossed = Arc::make_mut(&mut self.0);
        let line = tossed.next;
        tossed.next += 1;
        tossed.lines.extend((0..).zip(placed).map(|(at, unit)| (*unit, (line, at))));
    }
}

/// Digest of a pair: its bits, mixed as by the last steps of SplitMix64.
fn digest_pair(first: UnitId, second: UnitId) -> u64 {
    let mut bits = (u64::from(first.0) << 32 | u64::from(second.0)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

impl PartialEq for CoinTosses {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.before == other.0.before
    }
}

impl Eq for CoinTosses {}

impl PartialOrd for CoinTosses {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for CoinTosses {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.before.cmp(&other.0.before)
    }
}

impl Hash for CoinTosses {
    /// Hashes the set of pairs through cached bytes: a state is hashed far more often than coins are tossed.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let bytes = self.0.bytes.get_or_init(|| {
            let pairs = self.0.before.iter().flat_map(|(one, other)| [*one, *other]);
            pairs.flat_map(|id: UnitId| id.0.to_le_bytes()).collect()
        });
        self.known_pairs().hash(state);
        state.write(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ss_init_10_orders_name_only_what_was_tossed_since() {
        let mut earlier = CoinTosses::default();
        earlier.record_toss(UnitId(7), UnitId(8));
        let mut tosses = earlier.clone();
        tosses.record_toss(UnitId(3), UnitId(1));
        tosses.record_toss(UnitId(1), UnitId(2));
        tosses.record_toss(UnitId(5), UnitId(4));
        let mut orders = tosses.orders_since(&earlier);
        orders.sort();
        assert_eq!(orders, [[3, 1, 2].map(UnitId).to_vec(), [5, 4].map(UnitId).to_vec()]);
        assert_eq!(tosses.orders_since(&tosses), Vec::<Vec<UnitId>>::new());
    }

    /// The pairs that result from recording each pair separately.
    fn closure(pairs: &[(UnitId, UnitId)]) -> BTreeSet<(UnitId, UnitId)> {
        let mut all: BTreeSet<_> = pairs.iter().copied().collect();
        loop {
            let more: Vec<_> = all
                .iter()
                .flat_map(|&(one, two)| {
                    all.iter().filter(move |pair| pair.0 == two).map(move |pair| (one, pair.1))
                })
                .filter(|pair| !all.contains(pair))
                .collect();
            if more.is_empty() {
                return all;
            }
            all.extend(more);
        }
    }

    #[test]
    fn ss_init_10_all_that_follows_is_kept() {
        let pairs = [(1, 2), (4, 5), (2, 4), (7, 1), (5, 6), (8, 7), (2, 4)]
            .map(|(one, other)| (UnitId(one), UnitId(other)));
        let mut coins = CoinTosses::default();
        for (at, (one, other)) in pairs.into_iter().enumerate() {
            coins.record_toss(one, other);
            assert_eq!(coins.0.before, closure(&pairs[..=at]));
            assert!(coins.0.before.iter().all(|(one, other)| coins.0.after.contains(&(*other, *one))));
        }
    }

    #[test]
    fn the_digest_is_that_of_the_pairs_in_any_order() {
        let digest_of = |pairs: &[(u32, u32)]| {
            let mut coins = CoinTosses::default();
            pairs.iter().for_each(|(one, other)| coins.record_toss(UnitId(*one), UnitId(*other)));
            let all = coins.0.before.iter();
            let sum = all.fold(0_u64, |sum, (one, other)| sum.wrapping_add(digest_pair(*one, *other)));
            assert_eq!(coins.digest(), sum);
            sum
        };
        assert_eq!(digest_of(&[(1, 2), (2, 3)]), digest_of(&[(2, 3), (1, 2), (1, 3)]));
        assert_ne!(digest_of(&[(1, 2)]), digest_of(&[(2, 1)]));
        assert_eq!(digest_of(&[]), 0);
    }

    #[test]
    fn a_line_holds_for_any_part_of_it() {
        let mut coins = CoinTosses::default();
        coins.record_order(&[UnitId(5), UnitId(2), UnitId(9)]);
        coins.record_order(&[UnitId(1), UnitId(4)]);
        assert_eq!(
            coins.known_order(&[UnitId(2), UnitId(5), UnitId(9)]),
            Some([5, 2, 9].map(UnitId).to_vec())
        );
        assert_eq!(coins.known_order(&[UnitId(2), UnitId(9)]), Some([2, 9].map(UnitId).to_vec()));
        assert_eq!(
            (
                coins.known_order(&[UnitId(1), UnitId(2)]),
                coins.known_order(&[UnitId(3)]),
                coins.known_order(&[])
            ),
            (None, None, None)
        );
    }

    #[test]
    fn lines_are_no_part_of_what_is_known() {
        let bytes = |coins: &CoinTosses| {
            let mut state = std::collections::hash_map::DefaultHasher::new();
            coins.hash(&mut state);
            state.finish()
        };
        let mut one = CoinTosses::default();
        one.record_toss(UnitId(1), UnitId(2));
        let mut other = one.clone();
        other.record_order(&[UnitId(1), UnitId(2)]);
        assert_eq!((&one, bytes(&one)), (&other, bytes(&other)));
        other.record_toss(UnitId(2), UnitId(3));
        assert!(one < other && bytes(&one) != bytes(&other));
    }
}
