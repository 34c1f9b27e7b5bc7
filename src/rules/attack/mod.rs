//! Attacks: requests to a book, their context, their outcomes and forecasts.

pub mod answer_odds;
pub mod area_harm;
pub mod attack_conditions;
pub mod attack_request;
pub mod blast_centre;
pub mod blast_profile;
pub mod body_shield;
pub mod cover_level;
pub mod fire_mode;
pub mod forecast;
pub mod queued_attack;
pub mod terrain;
