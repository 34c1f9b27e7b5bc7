//! Initiative and movement. `AB-BASE-06`, `AB-BASE-07`, `AB-BASE-11`.

use dice::{Modifiers, Note, Purpose, RuleResult, Table};

use crate::UnitRole;
use crate::aberrant::checks::dice_pool;
use crate::aberrant::checks::dice_pool::PoolRoll;
use crate::aberrant::extras::{cinematic, gritty};
use crate::aberrant::health::dazing::DAZED_PENALTY;
use crate::aberrant::lines::{RollNote, RollVerdict};
use crate::aberrant::protection::armour_layers;
use crate::aberrant::protection::armour_layers::RollPurpose;
use crate::aberrant::{Ability, Fighter, Sheet, Switches};
use crate::turn_engine::switches::Crawl;

/// Rounds per minute; a round is a turn of five seconds. `AB-BASE-06`.
pub const ROUNDS_PER_MINUTE: u32 = 12;
/// Metres per point of Dexterity, walking and running. As in Swan Song, with Dexterity instead of Agility.
/// `SS-MOVE-02`.
const METRES_PER_DEXTERITY: u32 = 2;

/// Parts added to the initiative die. `AB-BASE-11`.
pub fn initiative_parts(sheet: &Sheet) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(i32::from(sheet.dexterity), "Dexterity", "AB-BASE-11");
    parts.add(i32::from(sheet.wits), "Wits", "AB-BASE-11");
    parts
}

/// Rolls a unit's initiative for a round; extras do not roll. `AB-BASE-11`, `AB-GRITTY-01`, `AB-CINE-01`.
pub fn roll_initiative(table: &mut impl Table, unit: &Fighter) -> RuleResult<i32> {
    let parts = initiative_parts(&unit.sheet);
    match unit.sheet.role {
        UnitRole::CinematicExtra => return Ok(cinematic::INITIATIVE_SCORE),
        UnitRole::GrittyExtra => return Ok(gritty::INITIATIVE_FACE + parts.sum()),
        UnitRole::Named => {}
    }
    let (why, clause) = ("initiative", "AB-BASE-11");
    let purpose = Purpose { who: Some(unit.id), why, clause, parts: &parts.0, limit: None };
    let face = table.roll(dice_pool::face_die(), purpose)?.value;
    Ok(face.cast_signed() + parts.sum())
}

/// Metres of a walk. `AB-BASE-07`, `SS-MOVE-02`.
pub fn walk_m(sheet: &Sheet) -> u32 {
    sheet.moves.walk.unwrap_or(METRES_PER_DEXTERITY * u32::from(sheet.dexterity))
}

/// Metres of a walk on one's feet, or of crawling when prone; ruined legs halve it, and without legs there is none.
/// `AB-BASE-07`, `AB-GRIEV-04`, `AB-GRIEV-05`, `SS-ACT-53`.
pub fn posture_walk_m(unit: &Fighter, crawl: Crawl) -> u32 {
    if unit.condition.crawling_flaw().is_some() {
        return 0;
    }
    let walk = unit.condition.hobbled_m(walk_m(&unit.sheet));
    match (unit.prone, crawl) {
        (false, _) | (true, Crawl::Full) => walk,
        (true, Crawl::Half) => walk / 2,
        (true, Crawl::None) => 0,
    }
}

/// Metres of a Run action; armour does not reduce them. `AB-BASE-07`, `AB-ARMOR-02`, `SS-MOVE-07`.
pub fn run_m(sheet: &Sheet) -> u32 {
    sheet.moves.run.unwrap_or(METRES_PER_DEXTERITY * u32::from(sheet.dexterity))
}

/// Parts of a sprint pool. `AB-ARMOR-02`, `AB-TRACK-06`, `SS-MOVE-09`.
pub fn sprint_parts(unit: &Fighter) -> Modifiers {
    let (sheet, condition) = (&unit.sheet, &unit.condition);
    let mut parts = Modifiers::new();
    parts.add(i32::from(sheet.strength), "Strength", "SS-MOVE-09");
    parts.add(i32::from(sheet.ability(Ability::Athletics)), "Athletics", "SS-MOVE-09");
    parts.add(condition.wound_penalty(sheet), "wounds", "AB-TRACK-06");
    armour_layers::add_armour_penalty(&mut parts, sheet, condition, RollPurpose::Movement);
    parts
}

/// Rolls a sprint and returns its metres, one per net success. `AB-DAZE-04`, `SS-MOVE-09`, `SS-MOVE-10`.
pub fn roll_sprint(table: &mut impl Table, unit: &Fighter, switches: &Switches) -> RuleResult<u32> {
    let parts = sprint_parts(unit);
    let (why, clause, mega) = ("sprint", "SS-MOVE-09", unit.sheet.mega_strength);
    let rolling = PoolRoll { who: unit.id, why, clause, parts: &parts, mega };
    let ((), successes) = rolling.roll(table, (), switches)?;
    let difficulty = if unit.is_dazed() { DAZED_PENALTY.unsigned_abs() } else { 0 };
    Ok(dice_pool::net_successes(successes, difficulty))
}

