//! Special actions: more maneuvers, Aim, Guarded Stance, Medicae, further targets. Chapters ECON and HEAL.

use std::fmt;

use strum::{EnumString, IntoStaticStr, VariantArray};

use super::CombatChecksRulebook;
use super::treatment::{check_treatable, has_only_past_effects, sole_treatable_injury, treat_injury};
use super::turns::{
    action_price_label, cost_error, maneuver_price_label, pay_maneuver, pay_turn_action, payment,
    restore_weapon,
};
use crate::combat_checks::critical_injuries::healing::HealingError;
use crate::combat_checks::lines::{CheckNote, CombatChecksRefusal, CriticalInjuryLine};
use crate::combat_checks::turns::action_economy::{BOUGHT_MANEUVER_STRAIN, Maneuver, TurnPayment};
use crate::combat_checks::{self, Expiry, Fighter, TimedEffectKind, TurnBudget};
use crate::rulebook::SpecialActionRules;
use crate::turn_engine::PhaseTiming;
use crate::{
    ActionOutcome, AvailableAction, BoughtAllowance, CostError, HealthCause, HealthState, Payment, RuleSet,
    RuleStep, RuleViolation, SpecialAction, SpecialActionTarget, UnitSnapshot, WeaponMalfunction,
};
use dice::{Clause, RuleLine, RuleResult, RuleText, Table};

/// A special action of this book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray, EnumString)]
#[strum(serialize_all = "snake_case")]
enum SpecialActionKind {
    BuyManeuver,
    GiveUpAction,
    Aim,
    GuardedStance,
    Reload,
    Treat,
    TreatSelf,
    FurtherTarget,
}

impl fmt::Display for SpecialActionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

impl RuleLine for SpecialActionKind {}

impl SpecialActionKind {
    const fn label(self) -> &'static str {
        match self {
            Self::BuyManeuver => "Buy a manoeuvre",
            Self::GiveUpAction => "Use action as manoeuvre",
            Self::Aim => "Aim",
            Self::GuardedStance => "Guarded Stance",
            Self::Reload => "Reload",
            Self::Treat => "Treat an injury",
            Self::TreatSelf => "Treat self",
            Self::FurtherTarget => "Further target",
        }
    }

    const fn detail(self) -> &'static str {
        match self {
            Self::BuyManeuver => "One more manoeuvre in this turn.",
            Self::GiveUpAction => "No attack in this turn, but one more manoeuvre.",
            Self::Aim => {
                "A boost die on its next attack, in this turn or a later one; moving does not lose it."
            }
            Self::GuardedStance => {
                "A setback die for those who attack the unit in melee, and one for the unit's own attacks, until the end of the unit's next turn."
            }
            Self::Reload => "Reloads the empty weapon.",
            Self::Treat => {
                "Medicae check, by Intelligence and the skill Medicae against the difficulty of the injury, that can cure a \
                 Critical Injury of an adjacent unit or of its own; Wounds stay."
            }
            Self::TreatSelf => {
                "Medicae check, by Intelligence and the skill Medicae against the difficulty of the injury, that can cure a \
                 Critical Injury of its own; Wounds stay."
            }
            Self::FurtherTarget => {
                "Adds an enemy to the chosen targets of this turn's attack; choose it again to remove it."
            }
        }
    }

    const fn clause(self) -> Clause {
        match self {
            Self::BuyManeuver => "CC-ECON-05",
            Self::GiveUpAction => "CC-ECON-06",
            Self::Aim | Self::GuardedStance => "CC-ECON-08",
            Self::Reload => "CC-THT-10",
            Self::Treat | Self::TreatSelf => "CC-HEAL-01",
            Self::FurtherTarget => "CC-CHK-04",
        }
    }

    /// What the player points at.
    const fn target(self) -> SpecialActionTarget {
        match self {
            Self::Reload => SpecialActionTarget::Weapon,
            Self::Treat | Self::FurtherTarget => SpecialActionTarget::Neighbour,
            _ => SpecialActionTarget::Nothing,
        }
    }

    fn price_label(self, unit: &UnitSnapshot) -> String {
        match self {
            Self::BuyManeuver => format!("{BOUGHT_MANEUVER_STRAIN} Strain"),
            Self::GiveUpAction => "action".to_owned(),
            Self::Aim | Self::GuardedStance | Self::Reload => maneuver_price_label(unit).to_owned(),
            Self::Treat | Self::TreatSelf => action_price_label(unit),
            Self::FurtherTarget => "free".to_owned(),
        }
    }

    /// The label for a unit: a treatment of its own names the injury that it can cure.
    fn label_for(self, unit: &UnitSnapshot, rules: &RuleSet) -> RuleText {
        let injury = (self == Self::TreatSelf).then(|| sole_treatable_injury(unit, rules)).flatten();
        injury.map_or_else(|| self.into(), |injury| CriticalInjuryLine::TreatSelf { injury }.into())
    }

    /// The detail for a unit: a treatment of its own says if all that it gains is an easier roll later. `CC-CRIT-07`,
    /// `CC-RULING-10`.
    fn detail_for(self, unit: &UnitSnapshot, rules: &RuleSet) -> String {
        let is_late = self == Self::TreatSelf && has_only_past_effects(unit, rules);
        let gain = if is_late {
            " The effect is over: a cure only takes 10 from the rolls for later Critical Injuries."
        } else {
            ""
        };
        format!("{}{gain}", self.detail())
    }

    /// Whether the action is useful now.
    fn is_useful(self, unit: &UnitSnapshot) -> bool {
        match self {
            Self::Reload => unit.held.iter().any(|held| held.fault == WeaponMalfunction::Empty),
            Self::TreatSelf => !unit.condition.combat_checks().injuries.is_empty(),
            Self::FurtherTarget => max_further_targets(unit) > 0,
            _ => true,
        }
    }
}

