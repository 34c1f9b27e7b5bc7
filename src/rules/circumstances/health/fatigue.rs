//! Fatigue levels, the threshold, and collapse. Chapter FATG.

use crate::circumstances::lines::HitNote;
use crate::circumstances::turn::phase::minutes_to_rounds;
use crate::circumstances::{
    Ailment, Characteristic, DamageResult, Fighter, HitResult, Sheet, Switches, Weapon,
};
use crate::status::{AilmentCause, StatusDuration};
use dice::{Note, Table};

/// Minutes of a collapse before Toughness and levels. `CS-FATG-07`.
const COLLAPSE_MINUTES: u32 = 10;

/// Levels without a penalty. `CS-FATG-02`, `CS-FATG-03`.
pub fn fatigue_threshold(sheet: &Sheet) -> u32 {
    sheet.bonus(Characteristic::Toughness).saturating_add_signed(i32::from(sheet.talents.fatigue_threshold))
}

/// Whether fatigue is above the threshold, which makes every test harder. `CS-FATG-04`, `CS-FATG-05`.
pub fn is_exhausted(level: u8, sheet: &Sheet) -> bool {
    u32::from(level) > fatigue_threshold(sheet)
}

/// Whether fatigue causes a collapse. `CS-FATG-06`.
pub fn causes_collapse(level: u8, sheet: &Sheet) -> bool {
    level > 0 && u32::from(level) >= 2 * fatigue_threshold(sheet)
}

/// Duration of a collapse at this level, in minutes. `CS-FATG-07`, `CS-RULING-14`.
pub fn collapse_minutes(level: u8, sheet: &Sheet) -> u32 {
    let above = u32::from(level).saturating_sub(fatigue_threshold(sheet));
    COLLAPSE_MINUTES.saturating_sub(sheet.bonus(Characteristic::Toughness)) + COLLAPSE_MINUTES * above
}

/// The collapse as an ailment with a fixed duration; wounds do not end it. `CS-FATG-06`, `CS-RULING-19`.
pub fn collapse_ailment(level: u8, sheet: &Sheet) -> AilmentCause {
    unconscious_ailment(collapse_minutes(level, sheet))
}

/// Unconsciousness for this many minutes. `CS-AIL-02`.
pub fn unconscious_ailment(minutes: u32) -> AilmentCause {
    let rounds = u16::try_from(minutes_to_rounds(minutes)).unwrap_or(u16::MAX);
    AilmentCause {
        span: Some(StatusDuration::Rounds(rounds)),
        ..AilmentCause::new(Ailment::Unconscious, None)
    }
}

/// Adds fatigue from hits, by the weapon's properties and the wounds. `CS-FATG-08`, `CS-FATG-09`,
/// `CS-FATG-11`.
pub fn add_hit_fatigue(
    table: &mut impl Table,
    harm: DamageResult,
    weapon: &Weapon,
    target: &Fighter,
    switches: &Switches,
) -> DamageResult {
    let reached = matches!(harm.contact, HitResult::Hit | HitResult::Graze);
    if target.sheet.vehicle || !reached {
        return harm;
    }
    let (by_wounds, clause) = match (harm.damage > 0, weapon.is_body()) {
        (false, _) => (0, "CS-FATG-09"),
        (true, true) => (switches.unarmed_fatigue, "CS-FATG-08"),
        (true, false) => (switches.injury_fatigue, "CS-FATG-09"),
    };
    let by_quality = weapon.fatigue.saturating_mul(harm.hits);
    for (levels, clause) in [(by_wounds, clause), (by_quality, "CS-FATG-11")] {
        if levels > 0 {
            table.note(|| Note::new(clause, HitNote::Tires { levels }));
        }
    }
    let levels = by_wounds.saturating_add(by_quality);
    DamageResult { condition: harm.condition.clone().with_fatigue(levels), ..harm }
}

