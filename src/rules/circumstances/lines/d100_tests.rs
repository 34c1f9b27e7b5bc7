//! Tests, and rerolls for Fate Points and curses.

use std::fmt::{self, Display, Formatter};

use crate::lines::{CountOf, rule_lines};

/// The result of a test. `CS-BASE-01`, `CS-BASE-03`, `CS-BASE-04`.
#[derive(Clone, Debug, strum::Display)]
pub enum D100Note {
    #[strum(to_string = "{why}: {number} or less: passed")]
    Passed { why: &'static str, number: i32 },
    #[strum(to_string = "{why}: {number} or less: failed")]
    Failed { why: &'static str, number: i32 },
    #[strum(to_string = "{why}: {roll} against {number}, passed by {degrees}")]
    PassedBy { why: &'static str, roll: u32, number: i32, degrees: CountOf },
    #[strum(to_string = "{why}: {roll} against {number}, failed by {degrees}")]
    FailedBy { why: &'static str, roll: u32, number: i32, degrees: CountOf },
}

/// Prompts to roll a test again. `CS-BASE-28`, `CS-CURS-04`.
#[derive(Clone, Debug, strum::Display)]
pub enum RerollLine {
    #[strum(to_string = "{why} failed{roll} against {number}. Roll again?")]
    AskForFate { why: &'static str, roll: KnownRoll, number: i32 },
    #[strum(to_string = "Let it fail")]
    LetFail,
    #[strum(to_string = "Spend a Fate Point")]
    SpendFatePoint,
    #[strum(to_string = "{points} left")]
    FateLeft { points: u8 },
    #[strum(to_string = "The cursed unit passed its {why}{roll}. Make it roll again?")]
    AskForCurse { why: &'static str, roll: KnownRoll },
    #[strum(to_string = "Let the curse strike")]
    Curse,
    #[strum(to_string = "the worse result counts")]
    WorseCounts,
    #[strum(to_string = "Keep it for later")]
    KeepCurse,
    #[strum(to_string = "once a round")]
    OncePerRound,
}

/// The roll of a test, if the prompt shows it: " with 42".
#[derive(Clone, Copy, Debug)]
pub struct KnownRoll(pub Option<u32>);

impl Display for KnownRoll {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |roll| write!(f, " with {roll}"))
    }
}

rule_lines!(D100Note, RerollLine);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cs_base_03_degrees_are_counted_as_in_a_sentence() {
        let text = |count| {
            let degrees = CountOf(count, "degree");
            D100Note::PassedBy { why: "attack", roll: 40, number: 45, degrees }.to_string()
        };
        assert_eq!(text(1), "attack: 40 against 45, passed by 1 degree");
        assert!(text(2).ends_with("passed by 2 degrees"), "{}", text(2));
    }
}
