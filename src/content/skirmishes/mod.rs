//! Skirmish files: maps, units, objectives, squads and bundles.

pub mod bundle;
pub mod links;
pub mod map_drawing;
pub mod resolve;
pub mod skirmish;
pub mod squad;
