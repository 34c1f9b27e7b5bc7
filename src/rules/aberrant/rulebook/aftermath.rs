//! Health after a battle, treatments and rest.

use super::special_actions::resuscitate;
use super::{AberrantRulebook, health_step};
use crate::aberrant::Ability;
use crate::aberrant::health::grievous_injury::LastingFlaw;
use crate::aberrant::health::{grievous_injury, recovery, resuscitation};
use crate::aberrant::lines::{AberrantRefusal, AnswerDetail, AnswerLabel, Question, UnitNote};
use crate::aberrant::turn::initiative_and_movement::ROUNDS_PER_MINUTE;
use crate::rulebook::AftermathRules;
use crate::{
    ActionOutcome, HealthState, MINUTES_PER_DAY, Rest, RuleSet, RuleStep, RuleViolation, SpecialAction,
    TreatmentOption, UnitSnapshot,
};
use dice::{Answer, Prompt, RuleResult, Table};

/// Key of a resuscitation. `AB-RESUS-02`.
const REVIVE: &str = "revive";
/// Key of a power that heals a flaw. `AB-GRIEV-08`.
const HEAL_FLAW: &str = "heal_flaw";
/// Key of the replacement of a limb or an organ. `AB-GRIEV-09`.
const REPLACE_FLAW: &str = "replace_flaw";
/// Minutes of a resuscitation, or of the use of a power.
const MINUTE: u32 = 1;

