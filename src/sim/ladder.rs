//! Ladder: difficulties against each other in mirrored fights, which use a seed twice with sides swapped.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::error::SimError;
use crate::analysis::rating::{HeadToHead, compute_ratings};
use crate::analysis::stats;
use crate::analysis::stats::Estimate;
use crate::output::record::{FightRecord, VariantInfo};
use crate::parameter_sweep::Variant;
use crate::runner::fight::{AiSettings, FightRunner, FightSetup};
use crate::runner::seed;
use crate::runner::series::SeriesConfig;
use crate::runner::worker_pool;
use ai::Difficulty;
use model::Side;

/// Two difficulties; results are those of the higher one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DifficultyPair {
    /// The higher difficulty.
    pub upper: Difficulty,
    /// The lower difficulty.
    pub lower: Difficulty,
}

impl DifficultyPair {
    /// Every difficulty against the one below, and the highest against the lowest.
    pub fn default_pairs() -> Vec<Self> {
        let near = Difficulty::ALL.windows(2).map(|two| Self { upper: two[1], lower: two[0] });
        near.chain([Self { upper: Difficulty::Master, lower: Difficulty::Random }]).collect()
    }

    /// Key such as "hard-normal".
    pub fn key(self) -> String {
        format!("{}-{}", self.upper, self.lower)
    }
}

impl FromStr for DifficultyPair {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no pair of two difficulties, such as hard-normal");
        let (one, other) = text.split_once('-').ok_or_else(wrong)?;
        let parse = |word: &str| word.parse::<Difficulty>().map_err(|error| error.to_string());
        let (one, other) = (parse(one)?, parse(other)?);
        if one == other {
            return Err(wrong());
        }
        Ok(Self { upper: one.max(other), lower: one.min(other) })
    }
}

/// A mirrored fight: two fights with the same seed.
#[derive(Clone, Debug)]
pub struct MirroredFight {
    /// The difficulties.
    pub pair: DifficultyPair,
    /// The fights: the higher difficulty on the first side, then on the second.
    pub fights: [FightRecord; 2],
}

impl MirroredFight {
    /// Half wins of the higher difficulty: 2, 1 or 0. Decided by wins, then by the share of enemies put out of
    /// action minus the share lost, then by damage, then by speed of winning.
    pub fn halves(&self) -> u64 {
        let (mut wins, mut margin, mut damage, mut speed) = (0_i64, 0_i64, 0_i64, 0_i64);
        for (upper, record) in (0_u8..).zip(&self.fights) {
            let result = &record.result;
            let won = match result.winner() {
                Some(side) if side == Side(upper) => 1,
                Some(_) => -1,
                None => 0,
            };
            wins += won;
            speed -= won * i64::from(result.rounds);
            let side = |number: u8| result.tally.sides.get(usize::from(number));
            let (Some(own), Some(enemy)) = (side(upper), side(1 - upper)) else { continue };
            // Both shares times both numbers of fighters, which are the same in both fights.
            margin += i64::from(enemy.lost()) * i64::from(own.units);
            margin -= i64::from(own.lost()) * i64::from(enemy.units);
            damage += i64::from(own.dealt) - i64::from(enemy.dealt);
        }
        match (wins, margin, damage, speed).cmp(&(0, 0, 0, 0)) {
            std::cmp::Ordering::Greater => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 0,
        }
    }

    /// Number of undecided fights among the two.
    pub fn undecided(&self) -> u64 {
        self.fights.iter().filter(|record| record.result.end.is_err()).count() as u64
    }
}

/// A skirmish and book for ladder fights.
#[derive(Clone, Debug)]
pub struct LadderSkirmish {
    variant: Variant,
}

impl LadderSkirmish {
    /// A skirmish in a book.
    ///
    /// # Errors
    /// Returns `SimError::NotTwoSided` if it does not have two sides.
    pub fn new(variant: Variant) -> Result<Self, SimError> {
        let sides = variant.info.sides.len();
        if sides != 2 {
            return Err(SimError::NotTwoSided { skirmish: variant.info.skirmish.clone(), sides });
        }
        Ok(Self { variant })
    }

    fn variant_info(&self, pair: DifficultyPair, upper: usize) -> Arc<VariantInfo> {
        let mut difficulties = [pair.lower; 2];
        difficulties[upper] = pair.upper;
        let ai_settings =
            difficulties.map(|difficulty| AiSettings { difficulty, personality: None }).to_vec();
        let variant = VariantInfo { ai_settings, variant: pair.key(), ..(*self.variant.info).clone() };
        Arc::new(variant)
    }
}

/// Plays all mirrored fights of a shard: `extent.runs` for each pair and skirmish, received in order.
///
/// # Errors
/// Returns the error of `receive`.
pub fn run_ladder<E: Send>(
    pairs: &[DifficultyPair],
    grounds: &[LadderSkirmish],
    extent: &SeriesConfig,
    stop: &AtomicBool,
    mut receive: impl FnMut(MirroredFight) -> Result<(), E>,
) -> Result<(), E> {
    let (first, end) = extent.shard.range(total_mirrored_fights(pairs, grounds, extent.runs));
    let mut failure = None;
    let worker = || {
        let mut arena = FightRunner::default();
        move |number: u64| {
            let number = first + number;
            let (fight, number) = (number % extent.runs + 1, number / extent.runs);
            let places = grounds.len() as u64;
            let (ground, pair) = (&grounds[(number % places) as usize], pairs[(number / places) as usize]);
            let seed = seed::fight_seed(extent.seed, fight);
            let mut leg = |upper| {
                let variant = ground.variant_info(pair, upper);
                let of = FightSetup {
                    bundle: &ground.variant.bundle,
                    ai_settings: &variant.ai_settings,
                    seed,
                    keep_journal: false,
                    observe_behaviour: false,
                };
                let result = arena.run(of, stop)?;
                Some(FightRecord { fight, seed, variant, result })
            };
            Some(MirroredFight { pair, fights: [leg(0)?, leg(1)?] })
        }
    };
    worker_pool::run_numbered(extent.jobs, end - first, stop, worker, |_, mirrored| {
        failure = receive(mirrored).err();
        failure.is_none()
    });
    failure.map_or(Ok(()), Err)
}

