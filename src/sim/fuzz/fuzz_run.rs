//! Fights by players without any idea of the rules, one after the other, and what is looked at after each order.

use std::path::Path;
use std::sync::Arc;

use bevy_ecs::prelude::World;
use thiserror::Error;

use super::battle_options::{battle_options, rule_switch_values};
use super::coverage::{FuzzCoverage, order_detail, variant_name};
use super::fuzz_player::FuzzPlayer;
use battle::journal;
use battle::journal::{Journal, JournalError};
use battle::{InvariantViolation, Order, OrderError, PendingPrompt, RoundState, Side};
use content::{Content, SkirmishBundle, SkirmishOverrides, Squad};
use rules::Book;

/// Orders after which a fight is left, won or not.
const MAX_ORDERS_PER_BATTLE: usize = 700;
/// Orders that are given once a fight is over.
const MAX_ORDERS_AFTER_END: usize = 24;
/// Of sixteen orders so many are drawn again and again until one is allowed.
const REDRAWN_PER_SIXTEEN: usize = 4;
/// How often.
const MAX_DRAWS: usize = 12;
/// Most rule switches that a fight has set at random.
const MAX_RANDOM_SWITCHES: usize = 4;

/// What went wrong.
#[derive(Debug, Error)]
pub enum FuzzFault {
    /// Something is no longer true that always is.
    #[error(transparent)]
    InvariantBroken(#[from] InvariantViolation),
    /// A refusal changed something.
    #[error("the order was refused ({0}), and still something changed")]
    RejectionChangedState(OrderError),
    /// An order was carried out by somebody who could not.
    #[error("the order was carried out by somebody who is out of the fight or not there")]
    OrderByInactiveUnit,
    /// The rules did not come to an end.
    #[error("{0}")]
    ResolutionStuck(OrderError),
    /// The hash that an order gives is not that of the state after it.
    #[error("the order gave the hash {given:016x}, and the state has {found:016x}")]
    HashMismatch {
        /// What the order gave.
        given: u64,
        /// What the state has.
        found: u64,
    },
    /// The journal leads elsewhere.
    #[error("the journal does not lead to the same state: {0}")]
    ReplayMismatch(#[from] JournalError),
    /// A fight that is loaded goes on in another way.
    #[error("a fight that was saved after {after} orders goes on in another way from order {number} on")]
    LoadMismatch {
        /// Orders before it was saved.
        after: usize,
        /// The first order that differs.
        number: usize,
    },
    /// Taking an order back leads elsewhere than where it was given.
    #[error("taking the last order back does not lead to where it was given")]
    UndoMismatch,
}

/// What went wrong, where, and the fight up to there.
#[derive(Debug, Error)]
#[error("{skirmish} under {}, seed {seed}, after {accepted} orders: {fault} ({order:?})", .book.name())]
pub struct FuzzFailure {
    /// What.
    pub fault: FuzzFault,
    /// The order that was given last.
    pub order: Option<Order>,
    /// Id of the skirmish.
    pub skirmish: String,
    /// Its book.
    pub book: Book,
    /// Seed of its dice.
    pub seed: u64,
    /// Orders accepted before.
    pub accepted: usize,
    /// The journal of the fight.
    pub journal: String,
}

/// Fights under one book over all skirmishes that it can be played in.
pub struct FuzzRun<'a> {
    content: &'a Content,
    world: World,
    /// For replays.
    replay_world: World,
    book: Book,
    skirmishes: Vec<String>,
    /// Rule switches of the book, with what each might be set to.
    switches: Vec<(&'static str, Vec<String>)>,
    player: FuzzPlayer,
    seed: u64,
    current_skirmish: Option<usize>,
    orders_in_battle: usize,
    orders_after_end: usize,
    last_order: Option<Order>,
    /// What was done.
    pub coverage: FuzzCoverage,
}

impl<'a> FuzzRun<'a> {
    /// Under a book, with everything that follows from a seed; nothing where no skirmish can be played under it.
    pub fn new(content: &'a Content, book: Book, seed: u64) -> Option<Self> {
        let playable = |id: &&String| content::bundle_skirmish(content, id, &battle_options(0, book)).is_ok();
        let skirmishes: Vec<String> = content.skirmishes.keys().filter(playable).cloned().collect();
        let [mut world, mut other] = [World::new(), World::new()];
        battle::prepare_world(&mut world);
        battle::prepare_world(&mut other);
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
            coverage: FuzzCoverage::default(),
        })
    }

    /// Gives so many orders, allowed or not; a replay follows every so many of them and every fight.
    ///
    /// # Errors
    /// The first thing that goes wrong.
    pub fn run(&mut self, orders: u64, replay_every: u64) -> Result<(), Box<FuzzFailure>> {
        for number in 1..=orders {
            self.step().map_err(|fault| self.failure(fault))?;
            if number % replay_every.max(1) == 0 || number == orders {
                self.verify_replay().map_err(|fault| self.failure(fault))?;
            }
        }
        Ok(())
    }

