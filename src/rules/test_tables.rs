//! Tables of given faces and of given answers, for tests.

use dice::{AnswerPolicy, Distribution, RollRecord, RuleResult, ScriptedTable, Trace};

/// Answers that differ from one `pick` to the next, the same at each prompt with as many answers.
pub(crate) fn any_answers(pick: u64) -> AnswerPolicy {
    AnswerPolicy::choose(move |prompt| (pick % prompt.answers.len() as u64) as usize)
}

/// Whether the chances of all results add up to exactly 1.
pub(crate) fn is_whole<R>(odds: &Distribution<R>) -> bool {
    odds.fraction(|_| true) == ("1".into(), "1".into())
}

/// Runs a rule with these faces, all of which it must use; returns its result and its rolls.
pub(crate) fn on_faces<T>(
    faces: &[u8],
    rule: impl FnOnce(&mut ScriptedTable) -> RuleResult<T>,
) -> (T, Vec<RollRecord>) {
    let mut table = ScriptedTable::new(faces, Vec::new());
    let answer = rule(&mut table).expect("the faces fit");
    let traces = table.finish().expect("all faces are used");
    let rolls = traces.into_iter().filter_map(|trace| match trace {
        Trace::Rolled(record) => Some(record),
        Trace::Decided { .. } | Trace::Noted(_) => None,
    });
    (answer, rolls.collect())
}
