//! Gritty extras: a short track and damage without dice. Chapter GRITTY.

use crate::UnitRole;
use crate::aberrant::health::damage::DamageRoll;
use crate::aberrant::health::health_track::HealthTrack;
use crate::aberrant::rule_options::{BashingOverflow, GrittyOut};
use crate::aberrant::{DamageType, HealthState, Sheet, Switches};

use super::extra_state::Departure;

/// Health levels of a gritty extra. `AB-GRITTY-03`.
pub const LEVELS: u32 = 4;
/// Face of the initiative die that is not rolled. `AB-GRITTY-01`, `AB-RULING-46`.
pub const INITIATIVE_FACE: i32 = 5;
/// Actions in a round. `AB-GRITTY-06`.
pub const ACTION_CAP: u32 = 1;
/// Dice past soak for a level. `AB-GRITTY-04`.
const DICE_PER_LEVEL: u32 = 2;
/// Distance in metres up to which an enemy accepts a surrender. `AB-GRITTY-08`.
const SURRENDER_M: u32 = 10;

/// Levels of a damage roll that is not rolled: half of its dice, and the adds. A ping die is too little.
/// `AB-GRITTY-04`, `AB-CINE-15`, `AB-RULING-42`.
pub const fn converted_levels(roll: DamageRoll) -> u32 {
    if roll.ping { 0 } else { roll.dice / DICE_PER_LEVEL + roll.adds }
}

/// Marks levels on an extra or its vehicle. Enough lethal levels kill. `AB-GRITTY-03`, `AB-GRITTY-09`.
pub fn mark_levels(
    condition: &mut HealthState,
    sheet: &Sheet,
    levels: u32,
    kind: DamageType,
    switches: &Switches,
) {
    condition.marks.mark_levels(levels, kind, HealthTrack::from_sheet(sheet), BashingOverflow::Stop);
    let marks = &condition.marks;
    let deadly = marks.lethal + marks.aggravated + marks.past_lethal + marks.past_aggravated;
    let killing = LEVELS * u32::from(switches.gritty_kill_multiplier);
    condition.dead |=
        sheet.role == UnitRole::GrittyExtra && !sheet.vehicle && killing > 0 && deadly >= killing;
}

