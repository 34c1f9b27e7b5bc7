//! How prompts are answered while odds are computed.

use crate::Prompt;

/// How prompts are answered while odds are computed.
#[derive(Default)]
pub struct AnswerPolicy(AnswerSource);

#[derive(Default)]
enum AnswerSource {
    #[default]
    First,
    Keys(Vec<String>),
    Choose(Box<dyn Fn(&Prompt) -> usize>),
}

impl AnswerPolicy {
    /// Gives every prompt its first answer.
    pub const fn first() -> Self {
        Self(AnswerSource::First)
    }

    /// Gives prompts with a choice these answer keys, in the order asked; the first answer if no key is left or the
    /// prompt does not offer the key.
    pub fn keys<K: Into<String>>(keys: impl IntoIterator<Item = K>) -> Self {
        Self(AnswerSource::Keys(keys.into_iter().map(Into::into).collect()))
    }

    /// Picks the index of the answer with a function of the prompt; an index that is too high means the last answer.
    pub fn choose(pick: impl Fn(&Prompt) -> usize + 'static) -> Self {
        Self(AnswerSource::Choose(Box::new(pick)))
    }

    /// Whether every prompt gets its first answer, whatever it asks.
    pub(crate) fn is_first(&self) -> bool {
        matches!(self.0, AnswerSource::First)
    }

    /// The index of the answer, and whether a key was used; `used` keys were used before.
    pub(crate) fn answer(&self, used: usize, prompt: impl FnOnce() -> Prompt) -> (usize, bool) {
        match &self.0 {
            AnswerSource::First => (0, false),
            AnswerSource::Keys(keys) => {
                let Some(key) = keys.get(used) else { return (0, false) };
                let answers = prompt().answers;
                let index = answers.iter().position(|answer| answer.key == *key).unwrap_or(0);
                (index, answers.len() > 1)
            }
            AnswerSource::Choose(pick) => {
                let prompt = prompt();
                (pick(&prompt).min(prompt.answers.len().saturating_sub(1)), false)
            }
        }
    }
}
