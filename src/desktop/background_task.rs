//! What takes longer than a frame is worked out aside, one thing at a time, and never shown as the answer to another question.

use std::sync::{Arc, Mutex, PoisonError};

use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

type TaskClosure<T> = Box<dyn FnOnce() -> T + Send>;

/// The last answer to a question, and the one that is being worked on.
pub(super) struct BackgroundTask<K, T> {
    answered: Option<(K, Arc<T>)>,
    working: Option<(K, Task<T>)>,
    /// What was asked meanwhile; only the last question counts.
    next: Option<(K, Mutex<TaskClosure<T>>)>,
    /// What is under way is no longer asked for: the answer that is known is the one that counts.
    discard_result: bool,
}

impl<K, T> Default for BackgroundTask<K, T> {
    fn default() -> Self {
        Self { answered: None, working: None, next: None, discard_result: false }
    }
}

impl<K: PartialEq, T: Send + Sync + 'static> BackgroundTask<K, T> {
    /// Asks; nothing happens if that is known or under way. The work gets plain copies of all it needs.
    pub fn request(&mut self, key: K, work: impl FnOnce() -> T + Send + 'static) {
        let is_known = self.answered.as_ref().is_some_and(|(known, _)| *known == key);
        let is_next = self.next.as_ref().is_some_and(|(next, _)| *next == key);
        let is_worked_on = self.working.as_ref().is_some_and(|(worked, _)| *worked == key);
        self.discard_result = is_known;
        if is_known || is_worked_on {
            self.next = None;
        } else if !is_next {
            self.next = Some((key, Mutex::new(Box::new(work))));
            self.start_next();
        }
    }

    /// The same, answered at once: for what takes less than a frame.
    pub fn compute_now(&mut self, key: K, work: impl FnOnce() -> T) {
        if self.answered.as_ref().is_none_or(|(known, _)| *known != key) {
            self.answered = Some((key, Arc::new(work())));
        }
        self.next = None;
        self.discard_result = true;
    }

    /// Takes over what has been worked out; whether something has.
    pub fn poll(&mut self) -> bool {
        let Some((_, task)) = &mut self.working else { return false };
        let Some(answer) = check_ready(task) else { return false };
        if let Some((key, _)) = self.working.take()
            && !self.discard_result
        {
            self.answered = Some((key, Arc::new(answer)));
        }
        self.start_next();
        true
    }

    /// The answer to this very question.
    pub fn get(&self, key: &K) -> Option<&Arc<T>> {
        self.answered.as_ref().filter(|(known, _)| known == key).map(|(_, answer)| answer)
    }

    /// The answer before it, for whoever builds on that.
    pub fn latest(&self) -> Option<&Arc<T>> {
        self.answered.as_ref().map(|(_, answer)| answer)
    }

    /// Something is being worked out.
    pub fn is_working(&self) -> bool {
        self.working.is_some()
    }

    /// One at a time: what is under way cannot be stopped, and a crowd of them would be late together.
    fn start_next(&mut self) {
        if self.working.is_none()
            && let Some((key, work)) = self.next.take()
        {
            let work = work.into_inner().unwrap_or_else(PoisonError::into_inner);
            self.working = Some((key, AsyncComputeTaskPool::get().spawn(async move { work() })));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use bevy::tasks::TaskPool;

    use super::*;

    fn wait(aside: &mut BackgroundTask<u32, u32>) {
        let start = Instant::now();
        while aside.is_working() && start.elapsed() < Duration::from_secs(20) {
            aside.poll();
            std::thread::yield_now();
        }
    }

    #[test]
    fn an_answer_belongs_to_its_question() {
        AsyncComputeTaskPool::get_or_init(TaskPool::new);
        let mut aside = BackgroundTask::default();
        aside.request(1, || 10);
        assert_eq!(aside.get(&1), None);
        // Asked while it works: of these only the last one is answered.
        aside.request(2, || panic!("nobody waits for it"));
        aside.request(3, || 30);
        wait(&mut aside);
        assert_eq!((aside.get(&1), aside.get(&3).map(|it| **it)), (None, Some(30)));
        aside.request(3, || panic!("it is known"));
        aside.compute_now(4, || 40);
        assert_eq!((aside.get(&4).map(|it| **it), aside.latest().map(|it| **it)), (Some(40), Some(40)));
        // Back to what is known: what comes in meanwhile is not put in its place.
        aside.request(5, || 50);
        aside.request(4, || panic!("it is known"));
        wait(&mut aside);
        assert_eq!((aside.get(&4).map(|it| **it), aside.get(&5)), (Some(40), None));
    }
}
