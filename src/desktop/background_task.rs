//! Background task: computes one value at a time off the main thread, and never returns it for another key.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use bevy::tasks::{TaskPool, TaskPoolBuilder};

use crate::fault_guard::guard_computation;
use crate::redraw::{WakeOnDrop, WindowWaker};

/// The threads of background tasks. The pools of Bevy compile the pipelines, which would wait for a picture of a map, and draw
/// frame after frame meanwhile.
static POOL: LazyLock<TaskPool> = LazyLock::new(|| {
    TaskPoolBuilder::new().num_threads(THREADS).thread_name("background task".to_owned()).build()
});

/// Number of threads: a short computation need not wait for a long one.
const THREADS: usize = 2;

/// What tasks compute, in the sentence about a fault.
const SUBJECT: &str = "A forecast or a picture";

type TaskClosure<T> = Box<dyn FnOnce() -> T + Send>;

/// The latest result, and the computation in progress.
pub(super) struct BackgroundTask<K, T> {
    answered: Option<(K, Arc<T>)>,
    working: Option<(K, Mutex<Receiver<T>>)>,
    /// The next request; only the latest one is kept.
    next: Option<(K, Mutex<TaskClosure<T>>)>,
    waker: WindowWaker,
    /// The running computation is obsolete: its result is discarded.
    discard_result: bool,
    /// The key whose computation has panicked: it is not tried again until another one was answered.
    failed: Option<K>,
}

impl<K, T> Default for BackgroundTask<K, T> {
    fn default() -> Self {
        Self {
            answered: None,
            working: None,
            next: None,
            waker: WindowWaker::default(),
            discard_result: false,
            failed: None,
        }
    }
}

impl<K: PartialEq, T: Send + Sync + 'static> BackgroundTask<K, T> {
    /// Requests a value; does nothing if it is known or being computed, or if its computation has failed. The closure owns
    /// copies of its inputs. The window is woken when the value can be polled.
    pub fn request(&mut self, key: K, waker: &WindowWaker, work: impl FnOnce() -> T + Send + 'static) {
        let is_known = self.answered.as_ref().is_some_and(|(known, _)| *known == key);
        let is_next = self.next.as_ref().is_some_and(|(next, _)| *next == key);
        let is_worked_on = self.working.as_ref().is_some_and(|(worked, _)| *worked == key);
        self.discard_result = is_known;
        if is_known || is_worked_on || self.failed.as_ref() == Some(&key) {
            self.next = None;
        } else if !is_next {
            self.next = Some((key, Mutex::new(Box::new(work))));
            self.waker = waker.clone();
            self.start_next();
        }
    }

    /// Computes a value at once, for what takes less than a frame.
    pub fn compute_now(&mut self, key: K, work: impl FnOnce() -> T) {
        let is_known = self.answered.as_ref().is_some_and(|(known, _)| *known == key);
        if !is_known && self.failed.as_ref() != Some(&key) {
            match guard_computation(SUBJECT, work) {
                Ok(answer) => self.answered = Some((key, Arc::new(answer))),
                Err(_) => self.failed = Some(key),
            }
        }
        self.next = None;
        self.discard_result = true;
    }

    /// Accepts a finished result. A computation that has panicked leaves its key without a value: the report of the panic is
    /// written already, and what is shown of a battle is no reason to end it.
    pub fn poll(&mut self) {
        let Some((_, receiver)) = &mut self.working else { return };
        let answer = match receiver.get_mut().unwrap_or_else(PoisonError::into_inner).try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => None,
        };
        if let Some((key, _)) = self.working.take() {
            match answer {
                Some(answer) if !self.discard_result => {
                    self.answered = Some((key, Arc::new(answer)));
                    self.failed = None;
                }
                Some(_) => {}
                None => self.failed = Some(key),
            }
        }
        self.start_next();
    }

    /// Returns the value for this key, if it is known.
    pub fn get(&self, key: &K) -> Option<&Arc<T>> {
        self.answered.as_ref().filter(|(known, _)| known == key).map(|(_, answer)| answer)
    }

    /// Returns the latest value, whatever its key, for incremental computations.
    pub fn latest(&self) -> Option<&Arc<T>> {
        self.answered.as_ref().map(|(_, answer)| answer)
    }

    /// Whether the computation for this key has failed.
    pub fn has_failed(&self, key: &K) -> bool {
        self.failed.as_ref() == Some(key)
    }

    /// Whether a computation is running.
    pub fn is_working(&self) -> bool {
        self.working.is_some()
    }

    /// Starts the next request. One runs at a time, as a running one cannot be stopped.
    fn start_next(&mut self) {
        if self.working.is_none()
            && let Some((key, work)) = self.next.take()
        {
            let work = work.into_inner().unwrap_or_else(PoisonError::into_inner);
            let (sender, receiver) = channel();
            let wake = WakeOnDrop(self.waker.clone());
            let task = async move {
                // Dropped last, when the result or the end of the sender can be seen.
                let _wake = wake;
                let sender = sender;
                // The receiver is gone if the value is no longer wanted.
                _ = guard_computation(SUBJECT, work).map(|value| sender.send(value));
            };
            POOL.spawn(task).detach();
            self.working = Some((key, Mutex::new(receiver)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::fault_guard::expect_faults;

    fn wait(task: &mut BackgroundTask<u32, u32>) {
        let start = Instant::now();
        while task.is_working() && start.elapsed() < Duration::from_secs(20) {
            task.poll();
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_result_belongs_to_its_key() {
        let mut task = BackgroundTask::default();
        let waker = WindowWaker::default();
        task.request(1, &waker, || 10);
        assert_eq!(task.get(&1), None);
        // Requested while it works: only the last one is computed.
        task.request(2, &waker, || panic!("superseded"));
        task.request(3, &waker, || 30);
        wait(&mut task);
        assert_eq!((task.get(&1), task.get(&3).map(|it| **it)), (None, Some(30)));
        task.request(3, &waker, || panic!("already known"));
        task.compute_now(4, || 40);
        assert_eq!((task.get(&4).map(|it| **it), task.latest().map(|it| **it)), (Some(40), Some(40)));
        // Back to the known key: the running result does not replace it.
        task.request(5, &waker, || 50);
        task.request(4, &waker, || panic!("already known"));
        wait(&mut task);
        assert_eq!((task.get(&4).map(|it| **it), task.get(&5)), (Some(40), None));
    }

    #[test]
    fn a_computation_that_fails_leaves_its_key_without_a_value() {
        let (mut task, waker) = (BackgroundTask::<u32, u32>::default(), WindowWaker::default());
        task.request(1, &waker, || panic!("a fault in a forecast"));
        wait(&mut task);
        assert!(!task.is_working() && task.get(&1).is_none());
        assert!(task.has_failed(&1) && !task.has_failed(&2));
        task.request(1, &waker, || 5);
        assert!(!task.is_working(), "it would fail again");
        task.request(2, &waker, || 7);
        wait(&mut task);
        assert_eq!(task.get(&2).map(|value| **value), Some(7));
        expect_faults(|| task.compute_now(3, || panic!("a fault in a short computation")));
        assert!(task.has_failed(&3) && task.get(&3).is_none());
        assert_eq!(task.get(&2).map(|value| **value), Some(7), "what is known stays");
    }
}
