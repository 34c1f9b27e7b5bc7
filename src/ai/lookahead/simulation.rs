//! The world in which battles are played out.

use std::sync::Arc;

use bevy_ecs::prelude::*;

use super::playout_policy::PlayoutPolicy;
use crate::win_chance::position_value;
use battle::{BattlePosition, Order, RoundState};
use model::Side;

/// Maximum orders of a playout.
const MAX_ORDERS: u32 = 150;

/// A world of its own with a battle of the same skirmish, kept from one decision to the next.
#[derive(Resource)]
pub(super) struct Simulation {
    world: World,
    /// The position before the first order.
    beginning: BattlePosition,
}

impl Simulation {
    /// Takes the simulation out of a world, or sets one up for its battle.
    pub fn take_from(world: &mut World, position: &BattlePosition) -> Self {
        let known = world.remove_resource::<Self>();
        if let Some(known) = known.filter(|known| Arc::ptr_eq(known.beginning.bundle(), position.bundle())) {
            return known;
        }
        let mut world = battle::new_battle_world();
        battle::spawn_battle(&mut world, position.bundle().clone(), 0);
        let beginning = BattlePosition::from_world(&mut world);
        Self { world, beginning }
    }

    /// The position before the first order.
    pub fn beginning(&self) -> &BattlePosition {
        &self.beginning
    }

    /// Plays on from a position with an order, and then as the policy plays for all sides, until a round begins. Returns the
    /// value of the position then for a side, from 0 to 1.
    pub fn play_out(
        &mut self,
        position: &BattlePosition,
        first: &Order,
        (side, until_round): (Side, u32),
        policy: &mut PlayoutPolicy,
    ) -> f64 {
        let world = &mut self.world;
        position.set_up(world);
        policy.begin();
        // On a sampled battlefield the order may be impossible; the unit then goes on without it.
        let accepted = battle::submit(world, first).is_ok();
        if accepted {
            policy.note_order(first);
        }
        for _ in 0..MAX_ORDERS {
            let round = world.resource::<RoundState>();
            if round.outcome().is_some() || round.number() >= until_round {
                break;
            }
            let orders = battle::with_view(world, |view| policy.suggest_orders(view));
            let given = orders.into_iter().find(|order| {
                let accepted = battle::submit(world, order).is_ok();
                policy.note_result(order, accepted);
                accepted
            });
            if given.is_none() {
                break;
            }
        }
        battle::with_view(world, |view| position_value(view, side))
    }
}
