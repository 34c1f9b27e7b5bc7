//! The turn engine of all books: rounds, passes, phases and turn order.
//!
//! It implements chapters ROUND and INIT of Swan Song; the other books borrow it and list that in their tables.

pub mod actions;
pub mod budget;
pub mod coins;
pub mod delay;
pub mod extended_action;
pub mod initiative;
pub mod reaction_prompts;
pub mod timed_items;
pub mod turn_order;

pub use self::actions::{Action, ActionCost, action_cost};
pub use self::budget::{PassBudget, PhaseTiming, WalkState};
pub use self::initiative::{InitiativeScore, has_phase, score_after_pass};
pub use crate::swan_song::checks::base::karma_dice;
pub use crate::swan_song::movement::interception;
