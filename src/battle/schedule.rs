//! The loop that resolves tasks until nothing is left, and the chapter that each task belongs to.
//!
//! ```text
//! task -> its chapter -> outbox -> apply -> components -> has anybody won? -> next task
//! ```

use bevy_ecs::prelude::World;

use super::access::{Access, Agenda, Reading, SET_UP};
use super::hash::state_hash;
use super::state::{Task, Tasks};
use super::victory::Verdict;
use super::{aftermath, attack, barrier, casualty, deed, movement, surprise, timed, turn, victory};

/// More steps than any order can need: 20 units with 40 consequences each are 800.
pub const CAP: u32 = 20_000;

/// The rules did not come to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck(pub u32);

/// What a look at the fight has led to.
enum Step {
    /// A task was looked at by its chapter.
    Task,
    /// The objectives have something to say.
    Judged,
    /// Nothing is left to do; the hash of the state.
    Settled(u64),
}

/// Resolves tasks until none is left or a question is open. Gives the hash of the state then.
///
/// # Errors
/// `Stuck` after `CAP` steps; the state is then half resolved and has to be rewound.
pub(super) fn run_until_settled(world: &mut World, access: &mut Access) -> Result<u64, Stuck> {
    let Access { read, write, agenda, .. } = access;
    let mut steps = 0;
    loop {
        let mut reading = read.get_mut(world).expect(SET_UP);
        let step = loop {
            if steps > 0 && reading.history.is_to_be_judged() {
                let verdict = victory::judge(&reading.view, &reading.history, &mut agenda.out);
                if verdict != Verdict::Later {
                    reading.history.judged = reading.history.weighty;
                }
                if verdict == Verdict::Said {
                    break Step::Judged;
                }
            }
            if agenda.tasks.0.is_empty() || reading.view.decision().is_some() {
                break Step::Settled(settled(&mut reading, &agenda.tasks));
            }
            if steps == CAP {
                agenda.out.events.clear();
                return Err(Stuck(CAP));
            }
            steps += 1;
            look(&reading, agenda);
            if !agenda.out.is_quiet() {
                break Step::Task;
            }
            // Nothing has changed but what is left to do.
            agenda.answers.0.clear();
            agenda.tasks.next(&mut agenda.out.then);
        };
        let mut writing = match step {
            Step::Settled(hash) => return Ok(hash),
            Step::Task | Step::Judged => write.get_mut(world).expect(SET_UP),
        };
        if matches!(step, Step::Task) {
            writing.apply_outbox(agenda);
        } else {
            writing.record(agenda);
            // What the objectives themselves have said is not looked at again.
            let history = &mut writing.ledger.history;
            history.judged = history.weighty;
        }
        write.apply(world);
    }
}

/// Whoever waits for an answer has seen what led to the question.
fn settled(reading: &mut Reading, tasks: &Tasks) -> u64 {
    let Reading { view, dice, history, digests } = reading;
    if view.decision().is_some()
        && let Some(chapter) = history.chapters.last_mut()
    {
        chapter.revealed = true;
    }
    state_hash(view, (tasks, dice), digests)
}

/// The chapter of the task at the front looks at it.
fn look(reading: &Reading, agenda: &mut Agenda) {
    let Agenda { tasks, answers, out } = agenda;
    let (view, rolls) = (&reading.view, (&*reading.dice, &*answers));
    let Some(task) = tasks.0.front() else { return };
    match task {
        Task::BeginRound
        | Task::BeginPass
        | Task::EndRound
        | Task::NextPhase
        | Task::Bind { .. }
        | Task::EndPhase { .. } => turn::resolve(view, rolls, task, out),
        Task::Walk { .. }
        | Task::Intercept { .. }
        | Task::Evade { .. }
        | Task::Sprint { .. }
        | Task::GoOn(_)
        | Task::Fall { .. }
        | Task::Exposure { .. }
        | Task::Fly { .. }
        | Task::Look => movement::resolve(view, rolls, task, out),
        Task::Appear { .. } => surprise::resolve(view, rolls, task, out),
        Task::Attack { .. } => attack::resolve(view, rolls, task, out),
        Task::Deed { .. } => deed::resolve(view, rolls, task, out),
        Task::GoOff { .. } => timed::resolve(view, rolls, task, out),
        Task::LeaveField | Task::Rest { .. } | Task::Treat { .. } => {
            aftermath::resolve(view, rolls, task, out);
        }
        Task::Breach { .. } => barrier::resolve(view, task, out),
        Task::Consequences { .. } => casualty::resolve(view, rolls, task, out),
    }
}
