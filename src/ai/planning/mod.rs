//! Planning of the normal to brutal AI players: generates candidate orders and scores them.

pub mod line_of_fire_cache;
pub mod movement_goal;
pub mod odds_cache;
pub mod planner;
pub mod positions;
pub mod preparation;
pub mod situation;
pub mod special_tactics;
pub mod suppression_and_smoke;
pub(crate) mod weapon_choice;
