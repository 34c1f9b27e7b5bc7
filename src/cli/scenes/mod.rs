//! Scenes on the command line: loading, resolving, odds and reports.

pub mod action_report;
pub mod action_runner;
pub mod action_summary;
pub mod answer_tracker;
pub mod book_fields;
pub mod dice_log;
pub mod loader;
pub mod report_text;
pub mod scene_report;
pub mod sequence;
