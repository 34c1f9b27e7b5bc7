//! Medicae checks on Critical Injuries, and health between battles.

use super::{CombatChecksRulebook, switches};
use crate::combat_checks::critical_injuries::after_battle;
use crate::combat_checks::critical_injuries::chart::InjuryEffect;
use crate::combat_checks::critical_injuries::healing::{self, HealingError, MedicaeTreatment};
use crate::combat_checks::lines::{CriticalInjuryLine, InjuryPromptLine};
use crate::combat_checks::{Fighter, SideBoosts};
use crate::rulebook::AftermathRules;
use crate::{
    ActionOutcome, BattleEvent, HealthState, HitResult, RuleSet, RuleStep, RuleViolation, SpecialAction,
    TargetSight, TreatmentOption, UnitSnapshot,
};
use dice::{Answer, Prompt, RuleResult, Table};

/// Minutes of a Medicae check outside a battle.
const MINUTES: u32 = 10;

impl AftermathRules for CombatChecksRulebook {
    /// Every injury may be treated again. `CC-HEAL-03`.
    fn health_at_battle_start(health: &HealthState) -> HealthState {
        let mut after = health.combat_checks().clone();
        after_battle::begin_encounter(&mut after);
        HealthState::CombatChecks(after)
    }

    /// `CC-HEAL-07`, `CC-THR-10`.
    fn health_after_battle(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        rules: &RuleSet,
    ) -> RuleResult<HealthState> {
        let (sheet, health) = (unit.sheet.combat_checks(), unit.condition.combat_checks());
        after_battle::end_encounter(table, unit.id, sheet, health, switches(rules))
            .map(HealthState::CombatChecks)
    }

    /// `CC-HEAL-01`.
    fn treatment_options(unit: &UnitSnapshot, _: &RuleSet) -> Vec<TreatmentOption> {
        if unit.down.is_some() {
            return Vec::new();
        }
        vec![TreatmentOption {
            key: "treat",
            label: CriticalInjuryLine::Treat.into(),
            detail: "A Medicae check, by Intelligence and the skill Medicae, that can heal a Critical Injury of the patient; each \
                     injury can be tried once. Wounds heal by rest.".to_owned(),
            minutes: MINUTES,
            clause: "CC-HEAL-01",
        }]
    }

    /// `CC-HEAL-02` to `CC-HEAL-05`.
    fn may_treat(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<(), RuleViolation> {
        check_treatable(patient(action), rules).map_err(RuleViolation::from)
    }

    /// `CC-HEAL-01`.
    fn resolve_treatment(
        table: &mut impl Table,
        action: &SpecialAction<'_>,
        rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        treat_injury(table, action, patient(action), rules)
    }
}

/// The target of a treatment; without a target, the healer.
fn patient<'a>(action: &SpecialAction<'a>) -> &'a UnitSnapshot {
    action.target.map_or(action.unit, |(other, _)| other)
}

/// Injuries that may be treated with their difficulty dice, the deadly ones first, then the easy ones. `CC-HEAL-02` to
/// `CC-HEAL-05`.
fn treatable_injuries(patient: &Fighter, rules: &RuleSet) -> Vec<(usize, u8)> {
    let (health, replacement) = (&patient.condition, healing::has_replacement(patient));
    let difficulty = |at| healing::healing_difficulty(health, at, replacement, switches(rules)).ok();
    let mut injuries: Vec<(usize, u8)> =
        (0..health.injuries.len()).filter_map(|at| Some((at, difficulty(at)?))).collect();
    let is_deadly = |at: usize| {
        let effect = health.injuries[at].effect();
        matches!(effect, Some(InjuryEffect::Bleeding { .. } | InjuryEffect::EndIsNigh(_)))
    };
    injuries.sort_by_key(|&(at, dice)| (!is_deadly(at), dice, at));
    injuries
}

/// The name of the only injury of a unit that may be treated; `None` if there are none or several.
pub(super) fn sole_treatable_injury(patient: &UnitSnapshot, rules: &RuleSet) -> Option<&'static str> {
    let patient = Fighter::from_snapshot(patient, rules);
    match treatable_injuries(&patient, rules).as_slice() {
        [(at, _)] => Some(patient.condition.injuries[*at].chart_row().name),
        _ => None,
    }
}

