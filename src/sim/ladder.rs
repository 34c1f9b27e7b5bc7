//! Levels against levels in mirrored fights: the same seed twice, the minds changing seats in between.

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
use battle::Side;

/// Two levels that meet; results are those of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DifficultyPair {
    /// The one whose wins are counted.
    pub upper: Difficulty,
    /// The other.
    pub lower: Difficulty,
}

impl DifficultyPair {
    /// Every level against the one below, and the best against the worst.
    pub fn default_pairs() -> Vec<Self> {
        let near = Difficulty::ALL.windows(2).map(|two| Self { upper: two[1], lower: two[0] });
        near.chain([Self { upper: Difficulty::Brutal, lower: Difficulty::Random }]).collect()
    }

    /// "sharp-steady".
    pub fn key(self) -> String {
        format!("{}-{}", self.upper, self.lower)
    }
}

impl FromStr for DifficultyPair {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no pair: write it like sharp-steady");
        let (one, other) = text.split_once('-').ok_or_else(wrong)?;
        let level = |word: &str| word.parse::<Difficulty>().map_err(|error| error.to_string());
        let (one, other) = (level(one)?, level(other)?);
        if one == other {
            return Err(wrong());
        }
        Ok(Self { upper: one.max(other), lower: one.min(other) })
    }
}

/// A mirrored fight: two fights of the same seed.
#[derive(Clone, Debug)]
pub struct MirroredFight {
    /// Who met.
    pub pair: DifficultyPair,
    /// The fights: the upper level on the first side, then on the second.
    pub fights: [FightRecord; 2],
}

impl MirroredFight {
    /// Half wins of the upper level: 2 for whoever wins more of the two fights; where each has won as many, whoever put a
    /// greater share of the enemy out of the fight than it lost; then whoever did more damage; then whoever won sooner. 1
    /// for each where all of that is equal.
    pub fn halves(&self) -> u64 {
        let (mut wins, mut margin, mut damage, mut speed) = (0_i64, 0_i64, 0_i64, 0_i64);
        for (upper, record) in (0_u8..).zip(&self.fights) {
            let fought = &record.result;
            let won = match fought.winner() {
                Some(side) if side == Side(upper) => 1,
                Some(_) => -1,
                None => 0,
            };
            wins += won;
            speed -= won * i64::from(fought.rounds);
            let side = |number: u8| fought.tally.sides.get(usize::from(number));
            let (Some(own), Some(enemy)) = (side(upper), side(1 - upper)) else { continue };
            // The share of the enemy put out less the share lost, times both numbers of fighters: those of both fights
            // are the same.
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

    /// Fights of the two without an end.
    pub fn undecided(&self) -> u64 {
        self.fights.iter().filter(|record| record.result.end.is_err()).count() as u64
    }
}

/// Where levels meet.
#[derive(Clone, Debug)]
pub struct LadderSkirmish {
    variant: Variant,
}

impl LadderSkirmish {
    /// A skirmish under a book.
    ///
    /// # Errors
    /// It has not two sides.
    pub fn new(variant: Variant) -> Result<Self, SimError> {
        let sides = variant.info.sides.len();
        if sides != 2 {
            return Err(SimError::NotTwoSided { skirmish: variant.info.skirmish.clone(), sides });
        }
        Ok(Self { variant })
    }

    fn variant_info(&self, pair: DifficultyPair, upper: usize) -> Arc<VariantInfo> {
        let mut levels = [pair.lower; 2];
        levels[upper] = pair.upper;
        let seats = levels.map(|level| AiSettings { difficulty: level, personality: None }).to_vec();
        let theme = VariantInfo { ai_settings: seats, variant: pair.key(), ..(*self.variant.info).clone() };
        Arc::new(theme)
    }
}

/// Fights all mirrored fights of a shard: `extent.runs` for each pair on each ground. They are received in the order of
/// pairs, grounds and numbers.
///
/// # Errors
/// What `receive` says.
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
                let theme = ground.variant_info(pair, upper);
                let of = FightSetup {
                    bundle: &ground.variant.bundle,
                    ai_settings: &theme.ai_settings,
                    seed,
                    keep_journal: false,
                };
                let fought = arena.run(of, stop)?;
                Some(FightRecord { fight, seed, variant: theme, result: fought })
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

/// Mirrored fights of the whole ladder.
pub fn total_mirrored_fights(pairs: &[DifficultyPair], grounds: &[LadderSkirmish], runs: u64) -> u64 {
    pairs.len() as u64 * grounds.len() as u64 * runs
}

/// Results of a pair.
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

    fn to_standing(&self) -> PairStanding {
        let share = stats::proportion(self.halves as f64 / 2.0, self.fights);
        PairStanding { fights: self.fights, ties: self.ties, share }
    }
}

/// What a pair made of its mirrored fights.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PairStanding {
    /// Mirrored fights.
    pub fights: u64,
    /// Of them without a winner.
    pub ties: u64,
    /// Share that the upper level won, ties as halves.
    pub share: Estimate,
}

