//! The AI thread: it holds its own copy of the battle, follows the orders given, and never blocks a frame.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Mutex, PoisonError};

use bevy::prelude::World;

use crate::fault_guard::guard_computation;
use crate::redraw::{WakeOnDrop, WindowWaker};
use ai::{AiDecision, AiPlayer};
use battle::{BattleSetup, Order, OrderError};

/// Stack of the thread, in bytes: the same as the main thread.
const STACK_BYTES: usize = 8 << 20;

/// A battle position to evaluate, as a difference from the previous one.
#[derive(Clone, Debug, Default)]
struct BattleDelta {
    /// Setup of a new battle; `None` if the battle is the same as before.
    fight: Option<BattleSetup>,
    /// Number of orders from the start that still apply.
    keep: usize,
    /// Orders after them.
    orders: Vec<Order>,
}

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DecisionMaker {
    /// The AI player of the side.
    Player(AiPlayer),
    /// The adviser of a person, with the seed of its random choices.
    Adviser(u64),
}

impl DecisionMaker {
    /// Decides for the side that has to act; `None` once the battle is over.
    fn decide(self, world: &mut World) -> Option<AiDecision> {
        match self {
            Self::Player(player) => ai::decide(world, &player),
            Self::Adviser(seed) => ai::advise(world, seed),
        }
    }
}

/// A job for the thread.
struct AiJob {
    number: u64,
    news: BattleDelta,
    decision_maker: DecisionMaker,
}

/// The result of a job.
pub(crate) struct AiReply {
    /// Number of the job.
    pub number: u64,
    /// `None` if the battle is over or the copy has diverged.
    pub decision: Option<AiDecision>,
}

/// What has been sent to the thread so far.
#[derive(Default)]
struct MirroredHistory {
    fight: Option<BattleSetup>,
    orders: Vec<Order>,
}

impl MirroredHistory {
    /// Returns the difference between the mirrored battle and this one, and records it as sent.
    fn delta_to(&mut self, setup: &BattleSetup, orders: &[&Order]) -> BattleDelta {
        let same = self.fight.as_ref().is_some_and(|known| known.is_same_battle(setup));
        if !same {
            self.fight = Some(setup.clone());
            self.orders.clear();
        }
        let keep = self.orders.iter().zip(orders).take_while(|(known, order)| known == *order).count();
        let fresh: Vec<Order> = orders[keep..].iter().map(|order| (*order).clone()).collect();
        self.orders.truncate(keep);
        self.orders.extend(fresh.iter().cloned());
        BattleDelta { fight: (!same).then(|| setup.clone()), keep, orders: fresh }
    }
}

/// Handle to the AI thread.
pub(crate) struct AiThread {
    jobs: Sender<AiJob>,
    answers: Mutex<Receiver<AiReply>>,
    mirrored: MirroredHistory,
    asked: u64,
}

impl AiThread {
    /// Starts the thread; it ends when this is dropped. It wakes the window with every reply.
    pub fn start(waker: &WindowWaker) -> std::io::Result<Self> {
        let (jobs, questions) = channel();
        let (replies, answers) = channel();
        let thread = std::thread::Builder::new().name("opponents".to_owned()).stack_size(STACK_BYTES);
        let wake = WakeOnDrop(waker.clone());
        thread.spawn(move || {
            // Dropped after the sender, whose end tells that the thread is gone.
            let wake = wake;
            let replies = replies;
            // After a fault the thread ends, and the next one begins with a copy of the battle of its own.
            _ = guard_computation("A decision of the AI", || run_ai_jobs(&questions, &replies, &wake.0));
        })?;
        Ok(Self { jobs, answers: Mutex::new(answers), mirrored: MirroredHistory::default(), asked: 0 })
    }

    /// A thread that has ended with a fault.
    #[cfg(test)]
    pub fn ended_for_tests() -> Self {
        let ((jobs, _), (_, answers)) = (channel(), channel());
        Self { jobs, answers: Mutex::new(answers), mirrored: MirroredHistory::default(), asked: 1 }
    }

    /// Requests a decision for the position after these orders; returns the job number.
    pub fn request(&mut self, setup: &BattleSetup, orders: &[&Order], decision_maker: DecisionMaker) -> u64 {
        self.asked += 1;
        let news = self.mirrored.delta_to(setup, orders);
        // A dead thread is noticed by `poll`.
        _ = self.jobs.send(AiJob { number: self.asked, news, decision_maker });
        self.asked
    }

    /// Returns the next reply, if there is one.
    ///
    /// # Errors
    /// Returns `Err` if the thread is gone.
    pub fn poll(&self) -> Result<Option<AiReply>, ()> {
        match self.answers.lock().unwrap_or_else(PoisonError::into_inner).try_recv() {
            Ok(answer) => Ok(Some(answer)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(()),
        }
    }
}

fn run_ai_jobs(questions: &Receiver<AiJob>, replies: &Sender<AiReply>, waker: &WindowWaker) {
    let mut follower = BattleMirror::new();
    while let Ok(AiJob { mut number, news, mut decision_maker }) = questions.recv() {
        follower.apply_delta(news);
        // Only the latest job is answered; the deltas of the skipped ones still apply.
        while let Ok(next) = questions.try_recv() {
            follower.apply_delta(next.news);
            (number, decision_maker) = (next.number, next.decision_maker);
        }
        let decision =
            if follower.divergence.is_none() { decision_maker.decide(&mut follower.world) } else { None };
        if replies.send(AiReply { number, decision }).is_err() {
            return;
        }
        waker.wake();
    }
}

/// The thread's copy of the battle.
struct BattleMirror {
    world: World,
    given: Vec<Order>,
    /// Why the copy diverged.
    divergence: Option<OrderError>,
}

impl BattleMirror {
    fn new() -> Self {
        let world = battle::new_battle_world();
        Self { world, given: Vec::new(), divergence: None }
    }

