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
    let (result, traces) = play_script(faces, &[], rule);
    let rolls = traces.into_iter().filter_map(|trace| match trace {
        Trace::Rolled(record) => Some(record),
        Trace::Decided { .. } | Trace::Noted(_) => None,
    });
    (result, rolls.collect())
}

/// Runs a rule with these faces and answers, all of which it must use.
pub(crate) fn play_script<T>(
    faces: &[u8],
    answers: &[&str],
    rule: impl FnOnce(&mut ScriptedTable) -> RuleResult<T>,
) -> (T, Vec<Trace>) {
    let answers = answers.iter().map(|&answer| answer.to_owned()).collect();
    let mut table = ScriptedTable::new(faces, answers);
    let result = rule(&mut table).expect("the script fits");
    (result, table.finish().expect("every face and answer is used"))
}

/// As [`play_script`], with the faces of each roll.
pub(crate) fn scripted<T>(
    rolls: &[Vec<u8>],
    answers: &[&str],
    rule: impl FnOnce(&mut ScriptedTable) -> RuleResult<T>,
) -> (T, Vec<Trace>) {
    play_script(&rolls.concat(), answers, rule)
}

/// Names of the rolls made, in order.
pub(crate) fn roll_names(traces: &[Trace]) -> Vec<&'static str> {
    roll_sizes(traces).into_iter().map(|(name, _)| name).collect()
}

/// Names of the rolls made, in order, with their numbers of dice.
pub(crate) fn roll_sizes(traces: &[Trace]) -> Vec<(&'static str, u32)> {
    let rolls = traces.iter().filter_map(|trace| match trace {
        Trace::Rolled(record) => Some((record.why, record.dice.count)),
        Trace::Decided { .. } | Trace::Noted(_) => None,
    });
    rolls.collect()
}

/// Texts of the notes, in order.
pub(crate) fn note_texts(traces: &[Trace]) -> Vec<String> {
    let notes = traces.iter().filter_map(|trace| match trace {
        Trace::Noted(note) => Some(note.text.to_string()),
        Trace::Rolled(_) | Trace::Decided { .. } => None,
    });
    notes.collect()
}
