//! The schedule that resolves one task, and the loop that runs it until nothing is left.

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;

use super::state::{Outbox, Pending, Tasks};

/// Resolves the task at the front of the queue.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Resolve;

/// The chapters in the order in which they look at a task.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResolveSystems {
    /// Rounds, passes, phases.
    Turn,
    /// Steps.
    Movement,
    /// Hidden units appear.
    Surprise,
    /// Attacks.
    Attack,
    /// What only the book of the skirmish knows.
    Deed,
    /// Items that go off.
    Item,
    /// Rest and treatment once the skirmish is over.
    Aftermath,
    /// Walls.
    Barrier,
    /// Falling and dying.
    Casualty,
    /// Events become state.
    Apply,
    /// Who has won.
    Victory,
    /// The end of a fight becomes state.
    Close,
}

/// More steps than any order can need: 20 units with 40 consequences each are 800.
pub const CAP: u32 = 20_000;

/// The rules did not come to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck(pub u32);

/// A world's `Resolve` schedule: every chapter's systems, single-threaded, ambiguities are errors.
pub fn build() -> Schedule {
    use ResolveSystems::*;
    let mut schedule = Schedule::new(Resolve);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..default() });
    schedule.configure_sets(
        (Turn, Movement, Surprise, Attack, Deed, Item, Aftermath, Barrier, Casualty, Apply, Victory, Close)
            .chain(),
    );
    for chapter in [
        super::turn::plugin,
        super::movement::plugin,
        super::surprise::plugin,
        super::attack::plugin,
        super::deed::plugin,
        super::timed::plugin,
        super::aftermath::plugin,
        super::barrier::plugin,
        super::casualty::plugin,
        super::apply::plugin,
        super::victory::plugin,
    ] {
        chapter(&mut schedule);
    }
    schedule
}

/// Resolves tasks until none is left or a question is open.
///
/// # Errors
/// `Stuck` after `CAP` steps; the state is then half resolved and has to be rewound.
pub(in crate::battle) fn run_until_settled(world: &mut World) -> Result<(), Stuck> {
    for _ in 0..CAP {
        if world.resource::<Tasks>().0.is_empty() || world.resource::<Pending>().0.is_some() {
            return Ok(());
        }
        world.run_schedule(Resolve);
    }
    world.resource_mut::<Outbox>().events.clear();
    Err(Stuck(CAP))
}
