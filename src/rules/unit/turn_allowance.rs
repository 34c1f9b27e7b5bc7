//! What a unit can still spend in its turn, in words for players who never read a rulebook.

use dice::Clause;

/// Something that a turn holds: action points, an action, a manoeuvre.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnAllowance {
    /// Its name: "Action".
    pub name: &'static str,
    /// How much of it is left.
    pub left: u8,
    /// Whether it is counted: "2 AP"; otherwise it is left or used.
    pub is_counted: bool,
    /// Whether a player would regret to end the turn with it: unlike small things that cost nothing.
    pub is_main: bool,
    /// What it buys, in sentences.
    pub buys: &'static str,
    /// Its clause.
    pub clause: Clause,
    /// The special actions that buy one more, the cheapest first.
    pub more: Vec<BoughtAllowance>,
    /// Why the unit can use less of it than it has; `None` if it can use all of it.
    pub reduced: Option<AllowanceReduction>,
}

/// Why a unit can use less of an allowance than it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowanceReduction {
    /// The reason, as a sentence.
    pub reason: String,
    /// Its clause.
    pub clause: Clause,
}

/// A special action that buys one more of an allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoughtAllowance {
    /// Key of the special action.
    pub key: &'static str,
    /// What it buys: "second manoeuvre".
    pub name: &'static str,
    /// Its price: "2 Strain".
    pub price: &'static str,
    /// Whether the turn has no attack after it.
    pub ends_attacks: bool,
}

impl BoughtAllowance {
    /// Formats what is bought and its price: "second manoeuvre: 2 Strain".
    pub fn text(&self) -> String {
        format!("{}: {}", self.name, self.price)
    }

    /// The same within a sentence: "second manoeuvre for 2 Strain".
    pub fn sentence_text(&self) -> String {
        format!("{} for {}", self.name, self.price)
    }
}

impl TurnAllowance {
    /// Action points.
    pub const fn points(left: u8, buys: &'static str, clause: Clause) -> Self {
        Self {
            name: "AP",
            left,
            is_counted: true,
            is_main: true,
            buys,
            clause,
            more: Vec::new(),
            reduced: None,
        }
    }

    /// Something that a turn holds once.
    pub const fn once(name: &'static str, is_left: bool, buys: &'static str, clause: Clause) -> Self {
        Self {
            name,
            left: is_left as u8,
            is_counted: false,
            is_main: false,
            buys,
            clause,
            more: Vec::new(),
            reduced: None,
        }
    }

    /// Makes it one that a player would regret to lose.
    #[must_use]
    pub fn main(self) -> Self {
        Self { is_main: true, ..self }
    }

    /// Formats what is left: "2 AP", "Action"; "Action used", "no AP".
    pub fn text(&self) -> String {
        match (self.is_counted, self.left) {
            (true, 0) => format!("no {}", self.name),
            (true, left) => format!("{left} {}", self.name),
            (false, 0) => format!("{} used", self.name),
            (false, 1) => self.name.to_owned(),
            (false, left) => format!("{left} \u{d7} {}", self.name),
        }
    }
}

/// Text of a Free Action, which costs no points.
pub(crate) const FREE_ACTION: &str = "A small thing that costs no points, such as dropping an item. Buttons that say \u{201c}Free Action\u{201d} use it.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_named() {
        let text = |allowance: TurnAllowance| allowance.text();
        assert_eq!(text(TurnAllowance::points(2, "", "")), "2 AP");
        assert_eq!(text(TurnAllowance::points(0, "", "")), "no AP");
        assert_eq!(text(TurnAllowance::once("Action", true, "", "")), "Action");
        assert_eq!(text(TurnAllowance::once("Action", false, "", "")), "Action used");
        let two = TurnAllowance { left: 2, ..TurnAllowance::once("Manoeuvre", true, "", "") };
        assert_eq!(two.text(), "2 \u{d7} Manoeuvre");
    }
}
