//! Values that the shared turn engine needs.

use super::action_economy;
use crate::combat_checks::{Characteristic, Fighter, HealthState, Sheet, Switches};
use dice::{Dice, Modifiers, Purpose, RuleResult, Table};

/// Fixed parts of the Initiative Score: Agility and Perception replace Reaction and Intuition of the borrowed chapter.
/// `SS-INIT-01`.
pub fn initiative_parts(sheet: &Sheet, condition: &HealthState) -> Modifiers {
    let mut parts = Modifiers::new();
    for which in [Characteristic::Agility, Characteristic::Perception] {
        parts.add(i32::from(condition.characteristic(sheet, which)), which.name(), "SS-INIT-01");
    }
    parts
}

/// Rolls the Initiative Score of a round: Agility + Perception + 1d6. `SS-INIT-01`.
pub fn roll_initiative(table: &mut impl Table, fighter: &Fighter) -> RuleResult<i32> {
    let parts = initiative_parts(&fighter.sheet, &fighter.condition);
    let purpose = Purpose {
        who: Some(fighter.id),
        why: "initiative",
        clause: "SS-INIT-01",
        parts: &parts.0,
        limit: None,
    };
    let dice = table.roll(Dice::d6_sum(1), purpose)?.value;
    Ok(parts.sum() + dice.cast_signed())
}

/// Action points of a turn. `CC-ECON-03`.
pub const fn action_points(sheet: &Sheet) -> u8 {
    sheet.action_points
}

/// Metres of one Move maneuver; a square is a metre. `CC-ECON-08`.
pub fn walk_metres(fighter: &Fighter, switches: &Switches) -> u32 {
    action_economy::move_squares(&fighter.sheet, &fighter.condition, switches)
}

/// Metres of the second Move of a turn, which counts as running. `CC-ECON-07`, `CC-ECON-08`.
pub fn run_metres(fighter: &Fighter, switches: &Switches) -> u32 {
    walk_metres(fighter, switches)
}

/// Whether it has neither action, maneuver nor free act. `CC-THR-06`.
pub const fn is_helpless(fighter: &Fighter) -> bool {
    fighter.down.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat_checks::test_support::{faces, fighter, switches_with};

    #[test]
    fn initiative_is_agility_perception_and_a_die() {
        let unit = fighter(1, |sheet| sheet.characteristics.agility = 4);
        let (score, _) = faces(&[5], &[], |table| roll_initiative(table, &unit));
        assert_eq!(score, 4 + 3 + 5);
    }

    #[test]
    fn cc_econ_08_a_move_is_twice_agility() {
        let unit = fighter(1, |_| {});
        assert_eq!(walk_metres(&unit, &Switches::default()), 6);
        assert_eq!(run_metres(&unit, &switches_with("cc.maneuvers", "8")), 8);
    }
}
