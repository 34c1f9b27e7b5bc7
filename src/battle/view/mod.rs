//! Read access to a battle: the view, snapshots, and requests for the rules.
//!
//! - The view: [`battle_view`], [`fog_view`] (what its side knows), [`snapshot`] (a copy for background tasks).
//! - Requests for the rules: [`unit_snapshot`], [`attack_request`], [`attack_surroundings`] and [`assembled_attacks`] (each
//!   once per state), [`special_action_context`].
//! - Lists of units that are kept up to date: [`unit_roster`].
//! - Questions that validation and resolution share: [`battle_end`], [`concealment`], [`cover`], [`dropped_items`], [`exits`], [`falls`],
//!   [`hazards`], [`knockback`], [`melee`], [`next_turn`], [`queued_attacks`], [`safe_paths`], [`vehicles`].

pub(crate) mod assembled_attacks;
pub mod attack_request;
pub(crate) mod attack_surroundings;
pub(crate) mod battle_end;
pub mod battle_view;
pub mod concealment;
pub mod cover;
pub mod dropped_items;
pub mod exits;
pub mod falls;
pub mod fog_view;
pub mod hazards;
pub mod knockback;
pub mod melee;
pub mod next_turn;
pub(crate) mod queued_attacks;
pub mod safe_paths;
pub mod snapshot;
pub mod special_action_context;
pub(crate) mod unfinished_targets;
pub(crate) mod unit_roster;
pub mod unit_snapshot;
pub mod vehicles;
