//! The rulebooks: pure functions over plain data. No world, no clock, no dice but the table's.

pub mod aberrant;
pub mod attacks_and_damage;
mod book;
pub mod circumstances;
pub mod combat_checks;
mod display;
mod scene;
pub mod swan_song;
pub mod switching;

pub use book::{Book, Borrowed};
pub use display::{Gauge, GaugeShape, Mark, Stat};
pub use scene::{
    BarrierHarm, BarrierOnLine, Contact, Down, Gait, Ground, Light, Sight, Surroundings, Weather,
};
