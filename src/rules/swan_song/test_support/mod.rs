//! Test helpers: units, weapons and attacks.

#[cfg(test)]
pub mod attacks;
#[cfg(test)]
pub mod units;
