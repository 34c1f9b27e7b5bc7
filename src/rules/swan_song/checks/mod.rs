//! Tests: dice pools, Extended Tests and Karma.

pub mod base;
pub mod extended_check;
pub mod karma;
