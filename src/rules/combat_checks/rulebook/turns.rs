//! Rounds, passes, phases, costs and movement: chapter ECON for the shared turn engine.

use super::{condition_of, fighter, switches, wrap_turn_budget};
use crate::combat_checks::health::thresholds;
use crate::combat_checks::lines::{CombatChecksRefusal, MissingAction};
use crate::combat_checks::turns::action_economy;
use crate::combat_checks::turns::action_economy::{Maneuver, TurnPayment as Paying};
use crate::combat_checks::turns::{turn_engine, turn_events};
use crate::combat_checks::{Characteristic, Fighter, TurnBudget as Own};
use crate::turn_engine::{Action, InitiativeScore, PhaseTiming};
use crate::{
    ActionRequest, BattleEvent, CostError, DownState, MoveBudget, Payment, PhaseStart, RuleSet, RuleStep,
    RuleViolation, Sheet, TurnBudget, UnitSnapshot, WeaponMalfunction,
};
use dice::{Clause, RuleResult, Table};

/// The turn budget before the first pass: nothing.
pub fn starting_budget(_: &Sheet, _: &RuleSet) -> TurnBudget {
    wrap_turn_budget(Own::default())
}

/// Rolls Agility + Perception + 1d6. `SS-INIT-01`.
pub fn roll_initiative(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    _: bool,
    rules: &RuleSet,
) -> RuleResult<InitiativeScore> {
    let score = turn_engine::roll_initiative(table, &fighter(unit, rules))?;
    Ok(InitiativeScore { score, attribute: initiative_attribute(unit), dice: 1 })
}

/// Agility + Perception. `SS-INIT-01`.
pub fn initiative_attribute(unit: &UnitSnapshot) -> i32 {
    turn_engine::initiative_parts(unit.sheet.combat_checks(), unit.condition.combat_checks()).sum()
}

/// Agility and Perception, as in the score. `SS-INIT-10`.
pub fn tie_breakers(sheet: &Sheet) -> (u8, u8) {
    let of = |which| sheet.combat_checks().characteristics.get(which);
    (of(Characteristic::Agility), of(Characteristic::Perception))
}

/// Begins a pass. `CC-ECON-01`.
pub fn budget_at_pass_start(unit: &UnitSnapshot, _: &RuleSet) -> TurnBudget {
    wrap_turn_budget(unit.budget.combat_checks().begin_pass())
}