/// Rolls against exertion, such as a long sprint; true if the unit withstands it. `AB-ARMOR-03`,
/// `AB-TRACK-06`.
pub fn roll_exertion(table: &mut impl Table, unit: &Fighter, switches: &Switches) -> RuleResult<bool> {
    let (sheet, condition) = (&unit.sheet, &unit.condition);
    let mut parts = Modifiers::new();
    parts.add(i32::from(sheet.stamina), "Stamina", "AB-ARMOR-03");
    parts.add(i32::from(sheet.ability(Ability::Endurance)), "Endurance", "AB-ARMOR-03");
    parts.add(condition.wound_penalty(sheet), "wounds", "AB-TRACK-06");
    armour_layers::add_armour_penalty(&mut parts, sheet, condition, RollPurpose::Physical);
    let (why, clause, mega) = ("exertion", "AB-ARMOR-03", sheet.mega_stamina);
    let rolling = PoolRoll { who: unit.id, why, clause, parts: &parts, mega };
    let ((), successes) = rolling.roll(table, (), switches)?;
    let difficulty = armour_layers::exertion_difficulty(sheet, condition);
    let withstood = dice_pool::extra_successes(successes, difficulty).is_some();
    table.note(|| {
        let verdict = if withstood { RollVerdict::Withstood } else { RollVerdict::Exhausted };
        Note::new("AB-ARMOR-03", RollNote { successes, difficulty, verdict })
    });
    Ok(withstood)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::aberrant::health::dazing::RoundRange;
    use crate::aberrant::test_fixtures::{armour, fighter, scripted};
    use crate::aberrant::{Armour, MovementRates, Soak};

    #[rstest]
    #[case(6, 11)]
    #[case(5, 10)]
    fn ab_base_11_initiative(#[case] face: u8, #[case] score: i32) {
        let unit = fighter(1, |sheet| (sheet.dexterity, sheet.wits) = (4, 1));
        let (rolled, _) = scripted(&[vec![face]], &[], |table| roll_initiative(table, &unit));
        assert_eq!(rolled, score);
    }

    #[test]
    fn ab_base_06_twelve_rounds_a_minute() {
        assert_eq!(60 / ROUNDS_PER_MINUTE, 5);
    }

    #[test]
    fn ab_base_07_metres_come_from_the_engine_or_the_sheet() {
        let unit = fighter(1, |sheet| sheet.dexterity = 3);
        assert_eq!((walk_m(&unit.sheet), run_m(&unit.sheet)), (6, 6));
        let unit =
            fighter(1, |sheet| sheet.moves = MovementRates { run: Some(30), ..MovementRates::default() });
        assert_eq!(run_m(&unit.sheet), 30);
    }

    #[test]
    fn ab_armor_02_running_loses_dice_not_metres() {
        let heavy = |sheet: &mut Sheet| {
            (sheet.strength, sheet.stamina, sheet.dexterity) = (6, 6, 3);
            sheet.armour = vec![Armour { penalty: 2, ..armour("plate", Soak::default()) }];
        };
        let unit = fighter(1, heavy);
        assert_eq!((sprint_parts(&unit).pool(), run_m(&unit.sheet)), (4, 6));
        let faces = [vec![7, 8, 9, 1]];
        assert_eq!(scripted(&faces, &[], |table| roll_sprint(table, &unit, &Switches::default())).0, 3);
    }

    #[test]
    fn ab_daze_04_a_dazed_sprint() {
        let mut unit = fighter(1, |sheet| sheet.strength = 4);
        unit.condition.dazed = Some(RoundRange { first: unit.round, last: unit.round });
        let faces = [vec![7, 8, 9, 1]];
        assert_eq!(scripted(&faces, &[], |table| roll_sprint(table, &unit, &Switches::default())).0, 1);
    }

    #[rstest]
    #[case(&[7, 7, 1, 1], false)]
    #[case(&[7, 7, 7, 1], true)]
    fn ab_armor_03_exertion(#[case] faces: &[u8], #[case] withstood: bool) {
        let unit = fighter(1, |sheet| {
            (sheet.strength, sheet.stamina) = (5, 3);
            sheet.abilities.insert(Ability::Endurance, 1);
            sheet.armour = vec![Armour { penalty: 2, ..armour("plate", Soak::default()) }];
        });
        let rule = |table: &mut dice::ScriptedTable| roll_exertion(table, &unit, &Switches::default());
        assert_eq!(scripted(&[faces.to_vec()], &[], rule).0, withstood);
    }
}