impl AftermathRules for AberrantRulebook {
    /// `AB-STUN-01`, `AB-NONSOAK-05`.
    fn health_after_battle(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<HealthState> {
        Ok(HealthState::Aberrant(unit.condition.aberrant().clone().after_scene()))
    }

    /// Chapter HEAL.
    fn health_after_rest(unit: &UnitSnapshot, rest: Rest, rules: &RuleSet) -> HealthState {
        let (sheet, switches) = (unit.sheet.aberrant(), rules.book.aberrant());
        let mut condition = pass_dying_minutes(unit, rest.minutes);
        if condition.dead {
            return HealthState::Aberrant(condition);
        }
        grievous_injury::regrow(&mut condition, sheet, rest.minutes);
        let mut healed = recovery::heal_over_time(&condition, sheet, rest.minutes, rest.care, switches);
        resuscitation::update_dying(&mut healed, sheet, resuscitation::FatalBlow::default(), unit.round);
        HealthState::Aberrant(healed)
    }

    /// The minutes count for a power that revives the dead. `AB-RESUS-04`, `AB-RESUS-13`.
    fn dead_after_rest(unit: &UnitSnapshot, rest: Rest, _: &RuleSet) -> Option<HealthState> {
        Some(HealthState::Aberrant(pass_dying_minutes(unit, rest.minutes)))
    }

    /// `AB-RESUS-02`, `AB-RESUS-13`, `AB-GRIEV-08`, `AB-GRIEV-09`.
    fn treatment_options(unit: &UnitSnapshot, _: &RuleSet) -> Vec<TreatmentOption> {
        let sheet = unit.sheet.aberrant();
        let trained = sheet.ability(Ability::Medicine) > 0;
        let healer = grievous_injury::can_heal_flaws(sheet);
        let able = |may: bool| may && unit.down.is_none();
        let revive = able(trained || resuscitation::has_healing_power(sheet)).then(|| TreatmentOption {
            key: REVIVE,
            label: AnswerLabel::Resuscitate.into(),
            detail: "Dexterity + Medicine stabilise a dying unit. Does not heal.".to_owned(),
            minutes: MINUTE,
            clause: "AB-RESUS-02",
        });
        let heal = able(healer).then(|| TreatmentOption {
            key: HEAL_FLAW,
            label: AnswerLabel::HealFlaw.into(),
            detail: "A power heals a grievous injury.".to_owned(),
            minutes: MINUTE,
            clause: "AB-GRIEV-08",
        });
        let replace = able(trained).then(|| TreatmentOption {
            key: REPLACE_FLAW,
            label: AnswerLabel::ReplaceFlaw.into(),
            detail: "Cybernetics or biotech take over: the injury stays, without effect.".to_owned(),
            minutes: MINUTES_PER_DAY,
            clause: "AB-GRIEV-09",
        });
        [revive, heal, replace].into_iter().flatten().collect()
    }

    /// `AB-RESUS-01`, `AB-RESUS-08`, `AB-RESUS-09`, `AB-GRIEV-08`, `AB-GRIEV-09`.
    fn may_treat(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<(), RuleViolation> {
        let (patient, switches) = (patient(action), rules.book.aberrant());
        let condition = patient.condition.aberrant();
        match action.key {
            REVIVE => {
                let dying = (&**patient.sheet.aberrant(), condition);
                resuscitation::may_revive(action.unit.sheet.aberrant(), dying, false, switches)
                    .map_err(|why| RuleViolation::new(why, why.clause()))
            }
            key if treatable_flaws(patient, key).is_empty() => {
                let clause = if key == HEAL_FLAW { "AB-GRIEV-08" } else { "AB-GRIEV-09" };
                Err(RuleViolation::new(AberrantRefusal::NoFlaw, clause))
            }
            _ => Ok(()),
        }
    }

    /// `AB-RESUS-02` to `AB-RESUS-07`, `AB-GRIEV-08`, `AB-GRIEV-09`.
    fn resolve_treatment(
        table: &mut impl Table,
        action: &SpecialAction<'_>,
        rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        let patient = patient(action);
        if action.key == REVIVE {
            return resuscitate(table, (action.unit, patient), rules);
        }
        let flaws = treatable_flaws(patient, action.key);
        let chosen = if flaws.len() < 2 { 0 } else { table.ask(|| flaw_prompt(action, patient, &flaws))? };
        let Some(&(place, own)) = flaws.get(chosen) else {
            return Ok(ActionOutcome::from_effects(Vec::new()));
        };
        let mut after = patient.condition.aberrant().clone();
        let (note, clause) = if action.key == HEAL_FLAW {
            after.flaws.remove(place);
            (UnitNote::FlawHealed(own.flaw), "AB-GRIEV-08")
        } else {
            after.flaws[place].mitigated = true;
            (UnitNote::FlawReplaced(own.flaw), "AB-GRIEV-09")
        };
        let steps = vec![health_step(patient.id, after, 0), RuleStep::note(patient.id, note, clause)];
        Ok(ActionOutcome::from_effects(steps))
    }
}

/// The health of a unit after some minutes of dying, in which it may die. `AB-RESUS-01`, `AB-RESUS-04`.
fn pass_dying_minutes(unit: &UnitSnapshot, minutes: u32) -> crate::aberrant::HealthState {
    let mut condition = unit.condition.aberrant().clone();
    if let Some(dying) = condition.dying.as_mut().filter(|dying| !dying.stable) {
        let rounds = minutes.saturating_mul(ROUNDS_PER_MINUTE);
        dying.extra_rounds = dying.extra_rounds.saturating_add(rounds);
        resuscitation::expire_dying(&mut condition, unit.sheet.aberrant(), unit.round);
    }
    condition
}

/// The target of a treatment; without a target, the healer.
fn patient<'a>(action: &SpecialAction<'a>) -> &'a UnitSnapshot {
    action.target.map_or(action.unit, |(other, _)| other)
}

/// The flaws that a treatment takes away, with their places: all for a power, those in effect for a replacement.
fn treatable_flaws(patient: &UnitSnapshot, key: &str) -> Vec<(usize, LastingFlaw)> {
    let flaws = patient.condition.aberrant().flaws.iter().copied().enumerate();
    flaws.filter(|(_, own)| key == HEAL_FLAW || !own.mitigated).collect()
}

fn flaw_prompt(action: &SpecialAction<'_>, patient: &UnitSnapshot, flaws: &[(usize, LastingFlaw)]) -> Prompt {
    let clause = if action.key == HEAL_FLAW { "AB-GRIEV-08" } else { "AB-GRIEV-09" };
    let suffered = |flaw| patient.condition.aberrant().flaws_in_effect(flaw);
    let answer = |&(place, own): &(usize, LastingFlaw)| Answer {
        key: format!("{}_{place}", own.flaw.key()),
        label: AnswerLabel::Flaw(own.flaw).into(),
        detail: AnswerDetail::EndsFlaw(own.flaw.effect(suffered(own.flaw))).into(),
        clause,
    };
    let question = Question::ChooseFlaw { patient: patient.name.to_string() };
    Prompt {
        who: action.unit.id,
        question: question.into(),
        clause,
        answers: flaws.iter().map(answer).collect(),
    }
}
