//! Prepared access to a fight, kept from order to order: asking a world for it anew costs more than most orders do.

use bevy_ecs::prelude::*;
use bevy_ecs::system::{SystemParam, SystemState};

use super::apply::Ledger;
use super::hash::Digests;
use super::state::{Answers, DiceSeat, History, Outbox, Pending, Tasks};
use super::view::BattleView;

/// Why access to a fight cannot fail.
pub(super) const SET_UP: &str = "broken invariant: a fight is set up";

/// What a chapter reads when it looks at its task.
#[derive(SystemParam)]
pub(super) struct Reading<'w, 's> {
    pub view: BattleView<'w, 's>,
    pub dice: Res<'w, DiceSeat>,
    pub history: ResMut<'w, History>,
    pub digests: ResMut<'w, Digests>,
}

/// What it takes to turn what a chapter says into state.
#[derive(SystemParam)]
pub(super) struct Writing<'w, 's> {
    pub ledger: Ledger<'w, 's>,
    pub pending: ResMut<'w, Pending>,
}

/// What is still to be resolved, and what the task at the front leads to.
#[derive(Default)]
pub(super) struct Agenda {
    pub tasks: Tasks,
    pub answers: Answers,
    pub out: Outbox,
}

/// The ways into a fight, and its agenda.
pub(super) struct Access {
    pub view: SystemState<BattleView<'static, 'static>>,
    pub read: SystemState<Reading<'static, 'static>>,
    pub write: SystemState<Writing<'static, 'static>>,
    /// Kept here and not as resources: the engine alone needs it, at every step.
    pub agenda: Agenda,
}

/// Where they are kept while nobody uses them.
#[derive(Resource, Default)]
struct Kept(Option<Box<Access>>);

/// Does something with prepared access.
pub(super) fn with_access<T>(world: &mut World, act: impl FnOnce(&mut World, &mut Access) -> T) -> T {
    let kept = world.get_resource_mut::<Kept>().and_then(|mut kept| kept.0.take());
    let mut access = kept.unwrap_or_else(|| {
        let (view, read, write) = (SystemState::new(world), SystemState::new(world), SystemState::new(world));
        Box::new(Access { view, read, write, agenda: Agenda::default() })
    });
    let answer = act(world, &mut access);
    world.get_resource_or_init::<Kept>().0 = Some(access);
    answer
}

/// Another fight: nothing is left to be resolved.
pub(super) fn clear_agenda(world: &mut World) {
    with_access(world, |_, access| access.agenda = Agenda::default());
}
