//! Special actions: planning defences and flurries, using Willpower, struggling in grapples.

use std::fmt;

use super::attack_effects::release_grapple;
use super::turns::{price_text, spend_action, to_payment};
use super::{AberrantRulebook, fighter, health_effect, turn_budget_effect};
use crate::aberrant::Ability;
use crate::aberrant::attacks::grapple;
use crate::aberrant::health::resuscitation;
use crate::aberrant::health::stun;
use crate::aberrant::lines::{AberrantRefusal, ResultWords};
use crate::aberrant::turn::actions;
use crate::aberrant::turn::actions::ACTION_POINTS;
use crate::aberrant::turn::cancelling;
use crate::aberrant::turn::cancelling::{QueuedActionResult, ReplacementKind};
use crate::aberrant::turn::turn_budget::QueuedTargeting;
use crate::rulebook::SpecialActionRules;
use crate::turn_engine::PhaseTiming;
use crate::{
    ActionOutcome, AvailableAction, CostError, Grip, HitResult, Payment, RuleSet, RuleStep, RuleViolation,
    SpecialAction, SpecialActionTarget, TurnBudget, UnitSnapshot,
};
use dice::{Clause, RuleLine, RuleResult, Table};

/// A special action by its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SpecialActionKind {
    Reserve,
    FullDefence,
    Split,
    Flurry(u8),
    Replace,
    Abort,
    Rally,
    Revive,
    BreakFree,
    TakeControl,
    LetGo,
}

impl fmt::Display for SpecialActionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

impl RuleLine for SpecialActionKind {}

impl SpecialActionKind {
    const ALL: [Self; 12] = [
        Self::Reserve,
        Self::FullDefence,
        Self::Split,
        Self::Flurry(2),
        Self::Flurry(3),
        Self::Replace,
        Self::Abort,
        Self::Rally,
        Self::Revive,
        Self::BreakFree,
        Self::TakeControl,
        Self::LetGo,
    ];

    const fn key(self) -> &'static str {
        match self {
            Self::Reserve => "reserve",
            Self::FullDefence => "full_defence",
            Self::Split => "split",
            Self::Flurry(2) => "flurry_2",
            Self::Flurry(_) => "flurry_3",
            Self::Replace => "replace",
            Self::Abort => "abort",
            Self::Rally => "rally",
            Self::Revive => "revive",
            Self::BreakFree => "break_free",
            Self::TakeControl => "take_control",
            Self::LetGo => "let_go",
        }
    }

    const fn clause(self) -> Clause {
        match self {
            Self::Reserve | Self::FullDefence => "AB-BASE-08",
            Self::Split | Self::Replace => "AB-CANCEL-01",
            Self::Abort => "AB-CANCEL-03",
            Self::Flurry(_) => "AB-BASE-19",
            Self::Rally => "AB-STUN-10",
            Self::Revive => "AB-RESUS-02",
            Self::BreakFree | Self::TakeControl | Self::LetGo => "AB-BASE-10",
        }
    }

    const fn label(self) -> &'static str {
        match self {
            Self::Reserve => "Reserve a defence",
            Self::FullDefence => "Full defence",
            Self::Split => "Attack several targets",
            Self::Flurry(2) => "Declare two actions",
            Self::Flurry(_) => "Declare three actions",
            Self::Replace => "Replace an action",
            Self::Abort => "Cancel an attack for a defence",
            Self::Rally => "Shake off stun",
            Self::Revive => "Resuscitate",
            Self::BreakFree => "Break free",
            Self::TakeControl => "Take control",
            Self::LetGo => "Let go",
        }
    }

    const fn detail(self) -> &'static str {
        match self {
            Self::Reserve => {
                "One dodge or parry until the unit's next phase; counts as an action of the round."
            }
            Self::FullDefence => {
                "Any number of dodges and parries until the unit's next phase, up to the action cap."
            }
            Self::Split => "Each queued attack gets a different target.",
            Self::Flurry(_) => {
                "Each action loses one die per declared action, and one more for each action before it."
            }
            Self::Replace => {
                "If the target of a queued attack is gone: attack another target at +1 difficulty."
            }
            Self::Abort => {
                "Replace an attack queued for another target with one dodge or parry before the next phase."
            }
            Self::Rally => "Roll Willpower: each success heals a level of stun. Once per turn.",
            Self::Revive => "Roll Dexterity + Medicine to stabilise an adjacent dying unit. Does not heal.",
            Self::BreakFree => "Opposed Strength + Might to end the grapple.",
            Self::TakeControl => "Opposed Strength + Might: the unit takes over the grapple.",
            Self::LetGo => "Ends the grapple.",
        }
    }

    fn price(self) -> String {
        match self {
            Self::Reserve => price_text(actions::ActionKind::Reserve),
            Self::FullDefence => price_text(actions::ActionKind::FullDefence),
            Self::Revive | Self::BreakFree | Self::TakeControl => price_text(actions::ActionKind::Action),
            Self::Replace | Self::Abort => "Willpower".to_owned(),
            Self::Rally => "1 Willpower".to_owned(),
            Self::Split | Self::Flurry(_) | Self::LetGo => "free".to_owned(),
        }
    }

    const fn aim(self) -> SpecialActionTarget {
        match self {
            Self::Revive | Self::BreakFree | Self::TakeControl => SpecialActionTarget::Neighbour,
            _ => SpecialActionTarget::Nothing,
        }
    }

    /// Whether it gets a button now.
    fn is_offered(self, unit: &UnitSnapshot, rules: &RuleSet) -> bool {
        let budget = unit.budget.aberrant();
        match self {
            Self::Reserve | Self::FullDefence => budget.phase.aiming == QueuedTargeting::Together,
            Self::Abort => budget.phase.aiming == QueuedTargeting::Apart && budget.effort.points > 0,
            Self::Split => budget.phase.aiming == QueuedTargeting::Together && budget.phase.aims[0].is_none(),
            Self::Flurry(_) => rules.book.aberrant().flurry_penalty && budget.phase.made == 0,
            Self::Replace => budget.phase.aims[0].is_some(),
            Self::Rally => unit.condition.aberrant().marks.stun > 0,
            Self::Revive => {
                let sheet = unit.sheet.aberrant();
                sheet.ability(Ability::Medicine) > 0 || resuscitation::has_healing_power(sheet)
            }
            Self::BreakFree | Self::TakeControl => matches!(unit.grip, Some(Grip::HeldBy(_))),
            Self::LetGo => matches!(unit.grip, Some(Grip::Holding(_))),
        }
    }
}

