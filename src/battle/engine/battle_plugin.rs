//! `BattlePlugin`: registers all systems of a battle through one plugin per rules chapter.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::SingleThreadedExecutor;

use super::apply::ApplyPlugin;
use super::engine_systems::EngineSystems;
use super::event_message::BattleEventMessage;
use super::house_rules::{HouseRules, WithoutMainLoop};
use super::resolution_loop;
use super::view_access::CachedView;
use crate::perception::{comms, detection};
use crate::resolve::after_battle::AftermathPlugin;
use crate::resolve::attack::AttackPlugin;
use crate::resolve::barrier::BarrierPlugin;
use crate::resolve::carry_out::CarryOutPlugin;
use crate::resolve::hazards::HazardsPlugin;
use crate::resolve::knockback::KnockbackPlugin;
use crate::resolve::movement::MovementPlugin;
use crate::resolve::objectives::ObjectivesPlugin;
use crate::resolve::restricted_phases::RestrictedPhasePlugin;
use crate::resolve::rounds::InitiativePlugin;
use crate::resolve::special_action::SpecialActionPlugin;
use crate::resolve::surprise::PerceptionPlugin;
use crate::resolve::timed_items::AreaAttackPlugin;
use crate::resolve::wounds::WoundsPlugin;
use crate::view::assembled_attacks::AssembledAttacks;

/// Registers the battle rules. Orders go in through [`submit`](crate::submit), events come out.
///
/// Each chapter is a plugin of its own and registers one system per kind of resolution step. The engine runs the
/// system of the step at the front of the queue, applies its events, and goes on until the queue is empty or a prompt
/// is open.
pub struct BattlePlugin;

impl Plugin for BattlePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            InitiativePlugin,
            MovementPlugin,
            CarryOutPlugin,
            AttackPlugin,
            AreaAttackPlugin,
            SpecialActionPlugin,
            KnockbackPlugin,
            BarrierPlugin,
            WoundsPlugin,
            HazardsPlugin,
            RestrictedPhasePlugin,
            PerceptionPlugin,
            ObjectivesPlugin,
            AftermathPlugin,
            ApplyPlugin,
        ));
        app.add_message::<BattleEventMessage>();
        let mut rules = Schedule::new(HouseRules);
        rules.set_executor(SingleThreadedExecutor::new());
        app.add_schedule(rules);
        let world = app.world_mut();
        let systems = EngineSystems {
            resolve_order: world.register_system(resolution_loop::resolve_order),
            apply_events: world.register_system(super::apply::apply_event_list),
            observe_event: world.register_system(detection::observe_event),
            perceive_event: world.register_system(detection::perceive_event),
            restore_knowledge: world.register_system(comms::restore_knowledge),
            hash_state: world.register_system(resolution_loop::hash_state),
        };
        world.insert_resource(systems);
        world.init_resource::<CachedView>();
        world.init_resource::<AssembledAttacks>();
    }
}

/// Returns a world for battles without a window: tests, AI players, the simulator, replays.
pub fn new_battle_world() -> World {
    let mut app = App::empty();
    app.add_plugins(BattlePlugin);
    let mut world = std::mem::take(app.world_mut());
    world.insert_resource(WithoutMainLoop);
    world
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::step_systems::StepSystems;

    #[test]
    fn every_step_kind_has_a_system() {
        assert_eq!(new_battle_world().resource::<StepSystems>().missing(), []);
    }
}