/// The fatigue level after this many full hours of rest. `CS-FATG-12`.
pub fn fatigue_after_rest(level: u8, hours: u32, per_hour: u8) -> u8 {
    let recovered = hours.saturating_mul(u32::from(per_hour));
    level.saturating_sub(u8::try_from(recovered).unwrap_or(u8::MAX))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::circumstances::HealthState;
    use crate::circumstances::test_fixtures::*;
    use crate::status::{EndCondition, inflict, relieved_by};

    fn sheet_of(toughness: u8, talent: i8) -> Sheet {
        let mut sheet = (*fighter(1, |_| ()).sheet).clone();
        sheet.characteristics.toughness = toughness;
        sheet.talents.fatigue_threshold = talent;
        sheet
    }

    #[test]
    fn cs_fatg_01_levels_add_up() {
        let sheet = sheet_of(40, 0);
        let tired = HealthState { fatigue: 2, ..HealthState::unhurt(&sheet) }.with_fatigue(1);
        assert_eq!(tired.fatigue, 3);
    }

    #[rstest]
    #[case::cs_fatg_02_toughness_bonus(43, 0, 4)]
    #[case::cs_fatg_03_talents_change_it(40, 1, 5)]
    #[case::cs_fatg_03_for_the_worse(40, -1, 3)]
    fn thresholds(#[case] toughness: u8, #[case] talent: i8, #[case] expected: u32) {
        assert_eq!(fatigue_threshold(&sheet_of(toughness, talent)), expected);
    }

    #[rstest]
    #[case::cs_fatg_04_as_much_as_is_borne(4, false)]
    #[case::cs_fatg_04_more(5, true)]
    #[case::cs_fatg_04_much_more(7, true)]
    #[case::cs_fatg_05_no_longer_more(4, false)]
    fn exhaustion(#[case] level: u8, #[case] expected: bool) {
        assert_eq!(is_exhausted(level, &sheet_of(40, 0)), expected);
    }

    #[rstest]
    #[case::cs_fatg_06_stands(7, false)]
    #[case::cs_fatg_06_collapses(8, true)]
    fn collapsing(#[case] level: u8, #[case] expected: bool) {
        assert_eq!(causes_collapse(level, &sheet_of(40, 0)), expected);
    }

    #[test]
    fn cs_fatg_06_the_rested_stand_however_frail() {
        assert!(!causes_collapse(0, &sheet_of(5, 0)), "threshold 0");
    }

    #[rstest]
    #[case::cs_fatg_07_eight_levels(40, 0, 8, 46)]
    #[case::cs_fatg_07_nine_levels(40, 0, 9, 56)]
    #[case::cs_fatg_07_with_a_talent(40, 1, 10, 56)]
    #[case::cs_fatg_07_tougher_than_the_base(100, 0, 20, 100)]
    #[case::cs_ruling_14_counts_from_the_threshold(30, 0, 6, 37)]
    fn lengths(#[case] toughness: u8, #[case] talent: i8, #[case] level: u8, #[case] minutes: u32) {
        assert_eq!(collapse_minutes(level, &sheet_of(toughness, talent)), minutes);
    }

    #[test]
    fn cs_ruling_19_no_wound_wakes_from_a_collapse() {
        let suffered = inflict(&[], collapse_ailment(8, &sheet_of(40, 0)), 1);
        assert_eq!(relieved_by(&[suffered], EndCondition::Harm).count(), 0);
        assert_eq!(suffered.until, crate::status::StatusEnd::EndOfRound(1 + 46 * 12));
    }

    fn struck(weapon: &Weapon, (hits, damage): (u8, u32), switches: &Switches) -> u8 {
        let target = fighter(2, |_| ());
        let contact = if damage > 0 { HitResult::Hit } else { HitResult::Graze };
        let harm = DamageResult {
            curse_spent: false,
            contact,
            hits,
            location: None,
            raw: 5,
            damage,
            down: None,
            condition: target.condition.with_wounds_lost(damage),
            barriers: Vec::new(),
            evasion: None,
            deflected: false,
        };
        play_script(&[], &[], |table| Ok(add_hit_fatigue(table, harm, weapon, &target, switches)))
            .0
            .condition
            .fatigue
    }

    #[rstest]
    #[case::cs_fatg_08_a_wound_of_a_fist(Weapon::unarmed(), (1, 2), 1)]
    #[case::cs_fatg_08_stopped_by_toughness(Weapon::unarmed(), (1, 0), 0)]
    #[case::cs_fatg_09_a_sword_causes_no_fatigue(sword(), (1, 5), 0)]
    #[case::cs_fatg_11_a_quality(Weapon { fatigue: 1, ..sword() }, (1, 0), 1)]
    #[case::cs_fatg_11_every_hit_tires(Weapon { fatigue: 2, ..autogun() }, (3, 5), 6)]
    fn sources(#[case] weapon: Weapon, #[case] harm: (u8, u32), #[case] levels: u8) {
        assert_eq!(struck(&weapon, harm, &Switches::default()), levels);
    }

    #[test]
    fn cs_fatg_09_injuries_are_a_switch() {
        let switches = Switches { injury_fatigue: 2, ..Switches::default() };
        assert_eq!(struck(&sword(), (1, 5), &switches), 2);
        assert_eq!(struck(&sword(), (1, 0), &switches), 0);
    }

    #[rstest]
    #[case::cs_fatg_12_a_level_an_hour(5, 2, 1, 3)]
    #[case::cs_fatg_12_all_of_it(1, 8, 1, 0)]
    #[case::cs_fatg_12_switched(5, 2, 2, 1)]
    fn cs_fatg_12_rest(#[case] level: u8, #[case] hours: u32, #[case] per_hour: u8, #[case] left: u8) {
        assert_eq!(fatigue_after_rest(level, hours, per_hour), left);
    }
}
