//! Wound modifiers. `AD-BASE-12`, `AD-BASE-20`.

use crate::attacks_and_damage::{HealthState, Switches};
use dice::Modifiers;

/// Parts of the wound modifier, by track. `AD-BASE-12`.
pub fn wound_parts(condition: &HealthState, switches: &Switches) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(track_modifier(condition.light, switches), "Light wounds", "AD-BASE-12");
    parts.add(track_modifier(condition.critical, switches), "Critical wounds", "AD-BASE-12");
    parts
}

/// Modifier of one track's marked boxes, 0 or less. `AD-BASE-12`.
pub fn track_modifier(marked: u32, switches: &Switches) -> i32 {
    -marked.checked_div(u32::from(switches.wound_step)).unwrap_or(0).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::ad_base_12_both_tracks(7, 3, -3)]
    #[case::ad_base_12_counted_by_track(2, 2, 0)]
    #[case::ad_base_12_full_threes(8, 0, -2)]
    fn modifiers(#[case] light: u32, #[case] critical: u32, #[case] modifier: i32) {
        let condition = HealthState { light, critical, ..HealthState::default() };
        assert_eq!(wound_parts(&condition, &Switches::default()).sum(), modifier);
    }

    #[test]
    fn ad_base_12_the_step_is_a_switch() {
        let condition = HealthState { light: 7, critical: 3, ..HealthState::default() };
        let modifier =
            |wound_step| wound_parts(&condition, &Switches { wound_step, ..Switches::default() }).sum();
        assert_eq!((modifier(0), modifier(1), modifier(4)), (0, -10, -1));
    }
}
