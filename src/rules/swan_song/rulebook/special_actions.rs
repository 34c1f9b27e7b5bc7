//! Special actions of this rulebook: First Aid and longer treatment, Heal powers, charging
//! shields, carrying bodies, boosters.

use std::fmt;

use strum::{EnumString, IntoStaticStr, VariantArray};

use super::treatment_benefits::{first_aid_benefit, heal_benefit, saves_last_stand};
use super::{SwanSongRulebook, body_carrying, boosters, fighter, switches};
use crate::lines::{DiceCount, HitCount};
use crate::rulebook::{SpecialActionRules, TurnRules, UnitRules};
use crate::swan_song::checks::base;
use crate::swan_song::lines::recovery::{
    AilmentsEnded, FirstAidResult, ProgressLine, SpecialActionRefusal, TreatmentLine,
};
use crate::swan_song::recovery::healing::TreatmentError;
use crate::swan_song::recovery::treatment::TreatmentResult;
use crate::swan_song::recovery::{healing, treatment};
use crate::swan_song::{Skill, Vitals};
use crate::turn_engine::actions::{self, Action, ActionCost};
use crate::turn_engine::extended_action::ExtendedActionProgress;
use crate::{
    ActionOutcome, ActionRequest, AvailableAction, CostError, HealthState, Payment, RuleSet, RuleStep,
    RuleViolation, SpecialAction, SpecialActionTarget, UnitSnapshot,
};
use dice::{Clause, RuleLine, RuleResult, RuleText, Table};

/// Key of a treatment that takes minutes.
pub(super) const TREAT: &str = "treat_wound";

/// A special action of this rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
enum SpecialActionKind {
    FirstAid,
    FirstAidSelf,
    #[strum(serialize = "treat_wound")]
    Treat,
    Heal,
    HealSelf,
    Recharge,
}

impl fmt::Display for SpecialActionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

impl RuleLine for SpecialActionKind {}

impl SpecialActionKind {
    const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    fn key(self) -> &'static str {
        self.into()
    }

    const fn label(self) -> &'static str {
        match self {
            Self::FirstAid => "First Aid",
            Self::FirstAidSelf => "First Aid on self",
            Self::Treat => "Treat internal bleeding",
            Self::Heal => "Heal",
            Self::HealSelf => "Heal self",
            Self::Recharge => "Charge shields",
        }
    }

    fn detail(self, unit: &UnitSnapshot, rules: &RuleSet) -> String {
        let points = unit.sheet.swan_song().heal;
        match self {
            Self::FirstAid | Self::FirstAidSelf => {
                let pool = healing::first_aid_parts(&fighter(unit), switches(rules)).pool();
                let threshold = HitCount(switches(rules).stabilise_threshold.into());
                let wounds =
                    if self == Self::FirstAid { "of an adjacent unit" } else { "of their kind wounds" };
                format!("{}, {threshold} needed to stop the bleeding {wounds}.", DiceCount(pool))
            }
            Self::Treat => {
                let pool = healing::first_aid_parts(&fighter(unit), switches(rules)).pool();
                let (hits, rounds) = (treatment::SLOW_DEATH_HITS, treatment::TREATMENT_ROUNDS);
                format!(
                    "Slow Death of an adjacent unit: {} every {rounds} rounds, {hits} hits in total.",
                    DiceCount(pool)
                )
            }
            Self::Heal => format!("Restores {points} Flesh to an adjacent unit."),
            Self::HealSelf => own_healing_text(unit.condition.swan_song(), points.into()),
            Self::Recharge => "Refills shields next to an energy source.".to_owned(),
        }
    }

    const fn clause(self) -> Clause {
        match self {
            Self::FirstAid => "SS-HEAL-07",
            Self::FirstAidSelf => "SS-CALL-57",
            Self::Treat => "SS-ACT-58",
            Self::Heal | Self::HealSelf => "SS-HEAL-10",
            Self::Recharge => "SS-HEAL-02",
        }
    }

    const fn action(self) -> Action {
        match self {
            Self::FirstAid | Self::FirstAidSelf | Self::Treat => Action::FirstAid,
            Self::Heal | Self::HealSelf => Action::Heal,
            Self::Recharge => Action::UseItem,
        }
    }

    const fn aim(self) -> SpecialActionTarget {
        match self {
            Self::FirstAid | Self::Treat | Self::Heal => SpecialActionTarget::Neighbour,
            Self::FirstAidSelf | Self::HealSelf | Self::Recharge => SpecialActionTarget::Nothing,
        }
    }

    /// Returns whether the action is useful enough to a unit for a button.
    fn is_useful_to(self, unit: &UnitSnapshot, rules: &RuleSet) -> bool {
        let sheet = unit.sheet.swan_song();
        match self {
            Self::FirstAid => SwanSongRulebook::has_hands(&unit.sheet),
            Self::FirstAidSelf => {
                SwanSongRulebook::has_hands(&unit.sheet)
                    && treatment::may_give_first_aid_to_self(unit.condition.swan_song(), &unit.ailments)
            }
            Self::Treat => {
                let is_trained =
                    [Skill::Medicine, Skill::FirstAid].into_iter().any(|skill| sheet.skill(skill) > 0);
                switches(rules).treatment_in_battle && SwanSongRulebook::has_hands(&unit.sheet) && is_trained
            }
            Self::Heal | Self::HealSelf => unit.sheet.swan_song().heal > 0,
            Self::Recharge => unit.condition.swan_song().shield.max > 0,
        }
    }
}

