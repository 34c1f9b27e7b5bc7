//! Random numbers of AI players: reproducible from seed and turn, separate from the battle dice.

use rand::{Rng, RngExt, SeedableRng, rngs::ChaCha8Rng};

/// Spreads the numbers of phases over all seeds.
const PHASE_MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Random generator of one decision.
#[derive(Debug)]
pub(super) struct AiRng {
    rng: ChaCha8Rng,
    /// Seed of what stays the same throughout a phase.
    phase_seed: u64,
}

impl AiRng {
    /// A generator for a seed, the number of orders so far, and that number when the phase began.
    pub fn new(seed: u64, turn: u64, phase_start: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(turn);
        Self { rng, phase_seed: seed ^ phase_start.wrapping_mul(PHASE_MULTIPLIER) }
    }

    /// A generator for one subject, the same at every decision of a phase.
    pub fn fork(&self, subject: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(self.phase_seed);
        rng.set_stream(subject);
        Self { rng, phase_seed: self.phase_seed }
    }

    /// A number below `count`; 0 if `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        if count < 2 { 0 } else { self.rng.random_range(0..count as u32) as usize }
    }

    /// Returns true once in `times` on average.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// A number from 0 up to, but excluding, 1.
    pub fn fraction(&mut self) -> f64 {
        f64::from(self.rng.next_u32()) / f64::from(u32::MAX)
    }
}
