//! Combat log: texts of orders and events, the log panel and its export.

pub mod entry_details;
mod event_lines;
pub mod event_replay;
pub mod export;
pub mod gauge_changes;
mod headline_figure;
pub mod log_panel;
pub mod log_text;
mod opening_lines;
pub mod order_text;
