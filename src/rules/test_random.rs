//! Pseudo-random values for tests, the same in every run.

/// A generator of pseudo-random values: SplitMix64.
pub(crate) trait TestRandom {
    /// Returns the state of the generator.
    fn state(&mut self) -> &mut u64;

    /// Returns the next number.
    fn next(&mut self) -> u64 {
        let state = self.state();
        *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number in `0..limit`.
    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// Returns `true` once in `times` on average.
    fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// Returns one of the values.
    fn one_of<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len() as u64) as usize].clone()
    }
}