    /// The fight that goes on, with what went wrong in it.
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

    /// The journal of the fight that goes on, and the order that was given last.
    pub fn journal_so_far(&self) -> (String, Option<&Order>) {
        (
            self.world.get_resource::<Journal>().map_or_else(String::new, Journal::to_text),
            self.last_order.as_ref(),
        )
    }

    /// The next fight begins: every other one with switches of its own, some by whoever came out of the last one.
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
            overrides.squad = None; // nobody of them is fit
            self.bundle(place, &overrides)
        });
        let bundle = bundle.expect("broken invariant: it could be played before");
        self.coverage.carried += u64::from(overrides.squad.is_some());
        journal::begin_battle(&mut self.world, bundle, self.seed.wrapping_add(number as u64));
        *self.coverage.skirmishes.entry(self.skirmishes[place].clone()).or_default() += 1;
        self.coverage.fights += 1;
        self.current_skirmish = Some(place);
        self.orders_in_battle = 0;
        self.orders_after_end = 0;
    }

    fn bundle(&self, place: usize, overrides: &SkirmishOverrides) -> Option<Arc<SkirmishBundle>> {
        content::bundle_skirmish(self.content, &self.skirmishes[place], overrides).ok().map(Arc::new)
    }

    /// A side of the last fight, if its field was left.
    fn survivors(&mut self) -> Option<Squad> {
        self.current_skirmish?;
        let chaos = &mut self.player;
        battle::with_view(&mut self.world, |view| {
            let sides = view.setup().bundle().skirmish.sides.len();
            battle::surviving_squad(view, Side(chaos.below(sides) as u8))
        })
    }

    /// The next order: some are drawn until one is allowed, so that fights come to where rare ones are.
    fn draw_order(&mut self) -> Order {
        let chaos = &mut self.player;
        if chaos.below(16) < REDRAWN_PER_SIXTEEN {
            for _ in 0..MAX_DRAWS {
                let wish = battle::with_view(&mut self.world, |view| chaos.plausible_order(view));
                if let Some(order) =
                    wish.filter(|order| battle::preview_order(&mut self.world, order).is_ok())
                {
                    return order;
                }
            }
        }
        battle::with_view(&mut self.world, |view| chaos.next_order(view))
    }

    /// An order is given, and everything is looked at.
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
        let before = battle::battle_hash(&mut self.world);
        let able = order.unit().is_none_or(|unit| {
            battle::with_view(&mut self.world, |view| view.unit(unit).is_some_and(|unit| unit.is_fighting()))
        });
        // Standing answers are a word of the player, and the field is left by whoever can still walk.
        let anybody = matches!(order, Order::SetAutoResponse { .. } | Order::Treat { .. });
        let (sort, answer) = (variant_name(&order), matches!(order, Order::Decide { .. }));
        let detail = battle::with_view(&mut self.world, |view| order_detail(view, &order));
        let result = journal::submit_order(&mut self.world, order);
        let hash = battle::battle_hash(&mut self.world);
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
            Ok(given) => {
                self.coverage.accepted += 1;
                self.coverage.answered += u64::from(answer);
                if !able && !anybody {
                    return Err(FuzzFault::OrderByInactiveUnit);
                }
                if given != hash {
                    return Err(FuzzFault::HashMismatch { given, found: hash });
                }
                let broken = battle::with_view(&mut self.world, battle::first_violation);
                broken.map_or(Ok(()), |broken| Err(broken.into()))
            }
            Err(stuck @ OrderError::ResolutionLimit(_)) => Err(FuzzFault::ResolutionStuck(stuck)),
            Err(refusal) if hash != before => Err(FuzzFault::RejectionChangedState(refusal)),
            Err(refusal) => {
                *self.coverage.refused.entry(variant_name(&refusal)).or_default() += 1;
                Ok(())
            }
        }
    }

    /// The last order is taken back and given again.
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

    /// The fight is written down, read and replayed, then loaded at some order of it and played on from there.
    fn verify_replay(&mut self) -> Result<(), FuzzFault> {
        let Some(journal) = self.world.get_resource::<Journal>() else { return Ok(()) };
        let text = journal.to_text();
        let here = Path::new("memory");
        journal::restore_battle(&mut self.replay_world, Journal::from_text(here, &text)?)?;
        let (given, found) =
            (battle::battle_hash(&mut self.world), battle::battle_hash(&mut self.replay_world));
        let question = |world: &World| world.resource::<PendingPrompt>().clone();
        if given != found || question(&self.world) != question(&self.replay_world) {
            return Err(FuzzFault::HashMismatch { given, found });
        }
        let entries = journal_entries(&self.world);
        let after = self.player.below(entries.len() + 1);
        let part: String = text.split_inclusive('\n').take(1 + after).collect();
        journal::restore_battle(&mut self.replay_world, Journal::from_text(here, &part)?)?;
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
