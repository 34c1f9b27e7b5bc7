//! How a unit that is out of action may come round in the same battle.

use dice::Clause;

/// The way back into the battle of an unconscious unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revival {
    /// What it needs: "may wake at the end of the round, for 1 of 3 Willpower points".
    pub text: String,
    /// It may come round without another unit's help.
    pub alone: bool,
    /// The clause by which it comes round.
    pub clause: Clause,
}
