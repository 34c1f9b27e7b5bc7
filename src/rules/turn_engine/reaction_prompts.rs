//! Recurring prompts for which a player can set an automatic response.

use super::delay;
use super::interception;
use dice::Clause;

/// A prompt that can be answered for the rest of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReactionPrompt {
    /// Clause of the prompt.
    pub clause: Clause,
    /// Occasion: "when attacked".
    pub when: &'static str,
    /// Whether it is about an attack on the unit, so that the damage to expect can decide.
    pub is_defence: bool,
    /// Whether an attack is announced, so that the best target can be chosen.
    pub is_announcement: bool,
    /// Keys and labels of the possible responses; the first one is to do nothing.
    pub answers: &'static [(&'static str, &'static str)],
}

impl ReactionPrompt {
    /// The label of an answer; `None` if it cannot be automatic.
    pub fn label(&self, key: &str) -> Option<&'static str> {
        self.answers.iter().find(|(own, _)| *own == key).map(|(_, label)| *label)
    }
}

/// Prompts of the turn engine, in every book. Chapters DELAY and INTC.
pub const ENGINE_PROMPTS: &[ReactionPrompt] = &[
    ReactionPrompt {
        clause: interception::INTERCEPT_CLAUSE,
        when: "when an enemy passes by",
        is_defence: false,
        is_announcement: false,
        answers: &[(interception::PASS_KEY, "Let pass"), (interception::STRIKE_KEY, "Strike")],
    },
    ReactionPrompt {
        clause: delay::STEP_IN_CLAUSE,
        when: "while waiting, at every turn",
        is_defence: false,
        is_announcement: false,
        answers: &[("hold", "Keep waiting"), ("before", "Act before"), ("after", "Act after")],
    },
    ReactionPrompt {
        clause: delay::ACT_LAST_CLAUSE,
        when: "while waiting, at the end of a pass",
        is_defence: false,
        is_announcement: false,
        answers: &[("hold", "Keep waiting"), ("act", "Act last")],
    },
    ReactionPrompt {
        clause: delay::OPEN_PASS_CLAUSE,
        when: "while waiting, at the start of a pass",
        is_defence: false,
        is_announcement: false,
        answers: &[("hold", "Keep waiting"), ("act", "Act first")],
    },
];
