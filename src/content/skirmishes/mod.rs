//! Skirmishes, validated: maps, units, objectives, squads, lessons and bundles.

pub mod bundle;
pub mod bundle_check;
pub mod lesson;
pub mod migration;
pub mod objective;
pub mod side_sentence;
pub mod skirmish;
pub mod squad;
