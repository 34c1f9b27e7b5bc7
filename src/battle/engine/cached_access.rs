//! Prepared access to a fight, kept from order to order: asking a world for it anew costs more than most orders do.

use bevy_ecs::prelude::*;
use bevy_ecs::system::{SystemParam, SystemState};

use super::apply::BattleWriter;
use super::state_hash::StateDigests;
use crate::model::resources::{BattleDice, GivenAnswers, History, Outbox, PendingPrompt, ResolutionQueue};
use crate::view::battle_view::BattleView;

/// Why access to a fight cannot fail.
pub(crate) const BATTLE_IS_SET_UP: &str = "broken invariant: a fight is set up";

/// What a chapter reads when it looks at its task.
#[derive(SystemParam)]
pub(crate) struct ResolutionReader<'w, 's> {
    pub view: BattleView<'w, 's>,
    pub dice: Res<'w, BattleDice>,
    pub history: ResMut<'w, History>,
    pub digests: ResMut<'w, StateDigests>,
}

/// What it takes to turn what a chapter says into state.
#[derive(SystemParam)]
pub(crate) struct ResolutionWriter<'w, 's> {
    pub ledger: BattleWriter<'w, 's>,
    pub pending: ResMut<'w, PendingPrompt>,
}

/// What is still to be resolved, and what the task at the front leads to.
#[derive(Default)]
pub(crate) struct ResolutionState {
    pub queue: ResolutionQueue,
    pub answers: GivenAnswers,
    pub outbox: Outbox,
}

/// The ways into a fight, and its agenda.
pub(crate) struct BattleAccess {
    pub view: SystemState<BattleView<'static, 'static>>,
    pub read: SystemState<ResolutionReader<'static, 'static>>,
    pub write: SystemState<ResolutionWriter<'static, 'static>>,
    /// Kept here and not as resources: the engine alone needs it, at every step.
    pub resolution: ResolutionState,
}

/// Where they are kept while nobody uses them.
#[derive(Resource, Default)]
struct CachedAccess(Option<Box<BattleAccess>>);

/// Does something with prepared access.
pub(crate) fn with_access<T>(world: &mut World, act: impl FnOnce(&mut World, &mut BattleAccess) -> T) -> T {
    let kept = world.get_resource_mut::<CachedAccess>().and_then(|mut kept| kept.0.take());
    let mut access = kept.unwrap_or_else(|| {
        let (view, read, write) = (SystemState::new(world), SystemState::new(world), SystemState::new(world));
        Box::new(BattleAccess { view, read, write, resolution: ResolutionState::default() })
    });
    let answer = act(world, &mut access);
    world.get_resource_or_init::<CachedAccess>().0 = Some(access);
    answer
}

/// Another fight: nothing is left to be resolved.
pub(crate) fn clear_resolution(world: &mut World) {
    with_access(world, |_, access| access.resolution = ResolutionState::default());
}