    /// Brings the copy to the position that the delta describes.
    fn apply_delta(&mut self, news: BattleDelta) {
        if let Some(setup) = news.fight {
            battle::spawn_battle_again(&mut self.world, &setup);
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
    use std::path::Path;
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use super::*;
    use ai::Difficulty;
    use battle::journal::{self, Journal};
    use content::{SkirmishBundle, SkirmishOverrides};

    fn warehouse() -> Arc<SkirmishBundle> {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        Arc::new(
            content::bundle_skirmish(&loaded.content, "warehouse", &SkirmishOverrides::default())
                .expect("shipped"),
        )
    }

    /// The setup of a battle with a seed.
    fn setup_of(bundle: &Arc<SkirmishBundle>, seed: u64) -> BattleSetup {
        let mut world = battle::new_battle_world();
        battle::spawn_battle(&mut world, bundle.clone(), seed);
        world.resource::<BattleSetup>().clone()
    }

    /// The first orders of a battle between two easy AI players, and the hash after each.
    fn fought(bundle: &Arc<SkirmishBundle>, count: usize) -> Vec<(Order, u64)> {
        let mut world = battle::new_battle_world();
        battle::spawn_battle(&mut world, bundle.clone(), 7);
        let player = AiPlayer::new(Difficulty::Easy, 1);
        (0..count)
            .map(|_| {
                let order = ai::decide(&mut world, &player).expect("the battle goes on").order;
                let hash = battle::submit(&mut world, &order).expect("allowed");
                (order, hash)
            })
            .collect()
    }

    #[test]
    fn the_copy_follows_orders_and_undo() {
        let bundle = warehouse();
        let fought = fought(&bundle, 9);
        let orders: Vec<&Order> = fought.iter().map(|(order, _)| order).collect();
        let setup = setup_of(&bundle, 7);
        let (mut mirrored, mut follower) = (MirroredHistory::default(), BattleMirror::new());
        let mut goes = |orders: &[&Order], known: usize, fresh: bool| {
            let news = mirrored.delta_to(&setup, orders);
            assert_eq!(
                (news.keep, news.orders.len(), news.fight.is_some()),
                (known, orders.len() - known, fresh)
            );
            follower.apply_delta(news);
            assert_eq!(follower.divergence, None);
            battle::battle_hash(&mut follower.world)
        };
        assert_eq!(goes(&orders[..4], 0, true), fought[3].1);
        assert_eq!(goes(&orders, 4, false), fought[8].1, "only the new orders are sent");
        assert_eq!(goes(&orders[..6], 6, false), fought[5].1, "undone");
        assert_eq!(goes(&orders[..7], 6, false), fought[6].1, "and given again");
    }

    #[test]
    fn another_seed_is_another_battle() {
        let bundle = warehouse();
        let fought = fought(&bundle, 3);
        let orders: Vec<&Order> = fought.iter().map(|(order, _)| order).collect();
        let mut mirrored = MirroredHistory::default();
        assert_eq!(mirrored.delta_to(&setup_of(&bundle, 7), &orders).orders.len(), 3);
        let news = mirrored.delta_to(&setup_of(&bundle, 8), &orders[..1]);
        assert_eq!((news.keep, news.orders.len()), (0, 1));
        assert_eq!(news.fight.map(|setup| setup.seed()), Some(8));
    }

    #[test]
    fn the_copy_of_a_battle_of_an_older_program_keeps_its_melee_attacks() {
        let mut world = battle::new_battle_world();
        journal::begin_battle(&mut world, warehouse(), 7);
        let text = world.resource::<Journal>().to_text();
        let old = text.replacen("\"free_lines\":true,", "", 1);
        let old = Journal::from_bytes(Path::new("old"), old.as_bytes()).expect("a journal");
        journal::restore_battle(&mut world, old).expect("it has no orders");
        let older = world.resource::<BattleSetup>().clone();
        let newer = setup_of(older.bundle(), 7);
        assert!(!newer.is_same_battle(&older));
        let (mut mirrored, mut follower) = (MirroredHistory::default(), BattleMirror::new());
        for setup in [newer, older] {
            let news = mirrored.delta_to(&setup, &[]);
            assert!(news.fight.is_some(), "another battle");
            follower.apply_delta(news);
            assert!(follower.world.resource::<BattleSetup>().is_same_battle(&setup));
        }
    }

    #[test]
    fn the_thread_decides_like_the_ai_player() {
        let bundle = warehouse();
        let mut thinker = AiThread::start(&WindowWaker::default()).expect("threads are available");
        let player = AiPlayer::new(Difficulty::Easy, 1);
        let fought = fought(&bundle, 5);
        for known in [4, 2] {
            let orders: Vec<&Order> = fought[..known].iter().map(|(order, _)| order).collect();
            let number = thinker.request(&setup_of(&bundle, 7), &orders, DecisionMaker::Player(player));
            let start = Instant::now();
            let answer = loop {
                assert!(start.elapsed() < Duration::from_secs(60), "no reply");
                if let Some(answer) = thinker.poll().expect("the thread is alive") {
                    break answer;
                }
                std::thread::yield_now();
            };
            assert_eq!(answer.number, number);
            assert_eq!(answer.decision.map(|decision| decision.order).as_ref(), Some(&fought[known].0));
        }
    }
}
