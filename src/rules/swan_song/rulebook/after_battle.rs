//! After the battle: automatic recovery, and treatments by medics and mechanics.

use super::special_actions::{TREAT, treatment_steps};
use super::{SwanSongRulebook, fighter, switches};
use crate::lines::HitCount;
use crate::rulebook::{AftermathRules, UnitRules};
use crate::swan_song::attack::called_shot;
use crate::swan_song::lines::recovery::RecoveryLabel;
use crate::swan_song::recovery::healing::TreatmentError;
use crate::swan_song::recovery::treatment::TreatmentResult;
use crate::swan_song::recovery::{healing, treatment};
use crate::{
    ActionOutcome, HealthState, MedicalCare, Rest, RuleSet, RuleViolation, SpecialAction, TreatmentOption,
    UnitSnapshot,
};
use dice::{Clause, RuleResult, Table};

const FIRST_AID: &str = "first_aid";
const REPAIR: &str = "repair";
const CURE: &str = "cure";
const HEAL: &str = "heal";

impl AftermathRules for SwanSongRulebook {
    /// Refills shields and ends last stands. `SS-HEAL-01`, `SS-FFYL-16`.
    fn health_after_battle(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<HealthState> {
        Ok(HealthState::SwanSong(healing::end_encounter(*unit.condition.swan_song())))
    }

    /// Flesh by the day, Strain by the hour. `SS-HEAL-06`, `SS-HEAL-08`.
    fn rest_clause(before: &HealthState, after: &HealthState) -> Clause {
        let (before, after) = (before.swan_song(), after.swan_song());
        match () {
            () if after.flesh.now > before.flesh.now => "SS-HEAL-06",
            () if after.strain < before.strain => "SS-HEAL-08",
            () => "",
        }
    }

    /// `SS-HEAL-05`, `SS-HEAL-06`, `SS-HEAL-08`, `SS-DMG-23`, `SS-CALL-47`.
    fn health_after_rest(unit: &UnitSnapshot, rest: Rest, rules: &RuleSet) -> HealthState {
        let vitals = *unit.condition.swan_song();
        if let Some(after_slow_death) =
            called_shot::rest_with_slow_death(vitals, &unit.ailments, rest.times(1), switches(rules))
        {
            return HealthState::SwanSong(after_slow_death);
        }
        let body = unit.sheet.swan_song().attributes.body;
        let care = rest.care != MedicalCare::None;
        HealthState::SwanSong(healing::apply_rest(vitals, body, rest, care, switches(rules)))
    }

    /// `SS-HEAL-04`, `SS-HEAL-07`, `SS-HEAL-09`, `SS-HEAL-10`.
    fn treatment_options(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<TreatmentOption> {
        if unit.down.is_some() || !SwanSongRulebook::has_hands(&unit.sheet) {
            return Vec::new();
        }
        let option = |key, label: RecoveryLabel, detail: String, minutes, clause| TreatmentOption {
            key,
            label: label.into(),
            detail,
            minutes,
            clause,
        };
        let threshold = switches(rules).stabilise_threshold;
        let mut options = vec![
            option(
                FIRST_AID,
                RecoveryLabel::FirstAid,
                format!("{} needed to stop the bleeding.", HitCount(threshold.into())),
                1,
                "SS-HEAL-07",
            ),
            option(
                TREAT,
                RecoveryLabel::TreatSlowDeath,
                format!(
                    "One roll per minute against Slow Death, {} hits in total.",
                    treatment::SLOW_DEATH_HITS
                ),
                1,
                "SS-CALL-48",
            ),
            option(
                REPAIR,
                RecoveryLabel::Repair,
                "One hour: each hit restores Armoured Health.".to_owned(),
                healing::REPAIR_MINUTES,
                "SS-HEAL-04",
            ),
        ];
        if let Some(hits) = switches(rules).injury_cure.0 {
            let detail =
                format!("One roll per day; {} in total cure a Critical Injury.", HitCount(hits.into()));
            options.push(option(CURE, RecoveryLabel::CureInjury, detail, healing::DAY_MINUTES, "SS-HEAL-09"));
        }
        let points = unit.sheet.swan_song().heal;
        if points > 0 {
            options.push(option(
                HEAL,
                RecoveryLabel::Heal,
                format!("Restores {points} Flesh."),
                1,
                "SS-HEAL-10",
            ));
        }
        options
    }

    /// `SS-HEAL-04`, `SS-HEAL-07`, `SS-HEAL-09`, `SS-HEAL-10`, `SS-CALL-48`.
    fn may_treat(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<(), RuleViolation> {
        let patient = patient(action);
        let (vitals, down) = (patient.condition.swan_song(), patient.down);
        let allowed = match action.key {
            FIRST_AID => treatment::may_give_first_aid(vitals, down, &patient.ailments),
            TREAT => treatment::may_treat_slow_death(down, &patient.ailments),
            REPAIR => healing::may_repair(vitals, down),
            CURE => healing::may_cure(vitals, down, switches(rules)).map(drop),
            _ => healing::may_heal(vitals, down),
        };
        allowed.map_err(|why: TreatmentError| RuleViolation::new(why, why.clause()))
    }

    /// Chapter HEAL.
    fn resolve_treatment(
        table: &mut impl Table,
        action: &SpecialAction<'_>,
        rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        let (medic, patient) = (fighter(action.unit), patient(action));
        let before = *patient.condition.swan_song();
        let switches = switches(rules);
        let state = (before, &*patient.ailments);
        let result = match action.key {
            FIRST_AID => treatment::give_first_aid(table, &medic, state, switches)?,
            TREAT => treatment::treat_slow_death(table, &medic, state, switches)?,
            REPAIR => TreatmentResult::unchanged(healing::repair_armour(table, &medic, before, switches)?),
            CURE => TreatmentResult::unchanged(match healing::may_cure(&before, patient.down, switches) {
                Ok(needed) => healing::roll_cure(table, &medic, before, needed, switches)?,
                Err(_) => before,
            }),
            _ => treatment::use_heal_power(before, &patient.ailments, u32::from(medic.sheet.heal)),
        };
        Ok(ActionOutcome::from_effects(treatment_steps(patient, result)))
    }
}

/// Returns the patient: the target, or the unit itself.
fn patient<'a>(action: &SpecialAction<'a>) -> &'a UnitSnapshot {
    action.target.map_or(action.unit, |(other, _)| other)
}