/// The special actions that buy one more manoeuvre, for Strain and for the action. `CC-ECON-05`, `CC-ECON-06`.
pub(super) fn bought_maneuvers() -> Vec<BoughtAllowance> {
    const { assert!(BOUGHT_MANEUVER_STRAIN == 2) };
    let bought = |kind: SpecialActionKind, price, ends_attacks| BoughtAllowance {
        key: kind.into(),
        name: "second manoeuvre",
        price,
        ends_attacks,
    };
    vec![
        bought(SpecialActionKind::BuyManeuver, "2 Strain", false),
        bought(SpecialActionKind::GiveUpAction, "the action", true),
    ]
}

impl SpecialActionRules for CombatChecksRulebook {
    fn numbered_actions() -> &'static [&'static str] {
        &["buy_maneuver", "give_up_action", "aim", "guarded_stance", "treat"]
    }

    fn available_actions(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction> {
        if unit.down.is_some() {
            return Vec::new();
        }
        let useful = SpecialActionKind::VARIANTS.iter().copied().filter(|kind| kind.is_useful(unit));
        let actions = useful.map(|kind| AvailableAction {
            key: kind.into(),
            label: kind.label_for(unit, rules),
            detail: kind.detail_for(unit, rules),
            price: kind.price_label(unit),
            aim: kind.target(),
            clause: kind.clause(),
        });
        actions.collect()
    }

    fn action_label(key: &str) -> Option<(RuleText, Clause)> {
        let kind: SpecialActionKind = key.parse().ok()?;
        Some((kind.into(), kind.clause()))
    }

    /// `CC-CHK-04`, `CC-ECON-05`, `CC-ECON-06`, `CC-ECON-08`, `CC-THT-10`, `CC-HEAL-01` to `CC-HEAL-05`.
    fn pay_special_action(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
        let unit = action.unit;
        let Ok(kind) = action.key.parse::<SpecialActionKind>() else {
            let why = CombatChecksRefusal::UnknownAction { key: action.key.to_owned() };
            return Err(RuleViolation::new(why, "CC-ECON-08").into());
        };
        let fighter = Fighter::from_snapshot(unit, rules);
        let refuse = |why: CombatChecksRefusal| Err(RuleViolation::new(why, kind.clause()).into());
        let budget = *unit.budget.combat_checks();
        let gain_maneuver = |price: TurnPayment| {
            let (budget, strain) = budget.pay(price, &fighter).map_err(cost_error)?;
            let cause = Some(HealthCause::BoughtManoeuvre).filter(|_| strain > 0);
            Ok(Payment { cause, ..payment(unit, TurnBudget { credit: budget.credit + 1, ..budget }, strain) })
        };
        let perform = |maneuver| Ok(payment(unit, pay_maneuver(unit, &fighter, maneuver, rules)?, 0));
        match kind {
            SpecialActionKind::BuyManeuver => gain_maneuver(TurnPayment::BoughtManeuver),
            SpecialActionKind::GiveUpAction => gain_maneuver(TurnPayment::ActionAsManeuver),
            SpecialActionKind::Aim if fighter.condition.aim => refuse(CombatChecksRefusal::AlreadyAiming),
            SpecialActionKind::Aim => perform(Maneuver::Aim),
            SpecialActionKind::GuardedStance if has_new_guarded_stance(&fighter) => {
                refuse(CombatChecksRefusal::AlreadyGuarded)
            }
            SpecialActionKind::GuardedStance => perform(Maneuver::GuardedStance),
            SpecialActionKind::Reload if find_empty_weapon(action).is_none() => {
                refuse(CombatChecksRefusal::NothingToReload)
            }
            SpecialActionKind::Reload => perform(Maneuver::Ready),
            SpecialActionKind::FurtherTarget => toggle_further_target(action, budget),
            SpecialActionKind::Treat | SpecialActionKind::TreatSelf => {
                let patient = match (kind, action.target) {
                    (SpecialActionKind::TreatSelf, _) => unit,
                    (_, Some((patient, 0..=1))) => patient,
                    (_, Some(_)) => return Err(RuleViolation::from(HealingError::TooFar).into()),
                    (_, None) => return refuse(CombatChecksRefusal::NoTarget),
                };
                check_treatable(patient, rules).map_err(RuleViolation::from)?;
                pay_turn_action(unit, &fighter)
            }
        }
    }

    fn resolve_special_action(
        table: &mut impl Table,
        action: &SpecialAction<'_>,
        rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        let unit = action.unit;
        let change_health = |change: &dyn Fn(&mut combat_checks::HealthState)| {
            let mut after = unit.condition.combat_checks().clone();
            change(&mut after);
            Some(RuleStep::ChangeHealth {
                unit: unit.id,
                after: HealthState::CombatChecks(after),
                damage: 0,
                cause: None,
            })
        };
        let until = Expiry::end_of_next_turn(unit.budget.combat_checks().economy.in_turn);
        let step = match action.key.parse() {
            Ok(SpecialActionKind::Aim) => change_health(&|health| health.aim = true),
            Ok(SpecialActionKind::GuardedStance) => change_health(&|health| {
                health.timed.retain(|timed| timed.kind != TimedEffectKind::GuardedStance);
                health.add_timed(TimedEffectKind::GuardedStance, until);
            }),
            Ok(SpecialActionKind::Reload) => find_empty_weapon(action).map(|slot| restore_weapon(unit, slot)),
            Ok(SpecialActionKind::Treat) => match action.target {
                Some((patient, _)) => return treat_injury(table, action, patient, rules),
                None => None,
            },
            Ok(SpecialActionKind::TreatSelf) => return treat_injury(table, action, unit, rules),
            Ok(SpecialActionKind::FurtherTarget) => {
                action.target.map(|(other, _)| further_target_note(unit, other))
            }
            // These have no effect besides their cost.
            Ok(SpecialActionKind::BuyManeuver | SpecialActionKind::GiveUpAction) | Err(_) => None,
        };
        Ok(ActionOutcome::from_effects(step.into_iter().collect()))
    }

    /// A treatment changes the patient.
    fn result_is_about_target(key: &str) -> bool {
        matches!(key.parse(), Ok(SpecialActionKind::Treat))
    }

    /// `CC-HEAL-01`.
    fn own_action(key: &str) -> Option<&'static str> {
        matches!(key.parse(), Ok(SpecialActionKind::Treat)).then(|| SpecialActionKind::TreatSelf.into())
    }
}

