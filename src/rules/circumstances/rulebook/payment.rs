//! Payment of actions: action points, Free Action, Reaction, and the length of moves. Table CS-T2.

use super::units::{fighter, switches, wrap_health_state, wrap_turn_budget};
use crate::circumstances::lines::CircumstancesRefusal;
use crate::circumstances::turn::phase;
use crate::circumstances::turn::turn_budget::{ChargeState, PaidMove};
use crate::circumstances::{
    CombatAction, CombatActionCost, HitLocations, Switches, TurnBudget as OwnBudget, WeaponClass,
};
use crate::turn_engine::{Action, ActionCost, PhaseTiming, action_cost};
use crate::{
    ActionRequest, CostError, FireMode, HealthState, Payment, RuleSet, RuleViolation, UnitSnapshot, Weapon,
};

/// The action in this book; `None` if it costs nothing and has no requirements.
pub(super) fn translate_action(
    budget: &OwnBudget,
    request: ActionRequest<'_>,
    rules: &RuleSet,
) -> Result<Option<(CombatAction, CombatActionCost)>, RuleViolation> {
    let refuse = |why: CircumstancesRefusal, clause| Err(RuleViolation::new(why, clause));
    let action = match request.action {
        Action::SayWord | Action::Gesture => CombatAction::Speak,
        Action::DropObject => CombatAction::DropItem,
        Action::Walk => CombatAction::Move,
        Action::Run => CombatAction::Run,
        Action::DropProne => CombatAction::DropProne,
        Action::StandUp => CombatAction::StandUp,
        Action::TakeCover => CombatAction::UseCover,
        Action::Fire(FireMode::Single) | Action::Rocket => CombatAction::StandardAttack,
        Action::Fire(FireMode::Burst) => CombatAction::Burst,
        Action::MeleeAttack | Action::UnarmedAttack => match request.option {
            Some("grapple") => CombatAction::Grapple,
            // The melee attack is part of the Charge.
            _ if budget.charge == ChargeState::Coming => return Ok(None),
            _ => CombatAction::StandardAttack,
        },
        Action::Dodge => CombatAction::Dodge,
        Action::Parry => CombatAction::Parry,
        Action::LiftBody => return refuse(CircumstancesRefusal::NoHumanShields, "CS-BASE-37"),
        Action::Ready => return Ok(Some((CombatAction::Reload, CombatActionCost::Half))),
        Action::Reload if request.with.is_some_and(|held| is_thrown(&held.weapon)) => {
            return refuse(CircumstancesRefusal::ThrownWeaponUsedUp, "CS-GRN-02");
        }
        Action::Reload => {
            let cost = request.with.map_or(CombatActionCost::Half, |held| held.weapon.circumstances().reload);
            return Ok(Some((CombatAction::Reload, cost)));
        }
        Action::PickUp
        | Action::Door
        | Action::Throw
        | Action::UseItem
        | Action::Detonate
        | Action::SetCharges
        | Action::Cast
        | Action::Heal
        | Action::AttackProgram
        | Action::FirstAid => {
            let cost = cost_by_points(action_cost(request.action, &rules.engine));
            return Ok(Some((CombatAction::Reload, cost)));
        }
        Action::ForcedDrop | Action::ChangeMode | Action::StandardDefence => return Ok(None),
        Action::Sprint => return refuse(CircumstancesRefusal::NoSprint, "CS-BASE-20"),
        Action::Fire(_) => return refuse(CircumstancesRefusal::NoSuchFireMode, "CS-BASE-36"),
        Action::MultipleAttacks => return refuse(CircumstancesRefusal::OneAttackPerPhase, "CS-BASE-34"),
        Action::Evade => return refuse(CircumstancesRefusal::NoEvading, "SS-INTC-14"),
        Action::Intercept => CombatAction::Parry,
        Action::Block | Action::FullDefense => {
            return refuse(CircumstancesRefusal::OnlyDodgeOrParry, "CS-BASE-18");
        }
    };
    Ok(Some((action, action.cost(switches(rules)))))
}

/// What an action of all books costs here: a Half Action for one action point, a Full Action for more.
fn cost_by_points(cost: ActionCost) -> CombatActionCost {
    match cost {
        ActionCost::None => CombatActionCost::None,
        ActionCost::Free | ActionCost::Points(0) => CombatActionCost::Free,
        ActionCost::Points(1) => CombatActionCost::Half,
        ActionCost::Points(_) | ActionCost::Rest => CombatActionCost::Full,
    }
}

fn is_thrown(weapon: &Weapon) -> bool {
    weapon.circumstances().class == WeaponClass::Thrown
}

/// The health after a Run that tires; `None` if it does not, as for a vehicle. `CS-FATG-10`.
pub(super) fn health_after_run(unit: &UnitSnapshot, switches: &Switches) -> Option<HealthState> {
    let tired =
        || wrap_health_state(unit.condition.circumstances().clone().with_fatigue(switches.exertion_fatigue));
    (switches.exertion_fatigue > 0 && !unit.sheet.circumstances().vehicle).then(tired)
}

/// Half metres of a straight step; less does not reach another square.
pub(super) const STRAIGHT_STEP: u32 = 2;

/// Continues a move with its remaining distance.
pub(super) fn extended_move(paid_move: PaidMove, walked: u32, added: u32) -> PaidMove {
    match paid_move.bought {
        0 => PaidMove { bought: added, from: walked },
        bought => PaidMove { bought: bought + added, from: paid_move.from },
    }
}