/// Returns the special action with this key; `None` if it is not useful to the unit.
fn find_special_action(unit: &UnitSnapshot, key: &str, rules: &RuleSet) -> Option<SpecialActionKind> {
    key.parse().ok().filter(|kind: &SpecialActionKind| kind.is_useful_to(unit, rules))
}

impl SpecialActionRules for SwanSongRulebook {
    fn numbered_actions() -> &'static [&'static str] {
        &["first_aid", "first_aid_self", "heal", "heal_self"]
    }

    /// Table SS-T6, `SS-ACT-62`.
    fn available_actions(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction> {
        if unit.down.is_some() {
            return Vec::new();
        }
        let to_button = |kind: SpecialActionKind| AvailableAction {
            key: kind.key(),
            label: kind.into(),
            detail: kind.detail(unit, rules),
            price: match actions::action_cost(kind.action(), &rules.engine) {
                _ if kind == SpecialActionKind::Treat => format!("{} rounds", treatment::TREATMENT_ROUNDS),
                ActionCost::None => ActionCost::Free.label(),
                cost => cost.label(),
            },
            aim: kind.aim(),
            clause: kind.clause(),
        };
        let actions =
            SpecialActionKind::ALL.into_iter().filter(|kind| kind.is_useful_to(unit, rules)).map(to_button);
        actions
            .chain(boosters::list_action(unit, rules))
            .chain(body_carrying::list_actions(unit, rules))
            .collect()
    }

    fn action_label(key: &str) -> Option<(RuleText, Clause)> {
        let kind: SpecialActionKind = key.parse().ok()?;
        Some((kind.into(), kind.clause()))
    }

    /// `SS-ACT-46`, `SS-ACT-55`, `SS-ACT-56`, `SS-ARM-07`, `SS-HEAL-02`, `SS-HEAL-07`, `SS-HEAL-10`,
    /// `SS-ACT-62`.
    fn pay_special_action(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
        if let Some(answer) =
            boosters::pay_action(action, rules).or_else(|| body_carrying::pay_action(action, rules))
        {
            return answer;
        }
        let unit = action.unit;
        let Some(kind) = find_special_action(unit, action.key, rules) else {
            let why = SpecialActionRefusal::Unknown { key: action.key.into() };
            return Err(RuleViolation::new(why, "SS-ACT-37").into());
        };
        match kind {
            SpecialActionKind::FirstAid => {
                let patient = adjacent_target(action, kind)?;
                treatment::may_give_first_aid(patient.condition.swan_song(), patient.down, &patient.ailments)
                    .map_err(to_cost_error)?;
            }
            SpecialActionKind::FirstAidSelf => {}
            SpecialActionKind::Treat => {
                let patient = adjacent_target(action, kind)?;
                treatment::may_treat_slow_death(patient.down, &patient.ailments).map_err(to_cost_error)?;
                // A treatment of the wounds does not worsen a Bleedout. `SS-CALL-55`
                let progress = ExtendedActionProgress::new(u8::MAX);
                let (paid, _) = SwanSongRulebook::pay_extended_action(unit, progress)?;
                return Ok(Payment { condition: None, ..paid });
            }
            SpecialActionKind::Heal | SpecialActionKind::HealSelf => {
                let patient =
                    if kind == SpecialActionKind::Heal { adjacent_target(action, kind)? } else { unit };
                healing::may_heal(patient.condition.swan_song(), patient.down).map_err(to_cost_error)?;
            }
            SpecialActionKind::Recharge => {
                let shield = unit.condition.swan_song().shield;
                if shield.now >= shield.max {
                    return Err(RuleViolation::new(SpecialActionRefusal::ShieldsFull, kind.clause()).into());
                }
                if !action.energy {
                    return Err(RuleViolation::new(SpecialActionRefusal::NoEnergy, kind.clause()).into());
                }
            }
        }
        SwanSongRulebook::pay_action(unit, ActionRequest::for_action(kind.action()), rules)
    }

    /// `SS-HEAL-02`, `SS-HEAL-07`, `SS-HEAL-10`, `SS-ACT-58`, `SS-ACT-62`.
    fn resolve_special_action(
        table: &mut impl Table,
        action: &SpecialAction<'_>,
        rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        let unit = action.unit;
        if let Some(outcome) = boosters::resolve_action(table, action)? {
            return Ok(outcome);
        }
        let Some(kind) = find_special_action(unit, action.key, rules) else {
            return Ok(body_carrying::resolve_action(action)
                .unwrap_or_else(|| ActionOutcome::from_effects(Vec::new())));
        };
        let patient = action.target.map_or(unit, |(target, _)| target);
        let before = *patient.condition.swan_song();
        let (medic, switches) = (fighter(unit), switches(rules));
        let state = (before, &*patient.ailments);
        let result = match kind {
            SpecialActionKind::FirstAid | SpecialActionKind::FirstAidSelf => {
                treatment::give_first_aid(table, &medic, state, switches)?
            }
            SpecialActionKind::Treat
                if treatment::may_treat_slow_death(patient.down, &patient.ailments).is_err() =>
            {
                TreatmentResult::unchanged(before)
            }
            SpecialActionKind::Treat => treatment::treat_slow_death(table, &medic, state, switches)?,
            SpecialActionKind::Heal | SpecialActionKind::HealSelf => {
                treatment::use_heal_power(before, &patient.ailments, u32::from(medic.sheet.heal))
            }
            SpecialActionKind::Recharge => TreatmentResult::unchanged(healing::recharge_shield(before)),
        };
        let words = describe_treatment(kind, &before, &result);
        Ok(ActionOutcome { words, ..ActionOutcome::from_effects(treatment_steps(patient, result)) })
    }

    /// Table SS-T6.
    fn paid_action(key: &str) -> Option<Action> {
        key.parse().ok().map(SpecialActionKind::action)
    }

    /// `SS-HEAL-07`, `SS-HEAL-10`.
    fn treatment_benefit(action: &SpecialAction<'_>, _: &RuleSet) -> Option<String> {
        let patient = action.target.map_or(action.unit, |(target, _)| target).condition.swan_song();
        let kind: SpecialActionKind = action.key.parse().ok()?;
        match kind {
            SpecialActionKind::FirstAid | SpecialActionKind::FirstAidSelf => {
                Some(first_aid_benefit(patient).to_owned())
            }
            SpecialActionKind::Heal | SpecialActionKind::HealSelf => {
                Some(heal_benefit(patient, u32::from(action.unit.sheet.swan_song().heal)))
            }
            SpecialActionKind::Treat | SpecialActionKind::Recharge => None,
        }
    }

    /// Only a last stand makes a unit fall at the end of the round, and only healing wins it. `SS-FFYL-13`.
    fn keeps_patient_up(action: &SpecialAction<'_>, _: &RuleSet) -> bool {
        let patient = action.target.map_or(action.unit, |(target, _)| target).condition.swan_song();
        let heals = matches!(action.key.parse(), Ok(SpecialActionKind::Heal | SpecialActionKind::HealSelf));
        heals && saves_last_stand(patient, u32::from(action.unit.sheet.swan_song().heal))
    }

    /// Treatments change the patient.
    fn result_is_about_target(key: &str) -> bool {
        matches!(
            key.parse(),
            Ok(SpecialActionKind::FirstAid | SpecialActionKind::Treat | SpecialActionKind::Heal)
        )
    }

    /// `SS-ACT-58`.
    fn special_action_rounds(key: &str, _: &RuleSet) -> Option<u32> {
        (key == TREAT).then_some(treatment::TREATMENT_ROUNDS)
    }
}

