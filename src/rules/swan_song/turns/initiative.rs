//! Initiative of a unit: attribute and roll. Chapter INIT; scores, passes and phases are the turn engine's.

use dice::{Modifiers, RuleResult, Table};

use crate::swan_song::damage::armour::{effective_attribute, effective_attribute_parts};
use crate::swan_song::damage::wounds::{wound_modifier, wound_parts};
use crate::swan_song::{Attribute, Fighter, Sheet, Vitals};
use crate::turn_engine::initiative;
use crate::turn_engine::initiative::InitiativeScore;

/// Parts of the Initiative attribute: REA, INT and wounds. `SS-INIT-01`, `SS-INIT-21`, `SS-WND-10`.
pub fn initiative_attribute_parts(sheet: &Sheet, vitals: &Vitals) -> Modifiers {
    let mut parts = effective_attribute_parts(sheet, Attribute::Reaction, "SS-INIT-01");
    parts.0.extend(effective_attribute_parts(sheet, Attribute::Intuition, "SS-INIT-01").0);
    parts.add(wound_parts(vitals).sum(), "wounds", "SS-INIT-21");
    parts
}

/// The Initiative attribute as a number.
pub fn initiative_attribute(sheet: &Sheet, vitals: &Vitals) -> i32 {
    let attributes = [Attribute::Reaction, Attribute::Intuition].map(|one| effective_attribute(sheet, one));
    attributes.into_iter().map(i32::from).sum::<i32>() + wound_modifier(vitals)
}

/// Rolls a unit's initiative for a round; `change` is the change of its dice by effects, `karma` buys five dice.
/// `SS-INIT-02` to `SS-INIT-07`.
pub fn roll_initiative(
    table: &mut impl Table,
    fighter: &Fighter,
    change: i32,
    karma: bool,
) -> RuleResult<InitiativeScore> {
    let attribute = initiative_attribute(&fighter.sheet, &fighter.vitals);
    initiative::roll_initiative(table, (fighter.id, attribute), fighter.sheet.initiative_dice, change, karma)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swan_song::PointPool;
    use crate::swan_song::test_support::units::{fighter, on_faces, sheet_with};

    #[test]
    fn ss_init_01_the_initiative_attribute_is_a_sum_of_attributes() {
        let sheet = sheet_with(|sheet| sheet.attributes.reaction = 4);
        assert_eq!(initiative_attribute(&sheet, &Vitals::default()), 7);
    }

    #[test]
    fn ss_round_16_wounds_reach_the_score() {
        let mut unit = fighter(sheet_with(|sheet| {
            sheet.attributes.reaction = 4;
            sheet.attributes.intuition = 4;
        }));
        unit.vitals.flesh = PointPool { now: 5, max: 10 };
        assert_eq!(on_faces(&[5], |table| roll_initiative(table, &unit, 0, false)).0.score, 11);
    }

    #[test]
    fn ss_init_21_wounds_lower_the_initiative_attribute() {
        let sheet = sheet_with(|sheet| sheet.attributes.reaction = 5);
        let hurt = Vitals { flesh: PointPool { now: 5, max: 10 }, ..Vitals::default() };
        assert_eq!(initiative_attribute(&sheet, &hurt), 6);
    }
}
