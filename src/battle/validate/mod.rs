//! TODO battle::validate

pub mod forced_action;
pub mod order_error;
pub mod order_validator;
