//! Odds of a mixed pool of narrative dice, without a rule around it.

use std::fmt;
use std::rc::Rc;

use super::roll_outcomes::RollOutcomes;
use crate::{Dice, Distribution, SymbolPool, Symbols};

/// Net successes and net advantages of a roll.
type NetSymbols = (i16, i16);

/// The exact odds of a mixed pool of narrative dice, each computed once per thread.
///
/// ```rust
/// use dice::{SymbolOdds, SymbolPool};
///
/// let odds = SymbolOdds::of(SymbolPool { ability: 1, ..SymbolPool::default() });
/// assert_eq!(odds.successes().fraction(|successes| *successes > 0), ("1".into(), "2".into()));
/// assert_eq!(odds.symbols().fraction(|symbols| symbols.advantages == 2), ("1".into(), "8".into()));
/// assert_eq!(odds.joint()[0], ((0, 0), 0.125));
/// ```
#[derive(Clone)]
pub struct SymbolOdds(Rc<RollOutcomes>);

impl SymbolOdds {
    /// The odds of a pool.
    pub fn of(pool: SymbolPool) -> Self {
        Self(RollOutcomes::for_dice(Dice::symbols(pool), None))
    }

    /// The net symbols.
    pub fn symbols(&self) -> &Distribution<Symbols> {
        self.0.net_symbols.get_or_init(|| {
            let symbols = self.0.outcomes.iter().map(|roll| roll.symbols);
            Distribution::new(symbols.collect(), self.0.weights())
        })
    }

    /// The net successes, 0 for any failure.
    pub fn successes(&self) -> &Distribution<i16> {
        self.0.net_successes.get_or_init(|| self.symbols().map(|symbols| symbols.successes.max(0)))
    }

    /// Net successes and net advantages in ascending order, each pair with its probability.
    pub fn joint(&self) -> &[(NetSymbols, f64)] {
        self.0.joint_symbols.get_or_init(|| joint_probabilities(self.symbols()))
    }
}

impl fmt::Debug for SymbolOdds {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("SymbolOdds").field(self.symbols()).finish()
    }
}

/// Adds up the probabilities of rolls that differ by triumphs and despairs alone.
fn joint_probabilities(rolled: &Distribution<Symbols>) -> Vec<(NetSymbols, f64)> {
    let mut cells: Vec<(NetSymbols, f64)> = Vec::with_capacity(rolled.len());
    // Outcomes are sorted by successes, then advantages.
    for (symbols, share) in rolled.iter() {
        let cell = (symbols.successes, symbols.advantages);
        match cells.last_mut() {
            Some((last, sum)) if *last == cell => *sum += share,
            _ => cells.push((cell, share)),
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn net_successes_are_those_of_the_joint_odds() {
        for boost in [1, 25] {
            let pool =
                SymbolPool { boost, proficiency: 2, difficulty: 1, setback: boost, ..SymbolPool::default() };
            let odds = SymbolOdds::of(pool);
            let joint = odds.symbols().map(|symbols| symbols.successes.max(0));
            assert_eq!(*odds.successes(), joint, "{pool}");
            let success: f64 =
                odds.joint().iter().filter(|((net, _), _)| *net > 0).map(|(_, share)| share).sum();
            assert!((success - joint.probability(|net| *net > 0)).abs() < 1e-12, "{pool}");
        }
    }

    #[test]
    fn joint_odds_leave_out_triumphs() {
        let odds = SymbolOdds::of(SymbolPool { proficiency: 1, ..SymbolPool::default() });
        let success = odds.joint().iter().find(|(net, _)| *net == (1, 0)).map(|(_, share)| 12.0 * share);
        assert!(success.is_some_and(|faces| (faces - 3.0).abs() < 1e-9), "two successes and a triumph");
        assert_eq!(odds.symbols().len(), odds.joint().len() + 1);
    }
}
