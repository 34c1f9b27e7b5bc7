//! Tests of the rulebook as battles use it.

mod attacks;
mod display;
mod forecast;
mod turns;

use std::sync::Arc;

use super::*;
use crate::attacks_and_damage::test_support::{scripted, sight_at};
use crate::attacks_and_damage::{
    Armour, AttackClass, DefenceFrequency, HealthState as Boxes, Sheet as Values, Skill, TurnBudget as Points,
};
use crate::rulebook::{
    AttackRules, ForecastRules, MovementRules, SpecialActionRules, TurnRules, UnitDisplay, UnitRules,
};
use crate::test_barriers::intact_wall;
use crate::{
    ActionOutcome, AttackRequest, BarrierOnLine, BattleEvent, Book, CostError, FireMode, HeldWeapon,
    PhaseStart, RuleStep, SpecialAction, TargetSight, TurnBudget, Weapon, WeaponMalfunction, WeaponReach,
};
use dice::{RuleResult, ScriptedTable, Trace};
use model::UnitId;

fn defaults() -> RuleSet {
    let mut rules = RuleSet::new(Book::AttacksAndDamage);
    rules.without.insert("knockback");
    rules
}

fn rules_with(name: &str, value: &str) -> RuleSet {
    let mut rules = defaults();
    rules.set(name, value).expect("a switch and its value");
    rules
}

/// A unit with these values in its own phase, with weapons in hand.
fn unit(
    id: u32,
    change: impl FnOnce(&mut Values),
    weapons: &[crate::attacks_and_damage::Weapon],
) -> UnitSnapshot {
    let rules = defaults();
    let sheet = Sheet::AttacksAndDamage(crate::attacks_and_damage::test_support::unit(id, change).sheet);
    let (condition, budget) = (
        AttacksAndDamageRulebook::starting_health(&sheet, &rules),
        AttacksAndDamageRulebook::starting_budget(&sheet, &rules),
    );
    let mut unit = UnitSnapshot::fresh(UnitId(id), "unit", sheet, condition, budget);
    unit.initiative = 14;
    unit.held = weapons.iter().enumerate().map(|(slot, weapon)| held(slot, weapon)).collect();
    unit.budget = AttacksAndDamageRulebook::budget_at_pass_start(&unit, &rules);
    start_phase(&mut unit);
    unit
}

fn held(slot: usize, weapon: &crate::attacks_and_damage::Weapon) -> HeldWeapon {
    let weapon = Weapon::AttacksAndDamage(Arc::new(weapon.clone()));
    HeldWeapon { weapon, slot, loaded: 0, fault: WeaponMalfunction::None, hand: None }
}

/// Runs a rule without dice.
fn without_dice<T>(rule: impl FnOnce(&mut ScriptedTable) -> RuleResult<T>) -> T {
    scripted(&[], &[], rule).0
}

/// Starts a unit's phase and applies its steps.
fn start_phase(unit: &mut UnitSnapshot) -> PhaseStart {
    let start = without_dice(|table| AttacksAndDamageRulebook::start_phase(table, unit, &defaults()));
    apply_steps(unit, &start.effects);
    start
}

/// Applies steps to a unit.
fn apply_steps(unit: &mut UnitSnapshot, steps: &[RuleStep]) {
    for step in steps {
        match step {
            RuleStep::ChangeHealth { unit: id, after, .. } if *id == unit.id => {
                unit.condition = after.clone()
            }
            RuleStep::SetTurnBudget { unit: id, after, .. } if *id == unit.id => unit.budget = *after,
            RuleStep::FallProne { unit: id } if *id == unit.id => unit.prone = true,
            _ => {}
        }
    }
}

fn points(budget: &TurnBudget) -> Points {
    *budget.attacks_and_damage()
}

fn boxes(unit: &UnitSnapshot) -> Boxes {
    *unit.condition.attacks_and_damage()
}

fn set_defence_penalty(unit: &mut UnitSnapshot, penalty: i32, tests: u32) {
    let frequency = DefenceFrequency { penalty, tests };
    unit.condition = HealthState::AttacksAndDamage(Boxes { frequency, ..boxes(unit) });
}

/// Request of an attack by the first unit on the second, with its first weapon, over this distance.
fn attack_request(attacker: UnitSnapshot, defender: UnitSnapshot, metres: u32) -> AttackRequest {
    let weapon = attacker.held[0].weapon.clone();
    AttackRequest::new(attacker, (weapon, 0), defender, sight_at(metres), defaults())
}

/// Six attack dice against a defender whose best test also has six dice.
fn duel(weapon: &crate::attacks_and_damage::Weapon, change: impl FnOnce(&mut Values)) -> AttackRequest {
    let metres = if weapon.class == AttackClass::Melee { 1 } else { 10 };
    let attacker = unit(
        1,
        |sheet| {
            sheet.skills.insert(weapon.skill, 3);
        },
        std::slice::from_ref(weapon),
    );
    let with_gymnastics = |sheet: &mut Values| {
        sheet.skills.insert(Skill::Gymnastics, 3);
        change(sheet);
    };
    attack_request(attacker, unit(2, with_gymnastics, &[]), metres)
}

fn resolve_attack(
    request: &AttackRequest,
    rolls: &[Vec<u8>],
    answers: &[&str],
) -> (ActionOutcome, Vec<Trace>) {
    scripted(rolls, answers, |table| AttacksAndDamageRulebook::attack(table, request))
}

/// A window or a wall.
fn barrier(id: u32, structure: u32, armor: u32, transparent: bool) -> BarrierOnLine {
    let name = if transparent { "window" } else { "wall" };
    BarrierOnLine { transparent, ..intact_wall(id, name, (structure, armor)) }
}

/// An attack on a wall.
fn attack_on_wall(
    weapon: &crate::attacks_and_damage::Weapon,
    metres: u32,
    wall: BarrierOnLine,
) -> AttackRequest {
    AttackRequest { target: wall.into(), sight: sight_at(metres), ..duel(weapon, |_| {}) }
}

fn shield() -> Armour {
    Armour { name: "shield".to_owned(), av: "1/2/0".parse().expect("an AV") }
}

fn hidden(sight: TargetSight, hidden: u8) -> TargetSight {
    TargetSight { hidden, ..sight }
}