/// Most further targets that the held weapons allow. `CC-CHK-04`.
fn max_further_targets(unit: &UnitSnapshot) -> usize {
    let targets = unit.held.iter().map(|held| held.weapon.combat_checks().targets);
    usize::from(targets.max().unwrap_or(1).saturating_sub(1))
}

/// Adds or removes a further target. `CC-CHK-04`.
fn toggle_further_target(action: &SpecialAction<'_>, budget: TurnBudget) -> Result<Payment, CostError> {
    if budget.turn != PhaseTiming::Now {
        return Err(CostError::NotItsPhase);
    }
    let (unit, chosen) = (action.unit, budget.chosen_targets);
    let most = max_further_targets(unit);
    let why = match action.target {
        None => CombatChecksRefusal::NoTarget,
        Some((other, _)) if other.side == unit.side => CombatChecksRefusal::TargetIsAlly,
        Some((other, _)) if chosen.contains(other.id) || (other.down.is_none() && chosen.count() < most) => {
            let chosen_targets = chosen.with_toggled(other.id);
            return Ok(payment(unit, TurnBudget { chosen_targets, ..budget }, 0));
        }
        Some((other, _)) if other.down.is_some() => CombatChecksRefusal::TargetOutOfAction,
        Some(_) if most == 0 => CombatChecksRefusal::OneTarget,
        Some(_) => CombatChecksRefusal::NoMoreTargets,
    };
    Err(RuleViolation::new(why, "CC-CHK-04").into())
}

/// Notes whether a unit is a further target. `CC-CHK-04`.
fn further_target_note(unit: &UnitSnapshot, other: &UnitSnapshot) -> RuleStep {
    let name = other.name.clone();
    let line = if unit.budget.combat_checks().chosen_targets.contains(other.id) {
        CheckNote::FurtherTarget { unit: name }
    } else {
        CheckNote::NoFurtherTarget { unit: name }
    };
    RuleStep::note(unit.id, line, "CC-CHK-04")
}

/// Whether Guarded Stance lasts beyond the next turn.
fn has_new_guarded_stance(fighter: &Fighter) -> bool {
    fighter.condition.timed.iter().any(|timed| {
        timed.kind == TimedEffectKind::GuardedStance && matches!(timed.until, Expiry::TurnEnds(2..))
    })
}

/// The empty weapon in the chosen slot, or the first one.
fn find_empty_weapon(action: &SpecialAction<'_>) -> Option<usize> {
    let mut empty = action.unit.held.iter().filter(|held| held.fault == WeaponMalfunction::Empty);
    empty.find(|held| action.slot.is_none_or(|slot| slot == held.slot)).map(|held| held.slot)
}
