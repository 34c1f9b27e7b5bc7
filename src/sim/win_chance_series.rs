//! Win chances against results: positions of simulated fights, to fit coefficients to and to test them on.

use std::sync::atomic::AtomicBool;

use bevy_ecs::prelude::World;

use crate::analysis::win_chance_fit::{Calibration, PositionSample, fit_win_chance};
use crate::error::SimError;
use crate::parameter_sweep::Variant;
use crate::runner::fight::{FightResult, FightRunner, FightSetup};
use crate::runner::seed;
use crate::runner::series::SeriesConfig;
use crate::runner::worker_pool;
use ai::{FEATURE_COUNT, FEATURE_NAMES, PositionFeatures, WinChanceModel};
use battle::OrderRecord;
use model::Side;
use rules::Book;

/// Orders from one sampled position to the next.
const ORDERS_PER_SAMPLE: usize = 8;

/// The positions of a fight.
#[derive(Clone, Debug, PartialEq)]
pub struct SampledFight {
    /// The book.
    pub book: Book,
    /// Number of the fight in the series, from 1.
    pub fight: u64,
    /// Id of the skirmish.
    pub skirmish: String,
    /// Result for the first side: 1 won, 0 lost, 0.5 a draw.
    pub result: f64,
    /// Features of every eighth position.
    pub positions: Vec<PositionFeatures>,
}

impl SampledFight {
    /// Its positions, which count as one together.
    pub fn samples(&self) -> impl Iterator<Item = PositionSample> {
        let weight = 1.0 / self.positions.len().max(1) as f64;
        self.positions.iter().map(move |features| PositionSample {
            features: *features,
            result: self.result,
            weight,
        })
    }

    /// Names of the columns of [`Self::rows`].
    pub fn columns() -> String {
        format!("book,fight,skirmish,result,{}", FEATURE_NAMES.join(","))
    }

    /// A line per position.
    pub fn rows(&self) -> impl Iterator<Item = String> {
        self.positions.iter().map(move |features| {
            let numbers: Vec<String> = features.0.iter().map(f64::to_string).collect();
            let Self { book, fight, skirmish, result, .. } = self;
            format!("{},{fight},{skirmish},{result},{}", book.id(), numbers.join(","))
        })
    }

    /// Reads lines with their columns.
    ///
    /// # Errors
    /// Returns `SimError::InvalidPositions` with the number of the first line that is none.
    pub fn read(text: &str) -> Result<Vec<Self>, SimError> {
        let mut fights: Vec<Self> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let is_heading = number == 0 && line == Self::columns();
            if is_heading {
                continue;
            }
            let one = Self::read_row(line).filter(|_| number > 0);
            let one = one.ok_or(SimError::InvalidPositions { line: number + 1 })?;
            match fights.last_mut().filter(|last| last.book == one.book && last.fight == one.fight) {
                Some(last) => last.positions.extend(one.positions),
                None => fights.push(one),
            }
        }
        Ok(fights)
    }

    fn read_row(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.split(',').collect();
        let [book, fight, skirmish, result, features @ ..] = &cells[..] else { return None };
        let number = |cell: &&str| cell.parse::<f64>().ok().filter(|number| number.is_finite());
        let features: Vec<f64> = features.iter().map(number).collect::<Option<_>>()?;
        let features: [f64; FEATURE_COUNT] = features.try_into().ok()?;
        Some(Self {
            book: Book::ALL.into_iter().find(|known| known.id() == *book)?,
            fight: fight.parse().ok()?,
            skirmish: (*skirmish).to_owned(),
            result: number(result).filter(|result| (0.0..=1.0).contains(result))?,
            positions: vec![PositionFeatures(features)],
        })
    }
}

/// Plays the fights of a series, each in the next variant, and receives their positions in order. Undecided fights are left
/// out.
///
/// # Errors
/// Returns the error of `receive`.
pub fn sample_positions<E: Send>(
    variants: &[Variant],
    extent: &SeriesConfig,
    stop: &AtomicBool,
    mut receive: impl FnMut(SampledFight) -> Result<(), E>,
) -> Result<(), E> {
    let (first, end) = extent.shard.range(extent.runs);
    let mut failure = None;
    let worker = || {
        let (mut arena, mut copy) = (FightRunner::default(), battle::new_battle_world());
        move |number: u64| {
            let fight = first + number + 1;
            let variant = variants.get((fight - 1) as usize % variants.len().max(1))?;
            let seed = seed::fight_seed(extent.seed, fight);
            let of = FightSetup {
                bundle: &variant.bundle,
                ai_settings: &variant.info.ai_settings,
                seed,
                keep_journal: false,
                observe_behaviour: false,
            };
            let result = arena.run(of, stop)?;
            Some(SampledFight {
                book: variant.info.book,
                fight,
                skirmish: variant.info.skirmish.clone(),
                result: result_for_first(&result)?,
                positions: positions_of(&mut copy, of, arena.history()),
            })
        }
    };
    worker_pool::run_numbered(extent.jobs, end - first, stop, worker, |_, fight| {
        failure = receive(fight).err();
        failure.is_none()
    });
    failure.map_or(Ok(()), Err)
}

/// Result of a fight for the first side; `None` if it is undecided.
fn result_for_first(result: &FightResult) -> Option<f64> {
    let outcome = result.end.as_ref().ok()?;
    Some(outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == Side(0)))))
}

/// Replays the orders of a fight, for the features of its positions.
fn positions_of(world: &mut World, of: FightSetup<'_>, records: &[OrderRecord]) -> Vec<PositionFeatures> {
    battle::spawn_battle(world, of.bundle.clone(), of.seed);
    let mut positions = Vec::new();
    for (number, record) in records.iter().enumerate() {
        if number % ORDERS_PER_SAMPLE == 0 {
            positions.extend(battle::with_view(world, ai::position_features));
        }
        if battle::submit(world, &record.order).is_err() {
            break;
        }
    }
    positions
}

/// Fits the coefficients of a book to fights and puts them into a model.
pub fn fit_book(model: &mut WinChanceModel, book: Book, fights: &[SampledFight]) {
    let samples: Vec<PositionSample> = fights.iter().flat_map(SampledFight::samples).collect();
    model.0.insert(book, fit_win_chance(&samples));
}

/// Compares the chances of a model with the results of fights of a book.
pub fn calibrate(model: &WinChanceModel, book: Book, fights: &[SampledFight]) -> Calibration {
    let mut calibration = Calibration::default();
    for sample in fights.iter().flat_map(SampledFight::samples) {
        if let Some(chance) = model.chance(book, &sample.features) {
            calibration.add(chance, sample.result, sample.weight);
        }
    }
    calibration
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_as_written() {
        let fight = SampledFight {
            book: Book::ALL[0],
            fight: 7,
            skirmish: "lane".to_owned(),
            result: 0.5,
            positions: vec![PositionFeatures([0.25; FEATURE_COUNT]), PositionFeatures([-1.5; FEATURE_COUNT])],
        };
        let lines: Vec<String> = [SampledFight::columns()].into_iter().chain(fight.rows()).collect();
        assert_eq!(SampledFight::read(&lines.join("\n")).ok(), Some(vec![fight]));
        for (number, wrong) in [("-1.5", "NaN"), ("-1.5", "inf"), (",0.5,", ",2,")] {
            let changed = lines.join("\n").replace(number, wrong);
            assert!(SampledFight::read(&changed).is_err(), "{wrong}");
        }
        let error = SampledFight::read("book,fight\n").expect_err("other columns").to_string();
        assert!(error.contains("line 1"), "{error}");
    }
}
