//! Thresholds: unconsciousness and death. Chapter THR.

use crate::DownState;
use crate::combat_checks::{Characteristic, HealthState, Sheet, Switches};

/// Base of both thresholds. `CC-THR-05`.
const BASE_THRESHOLD: u32 = 10;

/// Wound Threshold of a new character. `CC-THR-05`.
pub fn wound_threshold(sheet: &Sheet, switches: &Switches) -> u32 {
    base_threshold(sheet.wound_threshold, sheet, Characteristic::Toughness, switches)
}

/// Strain Threshold of a new character. `CC-THR-05`.
pub fn strain_threshold(sheet: &Sheet, switches: &Switches) -> u32 {
    base_threshold(sheet.strain_threshold, sheet, Characteristic::Willpower, switches)
}

fn base_threshold(stated: Option<u32>, sheet: &Sheet, which: Characteristic, switches: &Switches) -> u32 {
    let book = || (BASE_THRESHOLD + u32::from(sheet.characteristics.get(which))).cast_signed();
    stated.unwrap_or_else(|| switches.thresholds.0.or_book(book).max(0).unsigned_abs())
}

/// The state out of action: above a threshold, or dead above twice the Wound Threshold; `None` if active. `CC-THR-01`
/// to `CC-THR-03`, `CC-THR-07`, `CC-RULING-15`.
pub fn down_state(condition: &HealthState, switches: &Switches) -> Option<DownState> {
    down_state_at(condition, (condition.wounds, condition.strain), switches)
}

/// The same for other Wounds and Strain.
pub fn down_state_at(
    condition: &HealthState,
    (wounds, strain): (u32, u32),
    switches: &Switches,
) -> Option<DownState> {
    let HealthState { wound_threshold, strain_threshold, .. } = *condition;
    if switches.death && wounds > 2 * wound_threshold {
        return Some(DownState::Dead);
    }
    (wounds > wound_threshold || strain > strain_threshold).then_some(DownState::Unconscious)
}

/// Whether that many further Wounds kill a unit which lies unconscious. `CC-THR-07`.
pub fn kills_unconscious(condition: &HealthState, more: u32, switches: &Switches) -> bool {
    let wounds = condition.wounds.saturating_add(more);
    down_state(condition, switches) == Some(DownState::Unconscious)
        && down_state_at(condition, (wounds, condition.strain), switches) == Some(DownState::Dead)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat_checks::test_support::{condition, sheet, switches_with};
    use rstest::rstest;

    fn state(wounds: u32, strain: u32) -> HealthState {
        let mut condition = condition();
        (condition.wounds, condition.strain) = (wounds, strain);
        (condition.wound_threshold, condition.strain_threshold) = (13, 12);
        condition
    }

    #[rstest]
    #[case::cc_thr_01_wounds_exceed(14, 0, Some(DownState::Unconscious))]
    #[case::cc_thr_02_strain_exceeds(0, 13, Some(DownState::Unconscious))]
    #[case::cc_thr_03_wounds_equal(13, 0, None)]
    #[case::cc_thr_03_strain_equal(0, 12, None)]
    #[case::cc_ruling_15_exceeded_is_strict(13, 12, None)]
    #[case::cc_thr_07_twice_is_alive(26, 0, Some(DownState::Unconscious))]
    #[case::cc_thr_07_above_twice_is_dead(27, 0, Some(DownState::Dead))]
    #[case::cc_thr_07_strain_does_not_kill(0, 27, Some(DownState::Unconscious))]
    fn thresholds(#[case] wounds: u32, #[case] strain: u32, #[case] wanted: Option<DownState>) {
        assert_eq!(down_state(&state(wounds, strain), &Switches::default()), wanted);
    }

    #[test]
    fn cc_thr_07_a_unit_that_lies_says_how_many_wounds_kill() {
        let deadly = |wounds, strain, switches: &Switches| {
            (1..50).find(|more| kills_unconscious(&state(wounds, strain), *more, switches))
        };
        let book = Switches::default();
        assert_eq!(deadly(13, 0, &book), None, "it fights");
        assert_eq!(deadly(20, 0, &book), Some(7), "27 Wounds are more than twice 13");
        assert_eq!(deadly(2, 13, &book), Some(25), "unconscious from Strain");
        assert_eq!(deadly(27, 0, &book), None, "it is dead");
        assert_eq!(deadly(20, 0, &switches_with("cc.death", "off")), None, "nothing kills it");
    }

    #[test]
    fn cc_thr_07_death_switched_off() {
        assert_eq!(
            down_state(&state(27, 0), &switches_with("cc.death", "off")),
            Some(DownState::Unconscious)
        );
    }

    #[test]
    fn cc_thr_05_fixed_when_the_character_is_made() {
        let mut sheet = sheet();
        (sheet.characteristics.toughness, sheet.characteristics.willpower) = (4, 2);
        let condition = HealthState::new(&sheet, &Switches::default());
        assert_eq!((condition.wound_threshold, condition.strain_threshold), (14, 12));
        let mut hurt = condition;
        hurt.lower_characteristic(&sheet, Characteristic::Toughness, 1);
        assert_eq!((hurt.characteristic(&sheet, Characteristic::Toughness), hurt.wound_threshold), (3, 14));
        assert_eq!(wound_threshold(&sheet, &switches_with("cc.thresholds", "20")), 20);
        sheet.wound_threshold = Some(7);
        assert_eq!(wound_threshold(&sheet, &Switches::default()), 7);
    }
}
