//! What a mind leaves to chance: the same for the same seed and turn, and apart from the dice of the fight.

use rand::{Rng, RngExt, SeedableRng, rngs::ChaCha8Rng};

/// Choices of one thought.
#[derive(Debug)]
pub(super) struct AiRng(ChaCha8Rng);

impl AiRng {
    /// Of a seed, for the thought after so many orders.
    pub fn new(seed: u64, turn: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(turn);
        Self(rng)
    }

    /// One of so many, counted from 0; 0 of none.
    pub fn below(&mut self, count: usize) -> usize {
        if count < 2 { 0 } else { self.0.random_range(0..count as u32) as usize }
    }

    /// True once in so many times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// A fraction below one.
    pub fn fraction(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / f64::from(u32::MAX)
    }
}
