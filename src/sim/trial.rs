//! Fights by players without any idea of the rules, one after the other, and what is looked at after each order.

use std::path::Path;
use std::sync::Arc;

use bevy_ecs::prelude::World;
use thiserror::Error;

use super::chaos::Chaos;
use super::tables::{switches, table};
use super::tried::{Counters, detail, kind};
use battle::journal::{self, Journal, JournalError};
use battle::{Broken, Order, Pending, Refusal, Round, Side};
use content::{Content, Overrides, SkirmishBundle, Squad};
use rules::Book;

/// Orders after which a fight is left, won or not.
const LONGEST: usize = 700;
/// Orders that are given once a fight is over.
const AFTERWARDS: usize = 24;
/// Of sixteen orders so many are drawn again and again until one is allowed.
const MEANT: usize = 4;
/// How often.
const DRAWS: usize = 12;
/// Most rule switches that a fight has set at random.
const SWITCHES: usize = 4;

/// What went wrong.
#[derive(Debug, Error)]
pub enum Fault {
    /// Something is no longer true that always is.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// A refusal changed something.
    #[error("the order was refused ({0}), and still something changed")]
    Touched(Refusal),
    /// An order was carried out by somebody who could not.
    #[error("the order was carried out by somebody who is out of the fight or not there")]
    Unable,
    /// The rules did not come to an end.
    #[error("{0}")]
    Stuck(Refusal),
    /// The hash that an order gives is not that of the state after it.
    #[error("the order gave the hash {given:016x}, and the state has {found:016x}")]
    Hash {
        /// What the order gave.
        given: u64,
        /// What the state has.
        found: u64,
    },
    /// The journal leads elsewhere.
    #[error("the journal does not lead to the same state: {0}")]
    Replay(#[from] JournalError),
    /// A fight that is loaded goes on in another way.
    #[error("a fight that was saved after {after} orders goes on in another way from order {number} on")]
    Loaded {
        /// Orders before it was saved.
        after: usize,
        /// The first order that differs.
        number: usize,
    },
    /// Taking an order back leads elsewhere than where it was given.
    #[error("taking the last order back does not lead to where it was given")]
    Undone,
}

/// What went wrong, where, and the fight up to there.
#[derive(Debug, Error)]
#[error("{skirmish} under {}, seed {seed}, after {accepted} orders: {fault} ({order:?})", .book.name())]
pub struct Failure {
    /// What.
    pub fault: Fault,
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
pub struct Trial<'a> {
    content: &'a Content,
    world: World,
    /// For replays.
    other: World,
    book: Book,
    skirmishes: Vec<String>,
    /// Rule switches of the book, with what each might be set to.
    switches: Vec<(&'static str, Vec<String>)>,
    chaos: Chaos,
    seed: u64,
    running: Option<usize>,
    orders_of_fight: usize,
    after: usize,
    last: Option<Order>,
    /// What was done.
    pub counters: Counters,
}

impl<'a> Trial<'a> {
    /// Under a book, with everything that follows from a seed; nothing where no skirmish can be played under it.
    pub fn new(content: &'a Content, book: Book, seed: u64) -> Option<Self> {
        let playable = |id: &&String| content::bundle(content, id, &table(0, book)).is_ok();
        let skirmishes: Vec<String> = content.skirmishes.keys().filter(playable).cloned().collect();
        let [mut world, mut other] = [World::new(), World::new()];
        battle::install(&mut world);
        battle::install(&mut other);
        (!skirmishes.is_empty()).then(|| Self {
            content,
            world,
            other,
            book,
            skirmishes,
            switches: switches(book),
            chaos: Chaos::new(seed),
            seed,
            running: None,
            orders_of_fight: 0,
            after: 0,
            last: None,
            counters: Counters::default(),
        })
    }

