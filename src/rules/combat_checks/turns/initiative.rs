//! Initiative, borrowed from Swan Song.

use crate::combat_checks::{Characteristic, Fighter, HealthState, Sheet};
use dice::{Dice, Modifiers, Purpose, RuleResult, Table};

/// Fixed parts of the Initiative Score: Agility and Perception replace Reaction and Intuition of the borrowed chapter.
/// `SS-INIT-01`.
pub fn initiative_modifiers(sheet: &Sheet, condition: &HealthState) -> Modifiers {
    let mut parts = Modifiers::new();
    for which in [Characteristic::Agility, Characteristic::Perception] {
        parts.add(i32::from(condition.characteristic(sheet, which)), which.name(), "SS-INIT-01");
    }
    parts
}

/// Rolls the Initiative Score of a round: Agility + Perception + 1d6. `SS-INIT-01`.
pub fn roll_initiative(table: &mut impl Table, fighter: &Fighter) -> RuleResult<i32> {
    let parts = initiative_modifiers(&fighter.sheet, &fighter.condition);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat_checks::test_support::{fighter, play_script};

    #[test]
    fn initiative_is_agility_perception_and_a_die() {
        let unit = fighter(1, |sheet| {
            (sheet.characteristics.agility, sheet.characteristics.perception) = (4, 2);
        });
        let (score, _) = play_script(&[5], &[], |table| roll_initiative(table, &unit));
        assert_eq!(score, 4 + 2 + 5);
    }
}