/// A unit that leaves its square leaves its cover. `CS-COV-03`.
pub(super) const fn without_cover(budget: OwnBudget) -> OwnBudget {
    OwnBudget { shielded: HitLocations::NONE, ..budget }
}

/// Half metres that an action moves.
pub(super) fn half_metres(unit: &UnitSnapshot, action: CombatAction, rules: &RuleSet) -> u32 {
    2 * action.move_metres(&fighter(unit, rules), switches(rules)).unwrap_or(0)
}

/// Pays for an action in the unit's own phase. `CS-BASE-15` to `CS-BASE-20`.
pub(super) fn spend_points(
    unit: &UnitSnapshot,
    action: CombatAction,
    cost: CombatActionCost,
    rules: &RuleSet,
) -> Result<OwnBudget, CostError> {
    let budget = *unit.budget.circumstances();
    let switches = switches(rules);
    if cost != CombatActionCost::Reaction && budget.turn != PhaseTiming::Now {
        return Err(CostError::NotItsPhase);
    }
    may_take_action(unit, action, rules)?;
    let phase = budget.phase.pay(action, cost, switches).map_err(to_cost_error)?;
    // Anything beyond speaking or dropping an item ends a move and a Charge.
    let keeps_move = action == CombatAction::Move
        || matches!(
            action,
            CombatAction::Speak
                | CombatAction::DropItem
                | CombatAction::UseCover
                | CombatAction::Dodge
                | CombatAction::Parry
        );
    let after = OwnBudget { phase, ..budget };
    Ok(if keeps_move {
        after
    } else {
        OwnBudget { paid_move: PaidMove::default(), charge: ChargeState::No, ..after }
    })
}

pub(super) fn may_take_action(
    unit: &UnitSnapshot,
    action: CombatAction,
    rules: &RuleSet,
) -> Result<(), CostError> {
    phase::check_action(&fighter(unit, rules), action, switches(rules)).map_err(to_cost_error)
}

fn to_cost_error(why: phase::ActionError) -> CostError {
    match why {
        phase::ActionError::Points { needed, left } => CostError::TooFewPoints { needed, left },
        phase::ActionError::AttackedAlready => CostError::AttackedAlready,
        other => RuleViolation::from(other).into(),
    }
}

pub(super) fn payment_between(before: OwnBudget, after: OwnBudget) -> Payment {
    let reaction = u8::from(before.phase.reaction && !after.phase.reaction);
    Payment {
        budget: wrap_turn_budget(after),
        points: after.phase.spent.saturating_sub(before.phase.spent) + reaction,
        free: u8::from(after.phase.free_used && !before.phase.free_used),
        condition: None,
        cause: None,
    }
}

/// Pays for an action of this book. Table CS-T2.
pub(crate) fn pay_combat_action(
    unit: &UnitSnapshot,
    action: CombatAction,
    rules: &RuleSet,
) -> Result<Payment, CostError> {
    let budget = *unit.budget.circumstances();
    Ok(payment_between(budget, spend_points(unit, action, action.cost(switches(rules)), rules)?))
}

/// Pays for a Spell or an item. Table CS-T2.
pub(crate) fn pay_spell(
    unit: &UnitSnapshot,
    cost: CombatActionCost,
    rules: &RuleSet,
) -> Result<Payment, CostError> {
    let budget = *unit.budget.circumstances();
    Ok(payment_between(budget, spend_points(unit, CombatAction::Spell, cost, rules)?))
}

/// Pays for a Charge: the movement, and the attack at its end. Table CS-T2.
pub(crate) fn pay_charge(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
    let budget = *unit.budget.circumstances();
    let after = spend_points(unit, CombatAction::Charge, CombatAction::Charge.cost(switches(rules)), rules)?;
    let paid_move = PaidMove { bought: half_metres(unit, CombatAction::Charge, rules), from: unit.walked };
    Ok(payment_between(budget, without_cover(OwnBudget { paid_move, charge: ChargeState::Coming, ..after })))
}

/// Pays for a Full Move, or for the rest of one after a Move. Table CS-T2.
pub(crate) fn pay_full_move(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
    let budget = *unit.budget.circumstances();
    let (full_cost, half_cost) =
        (CombatAction::FullMove.cost(switches(rules)), CombatAction::Move.cost(switches(rules)));
    may_take_action(unit, CombatAction::FullMove, rules)?;
    let (full_length, half_length) =
        (half_metres(unit, CombatAction::FullMove, rules), half_metres(unit, CombatAction::Move, rules));
    let is_begun = budget.paid_move.bought > 0;
    if is_begun && (budget.charge != ChargeState::No || budget.paid_move.bought > half_length) {
        return Err(RuleViolation::new(CircumstancesRefusal::MoveHasFullLength, "CS-BASE-20").into());
    }
    // Half of a Full Action is already paid for.
    let cost =
        if is_begun && half_cost != CombatActionCost::Free { CombatActionCost::Half } else { full_cost };
    let after = spend_points(unit, CombatAction::FullMove, cost, rules)?;
    let added = if is_begun { full_length.saturating_sub(budget.paid_move.bought) } else { full_length };
    Ok(payment_between(
        budget,
        without_cover(OwnBudget { paid_move: extended_move(budget.paid_move, unit.walked, added), ..after }),
    ))
}

/// Button text of a cost.
pub(crate) fn cost_text(cost: CombatActionCost) -> String {
    match cost {
        CombatActionCost::None => String::new(),
        CombatActionCost::Free => "free".to_owned(),
        CombatActionCost::Half => "1 AP".to_owned(),
        CombatActionCost::Full => "2 AP".to_owned(),
        CombatActionCost::Reaction => "the Reaction".to_owned(),
    }
}