/// Whether a unit has injuries that may be treated, and the effects of all of them are over. `CC-RULING-10`.
pub(super) fn has_only_past_effects(patient: &UnitSnapshot, rules: &RuleSet) -> bool {
    let patient = Fighter::from_snapshot(patient, rules);
    let injuries = treatable_injuries(&patient, rules);
    !injuries.is_empty() && injuries.iter().all(|&(at, _)| patient.condition.injuries[at].is_over())
}

/// Checks that an injury of a unit may be treated.
///
/// # Errors
/// Returns the `HealingError` of the last injury, which stands for all of them, if none may be treated.
pub(super) fn check_treatable(patient: &UnitSnapshot, rules: &RuleSet) -> Result<(), HealingError> {
    let patient = Fighter::from_snapshot(patient, rules);
    if !treatable_injuries(&patient, rules).is_empty() {
        return Ok(());
    }
    let last = patient.condition.injuries.len().saturating_sub(1);
    let replacement = healing::has_replacement(&patient);
    let why = healing::healing_difficulty(&patient.condition, last, replacement, switches(rules)).err();
    Err(why.unwrap_or(HealingError::NoSuchInjury))
}

/// Resolves a Medicae check on an injury that the healer's player chooses. `CC-HEAL-01`.
pub(super) fn treat_injury(
    table: &mut impl Table,
    action: &SpecialAction<'_>,
    patient: &UnitSnapshot,
    rules: &RuleSet,
) -> RuleResult<ActionOutcome> {
    let [healer, patient] = [action.unit, patient].map(|unit| Fighter::from_snapshot(unit, rules));
    let health = &patient.condition;
    let injuries = treatable_injuries(&patient, rules);
    let chosen = match injuries.len() {
        0 => return Ok(ActionOutcome::from_effects(Vec::new())),
        1 => 0,
        _ => table.ask(|| Prompt {
            who: action.unit.id,
            question: InjuryPromptLine::AskWhichToTreat { patient: patient.name.clone() }.into(),
            clause: "CC-HEAL-01",
            answers: injuries
                .iter()
                .map(|&(at, dice)| {
                    let (row, is_over) = (health.injuries[at].chart_row(), health.injuries[at].is_over());
                    Answer::new(at.to_string(), InjuryPromptLine::Injury(row.name), row.clause)
                        .with_detail(InjuryPromptLine::Difficulty { dice, is_over })
                })
                .collect(),
        })?,
    };
    let (injury, _) = injuries[chosen];
    let adjacent = TargetSight::in_the_open(1);
    let treatment = MedicaeTreatment {
        healer: &healer,
        patient: &patient,
        sight: (healer.id != patient.id).then_some(&adjacent),
        injury,
        replacement: healing::has_replacement(&patient),
        side_boosts: SideBoosts { givers: action.boosts.to_vec() }.claim(healer.id),
        switches: switches(rules),
    };
    let result = healing::resolve_medicae_check(table, &treatment)?;
    let mut steps = Vec::new();
    if treatment.side_boosts > 0 {
        steps.push(RuleStep::Record(BattleEvent::BoostsClaimed { unit: healer.id }));
    }
    for (fighter, after) in [(&patient, Some(result.patient)), (&healer, result.healer)] {
        let Some(after) = after.filter(|after| *after != fighter.condition) else { continue };
        let after = HealthState::CombatChecks(after);
        steps.push(RuleStep::ChangeHealth { unit: fighter.id, after, damage: 0, cause: None });
    }
    let injury = health.injuries[injury].chart_row().name;
    let (contact, line) = if result.healed {
        (HitResult::Hit, CriticalInjuryLine::Healed { injury })
    } else {
        (HitResult::Miss, CriticalInjuryLine::NotHealed { injury })
    };
    Ok(ActionOutcome { contact, words: line.into(), ..ActionOutcome::from_effects(steps) })
}
