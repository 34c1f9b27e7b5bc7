//! Movement: gaits and interception.

pub mod gaits;
pub mod interception;
