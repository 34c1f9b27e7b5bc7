//! The thread in which the machine thinks: it has a fight of its own, follows the orders that are given, and never holds
//! a frame up.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::World;

use ai::{AiDecision, AiPlayer};
use battle::{Order, OrderError};
use content::SkirmishBundle;

/// Stack of the thread, in bytes: as much as the program itself has.
const STACK_BYTES: usize = 8 << 20;

/// Where a fight stands that is to be thought about, told as a difference from the last one.
#[derive(Clone, Debug, Default)]
struct BattleDelta {
    /// Another fight begins, with this seed.
    fight: Option<(Arc<SkirmishBundle>, u64)>,
    /// So many orders from its beginning still hold.
    keep: usize,
    /// Orders that come after them.
    orders: Vec<Order>,
}

/// A question to the thread.
struct AiJob {
    number: u64,
    news: BattleDelta,
    mind: AiPlayer,
}

/// What came of one.
pub(crate) struct AiReply {
    /// Number of the question.
    pub number: u64,
    /// Nothing where the fight is over, or could not be followed.
    pub thought: Option<AiDecision>,
}

/// What the thread was told so far.
#[derive(Default)]
struct MirroredHistory {
    fight: Option<(Arc<SkirmishBundle>, u64)>,
    orders: Vec<Order>,
}

impl MirroredHistory {
    /// What it does not know yet of a fight; it knows it then.
    fn delta_to(&mut self, bundle: &Arc<SkirmishBundle>, seed: u64, orders: &[&Order]) -> BattleDelta {
        let same = self.fight.as_ref().is_some_and(|(known, at)| Arc::ptr_eq(known, bundle) && *at == seed);
        if !same {
            self.fight = Some((bundle.clone(), seed));
            self.orders.clear();
        }
        let keep = self.orders.iter().zip(orders).take_while(|(known, order)| known == *order).count();
        let fresh: Vec<Order> = orders[keep..].iter().map(|order| (*order).clone()).collect();
        self.orders.truncate(keep);
        self.orders.extend(fresh.iter().cloned());
        BattleDelta { fight: (!same).then(|| (bundle.clone(), seed)), keep, orders: fresh }
    }
}

/// The thread, seen from outside.
pub(crate) struct AiThread {
    jobs: Sender<AiJob>,
    answers: Mutex<Receiver<AiReply>>,
    mirrored: MirroredHistory,
    asked: u64,
}

impl AiThread {
    /// Starts the thread; it ends when this is dropped.
    pub fn start() -> std::io::Result<Self> {
        let (jobs, questions) = channel();
        let (replies, answers) = channel();
        let thread = std::thread::Builder::new().name("opponents".to_owned()).stack_size(STACK_BYTES);
        thread.spawn(move || run_ai_jobs(&questions, &replies))?;
        Ok(Self { jobs, answers: Mutex::new(answers), mirrored: MirroredHistory::default(), asked: 0 })
    }

    /// Asks what a mind would do after these orders; gives the number of the question.
    pub fn request(&mut self, fight: (&Arc<SkirmishBundle>, u64), orders: &[&Order], mind: AiPlayer) -> u64 {
        self.asked += 1;
        let news = self.mirrored.delta_to(fight.0, fight.1, orders);
        // A thread that is gone is noticed where its answers are looked for.
        _ = self.jobs.send(AiJob { number: self.asked, news, mind });
        self.asked
    }

    /// The next answer, if there is one.
    ///
    /// # Errors
    /// The thread is gone.
    pub fn poll(&self) -> Result<Option<AiReply>, ()> {
        match self.answers.lock().unwrap_or_else(PoisonError::into_inner).try_recv() {
            Ok(answer) => Ok(Some(answer)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(()),
        }
    }
}

fn run_ai_jobs(questions: &Receiver<AiJob>, replies: &Sender<AiReply>) {
    let mut follower = BattleMirror::new();
    while let Ok(AiJob { mut number, news, mut mind }) = questions.recv() {
        follower.apply_delta(news);
        // Only the last question counts; what was told with the others does too.
        while let Ok(next) = questions.try_recv() {
            follower.apply_delta(next.news);
            (number, mind) = (next.number, next.mind);
        }
        let thought =
            if follower.divergence.is_none() { ai::decide(&mut follower.world, &mind) } else { None };
        if replies.send(AiReply { number, thought }).is_err() {
            return;
        }
    }
}

/// A fight that follows another one.
struct BattleMirror {
    world: World,
    given: Vec<Order>,
    /// Why it could not follow.
    divergence: Option<OrderError>,
}

impl BattleMirror {
    fn new() -> Self {
        let mut world = World::new();
        battle::prepare_world(&mut world);
        Self { world, given: Vec::new(), divergence: None }
    }

    /// Gets to where the news say the fight stands.
    fn apply_delta(&mut self, news: BattleDelta) {
        if let Some((bundle, seed)) = news.fight {
            battle::spawn_battle(&mut self.world, bundle, seed);
            self.given.clear();
            self.divergence = None;
        }
        if self.divergence.is_none() && news.keep < self.given.len() {
            self.given.truncate(news.keep);
            self.divergence =
                battle::rebuild_from_orders(&mut self.world, &self.given).err().map(|(_, refusal)| refusal);
        }
        for order in news.orders {
            if self.divergence.is_none() {
                self.divergence = battle::submit(&mut self.world, &order).err();
                self.given.push(order);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use ai::Difficulty;
    use content::SkirmishOverrides;

    fn warehouse() -> Arc<SkirmishBundle> {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        Arc::new(
            content::bundle_skirmish(&loaded.content, "warehouse", &SkirmishOverrides::default())
                .expect("it is shipped"),
        )
    }

    /// The first orders of a fight between two careless players, and the hash after each.
    fn fought(bundle: &Arc<SkirmishBundle>, count: usize) -> Vec<(Order, u64)> {
        let mut world = World::new();
        battle::prepare_world(&mut world);
        battle::spawn_battle(&mut world, bundle.clone(), 7);
        let mind = AiPlayer::new(Difficulty::Easy, 1);
        (0..count)
            .map(|_| {
                let order = ai::decide(&mut world, &mind).expect("the fight goes on").order;
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
        let (mut told, mut follower) = (MirroredHistory::default(), BattleMirror::new());
        let mut goes = |orders: &[&Order], known: usize, fresh: bool| {
            let news = told.delta_to(&bundle, 7, orders);
            assert_eq!(
                (news.keep, news.orders.len(), news.fight.is_some()),
                (known, orders.len() - known, fresh)
            );
            follower.apply_delta(news);
            assert_eq!(follower.divergence, None);
            battle::battle_hash(&mut follower.world)
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
        let mut told = MirroredHistory::default();
        assert_eq!(told.delta_to(&bundle, 7, &orders).orders.len(), 3);
        let news = told.delta_to(&bundle, 8, &orders[..1]);
        assert_eq!((news.keep, news.orders.len()), (0, 1));
        assert_eq!(news.fight.map(|(_, seed)| seed), Some(8));
    }

    #[test]
    fn the_thread_thinks_what_the_mind_thinks() {
        let bundle = warehouse();
        let mut thinker = AiThread::start().expect("threads can be had");
        let mind = AiPlayer::new(Difficulty::Easy, 1);
        let fought = fought(&bundle, 5);
        for known in [4, 2] {
            let orders: Vec<&Order> = fought[..known].iter().map(|(order, _)| order).collect();
            let number = thinker.request((&bundle, 7), &orders, mind);
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
