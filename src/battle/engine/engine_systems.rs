//! `EngineSystems`: the ids of the systems that the engine runs itself, such as resolving an order and hashing the
//! state.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemId;

use crate::state::event::{BattleEvent, EventRecord};
use crate::state::event_visibility::EventObservers;
use crate::state::order::Order;
use crate::validate::order_error::OrderError;
use crate::validate::validated_order::ValidatedOrder;

/// Invariant behind running a registered system.
pub(crate) const SYSTEMS_ARE_REGISTERED: &str =
    "broken invariant: BattlePlugin registers the engine's systems";

/// Invariant behind reading a battle.
pub(crate) const BATTLE_IS_SET_UP: &str = "broken invariant: a battle is set up";

/// An order, with its plan if it was validated before.
pub(crate) type PlannedOrder = (Order, Option<ValidatedOrder>);

/// The engine's own systems, registered once by `BattlePlugin`.
#[derive(Resource, Clone, Copy)]
pub(crate) struct EngineSystems {
    pub resolve_order: SystemId<In<PlannedOrder>, Result<u64, OrderError>>,
    pub apply_events: SystemId<In<Vec<EventRecord>>>,
    pub observe_event: SystemId<InRef<'static, BattleEvent>, EventObservers>,
    pub perceive_event: SystemId<InRef<'static, BattleEvent>, (Vec<BattleEvent>, EventObservers)>,
    pub restore_knowledge: SystemId<InRef<'static, BattleEvent>>,
    pub hash_state: SystemId<(), u64>,
}
