//! Words for units that lie down: without gravity nothing drops or falls.

use battle::BattleView;

/// What is said of units that lie down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostureWords {
    /// Label of the action.
    pub action: &'static str,
    /// Of a unit that does it of its own will.
    pub drops: &'static str,
    /// Of a unit that no hit knocks down.
    pub falls: &'static str,
    /// Of a unit that a hit knocks down.
    pub is_knocked: &'static str,
    /// The result of that hit.
    pub knocked: &'static str,
    /// Of a unit that is thrown back.
    pub lands: &'static str,
}

/// With gravity.
const WITH_GRAVITY: PostureWords = PostureWords {
    action: "Drop prone",
    drops: "drops prone",
    falls: "falls prone",
    is_knocked: "is knocked down",
    knocked: "knocked down",
    lands: "lands prone",
};

/// Without gravity.
const WEIGHTLESS: PostureWords = PostureWords {
    action: "Lie flat",
    drops: "lies flat against the floor",
    falls: "ends up flat against the floor",
    is_knocked: "is knocked flat",
    knocked: "knocked flat",
    lands: "ends up flat",
};

/// Returns the words for units that lie down in a battle.
pub fn posture_words(view: &BattleView) -> PostureWords {
    if view.setup().bundle().skirmish.zero_gravity { WEIGHTLESS } else { WITH_GRAVITY }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_drops_or_falls_without_gravity() {
        let PostureWords { action, drops, falls, is_knocked, knocked, lands } = WEIGHTLESS;
        for words in [action, drops, falls, is_knocked, knocked, lands] {
            let words = words.to_lowercase();
            assert!(!["drop", "fall", "down", "land"].iter().any(|word| words.contains(word)), "{words}");
        }
    }
}
