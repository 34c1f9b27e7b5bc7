//! One fight between minds, from deployment to its end.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy_ecs::prelude::World;

use super::panic_guard::catch_panic;
use super::seed;
use crate::analysis::observer::FightObserver;
use crate::analysis::tally::FightTally;
use ai::{AiPlayer, Difficulty, Personality};
use battle::journal::{Journal, JournalEntry};
use battle::{BattleOutcome, History, RoundState, Side};
use content::SkirmishBundle;

/// Orders after which a fight that goes nowhere is given up.
pub const MAX_ORDERS: usize = 20_000;

/// Who thinks for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AiSettings {
    /// How well it judges.
    pub difficulty: Difficulty,
    /// What it likes; without one each unit has the temper of its archetype.
    pub personality: Option<Personality>,
}

/// Why a fight has no end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndecidedReason {
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

impl UndecidedReason {
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

impl fmt::Display for UndecidedReason {
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
pub struct FightResult {
    /// How it ended, or why it did not.
    pub end: Result<BattleOutcome, UndecidedReason>,
    /// Its last round.
    pub rounds: u32,
    /// Orders given.
    pub orders: usize,
    /// Hash of the state after the last one; 0 after a breakdown.
    pub hash: u64,
    /// What was counted; after a breakdown up to the order before.
    pub tally: FightTally,
    /// Its journal as text, if it was asked for or the fight broke down.
    pub journal: Option<String>,
}

impl FightResult {
    /// The side that won.
    pub fn winner(&self) -> Option<Side> {
        self.end.as_ref().ok().and_then(|outcome| outcome.winner)
    }
}

/// A world for fights, one after the other.
#[derive(Default)]
pub struct FightRunner(Option<World>);

/// What a fight is about.
#[derive(Clone, Copy, Debug)]
pub struct FightSetup<'a> {
    /// Skirmish, book and content.
    pub bundle: &'a Arc<SkirmishBundle>,
    /// Who thinks for each side.
    pub ai_settings: &'a [AiSettings],
    /// Seed of the dice; those of the minds come from it.
    pub seed: u64,
    /// Whether the journal is wanted whatever happens.
    pub keep_journal: bool,
}

impl FightRunner {
    /// Fights to the end; nothing if it was told to stop before.
    pub fn run(&mut self, of: FightSetup<'_>, stop: &AtomicBool) -> Option<FightResult> {
        let world = self.0.get_or_insert_with(|| {
            let mut world = World::new();
            battle::prepare_world(&mut world);
            world
        });
        let mut course = FightInProgress::default();
        let end = match catch_panic(|| course.run(world, of, stop)) {
            Ok(end) => end?,
            Err(said) => Err(UndecidedReason::Panicked { number: course.entries.len() + 1, said }),
        };
        let broken = matches!(end, Err(UndecidedReason::Panicked { .. }));
        let hash = course.entries.last().map_or(0, |entry| entry.hash);
        let fought = FightResult {
            end,
            rounds: world.get_resource::<RoundState>().filter(|_| course.begun).map_or(0, RoundState::number),
            orders: course.entries.len(),
            hash: if broken { 0 } else { hash },
            tally: course.tally(world),
            journal: (of.keep_journal || broken).then(|| course.journal(of)),
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
struct FightInProgress {
    /// The fight is set up.
    begun: bool,
    entries: Vec<JournalEntry>,
    /// The order that is carried out.
    current_order: Option<battle::Order>,
    observer: FightObserver,
}

impl FightInProgress {
    fn run(
        &mut self,
        world: &mut World,
        of: FightSetup<'_>,
        stop: &AtomicBool,
    ) -> Option<Result<BattleOutcome, UndecidedReason>> {
        battle::spawn_battle(world, of.bundle.clone(), of.seed);
        self.begun = true;
        self.observer = battle::with_view(world, FightObserver::at_start);
        let minds: BTreeMap<Side, AiPlayer> = (0..)
            .map(Side)
            .zip(of.ai_settings)
            .map(|(side, seat)| {
                let seed = seed::ai_seed(of.seed, side.0);
                (side, AiPlayer { difficulty: seat.difficulty, personality: seat.personality, seed })
            })
            .collect();
        while self.entries.len() < MAX_ORDERS {
            if let Some(outcome) = world.resource::<RoundState>().outcome() {
                return Some(Ok(outcome));
            }
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let number = self.entries.len() + 1;
            let mind = ai::side_to_act(world).and_then(|side| minds.get(&side));
            let Some(thought) = mind.and_then(|mind| ai::decide(world, mind)) else {
                return Some(Err(UndecidedReason::Stuck(number - 1)));
            };
            let order = thought.order;
            battle::with_view(world, |view| self.observer.before_order(view, &order, number - 1));
            self.current_order = Some(order.clone());
            match battle::submit(world, &order) {
                Ok(hash) => self.entries.push(JournalEntry { order, hash }),
                Err(refusal) => {
                    return Some(Err(UndecidedReason::Refused { number, why: refusal.to_string() }));
                }
            }
            self.current_order = None;
        }
        Some(Err(UndecidedReason::TooLong(MAX_ORDERS)))
    }

    fn tally(&self, world: &World) -> FightTally {
        let chapters = world.get_resource::<History>().map_or(&[][..], History::records);
        FightTally::from_history(&self.observer, &chapters[..chapters.len().min(self.entries.len())])
    }

    /// The journal; an order at which the program broke down or that was refused is its last line, with hash 0.
    fn journal(&self, of: FightSetup<'_>) -> String {
        let mut text = Journal::new(of.bundle.clone(), of.seed).to_text();
        let last = self.current_order.clone().map(|order| JournalEntry { order, hash: 0 });
        for entry in self.entries.iter().chain(&last) {
            text.push_str(&serde_json::to_string(entry).expect("broken invariant: orders are plain data"));
            text.push('\n');
        }
        text
    }
}
