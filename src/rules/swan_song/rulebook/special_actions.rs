//! Special actions of this rulebook: First Aid and longer treatment, Heal powers, charging
//! shields, carrying bodies.

use std::fmt;

use strum::{EnumString, IntoStaticStr, VariantArray};

use super::{SwanSongRulebook, body_carrying, fighter, multiple_attacks, switches, turns};
use crate::rulebook::UnitRules;
use crate::swan_song::Skill;
use crate::swan_song::Vitals;
use crate::swan_song::checks::base;
use crate::swan_song::lines::recovery::{
    AilmentsEnded, FirstAidResult, ProgressLine, SpecialActionRefusal, TreatmentLine, TreatmentRefusal,
};
use crate::swan_song::recovery::healing;
use crate::swan_song::recovery::healing::TreatmentError;
use crate::swan_song::recovery::treatment;
use crate::swan_song::recovery::treatment::TreatmentResult;
use crate::turn_engine::actions;
use crate::turn_engine::actions::{Action, ActionCost};
use crate::turn_engine::extended_action::ExtendedActionProgress;
use crate::{
    ActionOutcome, ActionRequest, AvailableAction, CostError, HealthState, Payment, RuleSet, RuleStep,
    RuleViolation, SpecialAction, SpecialActionTarget, UnitSnapshot,
};
use dice::{Clause, RuleLine, RuleResult, RuleText, Table};

/// Key of a treatment that takes minutes.
pub(crate) const TREAT: &str = "treat_wound";

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
                let threshold = switches(rules).stabilise_threshold;
                let whose =
                    if self == Self::FirstAid { "of an adjacent unit" } else { "of their own wounds" };
                format!("{pool} dice, {threshold} hits stop the bleeding {whose}.")
            }
            Self::Treat => {
                let pool = healing::first_aid_parts(&fighter(unit), switches(rules)).pool();
                let (hits, rounds) = (treatment::SLOW_DEATH_HITS, treatment::TREATMENT_ROUNDS);
                format!(
                    "Slow Death of an adjacent unit: {pool} dice every {rounds} rounds, {hits} hits in total."
                )
            }
            Self::Heal => format!("Restores {points} Flesh to an adjacent unit."),
            Self::HealSelf => format!("Restores {points} Flesh."),
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
            Self::Heal | Self::HealSelf => Action::Cast,
            Self::Recharge => Action::UseItem,
        }
    }

    const fn aim(self) -> SpecialActionTarget {
        match self {
            Self::FirstAid | Self::Treat | Self::Heal => SpecialActionTarget::Neighbour,
            Self::FirstAidSelf | Self::HealSelf | Self::Recharge => SpecialActionTarget::Nothing,
        }
    }

    /// Whether the action is useful enough for a button.
    fn suits(self, unit: &UnitSnapshot, rules: &RuleSet) -> bool {
        let sheet = unit.sheet.swan_song();
        match self {
            Self::FirstAid => SwanSongRulebook::has_hands(&unit.sheet),
            Self::FirstAidSelf => {
                SwanSongRulebook::has_hands(&unit.sheet)
                    && treatment::may_give_first_aid_to_self(unit.condition.swan_song(), &unit.ailments)
            }
            Self::Treat => {
                let trained =
                    [Skill::Medicine, Skill::FirstAid].into_iter().any(|skill| sheet.skill(skill) > 0);
                switches(rules).treatment_in_battle && SwanSongRulebook::has_hands(&unit.sheet) && trained
            }
            Self::Heal | Self::HealSelf => unit.sheet.swan_song().heal > 0,
            Self::Recharge => unit.condition.swan_song().shield.max > 0,
        }
    }
}

fn find(unit: &UnitSnapshot, key: &str, rules: &RuleSet) -> Option<SpecialActionKind> {
    key.parse().ok().filter(|own: &SpecialActionKind| own.suits(unit, rules))
}

/// Rounds that a special action takes, with all action points of each. `SS-ACT-58`.
pub fn special_action_rounds(key: &str, _: &RuleSet) -> Option<u32> {
    (key == TREAT).then_some(treatment::TREATMENT_ROUNDS)
}

