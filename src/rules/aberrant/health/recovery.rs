//! Healing over time. Chapter HEAL.

use super::health_track::HealthTrack;
use crate::aberrant::rule_options::AggravatedHealing;
use crate::aberrant::{DamageType, HealthState, Sheet, Switches};
use crate::{MINUTES_PER_DAY, MedicalCare};

const HOUR: u32 = 60;
/// Minutes to heal a level of bashing, by box category. `AB-HEAL-01`.
const BASHING_MINUTES: [u32; 6] = [HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, MINUTES_PER_DAY, MINUTES_PER_DAY];
/// Minutes to heal a level of lethal, by box category. `AB-HEAL-02`.
const LETHAL_MINUTES: [u32; 6] = [
    MINUTES_PER_DAY,
    7 * MINUTES_PER_DAY,
    14 * MINUTES_PER_DAY,
    30 * MINUTES_PER_DAY,
    90 * MINUTES_PER_DAY,
    150 * MINUTES_PER_DAY,
];
/// The row of levels past Incapacitated. `AB-HEAL-03`.
const PAST_TRACK_ROW: usize = 5;

/// Rows by which Mega-Stamina lowers a wound. `AB-HEAL-06` to `AB-HEAL-08`.
const fn mega_steps(sheet: &Sheet) -> usize {
    match sheet.mega_stamina {
        0 => 0,
        1 | 2 => 1,
        3 | 4 => 2,
        _ => 3,
    }
}

/// Rows by which medical care lowers a wound. `AB-HEAL-09`, `AB-HEAL-10`.
const fn care_steps(care: MedicalCare) -> usize {
    match care {
        MedicalCare::None => 0,
        MedicalCare::Competent => 1,
        MedicalCare::Expert => 2,
    }
}

/// Healing speed as a multiple of a baseline's. `AB-HEAL-04`, `AB-HEAL-05`.
pub(super) fn healing_factor(sheet: &Sheet) -> u32 {
    if sheet.is_nova() { 2 + u32::from(sheet.mega_stamina) } else { 1 }
}

/// Minutes to heal one level in a row of the table; `None` if time does not heal it. `AB-HEAL-01` to
/// `AB-HEAL-12`.
pub fn healing_minutes(
    sheet: &Sheet,
    kind: DamageType,
    row: usize,
    care: MedicalCare,
    switches: &Switches,
) -> Option<u32> {
    let healing_row = row.saturating_sub(mega_steps(sheet) + care_steps(care));
    let lethal = || LETHAL_MINUTES[healing_row].div_ceil(healing_factor(sheet));
    match kind {
        DamageType::Bashing => Some(BASHING_MINUTES[healing_row].div_ceil(healing_factor(sheet))),
        DamageType::Lethal => Some(lethal()),
        DamageType::Aggravated => match switches.aggravated_healing {
            AggravatedHealing::AsLethal => Some(lethal()),
            AggravatedHealing::NovaOnly => sheet.is_nova().then(|| LETHAL_MINUTES[row]),
        },
        DamageType::Stun | DamageType::Emp => None,
    }
}

/// The level that heals next: levels past Incapacitated first, then the deepest box. `AB-HEAL-03`.
fn next_healing_level(
    condition: &mut HealthState,
    track: HealthTrack,
) -> Option<(DamageType, usize, &mut u32)> {
    let row = track.box_category(condition.marks.wounds());
    let marks = &mut condition.marks;
    [
        (DamageType::Bashing, PAST_TRACK_ROW, &mut marks.past_bashing),
        (DamageType::Lethal, PAST_TRACK_ROW, &mut marks.past_lethal),
        (DamageType::Aggravated, PAST_TRACK_ROW, &mut marks.past_aggravated),
        (DamageType::Bashing, row, &mut marks.bashing),
        (DamageType::Lethal, row, &mut marks.lethal),
        (DamageType::Aggravated, row, &mut marks.aggravated),
    ]
    .into_iter()
    .find(|(.., levels)| **levels > 0)
}

