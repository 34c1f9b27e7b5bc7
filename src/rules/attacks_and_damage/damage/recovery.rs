//! Recovery between battles. `AD-BASE-21`.

use crate::attacks_and_damage::options::switches::Recovery;
use crate::attacks_and_damage::{DefenceFrequency, HealthState, Switches};

/// Returns a unit's health state after this many days of rest, ready for the next battle. `AD-BASE-21`, `AD-FREQ-11`.
///
/// Overflow of the Critical track heals before the boxes.
pub fn recover(condition: &HealthState, days: u32, switches: &Switches) -> HealthState {
    let frequency = DefenceFrequency::default();
    match switches.recovery {
        Recovery::None => HealthState { frequency, ..*condition },
        Recovery::Full => HealthState { frequency, ..HealthState::default() },
        Recovery::Rest => HealthState {
            light: 0,
            critical: condition.critical.saturating_sub(days.saturating_sub(condition.overflow)),
            overflow: condition.overflow.saturating_sub(days),
            frequency,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hurt() -> HealthState {
        HealthState {
            light: 5,
            critical: 4,
            overflow: 0,
            frequency: DefenceFrequency { penalty: -3, tests: 2 },
        }
    }

    #[test]
    fn ad_base_21_light_clears_and_critical_a_box_a_day() {
        let healed = recover(&hurt(), 2, &Switches::default());
        assert_eq!((healed.light, healed.critical), (0, 2));
        assert_eq!(recover(&hurt(), 9, &Switches::default()), HealthState::default());
    }

    #[test]
    fn ad_base_21_overflow_goes_first() {
        let dying = HealthState { critical: 10, overflow: 2, ..hurt() };
        let healed = recover(&dying, 3, &Switches::default());
        assert_eq!((healed.overflow, healed.critical), (0, 9));
    }

    #[test]
    fn ad_base_21_recovery_is_a_switch() {
        let after = |recovery| recover(&hurt(), 1, &Switches { recovery, ..Switches::default() });
        assert_eq!(after(Recovery::Full), HealthState::default());
        assert_eq!((after(Recovery::None).light, after(Recovery::None).critical), (5, 4));
    }

    #[test]
    fn ad_freq_11_the_next_battle_starts_fresh() {
        for recovery in [Recovery::Rest, Recovery::Full, Recovery::None] {
            let after = recover(&hurt(), 0, &Switches { recovery, ..Switches::default() });
            assert_eq!(after.frequency, DefenceFrequency::default());
        }
    }
}
