//! Answers to questions while odds are worked out.

use std::collections::BTreeSet;

use crate::cli::CliError;
use content::diagnostic;
use dice::Prompt;

/// Answers that were offered while odds were worked out.
#[derive(Default)]
pub(crate) struct AnswerTracker(BTreeSet<String>);

impl AnswerTracker {
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
    pub fn check_all_used(&self, wishes: &[String]) -> Result<(), CliError> {
        let Some(key) = wishes.iter().find(|key| !self.0.contains(*key)) else { return Ok(()) };
        if self.0.is_empty() {
            return Err(CliError::new(format!(
                "nobody is asked in this scene, so nobody can answer `{key}`"
            )));
        }
        Err(answer_not_offered(key, self.0.iter().map(String::as_str)))
    }
}

/// Why an answer is none.
pub(crate) fn answer_not_offered<'a>(key: &str, offered: impl Iterator<Item = &'a str>) -> CliError {
    let offered: Vec<&str> = offered.collect();
    let near = diagnostic::nearest_name(key, offered.iter().copied());
    let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let offered = offered.join(", ");
    CliError::new(format!("the answer `{key}` is not open here, only {offered}{hint}"))
}
