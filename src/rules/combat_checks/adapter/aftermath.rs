//! After the fight: what strikes late, what ends, and Medicae checks with time to spare.

use super::super::aftermath;
use super::super::heal::NoHealing;
use super::deeds::{treat as medicae, treatable, untreated_text};
use super::{condition_of, fighter, switches};
use crate::{Combatant, Condition, Deed, Outcome, Refused, RuleSet, Treatment};
use dice::{Step, Table};

/// Minutes of a Medicae check outside a fight.
const MINUTES: u32 = 10;
const TREAT: &str = "treat";

/// `CC-HEAL-07`, `CC-THR-10`.
///
/// # Errors
/// As the table.
pub fn encounter_ends(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<Condition> {
    let fighter = fighter(unit, rules);
    let (sheet, condition) = (&fighter.sheet, &fighter.condition);
    aftermath::encounter_ends(table, unit.id, sheet, condition, switches(rules)).map(condition_of)
}

/// Every injury may be treated again. `CC-HEAL-03`.
pub fn encounter_begins(condition: &Condition) -> Condition {
    let mut after = condition.combat_checks().clone();
    aftermath::encounter_begins(&mut after);
    condition_of(after)
}

/// `CC-HEAL-01`.
pub fn treatments(unit: &Combatant, _: &RuleSet) -> Vec<Treatment> {
    if unit.down.is_some() {
        return Vec::new();
    }
    vec![Treatment {
        key: TREAT,
        label: "Medicae",
        detail: "A check on a Critical Injury; one attempt each.".to_owned(),
        minutes: MINUTES,
        clause: "CC-HEAL-01",
    }]
}

fn patient<'a>(deed: &Deed<'a>) -> &'a Combatant {
    deed.target.map_or(deed.unit, |(other, _)| other)
}

/// `CC-HEAL-02` to `CC-HEAL-05`.
///
/// # Errors
/// Why not.
pub fn may_treat(deed: &Deed<'_>, rules: &RuleSet) -> Result<(), Refused> {
    let condition = patient(deed).condition.combat_checks();
    if !treatable(condition, rules).is_empty() {
        return Ok(());
    }
    let last = condition.injuries.len().saturating_sub(1);
    let why = super::super::heal::difficulty(condition, last, false, switches(rules)).err();
    Err(untreated_text(why.unwrap_or(NoHealing::None)))
}

/// `CC-HEAL-01`.
///
/// # Errors
/// As the table.
pub fn treat(table: &mut impl Table, deed: &Deed<'_>, rules: &RuleSet) -> Step<Outcome> {
    medicae(table, deed, patient(deed), rules)
}
