//! Step systems: one system per kind of resolution step. Each calls the rulebook and queues events and further steps.
//!
//! - Dispatch: [`step_systems`] maps step kinds to systems; [`rule_steps`] resolves the steps that rules return.
//! - Turn order: [`rounds`], [`phases`], [`delayed_phases`], [`restricted_phases`], [`extended_action`].
//! - Actions that are paid: [`carry_out`].
//! - Attacks: [`attack`], [`pending_attack`], [`interception`], [`melee`], [`timed_items`], [`special_action`].
//! - Consequences: [`wounds`], [`status`], [`knockback`], [`falling`], [`hazards`],
//!   [`ground_effects`], [`barrier`].
//! - Movement and detection: [`movement`], [`vehicles`], [`surprise`].
//! - End of battle: [`objectives`], [`after_battle`].

pub mod after_battle;
mod arrivals;
pub mod attack;
pub mod barrier;
pub mod carry_out;
pub mod delayed_phases;
pub mod extended_action;
pub mod falling;
pub mod ground_effects;
pub mod hazards;
mod initiative_rolls;
pub mod interception;
pub mod knockback;
pub mod melee;
pub mod movement;
pub mod objectives;
pub mod pending_attack;
pub mod phases;
pub mod restricted_phases;
pub mod rounds;
pub mod rule_steps;
pub mod special_action;
pub mod status;
pub mod step_systems;
pub mod surprise;
pub mod timed_items;
pub mod vehicles;
pub mod wounds;
