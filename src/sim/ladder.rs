//! Levels against levels in mirrored fights: the same seed twice, the minds changing seats in between.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::error::SimError;
use super::fight::{Arena, Match, Seat};
use super::pool;
use super::rating::{Score, ratings};
use super::record::{Record, Theme};
use super::seed;
use super::series::Extent;
use super::stats::{self, Estimate};
use super::vary::Variant;
use ai::Level;
use battle::Side;

/// Two levels that meet; results are those of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The one whose wins are counted.
    pub upper: Level,
    /// The other.
    pub lower: Level,
}

impl Pair {
    /// Every level against the one below, and the best against the worst.
    pub fn usual() -> Vec<Self> {
        let near = Level::ALL.windows(2).map(|two| Self { upper: two[1], lower: two[0] });
        near.chain([Self { upper: Level::Ruthless, lower: Level::Random }]).collect()
    }

    /// "sharp-steady".
    pub fn key(self) -> String {
        format!("{}-{}", self.upper, self.lower)
    }
}

impl FromStr for Pair {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no pair: write it like sharp-steady");
        let (one, other) = text.split_once('-').ok_or_else(wrong)?;
        let level = |word: &str| word.parse::<Level>().map_err(|error| error.to_string());
        let (one, other) = (level(one)?, level(other)?);
        if one == other {
            return Err(wrong());
        }
        Ok(Self { upper: one.max(other), lower: one.min(other) })
    }
}

/// A mirrored fight: two fights of the same seed.
#[derive(Clone, Debug)]
pub struct Mirrored {
    /// Who met.
    pub pair: Pair,
    /// The fights: the upper level on the first side, then on the second.
    pub fights: [Record; 2],
}

impl Mirrored {
    /// Half wins of the upper level: 2 for whoever wins more of the two fights; where each has won as many, whoever put a
    /// greater share of the enemy out of the fight than it lost; then whoever did more damage; then whoever won sooner. 1
    /// for each where all of that is equal.
    pub fn halves(&self) -> u64 {
        let (mut wins, mut margin, mut damage, mut speed) = (0_i64, 0_i64, 0_i64, 0_i64);
        for (upper, record) in (0_u8..).zip(&self.fights) {
            let fought = &record.fought;
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
        self.fights.iter().filter(|record| record.fought.end.is_err()).count() as u64
    }
}

/// Where levels meet.
#[derive(Clone, Debug)]
pub struct Ground {
    variant: Variant,
}

impl Ground {
    /// A skirmish under a book.
    ///
    /// # Errors
    /// It has not two sides.
    pub fn new(variant: Variant) -> Result<Self, SimError> {
        let sides = variant.theme.sides.len();
        if sides != 2 {
            return Err(SimError::Mirror { skirmish: variant.theme.skirmish.clone(), sides });
        }
        Ok(Self { variant })
    }

    fn theme(&self, pair: Pair, upper: usize) -> Arc<Theme> {
        let mut levels = [pair.lower; 2];
        levels[upper] = pair.upper;
        let seats = levels.map(|level| Seat { level, temper: None }).to_vec();
        let theme = Theme { seats, variant: pair.key(), ..(*self.variant.theme).clone() };
        Arc::new(theme)
    }
}

/// Fights all mirrored fights of a shard: `extent.runs` for each pair on each ground. They are received in the order of
/// pairs, grounds and numbers.
///
/// # Errors
/// What `receive` says.
pub fn run<E: Send>(
    pairs: &[Pair],
    grounds: &[Ground],
    extent: &Extent,
    stop: &AtomicBool,
    mut receive: impl FnMut(Mirrored) -> Result<(), E>,
) -> Result<(), E> {
    let (first, end) = extent.shard.part(total(pairs, grounds, extent.runs));
    let mut failure = None;
    let worker = || {
        let mut arena = Arena::default();
        move |number: u64| {
            let number = first + number;
            let (fight, number) = (number % extent.runs + 1, number / extent.runs);
            let places = grounds.len() as u64;
            let (ground, pair) = (&grounds[(number % places) as usize], pairs[(number / places) as usize]);
            let seed = seed::of_fight(extent.seed, fight);
            let mut leg = |upper| {
                let theme = ground.theme(pair, upper);
                let of = Match { bundle: &ground.variant.bundle, seats: &theme.seats, seed, journal: false };
                let fought = arena.fight(of, stop)?;
                Some(Record { fight, seed, theme, fought })
            };
            Some(Mirrored { pair, fights: [leg(0)?, leg(1)?] })
        }
    };
    pool::each(extent.jobs, end - first, stop, worker, |_, mirrored| {
        failure = receive(mirrored).err();
        failure.is_none()
    });
    failure.map_or(Ok(()), Err)
}

/// Mirrored fights of the whole ladder.
pub fn total(pairs: &[Pair], grounds: &[Ground], runs: u64) -> u64 {
    pairs.len() as u64 * grounds.len() as u64 * runs
}

/// Results of a pair.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    halves: u64,
    fights: u64,
    ties: u64,
}

