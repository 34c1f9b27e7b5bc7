//! `--ai SIDE=DIFFICULTY[:PERSONALITY]`: a side that an AI player controls.

use std::str::FromStr;

use thiserror::Error;

use ai::{Difficulty, Personality, UnknownDifficulty, UnknownPersonality};

/// A side controlled by an AI player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AiSideArg {
    /// Name of the side, or its number from 1.
    pub side: String,
    /// Difficulty of its AI player.
    pub difficulty: Difficulty,
    /// Personality of all its units; `None` if each unit keeps that of its template.
    pub personality: Option<Personality>,
}

/// Why an argument of `--ai` cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum AiSideArgError {
    /// The side or the difficulty is missing.
    #[error("`{0}` is not SIDE=DIFFICULTY[:PERSONALITY], such as Orange=hard or 2=normal:careful")]
    InvalidForm(String),
    /// The difficulty is unknown.
    #[error(transparent)]
    UnknownDifficulty(#[from] UnknownDifficulty),
    /// The personality is unknown.
    #[error(transparent)]
    UnknownPersonality(#[from] UnknownPersonality),
}

impl FromStr for AiSideArg {
    type Err = AiSideArgError;

    fn from_str(text: &str) -> Result<Self, AiSideArgError> {
        let invalid_form = || AiSideArgError::InvalidForm(text.to_owned());
        let (side, player) = text.rsplit_once('=').ok_or_else(invalid_form)?;
        let (difficulty, personality) = match player.split_once(':') {
            Some((difficulty, personality)) => (difficulty, Some(personality)),
            None => (player, None),
        };
        let side = side.trim();
        if side.is_empty() || difficulty.trim().is_empty() {
            return Err(invalid_form());
        }
        let personality = personality.map(|word| word.trim().parse()).transpose()?;
        Ok(Self { side: side.to_owned(), difficulty: difficulty.trim().parse()?, personality })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn side_difficulty_and_personality_are_read() {
        let ai_side = |side: &str, difficulty, personality| {
            Ok(AiSideArg { side: side.to_owned(), difficulty, personality })
        };
        assert_eq!("Orange=hard".parse(), ai_side("Orange", Difficulty::Hard, None));
        assert_eq!("2=normal:careful".parse(), ai_side("2", Difficulty::Normal, Some(Personality::Careful)));
        assert_eq!(" Red Guard = Brutal ".parse(), ai_side("Red Guard", Difficulty::Brutal, None));
        assert_eq!("2=steady".parse(), ai_side("2", Difficulty::Normal, None));
    }

    #[test]
    fn errors_name_what_is_expected() {
        let error = |text: &str| text.parse::<AiSideArg>().expect_err("it is wrong").to_string();
        for text in ["Orange", "=hard", "Orange=", ""] {
            assert!(error(text).contains("Orange=hard"), "{text}");
        }
        assert!(error("Orange=clever").contains("unknown difficulty"));
        assert!(error("Orange=hard:angry").contains("unknown personality"));
        assert!(error("Orange=hard:").contains("unknown personality"));
    }
}
