//! Tables of given faces, for tests.

use dice::{RollRecord, RuleResult, ScriptedTable, Trace};

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
