//! Rounds, passes, phases, prices and movement: the shared turn engine with this book's prices.

use super::{fighter, switches};
use crate::attacks_and_damage::damage::recovery;
use crate::attacks_and_damage::lines::Refusal;
use crate::attacks_and_damage::turns::{turn_budget as prices, turn_rules};
use crate::turn_engine::actions;
use crate::turn_engine::{Action, InitiativeScore, PhaseTiming};
use crate::{
    ActionRequest, CostError, HealthState, MINUTES_PER_DAY, MoveBudget, Payment, PhaseStart, Rest, RuleSet,
    RuleStep, RuleViolation, Sheet, TurnBudget, UnitSnapshot,
};
use dice::{RuleResult, Table};

/// Budget before the first pass: empty.
pub fn starting_budget(_: &Sheet, _: &RuleSet) -> TurnBudget {
    TurnBudget::AttacksAndDamage(prices::TurnBudget::default())
}

/// Rolls initiative; this book has no Karma for extra dice. `SS-INIT-02`, `SS-INIT-04`.
pub fn roll_initiative(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    _: bool,
    _: &RuleSet,
) -> RuleResult<InitiativeScore> {
    turn_rules::roll_initiative(table, &fighter(unit))
}

/// The Initiative attribute: Reaction and Intuition, unaffected by wounds. `SS-INIT-01`, `AD-BASE-20`.
pub fn initiative_attribute(unit: &UnitSnapshot) -> i32 {
    turn_rules::initiative_parts(unit.sheet.attacks_and_damage()).sum()
}

/// Number of Initiative Dice. `SS-INIT-02`.
pub fn initiative_dice(sheet: &Sheet) -> u8 {
    sheet.attacks_and_damage().initiative_dice
}

/// Tie-breakers: Reaction and Intuition. `SS-INIT-10`.
pub fn tie_breakers(sheet: &Sheet) -> (u8, u8) {
    let attributes = &sheet.attacks_and_damage().attributes;
    (attributes.reaction, attributes.intuition)
}

/// Budget at the start of a pass. `AD-BASE-07`, `AD-BASE-09`.
pub fn budget_at_pass_start(unit: &UnitSnapshot, _: &RuleSet) -> TurnBudget {
    let points = unit.sheet.attacks_and_damage().action_points;
    TurnBudget::AttacksAndDamage(prices::TurnBudget::at_pass_start(unit.initiative, points))
}

/// Starts a unit's turn; its defence recovers. `AD-BASE-09`, `AD-FREQ-04` to `AD-FREQ-06`.
pub fn start_phase(_: &mut impl Table, unit: &UnitSnapshot, _: &RuleSet) -> RuleResult<PhaseStart> {
    let after = unit.budget.attacks_and_damage().start_phase();
    let (action, id) = (None, unit.id);
    let mut effects = vec![RuleStep::SetTurnBudget {
        unit: id,
        action,
        points: 0,
        after: TurnBudget::AttacksAndDamage(after),
    }];
    if after.budget.turn == PhaseTiming::After {
        let lost = Some(RuleViolation::new(Refusal::NoPoints, "SS-ACT-34"));
        return Ok(PhaseStart { lost, effects });
    }
    let before = unit.condition.attacks_and_damage();
    let rested = turn_rules::health_at_turn_start(before);
    if rested != *before {
        let after = HealthState::AttacksAndDamage(rested);
        effects.push(RuleStep::ChangeHealth { unit: id, after, damage: 0 });
    }
    Ok(PhaseStart { lost: None, effects })
}

/// Pays an action. `AD-BASE-07`, `AD-BASE-19`, `AD-KD-09`, `AD-KD-10`.
///
/// # Errors
/// Returns why it cannot be paid.
pub fn pay_action(
    unit: &UnitSnapshot,
    act: ActionRequest<'_>,
    rules: &RuleSet,
) -> Result<Payment, CostError> {
    if unit.down.is_some() {
        return Err(RuleViolation::new(Refusal::OutOfAction, "AD-BASE-13").into());
    }
    let (before, own) = (unit.budget.attacks_and_damage(), switches(rules));
    match act.action {
        Action::Walk | Action::Run => turn_rules::may_move(unit.prone, own)?,
        Action::StandUp if !unit.prone => {
            return Err(RuleViolation::new(Refusal::AlreadyStanding, "AD-KD-09").into());
        }
        _ => {}
    }
    let after = before.pay(act.action, own, &rules.engine)?;
    Ok(Payment {
        points: before.budget.points.saturating_sub(after.budget.points),
        free: after.budget.free_used.saturating_sub(before.budget.free_used),
        budget: TurnBudget::AttacksAndDamage(after),
        condition: None,
    })
}

/// Price of an action as text: the book's own, otherwise that of table SS-T6.
pub fn price_label(_: &UnitSnapshot, act: ActionRequest<'_>, rules: &RuleSet) -> String {
    let cost = match prices::action_price(act.action, switches(rules)) {
        Some(price) if price.0 == 0 => actions::ActionCost::Free,
        Some(price) => actions::ActionCost::Points(price.0),
        None => actions::action_cost(act.action, &rules.engine),
    };
    cost.label()
}

/// Movement left; there is no sprint. `SS-MOVE-02`, `SS-MOVE-03`, `SS-MOVE-07`, `AD-KD-10`.
pub fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget {
    let sheet = unit.sheet.attacks_and_damage();
    MoveBudget {
        walk_left: (2 * turn_rules::walk_rate(sheet, unit.prone, switches(rules)))
            .saturating_sub(unit.walked),
        run: 2 * turn_rules::run_distance(sheet),
        runs: unit.runs,
        sprint: 0,
    }
}

/// Checks that a unit can run: once per round, standing. Attacks before it do not matter. `SS-MOVE-07`.
///
/// # Errors
/// Returns why it cannot.
pub fn may_run(unit: &UnitSnapshot, _: bool, rules: &RuleSet) -> Result<(), RuleViolation> {
    turn_rules::may_move(unit.prone, switches(rules))?;
    if unit.prone {
        return Err(RuleViolation::new(Refusal::ProneRun, "SS-ACT-53"));
    }
    if unit.runs > 0 {
        return Err(RuleViolation::new(Refusal::OneRun, "SS-MOVE-08"));
    }
    Ok(())
}

/// Clears Light boxes. `AD-BASE-21`, `AD-FREQ-11`.
pub fn health_after_battle(
    _: &mut impl Table,
    unit: &UnitSnapshot,
    rules: &RuleSet,
) -> RuleResult<HealthState> {
    Ok(recovered(unit, 0, rules))
}

/// Applies rest: a Critical box per day. `AD-BASE-21`.
pub fn health_after_rest(unit: &UnitSnapshot, rest: Rest, rules: &RuleSet) -> HealthState {
    recovered(unit, rest.times(MINUTES_PER_DAY), rules)
}

fn recovered(unit: &UnitSnapshot, days: u32, rules: &RuleSet) -> HealthState {
    let condition = unit.condition.attacks_and_damage();
    HealthState::AttacksAndDamage(recovery::recover(condition, days, switches(rules)))
}
