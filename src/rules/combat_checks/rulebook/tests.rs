//! Tests of the rulebook: turns, special actions, whole attacks with advantages and threats, barriers, and odds.

mod advantages;
mod attacks;
mod barriers;
mod display;
mod odds;
mod special_actions;
mod threats;
mod turns;

use std::sync::Arc;

use super::*;
use crate::combat_checks::test_support::{play_script, shooter, sight};
use crate::combat_checks::{
    Fighter, HealthState as OwnHealth, Limb, Sheet as OwnSheet, TurnBudget as OwnBudget, Weapon as OwnWeapon,
};
use crate::rulebook::{
    AttackRules, ForecastRules, HazardRules, MovementRules, SpecialActionRules, TurnRules, UnitDisplay,
    UnitRules,
};
use crate::status::StatusKind;
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, ActionRequest, AttackRequest, BattleEvent, Book, Bystander, CostError, DownState, Fall,
    HealthState, HeldWeapon, Payment, PhaseStart, RuleSet, RuleStep, Sheet, SpecialAction, Surroundings,
    TurnBudget, UnitSnapshot, Weapon, WeaponMalfunction,
};
use dice::{Interrupt, Prompt, RuleResult, ScriptedTable, Trace};
use model::UnitId;

/// The book's defaults.
fn rules() -> RuleSet {
    let mut rules = RuleSet::new(Book::CombatChecks);
    rules.without.insert("knockback");
    rules
}

/// The defaults with one switch changed.
fn with(name: &str, value: &str) -> RuleSet {
    let mut rules = rules();
    rules.set(name, value).expect("a known switch");
    rules
}

/// Every characteristic 3, rank 2 in every weapon skill, Soak 3 without armour; empty hands, its turn is on.
fn unit(id: u32, side: u8) -> UnitSnapshot {
    let sheet = Sheet::CombatChecks(shooter().sheet);
    let condition = CombatChecksRulebook::starting_health(&sheet, &rules());
    let mut unit = UnitSnapshot::fresh(
        UnitId(id),
        &format!("unit {id}"),
        sheet,
        condition,
        TurnBudget::CombatChecks(OwnBudget::default()),
    );
    unit.side = side;
    in_turn(&mut unit);
    unit
}

/// Begins the unit's turn.
fn in_turn(unit: &mut UnitSnapshot) {
    let begun = unit.budget.combat_checks().begin_turn(unit.sheet.combat_checks());
    unit.budget = TurnBudget::CombatChecks(begun);
}

/// Puts a weapon into a unit's hands; returns its slot.
fn arms(unit: &mut UnitSnapshot, weapon: OwnWeapon) -> usize {
    let slot = unit.held.len();
    unit.held.push(held(weapon, slot));
    slot
}

fn held(weapon: OwnWeapon, slot: usize) -> HeldWeapon {
    HeldWeapon {
        weapon: Weapon::CombatChecks(Arc::new(weapon)),
        slot,
        loaded: 0,
        fault: WeaponMalfunction::None,
        hand: None,
    }
}

/// Changes a unit's health.
fn harm(unit: &mut UnitSnapshot, change: impl FnOnce(&mut OwnHealth)) {
    let mut condition = unit.condition.combat_checks().clone();
    change(&mut condition);
    unit.condition = HealthState::CombatChecks(condition);
}

/// Changes a unit's sheet.
fn sheet_with(unit: &mut UnitSnapshot, change: impl FnOnce(&mut OwnSheet)) {
    let mut sheet = (**unit.sheet.combat_checks()).clone();
    change(&mut sheet);
    unit.sheet = Sheet::CombatChecks(Arc::new(sheet));
}

/// Changes a unit's turn budget.
fn change_budget(unit: &mut UnitSnapshot, change: impl FnOnce(&mut OwnBudget)) {
    let mut budget = *unit.budget.combat_checks();
    change(&mut budget);
    unit.budget = TurnBudget::CombatChecks(budget);
}

