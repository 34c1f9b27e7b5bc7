//! The thread in which the machine thinks: it has a fight of its own, follows the orders that are given, and never holds
//! a frame up.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::World;

use ai::{Mind, Thought};
use battle::{Order, Refusal};
use content::SkirmishBundle;

/// Stack of the thread, in bytes: as much as the program itself has.
const STACK: usize = 8 << 20;

/// Where a fight stands that is to be thought about, told as a difference from the last one.
#[derive(Clone, Debug, Default)]
struct News {
    /// Another fight begins, with this seed.
    fight: Option<(Arc<SkirmishBundle>, u64)>,
    /// So many orders from its beginning still hold.
    keep: usize,
    /// Orders that come after them.
    orders: Vec<Order>,
}

/// A question to the thread.
struct Job {
    number: u64,
    news: News,
    mind: Mind,
}

/// What came of one.
pub(super) struct Answer {
    /// Number of the question.
    pub number: u64,
    /// Nothing where the fight is over, or could not be followed.
    pub thought: Option<Thought>,
}

/// What the thread was told so far.
#[derive(Default)]
struct Told {
    fight: Option<(Arc<SkirmishBundle>, u64)>,
    orders: Vec<Order>,
}

impl Told {
    /// What it does not know yet of a fight; it knows it then.
    fn news(&mut self, bundle: &Arc<SkirmishBundle>, seed: u64, orders: &[&Order]) -> News {
        let same = self.fight.as_ref().is_some_and(|(known, at)| Arc::ptr_eq(known, bundle) && *at == seed);
        if !same {
            self.fight = Some((bundle.clone(), seed));
            self.orders.clear();
        }
        let keep = self.orders.iter().zip(orders).take_while(|(known, order)| known == *order).count();
        let fresh: Vec<Order> = orders[keep..].iter().map(|order| (*order).clone()).collect();
        self.orders.truncate(keep);
        self.orders.extend(fresh.iter().cloned());
        News { fight: (!same).then(|| (bundle.clone(), seed)), keep, orders: fresh }
    }
}

/// The thread, seen from outside.
pub(super) struct Thinker {
    jobs: Sender<Job>,
    answers: Mutex<Receiver<Answer>>,
    told: Told,
    asked: u64,
}

impl Thinker {
    /// Starts the thread; it ends when this is dropped.
    pub fn start() -> std::io::Result<Self> {
        let (jobs, questions) = channel();
        let (replies, answers) = channel();
        let thread = std::thread::Builder::new().name("opponents".to_owned()).stack_size(STACK);
        thread.spawn(move || work(&questions, &replies))?;
        Ok(Self { jobs, answers: Mutex::new(answers), told: Told::default(), asked: 0 })
    }

    /// Asks what a mind would do after these orders; gives the number of the question.
    pub fn ask(&mut self, fight: (&Arc<SkirmishBundle>, u64), orders: &[&Order], mind: Mind) -> u64 {
        self.asked += 1;
        let news = self.told.news(fight.0, fight.1, orders);
        // A thread that is gone is noticed where its answers are looked for.
        _ = self.jobs.send(Job { number: self.asked, news, mind });
        self.asked
    }

    /// The next answer, if there is one.
    ///
    /// # Errors
    /// The thread is gone.
    pub fn poll(&self) -> Result<Option<Answer>, ()> {
        match self.answers.lock().unwrap_or_else(PoisonError::into_inner).try_recv() {
            Ok(answer) => Ok(Some(answer)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(()),
        }
    }
}

fn work(questions: &Receiver<Job>, replies: &Sender<Answer>) {
    let mut follower = Follower::new();
    while let Ok(Job { mut number, news, mut mind }) = questions.recv() {
        follower.follow(news);
        // Only the last question counts; what was told with the others does too.
        while let Ok(next) = questions.try_recv() {
            follower.follow(next.news);
            (number, mind) = (next.number, next.mind);
        }
        let thought = if follower.lost.is_none() { ai::think(&mut follower.world, &mind) } else { None };
        if replies.send(Answer { number, thought }).is_err() {
            return;
        }
    }
}

/// A fight that follows another one.
struct Follower {
    world: World,
    given: Vec<Order>,
    /// Why it could not follow.
    lost: Option<Refusal>,
}

impl Follower {
    fn new() -> Self {
        let mut world = World::new();
        battle::install(&mut world);
        Self { world, given: Vec::new(), lost: None }
    }