impl SpecialActionRules for AberrantRulebook {
    /// Special actions that get a button now.
    fn available_actions(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction> {
        let offered = SpecialActionKind::ALL.into_iter().filter(|what| what.is_offered(unit, rules));
        let offer = |what: SpecialActionKind| AvailableAction {
            key: what.key(),
            label: what.into(),
            detail: what.detail().to_owned(),
            price: what.price(),
            aim: what.aim(),
            clause: what.clause(),
        };
        offered.map(offer).collect()
    }

    /// `AB-BASE-08`, `AB-BASE-10`, `AB-BASE-19`, `AB-CANCEL-01`, `AB-CANCEL-03`, `AB-STUN-10`.
    ///
    /// # Errors
    /// Returns `CostError` if the special action is not allowed.
    fn pay_special_action(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
        let what = find_action(action)?;
        let unit = action.unit;
        let mut budget = *unit.budget.aberrant();
        if budget.turn != PhaseTiming::Now && what != SpecialActionKind::Rally {
            return Err(CostError::NotItsPhase);
        }
        let refuse = |why: AberrantRefusal| Err(RuleViolation::new(why, what.clause()).into());
        let split = budget.phase.aiming == QueuedTargeting::Apart;
        match what {
            SpecialActionKind::Reserve | SpecialActionKind::FullDefence if split => {
                return Err(RuleViolation::new(AberrantRefusal::SeveralTargets, "AB-CANCEL-03").into());
            }
            SpecialActionKind::Abort if !split || budget.effort.points == 0 => {
                return refuse(AberrantRefusal::NoOtherTarget);
            }
            SpecialActionKind::Abort => {}
            SpecialActionKind::Reserve => {
                return Ok(to_payment(spend_action(unit, actions::ActionKind::Reserve, rules)?));
            }
            SpecialActionKind::FullDefence
                if budget.phase.made > 0 || budget.effort.points < ACTION_POINTS =>
            {
                return refuse(AberrantRefusal::PhaseBegun);
            }
            SpecialActionKind::FullDefence => {
                return Ok(to_payment(spend_action(unit, actions::ActionKind::FullDefence, rules)?));
            }
            SpecialActionKind::Split if budget.phase.aims[0].is_some() => {
                return refuse(AberrantRefusal::TargetsChosen);
            }
            SpecialActionKind::Split => budget.phase.aiming = QueuedTargeting::Apart,
            SpecialActionKind::Flurry(wanted) => {
                if !rules.book.aberrant().flurry_penalty || budget.phase.made > 0 {
                    return refuse(AberrantRefusal::DeclareFirst);
                }
                let accepted = actions::flurry_actions(&fighter(unit), wanted);
                if accepted == 0 {
                    return refuse(AberrantRefusal::NoActionLeft);
                }
                budget.phase.announced = accepted;
            }
            SpecialActionKind::Replace => {
                let impossible = budget.impossible_reason();
                if let Err(why) = cancelling::may_change(impossible, ReplacementKind::Another) {
                    return Err(RuleViolation::new(why, "AB-CANCEL-03").into());
                }
                if budget.effort.points == 0 || budget.phase.replaces {
                    return refuse(AberrantRefusal::NothingQueued);
                }
            }
            SpecialActionKind::Rally => {
                stun::may_rally(&fighter(unit)).map_err(|why| RuleViolation::new(why, what.clause()))?;
            }
            SpecialActionKind::Revive => {
                let Some((other, 0..=1)) = action.target.filter(|(other, _)| other.id != unit.id) else {
                    return refuse(AberrantRefusal::NotAdjacent);
                };
                let bad_place = other.ground.airless || other.ground.hazard.is_some();
                let patient = (&**other.sheet.aberrant(), other.condition.aberrant());
                resuscitation::may_revive(unit.sheet.aberrant(), patient, bad_place, rules.book.aberrant())
                    .map_err(|why| RuleViolation::new(why, why.clause()))?;
                return Ok(to_payment(spend_action(unit, actions::ActionKind::Action, rules)?));
            }
            SpecialActionKind::BreakFree | SpecialActionKind::TakeControl => {
                let Some(Grip::HeldBy(by)) = unit.grip else { return refuse(AberrantRefusal::NotHeld) };
                if action.target.is_some_and(|(target, _)| target.id != by) {
                    return refuse(AberrantRefusal::HeldByOther);
                }
                return Ok(to_payment(spend_action(unit, actions::ActionKind::Action, rules)?));
            }
            SpecialActionKind::LetGo if !matches!(unit.grip, Some(Grip::Holding(_))) => {
                return refuse(AberrantRefusal::HoldsNoOne);
            }
            SpecialActionKind::LetGo => {}
        }
        Ok(Payment { budget: TurnBudget::Aberrant(budget), points: 0, free: 0, condition: None })
    }

    /// Performs a special action that has been paid for.
    fn resolve_special_action(
        table: &mut impl Table,
        action: &SpecialAction<'_>,
        rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        let unit = action.unit;
        match find_action(action) {
            Ok(SpecialActionKind::Replace) => replace_queued_action(table, unit),
            Ok(SpecialActionKind::Abort) => abort_queued_attack(table, unit),
            Ok(SpecialActionKind::Rally) => {
                let before = unit.condition.aberrant().marks.stun;
                let after = stun::rally(table, &fighter(unit))?;
                let words = ResultWords::StunHealed { levels: before - after.marks.stun };
                Ok(outcome_in_words(words, vec![health_effect(unit.id, after, 0)]))
            }
            Ok(SpecialActionKind::Revive) => {
                let Some((other, _)) = action.target else {
                    return Ok(ActionOutcome::from_effects(Vec::new()));
                };
                let patient = other.condition.aberrant();
                let (after, works) =
                    resuscitation::revive(table, &fighter(unit), patient, rules.book.aberrant())?;
                let (words, contact) = match works {
                    true => (ResultWords::Stabilised, HitResult::Hit),
                    false => (ResultWords::StillDying, HitResult::Miss),
                };
                let effects = vec![health_effect(other.id, after, 0)];
                Ok(ActionOutcome { contact, ..outcome_in_words(words, effects) })
            }
            Ok(what @ (SpecialActionKind::BreakFree | SpecialActionKind::TakeControl)) => {
                let Some((holder, _)) = action.target else {
                    return Ok(ActionOutcome::from_effects(Vec::new()));
                };
                let switches = rules.book.aberrant();
                if !grapple::resolve_struggle(table, &fighter(unit), &fighter(holder), switches)? {
                    return Ok(outcome_in_words(ResultWords::StillHeld, Vec::new()));
                }
                let (words, effects) = if what == SpecialActionKind::BreakFree {
                    (ResultWords::BreaksFree, release_grapple(unit.id, holder.id))
                } else {
                    let grip = |unit, grip| RuleStep::SetGrip { unit, grip: Some(grip) };
                    let effects =
                        [grip(unit.id, Grip::Holding(holder.id)), grip(holder.id, Grip::HeldBy(unit.id))];
                    (ResultWords::TakesControl, effects)
                };
                let success = outcome_in_words(words, effects.into());
                Ok(ActionOutcome { contact: HitResult::Hit, net: 1, ..success })
            }
            Ok(SpecialActionKind::LetGo) => {
                let effects = match unit.grip {
                    Some(Grip::Holding(other)) => release_grapple(unit.id, other).into(),
                    _ => Vec::new(),
                };
                Ok(ActionOutcome::from_effects(effects))
            }
            // The cost is the whole effect.
            Ok(
                SpecialActionKind::Reserve
                | SpecialActionKind::FullDefence
                | SpecialActionKind::Split
                | SpecialActionKind::Flurry(_),
            )
            | Err(_) => Ok(ActionOutcome::from_effects(Vec::new())),
        }
    }
}

fn find_action(action: &SpecialAction<'_>) -> Result<SpecialActionKind, RuleViolation> {
    let known = SpecialActionKind::ALL.into_iter().find(|what| what.key() == action.key);
    let unknown = || AberrantRefusal::NoSuchAction { key: action.key.to_owned() };
    known.ok_or_else(|| RuleViolation::new(unknown(), "AB-BASE-07"))
}

fn outcome_in_words(words: ResultWords, effects: Vec<RuleStep>) -> ActionOutcome {
    ActionOutcome { words: words.into(), ..ActionOutcome::from_effects(effects) }
}

/// Cancels a still possible queued attack for a defence, or keeps it. `AB-CANCEL-03`, `AB-CANCEL-04`.
fn abort_queued_attack(table: &mut impl Table, unit: &UnitSnapshot) -> RuleResult<ActionOutcome> {
    let (fighter, mut budget) = (fighter(unit), *unit.budget.aberrant());
    let change = cancelling::change_queued_action(table, &fighter, None, ReplacementKind::Defence)?;
    let (QueuedActionResult::Replaced { paid, .. }, Ok(effort)) =
        (change, actions::pay_action(&fighter, actions::ActionKind::Reserve))
    else {
        return Ok(outcome_in_words(ResultWords::KeepsAttacks, Vec::new()));
    };
    budget.effort = effort;
    budget.effort.queued = effort.queued.min(effort.points);
    let mut effects = Vec::new();
    if paid.points() > 0 {
        let mut condition = fighter.condition.clone();
        condition.willpower = condition.willpower.saturating_sub(paid.points());
        effects.push(health_effect(unit.id, condition, 0));
    }
    effects.push(turn_budget_effect(unit.id, budget));
    Ok(outcome_in_words(ResultWords::CancelsAttack, effects))
}

/// Replaces a queued action that has become impossible, or loses it with its point. `AB-CANCEL-01`,
/// `AB-CANCEL-02`, `AB-CANCEL-04`.
fn replace_queued_action(table: &mut impl Table, unit: &UnitSnapshot) -> RuleResult<ActionOutcome> {
    let (fighter, mut budget) = (fighter(unit), *unit.budget.aberrant());
    let change = cancelling::change_queued_action(
        table,
        &fighter,
        budget.impossible_reason(),
        ReplacementKind::Another,
    )?;
    let mut effects = Vec::new();
    let words = match change {
        QueuedActionResult::Replaced { paid, .. } => {
            budget.phase.replaces = true;
            if paid.points() > 0 {
                let mut condition = fighter.condition.clone();
                condition.willpower = condition.willpower.saturating_sub(paid.points());
                effects.push(health_effect(unit.id, condition, 0));
            }
            ResultWords::NewTarget { difficulty: cancelling::REPLACEMENT_DIFFICULTY }
        }
        QueuedActionResult::Stands | QueuedActionResult::Lost => {
            budget.effort = budget.effort.cancel_queued();
            ResultWords::ActionLost
        }
    };
    effects.push(turn_budget_effect(unit.id, budget));
    Ok(outcome_in_words(words, effects))
}
