//! `--machine SIDE=LEVEL[:TEMPER]`: a side that the machine plays.

use std::str::FromStr;

use thiserror::Error;

use ai::{Difficulty, Personality, UnknownDifficulty, UnknownPersonality};

/// A side that the machine plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AiSideArg {
    /// Name of the side, or its number from 1.
    pub side: String,
    /// How well it judges.
    pub difficulty: Difficulty,
    /// What it likes; by archetype without one.
    pub personality: Option<Personality>,
}

/// Why a text names no side for the machine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum AiSideArgError {
    /// No side or no level.
    #[error("`{0}` does not say who plays what; write it like Orange=sharp or 2=steady:careful")]
    InvalidForm(String),
    /// No such level.
    #[error(transparent)]
    UnknownDifficulty(#[from] UnknownDifficulty),
    /// No such temper.
    #[error(transparent)]
    UnknownPersonality(#[from] UnknownPersonality),
}

impl FromStr for AiSideArg {
    type Err = AiSideArgError;

    fn from_str(text: &str) -> Result<Self, AiSideArgError> {
        let form = || AiSideArgError::InvalidForm(text.to_owned());
        let (side, mind) = text.rsplit_once('=').ok_or_else(form)?;
        let (level, temper) = match mind.split_once(':') {
            Some((level, temper)) => (level, Some(temper)),
            None => (mind, None),
        };
        let side = side.trim();
        if side.is_empty() || level.trim().is_empty() {
            return Err(form());
        }
        let temper = temper.map(|temper| temper.trim().parse()).transpose()?;
        Ok(Self { side: side.to_owned(), difficulty: level.trim().parse()?, personality: temper })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn side_level_and_temper_are_read() {
        let machine = |side: &str, level, temper| {
            Ok(AiSideArg { side: side.to_owned(), difficulty: level, personality: temper })
        };
        assert_eq!("Orange=sharp".parse(), machine("Orange", Difficulty::Hard, None));
        assert_eq!("2=steady:careful".parse(), machine("2", Difficulty::Normal, Some(Personality::Careful)));
        assert_eq!(" Red Guard = Ruthless ".parse(), machine("Red Guard", Difficulty::Brutal, None));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said = |text: &str| text.parse::<AiSideArg>().expect_err("it is wrong").to_string();
        for text in ["Orange", "=sharp", "Orange=", ""] {
            assert!(said(text).contains("Orange=sharp"), "{text}");
        }
        assert!(said("Orange=clever").contains("levels are"));
        assert!(said("Orange=sharp:angry").contains("tempers are"));
        assert!(said("Orange=sharp:").contains("tempers are"));
    }
}
