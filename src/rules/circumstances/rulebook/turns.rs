//! Phases, costs and movement.

use super::{fighter, switches, wrap_health_state, wrap_turn_budget};
use crate::circumstances::lines::{CircumstancesRefusal, LostPhase};
use crate::circumstances::turn::actions;
use crate::circumstances::turn::initiative_and_movement as scores;
use crate::circumstances::turn::phase;
use crate::circumstances::turn::phase::PhaseBudget;
use crate::circumstances::turn::turn_budget::{ChargeState, PaidMove};
use crate::circumstances::{
    ActionCost, Characteristic, CombatAction, HitLocations, Switches, TurnBudget as Own, WeaponClass,
};
use crate::status;
use crate::status::StatusKind;
use crate::turn_engine::actions as engine;
use crate::turn_engine::{Action, InitiativeScore, PhaseTiming};
use crate::{
    ActionRequest, CostError, FireMode, Grip, HealthState, MoveBudget, MovementMode, Payment, PhaseStart,
    RuleSet, RuleStep, RuleViolation, Sheet, TurnBudget, UnitSnapshot, Weapon,
};
use dice::{RuleResult, Table};
use model::UnitId;

/// All units start with a Reaction. `CS-BASE-18`.
pub fn starting_budget(_: &Sheet, _: &RuleSet) -> TurnBudget {
    wrap_turn_budget(Own::default())
}

/// `SS-INIT-01`, `SS-INIT-02`.
pub fn roll_initiative(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    _: bool,
    _: &RuleSet,
) -> RuleResult<InitiativeScore> {
    let score = scores::roll_initiative(table, &fighter(unit))?;
    let dice = u8::try_from(scores::INITIATIVE_DICE).unwrap_or(u8::MAX);
    Ok(InitiativeScore { score, attribute: initiative_attribute(unit), dice })
}

/// `SS-INIT-01`.
pub fn initiative_attribute(unit: &UnitSnapshot) -> i32 {
    scores::initiative_parts(unit.sheet.circumstances()).sum()
}

/// Agility and Perception break ties. `SS-INIT-10`.
pub fn tie_breakers(sheet: &Sheet) -> (u8, u8) {
    let all = &sheet.circumstances().characteristics;
    (all.agility, all.perception)
}

/// Starts a round. Phases restore the budget; without air, exertion counts from now on. `CS-BASE-18`,
/// `CS-SUFF-02`.
pub fn budget_at_round_start(unit: &UnitSnapshot, _: &RuleSet) -> TurnBudget {
    if !unit.ground.airless {
        return unit.budget;
    }
    let before = *unit.budget.circumstances();
    wrap_turn_budget(Own { exerted: false, stood: before.phase, ..before })
}

/// New points do not restore the Reaction. `CS-BASE-18`.
pub fn budget_at_pass_start(unit: &UnitSnapshot, _: &RuleSet) -> TurnBudget {
    wrap_turn_budget(Own { turn: PhaseTiming::Before, ..*unit.budget.circumstances() })
}

