//! Errors of judgement: the factors by which a player misjudges attacks and answers.

use crate::ai_rng::AiRng;
use model::{Cell, UnitId};

/// Factor by which a player misjudges the effect of its attacks on a target.
pub(crate) fn judge_factor(error: f64, judgement: &AiRng, target: UnitId) -> f64 {
    misjudge(error, judgement, (1 << 60) | u64::from(target.0))
}

/// Factor by which a player misjudges the effect of an answer to a prompt, by the number of the answer.
pub(crate) fn judge_answer(error: f64, judgement: &AiRng, answer: usize) -> f64 {
    misjudge(error, judgement, (4 << 60) | answer as u64)
}

/// A random factor from `1 / (1 + error)` to `1 + error`, the same for a subject throughout a phase.
pub(super) fn misjudge(error: f64, judgement: &AiRng, subject: u64) -> f64 {
    if error <= 0.0 {
        return 1.0;
    }
    (1.0 + error).powf(2.0 * judgement.fork(subject).fraction() - 1.0)
}

/// Number of a cell, for random numbers.
pub(super) fn cell_number(cell: Cell) -> u64 {
    (u64::from(cell.x.unsigned_abs()) << 24) | u64::from(cell.y.unsigned_abs() & 0xff_ffff)
}
