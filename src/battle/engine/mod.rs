//! The engine: sets up battles, accepts orders, resolves their steps and applies the resulting events.
//!
//! - Entry points: [`battle_plugin`] registers the systems, [`submit`] validates and resolves orders, [`journal`]
//!   saves, undoes and replays them.
//! - Resolution: [`resolution_loop`] runs step systems, [`apply`] writes their events to components and resources.
//! - Set-up: [`setup`] spawns a skirmish, [`scene_setup`] spawns a Lab scene.
//! - Events for others: [`event_message`] publishes them as Bevy messages, [`event_replay`] copies them between
//!   worlds.
//! - Shared: [`engine_systems`] holds the ids of the engine's systems, [`house_rules`] their schedule, [`view_access`]
//!   lends views.
//! - Checks: [`state_hash`] compares states across machines, [`invariants`] finds broken states.

pub mod apply;
pub mod battle_plugin;
pub mod engine_systems;
pub mod event_message;
pub mod event_replay;
pub mod house_rules;
pub mod invariants;
pub mod journal;
pub mod resolution_loop;
pub mod scene_setup;
pub mod setup;
pub mod state_hash;
pub mod submit;
pub mod view_access;

#[cfg(test)]
mod component_tests;
#[cfg(test)]
mod step_tests;
