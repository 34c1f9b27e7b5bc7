//! One fight between minds, from deployment to its end.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy_ecs::prelude::World;

use super::caught::caught;
use super::seed;
use super::tally::Tally;
use super::watch::Watch;
use ai::{Level, Mind, Temper};
use battle::journal::{Entry, Journal};
use battle::{History, Outcome, Round, Side};
use content::SkirmishBundle;

/// Orders after which a fight that goes nowhere is given up.
pub const MOST_ORDERS: usize = 20_000;

/// Who thinks for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// How well it judges.
    pub level: Level,
    /// What it likes; without one each unit has the temper of its archetype.
    pub temper: Option<Temper>,
}

/// Why a fight has no end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// It had as many orders as a fight may have.
    TooLong(usize),
    /// An order that a mind gave was refused.
    Refused {
        /// The order, counted from 1.
        number: usize,
        /// Why.
        why: String,
    },
    /// It is not over, and nobody has the word.
    Stuck(usize),
    /// The program broke down.
    Panicked {
        /// The order at which it did, counted from 1.
        number: usize,
        /// What it said.
        said: String,
    },
}

impl Undecided {
    /// In a word, as tables have it.
    pub const fn key(&self) -> &'static str {
        match self {
            Self::TooLong(_) => "too_long",
            Self::Refused { .. } => "refused",
            Self::Stuck(_) => "stuck",
            Self::Panicked { .. } => "panicked",
        }
    }
}

impl fmt::Display for Undecided {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(orders) => write!(formatter, "is not over after {orders} orders"),
            Self::Refused { number, why } => write!(formatter, "order {number} was refused: {why}"),
            Self::Stuck(orders) => write!(formatter, "nobody has the word after {orders} orders"),
            Self::Panicked { number, said } => {
                write!(formatter, "the program broke down at order {number}: {said}")
            }
        }
    }
}

/// How a fight went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fought {
    /// How it ended, or why it did not.
    pub end: Result<Outcome, Undecided>,
    /// Its last round.
    pub rounds: u32,
    /// Orders given.
    pub orders: usize,
    /// Hash of the state after the last one; 0 after a breakdown.
    pub hash: u64,
    /// What was counted; after a breakdown up to the order before.
    pub tally: Tally,
    /// Its journal as text, if it was asked for or the fight broke down.
    pub journal: Option<String>,
}

impl Fought {
    /// The side that won.
    pub fn winner(&self) -> Option<Side> {
        self.end.as_ref().ok().and_then(|outcome| outcome.winner)
    }
}

/// A world for fights, one after the other.
#[derive(Default)]
pub struct Arena(Option<World>);

/// What a fight is about.
#[derive(Clone, Copy, Debug)]
pub struct Match<'a> {
    /// Skirmish, book and content.
    pub bundle: &'a Arc<SkirmishBundle>,
    /// Who thinks for each side.
    pub seats: &'a [Seat],
    /// Seed of the dice; those of the minds come from it.
    pub seed: u64,
    /// Whether the journal is wanted whatever happens.
    pub journal: bool,
}

impl Arena {
    /// Fights to the end; nothing if it was told to stop before.
    pub fn fight(&mut self, of: Match<'_>, stop: &AtomicBool) -> Option<Fought> {
        let world = self.0.get_or_insert_with(|| {
            let mut world = World::new();
            battle::install(&mut world);
            world
        });
        let mut course = Course::default();
        let end = match caught(|| course.play(world, of, stop)) {
            Ok(end) => end?,
            Err(said) => Err(Undecided::Panicked { number: course.entries.len() + 1, said }),
        };
        let broken = matches!(end, Err(Undecided::Panicked { .. }));
        let hash = course.entries.last().map_or(0, |entry| entry.hash);
        let fought = Fought {
            end,
            rounds: world.get_resource::<Round>().filter(|_| course.begun).map_or(0, Round::number),
            orders: course.entries.len(),
            hash: if broken { 0 } else { hash },
            tally: course.tally(world),
            journal: (of.journal || broken).then(|| course.journal(of)),
        };
        if broken {
            // What a panic leaves behind is nothing to go on with.
            self.0 = None;
        }
        Some(fought)
    }
}

/// A fight under way.
#[derive(Default)]
struct Course {
    /// The fight is set up.
    begun: bool,
    entries: Vec<Entry>,
    /// The order that is carried out.
    given: Option<battle::Order>,
    watch: Watch,
}

impl Course {
    fn play(
        &mut self,
        world: &mut World,
        of: Match<'_>,
        stop: &AtomicBool,
    ) -> Option<Result<Outcome, Undecided>> {
        battle::set_up(world, of.bundle.clone(), of.seed);
        self.begun = true;
        self.watch = battle::with_view(world, Watch::of);
        let minds: BTreeMap<Side, Mind> = (0..)
            .map(Side)
            .zip(of.seats)
            .map(|(side, seat)| {
                let seed = seed::of_mind(of.seed, side.0);
                (side, Mind { level: seat.level, temper: seat.temper, seed })
            })
            .collect();
        while self.entries.len() < MOST_ORDERS {
            if let Some(outcome) = world.resource::<Round>().outcome() {
                return Some(Ok(outcome));
            }
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let number = self.entries.len() + 1;
            let mind = ai::seat(world).and_then(|side| minds.get(&side));
            let Some(thought) = mind.and_then(|mind| ai::think(world, mind)) else {
                return Some(Err(Undecided::Stuck(number - 1)));
            };
            let order = thought.order;
            battle::with_view(world, |view| self.watch.before(view, &order, number - 1));
            self.given = Some(order.clone());
            match battle::submit(world, &order) {
                Ok(hash) => self.entries.push(Entry { order, hash }),
                Err(refusal) => {
                    return Some(Err(Undecided::Refused { number, why: refusal.to_string() }));
                }
            }
            self.given = None;
        }
        Some(Err(Undecided::TooLong(MOST_ORDERS)))
    }

    fn tally(&self, world: &World) -> Tally {
        let chapters = world.get_resource::<History>().map_or(&[][..], History::chapters);
        Tally::of(&self.watch, &chapters[..chapters.len().min(self.entries.len())])
    }

    /// The journal; an order at which the program broke down or that was refused is its last line, with hash 0.
    fn journal(&self, of: Match<'_>) -> String {
        let mut text = Journal::new(of.bundle.clone(), of.seed).to_text();
        let last = self.given.clone().map(|order| Entry { order, hash: 0 });
        for entry in self.entries.iter().chain(&last) {
            text.push_str(&serde_json::to_string(entry).expect("broken invariant: orders are plain data"));
            text.push('\n');
        }
        text
    }
}