/// Heals a unit over time, level by level. Progress on a level is kept for the next rest. `AB-HEAL-03`.
pub fn heal_over_time(
    condition: &HealthState,
    sheet: &Sheet,
    minutes: u32,
    care: MedicalCare,
    switches: &Switches,
) -> HealthState {
    let mut after = condition.clone();
    let mut left = after.healing.saturating_add(minutes);
    while let Some((kind, row, levels)) = next_healing_level(&mut after, HealthTrack::from_sheet(sheet)) {
        match healing_minutes(sheet, kind, row, care, switches) {
            Some(needed) if needed <= left => {
                left -= needed;
                *levels -= 1;
            }
            Some(_) => {
                after.healing = left;
                return after;
            }
            None => break,
        }
    }
    after.healing = 0;
    after
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::aberrant::health::health_track::DamageMarks;
    use crate::aberrant::test_fixtures::sheet;

    const BASELINE: Option<u8> = None;

    /// A person with Stamina 2: a nova with this Mega-Stamina, or a baseline.
    fn person(mega: Option<u8>) -> Sheet {
        sheet(|sheet| {
            sheet.quantum = u8::from(mega.is_some());
            sheet.mega_stamina = mega.unwrap_or(0);
        })
    }

    fn minutes(mega: Option<u8>, kind: DamageType, row: usize, care: MedicalCare) -> Option<u32> {
        healing_minutes(&person(mega), kind, row, care, &Switches::default())
    }

    #[rstest]
    #[case::ab_heal_01_bashing(DamageType::Bashing, 60, [1, 2, 4, 8, 24, 24])]
    #[case::ab_heal_02_lethal(DamageType::Lethal, MINUTES_PER_DAY, [1, 7, 14, 30, 90, 150])]
    fn columns(#[case] kind: DamageType, #[case] unit: u32, #[case] expected: [u32; 6]) {
        let column = [0, 1, 2, 3, 4, 5].map(|row| minutes(BASELINE, kind, row, MedicalCare::None));
        assert_eq!(column, expected.map(|count| Some(count * unit)));
    }

    #[rstest]
    #[case::ab_heal_02_a_week(BASELINE, 1, MedicalCare::None, 7 * 24 * 60)]
    #[case::ab_heal_04_novas_twice_as_fast(Some(0), 2, MedicalCare::None, 7 * 24 * 60)]
    #[case::ab_heal_05_four_times(Some(2), 0, MedicalCare::None, 6 * 60)]
    #[case::ab_heal_06_a_row_lower(Some(1), 2, MedicalCare::None, 56 * 60)]
    #[case::ab_heal_06_no_more_with_two(Some(2), 2, MedicalCare::None, 42 * 60)]
    #[case::ab_heal_07_two_rows(Some(3), 4, MedicalCare::None, 4032)]
    #[case::ab_heal_07_no_more_with_four(Some(4), 4, MedicalCare::None, 56 * 60)]
    #[case::ab_heal_08_three_rows(Some(5), 5, MedicalCare::None, 48 * 60)]
    #[case::ab_heal_09_a_clinic(BASELINE, 4, MedicalCare::Competent, 30 * 24 * 60)]
    #[case::ab_heal_10_a_trauma_ward(BASELINE, 4, MedicalCare::Expert, 14 * 24 * 60)]
    #[case::ab_heal_11_both(Some(3), 5, MedicalCare::Expert, 2016)]
    #[case::ab_heal_11_never_below_the_first_row(Some(3), 1, MedicalCare::Expert, 288)]
    fn lethal(
        #[case] mega: Option<u8>,
        #[case] row: usize,
        #[case] care: MedicalCare,
        #[case] expected: u32,
    ) {
        assert_eq!(minutes(mega, DamageType::Lethal, row, care), Some(expected));
    }

    fn hurt(marks: DamageMarks) -> HealthState {
        HealthState { marks, ..HealthState::default() }
    }

    #[test]
    fn ab_heal_03_level_by_level() {
        let mut condition = hurt(DamageMarks { lethal: 3, ..DamageMarks::default() });
        let mut left = Vec::new();
        for _ in 0..15 {
            condition = heal_over_time(
                &condition,
                &person(BASELINE),
                MINUTES_PER_DAY,
                MedicalCare::None,
                &Switches::default(),
            );
            left.push(condition.marks.lethal);
        }
        assert_eq!(left, [3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 1, 0]);
        assert_eq!(condition, HealthState::default());
    }

    #[test]
    fn ab_heal_03_past_incapacitated_first() {
        let deep = hurt(DamageMarks { lethal: 7, past_bashing: 1, ..DamageMarks::default() });
        let day = heal_over_time(
            &deep,
            &person(BASELINE),
            MINUTES_PER_DAY,
            MedicalCare::None,
            &Switches::default(),
        );
        assert_eq!((day.marks.past_bashing, day.marks.lethal, day.healing), (0, 7, 0));
    }

    #[rstest]
    #[case::ab_heal_12_baselines_do_not(BASELINE, "nova_only", 1, 365 * 24, 1)]
    #[case::ab_heal_12_novas_do(Some(0), "nova_only", 1, 24, 0)]
    #[case::ab_heal_12_without_the_factor_of_novas(Some(5), "nova_only", 1, 23, 1)]
    #[case::ab_heal_12_without_steps(Some(5), "nova_only", 3, 7 * 24 - 1, 3)]
    #[case::ab_heal_12_a_week(Some(5), "nova_only", 3, 7 * 24, 2)]
    #[case::ab_heal_12_as_lethal(BASELINE, "as_lethal", 1, 24, 0)]
    #[case::ab_heal_12_as_lethal_for_novas(Some(0), "as_lethal", 1, 12, 0)]
    fn aggravated(
        #[case] mega: Option<u8>,
        #[case] value: &str,
        #[case] levels: u32,
        #[case] hours: u32,
        #[case] left: u32,
    ) {
        let mut switches = Switches::default();
        switches.set("ab.aggravated_healing", value).expect("a switch and its value");
        let wounded = hurt(DamageMarks { aggravated: levels, ..DamageMarks::default() });
        let after = heal_over_time(&wounded, &person(mega), hours * 60, MedicalCare::None, &switches);
        assert_eq!(after.marks.aggravated, left);
    }
}
