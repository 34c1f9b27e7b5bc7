//! Skirmishes, validated: maps, units, objectives, squads and bundles.

pub mod bundle;
pub mod bundle_check;
pub mod migration;
pub mod skirmish;
pub mod squad;
