//! What a coin toss between tied units decides.

use std::fmt;

use super::rule_lines;
use model::UnitId;

/// The order of two tied units after a coin toss. `SS-INIT-10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoinTossLine {
    /// The unit that acts first.
    pub first: UnitId,
    /// The unit that acts after it.
    pub second: UnitId,
    /// Whether the die showed a high face.
    pub is_high: bool,
}

impl CoinTossLine {
    /// Names the order and the faces that give it: "Vex acts before Moss (3 or less)".
    pub fn between(self, first: &str, second: &str) -> String {
        let faces = if self.is_high { "4 or more" } else { "3 or less" };
        format!("{first} acts before {second} ({faces})")
    }
}

impl fmt::Display for CoinTossLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |unit: UnitId| format!("unit {unit}");
        f.write_str(&self.between(&name(self.first), &name(self.second)))
    }
}

rule_lines!(CoinTossLine);
