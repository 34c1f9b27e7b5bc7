//! Reads independently calculated answers and compares distributions with them.

use std::collections::BTreeMap;
use std::path::Path;

use breachline::dice::{AnswerPolicy, Distribution};
use breachline::rules::status::Ailment;
use serde::de::DeserializeOwned;

/// An outcome in words, and its probability as a fraction in lowest terms.
pub type Odds = BTreeMap<String, String>;

/// All cases of a file in `data`.
pub fn read<T: DeserializeOwned>(file: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference/data").join(file);
    let text = std::fs::read_to_string(path).expect("the answers are there");
    serde_json::from_str(&text).expect("the answers can be read")
}

/// Compares the cases of a file, of which there are at least `least`; `compare` says in words what is different in a case.
pub fn agree<T: DeserializeOwned>(file: &str, least: usize, compare: impl Fn(T) -> Vec<String>) {
    let cases: Vec<T> = read(file);
    assert!(cases.len() >= least, "{} cases", cases.len());
    let found = cases.into_iter().map(compare).enumerate().filter(|(_, found)| !found.is_empty());
    let wrong: Vec<_> =
        found.map(|(number, found)| format!("case {number}\n  {}", found.join("\n  "))).collect();
    assert!(wrong.is_empty(), "{} cases differ\n{}", wrong.len(), wrong.join("\n"));
}

/// "broken_grip".
pub fn key(ailment: Ailment) -> String {
    serde_json::to_value(ailment).expect("a name").as_str().expect("a name").to_owned()
}

/// Every question gets the answer of this list that it offers, "2:dodge" for unit 2, else "keep", else the first.
pub fn policy(answers: Vec<String>) -> AnswerPolicy {
    AnswerPolicy::choose(move |prompt| {
        let at = |fits: &dyn Fn(&str) -> bool| prompt.answers.iter().position(|answer| fits(&answer.key));
        at(&|key| answers.contains(&format!("{}:{key}", prompt.who)))
            .or_else(|| at(&|key| key == "keep"))
            .unwrap_or(0)
    })
}

/// The distribution of outcomes in words, each with its exact probability.
pub fn odds(distribution: &Distribution<String>) -> Odds {
    let fraction = |outcome: &String| {
        let (part, whole) = distribution.fraction(|other| other == outcome);
        format!("{part}/{whole}")
    };
    distribution.iter().map(|(outcome, _)| (outcome.clone(), fraction(outcome))).collect()
}

/// The differences of two distributions, in words; empty if they are equal.
pub fn differences(ours: &Odds, theirs: &Odds) -> Vec<String> {
    let outcomes: std::collections::BTreeSet<_> = ours.keys().chain(theirs.keys()).collect();
    let shown = |odds: &Odds, outcome| odds.get(outcome).map_or("never", String::as_str).to_owned();
    outcomes
        .into_iter()
        .filter(|outcome| ours.get(*outcome) != theirs.get(*outcome))
        .map(|outcome| format!("{outcome}: {} here, {} there", shown(ours, outcome), shown(theirs, outcome)))
        .collect()
}
