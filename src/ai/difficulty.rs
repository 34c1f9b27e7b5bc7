//! Difficulty levels of AI players.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};
use thiserror::Error;

/// Difficulty of an AI player, the weakest first. Dice are the same for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[derive(Display, EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(ascii_case_insensitive, parse_err_ty = UnknownDifficulty, parse_err_fn = UnknownDifficulty::new)]
pub enum Difficulty {
    /// Any legal order: the baseline of the others.
    #[strum(to_string = "random")]
    Random,
    /// Shoots at the nearest enemy, walks straight on, and gives a random order half of the time.
    #[serde(alias = "careless")]
    #[strum(to_string = "easy", serialize = "careless")]
    Easy,
    /// Evaluates cells by the attacks made from there, the threats there and their cover. Does not see what a target's cover
    /// keeps off, how badly targets are wounded or whom it could finish, prefers near and unhurt targets, keeps to the first fire
    /// mode at enemies that are not near, misjudges, stays where it can attack from, fears much, nearly always attacks only once in
    /// a phase in which it is threatened, and does not defend in four of five. It is wary in half of its phases, when it keeps away from
    /// enemies, and acts without a plan in a third of them.
    #[serde(alias = "steady")]
    #[strum(to_string = "normal", serialize = "steady")]
    Normal,
    /// Evaluates targets as well, but counts the chance to finish them for less, prefers unhurt ones, misjudges, attacks only once
    /// in half of its phases, does not defend in nearly half, often stays where it can attack from, and is wary, or acts without a
    /// plan, in a seventh. It tells good cover from better cover, fears enemies that come into view first, and chooses among the defences
    /// of units that defend in any case.
    #[serde(alias = "sharp")]
    #[strum(to_string = "hard", serialize = "sharp")]
    Hard,
    /// Misjudges little, answers prompts by odds that it judges a little wrong, uses all tactics, and in some phases prefers unhurt
    /// targets, attacks only once, does not defend, is wary, or acts without a plan.
    #[serde(alias = "ruthless")]
    #[strum(to_string = "brutal", serialize = "ruthless")]
    Brutal,
    /// Misjudges nothing it can know, and rates the plans of a brutal player by the exchange in the rest of the pass and the
    /// chance to win after it.
    #[strum(to_string = "master")]
    Master,
}

/// A word that names no difficulty.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown difficulty `{0}`; expected random, easy, normal, hard, brutal or master")]
pub struct UnknownDifficulty(String);

impl UnknownDifficulty {
    fn new(word: &str) -> Self {
        Self(word.to_owned())
    }
}

impl Difficulty {
    /// All difficulties, the weakest first.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Key in files and on the command line.
    pub fn key(self) -> &'static str {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_words_are_still_read() {
        let words = ["random", "careless", "steady", "sharp", "Ruthless", "Master"];
        assert_eq!(words.map(|word| word.parse()), Difficulty::ALL.map(Ok));
        assert_eq!(Difficulty::ALL.map(|difficulty| difficulty.to_string().parse()), Difficulty::ALL.map(Ok));
        let error = "clever".parse::<Difficulty>().expect_err("no difficulty").to_string();
        assert!(error.contains("random, easy, normal, hard, brutal or master"), "{error}");
    }
}