impl Sum {
    fn add(&mut self, halves: u64) {
        self.halves += halves;
        self.fights += 1;
        self.ties += u64::from(halves == 1);
    }

    fn standing(&self) -> Standing {
        let share = stats::share(self.halves as f64 / 2.0, self.fights);
        Standing { fights: self.fights, ties: self.ties, share }
    }
}

/// What a pair made of its mirrored fights.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Standing {
    /// Mirrored fights.
    pub fights: u64,
    /// Of them without a winner.
    pub ties: u64,
    /// Share that the upper level won, ties as halves.
    pub share: Estimate,
}

/// A pair with its results.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The level whose wins are counted.
    pub upper: Level,
    /// The other.
    pub lower: Level,
    /// Over everything.
    pub all: Standing,
    /// By book.
    pub books: BTreeMap<&'static str, Standing>,
    /// By skirmish.
    pub skirmishes: BTreeMap<String, Standing>,
}

/// A level with its rating.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Rated {
    /// The level.
    pub level: Level,
    /// Points above the lowest one of the ladder, on Elo's scale.
    pub points: Estimate,
}

/// All results of a ladder.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// Fights without an end, among both fights of all mirrored ones.
    pub undecided: u64,
    /// Pairs in the order in which they met.
    pub rows: Vec<Row>,
    /// Levels that met, the worst first.
    pub ratings: Vec<Rated>,
}

/// Gathers the results of a ladder.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    undecided: u64,
    pairs: BTreeMap<Pair, Sum>,
    books: BTreeMap<(Pair, &'static str), Sum>,
    skirmishes: BTreeMap<(Pair, String), Sum>,
}

impl Sums {
    /// One more mirrored fight.
    pub fn add(&mut self, mirrored: &Mirrored) {
        let (pair, halves) = (mirrored.pair, mirrored.halves());
        let theme = &mirrored.fights[0].theme;
        self.undecided += mirrored.undecided();
        self.pairs.entry(pair).or_default().add(halves);
        self.books.entry((pair, theme.book.id())).or_default().add(halves);
        self.skirmishes.entry((pair, theme.skirmish.clone())).or_default().add(halves);
    }

    /// What they come to.
    pub fn table(&self, pairs: &[Pair]) -> Table {
        let row = |pair: &Pair| {
            let all = self.pairs.get(pair)?.standing();
            let books = self.books.iter().filter(|((of, _), _)| of == pair);
            let skirmishes = self.skirmishes.iter().filter(|((of, _), _)| of == pair);
            Some(Row {
                upper: pair.upper,
                lower: pair.lower,
                all,
                books: books.map(|((_, book), sum)| (*book, sum.standing())).collect(),
                skirmishes: skirmishes.map(|((_, id), sum)| (id.clone(), sum.standing())).collect(),
            })
        };
        let met = |level: &Level| self.pairs.keys().any(|pair| pair.upper == *level || pair.lower == *level);
        let levels: Vec<Level> = Level::ALL.into_iter().filter(met).collect();
        let number = |level| levels.iter().position(|one| *one == level).unwrap_or(0);
        let score = |(pair, sum): (&Pair, &Sum)| Score {
            one: number(pair.upper),
            other: number(pair.lower),
            halves: sum.halves,
            fights: sum.fights,
        };
        let scores: Vec<Score> = self.pairs.iter().map(score).collect();
        let points = ratings(levels.len(), &scores);
        Table {
            undecided: self.undecided,
            rows: pairs.iter().filter_map(row).collect(),
            ratings: levels.into_iter().zip(points).map(|(level, points)| Rated { level, points }).collect(),
        }
    }
}
