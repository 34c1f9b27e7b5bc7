//! Bands: many henchmen as one unit under a leader. Chapter MASS.

pub mod band;
pub mod band_state;
pub mod bonuses;

#[cfg(test)]
mod tests;