    /// Gives so many orders, allowed or not; a replay follows every so many of them and every fight.
    ///
    /// # Errors
    /// The first thing that goes wrong.
    pub fn run(&mut self, orders: u64, replay_every: u64) -> Result<(), Box<Failure>> {
        for number in 1..=orders {
            self.step().map_err(|fault| self.failure(fault))?;
            if number % replay_every.max(1) == 0 || number == orders {
                self.verify().map_err(|fault| self.failure(fault))?;
            }
        }
        Ok(())
    }

    /// The fight that goes on, with what went wrong in it.
    pub fn failure(&self, fault: Fault) -> Box<Failure> {
        let journal = self.world.get_resource::<Journal>();
        Box::new(Failure {
            fault,
            order: self.last.clone(),
            skirmish: self.running.map_or_else(String::new, |place| self.skirmishes[place].clone()),
            book: self.book,
            seed: journal.map_or(self.seed, |journal| journal.header().seed),
            accepted: journal.map_or(0, |journal| journal.entries().len()),
            journal: journal.map_or_else(String::new, Journal::to_text),
        })
    }

    /// The journal of the fight that goes on, and the order that was given last.
    pub fn so_far(&self) -> (String, Option<&Order>) {
        (self.world.get_resource::<Journal>().map_or_else(String::new, Journal::to_text), self.last.as_ref())
    }

    /// The next fight begins: every other one with switches of its own, some by whoever came out of the last one.
    fn begin(&mut self) {
        let number = self.counters.fights as usize;
        let place = number % self.skirmishes.len();
        let mut overrides = table(number / self.skirmishes.len(), self.book);
        if number % 2 == 1 {
            self.counters.switched += 1;
            for _ in 0..=self.chaos.below(SWITCHES) {
                let Some((name, values)) = self.chaos.pick(&self.switches) else { continue };
                let Some(value) = self.chaos.pick(values) else { continue };
                overrides.switches.insert((*name).to_owned(), value.clone());
            }
        }
        overrides.squad = self.survivors();
        let bundle = self.bundle(place, &overrides).or_else(|| {
            overrides.squad = None; // nobody of them is fit
            self.bundle(place, &overrides)
        });
        let bundle = bundle.expect("broken invariant: it could be played before");
        self.counters.carried += u64::from(overrides.squad.is_some());
        journal::begin(&mut self.world, bundle, self.seed.wrapping_add(number as u64));
        *self.counters.skirmishes.entry(self.skirmishes[place].clone()).or_default() += 1;
        self.counters.fights += 1;
        self.running = Some(place);
        self.orders_of_fight = 0;
        self.after = 0;
    }

    fn bundle(&self, place: usize, overrides: &Overrides) -> Option<Arc<SkirmishBundle>> {
        content::bundle(self.content, &self.skirmishes[place], overrides).ok().map(Arc::new)
    }

    /// A side of the last fight, if its field was left.
    fn survivors(&mut self) -> Option<Squad> {
        self.running?;
        let chaos = &mut self.chaos;
        battle::with_view(&mut self.world, |view| {
            let sides = view.setup().bundle().skirmish.sides.len();
            battle::squad(view, Side(chaos.below(sides) as u8))
        })
    }

    /// The next order: some are drawn until one is allowed, so that fights come to where rare ones are.
    fn draw(&mut self) -> Order {
        let chaos = &mut self.chaos;
        if chaos.below(16) < MEANT {
            for _ in 0..DRAWS {
                let wish = battle::with_view(&mut self.world, |view| chaos.wish(view));
                if let Some(order) = wish.filter(|order| battle::plan(&mut self.world, order).is_ok()) {
                    return order;
                }
            }
        }
        battle::with_view(&mut self.world, |view| chaos.order(view))
    }

    /// An order is given, and everything is looked at.
    fn step(&mut self) -> Result<(), Fault> {
        if self.running.is_none() || self.orders_of_fight >= LONGEST || self.after > AFTERWARDS {
            if self.running.is_some() {
                self.verify()?;
            }
            self.begin();
        }
        self.orders_of_fight += 1;
        if self.chaos.once_in(4000) {
            self.take_back()?;
        }
        let order = self.draw();
        self.last = Some(order.clone());
        self.give(order)?;
        if self.world.resource::<Round>().outcome().is_some() {
            self.counters.ended += u64::from(self.after == 0);
            self.after += 1;
        }
        Ok(())
    }

