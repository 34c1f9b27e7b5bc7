//! Exact odds of a few rolls in a row, calculated without running a rule.

use std::rc::Rc;

use super::roll_outcomes::{LimitedDice, RollOutcomes, RollRequest};
use super::weight::Weight;
use crate::{Distribution, Roll};

/// Values with their exact odds, after some rolls: whole-number shares of a total.
///
/// Each step rolls dice that depend on the value so far and reads the next value from them; equal values are merged, those
/// of a [`map`](Self::map) in the next step.
/// This takes a fraction of the time of [`enumerate`](crate::enumerate), for a rule that is a chain of rolls without
/// decisions between them. A step returns `None` if the numbers do not fit into 128 bits; `enumerate` has no such limit.
///
/// ```rust
/// use dice::{Dice, RollChain};
///
/// // Two attack dice against one defence die; every net hit does one die of damage.
/// let attack = (Dice::d6_hits(2), None);
/// let net = RollChain::opposed(attack, (Dice::d6_hits(1), None), |attack, defence| {
///     attack.value.saturating_sub(defence.value)
/// });
/// let damage = net.and_then(|net| net.roll(|&net| Some((Dice::d6_sum(net), None)), |_, dice| dice.value));
/// let odds = damage.expect("few dice").into_distribution();
/// assert_eq!(odds.fraction(|damage| *damage == 0), ("16".into(), "27".into()));
/// assert_eq!(odds.fraction(|damage| *damage == 12), ("1".into(), "486".into()));
/// ```
#[derive(Clone, Debug)]
pub struct RollChain<K> {
    /// In the order of their first occurrence.
    values: Vec<(K, u128)>,
    /// Sum of all shares once a step is complete.
    total: u128,
    /// Index of the last value. The next one is mostly beside it.
    last: usize,
    /// Whether every value added was greater than those before it.
    ascends: bool,
}

impl<K: PartialOrd> RollChain<K> {
    /// Makes one roll with a limit on its hits, and reads a value from it. `None` if the numbers do not fit.
    pub fn single((dice, limit): LimitedDice, read: impl Fn(Roll) -> K) -> Option<Self> {
        let pool = RollOutcomes::for_dice(dice, limit);
        let ways = pool.small.as_ref()?;
        let mut chain = Self::with_room(ways.total, pool.outcomes.len());
        chain.add_rolls(&pool.outcomes, read, |nth| ways.weights[nth]);
        Some(chain)
    }

    /// Makes an opposed roll of dice with limits on their hits, as [`Table::roll_opposed`](crate::Table::roll_opposed),
    /// and reads a value from the two rolls. `None` if the numbers do not fit.
    pub fn opposed(first: LimitedDice, second: LimitedDice, read: impl Fn(Roll, Roll) -> K) -> Option<Self> {
        let pool = RollOutcomes::for_request(RollRequest::Opposed(first, second));
        let ways = pool.small.as_ref()?;
        let mut chain = Self::with_room(ways.total, pool.pairs.len());
        for (&(first, second), &weight) in pool.pairs.iter().zip(&ways.weights) {
            chain.add(read(first, second), weight);
        }
        Some(chain)
    }

