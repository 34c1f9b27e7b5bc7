//! The rulebooks: pure functions over plain data. No world, no clock, no dice but the table's.
//!
//! A book is a folder. What all of them share stands beside the folders; [`play`] alone tells them apart.

pub mod aberrant;
mod aftermath;
pub mod ailing;
pub mod attacks_and_damage;
mod book;
mod burst;
pub mod circumstances;
pub mod combat_checks;
mod combatant;
mod display;
mod engagement;
pub mod engine;
pub mod fall;
mod forecast;
mod habit;
mod hazard;
pub mod knockback;
mod lay;
mod of_book;
mod outlook;
pub mod pall;
mod payment;
mod plain;
pub mod play;
pub mod riding;
mod rule_set;
mod scene;
pub mod screen;
pub mod shield;
pub mod status;
pub mod swan_song;
pub mod switch_names;
pub mod switching;
pub mod wrestling;

pub use aftermath::{Care, DAY, Rest, Treatment};
pub use book::{Book, Borrowed};
pub use burst::Burst;
pub use combatant::{Arm, Combatant, Fault, Grip, Held, Melee, Reach};
pub use display::{Figure, Gauge, GaugeShape, Mark, Stat, Tone, together};
pub use engagement::{
    BarrierEngagement, Discharge, Effect, Engagement, Nearby, Operable, Outcome, Share, SquareEngagement,
};
pub use fall::Fall;
pub use forecast::{Answered, Bar, Forecast, Gist, Helps, Odds, Remark, Sum, harm_of};
pub use habit::Habit;
pub use hazard::{Exposure, Hazard, Peril};
pub use lay::{Lay, Shelter, Spot, Square};
pub use of_book::{BookSwitches, Condition, Purse, Sheet, Weapon};
pub use outlook::{Affair, Midway};
pub use payment::{
    Act, Aim, Deed, Manner, Meeting, MoveBudget, Offer, Paid, PhaseStart, Refused, Sprint, Strike, Unpaid,
};
pub use rule_set::{RuleSet, borrow_switch};
pub use scene::{
    BarrierHarm, BarrierOnLine, Contact, Down, Gait, Ground, Light, Sight, Surroundings, Weather,
};
pub use swan_song::{FireMode, Karma, KarmaPlan, KarmaUse};
