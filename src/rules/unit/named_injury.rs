//! Names of Critical Injuries for the board and the panels.

/// A Critical Injury that a unit has just suffered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedInjury {
    /// Its name, with the part of the unit that it concerns: "Crippled (left arm)".
    pub name: String,
    /// What it does, without a full stop: "no action until the end of their next turn".
    pub effect: String,
}

impl NamedInjury {
    /// Says in a sentence what the injury does: "Stunned: no action until the end of their next turn."
    pub fn sentence(&self) -> String {
        format!("{}: {}.", self.name, self.effect)
    }
}