/// How a gritty extra leaves the fight that has lost its levels; `None` if it stays where it fell. Machines and
/// vehicles do not give up. `AB-GRITTY-08`.
pub fn departure(
    sheet: &Sheet,
    condition: &HealthState,
    nearest_enemy_squared: Option<u32>,
    switches: &Switches,
) -> Option<Departure> {
    let gives_up = sheet.role == UnitRole::GrittyExtra && !sheet.vehicle && sheet.machine.is_none();
    if !gives_up || condition.dead || condition.extra.left.is_some() {
        return None;
    }
    let near = nearest_enemy_squared.is_some_and(|squared| squared <= SURRENDER_M * SURRENDER_M);
    match switches.gritty_out {
        GrittyOut::ByDistance if near => Some(Departure::Surrendered),
        GrittyOut::ByDistance | GrittyOut::Retreat => Some(Departure::Fled),
        GrittyOut::Surrender => Some(Departure::Surrendered),
        GrittyOut::Fall => None,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::aberrant::extras;
    use crate::aberrant::health::health_track::LifeStatus;
    use crate::aberrant::test_fixtures::{sheet, unhurt};

    fn gritty(change: impl FnOnce(&mut Sheet)) -> Sheet {
        sheet(|sheet| {
            sheet.role = UnitRole::GrittyExtra;
            change(sheet);
        })
    }

    fn after(sheet: &Sheet, hits: &[(u32, DamageType)]) -> HealthState {
        let mut condition = unhurt(sheet);
        for &(levels, kind) in hits {
            mark_levels(&mut condition, sheet, levels, kind, &Switches::default());
        }
        condition
    }

    #[rstest]
    #[case::ab_gritty_03_three_levels(3, LifeStatus::Fighting)]
    #[case::ab_gritty_03_four_levels(4, LifeStatus::Incapacitated)]
    fn short_track(#[case] levels: u32, #[case] status: LifeStatus) {
        let sheet = gritty(|sheet| sheet.stamina = 5);
        assert_eq!(after(&sheet, &[(levels, DamageType::Bashing)]).life_status(&sheet), status);
    }

    #[test]
    fn ab_gritty_02_no_wound_penalties() {
        let sheet = gritty(|_| {});
        for levels in 0..=3 {
            assert_eq!(after(&sheet, &[(levels, DamageType::Lethal)]).wound_penalty(&sheet), 0);
        }
        let named = crate::aberrant::test_fixtures::sheet(|_| {});
        let mut hurt = unhurt(&named);
        hurt.marks.lethal = 3;
        assert_eq!(hurt.wound_penalty(&named), -1, "named characters have them");
    }

    #[rstest]
    #[case::ab_gritty_04_seven_dice(7, 0, false, 3)]
    #[case::ab_gritty_04_adds_are_levels(4, 2, false, 4)]
    #[case::ab_gritty_04_adds_with_one_die(1, 2, false, 2)]
    #[case::ab_gritty_04_one_die_is_too_little(1, 0, false, 0)]
    #[case::ab_ruling_42_ping(2, 2, true, 0)]
    fn conversion(#[case] dice: u32, #[case] adds: u32, #[case] ping: bool, #[case] levels: u32) {
        assert_eq!(converted_levels(DamageRoll { dice, kind: DamageType::Lethal, adds, ping }), levels);
    }

    #[rstest]
    #[case::ab_gritty_05_ten_levels_four(10, 4, LifeStatus::Fighting)]
    #[case::ab_gritty_05_ten_levels_five(10, 5, LifeStatus::Incapacitated)]
    #[case::ab_gritty_05_nine_levels_four(9, 4, LifeStatus::Fighting)]
    #[case::ab_gritty_05_rounded_up(9, 5, LifeStatus::Incapacitated)]
    fn vehicles(#[case] levels: u32, #[case] lost: u32, #[case] status: LifeStatus) {
        let sheet = gritty(|sheet| (sheet.vehicle, sheet.levels) = (true, Some(levels)));
        assert_eq!(after(&sheet, &[(lost, DamageType::Lethal)]).life_status(&sheet), status);
    }

    #[test]
    fn ab_gritty_05_levels_of_its_stamina() {
        let van = gritty(|sheet| (sheet.vehicle, sheet.stamina) = (true, 5));
        assert_eq!((extras::track_levels(&van), extras::out_level(&van)), (Some(9), Some(5)));
    }

    #[rstest]
    #[case::ab_gritty_09_seven_lethal(7, DamageType::Lethal, LifeStatus::Incapacitated)]
    #[case::ab_gritty_09_eight_lethal(8, DamageType::Lethal, LifeStatus::Dead)]
    #[case::ab_gritty_09_eight_aggravated(8, DamageType::Aggravated, LifeStatus::Dead)]
    #[case::ab_gritty_09_eight_bashing(8, DamageType::Bashing, LifeStatus::Incapacitated)]
    #[case::ab_gritty_09_twenty_bashing(20, DamageType::Bashing, LifeStatus::Incapacitated)]
    fn enough_kills(#[case] levels: u32, #[case] kind: DamageType, #[case] status: LifeStatus) {
        let sheet = gritty(|_| {});
        assert_eq!(after(&sheet, &[(levels, kind)]).life_status(&sheet), status);
        let in_two = after(&sheet, &[(levels - 4, kind), (4, kind)]);
        assert_eq!(in_two.life_status(&sheet), status, "hit by hit");
    }

    #[rstest]
    #[case::ab_gritty_09_both_kinds(&[(7, DamageType::Lethal), (1, DamageType::Aggravated)], 2, true)]
    #[case::ab_gritty_09_not_bashing(&[(7, DamageType::Lethal), (1, DamageType::Bashing)], 2, false)]
    #[case::ab_gritty_09_eleven_at_three_times(&[(11, DamageType::Lethal)], 3, false)]
    #[case::ab_gritty_09_twelve_at_three_times(&[(12, DamageType::Lethal)], 3, true)]
    fn levels_that_kill(#[case] hits: &[(u32, DamageType)], #[case] multiplier: u8, #[case] kills: bool) {
        let sheet = gritty(|_| {});
        let switches = Switches { gritty_kill_multiplier: multiplier, ..Switches::default() };
        let mut condition = unhurt(&sheet);
        for &(levels, kind) in hits {
            mark_levels(&mut condition, &sheet, levels, kind, &switches);
        }
        assert_eq!(condition.dead, kills);
    }

    #[rstest]
    #[case::ab_gritty_08_at_six_metres("by_distance", Some(36), Some(Departure::Surrendered))]
    #[case::ab_gritty_08_at_ten_metres("by_distance", Some(100), Some(Departure::Surrendered))]
    #[case::ab_gritty_08_just_over_ten_metres("by_distance", Some(101), Some(Departure::Fled))]
    #[case::ab_gritty_08_at_fifteen_metres("by_distance", Some(225), Some(Departure::Fled))]
    #[case::ab_gritty_08_no_enemy("by_distance", None, Some(Departure::Fled))]
    #[case::ab_gritty_08_always_surrender("surrender", Some(225), Some(Departure::Surrendered))]
    #[case::ab_gritty_08_always_retreat("retreat", Some(1), Some(Departure::Fled))]
    #[case::ab_gritty_08_neither("fall", Some(1), None)]
    fn going_out(#[case] value: &str, #[case] enemy: Option<u32>, #[case] expected: Option<Departure>) {
        let sheet = gritty(|_| {});
        let mut switches = Switches::default();
        switches.set("ab.gritty_out", value).expect("a switch");
        let out = after(&sheet, &[(4, DamageType::Lethal)]);
        assert_eq!(departure(&sheet, &out, enemy, &switches), expected);
        let dead = after(&sheet, &[(8, DamageType::Lethal)]);
        assert_eq!(departure(&sheet, &dead, enemy, &switches), None, "the dead do neither");
        let van = gritty(|sheet| sheet.vehicle = true);
        assert_eq!(departure(&van, &out, enemy, &switches), None, "nor do vehicles");
    }

    #[test]
    fn ab_gritty_08_surrender_shows_in_the_condition() {
        let sheet = gritty(|_| {});
        let mut out = after(&sheet, &[(4, DamageType::Lethal)]);
        out.extra.left = Some(Departure::Surrendered);
        assert_eq!(out.life_status(&sheet), LifeStatus::Surrendered);
        out.extra.left = Some(Departure::Fled);
        assert_eq!(out.life_status(&sheet), LifeStatus::Fled);
    }
}
