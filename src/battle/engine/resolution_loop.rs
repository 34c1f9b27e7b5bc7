//! The loop that resolves tasks until nothing is left, and the chapter that each task belongs to.
//!
//! ```text
//! task -> its chapter -> outbox -> apply -> components -> has anybody won? -> next task
//! ```

use bevy_ecs::prelude::World;

use super::cached_access::{BATTLE_IS_SET_UP, BattleAccess, ResolutionReader, ResolutionState};
use super::state_hash::state_hash;
use crate::model::resources::{ResolutionQueue, ResolutionStep};
use crate::resolve::objectives::ObjectiveCheck;
use crate::resolve::{
    after_battle, attack, barrier, movement, objectives, rounds, special_action, surprise, timed_items,
    wounds,
};

/// More steps than any order can need: 20 units with 40 consequences each are 800.
pub const MAX_STEPS: u32 = 20_000;

/// The rules did not come to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResolutionLimit(pub u32);

/// What a look at the fight has led to.
enum LoopOutcome {
    /// A task was looked at by its chapter.
    Resolved,
    /// The objectives have something to say.
    ObjectivesChanged,
    /// Nothing is left to do; the hash of the state.
    Settled(u64),
}

/// Resolves tasks until none is left or a question is open. Gives the hash of the state then.
///
/// # Errors
/// `ResolutionLimit` after `MAX_STEPS` steps; the state is then half resolved and has to be rewound.
pub(crate) fn run_until_settled(
    world: &mut World,
    access: &mut BattleAccess,
) -> Result<u64, ResolutionLimit> {
    let BattleAccess { read, write, resolution: agenda, .. } = access;
    let mut steps = 0;
    loop {
        let mut reading = read.get_mut(world).expect(BATTLE_IS_SET_UP);
        let step = loop {
            if steps > 0 && reading.history.needs_objective_check() {
                let verdict =
                    objectives::check_objectives(&reading.view, &reading.history, &mut agenda.outbox);
                if verdict != ObjectiveCheck::TooEarly {
                    reading.history.checked_events = reading.history.objective_events;
                }
                if verdict == ObjectiveCheck::Changed {
                    break LoopOutcome::ObjectivesChanged;
                }
            }
            if agenda.queue.0.is_empty() || reading.view.open_prompt().is_some() {
                break LoopOutcome::Settled(finish_resolution(&mut reading, &agenda.queue));
            }
            if steps == MAX_STEPS {
                agenda.outbox.events.clear();
                return Err(ResolutionLimit(MAX_STEPS));
            }
            steps += 1;
            resolve_step(&reading, agenda);
            if !agenda.outbox.changes_nothing() {
                break LoopOutcome::Resolved;
            }
            // Nothing has changed but what is left to do.
            agenda.answers.0.clear();
            agenda.queue.advance(&mut agenda.outbox.next_steps);
        };
        let mut writing = match step {
            LoopOutcome::Settled(hash) => return Ok(hash),
            LoopOutcome::Resolved | LoopOutcome::ObjectivesChanged => {
                write.get_mut(world).expect(BATTLE_IS_SET_UP)
            }
        };
        if matches!(step, LoopOutcome::Resolved) {
            writing.apply_outbox(agenda);
        } else {
            writing.record_outbox(agenda);
            // What the objectives themselves have said is not looked at again.
            let history = &mut writing.ledger.history;
            history.checked_events = history.objective_events;
        }
        write.apply(world);
    }
}

/// Whoever waits for an answer has seen what led to the question.
fn finish_resolution(reading: &mut ResolutionReader, tasks: &ResolutionQueue) -> u64 {
    let ResolutionReader { view, dice, history, digests } = reading;
    if view.open_prompt().is_some()
        && let Some(chapter) = history.records.last_mut()
    {
        chapter.revealed = true;
    }
    state_hash(view, (tasks, dice), digests)
}

/// The chapter of the task at the front looks at it.
fn resolve_step(reading: &ResolutionReader, agenda: &mut ResolutionState) {
    let ResolutionState { queue: tasks, answers, outbox: out } = agenda;
    let (view, rolls) = (&reading.view, (&*reading.dice, &*answers));
    let Some(task) = tasks.0.front() else { return };
    match task {
        ResolutionStep::BeginRound
        | ResolutionStep::BeginPass
        | ResolutionStep::EndRound
        | ResolutionStep::NextPhase
        | ResolutionStep::RestrictPhase { .. }
        | ResolutionStep::EndPhase { .. } => rounds::resolve_rounds(view, rolls, task, out),
        ResolutionStep::Walk { .. }
        | ResolutionStep::Intercept { .. }
        | ResolutionStep::Evade { .. }
        | ResolutionStep::Sprint { .. }
        | ResolutionStep::ContinueMove(_)
        | ResolutionStep::LandFromFall { .. }
        | ResolutionStep::ExposeToHazard { .. }
        | ResolutionStep::Knockback { .. }
        | ResolutionStep::UpdateDetection => movement::resolve_movement(view, rolls, task, out),
        ResolutionStep::Reveal { .. } => surprise::resolve_reveal(view, rolls, task, out),
        ResolutionStep::Attack { .. } => attack::resolve_attack(view, rolls, task, out),
        ResolutionStep::SpecialAction { .. } => {
            special_action::resolve_special_action(view, rolls, task, out)
        }
        ResolutionStep::Detonate { .. } => timed_items::resolve_detonation(view, rolls, task, out),
        ResolutionStep::LeaveField | ResolutionStep::Rest { .. } | ResolutionStep::Treat { .. } => {
            after_battle::resolve_after_battle(view, rolls, task, out);
        }
        ResolutionStep::DamageBarrier { .. } => barrier::resolve_barrier_damage(view, task, out),
        ResolutionStep::Consequences { .. } => wounds::resolve_wounds(view, rolls, task, out),
    }
}
