//! Given answers, tracked while odds are computed.

use std::collections::BTreeSet;

use crate::cli::CliError;
use content::diagnostic;
use dice::Prompt;

/// The answers offered while odds were computed.
#[derive(Default)]
pub(crate) struct AnswerTracker(BTreeSet<String>);

impl AnswerTracker {
    /// Returns the first wanted answer that the prompt offers, else its first answer.
    pub fn answer(&mut self, wanted: &[String], prompt: &Prompt) -> usize {
        if wanted.is_empty() {
            return 0;
        }
        for answer in &prompt.answers {
            if !self.0.contains(&answer.key) {
                self.0.insert(answer.key.clone());
            }
        }
        let place = |key: &String| prompt.answers.iter().position(|answer| answer.key == *key);
        wanted.iter().find_map(place).unwrap_or(0)
    }

    /// Checks that every given answer was offered.
    pub fn check_all_used(&self, wanted: &[String]) -> Result<(), CliError> {
        let Some(key) = wanted.iter().find(|key| !self.0.contains(*key)) else { return Ok(()) };
        if self.0.is_empty() {
            return Err(CliError::new(format!("this scene has no prompts, so `{key}` answers nothing")));
        }
        Err(answer_not_offered(key, self.0.iter().map(String::as_str)))
    }
}

/// Describes an answer that is not offered.
pub(crate) fn answer_not_offered<'a>(key: &str, offered: impl Iterator<Item = &'a str>) -> CliError {
    let offered: Vec<&str> = offered.collect();
    let near = diagnostic::nearest_name(key, offered.iter().copied());
    let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let offered = offered.join(", ");
    CliError::new(format!("no answer `{key}` here; expected {offered}{hint}"))
}
