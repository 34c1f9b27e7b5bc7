//! Initiative and movement. Table CS-T1.

use crate::circumstances::{Characteristic, CombatAction, Fighter, Sheet, Switches};
use dice::{Dice, Modifiers, Purpose, RuleResult, Table};

/// Initiative Dice of every unit, for the borrowed chapter.
pub const INITIATIVE_DICE: u32 = 1;

/// Initiative before dice: the Agility and Perception bonuses replace Reaction and Intuition. `SS-INIT-01`.
pub fn initiative_parts(sheet: &Sheet) -> Modifiers {
    let mut parts = Modifiers::new();
    for characteristic in [Characteristic::Agility, Characteristic::Perception] {
        parts.add(sheet.bonus(characteristic).cast_signed(), characteristic.name(), "SS-INIT-01");
    }
    parts
}

/// Rolls the Initiative Score of a round. `SS-INIT-01`, `SS-INIT-02`.
pub fn roll_initiative(table: &mut impl Table, fighter: &Fighter) -> RuleResult<i32> {
    let parts = initiative_parts(&fighter.sheet);
    let purpose = Purpose {
        who: Some(fighter.id),
        why: "initiative",
        clause: "SS-INIT-02",
        parts: &parts.0,
        limit: None,
    };
    Ok(parts.sum() + table.roll(Dice::d6_sum(INITIATIVE_DICE), purpose)?.value.cast_signed())
}

/// Metres of a Half Move and of a Run. Table CS-T2.
pub fn walk_and_run(fighter: &Fighter, switches: &Switches) -> (u32, u32) {
    let metres = |action: CombatAction| action.move_metres(fighter, switches).unwrap_or(0);
    (metres(CombatAction::Move), metres(CombatAction::Run))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circumstances::Ailment;
    use crate::circumstances::test_fixtures::*;

    #[test]
    fn ss_init_01_initiative_rests_on_agility_and_perception() {
        let unit = fighter(1, |sheet| {
            sheet.characteristics.agility = 43;
            sheet.characteristics.perception = 35;
        });
        let (score, _) = play_script(&[4], &[], |table| roll_initiative(table, &unit));
        assert_eq!(score, 4 + 3 + 4);
    }

    #[test]
    fn a_phase_is_lost_by_the_helpless_and_the_stunned() {
        let mut unit = fighter(1, |_| {});
        assert!(unit.can_act());
        add_ailment(&mut unit, Ailment::Stunned);
        assert!(!unit.can_act());
        unit.ailments.clear();
        unit.condition.wounds = 0;
        assert!(!unit.can_act());
    }

    #[test]
    fn cs_base_20_metres_of_a_walk_and_a_run() {
        let mut unit = fighter(1, |sheet| sheet.characteristics.agility = 38);
        let switches = Switches::default();
        assert_eq!(walk_and_run(&unit, &switches), (3, 18));
        unit.prone = true;
        assert_eq!(walk_and_run(&unit, &switches), (2, 0));
    }
}
