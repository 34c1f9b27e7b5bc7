//! Electromagnetic pulses, which affect only machines. Chapter EMP.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::damage::{DamageRoll, DamageType};

/// Levels of one roll that burn out a machine without hardening. `AB-EMP-09`.
const BURN_OUT_LEVELS: u32 = 3;
/// Levels that cost a hardened machine one turn. `AB-EMP-08`.
const LEVELS_PER_TURN: u32 = 3;

/// The electronics of a machine. `AB-EMP-04`, `AB-EMP-05`.
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
pub struct Electronics {
    /// EMP dice stopped by its hardening: 0 for none, 1 for hand-held devices, up to 5 and more for the
    /// newest military vehicles. `AB-EMP-05`.
    pub hardening: u32,
}

impl Electronics {
    /// Whether it is hardened. `AB-EMP-04`.
    pub const fn is_hardened(self) -> bool {
        self.hardening > 0
    }

    /// The damage roll of an EMP: hardening soaks, armour does not, and there is no ping damage.
    /// `AB-EMP-01` to `AB-EMP-03`, `AB-EMP-06`, `AB-PING-05`.
    pub fn emp_damage_roll(self, raw: u32) -> Option<DamageRoll> {
        let dice = raw.checked_sub(self.hardening).filter(|&dice| dice > 0)?;
        Some(DamageRoll { dice, kind: DamageType::Lethal, adds: 0, ping: false })
    }

    /// Turns that it is shut down by this many levels of one roll. `AB-EMP-07`, `AB-EMP-08`.
    pub const fn shutdown_turns(self, levels: u32) -> u32 {
        if self.is_hardened() { levels / LEVELS_PER_TURN } else { levels }
    }

