//! A fuzz run: plays fights with the fuzz player and checks invariants after every order.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy_ecs::prelude::World;
use thiserror::Error;

use super::action_audit::AuditViolation;
use super::battle_options::{battle_options, rule_switch_values};
use super::coverage::{FuzzCoverage, order_detail, variant_name};
use super::fuzz_player::FuzzPlayer;
use super::order_audit::OrderAudit;
use battle::journal;
use battle::journal::{Journal, JournalError};
use battle::{InvariantViolation, Order, OrderError, PendingPrompt, RoundState};
use content::{Content, SkirmishBundle, SkirmishOverrides, Squad};
use model::Side;
use rules::Book;

/// Maximum orders per fight.
const MAX_ORDERS_PER_BATTLE: usize = 700;
/// Maximum orders after the end of a fight.
const MAX_ORDERS_AFTER_END: usize = 24;
/// Orders of sixteen that are redrawn until one is valid.
const REDRAWN_PER_SIXTEEN: usize = 4;
/// Maximum redraws.
const MAX_DRAWS: usize = 12;
/// Maximum house rules set at random per fight.
const MAX_RANDOM_SWITCHES: usize = 4;

/// A fault found by fuzzing.
#[derive(Debug, Error)]
pub enum FuzzFault {
    /// An invariant does not hold.
    #[error(transparent)]
    InvariantBroken(#[from] InvariantViolation),
    /// An action breaks a rule of every book.
    #[error(transparent)]
    ForbiddenAction(#[from] AuditViolation),
    /// A rejected order changed the state.
    #[error("the order was rejected ({0}) but changed the state")]
    RejectionChangedState(OrderError),
    /// An order was carried out by a unit that cannot act.
    #[error("the order was carried out by a unit that is out of action or does not exist")]
    OrderByInactiveUnit,
    /// Resolution did not finish.
    #[error("{0}")]
    ResolutionStuck(OrderError),
    /// The hash returned for an order is not that of the state.
    #[error("the order returned the hash {given:016x}, but the state has {found:016x}")]
    HashMismatch {
        /// Hash returned.
        given: u64,
        /// Hash of the state.
        found: u64,
    },
    /// The journal replays to another state.
    #[error("the journal replays to another state: {0}")]
    ReplayMismatch(#[from] JournalError),
    /// A loaded battle continues differently.
    #[error("a battle saved after {after} orders continues differently from order {number} on")]
    LoadMismatch {
        /// Orders before saving.
        after: usize,
        /// The first order that differs.
        number: usize,
    },
    /// Undo does not restore the state before the order.
    #[error("undoing the last order does not restore the state before it")]
    UndoMismatch,
}

/// A fault, and the battle up to there.
#[derive(Debug, Error)]
#[error("{skirmish} under {}, seed {seed}, after {accepted} orders: {fault} ({order:?})", .book.name())]
pub struct FuzzFailure {
    /// The fault.
    pub fault: FuzzFault,
    /// The last order given.
    pub order: Option<Order>,
    /// Id of the skirmish.
    pub skirmish: String,
    /// Its book.
    pub book: Book,
    /// Seed of its dice.
    pub seed: u64,
    /// Number of orders accepted before.
    pub accepted: usize,
    /// Journal of the battle.
    pub journal: String,
}

/// Fuzzes one book over all skirmishes that can be played in it.
pub struct FuzzRun<'a> {
    content: &'a Content,
    world: World,
    /// World for replays.
    replay_world: World,
    book: Book,
    skirmishes: Vec<String>,
    /// Rule options of the book with the values to try.
    switches: Vec<(&'static str, Vec<String>)>,
    player: FuzzPlayer,
    seed: u64,
    current_skirmish: Option<usize>,
    orders_in_battle: usize,
    orders_after_end: usize,
    last_order: Option<Order>,
    audit: OrderAudit,
    /// Counts of the run.
    pub coverage: FuzzCoverage,
}

impl<'a> FuzzRun<'a> {
    /// A run for a book and seed; `None` if no skirmish can be played in the book.
    pub fn new(content: &'a Content, book: Book, seed: u64) -> Option<Self> {
        let playable = |id: &&String| content::bundle_skirmish(content, id, &battle_options(0, book)).is_ok();
        let skirmishes: Vec<String> = content.skirmishes.keys().filter(playable).cloned().collect();
        let [world, other] = [battle::new_battle_world(), battle::new_battle_world()];
        (!skirmishes.is_empty()).then(|| Self {
            content,
            world,
            replay_world: other,
            book,
            skirmishes,
            switches: rule_switch_values(book),
            player: FuzzPlayer::new(seed),
            seed,
            current_skirmish: None,
            orders_in_battle: 0,
            orders_after_end: 0,
            last_order: None,
            audit: OrderAudit::default(),
            coverage: FuzzCoverage::default(),
        })
    }

    /// Gives a number of orders, valid or not, and verifies replays every `replay_every` orders and after every fight.
    /// Ends early once `stop` is true.
    ///
    /// # Errors
    /// Returns the first fault.
    pub fn run(&mut self, orders: u64, replay_every: u64, stop: &AtomicBool) -> Result<(), Box<FuzzFailure>> {
        for number in 1..=orders {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            self.step().map_err(|fault| self.failure(fault))?;
            if number % replay_every.max(1) == 0 || number == orders {
                self.verify_replay().map_err(|fault| self.failure(fault))?;
            }
        }
        Ok(())
    }

    /// Describes a fault with the current battle.
    pub fn failure(&self, fault: FuzzFault) -> Box<FuzzFailure> {
        let journal = self.world.get_resource::<Journal>();
        Box::new(FuzzFailure {
            fault,
            order: self.last_order.clone(),
            skirmish: self.current_skirmish.map_or_else(String::new, |place| self.skirmishes[place].clone()),
            book: self.book,
            seed: journal.map_or(self.seed, |journal| journal.header().seed),
            accepted: journal.map_or(0, |journal| journal.entries().len()),
            journal: journal.map_or_else(String::new, Journal::to_text),
        })
    }

    /// Journal of the current battle, and the last order given.
    pub fn journal_so_far(&self) -> (String, Option<&Order>) {
        (
            self.world.get_resource::<Journal>().map_or_else(String::new, Journal::to_text),
            self.last_order.as_ref(),
        )
    }

    /// Begins the next fight: every other one with random house rules, some with the survivors of the last one.
    fn begin_battle(&mut self) {
        let number = self.coverage.fights as usize;
        let place = number % self.skirmishes.len();
        let mut overrides = battle_options(number / self.skirmishes.len(), self.book);
        if number % 2 == 1 {
            self.coverage.switched += 1;
            for _ in 0..=self.player.below(MAX_RANDOM_SWITCHES) {
                let Some((name, values)) = self.player.pick(&self.switches) else { continue };
                let Some(value) = self.player.pick(values) else { continue };
                overrides.switches.insert((*name).to_owned(), value.clone());
            }
        }
        overrides.squad = self.survivors();
        let bundle = self.bundle(place, &overrides).or_else(|| {
            overrides.squad = None; // no survivor is fit
            self.bundle(place, &overrides)
        });
        let bundle = bundle.expect("broken invariant: it could be played before");
        self.coverage.carried += u64::from(overrides.squad.is_some());
        journal::begin_battle(&mut self.world, bundle, self.seed.wrapping_add(number as u64));
        self.audit = OrderAudit::begin_battle(&mut self.world);
        *self.coverage.skirmishes.entry(self.skirmishes[place].clone()).or_default() += 1;
        self.coverage.fights += 1;
        self.current_skirmish = Some(place);
        self.orders_in_battle = 0;
        self.orders_after_end = 0;
    }

    fn bundle(&self, place: usize, overrides: &SkirmishOverrides) -> Option<Arc<SkirmishBundle>> {
        content::bundle_skirmish(self.content, &self.skirmishes[place], overrides).ok().map(Arc::new)
    }

    /// A squad of survivors of the last fight, if its battlefield was left.
    fn survivors(&mut self) -> Option<Squad> {
        self.current_skirmish?;
        let player = &mut self.player;
        battle::with_view(&mut self.world, |view| {
            let sides = view.setup().bundle().skirmish.sides.len();
            battle::surviving_squad(view, Side(player.below(sides) as u8))
        })
    }

    /// The next order; some are redrawn until valid, so that rare situations are reached.
    fn draw_order(&mut self) -> Order {
        let player = &mut self.player;
        if player.below(16) < REDRAWN_PER_SIXTEEN {
            for _ in 0..MAX_DRAWS {
                let candidate = battle::with_view(&mut self.world, |view| player.plausible_order(view));
                if let Some(order) =
                    candidate.filter(|order| battle::preview_order(&mut self.world, order).is_ok())
                {
                    return order;
                }
            }
        }
        battle::with_view(&mut self.world, |view| player.next_order(view))
    }

    /// Gives an order and checks the state.
    fn step(&mut self) -> Result<(), FuzzFault> {
        if self.current_skirmish.is_none()
            || self.orders_in_battle >= MAX_ORDERS_PER_BATTLE
            || self.orders_after_end > MAX_ORDERS_AFTER_END
        {
            if self.current_skirmish.is_some() {
                self.verify_replay()?;
            }
            self.begin_battle();
        }
        self.orders_in_battle += 1;
        if self.player.one_in(4000) {
            self.undo_and_redo()?;
        }
        let order = self.draw_order();
        self.last_order = Some(order.clone());
        self.submit_order(order)?;
        if self.world.resource::<RoundState>().outcome().is_some() {
            self.coverage.ended += u64::from(self.orders_after_end == 0);
            self.orders_after_end += 1;
        }
        Ok(())
    }

    fn submit_order(&mut self, order: Order) -> Result<(), FuzzFault> {
        let (sort, answer) = (variant_name(&order), matches!(order, Order::Decide { .. }));
        let detail = battle::with_view(&mut self.world, |view| order_detail(view, &order));
        let result = self.audit.submit(&mut self.world, order)?;
        let counted = [
            Some((&mut self.coverage.sorts, sort)),
            detail.map(|detail| (&mut self.coverage.details, detail)),
        ];
        for (counts, key) in counted.into_iter().flatten() {
            let count = counts.entry(key).or_default();
            count.0 += 1;
            count.1 += u64::from(result.is_ok());
        }
        match result {
            Ok(_) => {
                self.coverage.accepted += 1;
                self.coverage.answered += u64::from(answer);
            }
            Err(refusal) => *self.coverage.refused.entry(variant_name(&refusal)).or_default() += 1,
        }
        Ok(())
    }

    /// Undoes the last order and gives it again.
    fn undo_and_redo(&mut self) -> Result<(), FuzzFault> {
        let entries = self.world.resource::<Journal>().entries();
        let [.., before, last] = entries else { return Ok(()) };
        let (before, last) = (before.hash, last.clone());
        if journal::undo_last_order(&mut self.world).is_err() {
            return Ok(());
        }
        let then = battle::battle_hash(&mut self.world);
        let again = journal::submit_order(&mut self.world, last.order);
        self.coverage.undone += 1;
        if then == before && again == Ok(last.hash) { Ok(()) } else { Err(FuzzFault::UndoMismatch) }
    }

    /// Replays the journal, then loads it at a random order and continues from there.
    fn verify_replay(&mut self) -> Result<(), FuzzFault> {
        let Some(journal) = self.world.get_resource::<Journal>() else { return Ok(()) };
        let text = journal.to_text();
        let here = Path::new("memory");
        journal::restore_battle(&mut self.replay_world, Journal::from_bytes(here, text.as_bytes())?)?;
        let (given, found) =
            (battle::battle_hash(&mut self.world), battle::battle_hash(&mut self.replay_world));
        let question = |world: &World| world.resource::<PendingPrompt>().clone();
        if given != found || question(&self.world) != question(&self.replay_world) {
            return Err(FuzzFault::HashMismatch { given, found });
        }
        let entries = journal_entries(&self.world);
        let after = self.player.below(entries.len() + 1);
        let part: String = text.split_inclusive('\n').take(1 + after).collect();
        journal::restore_battle(&mut self.replay_world, Journal::from_bytes(here, part.as_bytes())?)?;
        for (number, entry) in entries.iter().enumerate().skip(after) {
            if journal::submit_order(&mut self.replay_world, entry.order.clone()) != Ok(entry.hash) {
                return Err(FuzzFault::LoadMismatch { after, number: number + 1 });
            }
        }
        self.coverage.verified += 1;
        Ok(())
    }
}

fn journal_entries(world: &World) -> Vec<journal::JournalEntry> {
    world.resource::<Journal>().entries().to_vec()
}
