//! The schedule of house rules, and whether the world has a main loop.

use bevy_ecs::prelude::Resource;
use bevy_ecs::schedule::ScheduleLabel;

/// Schedule of house rules, which run after the events of each resolution step are applied.
///
/// A house rule reads events with a [`BattleEventReader`](crate::BattleEventReader) and queues what follows with
/// [`HouseRuleCommands`](crate::HouseRuleCommands). House rules run in registration order on one thread, for
/// players, AI players and replays alike, so that battles stay reproducible.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HouseRules;

/// Marks a world without a main loop: the engine clears old messages itself, once per order.
#[derive(Resource)]
pub(crate) struct WithoutMainLoop;
