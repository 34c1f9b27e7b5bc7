//! Penalty for repeated defences. Chapter FREQ.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit's repeated defences. A battle starts with the default. `AD-FREQ-11`.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(deny_unknown_fields, default)]
pub struct DefenceFrequency {
    /// Modifier of defence tests, 0 or less. `AD-FREQ-01`, `AD-FREQ-05`.
    pub penalty: i32,
    /// Defence tests since the start of its last turn, or of the battle. `AD-FREQ-06`, `AD-FREQ-10`.
    pub tests: u32,
}

impl DefenceFrequency {
    /// State after a defence test, of any kind and result. `AD-FREQ-01` to `AD-FREQ-03`.
    pub const fn after_test(self) -> Self {
        Self { penalty: self.penalty - 1, tests: self.tests + 1 }
    }

    /// State at the start of the unit's own turn: one die back, or all after a turn without defences. `AD-FREQ-04` to
    /// `AD-FREQ-06`.
    ///
    /// Nothing else changes the penalty: no new round, no pass without a turn. `AD-FREQ-08`, `AD-FREQ-09`.
    pub const fn at_turn_start(self) -> Self {
        let penalty = if self.tests == 0 || self.penalty >= 0 { 0 } else { self.penalty + 1 };
        Self { penalty, tests: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after_tests(times: usize) -> DefenceFrequency {
        (0..times).fold(DefenceFrequency::default(), |frequency, _| frequency.after_test())
    }

    #[test]
    fn ad_freq_04_one_better_when_a_turn_starts() {
        assert_eq!(after_tests(3).at_turn_start(), DefenceFrequency { penalty: -2, tests: 0 });
    }

    #[test]
    fn ad_freq_05_never_above_0() {
        let started = after_tests(1).at_turn_start();
        assert_eq!(started.penalty, 0);
        assert_eq!(started.at_turn_start().penalty, 0);
    }

    #[test]
    fn ad_freq_06_as_new_after_a_quiet_turn() {
        let turn_a = after_tests(5).at_turn_start();
        assert_eq!(turn_a.penalty, -4);
        assert_eq!(turn_a.at_turn_start().penalty, 0);
        assert_eq!(turn_a.after_test().at_turn_start().penalty, -4, "a test in between keeps it");
    }

    #[test]
    fn ad_freq_10_the_first_turn_counts_from_the_start_of_the_battle() {
        let before = after_tests(2);
        assert_eq!(before.penalty, -2);
        assert_eq!(before.at_turn_start().penalty, -1);
    }
}