/// Returns the special actions of a unit. Table SS-T6, `SS-ACT-62`.
pub fn available_actions(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction> {
    if unit.down.is_some() {
        return Vec::new();
    }
    let offer = |own: SpecialActionKind| AvailableAction {
        key: own.key(),
        label: own.into(),
        detail: own.detail(unit, rules),
        price: match actions::action_cost(own.action(), &rules.engine) {
            _ if own == SpecialActionKind::Treat => format!("{} rounds", treatment::TREATMENT_ROUNDS),
            ActionCost::None => ActionCost::Free.label(),
            cost => cost.label(),
        },
        aim: own.aim(),
        clause: own.clause(),
    };
    let own = SpecialActionKind::ALL.into_iter().filter(|own| own.suits(unit, rules)).map(offer);
    own.chain(body_carrying::available_actions(unit, rules)).collect()
}

/// Checks and prices a special action. `SS-ACT-46`, `SS-ACT-55`, `SS-ACT-56`, `SS-ARM-07`, `SS-HEAL-02`, `SS-HEAL-07`,
/// `SS-HEAL-10`.
///
/// # Errors
/// Returns why it is not possible.
pub fn pay_special_action(special: &SpecialAction<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
    if let Some(answer) = body_carrying::pay_special_action(special, rules) {
        return answer;
    }
    let unit = special.unit;
    let Some(own) = find(unit, special.key, rules) else {
        let why = SpecialActionRefusal::Unknown { key: special.key.into() };
        return Err(RuleViolation::new(why, "SS-ACT-37").into());
    };
    match own {
        SpecialActionKind::FirstAid => {
            let patient = neighbour(special, own)?;
            treatment::may_give_first_aid(patient.condition.swan_song(), patient.down, &patient.ailments)
                .map_err(refused)?;
        }
        SpecialActionKind::FirstAidSelf => {}
        SpecialActionKind::Treat => {
            let patient = neighbour(special, own)?;
            treatment::may_treat_slow_death(patient.down, &patient.ailments).map_err(refused)?;
            return Ok(multiple_attacks::pay_extended_action(unit, ExtendedActionProgress::new(u8::MAX))?.0);
        }
        SpecialActionKind::Heal | SpecialActionKind::HealSelf => {
            let patient = if own == SpecialActionKind::Heal { neighbour(special, own)? } else { unit };
            healing::may_heal(patient.condition.swan_song(), patient.down).map_err(refused)?;
        }
        SpecialActionKind::Recharge => {
            let shield = unit.condition.swan_song().shield;
            if shield.now >= shield.max {
                return Err(RuleViolation::new(SpecialActionRefusal::ShieldsFull, own.clause()).into());
            }
            if !special.energy {
                return Err(RuleViolation::new(SpecialActionRefusal::NoEnergy, own.clause()).into());
            }
        }
    }
    turns::pay_action(unit, ActionRequest::for_action(own.action()), rules)
}

fn refused(why: TreatmentError) -> CostError {
    RuleViolation::new(TreatmentRefusal(why), why.clause()).into()
}

/// The target, which must be within melee reach.
fn neighbour<'a>(special: &SpecialAction<'a>, own: SpecialActionKind) -> Result<&'a UnitSnapshot, CostError> {
    let (other, rings) =
        special.target.ok_or_else(|| RuleViolation::new(SpecialActionRefusal::NoTarget, own.clause()))?;
    if other.id == special.unit.id || !base::is_in_melee_range(rings, 0) {
        return Err(RuleViolation::new(SpecialActionRefusal::TargetNotAdjacent, own.clause()).into());
    }
    Ok(other)
}

/// Performs a special action that is paid for.
pub fn resolve_special_action(
    table: &mut impl Table,
    special: &SpecialAction<'_>,
    rules: &RuleSet,
) -> RuleResult<ActionOutcome> {
    let unit = special.unit;
    let Some(own) = find(unit, special.key, rules) else {
        return Ok(body_carrying::resolve_special_action(special)
            .unwrap_or_else(|| ActionOutcome::from_effects(Vec::new())));
    };
    let patient = special.target.map_or(unit, |(other, _)| other);
    let before = *patient.condition.swan_song();
    let (medic, switches) = (fighter(unit), switches(rules));
    let state = (before, &*patient.ailments);
    let help = match own {
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
    let words = words(own, &before, &help);
    Ok(ActionOutcome { words, ..ActionOutcome::from_effects(helped(patient, help)) })
}

/// Effects of a treatment on a patient.
pub(crate) fn helped(patient: &UnitSnapshot, help: TreatmentResult) -> Vec<RuleStep> {
    let unit = patient.id;
    let ended = help.ended.iter().map(|(one, clause)| RuleStep::Relieve {
        unit,
        ailment: one.ailment,
        part: one.part,
        clause,
    });
    let relieved: Vec<_> = ended.collect();
    let after = HealthState::SwanSong(help.vitals);
    [RuleStep::ChangeHealth { unit, after, damage: 0 }].into_iter().chain(relieved).collect()
}

fn words(own: SpecialActionKind, before: &Vitals, help: &TreatmentResult) -> RuleText {
    let after = &help.vitals;
    match own {
        SpecialActionKind::FirstAid | SpecialActionKind::FirstAidSelf if after.stable && !before.stable => {
            FirstAidResult::BleedingStops.into()
        }
        SpecialActionKind::FirstAid | SpecialActionKind::FirstAidSelf | SpecialActionKind::Treat
            if !help.ended.is_empty() =>
        {
            AilmentsEnded(help.ended.iter().map(|(one, _)| *one).collect()).into()
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
