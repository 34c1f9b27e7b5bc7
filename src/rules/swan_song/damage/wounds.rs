//! Wound modifiers. Chapter WND of the catalogue.

use dice::Modifiers;

use crate::swan_song::{PointPool, Vitals};

/// Maximum number of lost half pools that count. `SS-WND-05`.
const MAX_WOUND_STEPS: i32 = 2;

/// Parts of the wound modifier: Flesh, Strain and Critical Injuries. `SS-WND-01` to `SS-WND-06`.
pub fn wound_parts(vitals: &Vitals) -> Modifiers {
    let mut parts = Modifiers::new();
    let [flesh, strain, injuries] = wound_penalties(vitals);
    parts.add(flesh, "flesh wounds", "SS-WND-01");
    parts.add(strain, "strain", "SS-WND-02");
    parts.add(injuries, "critical injuries", "SS-WND-03");
    parts
}

/// Penalties for flesh wounds, strain and critical injuries.
fn wound_penalties(vitals: &Vitals) -> [i32; 3] {
    let PointPool { now, max } = vitals.flesh;
    let strain = lost_halves(vitals.strain, vitals.strain_threshold);
    [-2 * lost_halves(max - now, max), -strain, -i32::from(vitals.injuries)]
}

/// The wound modifier, 0 or less. `SS-WND-04`.
pub fn wound_modifier(vitals: &Vitals) -> i32 {
    wound_penalties(vitals).into_iter().sum()
}

/// Number of full halves of a pool lost. `SS-WND-05`.
fn lost_halves(lost: i32, max: i32) -> i32 {
    if max <= 0 { 0 } else { (2 * lost / max).clamp(0, MAX_WOUND_STEPS) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swan_song::test_support::units::{fighter, sheet_with};
    use crate::swan_song::turns::initiative::initiative_attribute;
    use crate::turn_engine::initiative::{InitiativeScore, change_attribute};
    use rstest::rstest;

    fn hurt(flesh: i32, max: i32, strain: i32, injuries: u8) -> Vitals {
        let flesh = PointPool { now: flesh, max };
        Vitals { flesh, strain, strain_threshold: 10, injuries, ..Vitals::default() }
    }

    #[rstest]
    #[case::ss_wnd_01_four_lost(6, 10, 0, 0, 0)]
    #[case::ss_wnd_01_five_lost(5, 10, 0, 0, -2)]
    #[case::ss_wnd_01_nine_lost(1, 10, 0, 0, -2)]
    #[case::ss_wnd_01_ten_lost(0, 10, 0, 0, -4)]
    #[case::ss_wnd_02_four_strain(10, 10, 4, 0, 0)]
    #[case::ss_wnd_02_five_strain(10, 10, 5, 0, -1)]
    #[case::ss_wnd_02_ten_strain(10, 10, 10, 0, -2)]
    #[case::ss_wnd_03_two_injuries(5, 10, 0, 2, -4)]
    #[case::ss_wnd_04_the_example(5, 10, 5, 0, -3)]
    #[case::ss_wnd_05_five_of_eleven(6, 11, 0, 0, 0)]
    #[case::ss_wnd_05_six_of_eleven(5, 11, 0, 0, -2)]
    #[case::ss_wnd_05_overflow_adds_nothing(-3, 11, 0, 0, -4)]
    #[case::ss_wnd_05_two_steps_at_most(-6, 11, 20, 0, -6)]
    #[case::ss_wnd_12_healed_to_six(6, 10, 0, 0, 0)]
    #[case::ss_ruling_49_three_below_nothing(-3, 10, 0, 0, -4)]
    fn modifiers(
        #[case] flesh: i32,
        #[case] max: i32,
        #[case] strain: i32,
        #[case] injuries: u8,
        #[case] modifier: i32,
    ) {
        assert_eq!(wound_modifier(&hurt(flesh, max, strain, injuries)), modifier);
    }

    #[test]
    fn ss_wnd_04_the_parts_are_named() {
        let parts = wound_parts(&hurt(5, 10, 5, 1));
        let named: Vec<_> = parts.0.iter().map(|part| (part.value, part.clause)).collect();
        assert_eq!(named, [(-2, "SS-WND-01"), (-1, "SS-WND-02"), (-1, "SS-WND-03")]);
    }

    #[test]
    fn ss_wnd_06_only_flesh_counts() {
        let robot =
            Vitals { armored: PointPool { now: 1, max: 12 }, strain_threshold: 10, ..Vitals::default() };
        assert_eq!(wound_modifier(&robot), 0);
    }

    #[test]
    fn ss_wnd_08_soak_is_exempt() {
        let mut unit = fighter(sheet_with(|sheet| sheet.armour = vec![5]));
        unit.vitals = hurt(5, 10, 5, 0);
        assert_eq!(crate::swan_song::damage::armour::soak_parts(&unit, 0).pool(), 6);
    }

    #[test]
    fn ss_wnd_10_initiative_attribute() {
        let sheet = sheet_with(|sheet| sheet.attributes.reaction = 5);
        assert_eq!(initiative_attribute(&sheet, &hurt(10, 10, 0, 0)), 8);
        assert_eq!(initiative_attribute(&sheet, &hurt(5, 10, 5, 0)), 5);
    }

    #[test]
    fn ss_wnd_11_initiative_score() {
        let before = InitiativeScore { score: 12, attribute: 8, dice: 1 };
        assert_eq!(change_attribute(before, 8 + wound_modifier(&hurt(5, 10, 5, 0))).score, 9);
    }

    #[test]
    fn ss_wnd_12_healing_takes_it_back() {
        let sheet = sheet_with(|_| {});
        let before = InitiativeScore {
            score: 9,
            attribute: initiative_attribute(&sheet, &hurt(5, 10, 0, 0)),
            dice: 1,
        };
        let healed = change_attribute(before, initiative_attribute(&sheet, &hurt(6, 10, 0, 0)));
        assert_eq!(healed.score, 11);
    }
}
