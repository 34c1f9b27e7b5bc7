//! Planning of the normal to brutal AI players: generates candidate orders and scores them.

pub(crate) mod advance;
mod attack_methods;
pub(crate) mod candidate_position;
mod charge;
pub(crate) mod doors;
mod exits;
pub mod extra_moves;
pub mod guarded_zone;
pub(crate) mod known_unit;
pub mod line_of_fire_cache;
pub mod lost_weapons;
pub(crate) mod misjudgement;
pub mod movement_goal;
pub mod objective_threat;
pub mod odds_cache;
pub mod planner;
pub mod positions;
pub mod preparation;
mod reckless;
mod returns;
pub mod situation;
pub mod special_tactics;
mod stances;
pub mod suppression_and_smoke;
pub mod target_cover;
pub(crate) mod unit_estimate;
pub(crate) mod weapon_choice;
