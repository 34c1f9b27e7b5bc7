//! Questions that come again and again, for which a player may say once and for all what to answer.

use super::delay;
use super::interception;
use dice::Clause;

/// A question that may be answered for the rest of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReactionPrompt {
    /// The clause under which it is asked.
    pub clause: Clause,
    /// When it is asked: "when attacked".
    pub when: &'static str,
    /// Keys of answers that may stand, with their labels; the first one is to do nothing.
    pub answers: &'static [(&'static str, &'static str)],
}

impl ReactionPrompt {
    /// "Let it pass": an answer in words.
    pub fn label(&self, key: &str) -> Option<&'static str> {
        self.answers.iter().find(|(own, _)| *own == key).map(|(_, label)| *label)
    }
}

/// Those of the turn engine, under every book. Chapters DELAY and INTC.
pub const ENGINE_PROMPTS: &[ReactionPrompt] = &[
    ReactionPrompt {
        clause: interception::INTERCEPT_CLAUSE,
        when: "when an enemy passes by",
        answers: &[(interception::PASS_KEY, "Let it pass"), (interception::STRIKE_KEY, "Strike")],
    },
    ReactionPrompt {
        clause: delay::STEP_IN_CLAUSE,
        when: "while holding, at every phase",
        answers: &[("hold", "Go on holding"), ("before", "Act before"), ("after", "Act after")],
    },
    ReactionPrompt {
        clause: delay::ACT_LAST_CLAUSE,
        when: "while holding, at the end of a pass",
        answers: &[("hold", "Hold on"), ("act", "Act last")],
    },
    ReactionPrompt {
        clause: delay::OPEN_PASS_CLAUSE,
        when: "while holding, as a pass begins",
        answers: &[("hold", "Go on holding"), ("act", "Act first")],
    },
];
