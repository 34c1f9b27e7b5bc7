//! Unit inspector: health, action points, status, weapons, cover and sheet of the selected unit.

pub mod auto_responses;
pub mod cover_shields;
mod effect_ends;
mod effect_texts;
pub mod health_gauges;
pub mod inspector;
pub mod status_effects;
mod turn_resources;
pub mod weapons;
