//! How a unit that is out of action may come round in the same battle.

use dice::Clause;

/// Says that an unconscious unit may come round without help: the same words on the board, on cards and for screen readers.
pub const MAY_WAKE: &str = "may wake";

/// The way back into the battle of an unconscious unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revival {
    /// What it needs: "may wake at the end of the round, for 1 of 3 Willpower points". Begins with the label if there is one.
    pub text: String,
    /// It may come round without another unit's help.
    pub alone: bool,
    /// The clause by which it comes round.
    pub clause: Clause,
}

impl Revival {
    /// Returns the label of the unit on the board: that it may come round by itself. `None` if it needs another unit's help, without
    /// which it is as good as out for the battle.
    pub fn label(&self) -> Option<&'static str> {
        self.alone.then_some(MAY_WAKE)
    }
}
