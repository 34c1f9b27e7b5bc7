//! Something that is worked out beside the frames. An answer to an old question is never taken for a new one's.

use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

/// A question that is being worked on, and the last answer.
pub(super) struct Work<Q, A> {
    task: Option<(Q, Task<A>)>,
    known: Option<(Q, A)>,
}

impl<Q, A> Default for Work<Q, A> {
    fn default() -> Self {
        Self { task: None, known: None }
    }
}

impl<Q: PartialEq, A: Send + 'static> Work<Q, A> {
    /// Asks; what is known already, or being worked on, is not asked again. While one question is worked on, another
    /// has to wait, and only the newest does.
    pub fn ask(&mut self, question: Q, work: impl FnOnce() -> A + Send + 'static) {
        self.look();
        if self.task.is_none() && self.answer(&question).is_none() {
            let task = AsyncComputeTaskPool::get().spawn(async move { work() });
            self.task = Some((question, task));
        }
        self.look();
    }

    /// The answer to this question, if it is known.
    pub fn answer(&self, question: &Q) -> Option<&A> {
        self.known.as_ref().filter(|(known, _)| known == question).map(|(_, answer)| answer)
    }

    /// Any answer, and whether it is the one to this question.
    pub fn any(&self, question: &Q) -> Option<(&A, bool)> {
        self.known.as_ref().map(|(known, answer)| (answer, known == question))
    }

    /// Whether something is being worked on: the next frame has to come.
    pub fn busy(&self) -> bool {
        self.task.is_some()
    }

    fn look(&mut self) {
        let Some((_, task)) = &mut self.task else { return };
        if let Some(answer) = check_ready(task)
            && let Some((question, _)) = self.task.take()
        {
            self.known = Some((question, answer));
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::tasks::TaskPool;

    use super::*;

    #[test]
    fn old_answers_are_known_to_be_old() {
        AsyncComputeTaskPool::get_or_init(TaskPool::new);
        let mut work = Work::default();
        let settle = |work: &mut Work<u32, u32>, question: u32| {
            while work.answer(&question).is_none() {
                work.ask(question, move || question * 10);
                std::thread::yield_now();
            }
        };
        settle(&mut work, 1);
        assert_eq!(work.any(&1), Some((&10, true)));
        assert_eq!((work.any(&2), work.answer(&2)), (Some((&10, false)), None));
        settle(&mut work, 2);
        assert_eq!((work.any(&2), work.busy()), (Some((&20, true)), false));
    }
}
