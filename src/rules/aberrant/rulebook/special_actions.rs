//! Special actions: planning defences and flurries, using Willpower, struggling in grapples.

mod queued_attacks;

use std::fmt;

use super::attack_steps::release_grapple;
use super::turns::{price_text, spend_action, to_payment};
use super::{AberrantRulebook, fighter, health_step};
use crate::aberrant::Ability;
use crate::aberrant::attacks::grapple;
use crate::aberrant::health::resuscitation;
use crate::aberrant::health::stun;
use crate::aberrant::lines::{AberrantRefusal, Counted, ResultWords};
use crate::aberrant::turn::actions;
use crate::aberrant::turn::actions::ACTION_POINTS;
use crate::aberrant::turn::turn_budget::{AttackQueue, QueuedTargeting, TurnBudget};
use crate::rulebook::SpecialActionRules;
use crate::turn_engine::PhaseTiming;
use crate::{
    ActionOutcome, AvailableAction, CostError, Grip, HitResult, Payment, RuleSet, RuleStep, RuleViolation,
    SpecialAction, SpecialActionTarget, UnitSnapshot, list_words,
};
use dice::{Clause, RuleLine, RuleResult, RuleText, Table};

use self::queued_attacks::{abort_queued_attack, check_replacement, replace_queued_action};

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
            Self::Replace => "Replace an announced attack",
            Self::Abort => "Give up an attack for a defence",
            Self::Rally => "Shake off stun",
            Self::Revive => "Resuscitate",
            Self::BreakFree => "Break free",
            Self::TakeControl => "Take control",
            Self::LetGo => "Let go",
        }
    }

    fn detail(self, unit: &UnitSnapshot) -> String {
        let text = self.plain_detail();
        match self {
            Self::Reserve | Self::FullDefence => format!("{text} {}", defence_limits(unit)),
            _ => text.to_owned(),
        }
    }

    const fn plain_detail(self) -> &'static str {
        match self {
            Self::Reserve => {
                "One dodge or parry until the unit's next turn; counts as an action of the round when it is used."
            }
            Self::FullDefence => {
                "Any number of dodges and parries until the unit's next turn, up to the number of actions that it may take in a round."
            }
            Self::Split => {
                "Each attack of this turn gets a target of its own. Otherwise all are made on the target of the first one."
            }
            Self::Flurry(_) => {
                "Each action of this turn rolls one die less for every declared action, and one more for each action before it."
            }
            Self::Replace => {
                "If an announced attack has become impossible, for 1 Willpower or a Willpower roll: another attack in its place, \
                 at +1 difficulty. Each attack is replaced at a price of its own, and made before the next one is replaced. \
                 Unpaid, the announced attack is lost."
            }
            Self::Abort => {
                "Gives up an announced attack and reserves one dodge or parry, which can be used until the unit's next turn."
            }
            Self::Rally => "Rolls Willpower: each success heals a level of stun. Once per round.",
            Self::Revive => "Rolls Dexterity + Medicine to stabilise an adjacent dying unit. Does not heal.",
            Self::BreakFree => "Both units roll Strength + Might: with more successes the unit breaks free.",
            Self::TakeControl => {
                "Both units roll Strength + Might: with more successes the unit holds the other one instead."
            }
            Self::LetGo => "Ends the grapple.",
        }
    }

    fn price(self) -> String {
        match self {
            Self::Reserve => price_text(actions::ActionKind::Reserve),
            Self::FullDefence => price_text(actions::ActionKind::FullDefence),
            Self::Revive | Self::BreakFree | Self::TakeControl => price_text(actions::ActionKind::Action),
            Self::Replace | Self::Abort => "1 Willpower or a roll".to_owned(),
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

    /// Whether the action bar shows it now.
    fn is_available(self, unit: &UnitSnapshot, rules: &RuleSet) -> bool {
        let budget = unit.budget.aberrant();
        match self {
            Self::Reserve => has_free_points(budget, 1),
            Self::FullDefence => has_free_points(budget, ACTION_POINTS),
            Self::Abort => has_attacks_to_cancel(budget),
            Self::Split => {
                budget.queue == AttackQueue::Open
                    && budget.phase.targeting == QueuedTargeting::Together
                    && budget.phase.targets.first().is_none()
            }
            Self::Flurry(_) => rules.book.aberrant().flurry_penalty && budget.phase.actions_taken == 0,
            Self::Replace => !budget.queued_attacks().is_empty(),
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

/// What a defence of a unit does not help against. `AB-DODGE-03` to `AB-DODGE-07`, `SS-DEF-21`.
fn defence_limits(unit: &UnitSnapshot) -> &'static str {
    if unit.sheet.aberrant().mega_dexterity > 0 {
        "No use against attacks from unseen enemies; only melee attacks can be parried."
    } else {
        "No use against attacks from unseen enemies, nor against bullets of shooters with equal or higher initiative; \
         only melee attacks can be parried."
    }
}

/// Whether some points are left that no attack is queued for: attacks on several targets are queued one by one,
/// and attacks on one target may be fewer. `AB-CANCEL-03`.
fn has_free_points(budget: &TurnBudget, points: u8) -> bool {
    let queued = match budget.queue {
        AttackQueue::List(_) => budget.queue.attacks().count(),
        AttackQueue::Open | AttackQueue::Same(_) => 0,
    };
    budget.phase.targeting == QueuedTargeting::Together
        && (queued == 0 || usize::from(budget.effort.points) >= queued + usize::from(points))
}

/// Whether an attack is queued that can be cancelled in the unit's own phase. `AB-CANCEL-03`.
fn has_attacks_to_cancel(budget: &TurnBudget) -> bool {
    let queued = budget.phase.targeting == QueuedTargeting::Apart || budget.queue.attacks().next().is_some();
    queued && budget.effort.points > 0
}

/// Checks the conditions of a special action besides its price. `AB-BASE-08`, `AB-BASE-10`, `AB-BASE-19`, `AB-CANCEL-03`,
/// `AB-STUN-10`.
fn check_special_action(
    kind: SpecialActionKind,
    action: &SpecialAction<'_>,
    rules: &RuleSet,
) -> Result<(), RuleViolation> {
    let (unit, budget) = (action.unit, action.unit.budget.aberrant());
    let refuse = |why: AberrantRefusal| Err(RuleViolation::new(why, kind.clause()));
    let refuse_several_targets = || Err(RuleViolation::new(AberrantRefusal::SeveralTargets, "AB-CANCEL-03"));
    match kind {
        SpecialActionKind::Reserve if !has_free_points(budget, 1) => refuse_several_targets(),
        SpecialActionKind::FullDefence if !has_free_points(budget, ACTION_POINTS) => refuse_several_targets(),
        SpecialActionKind::FullDefence
            if budget.phase.actions_taken > 0 || budget.effort.points < ACTION_POINTS =>
        {
            refuse(AberrantRefusal::PhaseBegun)
        }
        SpecialActionKind::Abort if !has_attacks_to_cancel(budget) => {
            refuse(AberrantRefusal::NothingToCancel)
        }
        SpecialActionKind::Split
            if budget.phase.targets.first().is_some() || budget.queue != AttackQueue::Open =>
        {
            refuse(AberrantRefusal::TargetsChosen)
        }
        SpecialActionKind::Flurry(_)
            if !rules.book.aberrant().flurry_penalty || budget.phase.actions_taken > 0 =>
        {
            refuse(AberrantRefusal::DeclareFirst)
        }
        SpecialActionKind::Flurry(count) if actions::allowed_flurry_actions(&fighter(unit), count) == 0 => {
            refuse(AberrantRefusal::NoActionLeft)
        }
        SpecialActionKind::Replace => check_replacement(action),
        SpecialActionKind::Rally => {
            stun::may_rally(&fighter(unit)).map_err(|why| RuleViolation::new(why, kind.clause()))
        }
        SpecialActionKind::Revive => may_resuscitate(action, rules),
        SpecialActionKind::BreakFree | SpecialActionKind::TakeControl => {
            let Some(Grip::HeldBy(by)) = unit.grip else { return refuse(AberrantRefusal::NotHeld) };
            if action.target.is_some_and(|(target, _)| target.id != by) {
                return refuse(AberrantRefusal::HeldByOther);
            }
            Ok(())
        }
        SpecialActionKind::LetGo if !matches!(unit.grip, Some(Grip::Holding(_))) => {
            refuse(AberrantRefusal::HoldsNoOne)
        }
        SpecialActionKind::Reserve
        | SpecialActionKind::FullDefence
        | SpecialActionKind::Split
        | SpecialActionKind::Flurry(_)
        | SpecialActionKind::Abort
        | SpecialActionKind::LetGo => Ok(()),
    }
}

impl SpecialActionRules for AberrantRulebook {
    fn numbered_actions() -> &'static [&'static str] {
        &["reserve", "full_defence", "split", "rally"]
    }

    /// None for a building, which does nothing. `AB-OBJ-09`.
    fn available_actions(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction> {
        if unit.sheet.aberrant().building.is_some() {
            return Vec::new();
        }
        let available = SpecialActionKind::ALL.into_iter().filter(|kind| kind.is_available(unit, rules));
        let to_available_action = |kind: SpecialActionKind| AvailableAction {
            key: kind.key(),
            label: kind.into(),
            detail: kind.detail(unit),
            price: kind.price(),
            aim: kind.aim(),
            clause: kind.clause(),
        };
        available.map(to_available_action).collect()
    }

    /// A defence counts as an action of the round. `AB-LIMIT-03`, `AB-DAZE-05`.
    fn can_defend(unit: &UnitSnapshot, _: &RuleSet) -> bool {
        actions::may_take_action(&fighter(unit)).is_ok()
            && unit.condition.aberrant().immobilising_flaw().is_none()
    }

    /// Bullets of shooters that do not have a lower initiative. `AB-DODGE-03`, `AB-DODGE-05`, `AB-DODGE-07`.
    fn defence_warning(
        unit: &UnitSnapshot,
        key: &str,
        enemies: impl FnOnce() -> Vec<UnitSnapshot>,
    ) -> Option<String> {
        let kinds = [SpecialActionKind::Reserve, SpecialActionKind::FullDefence, SpecialActionKind::Abort];
        if !kinds.iter().any(|kind| kind.key() == key) || unit.sheet.aberrant().mega_dexterity > 0 {
            return None;
        }
        let shoots = |enemy: &UnitSnapshot| {
            let mut weapons = enemy.held.iter().map(|held| held.weapon.aberrant());
            weapons.any(|weapon| weapon.is_high_velocity() && !weapon.is_melee())
        };
        let enemies = enemies();
        let fast = enemies.iter().filter(|enemy| enemy.initiative >= unit.initiative && shoots(enemy));
        let names: Vec<String> =
            fast.map(|enemy| format!("{} (initiative {})", enemy.name, enemy.initiative)).collect();
        (!names.is_empty()).then(|| {
            let (names, own) = (list_words(&names), unit.initiative);
            format!("No use against the bullets of {names}: its own initiative of {own} is not higher.")
        })
    }

    /// Declarations are not offered again in their phase.
    fn action_label(key: &str) -> Option<(RuleText, Clause)> {
        let kind = SpecialActionKind::ALL.into_iter().find(|kind| kind.key() == key)?;
        Some((kind.into(), kind.clause()))
    }

    /// `AB-BASE-08`, `AB-BASE-10`, `AB-BASE-19`, `AB-CANCEL-01`, `AB-CANCEL-03`, `AB-STUN-10`.
    fn pay_special_action(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
        let kind = find_special_action(action)?;
        let unit = action.unit;
        let mut budget = *unit.budget.aberrant();
        if budget.turn != PhaseTiming::Now && kind != SpecialActionKind::Rally {
            return Err(CostError::NotItsPhase);
        }
        check_special_action(kind, action, rules)?;
        let spend = |kind| spend_action(unit, kind, rules).map(to_payment);
        match kind {
            SpecialActionKind::Reserve => return spend(actions::ActionKind::Reserve),
            SpecialActionKind::FullDefence => return spend(actions::ActionKind::FullDefence),
            SpecialActionKind::Revive | SpecialActionKind::BreakFree | SpecialActionKind::TakeControl => {
                return spend(actions::ActionKind::Action);
            }
            SpecialActionKind::Split => budget.phase.targeting = QueuedTargeting::Apart,
            SpecialActionKind::Flurry(count) => {
                budget.phase.declared_actions = actions::allowed_flurry_actions(&fighter(unit), count);
            }
            SpecialActionKind::Replace
            | SpecialActionKind::Abort
            | SpecialActionKind::Rally
            | SpecialActionKind::LetGo => {}
        }
        Ok(to_payment((budget, 0)))
    }

    /// It is the patient that is stabilised. `AB-RESUS-02`.
    fn result_is_about_target(key: &str) -> bool {
        key == SpecialActionKind::Revive.key()
    }

    fn resolve_special_action(
        table: &mut impl Table,
        action: &SpecialAction<'_>,
        rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        let unit = action.unit;
        match find_special_action(action) {
            Ok(SpecialActionKind::Replace) => replace_queued_action(table, action),
            Ok(SpecialActionKind::Abort) => abort_queued_attack(table, unit),
            Ok(SpecialActionKind::Rally) => {
                let before = unit.condition.aberrant().marks.stun;
                let after = stun::roll_rally(table, &fighter(unit))?;
                let healed = Counted::Levels(before - after.marks.stun);
                let words = ResultWords::StunHealed { levels: healed };
                Ok(outcome_with_words(words, vec![health_step(unit.id, after, 0)]))
            }
            Ok(SpecialActionKind::Revive) => {
                let Some((other, _)) = action.target else {
                    return Ok(ActionOutcome::from_effects(Vec::new()));
                };
                resuscitate(table, (unit, other), rules)
            }
            Ok(kind @ (SpecialActionKind::BreakFree | SpecialActionKind::TakeControl)) => {
                let Some((holder, _)) = action.target else {
                    return Ok(ActionOutcome::from_effects(Vec::new()));
                };
                let switches = rules.book.aberrant();
                if !grapple::resolve_struggle(table, &fighter(unit), &fighter(holder), switches)? {
                    return Ok(outcome_with_words(ResultWords::StillHeld, Vec::new()));
                }
                let (words, steps) = if kind == SpecialActionKind::BreakFree {
                    (ResultWords::BreaksFree, release_grapple(unit.id, holder.id))
                } else {
                    let grip = |unit, grip| RuleStep::SetGrip { unit, grip: Some(grip) };
                    let steps =
                        [grip(unit.id, Grip::Holding(holder.id)), grip(holder.id, Grip::HeldBy(unit.id))];
                    (ResultWords::TakesControl, steps)
                };
                let success = outcome_with_words(words, steps.into());
                Ok(ActionOutcome { contact: HitResult::Hit, net: 1, ..success })
            }
            Ok(SpecialActionKind::LetGo) => {
                let steps = match unit.grip {
                    Some(Grip::Holding(other)) => release_grapple(unit.id, other).into(),
                    _ => Vec::new(),
                };
                Ok(ActionOutcome::from_effects(steps))
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

/// Resolves an attempt to stabilise a dying unit, in a battle or after it. `AB-RESUS-02` to `AB-RESUS-07`.
pub(super) fn resuscitate(
    table: &mut impl Table,
    (medic, other): (&UnitSnapshot, &UnitSnapshot),
    rules: &RuleSet,
) -> RuleResult<ActionOutcome> {
    let (patient, switches) = (other.condition.aberrant(), rules.book.aberrant());
    let (after, stabilised) = resuscitation::roll_resuscitation(table, &fighter(medic), patient, switches)?;
    let (words, contact) = match stabilised {
        true => (ResultWords::Stabilised, HitResult::Hit),
        false => (ResultWords::StillDying, HitResult::Miss),
    };
    let steps = vec![health_step(other.id, after, 0)];
    Ok(ActionOutcome { contact, ..outcome_with_words(words, steps) })
}

/// Checks whether a unit can resuscitate the target of the action. `AB-RESUS-02`, `AB-RESUS-14`.
fn may_resuscitate(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<(), RuleViolation> {
    let Some((other, 0..=1)) = action.target.filter(|(other, _)| other.id != action.unit.id) else {
        return Err(RuleViolation::new(AberrantRefusal::NotAdjacent, SpecialActionKind::Revive.clause()));
    };
    let untreatable_place = other.ground.airless || other.ground.hazard.is_some();
    let patient = (&**other.sheet.aberrant(), other.condition.aberrant());
    resuscitation::may_revive(action.unit.sheet.aberrant(), patient, untreatable_place, rules.book.aberrant())
        .map_err(|why| RuleViolation::new(why, why.clause()))
}

fn find_special_action(action: &SpecialAction<'_>) -> Result<SpecialActionKind, RuleViolation> {
    let known = SpecialActionKind::ALL.into_iter().find(|kind| kind.key() == action.key);
    let unknown = || AberrantRefusal::NoSuchAction { key: action.key.to_owned() };
    known.ok_or_else(|| RuleViolation::new(unknown(), "AB-BASE-07"))
}

fn outcome_with_words(words: ResultWords, steps: Vec<RuleStep>) -> ActionOutcome {
    ActionOutcome { words: words.into(), ..ActionOutcome::from_effects(steps) }
}
