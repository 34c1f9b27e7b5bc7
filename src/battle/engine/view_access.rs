//! Lends a view of the battle to functions outside of systems.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;

use super::engine_systems::BATTLE_IS_SET_UP;
use crate::state::knowledge::Viewer;
use crate::view::battle_view::BattleView;
use model::Side;

/// A world with another viewer, who is restored at the end, also of a panic.
struct LentViewer<'w> {
    world: &'w mut World,
    before: Option<Viewer>,
}

impl Drop for LentViewer<'_> {
    fn drop(&mut self) {
        match self.before {
            Some(viewer) => self.world.insert_resource(viewer),
            None => _ = self.world.remove_resource::<Viewer>(),
        }
    }
}

/// Runs a function with a side as the viewer and restores the viewer afterwards. `None` views without fog of war.
pub(crate) fn with_viewer<T>(world: &mut World, side: Option<Side>, act: impl FnOnce(&mut World) -> T) -> T {
    let before = world.get_resource::<Viewer>().copied();
    if before.unwrap_or_default() == Viewer(side) {
        return act(world);
    }
    world.insert_resource(Viewer(side));
    let lent = LentViewer { world, before };
    act(&mut *lent.world)
}

/// Cached system state of [`with_view`]: building it costs more than most orders.
#[derive(Resource)]
pub(crate) struct CachedView(Option<SystemState<BattleView<'static, 'static>>>);

impl FromWorld for CachedView {
    fn from_world(_: &mut World) -> Self {
        Self(None)
    }
}

/// Calls a function with a view of the battle. Systems take a `BattleView` parameter instead.
///
/// # Panics
/// If no battle is set up in the world.
pub fn with_view<T>(world: &mut World, read: impl FnOnce(&BattleView) -> T) -> T {
    let cached = world.resource_mut::<CachedView>().0.take();
    let mut state = cached.unwrap_or_else(|| SystemState::new(world));
    let result = read(&state.get(world).expect(BATTLE_IS_SET_UP));
    world.resource_mut::<CachedView>().0 = Some(state);
    result
}

/// Calls a function with a view limited to what one side knows.
pub fn with_side_view<T>(world: &mut World, side: Side, read: impl FnOnce(&BattleView) -> T) -> T {
    with_viewer(world, Some(side), |world| with_view(world, read))
}