    /// Whether this many levels of one roll destroy it permanently. `AB-EMP-09`.
    pub const fn burns_out(self, levels: u32) -> bool {
        !self.is_hardened() && levels >= BURN_OUT_LEVELS
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::aberrant::protection::armour::Armour;
    use crate::aberrant::test_fixtures::armour;
    use crate::aberrant::test_fixtures::{duel, edit_sheet, hit_faces, play_attack, rifle, roll_sizes};
    use crate::aberrant::{AttackContext, Soak, Weapon};
    use crate::{DownState, HitResult};

    fn pulse(damage: &str, hardening: Option<u32>) -> AttackContext {
        let mut context = duel(Weapon { high_velocity: false, ..rifle(damage) });
        edit_sheet(&mut context.defender, |sheet| {
            sheet.machine = hardening.map(|hardening| Electronics { hardening });
            sheet.armour = vec![Armour { ..armour("plates", Soak::new(12, 12, 12)) }];
        });
        context
    }

    /// Levels, turns lost and whether the machine is destroyed, after a hit with margin 1.
    fn hit(damage: &str, hardening: u32, successes: usize, dice: usize) -> (u32, u32, bool) {
        let context = pulse(damage, Some(hardening));
        let (result, _) = play_attack(&context, &[hit_faces(1, 6), hit_faces(successes, dice)], &[]);
        let off = result.condition.lost_rounds.map_or(0, |lost| lost.last + 1 - lost.first);
        (result.levels, off, result.down == Some(DownState::Dead))
    }

    #[rstest]
    #[case::ab_emp_01_ten_dice("10E", 0, 10)]
    #[case::ab_emp_02_armour_does_not_soak("4E", 0, 4)]
    #[case::ab_emp_03_hardening_soaks("10E", 5, 5)]
    fn dice(#[case] damage: &str, #[case] hardening: u32, #[case] expected: u32) {
        let context = pulse(damage, Some(hardening));
        let faces = hit_faces(0, usize::try_from(expected).expect("few"));
        let (_, traces) = play_attack(&context, &[hit_faces(1, 6), faces], &[]);
        assert_eq!(roll_sizes(&traces), [("attack", 6), ("damage", expected)]);
    }

    #[test]
    fn ab_ping_05_a_soaked_pulse_rolls_nothing() {
        let (result, traces) = play_attack(&pulse("4E", Some(4)), &[hit_faces(1, 6)], &[]);
        assert_eq!((roll_sizes(&traces), result.levels), (vec![("attack", 6)], 0));
        assert_eq!((result.condition.marks.filled(), result.condition.lost_rounds), (0, None));
        // One die more than the hardening is a die of its own, not ping damage: it marks lethal.
        let (result, traces) = play_attack(&pulse("5E", Some(4)), &[hit_faces(1, 6), vec![7]], &[]);
        assert_eq!(roll_sizes(&traces)[1], ("damage", 1));
        assert_eq!((result.kind, result.condition.marks.lethal), (Some(DamageType::Lethal), 1));
    }

    #[test]
    fn ab_emp_04_only_what_is_said_to_be_hardened() {
        assert!(!Electronics::default().is_hardened());
        assert!(Electronics { hardening: 1 }.is_hardened());
    }

    #[test]
    fn ab_emp_05_ratings_begin_with_one() {
        let machine: Electronics = ron::from_str("(hardening: 5)").expect("a machine");
        assert_eq!((machine.hardening, machine.is_hardened()), (5, true));
        assert_eq!(ron::from_str::<Electronics>("()"), Ok(Electronics { hardening: 0 }));
    }

    #[test]
    fn ab_emp_06_each_success_is_a_lethal_level() {
        let (result, _) = play_attack(&pulse("3E", Some(0)), &[hit_faces(1, 6), vec![7, 8, 1]], &[]);
        assert_eq!((result.levels, result.kind), (2, Some(DamageType::Lethal)));
        assert_eq!(result.condition.marks.lethal, 2);
    }

    #[rstest]
    #[case::ab_emp_07_a_turn_each(0, 2, 2)]
    #[case::ab_emp_08_hardened_two(1, 2, 0)]
    #[case::ab_emp_08_hardened_three(1, 3, 1)]
    #[case::ab_emp_08_hardened_seven(1, 7, 2)]
    fn shutdown(#[case] hardening: u32, #[case] levels: u32, #[case] turns: u32) {
        assert_eq!(Electronics { hardening }.shutdown_turns(levels), turns);
    }

    #[test]
    fn ab_emp_07_rolls_add_up() {
        let mut context = pulse("4E", Some(0));
        let once = play_attack(&context, &[hit_faces(1, 6), hit_faces(2, 4)], &[]).0.condition;
        context.defender.condition = once;
        let twice = play_attack(&context, &[hit_faces(1, 6), hit_faces(1, 4)], &[]).0.condition;
        assert_eq!(twice.lost_rounds.map(|lost| lost.last + 1 - lost.first), Some(3));
    }

    #[rstest]
    #[case::ab_emp_09_three_in_one_roll(0, 3, true)]
    #[case::ab_emp_09_two_are_not_enough(0, 2, false)]
    #[case::ab_emp_09_hardened(1, 3, false)]
    fn burnt_out(#[case] hardening: u32, #[case] levels: usize, #[case] destroyed: bool) {
        let dice = 8 - usize::try_from(hardening).expect("small");
        assert_eq!(hit("8E", hardening, levels, dice).2, destroyed);
    }

    #[test]
    fn ab_emp_09_two_and_two_do_not_destroy() {
        let mut context = pulse("4E", Some(0));
        context.defender.condition =
            play_attack(&context, &[hit_faces(1, 6), hit_faces(2, 4)], &[]).0.condition;
        let (result, _) = play_attack(&context, &[hit_faces(1, 6), hit_faces(2, 4)], &[]);
        assert_eq!((result.levels, result.down), (2, None));
    }

    #[test]
    fn ab_emp_10_nothing_to_humans() {
        let (result, traces) = play_attack(&pulse("6E", None), &[hit_faces(1, 6)], &[]);
        assert_eq!(roll_sizes(&traces), [("attack", 6)]);
        assert_eq!((result.levels, result.contact), (0, HitResult::Graze));
    }
}
