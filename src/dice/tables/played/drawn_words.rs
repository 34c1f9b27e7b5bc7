//! Cache of random words: whole blocks of the generator that seeded dice have computed and hand on to the next table.

use std::sync::Arc;

use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};

/// Words of a block of the generator: whole ones are computed together.
const WORDS_PER_BLOCK: usize = 32;
/// Positions at which a block can begin.
const BLOCK_STEP: u64 = 8;

/// Words of a generator that are computed already. Tables that follow each other pass them on, because most rules draw
/// few words and a new generator costs more than those.
#[derive(Clone, Debug, Default)]
pub struct DrawnWords(Option<Arc<WordBlock>>);

#[derive(Debug)]
struct WordBlock {
    seed: u64,
    first: u64,
    words: [u64; WORDS_PER_BLOCK],
}

impl DrawnWords {
    /// Returns the word at a position, if it is among these.
    #[inline]
    pub(super) fn get(&self, seed: u64, drawn: u64) -> Option<u64> {
        let block = self.0.as_ref().filter(|block| block.seed == seed)?;
        block.words.get(usize::try_from(drawn.checked_sub(block.first)?).ok()?).copied()
    }

    /// Computes the words from a position on.
    pub(super) fn starting_at(seed: u64, drawn: u64) -> Self {
        let first = drawn - drawn % BLOCK_STEP;
        let mut rng = rng_after_draws(seed, first);
        Self(Some(Arc::new(WordBlock { seed, first, words: std::array::from_fn(|_| rng.next_u64()) })))
    }
}

/// All are equal: they only save time.
impl PartialEq for DrawnWords {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for DrawnWords {}

/// The generator of a seed after some number of draws.
pub(super) fn rng_after_draws(seed: u64, drawn: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_word_pos(2 * u128::from(drawn));
    rng
}
