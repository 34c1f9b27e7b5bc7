//! After the battle: automatic recovery, and treatments by medics and mechanics.

use super::special_actions::{TREAT, helped};
use super::{fighter, switches};
use crate::rulebook::UnitRules;
use crate::swan_song::attack::called_shot;
use crate::swan_song::lines::recovery::{RecoveryLabel, TreatmentRefusal};
use crate::swan_song::recovery::healing;
use crate::swan_song::recovery::healing::TreatmentError;
use crate::swan_song::recovery::treatment as rule;
use crate::swan_song::recovery::treatment::TreatmentResult;
use crate::{
    ActionOutcome, HealthState, MedicalCare, Rest, RuleSet, RuleViolation, SpecialAction, TreatmentOption,
    UnitSnapshot,
};
use dice::{RuleResult, Table};

const FIRST_AID: &str = "first_aid";
const REPAIR: &str = "repair";
const CURE: &str = "cure";
const HEAL: &str = "heal";

/// Refills shields and ends last stands. `SS-HEAL-01`, `SS-FFYL-16`.
pub fn health_after_battle(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<HealthState> {
    Ok(HealthState::SwanSong(healing::end_encounter(*unit.condition.swan_song())))
}

/// Applies rest. `SS-HEAL-05`, `SS-HEAL-06`, `SS-HEAL-08`, `SS-DMG-23`, `SS-CALL-47`.
pub fn health_after_rest(unit: &UnitSnapshot, rest: Rest, rules: &RuleSet) -> HealthState {
    let vitals = *unit.condition.swan_song();
    if let Some(drained) =
        called_shot::rest_with_slow_death(vitals, &unit.ailments, rest.times(1), switches(rules))
    {
        return HealthState::SwanSong(drained);
    }
    let body = unit.sheet.swan_song().attributes.body;
    let care = rest.care != MedicalCare::None;
    HealthState::SwanSong(healing::rest(vitals, body, rest, care, switches(rules)))
}

/// Returns the treatments that a unit can give. `SS-HEAL-04`, `SS-HEAL-07`, `SS-HEAL-09`, `SS-HEAL-10`.
pub fn treatment_options(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<TreatmentOption> {
    if unit.down.is_some() || !super::SwanSongRulebook::has_hands(&unit.sheet) {
        return Vec::new();
    }
    let treatment = |key, label: RecoveryLabel, detail: String, minutes, clause| TreatmentOption {
        key,
        label: label.into(),
        detail,
        minutes,
        clause,
    };
    let threshold = switches(rules).stabilise_threshold;
    let mut all = vec![
        treatment(
            FIRST_AID,
            RecoveryLabel::FirstAid,
            format!("{threshold} hits stop the bleeding."),
            1,
            "SS-HEAL-07",
        ),
        treatment(
            TREAT,
            RecoveryLabel::TreatSlowDeath,
            format!("One roll per minute against Slow Death, {} hits in total.", rule::SLOW_DEATH_HITS),
            1,
            "SS-CALL-48",
        ),
        treatment(
            REPAIR,
            RecoveryLabel::Repair,
            "One hour: each hit restores Armored Health.".to_owned(),
            healing::REPAIR_MINUTES,
            "SS-HEAL-04",
        ),
    ];
    if let Some(hits) = switches(rules).injury_cure.0 {
        let detail = format!("One roll per day; {hits} hits in total cure a Critical Injury.");
        all.push(treatment(CURE, RecoveryLabel::CureInjury, detail, healing::DAY_MINUTES, "SS-HEAL-09"));
    }
    let points = unit.sheet.swan_song().heal;
    if points > 0 {
        all.push(treatment(HEAL, RecoveryLabel::Heal, format!("Restores {points} Flesh."), 1, "SS-HEAL-10"));
    }
    all
}

/// The patient: the target, or the unit itself.
fn patient<'a>(special: &SpecialAction<'a>) -> &'a UnitSnapshot {
    special.target.map_or(special.unit, |(other, _)| other)
}

/// # Errors
/// Returns why the treatment is not possible.
pub fn may_treat(special: &SpecialAction<'_>, rules: &RuleSet) -> Result<(), RuleViolation> {
    let patient = patient(special);
    let (vitals, down) = (patient.condition.swan_song(), patient.down);
    let allowed = match special.key {
        FIRST_AID => rule::may_give_first_aid(vitals, down, &patient.ailments),
        TREAT => rule::may_treat_slow_death(down, &patient.ailments),
        REPAIR => healing::may_repair(vitals, down),
        CURE => healing::may_cure(vitals, down, switches(rules)).map(drop),
        _ => healing::may_heal(vitals, down),
    };
    allowed.map_err(|why: TreatmentError| RuleViolation::new(TreatmentRefusal(why), why.clause()))
}

/// Resolves a treatment after the battle. `SS-HEAL`.
pub fn resolve_treatment(
    table: &mut impl Table,
    special: &SpecialAction<'_>,
    rules: &RuleSet,
) -> RuleResult<ActionOutcome> {
    let (medic, patient) = (fighter(special.unit), patient(special));
    let before = *patient.condition.swan_song();
    let switches = switches(rules);
    let state = (before, &*patient.ailments);
    let help = match special.key {
        FIRST_AID => rule::give_first_aid(table, &medic, state, switches)?,
        TREAT => rule::treat_slow_death(table, &medic, state, switches)?,
        REPAIR => TreatmentResult::unchanged(healing::repair_armour(table, &medic, before, switches)?),
        CURE => TreatmentResult::unchanged(match healing::may_cure(&before, patient.down, switches) {
            Ok(needed) => healing::roll_cure(table, &medic, before, needed, switches)?,
            Err(_) => before,
        }),
        _ => rule::use_heal_power(before, &patient.ailments, u32::from(medic.sheet.heal)),
    };
    Ok(ActionOutcome::from_effects(helped(patient, help)))
}