/// Unit 1 attacks unit 2 of the other side, adjacent or at Medium range: 1A 2P 2D, Soak 3, threshold 13.
fn attack_request(weapon: OwnWeapon) -> AttackRequest {
    let squares = if weapon.class.is_melee() { 1 } else { 20 };
    let mut attacker = unit(1, 0);
    let slot = arms(&mut attacker, weapon);
    let weapon = attacker.held[slot].weapon.clone();
    let mut target = unit(2, 1);
    change_budget(&mut target, |budget| *budget = budget.end_turn());
    AttackRequest::new(attacker, (weapon, slot), target, sight(squares), rules())
}

/// The target is attacked in its own turn.
fn at_a_mover(weapon: OwnWeapon) -> AttackRequest {
    let mut shot = attack_request(weapon);
    in_turn(&mut shot.aimed_unit().defender);
    shot
}

/// Adds a bystander, whose turn is over, at this many squares east of the target.
fn joins(request: &mut AttackRequest, mut unit: UnitSnapshot, east: i32) {
    change_budget(&mut unit, |budget| *budget = budget.end_turn());
    let squares = 20 + east.unsigned_abs();
    request.bystanders.push(Bystander {
        unit,
        offset: (east, 0),
        sight: sight(squares),
        surroundings: Surroundings::default(),
        sees_target: true,
    });
}

/// The question that an attack asks after these faces.
fn asked(request: &AttackRequest, rolled: &[u8]) -> Prompt {
    let mut table = ScriptedTable::new(rolled, Vec::new());
    match CombatChecksRulebook::attack(&mut table, request) {
        Err(Interrupt::NeedsAnswer(prompt)) => *prompt,
        other => panic!("expected a question: {other:?}"),
    }
}

/// Resolves an attack with the given faces and answers, all of which it must use.
fn play(request: &AttackRequest, rolled: &[u8], answers: &[&str]) -> ActionOutcome {
    play_script(rolled, answers, |table| CombatChecksRulebook::attack(table, request)).0
}

/// The health of a unit after an outcome.
fn after(outcome: &[RuleStep], id: UnitId) -> OwnHealth {
    let mut found = outcome.iter().filter_map(|effect| match effect {
        RuleStep::ChangeHealth { unit, after, .. } if *unit == id => Some(after.combat_checks().clone()),
        _ => None,
    });
    let after = found.next().expect("its health changes");
    assert!(found.next().is_none(), "once per unit");
    after
}

/// The turn budget of a unit after an outcome.
fn left(outcome: &[RuleStep], id: u32) -> OwnBudget {
    let mut found = outcome.iter().filter_map(|effect| match effect {
        RuleStep::SetTurnBudget { unit, after, .. } if *unit == UnitId(id) => Some(*after.combat_checks()),
        _ => None,
    });
    found.next().expect("its turn budget changes")
}

/// Applies a payment.
fn spend(unit: &mut UnitSnapshot, paid: Payment) {
    unit.budget = paid.budget;
    if let Some(condition) = paid.condition {
        unit.condition = condition;
    }
}

/// Pays for an action and applies the payment.
fn pays(unit: &mut UnitSnapshot, action: Action) {
    let paid = CombatChecksRulebook::pay_action(unit, ActionRequest::for_action(action), &rules())
        .expect("it can pay");
    spend(unit, paid);
}

/// The clause of a refusal.
fn why<T: std::fmt::Debug>(refused: Result<T, CostError>) -> &'static str {
    match refused {
        Err(CostError::Book(refused)) => refused.clause,
        other => panic!("not refused by the book: {other:?}"),
    }
}

fn start(unit: &UnitSnapshot) -> PhaseStart {
    on(&[], |table| CombatChecksRulebook::start_phase(table, unit, &rules()))
}

fn on<T>(rolled: &[u8], rule: impl FnOnce(&mut ScriptedTable) -> RuleResult<T>) -> T {
    play_script(rolled, &[], rule).0
}

/// Clauses of the notes of a trace.
fn noted(traces: &[Trace]) -> Vec<&'static str> {
    let clauses = traces.iter().filter_map(|trace| match trace {
        Trace::Noted(note) => Some(note.clause),
        _ => None,
    });
    clauses.collect()
}
