//! After the battle: pending effects, ending effects, and Medicae checks without time pressure.

use super::special_actions::{treat as medicae, treatable};
use super::{condition_of, fighter, switches};
use crate::combat_checks::critical_injuries::after_battle;
use crate::combat_checks::critical_injuries::healing::HealingError;
use crate::combat_checks::lines::CriticalInjuryLine;
use crate::{
    ActionOutcome, HealthState, RuleSet, RuleViolation, SpecialAction, TreatmentOption, UnitSnapshot,
};
use dice::{RuleResult, Table};

/// Minutes of a Medicae check outside a battle.
const MINUTES: u32 = 10;
const TREAT: &str = "treat";

/// Ends the encounter. `CC-HEAL-07`, `CC-THR-10`.
pub fn health_after_battle(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    rules: &RuleSet,
) -> RuleResult<HealthState> {
    let fighter = fighter(unit, rules);
    let (sheet, condition) = (&fighter.sheet, &fighter.condition);
    after_battle::end_encounter(table, unit.id, sheet, condition, switches(rules)).map(condition_of)
}

/// Every injury may be treated again. `CC-HEAL-03`.
pub fn health_at_battle_start(condition: &HealthState) -> HealthState {
    let mut after = condition.combat_checks().clone();
    after_battle::begin_encounter(&mut after);
    condition_of(after)
}

/// Treatments. `CC-HEAL-01`.
pub fn treatment_options(unit: &UnitSnapshot, _: &RuleSet) -> Vec<TreatmentOption> {
    if unit.down.is_some() {
        return Vec::new();
    }
    vec![TreatmentOption {
        key: TREAT,
        label: CriticalInjuryLine::Medicae.into(),
        detail: "Medicae check on a Critical Injury; one attempt per injury.".to_owned(),
        minutes: MINUTES,
        clause: "CC-HEAL-01",
    }]
}

fn patient<'a>(action: &SpecialAction<'a>) -> &'a UnitSnapshot {
    action.target.map_or(action.unit, |(other, _)| other)
}

/// Checks that a treatment is possible. `CC-HEAL-02` to `CC-HEAL-05`.
///
/// # Errors
/// The treatment is not possible.
pub fn may_treat(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<(), RuleViolation> {
    let condition = patient(action).condition.combat_checks();
    if !treatable(condition, rules).is_empty() {
        return Ok(());
    }
    let last = condition.injuries.len().saturating_sub(1);
    let why = crate::combat_checks::critical_injuries::healing::healing_difficulty(
        condition,
        last,
        false,
        switches(rules),
    )
    .err();
    Err(why.unwrap_or(HealingError::NoSuchInjury).into())
}

/// Resolves a treatment. `CC-HEAL-01`.
pub fn resolve_treatment(
    table: &mut impl Table,
    action: &SpecialAction<'_>,
    rules: &RuleSet,
) -> RuleResult<ActionOutcome> {
    medicae(table, action, patient(action), rules)
}
