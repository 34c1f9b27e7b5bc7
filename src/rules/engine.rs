//! The turn engine that every book is played on: rounds, passes, phases and the order of units.
//!
//! It is Swan Song's, chapters ROUND and INIT; the other books borrow it and say so in their tables.

pub use super::swan_song::actions::{Action, Cost, cost};
pub use super::swan_song::base::karma_dice;
pub use super::swan_song::budget::{Budget, Turn, Walk};
pub use super::swan_song::initiative::{Initiative, acts, after_pass};
pub use super::swan_song::{delay, extended, interception, timed, turn_order};
