//! Values of this book's rule options.

use std::collections::BTreeMap;

use crate::circumstances::{CombatAction, CombatActionCost};
use crate::rule_options::{SwitchValue, formula_setting, word_setting};

/// Limit of a test's modifiers. `CS-BASE-05`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ModifierCap(pub Option<u8>);

impl SwitchValue for ModifierCap {
    const EXPECTED: &'static str = "none, or a number from 1 to 255";
    fn parse(text: &str) -> Option<Self> {
        if text == "none" {
            return Some(Self(None));
        }
        text.parse().ok().filter(|most| *most > 0).map(|most| Self(Some(most)))
    }
    fn show(&self) -> String {
        self.0.map_or_else(|| "none".to_owned(), |most| most.to_string())
    }
}

/// Effect of the quality Special Damage. `CS-BASE-26`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpecialDamage {
    /// The dice are rolled twice and added.
    DoubleDice,
    /// A number is added.
    Flat(u8),
}

impl SwitchValue for SpecialDamage {
    const EXPECTED: &'static str = "double_dice, or a number from 0 to 99";
    fn parse(text: &str) -> Option<Self> {
        if text == "double_dice" {
            return Some(Self::DoubleDice);
        }
        u8::parse(text).map(Self::Flat)
    }
    fn show(&self) -> String {
        match self {
            Self::DoubleDice => "double_dice".to_owned(),
            Self::Flat(number) => number.to_string(),
        }
    }
}

/// Natural d100 from which a burst jams. `CS-JAM-14`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JamThreshold(pub u8);

impl SwitchValue for JamThreshold {
    const EXPECTED: &'static str = "a number from 1 to 100";
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|least| (1..=100).contains(least)).map(Self)
    }
    fn show(&self) -> String {
        self.0.to_string()
    }
}

/// Action points of an action: 0, 1 or 2. `CS-PRN-08`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ActionPointCost(pub u8);

impl ActionPointCost {
    /// The action cost with these points.
    pub const fn cost(self) -> CombatActionCost {
        match self.0 {
            0 => CombatActionCost::Free,
            1 => CombatActionCost::Half,
            _ => CombatActionCost::Full,
        }
    }
}

impl SwitchValue for ActionPointCost {
    const EXPECTED: &'static str = "0, 1 or 2";
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|points| *points <= 2).map(Self)
    }
    fn show(&self) -> String {
        self.0.to_string()
    }
}

/// Actions whose cost differs from table CS-T2. `CS-BASE-20`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ActionCosts(pub BTreeMap<CombatAction, CombatActionCost>);

impl SwitchValue for ActionCosts {
    const EXPECTED: &'static str = "table, or a list such as \"run half, hide full\" of free, half and full";
    fn parse(text: &str) -> Option<Self> {
        if text == "table" {
            return Some(Self::default());
        }
        let entry = |entry: &str| {
            let (name, cost) = entry.trim().split_once(' ')?;
            let (action, cost): (CombatAction, CombatActionCost) = (name.parse().ok()?, cost.parse().ok()?);
            let is_price =
                matches!(cost, CombatActionCost::Free | CombatActionCost::Half | CombatActionCost::Full);
            (is_price && action.has_own_price()).then_some((action, cost))
        };
        text.split(',').map(entry).collect::<Option<_>>().map(Self)
    }
    fn show(&self) -> String {
        if self.0.is_empty() {
            return "table".to_owned();
        }
        let list: Vec<_> =
            self.0.iter().map(|(action, cost)| format!("{} {}", action.key(), cost.key())).collect();
        list.join(", ")
    }
}

word_setting! {
    /// What happens to a unit without Wounds. `CS-BASE-13`.
    ZeroWounds, "unconscious or dead" {
        /// It is Unconscious.
        Unconscious = "unconscious",
        /// It is dead.
        Dead = "dead",
    }
}

word_setting! {
    /// From where the cover of the target of a Blast counts. `CS-BASE-35`.
    BlastCoverOrigin, "attacker or centre" {
        /// From the attacker; that of everyone else from the centre.
        Attacker = "attacker",
        /// From the centre, as for everyone else.
        Centre = "centre",
    }
}

word_setting! {
    /// Severity of the weather. Table CS-T4.
    Severity, "none, light, heavy or extreme" {
        /// Clear.
        None = "none",
        /// Rain.
        Light = "light",
        /// Storm.
        Heavy = "heavy",
        /// Blizzard.
        Extreme = "extreme",
    }
}

formula_setting! {
    /// Metres of a fall without danger. `CS-FALL-01`.
    FallHeight, "tb";
}

word_setting! {
    /// Which units land safely from any height. `CS-FALL-02`.
    SafeLanding, "climbing or leaping" {
        /// Only units that climb down.
        Climbing = "climbing",
        /// Also units that jump deliberately.
        Leaping = "leaping",
    }
}
