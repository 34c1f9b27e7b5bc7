//! One fight between AI players, from deployment to its end.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy_ecs::prelude::World;
use strum::IntoStaticStr;

use super::panic_guard::catch_panic;
use super::seed;
use crate::analysis::behaviour::{BehaviourObserver, BehaviourReport};
use crate::analysis::observer::FightObserver;
use crate::analysis::tally::FightTally;
use ai::{AiPlayer, Difficulty, Personality};
use battle::journal::{Journal, JournalEntry};
use battle::{BattleOutcome, History, OrderRecord, RoundState};
use content::SkirmishBundle;
use model::Side;

/// Maximum orders per fight.
pub const MAX_ORDERS: usize = 20_000;

/// AI settings of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AiSettings {
    /// Difficulty.
    pub difficulty: Difficulty,
    /// Personality; `None` uses the personality of each unit's archetype.
    pub personality: Option<Personality>,
}

/// Why a fight is undecided.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum UndecidedReason {
    /// The maximum number of orders was reached.
    TooLong(usize),
    /// An order of an AI player was rejected.
    Refused {
        /// Number of the order, counted from 1.
        number: usize,
        /// The reason.
        why: String,
    },
    /// The fight goes on, but no side can act.
    Stuck(usize),
    /// The program panicked.
    Panicked {
        /// Number of the order, counted from 1.
        number: usize,
        /// The panic message.
        said: String,
    },
}

impl UndecidedReason {
    /// Key in tables.
    pub fn key(&self) -> &'static str {
        self.into()
    }
}

impl fmt::Display for UndecidedReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(orders) => write!(formatter, "is not over after {orders} orders"),
            Self::Refused { number, why } => write!(formatter, "order {number} was rejected: {why}"),
            Self::Stuck(orders) => write!(formatter, "no side can act after {orders} orders"),
            Self::Panicked { number, said } => {
                write!(formatter, "the program panicked at order {number}: {said}")
            }
        }
    }
}

/// Result of a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FightResult {
    /// Outcome, or why it is undecided.
    pub end: Result<BattleOutcome, UndecidedReason>,
    /// Last round.
    pub rounds: u32,
    /// Number of orders given.
    pub orders: usize,
    /// Hash of the final state; 0 after a panic.
    pub hash: u64,
    /// Tally; after a panic, up to the order before.
    pub tally: FightTally,
    /// Journal as text, if requested or after a panic.
    pub journal: Option<String>,
    /// Behaviour of the AI players, if requested.
    pub behaviour: Option<BehaviourReport>,
}

impl FightResult {
    /// The winning side.
    pub fn winner(&self) -> Option<Side> {
        self.end.as_ref().ok().and_then(|outcome| outcome.winner)
    }
}

/// Runs fights one after the other in one world.
#[derive(Default)]
pub struct FightRunner(Option<World>);

/// Setup of a fight.
#[derive(Clone, Copy, Debug)]
pub struct FightSetup<'a> {
    /// Skirmish, book and content.
    pub bundle: &'a Arc<SkirmishBundle>,
    /// AI settings of each side.
    pub ai_settings: &'a [AiSettings],
    /// Seed of the dice; the seeds of the AI players derive from it.
    pub seed: u64,
    /// Whether to keep the journal in any case.
    pub keep_journal: bool,
    /// Whether to observe the behaviour of the AI players.
    pub observe_behaviour: bool,
}

impl FightRunner {
    /// The orders and events of the last fight; empty before the first one.
    pub fn history(&self) -> &[OrderRecord] {
        let history = self.0.as_ref().and_then(|world| world.get_resource::<History>());
        history.map_or(&[], History::records)
    }

    /// Runs a fight to its end; `None` if `stop` was set before.
    pub fn run(&mut self, of: FightSetup<'_>, stop: &AtomicBool) -> Option<FightResult> {
        let world = self.0.get_or_insert_with(battle::new_battle_world);
        let mut fight = FightInProgress::default();
        let end = match catch_panic(|| fight.run(world, of, stop)) {
            Ok(end) => end?,
            Err(said) => Err(UndecidedReason::Panicked { number: fight.entries.len() + 1, said }),
        };
        let broken = matches!(end, Err(UndecidedReason::Panicked { .. }));
        let hash = fight.entries.last().map_or(0, |entry| entry.hash);
        let result = FightResult {
            end,
            rounds: world.get_resource::<RoundState>().filter(|_| fight.begun).map_or(0, RoundState::number),
            orders: fight.entries.len(),
            hash: if broken { 0 } else { hash },
            tally: fight.tally(world),
            journal: (of.keep_journal || broken).then(|| fight.journal(of)),
            behaviour: fight.behaviour.take().map(BehaviourObserver::into_report),
        };
        if broken {
            // The world may be inconsistent after a panic.
            self.0 = None;
        }
        Some(result)
    }
}

/// A fight in progress.
#[derive(Default)]
struct FightInProgress {
    /// Whether the battle is set up.
    begun: bool,
    entries: Vec<JournalEntry>,
    /// The order being carried out.
    current_order: Option<battle::Order>,
    observer: FightObserver,
    behaviour: Option<BehaviourObserver>,
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
        self.behaviour = of
            .observe_behaviour
            .then(|| BehaviourObserver::new(of.ai_settings.iter().map(|ai| ai.difficulty).collect()));
        let players: BTreeMap<Side, AiPlayer> = (0..)
            .map(Side)
            .zip(of.ai_settings)
            .map(|(side, settings)| {
                let seed = seed::ai_seed(of.seed, side.0);
                (side, AiPlayer { difficulty: settings.difficulty, personality: settings.personality, seed })
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
            let player = ai::side_to_act(world).and_then(|side| players.get(&side));
            let Some(decision) = player.and_then(|player| ai::decide(world, player)) else {
                return Some(Err(UndecidedReason::Stuck(number - 1)));
            };
            let order = decision.order;
            battle::with_view(world, |view| {
                self.observer.before_order(view, &order, number - 1);
                if let Some(behaviour) = &mut self.behaviour {
                    behaviour.before_order(view, &order);
                }
            });
            self.current_order = Some(order.clone());
            match battle::submit(world, &order) {
                Ok(hash) => {
                    self.entries.push(JournalEntry { order, hash });
                    self.observe_results(world);
                }
                Err(error) => {
                    return Some(Err(UndecidedReason::Refused { number, why: error.to_string() }));
                }
            }
            self.current_order = None;
        }
        Some(Err(UndecidedReason::TooLong(MAX_ORDERS)))
    }

    /// Shows the last order's results to the observer of behaviour.
    fn observe_results(&mut self, world: &mut World) {
        let Some(behaviour) = &mut self.behaviour else { return };
        let Some(record) = world.resource::<History>().records().last().cloned() else { return };
        battle::with_view(world, |view| behaviour.after_order(view, &record));
    }

    fn tally(&self, world: &World) -> FightTally {
        let records = world.get_resource::<History>().map_or(&[][..], History::records);
        FightTally::from_history(&self.observer, &records[..records.len().min(self.entries.len())])
    }

    /// The journal; an order that panicked or was rejected is its last line, with hash 0.
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