/// A pair with its results.
#[derive(Clone, Debug, Serialize)]
pub struct LadderRow {
    /// The level whose wins are counted.
    pub upper: Difficulty,
    /// The other.
    pub lower: Difficulty,
    /// Over everything.
    pub all: PairStanding,
    /// By book.
    pub books: BTreeMap<&'static str, PairStanding>,
    /// By skirmish.
    pub skirmishes: BTreeMap<String, PairStanding>,
}

/// A level with its rating.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RatedDifficulty {
    /// The level.
    #[serde(alias = "level")]
    pub difficulty: Difficulty,
    /// Points above the lowest one of the ladder, on Elo's scale.
    pub points: Estimate,
}

/// All results of a ladder.
#[derive(Clone, Debug, Serialize)]
pub struct LadderResults {
    /// Fights without an end, among both fights of all mirrored ones.
    pub undecided: u64,
    /// Pairs in the order in which they met.
    pub rows: Vec<LadderRow>,
    /// Levels that met, the worst first.
    pub ratings: Vec<RatedDifficulty>,
}

/// Gathers the results of a ladder.
#[derive(Clone, Debug, Default)]
pub struct LadderTotals {
    undecided: u64,
    pairs: BTreeMap<DifficultyPair, PairTotals>,
    books: BTreeMap<(DifficultyPair, &'static str), PairTotals>,
    skirmishes: BTreeMap<(DifficultyPair, String), PairTotals>,
}

impl LadderTotals {
    /// One more mirrored fight.
    pub fn add(&mut self, mirrored: &MirroredFight) {
        let (pair, halves) = (mirrored.pair, mirrored.halves());
        let theme = &mirrored.fights[0].variant;
        self.undecided += mirrored.undecided();
        self.pairs.entry(pair).or_default().add(halves);
        self.books.entry((pair, theme.book.id())).or_default().add(halves);
        self.skirmishes.entry((pair, theme.skirmish.clone())).or_default().add(halves);
    }

    /// What they come to.
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
        let met =
            |level: &Difficulty| self.pairs.keys().any(|pair| pair.upper == *level || pair.lower == *level);
        let levels: Vec<Difficulty> = Difficulty::ALL.into_iter().filter(met).collect();
        let number = |level| levels.iter().position(|one| *one == level).unwrap_or(0);
        let score = |(pair, sum): (&DifficultyPair, &PairTotals)| HeadToHead {
            one: number(pair.upper),
            other: number(pair.lower),
            halves: sum.halves,
            fights: sum.fights,
        };
        let scores: Vec<HeadToHead> = self.pairs.iter().map(score).collect();
        let points = compute_ratings(levels.len(), &scores);
        LadderResults {
            undecided: self.undecided,
            rows: pairs.iter().filter_map(row).collect(),
            ratings: levels
                .into_iter()
                .zip(points)
                .map(|(level, points)| RatedDifficulty { difficulty: level, points })
                .collect(),
        }
    }
}
