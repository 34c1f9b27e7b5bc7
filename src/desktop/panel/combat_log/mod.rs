//! Combat log: texts of orders and events, the log panel and its export.

pub mod entry_details;
pub mod event_replay;
pub mod event_text;
pub mod export;
pub mod gauge_changes;
pub mod log_panel;
pub mod log_text;
pub mod order_text;
