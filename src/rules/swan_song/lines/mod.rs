//! Sentences of this book: notes, prompts, results and refusals.

pub mod attacks;
pub mod checks;
pub mod recovery;
pub mod turns;
