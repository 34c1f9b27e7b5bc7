//! The turn engine of all books: rounds, passes, phases and turn order.
//!
//! It implements chapters ROUND and INIT of Swan Song; the other books borrow it and list that in their tables. Code outside the books
//! takes what is in the folder of Swan Song from here, so that no other shared code names that book.

pub mod actions;
pub mod budget;
pub mod coins;
pub mod delay;
pub mod extended_action;
pub mod initiative;
pub mod interception;
pub mod karma;
pub mod reaction_prompts;
pub mod switches;
pub mod timed_items;
pub mod turn_order;

pub use self::actions::{Action, ActionCost, action_cost};
pub use self::budget::{PassBudget, PhaseTiming, WalkState};
pub use self::initiative::{InitiativeScore, has_phase, score_after_pass};
pub use self::switches::Switches as EngineSwitches;
