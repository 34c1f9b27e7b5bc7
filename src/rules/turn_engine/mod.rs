//! The turn engine of all books: rounds, passes, phases, turn order and the actions of a phase.
//!
//! Chapters ROUND, INIT, ACT, DELAY, TIMED and INTC of Swan Song's catalogue; the other books list what they borrow. A
//! book computes its numbers, such as the Initiative attribute, from its own sheets.

pub mod actions;
pub mod budget;
pub mod coin_tosses;
pub mod delay;
pub mod extended_action;
pub mod initiative;
pub mod interception;
pub mod karma;
pub mod phase_queue;
pub mod reaction_prompts;
pub mod spending_offer;
pub mod switches;
pub mod timed_items;
pub mod turn_order;

pub use self::actions::{Action, ActionCost, action_cost};
pub use self::budget::{ActionBudget, PassBudget, PhaseTiming, WalkState};
pub use self::initiative::{InitiativeScore, has_phase, score_after_pass};
pub use self::switches::Switches as EngineSwitches;