/// Number of mirrored fights of the whole ladder.
pub fn total_mirrored_fights(pairs: &[DifficultyPair], grounds: &[LadderSkirmish], runs: u64) -> u64 {
    pairs.len() as u64 * grounds.len() as u64 * runs
}

/// Sums of a pair.
#[derive(Clone, Copy, Debug, Default)]
struct PairTotals {
    halves: u64,
    fights: u64,
    ties: u64,
}

impl PairTotals {
    fn add(&mut self, halves: u64) {
        self.halves += halves;
        self.fights += 1;
        self.ties += u64::from(halves == 1);
    }

    fn to_standing(self) -> PairStanding {
        let share = stats::proportion(self.halves as f64 / 2.0, self.fights);
        PairStanding { fights: self.fights, ties: self.ties, share }
    }
}

/// Results of a pair.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PairStanding {
    /// Number of mirrored fights.
    pub fights: u64,
    /// Ties among them.
    pub ties: u64,
    /// Share won by the higher difficulty; ties count half.
    pub share: Estimate,
}

/// A pair with its results.
#[derive(Clone, Debug, Serialize)]
pub struct LadderRow {
    /// The higher difficulty.
    pub upper: Difficulty,
    /// The lower difficulty.
    pub lower: Difficulty,
    /// Results over all skirmishes.
    pub all: PairStanding,
    /// Results by book.
    pub books: BTreeMap<&'static str, PairStanding>,
    /// Results by skirmish.
    pub skirmishes: BTreeMap<String, PairStanding>,
}

/// A difficulty with its rating.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RatedDifficulty {
    /// The difficulty.
    pub difficulty: Difficulty,
    /// Points above the lowest difficulty of the ladder, on Elo's scale.
    pub points: Estimate,
}

/// Results of a ladder.
#[derive(Clone, Debug, Serialize)]
pub struct LadderResults {
    /// Number of undecided fights.
    pub undecided: u64,
    /// Pairs in order.
    pub rows: Vec<LadderRow>,
    /// Difficulties by level, the lowest first.
    pub ratings: Vec<RatedDifficulty>,
}

/// Totals of a ladder.
#[derive(Clone, Debug, Default)]
pub struct LadderTotals {
    undecided: u64,
    pairs: BTreeMap<DifficultyPair, PairTotals>,
    books: BTreeMap<(DifficultyPair, &'static str), PairTotals>,
    skirmishes: BTreeMap<(DifficultyPair, String), PairTotals>,
}

impl LadderTotals {
    /// Adds a mirrored fight.
    pub fn add(&mut self, mirrored: &MirroredFight) {
        let (pair, halves) = (mirrored.pair, mirrored.halves());
        let variant = &mirrored.fights[0].variant;
        self.undecided += mirrored.undecided();
        self.pairs.entry(pair).or_default().add(halves);
        self.books.entry((pair, variant.book.id())).or_default().add(halves);
        self.skirmishes.entry((pair, variant.skirmish.clone())).or_default().add(halves);
    }

    /// The results.
    pub fn results(&self, pairs: &[DifficultyPair]) -> LadderResults {
        let row = |pair: &DifficultyPair| {
            let all = self.pairs.get(pair)?.to_standing();
            let books = self.books.iter().filter(|((of, _), _)| of == pair);
            let skirmishes = self.skirmishes.iter().filter(|((of, _), _)| of == pair);
            Some(LadderRow {
                upper: pair.upper,
                lower: pair.lower,
                all,
                books: books.map(|((_, book), sum)| (*book, sum.to_standing())).collect(),
                skirmishes: skirmishes.map(|((_, id), sum)| (id.clone(), sum.to_standing())).collect(),
            })
        };
        let has_played = |difficulty: &Difficulty| {
            self.pairs.keys().any(|pair| pair.upper == *difficulty || pair.lower == *difficulty)
        };
        let difficulties: Vec<Difficulty> = Difficulty::ALL.into_iter().filter(has_played).collect();
        let number = |difficulty| difficulties.iter().position(|one| *one == difficulty).unwrap_or(0);
        let score = |(pair, sum): (&DifficultyPair, &PairTotals)| HeadToHead {
            one: number(pair.upper),
            other: number(pair.lower),
            halves: sum.halves,
            fights: sum.fights,
        };
        let scores: Vec<HeadToHead> = self.pairs.iter().map(score).collect();
        let points = compute_ratings(difficulties.len(), &scores);
        LadderResults {
            undecided: self.undecided,
            rows: pairs.iter().filter_map(row).collect(),
            ratings: difficulties
                .into_iter()
                .zip(points)
                .map(|(difficulty, points)| RatedDifficulty { difficulty, points })
                .collect(),
        }
    }
}