/// Returns the refusal of a treatment as a cost error.
fn to_cost_error(why: TreatmentError) -> CostError {
    RuleViolation::new(why, why.clause()).into()
}

/// Returns the target, which must be another unit within melee reach.
fn adjacent_target<'a>(
    action: &SpecialAction<'a>,
    kind: SpecialActionKind,
) -> Result<&'a UnitSnapshot, CostError> {
    let (target, distance) =
        action.target.ok_or_else(|| RuleViolation::new(SpecialActionRefusal::NoTarget, kind.clause()))?;
    if target.id == action.unit.id || !base::is_in_melee_range(distance, 0) {
        let own = own_treatment(action.unit, kind).map(SpecialActionKind::label);
        let why = own
            .map_or(SpecialActionRefusal::TargetNotAdjacent, |own| SpecialActionRefusal::OwnWounds { own });
        return Err(RuleViolation::new(why, kind.clause()).into());
    }
    Ok(target)
}

/// Returns the action that treats the wounds of the unit itself now in place of one for others; `None` without any.
fn own_treatment(unit: &UnitSnapshot, kind: SpecialActionKind) -> Option<SpecialActionKind> {
    let vitals = unit.condition.swan_song();
    let gives_first_aid =
        kind == SpecialActionKind::FirstAid && treatment::may_give_first_aid_to_self(vitals, &unit.ailments);
    let heals = unit.sheet.swan_song().heal > 0 && healing::may_heal(vitals, unit.down).is_ok();
    match (gives_first_aid, heals) {
        (true, _) => Some(SpecialActionKind::FirstAidSelf),
        (false, true) => Some(SpecialActionKind::HealSelf),
        (false, false) => None,
    }
}

