//! Random numbers of AI players: reproducible from seed and turn, separate from the battle dice.

use rand::{Rng, RngExt, SeedableRng, rngs::ChaCha8Rng};

/// Random generator of one decision.
#[derive(Debug)]
pub(super) struct AiRng(ChaCha8Rng);

impl AiRng {
    /// A generator for a seed and the number of orders so far.
    pub fn new(seed: u64, turn: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(turn);
        Self(rng)
    }

    /// A number below `count`; 0 if `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        if count < 2 { 0 } else { self.0.random_range(0..count as u32) as usize }
    }

    /// Returns true once in `times` on average.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// A number from 0 up to, but excluding, 1.
    pub fn fraction(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / f64::from(u32::MAX)
    }
}
