//! A prompt for the tests of tables.

use crate::{Answer, GivenText, Prompt, RuleText};
use model::UnitId;

/// Asks unit 2 for its defence; each answer has its key in capitals as its label.
pub(crate) fn prompt(keys: &[&str]) -> Prompt {
    let answer = |key: &&str| Answer {
        key: (*key).into(),
        label: GivenText(key.to_uppercase()).into(),
        detail: RuleText::default(),
        clause: "SS-DEF-02",
    };
    Prompt {
        who: UnitId(2),
        question: GivenText("How to defend?".into()).into(),
        clause: "SS-DEF-01",
        answers: keys.iter().map(answer).collect(),
    }
}