/// Says what a power restores to the unit itself: "Restores 3 Flesh. Now 4 of 10 left."
fn own_healing_text(vitals: &Vitals, points: u32) -> String {
    if healing::may_heal(vitals, None).is_err() {
        return format!("Restores {points} Flesh.");
    }
    format!("{} Now {} of {} left.", heal_benefit(vitals, points), vitals.flesh.now, vitals.flesh.max)
}

/// Lists the steps of a treatment of a patient.
pub(super) fn treatment_steps(patient: &UnitSnapshot, result: TreatmentResult) -> Vec<RuleStep> {
    let unit = patient.id;
    let after = HealthState::SwanSong(result.vitals);
    let relieved = result.ended.into_iter().map(|(ended, clause)| RuleStep::Relieve {
        unit,
        ailment: ended.ailment,
        part: ended.part,
        clause,
    });
    [RuleStep::ChangeHealth { unit, after, damage: 0, cause: None }].into_iter().chain(relieved).collect()
}

/// Describes the result of a treatment.
fn describe_treatment(kind: SpecialActionKind, before: &Vitals, result: &TreatmentResult) -> RuleText {
    let after = &result.vitals;
    match kind {
        SpecialActionKind::FirstAid | SpecialActionKind::FirstAidSelf if after.stable && !before.stable => {
            FirstAidResult::BleedingStops.into()
        }
        SpecialActionKind::FirstAid | SpecialActionKind::FirstAidSelf | SpecialActionKind::Treat
            if !result.ended.is_empty() =>
        {
            AilmentsEnded(result.ended.iter().map(|(ailment, _)| *ailment).collect()).into()
        }
        SpecialActionKind::FirstAid | SpecialActionKind::FirstAidSelf => FirstAidResult::StillBleeding.into(),
        SpecialActionKind::Treat => {
            ProgressLine { progress: after.treated, needed: treatment::SLOW_DEATH_HITS }.into()
        }
        SpecialActionKind::Heal | SpecialActionKind::HealSelf => {
            TreatmentLine::FleshRestored { points: after.flesh.now - before.flesh.now }.into()
        }
        SpecialActionKind::Recharge => TreatmentLine::ShieldsFull.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swan_song::PointPool;

    #[test]
    fn ss_heal_10_the_power_on_the_unit_itself_says_how_much_it_restores_now() {
        let vitals =
            |now| Vitals { flesh: PointPool { now, max: 10 }, strain_threshold: 10, ..Vitals::default() };
        assert_eq!(own_healing_text(&vitals(4), 3), "Restores 3 Flesh. Now 4 of 10 left.");
        assert_eq!(own_healing_text(&vitals(9), 3), "Restores 1 Flesh. Now 9 of 10 left.");
        assert_eq!(own_healing_text(&vitals(10), 3), "Restores 3 Flesh.");
        let why = SpecialActionRefusal::OwnWounds { own: SpecialActionKind::HealSelf.label() };
        let text = "the target must be adjacent; for the unit's own wounds use Heal self";
        assert_eq!(why.to_string(), text);
    }
}