    fn give(&mut self, order: Order) -> Result<(), Fault> {
        let before = battle::hash(&mut self.world);
        let able = order.unit().is_none_or(|unit| {
            battle::with_view(&mut self.world, |view| view.unit(unit).is_some_and(|unit| unit.fighting()))
        });
        // Standing answers are a word of the player, and the field is left by whoever can still walk.
        let anybody = matches!(order, Order::Standing { .. } | Order::Treat { .. });
        let (sort, answer) = (kind(&order), matches!(order, Order::Decide { .. }));
        let detail = battle::with_view(&mut self.world, |view| detail(view, &order));
        let result = journal::order(&mut self.world, order);
        let hash = battle::hash(&mut self.world);
        let counted = [
            Some((&mut self.counters.sorts, sort)),
            detail.map(|detail| (&mut self.counters.details, detail)),
        ];
        for (counts, key) in counted.into_iter().flatten() {
            let count = counts.entry(key).or_default();
            count.0 += 1;
            count.1 += u64::from(result.is_ok());
        }
        match result {
            Ok(given) => {
                self.counters.accepted += 1;
                self.counters.answered += u64::from(answer);
                if !able && !anybody {
                    return Err(Fault::Unable);
                }
                if given != hash {
                    return Err(Fault::Hash { given, found: hash });
                }
                let broken = battle::with_view(&mut self.world, battle::broken);
                broken.map_or(Ok(()), |broken| Err(broken.into()))
            }
            Err(stuck @ Refusal::Stuck(_)) => Err(Fault::Stuck(stuck)),
            Err(refusal) if hash != before => Err(Fault::Touched(refusal)),
            Err(refusal) => {
                *self.counters.refused.entry(kind(&refusal)).or_default() += 1;
                Ok(())
            }
        }
    }

    /// The last order is taken back and given again.
    fn take_back(&mut self) -> Result<(), Fault> {
        let entries = self.world.resource::<Journal>().entries();
        let [.., before, last] = entries else { return Ok(()) };
        let (before, last) = (before.hash, last.clone());
        if journal::undo(&mut self.world).is_err() {
            return Ok(());
        }
        let then = battle::hash(&mut self.world);
        let again = journal::order(&mut self.world, last.order);
        self.counters.undone += 1;
        if then == before && again == Ok(last.hash) { Ok(()) } else { Err(Fault::Undone) }
    }

    /// The fight is written down, read and replayed, then loaded at some order of it and played on from there.
    fn verify(&mut self) -> Result<(), Fault> {
        let Some(journal) = self.world.get_resource::<Journal>() else { return Ok(()) };
        let text = journal.to_text();
        let here = Path::new("memory");
        journal::restore(&mut self.other, Journal::from_text(here, &text)?)?;
        let (given, found) = (battle::hash(&mut self.world), battle::hash(&mut self.other));
        let question = |world: &World| world.resource::<Pending>().clone();
        if given != found || question(&self.world) != question(&self.other) {
            return Err(Fault::Hash { given, found });
        }
        let entries = journal_entries(&self.world);
        let after = self.chaos.below(entries.len() + 1);
        let part: String = text.split_inclusive('\n').take(1 + after).collect();
        journal::restore(&mut self.other, Journal::from_text(here, &part)?)?;
        for (number, entry) in entries.iter().enumerate().skip(after) {
            if journal::order(&mut self.other, entry.order.clone()) != Ok(entry.hash) {
                return Err(Fault::Loaded { after, number: number + 1 });
            }
        }
        self.counters.verified += 1;
        Ok(())
    }
}

fn journal_entries(world: &World) -> Vec<journal::Entry> {
    world.resource::<Journal>().entries().to_vec()
}
