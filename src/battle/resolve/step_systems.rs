//! Registry of step systems: maps each kind of resolution step to the system that resolves it.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::system::{BoxedSystem, SystemParam};
use strum::EnumCount;

use crate::state::resources::{BattleDice, Outbox, ResolutionStep, StepKind};
use crate::view::battle_view::BattleView;

/// Input of a step system: a step, the answers given to its prompts, and the outbox for its results.
#[derive(Debug)]
pub(crate) struct StepRun<'i> {
    pub step: &'i ResolutionStep,
    pub answers: &'i [String],
    pub outbox: &'i mut Outbox,
}

impl SystemInput for StepRun<'_> {
    type Param<'i> = StepRun<'i>;
    type Inner<'i> = StepRun<'i>;

    fn wrap(this: Self::Inner<'_>) -> Self::Param<'_> {
        this
    }
}

/// What step systems read.
///
/// A step system decides nothing itself and writes no component. It calls a rule and queues events and further steps.
#[derive(SystemParam)]
pub(crate) struct StepContext<'w, 's> {
    view: BattleView<'w, 's>,
    dice: Res<'w, BattleDice>,
}

/// The step, the battle, its dice with the answers given so far, and the outbox.
pub(crate) type StepParts<'a, 'w, 's> =
    (&'a ResolutionStep, &'a BattleView<'w, 's>, (&'a BattleDice, &'a [String]), &'a mut Outbox);

impl<'w, 's> StepContext<'w, 's> {
    /// Borrows all parts of a run at once.
    pub fn parts<'a>(&'a self, run: StepRun<'a>) -> StepParts<'a, 'w, 's> {
        (run.step, &self.view, (&self.dice, run.answers), run.outbox)
    }
}

/// A system that resolves one step.
type StepSystem = BoxedSystem<StepRun<'static>>;

/// The system of every kind of step, initialised.
#[derive(Resource, Default)]
pub(crate) struct StepSystems(Vec<Option<StepSystem>>);

impl StepSystems {
    /// Runs the system of a step.
    ///
    /// # Panics
    /// Panics if no plugin has registered one. `BattlePlugin` registers all.
    pub fn run(&mut self, world: &mut World, run: StepRun) {
        let system = self.0.get_mut(StepKind::from(run.step) as usize).and_then(Option::as_mut);
        let system = system.expect("broken invariant: every step kind has a system");
        system.run(run, world).expect("broken invariant: a battle is set up");
    }

    /// Returns the kinds of step without a system.
    #[cfg(test)]
    pub fn missing(&self) -> Vec<StepKind> {
        use strum::IntoEnumIterator;
        StepKind::iter().filter(|kind| self.0.get(*kind as usize).is_none_or(Option::is_none)).collect()
    }
}

/// Registers step systems in an `App`.
pub(crate) trait AddStepSystem {
    /// Registers the system that resolves a kind of step. A second registration replaces the first.
    fn add_step_system<M>(
        &mut self,
        kind: StepKind,
        system: impl IntoSystem<StepRun<'static>, (), M> + 'static,
    ) -> &mut Self;
}

impl AddStepSystem for App {
    fn add_step_system<M>(
        &mut self,
        kind: StepKind,
        system: impl IntoSystem<StepRun<'static>, (), M> + 'static,
    ) -> &mut Self {
        let world = self.world_mut();
        let mut system = IntoSystem::into_system(system);
        system.initialize(world);
        let mut registry = world.get_resource_or_init::<StepSystems>();
        registry.0.resize_with(StepKind::COUNT, || None);
        registry.0[kind as usize] = Some(Box::new(system));
        self
    }
}
