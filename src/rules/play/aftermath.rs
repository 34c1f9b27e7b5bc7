//! What comes after a fight.

use crate::{Combatant, Condition, Deed, Outcome, Refused, Rest, RuleSet, Treatment};
use dice::{Step, Table};

/// What the end of a fight makes of a unit.
///
/// # Errors
/// As the table.
pub fn encounter_ends(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<Condition> {
    ask!(unit.sheet.book(), encounter_ends(table, unit, rules))
}

/// What a unit brings from one fight into the next.
pub fn encounter_begins(condition: &Condition) -> Condition {
    ask!(condition.book(), encounter_begins(condition))
}

/// What rest makes of a unit.
pub fn rest(unit: &Combatant, rest: Rest, rules: &RuleSet) -> Condition {
    ask!(unit.sheet.book(), rest(unit, rest, rules))
}

/// What a unit may do for the wounded after the fight.
pub fn treatments(unit: &Combatant, rules: &RuleSet) -> Vec<Treatment> {
    ask!(unit.sheet.book(), treatments(unit, rules))
}

/// Whether one of `treatments` does anything for its target; without a target, for the unit itself.
///
/// # Errors
/// Why not.
pub fn may_treat(deed: &Deed<'_>, rules: &RuleSet) -> Result<(), Refused> {
    ask!(deed.unit.sheet.book(), may_treat(deed, rules))
}

/// Gives a treatment.
///
/// # Errors
/// As the table.
pub fn treat(table: &mut impl Table, deed: &Deed<'_>, rules: &RuleSet) -> Step<Outcome> {
    ask!(deed.unit.sheet.book(), treat(table, deed, rules))
}