/// Starts a phase: the budget is restored, even for units that cannot act. `CS-BASE-18`, `CS-BASE-21`,
/// `CS-BASE-27`, `CS-RUN-03`.
pub fn start_phase(_: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<PhaseStart> {
    let lost = (!scores::can_act(&fighter(unit))).then(|| {
        let why = status::forbidding_ailment(&unit.ailments, status::Forbids::Everything);
        RuleViolation::new(LostPhase(why), why.map_or("CS-BASE-27", |ailment| ailment.rule().clause))
    });
    let turn = if lost.is_some() { PhaseTiming::After } else { PhaseTiming::Now };
    let before = *unit.budget.circumstances();
    let (phase, exerted) = (PhaseBudget::start_phase(), before.is_strenuous());
    let rested = Own { phase, stood: phase, exerted, ..before };
    let after = Own { turn, way: PaidMove::default(), charge: ChargeState::No, ..rested };
    let mut effects = vec![turn_budget_effect(unit, after)];
    // Fatigue from an earlier battle. `CS-FATG-04`
    effects.extend(super::falling_and_fatigue::aftereffects(unit, &unit.condition, rules));
    if let (true, Some(Grip::Holding(held))) = (lost.is_some(), unit.grip) {
        effects.extend(release_grapple(unit.id, held));
    }
    Ok(PhaseStart { lost, effects })
}

/// Ends a phase; a Run ends concealment. `CS-UNA-05`.
pub fn end_phase(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<Vec<RuleStep>> {
    let before = *unit.budget.circumstances();
    let after = Own { turn: PhaseTiming::After, way: PaidMove::default(), charge: ChargeState::No, ..before };
    let mut effects = vec![turn_budget_effect(unit, after)];
    if unit.concealed && (unit.gait != MovementMode::Steady || before.charge != ChargeState::No) {
        effects.push(RuleStep::end_status(unit.id, StatusKind::Concealed));
    }
    Ok(effects)
}

/// A turn budget effect without a payment.
pub(crate) fn turn_budget_effect(unit: &UnitSnapshot, after: Own) -> RuleStep {
    RuleStep::SetTurnBudget { unit: unit.id, action: None, points: 0, after: wrap_turn_budget(after) }
}

/// Ends a grapple for both units. `CS-BASE-37`.
pub(crate) fn release_grapple(one: UnitId, other: UnitId) -> [RuleStep; 2] {
    [one, other].map(|unit| RuleStep::SetGrip { unit, grip: None })
}

/// The action in this book; `None` if it costs nothing and has no requirements.
fn translate_action(
    own: &Own,
    act: ActionRequest<'_>,
    rules: &RuleSet,
) -> Result<Option<(CombatAction, ActionCost)>, RuleViolation> {
    let switches = switches(rules);
    let action = match act.action {
        Action::SayWord | Action::Gesture => CombatAction::Speak,
        Action::DropObject => CombatAction::DropItem,
        Action::Walk => CombatAction::Move,
        Action::Run => CombatAction::Run,
        Action::DropProne => CombatAction::DropProne,
        Action::StandUp => CombatAction::StandUp,
        Action::TakeCover => CombatAction::UseCover,
        Action::Fire(FireMode::Single) | Action::Rocket => CombatAction::StandardAttack,
        Action::Fire(FireMode::Burst) => CombatAction::Burst,
        Action::MeleeAttack | Action::UnarmedAttack => match act.option {
            Some("grapple") => CombatAction::Grapple,
            // The melee attack is part of the Charge.
            _ if own.charge == ChargeState::Coming => return Ok(None),
            _ => CombatAction::StandardAttack,
        },
        Action::Dodge => CombatAction::Dodge,
        Action::Parry => CombatAction::Parry,
        Action::LiftBody => {
            return Err(RuleViolation::new(CircumstancesRefusal::NoHumanShields, "CS-BASE-37"));
        }
        Action::Ready => return Ok(Some((CombatAction::Reload, ActionCost::Half))),
        Action::Reload if act.with.is_some_and(|held| is_thrown(&held.weapon)) => {
            return Err(RuleViolation::new(CircumstancesRefusal::ThrownWeaponUsedUp, "CS-GRN-02"));
        }
        Action::Reload => {
            let cost = act.with.map_or(ActionCost::Half, |held| held.weapon.circumstances().reload);
            return Ok(Some((CombatAction::Reload, cost)));
        }
        Action::PickUp
        | Action::Door
        | Action::Throw
        | Action::UseItem
        | Action::Detonate
        | Action::SetCharges
        | Action::Cast
        | Action::AttackProgram
        | Action::FirstAid => {
            let cost = match engine::action_cost(act.action, &rules.engine) {
                engine::ActionCost::None => ActionCost::None,
                engine::ActionCost::Free | engine::ActionCost::Points(0) => ActionCost::Free,
                engine::ActionCost::Points(1) => ActionCost::Half,
                engine::ActionCost::Points(_) | engine::ActionCost::Rest => ActionCost::Full,
            };
            return Ok(Some((CombatAction::Reload, cost)));
        }
        Action::ForcedDrop | Action::ChangeMode | Action::StandardDefence => return Ok(None),
        Action::Sprint => {
            return Err(RuleViolation::new(CircumstancesRefusal::NoSprint, "CS-BASE-20"));
        }
        Action::Fire(_) => {
            return Err(RuleViolation::new(CircumstancesRefusal::NoSuchFireMode, "CS-BASE-36"));
        }
        Action::MultipleAttacks => {
            return Err(RuleViolation::new(CircumstancesRefusal::OneAttackPerPhase, "CS-BASE-34"));
        }
        Action::Evade => {
            return Err(RuleViolation::new(CircumstancesRefusal::NoEvading, "SS-INTC-14"));
        }
        Action::Intercept => CombatAction::Parry,
        Action::Block | Action::FullDefense => {
            return Err(RuleViolation::new(CircumstancesRefusal::OnlyDodgeOrParry, "CS-BASE-18"));
        }
    };
    Ok(Some((action, action.cost(switches))))
}

fn is_thrown(weapon: &Weapon) -> bool {
    weapon.circumstances().class == WeaponClass::Thrown
}

/// Table CS-T2.
///
/// # Errors
/// Returns `CostError` if the action cannot be paid.
pub fn pay_action(
    unit: &UnitSnapshot,
    act: ActionRequest<'_>,
    rules: &RuleSet,
) -> Result<Payment, CostError> {
    let own = *unit.budget.circumstances();
    let Some((action, cost)) = translate_action(&own, act, rules)? else {
        let strikes = act.action.is_attack() && own.charge == ChargeState::Coming;
        return Ok(to_payment(own, if strikes { Own { charge: ChargeState::Struck, ..own } } else { own }));
    };
    if action == CombatAction::Move
        && own.turn == PhaseTiming::Now
        && own.way.half_metres_left(unit.walked) >= STEP
    {
        may_take_action(unit, action, switches(rules))?;
        return Ok(to_payment(own, leave_cover(own)));
    }
    let after = spend_points(unit, action, cost, rules)?;
    let after = match action {
        CombatAction::Move => {
            let more = half_metres(unit, CombatAction::Move, rules);
            leave_cover(Own { way: extend_move(own.way, unit.walked, more), ..after })
        }
        CombatAction::Run => {
            let condition = exertion_health(unit, switches(rules));
            return Ok(Payment { condition, ..to_payment(own, leave_cover(after)) });
        }
        CombatAction::UseCover => Own { shielded: HitLocations::BODY_AND_LEGS, ..after },
        _ => after,
    };
    Ok(to_payment(own, after))
}

/// Adds fatigue from a Run. `CS-FATG-10`.
fn exertion_health(unit: &UnitSnapshot, switches: &Switches) -> Option<HealthState> {
    let tired =
        || wrap_health_state(unit.condition.circumstances().clone().with_fatigue(switches.exertion_fatigue));
    (switches.exertion_fatigue > 0).then(tired)
}

/// Half metres of a straight step; less does not reach another square.
const STEP: u32 = 2;

/// Continues a move with its remaining distance.
fn extend_move(way: PaidMove, walked: u32, more: u32) -> PaidMove {
    match way.bought {
        0 => PaidMove { bought: more, from: walked },
        bought => PaidMove { bought: bought + more, from: way.from },
    }
}

/// A unit that leaves its square leaves its cover. `CS-COV-03`.
const fn leave_cover(own: Own) -> Own {
    Own { shielded: HitLocations::NONE, ..own }
}

/// Half metres that an action moves.
fn half_metres(unit: &UnitSnapshot, action: CombatAction, rules: &RuleSet) -> u32 {
    2 * action.move_metres(&fighter(unit), switches(rules)).unwrap_or(0)
}

/// Pays for an action in the unit's own phase. `CS-BASE-15` to `CS-BASE-20`.
fn spend_points(
    unit: &UnitSnapshot,
    action: CombatAction,
    cost: ActionCost,
    rules: &RuleSet,
) -> Result<Own, CostError> {
    let own = *unit.budget.circumstances();
    let switches = switches(rules);
    if cost != ActionCost::Reaction && own.turn != PhaseTiming::Now {
        return Err(CostError::NotItsPhase);
    }
    may_take_action(unit, action, switches)?;
    let phase = own.phase.pay(action, cost, switches).map_err(to_cost_error)?;
    // Anything beyond speaking or dropping an item ends a move and a Charge.
    let goes_on = action == CombatAction::Move
        || matches!(
            action,
            CombatAction::Speak
                | CombatAction::DropItem
                | CombatAction::UseCover
                | CombatAction::Dodge
                | CombatAction::Parry
        );
    let after = Own { phase, ..own };
    Ok(if goes_on { after } else { Own { way: PaidMove::default(), charge: ChargeState::No, ..after } })
}

fn may_take_action(unit: &UnitSnapshot, action: CombatAction, switches: &Switches) -> Result<(), CostError> {
    phase::check_action(&fighter(unit), action, switches).map_err(to_cost_error)
}

fn to_cost_error(why: phase::ActionError) -> CostError {
    match why {
        phase::ActionError::Points { needed, left } => CostError::TooFewPoints { needed, left },
        phase::ActionError::FreeUsed => CostError::FreeUsed,
        phase::ActionError::AttackedAlready => CostError::AttackedAlready,
        other => RuleViolation::from(other).into(),
    }
}

fn to_payment(before: Own, after: Own) -> Payment {
    let reaction = u8::from(before.phase.reaction && !after.phase.reaction);
    Payment {
        budget: wrap_turn_budget(after),
        points: after.phase.spent.saturating_sub(before.phase.spent) + reaction,
        free: u8::from(after.phase.free_used && !before.phase.free_used),
        condition: None,
    }
}

/// Pays for an action of this book. Table CS-T2.
pub(crate) fn pay_combat_action(
    unit: &UnitSnapshot,
    action: CombatAction,
    rules: &RuleSet,
) -> Result<Payment, CostError> {
    let own = *unit.budget.circumstances();
    Ok(to_payment(own, spend_points(unit, action, action.cost(switches(rules)), rules)?))
}

/// Pays for a Spell or an item. Table CS-T2.
pub(crate) fn pay_spell(
    unit: &UnitSnapshot,
    cost: ActionCost,
    rules: &RuleSet,
) -> Result<Payment, CostError> {
    let own = *unit.budget.circumstances();
    Ok(to_payment(own, spend_points(unit, CombatAction::Spell, cost, rules)?))
}

/// Pays for a Charge: the movement, and the attack at its end. Table CS-T2.
pub(crate) fn pay_charge(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
    let own = *unit.budget.circumstances();
    let after = spend_points(unit, CombatAction::Charge, CombatAction::Charge.cost(switches(rules)), rules)?;
    let way = PaidMove { bought: half_metres(unit, CombatAction::Charge, rules), from: unit.walked };
    Ok(to_payment(own, leave_cover(Own { way, charge: ChargeState::Coming, ..after })))
}

/// Pays for a Full Move, or for the rest of one after a Move. Table CS-T2.
pub(crate) fn pay_full_move(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
    let own = *unit.budget.circumstances();
    let (full, half) =
        (CombatAction::FullMove.cost(switches(rules)), CombatAction::Move.cost(switches(rules)));
    may_take_action(unit, CombatAction::FullMove, switches(rules))?;
    let (whole, part) =
        (half_metres(unit, CombatAction::FullMove, rules), half_metres(unit, CombatAction::Move, rules));
    let begun = own.way.bought > 0;
    if begun && (own.charge != ChargeState::No || own.way.bought > part) {
        return Err(RuleViolation::new(CircumstancesRefusal::MoveHasFullLength, "CS-BASE-20").into());
    }
    // Half of a Full Action is already paid for.
    let cost = if begun && half != ActionCost::Free { ActionCost::Half } else { full };
    let spent = spend_points(unit, CombatAction::FullMove, cost, rules)?;
    let more = if begun { whole.saturating_sub(own.way.bought) } else { whole };
    Ok(to_payment(own, leave_cover(Own { way: extend_move(own.way, unit.walked, more), ..spent })))
}

/// Button text of a cost.
pub(crate) fn cost_text(cost: ActionCost) -> String {
    match cost {
        ActionCost::None => String::new(),
        ActionCost::Free => "free".to_owned(),
        ActionCost::Half => "1 AP".to_owned(),
        ActionCost::Full => "2 AP".to_owned(),
        ActionCost::Reaction => "the Reaction".to_owned(),
    }
}

/// Table CS-T2.
pub fn price_label(unit: &UnitSnapshot, act: ActionRequest<'_>, rules: &RuleSet) -> String {
    let own = unit.budget.circumstances();
    if act.action == Action::Walk && own.way.half_metres_left(unit.walked) >= STEP {
        return "free".to_owned();
    }
    match translate_action(own, act, rules) {
        Ok(Some((_, cost))) => cost_text(cost),
        Ok(None) if own.charge == ChargeState::Coming && act.action.is_attack() => "free".to_owned(),
        Ok(None) | Err(_) => String::new(),
    }
}

/// Distance left in a move, or of the next one. Table CS-T2, `CS-PRN-09`.
pub fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget {
    let fighter = fighter(unit);
    if !actions::may_move(&fighter) {
        return MoveBudget::default();
    }
    let (walk, run) = scores::walk_and_run(&fighter, switches(rules));
    let own = unit.budget.circumstances();
    let left = own.way.half_metres_left(unit.walked);
    let walk_left = match own.charge {
        // A Charge cannot be extended.
        ChargeState::No if left < STEP => left + 2 * walk,
        _ => left,
    };
    // Runs are not counted: each is a Full Action.
    MoveBudget { walk_left, run: 2 * run, runs: 0, sprint: 0 }
}

/// `CS-BASE-37`, `CS-PRN-09`.
///
/// # Errors
/// Returns `RuleViolation` if the unit cannot run.
pub fn may_run(unit: &UnitSnapshot, _: bool, rules: &RuleSet) -> Result<(), RuleViolation> {
    Ok(phase::check_action(&fighter(unit), CombatAction::Run, switches(rules))?)
}

/// The effect of spending a Fate Point; `None` if none was spent. `CS-BASE-28`.
pub(crate) fn fate_spent_effect(unit: &UnitSnapshot, spent: bool) -> Option<RuleStep> {
    let after = || wrap_health_state(unit.condition.circumstances().clone().with_fate_spent(1));
    spent.then(|| RuleStep::ChangeHealth { unit: unit.id, after: after(), damage: 0 })
}

/// The characteristics whose bonuses count as the strength to stay standing in borrowed chapters.
/// `SS-KNOCK-01`.
pub(crate) fn footing_strength(sheet: &crate::circumstances::Sheet) -> u32 {
    sheet.strength_bonus() + sheet.bonus(Characteristic::Toughness)
}
