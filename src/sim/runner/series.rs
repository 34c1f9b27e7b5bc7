//! A series: every variant of a skirmish on the same numbered fights, spread over threads and shards.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::fight::{FightRunner, FightSetup};
use super::seed;
use super::worker_pool;
use crate::error::SimError;
use crate::output::record::FightRecord;
use crate::parameter_sweep::Variant;

/// A shard: one of several contiguous parts of a series, run separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Number of the shard, counted from 1.
    pub number: u64,
    /// Number of shards.
    pub count: u64,
}

impl Shard {
    /// The whole series.
    pub const WHOLE: Self = Self { number: 1, count: 1 };

    /// Range of this shard among `count` items, counted from 0.
    pub fn range(self, things: u64) -> (u64, u64) {
        let edge = |number: u64| (u128::from(things) * u128::from(number) / u128::from(self.count)) as u64;
        (edge(self.number - 1), edge(self.number))
    }
}

impl FromStr for Shard {
    type Err = SimError;

    fn from_str(text: &str) -> Result<Self, SimError> {
        let wrong = || SimError::InvalidShard { given: text.to_owned() };
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        let (number, of) = (number.parse().map_err(|_| wrong())?, of.parse().map_err(|_| wrong())?);
        if number == 0 || number > of { Err(wrong()) } else { Ok(Self { number, count: of }) }
    }
}

/// Extent of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesConfig {
    /// Fights of the whole series per variant.
    pub runs: u64,
    /// Seed of the series.
    pub seed: u64,
    /// The shard to run.
    pub shard: Shard,
    /// Number of threads.
    pub jobs: usize,
    /// Fights whose journals to keep.
    pub journals: BTreeSet<u64>,
    /// Whether to observe the behaviour of the AI players.
    pub behaviour: bool,
}

impl SeriesConfig {
    /// Fight numbers of this shard; empty if it has none.
    pub fn fight_numbers(&self) -> RangeInclusive<u64> {
        let (first, end) = self.shard.range(self.runs);
        first + 1..=end
    }

    /// Checks that the fights whose journals to keep exist.
    ///
    /// # Errors
    /// Returns `SimError::NoSuchFight` if one does not.
    pub fn validate(&self) -> Result<(), SimError> {
        let missing = self.journals.iter().find(|fight| !(1..=self.runs).contains(*fight));
        missing.map_or(Ok(()), |fight| Err(SimError::NoSuchFight { fight: *fight, runs: self.runs }))
    }
}

/// Plays a series: all variants of a fight, then those of the next one. Records are received in this order, for any
/// number of threads; an error of `receive` ends the series, `stop` ends it early.
///
/// # Errors
/// Returns the error of `receive`.
pub fn run_series<E: Send>(
    variants: &[Variant],
    extent: &SeriesConfig,
    stop: &AtomicBool,
    mut receive: impl FnMut(usize, FightRecord) -> Result<(), E>,
) -> Result<(), E> {
    let (first, end) = extent.shard.range(extent.runs);
    let grid = variants.len() as u64;
    let mut failure = None;
    let worker = || {
        let mut arena = FightRunner::default();
        move |number: u64| {
            let (fight, at) = (first + number / grid + 1, (number % grid) as usize);
            let variant = &variants[at];
            let seed = seed::fight_seed(extent.seed, fight);
            let journal = extent.journals.contains(&fight);
            let of = FightSetup {
                bundle: &variant.bundle,
                ai_settings: &variant.info.ai_settings,
                seed,
                keep_journal: journal,
                observe_behaviour: extent.behaviour,
            };
            let result = arena.run(of, stop)?;
            Some((at, FightRecord { fight, seed, variant: Arc::clone(&variant.info), result }))
        }
    };
    worker_pool::run_numbered(extent.jobs, (end - first) * grid, stop, worker, |_, (at, record)| {
        failure = receive(at, record).err();
        failure.is_none()
    });
    failure.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_join_end_to_end() {
        for of in 1..12 {
            let parts: Vec<_> = (1..=of).map(|number| Shard { number, count: of }.range(10)).collect();
            assert_eq!((parts[0].0, parts[parts.len() - 1].1), (0, 10));
            assert!(parts.windows(2).all(|two| two[0].1 == two[1].0));
        }
    }

    #[test]
    fn a_shard_is_one_of_so_many() {
        assert_eq!("2/8".parse::<Shard>().ok(), Some(Shard { number: 2, count: 8 }));
        for wrong in ["0/2", "3/2", "2", "a/b", "1/0", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
