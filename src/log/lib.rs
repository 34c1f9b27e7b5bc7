//! Texts of the battle log: a line for each order, event, roll and decision.
//!
//! The window and the command line show the same texts. The crate reads battles and draws nothing.

mod action_words;
pub mod chosen_posture;
pub mod clauses;
mod entry_details;
pub mod event_lines;
pub mod fallen_units;
pub mod gauge_changes;
mod headline_figure;
pub mod health_sentence;
mod joint_lines;
pub mod log_text;
pub mod names;
mod opening_lines;
pub mod order_text;
mod paid_action;
pub mod pass_course;
pub mod posture_words;
pub mod turning_point;
mod unasked_defences;