    /// Gets to where the news say the fight stands.
    fn follow(&mut self, news: News) {
        if let Some((bundle, seed)) = news.fight {
            battle::set_up(&mut self.world, bundle, seed);
            self.given.clear();
            self.lost = None;
        }
        if self.lost.is_none() && news.keep < self.given.len() {
            self.given.truncate(news.keep);
            self.lost = battle::rebuild(&mut self.world, &self.given).err().map(|(_, refusal)| refusal);
        }
        for order in news.orders {
            if self.lost.is_none() {
                self.lost = battle::submit(&mut self.world, &order).err();
                self.given.push(order);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use ai::Level;
    use content::Overrides;

    fn warehouse() -> Arc<SkirmishBundle> {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load(&[assets]);
        Arc::new(content::bundle(&loaded.content, "warehouse", &Overrides::default()).expect("it is shipped"))
    }

    /// The first orders of a fight between two careless players, and the hash after each.
    fn fought(bundle: &Arc<SkirmishBundle>, count: usize) -> Vec<(Order, u64)> {
        let mut world = World::new();
        battle::install(&mut world);
        battle::set_up(&mut world, bundle.clone(), 7);
        let mind = Mind::new(Level::Careless, 1);
        (0..count)
            .map(|_| {
                let order = ai::think(&mut world, &mind).expect("the fight goes on").order;
                let hash = battle::submit(&mut world, &order).expect("it is allowed");
                (order, hash)
            })
            .collect()
    }

    #[test]
    fn the_fight_of_the_thread_follows_orders_and_what_is_taken_back() {
        let bundle = warehouse();
        let fought = fought(&bundle, 9);
        let orders: Vec<&Order> = fought.iter().map(|(order, _)| order).collect();
        let (mut told, mut follower) = (Told::default(), Follower::new());
        let mut goes = |orders: &[&Order], known: usize, fresh: bool| {
            let news = told.news(&bundle, 7, orders);
            assert_eq!(
                (news.keep, news.orders.len(), news.fight.is_some()),
                (known, orders.len() - known, fresh)
            );
            follower.follow(news);
            assert_eq!(follower.lost, None);
            battle::hash(&mut follower.world)
        };
        assert_eq!(goes(&orders[..4], 0, true), fought[3].1);
        assert_eq!(goes(&orders, 4, false), fought[8].1, "only what is new is told");
        assert_eq!(goes(&orders[..6], 6, false), fought[5].1, "taken back");
        assert_eq!(goes(&orders[..7], 6, false), fought[6].1, "and given again");
    }

    #[test]
    fn another_seed_is_another_fight() {
        let bundle = warehouse();
        let fought = fought(&bundle, 3);
        let orders: Vec<&Order> = fought.iter().map(|(order, _)| order).collect();
        let mut told = Told::default();
        assert_eq!(told.news(&bundle, 7, &orders).orders.len(), 3);
        let news = told.news(&bundle, 8, &orders[..1]);
        assert_eq!((news.keep, news.orders.len()), (0, 1));
        assert_eq!(news.fight.map(|(_, seed)| seed), Some(8));
    }

    #[test]
    fn the_thread_thinks_what_the_mind_thinks() {
        let bundle = warehouse();
        let mut thinker = Thinker::start().expect("threads can be had");
        let mind = Mind::new(Level::Careless, 1);
        let fought = fought(&bundle, 5);
        for known in [4, 2] {
            let orders: Vec<&Order> = fought[..known].iter().map(|(order, _)| order).collect();
            let number = thinker.ask((&bundle, 7), &orders, mind);
            let start = Instant::now();
            let answer = loop {
                assert!(start.elapsed() < Duration::from_secs(60), "no answer came");
                if let Some(answer) = thinker.poll().expect("the thread is there") {
                    break answer;
                }
                std::thread::yield_now();
            };
            assert_eq!(answer.number, number);
            assert_eq!(answer.thought.map(|thought| thought.order).as_ref(), Some(&fought[known].0));
        }
    }
}
