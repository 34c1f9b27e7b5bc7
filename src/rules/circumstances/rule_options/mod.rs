//! TODO rules::circumstances::rule_options

pub mod options;
pub mod values;