    /// Rolls dice for each value, with a limit on their hits, and reads the next value from the value and the roll;
    /// without dice the roll counts 0. `None` if the numbers do not fit.
    pub fn roll<N: PartialOrd>(
        &self,
        dice: impl Fn(&K) -> Option<LimitedDice>,
        read: impl Fn(&K, Roll) -> N,
    ) -> Option<RollChain<N>> {
        let mut pools: Vec<Rc<RollOutcomes>> = Vec::new();
        let mut common = 1_u128;
        let mut rolled = Vec::with_capacity(self.values.len());
        for (value, _) in &self.values {
            let Some(request) = dice(value).map(RollRequest::One) else {
                rolled.push(None);
                continue;
            };
            let known = pools.iter().position(|pool| pool.request == request);
            if known.is_none() {
                let pool = RollOutcomes::for_request(request);
                common = common.lcm(&pool.small.as_ref()?.total)?;
                pools.push(pool);
            }
            rolled.push(Some(known.unwrap_or(pools.len() - 1)));
        }
        // Neighbouring values share most of what follows from them.
        let widest = pools.iter().map(|pool| pool.outcomes.len()).max().unwrap_or(0);
        let mut next = RollChain::with_room(self.total.checked_mul(common)?, self.values.len() + widest);
        for ((value, share), pool) in self.values.iter().zip(rolled) {
            let Some(pool) = pool.map(|at| &pools[at]) else {
                next.add(read(value, Roll::default()), share * common);
                continue;
            };
            let ways = pool.small.as_ref()?;
            let share = share * common.divided(&ways.total);
            next.add_rolls(&pool.outcomes, |roll| read(value, roll), |nth| share * ways.weights[nth]);
        }
        Some(next)
    }

    /// Reads another value from each value.
    pub fn map<N>(&self, read: impl Fn(&K) -> N) -> RollChain<N> {
        let values = self.values.iter().map(|(value, share)| (read(value), *share)).collect();
        RollChain { values, total: self.total, last: 0, ascends: false }
    }

    /// A chain without values yet, with room for some.
    fn with_room(total: u128, values: usize) -> Self {
        Self { values: Vec::with_capacity(values), total, last: 0, ascends: true }
    }

    /// Adds the value that each outcome of a roll is read as, with its share. A roll that reduces a value is read from its
    /// highest outcome down: values that ascend are found beside each other, and need no sorting.
    fn add_rolls(&mut self, rolls: &[Roll], read: impl Fn(Roll) -> K, share: impl Fn(usize) -> u128) {
        let reduces = matches!(rolls, [first, .., last] if read(*first) > read(*last));
        let places = 0..rolls.len();
        let add = |at: usize| self.add(read(rolls[at]), share(at));
        if reduces { places.rev().for_each(add) } else { places.for_each(add) }
    }

    /// Adds a share to a value.
    #[inline]
    fn add(&mut self, value: K, share: u128) {
        for at in [self.last + 1, self.last.wrapping_sub(1), self.last] {
            if let Some((known, known_share)) = self.values.get_mut(at)
                && *known == value
            {
                *known_share += share;
                self.last = at;
                return;
            }
        }
        self.add_apart(value, share);
    }

    /// Adds a share to a value that is not beside the last one.
    #[inline(never)]
    fn add_apart(&mut self, value: K, share: u128) {
        let is_greatest = self.ascends && self.values.last().is_none_or(|(greatest, _)| *greatest < value);
        let known =
            if is_greatest { None } else { self.values.iter().position(|(known, _)| *known == value) };
        if let Some(at) = known {
            self.values[at].1 += share;
            self.last = at;
        } else {
            self.ascends = is_greatest;
            self.last = self.values.len();
            self.values.push((value, share));
        }
    }
}

impl<K> RollChain<K> {
    /// The odds of another value, read from each value.
    pub fn distribution_of<N: Ord>(&self, read: impl Fn(&K) -> N) -> Distribution<N> {
        let parts = self.values.iter().map(|(value, share)| (read(value), *share));
        Distribution::from_shares(parts, self.total)
    }
}

