//! Prepared access to a fight, kept from order to order: asking a world for it anew costs more than most orders do.

use bevy::ecs::system::{SystemParam, SystemState};
use bevy::prelude::*;

use super::apply::Ledger;
use super::hash::Digests;
use super::state::{Answers, DiceSeat, History, Outbox, Pending, Tasks};
use super::view::BattleView;

/// Why access to a fight cannot fail.
pub(super) const SET_UP: &str = "broken invariant: a fight is set up";

/// What a chapter reads when it looks at its task, and where it says what comes of it.
#[derive(SystemParam)]
pub(super) struct Reading<'w, 's> {
    pub view: BattleView<'w, 's>,
    pub dice: Res<'w, DiceSeat>,
    pub answers: ResMut<'w, Answers>,
    pub tasks: ResMut<'w, Tasks>,
    pub out: ResMut<'w, Outbox>,
    pub history: ResMut<'w, History>,
    pub digests: ResMut<'w, Digests>,
}

/// What it takes to turn that into state.
#[derive(SystemParam)]
pub(super) struct Writing<'w, 's> {
    pub ledger: Ledger<'w, 's>,
    pub out: ResMut<'w, Outbox>,
    pub tasks: ResMut<'w, Tasks>,
    pub pending: ResMut<'w, Pending>,
    pub answers: ResMut<'w, Answers>,
}

/// The ways into a fight.
pub(super) struct Access {
    pub view: SystemState<BattleView<'static, 'static>>,
    pub read: SystemState<Reading<'static, 'static>>,
    pub write: SystemState<Writing<'static, 'static>>,
}

/// Where they are kept while nobody uses them.
#[derive(Resource, Default)]
struct Kept(Option<Box<Access>>);

/// Does something with prepared access.
pub(super) fn with_access<T>(world: &mut World, act: impl FnOnce(&mut World, &mut Access) -> T) -> T {
    let kept = world.get_resource_mut::<Kept>().and_then(|mut kept| kept.0.take());
    let mut access = kept.unwrap_or_else(|| {
        let (view, read, write) = (SystemState::new(world), SystemState::new(world), SystemState::new(world));
        Box::new(Access { view, read, write })
    });
    let answer = act(world, &mut access);
    world.get_resource_or_init::<Kept>().0 = Some(access);
    answer
}