/// Begins a phase: injuries bleed, also of unconscious units, whose turn is lost. `CC-CHART-26`, `CC-THR-06`,
/// `CC-THR-09`.
///
/// # Errors
/// None.
pub fn start_phase(_: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<PhaseStart> {
    let (before, budget) = (unit.condition.combat_checks(), unit.budget.combat_checks());
    let mut after = before.clone();
    if unit.down != Some(DownState::Dead) {
        turn_events::start_turn(&mut after, !unit.acted);
    }
    let now = thresholds::down_state(&after, switches(rules)).or(unit.down);
    let mut effects = Vec::new();
    let (lost, budget) = match now {
        None => (None, budget.begin_turn(unit.sheet.combat_checks())),
        Some(_) => {
            turn_events::end_turn(&mut after);
            effects.extend(usable_again(unit));
            let why = CombatChecksRefusal::Unconscious { unit: unit.name.clone() };
            (Some(RuleViolation::new(why, "CC-THR-06")), budget.end_turn())
        }
    };
    effects.extend(changed(unit, after));
    effects.push(now_has(unit, budget));
    Ok(PhaseStart { lost, effects })
}

/// Ends a phase. `CC-ECON-01`, `CC-ADV-22`.
///
/// # Errors
/// None.
pub fn end_phase(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<Vec<RuleStep>> {
    let mut after = unit.condition.combat_checks().clone();
    turn_events::end_turn(&mut after);
    let mut effects: Vec<RuleStep> = usable_again(unit).collect();
    effects.extend(changed(unit, after));
    effects.push(now_has(unit, unit.budget.combat_checks().end_turn()));
    Ok(effects)
}

/// Ends a round. `CC-ADV-15`, `CC-CHART-02`, `CC-CHART-28`.
///
/// # Errors
/// None.
pub fn end_round(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<Vec<RuleStep>> {
    let mut after = unit.condition.combat_checks().clone();
    turn_events::end_round(&mut after, unit.round);
    Ok(changed(unit, after).into_iter().collect())
}

/// Re-enables items disabled until the end of this turn. `CC-ADV-21`, `CC-ADV-22`.
fn usable_again(unit: &UnitSnapshot) -> impl Iterator<Item = RuleStep> + '_ {
    let disabled = unit.held.iter().filter(|held| held.fault == WeaponMalfunction::Disabled);
    disabled.map(|held| {
        RuleStep::Record(BattleEvent::WeaponFaultChanged {
            unit: unit.id,
            weapon: held.slot,
            fault: WeaponMalfunction::None,
        })
    })
}

fn changed(unit: &UnitSnapshot, after: crate::combat_checks::HealthState) -> Option<RuleStep> {
    let before = unit.condition.combat_checks();
    let harm = |condition: &crate::combat_checks::HealthState| condition.wounds + condition.strain;
    let damage = harm(&after).saturating_sub(harm(before));
    (after != *before).then(|| RuleStep::ChangeHealth { unit: unit.id, after: condition_of(after), damage })
}

fn now_has(unit: &UnitSnapshot, after: Own) -> RuleStep {
    RuleStep::SetTurnBudget { unit: unit.id, action: None, points: 0, after: wrap_turn_budget(after) }
}

/// The cost of an action of the shared engine in this book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnPrice {
    /// No cost.
    Nothing,
    /// The free act. `CC-ECON-14`.
    FreeAct,
    /// A maneuver. Table CC-T2.
    Maneuver(Maneuver),
    /// The action. `CC-ECON-03`.
    Action,
    /// This book has no such action.
    Never(MissingAction, Clause),
}

const fn price_of(action: Action) -> TurnPrice {
    match action {
        Action::ForcedDrop | Action::StandardDefence | Action::Intercept => TurnPrice::Nothing,
        Action::SayWord | Action::DropObject | Action::Gesture | Action::ChangeMode => TurnPrice::FreeAct,
        Action::Walk | Action::Run => TurnPrice::Maneuver(Maneuver::Move),
        Action::DropProne => TurnPrice::Maneuver(Maneuver::DropProne),
        Action::StandUp => TurnPrice::Maneuver(Maneuver::StandUp),
        Action::TakeCover => TurnPrice::Maneuver(Maneuver::TakeCover),
        Action::Ready | Action::PickUp | Action::Reload => TurnPrice::Maneuver(Maneuver::Ready),
        Action::LiftBody => TurnPrice::Never(MissingAction::BodyShield, "CC-ECON-03"),
        Action::Door | Action::Throw | Action::UseItem | Action::Detonate | Action::SetCharges => {
            TurnPrice::Maneuver(Maneuver::Interact)
        }
        Action::MultipleAttacks | Action::Evade => TurnPrice::Never(MissingAction::SplitAction, "CC-ECON-03"),
        Action::Fire(_)
        | Action::Rocket
        | Action::MeleeAttack
        | Action::UnarmedAttack
        | Action::Cast
        | Action::AttackProgram
        | Action::FirstAid => TurnPrice::Action,
        Action::Sprint => TurnPrice::Never(MissingAction::Sprint, "CC-ECON-08"),
        Action::Dodge | Action::Parry | Action::Block | Action::FullDefense => {
            TurnPrice::Never(MissingAction::ActiveDefence, "CC-ECON-15")
        }
    }
}

/// Pays for an action; paid maneuvers are used before the free one.
///
/// # Errors
/// The cost cannot be paid.
pub fn pay_action(
    unit: &UnitSnapshot,
    act: ActionRequest<'_>,
    rules: &RuleSet,
) -> Result<Payment, CostError> {
    let fighter = fighter(unit, rules);
    let budget = *unit.budget.combat_checks();
    match price_of(act.action) {
        TurnPrice::Nothing => Ok(paid(unit, budget, 0)),
        TurnPrice::FreeAct => {
            let (budget, _) = budget.pay(Paying::FreeAct, &fighter).map_err(unpaid)?;
            Ok(paid(unit, budget, 0))
        }
        TurnPrice::Action => pay_turn_action(unit, &fighter),
        TurnPrice::Never(missing, clause) => Err(RuleViolation::new(missing, clause).into()),
        TurnPrice::Maneuver(which) => {
            has_arms(unit, &fighter, &act, rules)?;
            if act.action == Action::Walk && left_of_move(unit, &fighter, rules) > 0 {
                action_economy::may_perform(which, &fighter, switches(rules)).map_err(unpaid)?;
                return Ok(paid(unit, budget, 0));
            }
            let mut left = pay_maneuver(unit, &fighter, which, rules)?;
            left.moving = match act.action {
                Action::Walk => Some(unit.walked),
                Action::Run => budget.moving,
                _ => None,
            };
            Ok(paid(unit, left, 0))
        }
    }
}

/// Pays the action of a turn, with its Strain. `CC-ECON-03`, `CC-CHART-19`.
pub(crate) fn pay_turn_action(unit: &UnitSnapshot, fighter: &Fighter) -> Result<Payment, CostError> {
    let (budget, strain) = unit.budget.combat_checks().pay(Paying::Action, fighter).map_err(unpaid)?;
    Ok(paid(unit, Own { moving: None, ..budget }, strain))
}

/// Pays a maneuver that may be performed now. `CC-ECON-04`, `CC-ECON-13`.
pub(crate) fn pay_maneuver(
    unit: &UnitSnapshot,
    fighter: &Fighter,
    which: Maneuver,
    rules: &RuleSet,
) -> Result<Own, CostError> {
    let budget = unit.budget.combat_checks().use_maneuver(fighter).map_err(unpaid)?;
    action_economy::may_perform(which, fighter, switches(rules)).map_err(unpaid)?;
    Ok(Own { moving: None, ..budget })
}

/// The unit after paying, with the Strain.
pub(crate) fn paid(unit: &UnitSnapshot, after: Own, strain: u32) -> Payment {
    let before = unit.budget.combat_checks();
    let suffered = || {
        let mut condition = unit.condition.combat_checks().clone();
        condition.strain += strain;
        condition_of(condition)
    };
    Payment {
        points: before.economy.points.saturating_sub(after.economy.points),
        free: u8::from(after.economy.free_act && !before.economy.free_act),
        budget: wrap_turn_budget(after),
        condition: (strain > 0).then(suffered),
    }
}

/// Checks for usable arms. `CC-CHART-33`.
fn has_arms(
    unit: &UnitSnapshot,
    fighter: &Fighter,
    act: &ActionRequest<'_>,
    rules: &RuleSet,
) -> Result<(), RuleViolation> {
    let (Action::Ready | Action::PickUp, Some(held)) = (act.action, act.with) else { return Ok(()) };
    let all = fighter.condition.usable_arms(switches(rules));
    let wanted = held.weapon.combat_checks().hands;
    let others = unit.held.iter().filter(|other| other.slot != held.slot);
    let busy: u8 = others.map(|other| other.weapon.combat_checks().hands).sum();
    if all < 2 && wanted > 0 && wanted.saturating_add(busy) > all {
        let why = CombatChecksRefusal::NoFreeArm { unit: unit.name.clone() };
        return Err(RuleViolation::new(why, "CC-CHART-33"));
    }
    Ok(())
}

/// Converts this book's errors to cost errors.
pub(crate) fn unpaid(why: action_economy::EconomyError) -> CostError {
    match why {
        action_economy::EconomyError::NotItsTurn => CostError::NotItsPhase,
        action_economy::EconomyError::Points { needed, left } => CostError::TooFewPoints { needed, left },
        other => RuleViolation::new(other, other.clause()).into(),
    }
}

/// Formats a cost: "action", "manoeuvre", "free".
pub fn price_label(unit: &UnitSnapshot, act: ActionRequest<'_>, rules: &RuleSet) -> String {
    let words = match price_of(act.action) {
        TurnPrice::Nothing | TurnPrice::Never(..) => "",
        TurnPrice::FreeAct => "free",
        TurnPrice::Action => return action_price(unit),
        TurnPrice::Maneuver(_) => {
            let budget = unit.budget.combat_checks();
            let goes_on = act.action == Action::Walk && left_of_move(unit, &fighter(unit, rules), rules) > 0;
            let waits = if budget.turn == PhaseTiming::Now { budget.credit } else { budget.owed };
            if goes_on || waits > 0 { "paid" } else { "manoeuvre" }
        }
    };
    words.to_owned()
}

/// Formats "action", with the Strain of injuries. `CC-CHART-19`.
pub(crate) fn action_price(unit: &UnitSnapshot) -> String {
    let own = unit.condition.combat_checks();
    let strain: u32 = own.injury_effects().map(action_economy::action_strain).sum();
    if strain > 0 { format!("action, {strain} Strain") } else { "action".to_owned() }
}

/// Half metres of one Move. `CC-ECON-08`.
fn rate(fighter: &Fighter, rules: &RuleSet) -> u32 {
    2 * turn_engine::walk_metres(fighter, switches(rules))
}

/// Half metres left of the current Move.
fn left_of_move(unit: &UnitSnapshot, fighter: &Fighter, rules: &RuleSet) -> u32 {
    let Some(since) = unit.budget.combat_checks().moving else { return 0 };
    rate(fighter, rules).saturating_sub(unit.walked.saturating_sub(since))
}

/// Distance left: a walk is the rest of the current Move or a new one; a run is one more Move. `CC-ECON-08`.
///
/// Before its turn, a unit has the Move of its free maneuver.
pub fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget {
    let fighter = fighter(unit, rules);
    if action_economy::may_perform(Maneuver::Move, &fighter, switches(rules)).is_err() {
        return MoveBudget::default();
    }
    let budget = *unit.budget.combat_checks();
    let budget = if budget.turn == PhaseTiming::Before && budget.owed == 0 {
        budget.begin_turn(&fighter.sheet)
    } else {
        budget
    };
    let (rate, going) = (rate(&fighter, rules), left_of_move(unit, &fighter, rules));
    let moves = budget.maneuvers_left(&fighter);
    let (walk_left, more) = match going {
        0 if moves == 0 => (0, 0),
        0 => (rate, moves - 1),
        _ => (going, moves),
    };
    MoveBudget { walk_left, run: if more > 0 { rate } else { 0 }, runs: 0, sprint: 0 }
}

/// Checks that a unit may run: it needs a second maneuver and must stand. `CC-ECON-08`, `CC-ECON-13`.
///
/// # Errors
/// The unit cannot run.
pub fn may_run(unit: &UnitSnapshot, _: bool, rules: &RuleSet) -> Result<(), RuleViolation> {
    let fighter = fighter(unit, rules);
    match pay_maneuver(unit, &fighter, Maneuver::Move, rules) {
        Err(CostError::Book(refused)) => Err(refused),
        Err(other) => Err(RuleViolation::new(other, "CC-ECON-08")),
        Ok(_) => Ok(()),
    }
}