impl<K: Ord> RollChain<K> {
    /// The odds of the values.
    pub fn into_distribution(self) -> Distribution<K> {
        Distribution::from_shares(self.values.into_iter(), self.total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnswerPolicy, Dice, Purpose, RuleResult, Table, enumerate};

    const PURPOSE: Purpose<'_> =
        Purpose { who: None, why: "roll", clause: "SS-ATK-01", parts: &[], limit: None };

    /// An attack against a defence, then dice by the net hits; 4 of them are no longer rolled.
    fn attack(table: &mut impl Table, [attack, defence]: [Dice; 2], limit: u32) -> RuleResult<(u32, u32)> {
        let attack = table.roll(attack, PURPOSE)?.value.min(limit);
        let net = attack.saturating_sub(table.roll(defence, PURPOSE)?.value);
        Ok((net, if net > 3 { 0 } else { table.roll(damage_dice(net), PURPOSE)?.value / 2 }))
    }

    fn damage_dice(net: u32) -> Dice {
        Dice { count: net, sides: 4 + net as u8, read: crate::RollMode::Sum }
    }

    fn chain([attack, defence]: [Dice; 2], limit: u32) -> Option<Distribution<(u32, u32)>> {
        let net = RollChain::opposed((attack, Some(limit)), (defence, None), |attack, defence| {
            attack.value.min(limit).saturating_sub(defence.value)
        })?;
        let dice = |&net: &u32| (net <= 3).then(|| (damage_dice(net), None));
        Some(net.roll(dice, |&net, roll| (net, roll.value / 2))?.into_distribution())
    }

    #[test]
    fn chains_have_the_odds_of_the_rule() {
        for at in 0..100 {
            let dice =
                [Dice::d6_hits(at % 9), Dice { count: at / 9, sides: 10, read: crate::RollMode::Hits(7) }];
            let limit = 1 + at % 6;
            let rule = enumerate(AnswerPolicy::first(), |table| attack(table, dice, limit));
            assert_eq!(chain(dice, limit), rule.ok(), "{dice:?} with limit {limit}");
        }
    }

    #[test]
    fn a_chain_may_begin_with_one_roll() {
        let sum = RollChain::single((Dice::d6_sum(2), None), |roll| roll.value);
        let odds = sum.expect("few dice").map(|sum| sum % 2).into_distribution();
        assert_eq!(odds.fraction(|odd| *odd == 1), ("1".into(), "2".into()));
    }

    #[test]
    fn values_ascend_whether_rolls_raise_or_reduce_them() {
        let raised = RollChain::single((Dice::d6_hits(5), None), |hits| 3 + hits.value);
        let reduced = raised.as_ref().and_then(|raised| {
            let soak = (Dice::d6_hits(4), None);
            raised.roll(|_| Some(soak), |raised, hits| raised.saturating_sub(hits.value))
        });
        for chain in [raised, reduced].map(|chain| chain.expect("few dice")) {
            let values: Vec<u32> = chain.values.iter().map(|(value, _)| *value).collect();
            assert!(values.is_sorted_by(|one, other| one < other), "{values:?} are listed once, in order");
            assert_eq!(chain.values.iter().map(|(_, share)| share).sum::<u128>(), chain.total);
        }
    }

    #[test]
    fn equal_values_of_a_map_are_one_outcome() {
        let chain = RollChain::single((Dice::d6_sum(2), None), |roll| roll.value);
        let thirds = chain.expect("few dice").map(|sum| sum % 3);
        let odds = thirds.clone().into_distribution();
        assert_eq!(odds.len(), 3);
        assert_eq!(odds.fraction(|rest| *rest == 0), ("1".into(), "3".into()));
        assert_eq!(thirds.distribution_of(|rest| 2 - rest), odds.map(|rest| 2 - rest));
        let rolled =
            thirds.roll(|rest| (*rest > 0).then(|| (Dice::d6_hits(*rest), None)), |_, dice| dice.value);
        let hits = rolled.expect("few dice").into_distribution();
        assert_eq!(hits.len(), 3);
        assert_eq!(hits.fraction(|hits| *hits == 2), ("1".into(), "27".into()));
    }

    #[test]
    fn numbers_that_do_not_fit_end_a_chain() {
        assert!(chain([Dice::d6_hits(90), Dice::d6_hits(1)], 3).is_none(), "one pool");
        let hits =
            RollChain::opposed((Dice::d6_hits(40), None), (Dice::d6_hits(30), None), |one, _| one.value);
        let more = hits.expect("these fit").roll(|_| Some((Dice::d6_hits(40), None)), |_, roll| roll.value);
        assert!(more.is_none(), "together");
    }
}
