//! Answers to questions while odds are worked out.

use std::collections::BTreeSet;

use super::Failure;
use content::problem;
use dice::Prompt;

/// Answers that were offered while odds were worked out.
#[derive(Default)]
pub(super) struct Heard(BTreeSet<String>);

impl Heard {
    /// The first answer wished for that the question offers, else its first answer.
    pub fn answer(&mut self, wishes: &[String], prompt: &Prompt) -> usize {
        if wishes.is_empty() {
            return 0;
        }
        for answer in &prompt.answers {
            if !self.0.contains(&answer.key) {
                self.0.insert(answer.key.clone());
            }
        }
        let place = |key: &String| prompt.answers.iter().position(|answer| answer.key == *key);
        wishes.iter().find_map(place).unwrap_or(0)
    }

    /// Complains about an answer to nothing.
    pub fn check(&self, wishes: &[String]) -> Result<(), Failure> {
        let Some(key) = wishes.iter().find(|key| !self.0.contains(*key)) else { return Ok(()) };
        if self.0.is_empty() {
            return Err(Failure::new(format!("nobody is asked in this scene, so nobody can answer `{key}`")));
        }
        Err(not_open(key, self.0.iter().map(String::as_str)))
    }
}

/// Why an answer is none.
pub(super) fn not_open<'a>(key: &str, offered: impl Iterator<Item = &'a str>) -> Failure {
    let offered: Vec<&str> = offered.collect();
    let near = problem::nearest(key, offered.iter().copied());
    let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let offered = offered.join(", ");
    Failure::new(format!("the answer `{key}` is not open here, only {offered}{hint}"))
}
