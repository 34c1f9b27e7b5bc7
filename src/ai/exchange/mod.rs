//! Expected exchanges: the result of a plan if all units continue sensibly and every attack has its mean effect.
//!
//! ```text
//! plans of the planner -> phases of all units for some passes, without dice -> chance to win -> the best plan
//! ```
//!
//! A playout with dice needs hundreds of samples to tell two sensible plans apart; an expected exchange needs one run of
//! some ten microseconds. It uses what the side sees and nothing else.

mod combatant;
mod exchange_odds;
mod expected_battle;
mod plan_intent;
mod plan_rating;
#[cfg(test)]
mod test_support;

pub(crate) use plan_intent::{AreaEffect, IntendedAttack, IntendedEnd, PlanIntent};
pub(crate) use plan_rating::rate_plans;
