//! Tests of the book on the battlefield.

mod attacks;
mod display;
mod explosions;
mod forecasts;
mod special_actions;
mod turns;

use std::sync::Arc;

use crate::circumstances::CircumstancesRulebook;
use crate::circumstances::test_fixtures;
use crate::circumstances::turn::phase::PhaseBudget;
use crate::circumstances::{Sheet as OwnSheet, Skill, TurnBudget as OwnBudget, Weapon as OwnWeapon};
use crate::rulebook::{AttackRules, TurnRules, UnitRules};
use crate::status::StatusKind;
use crate::test_barriers::intact_wall;
use crate::turn_engine::{Action, PhaseTiming};
use crate::{
    ActionOutcome, ActionRequest, AttackRequest, BarrierOnLine, BattleEvent, Book, CostError, HeldWeapon,
    RuleSet, RuleStep, Sheet, SpecialAction, TurnBudget, UnitSnapshot, Weapon, WeaponMalfunction,
};
use dice::{RuleResult, ScriptedTable, Trace};
use model::UnitId;

fn rules() -> RuleSet {
    let mut rules = RuleSet::new(Book::Circumstances);
    rules.without.insert("knockback");
    rules
}

fn rules_with(name: &str, value: &str) -> RuleSet {
    let mut rules = rules();
    rules.set(name, value).expect("a known switch");
    rules
}

fn wrapped(weapon: OwnWeapon) -> Weapon {
    Weapon::Circumstances(Arc::new(weapon))
}

/// A unit in its phase, 40 in everything except Toughness 30, with this weapon in slot 0 and fists in slot
/// 1.
fn unit(id: u32, weapon: OwnWeapon, change: impl FnOnce(&mut OwnSheet)) -> UnitSnapshot {
    let mut sheet = test_fixtures::sheet();
    sheet.skills.insert(Skill::Dodge, 30);
    change(&mut sheet);
    let sheet = Sheet::Circumstances(Arc::new(sheet));
    let own = OwnBudget { phase: PhaseBudget::start_phase(), turn: PhaseTiming::Now, ..OwnBudget::default() };
    let condition = CircumstancesRulebook::starting_health(&sheet, &rules());
    let name = if id == 1 { "Ann" } else { "Bob" };
    let loaded = u32::from(weapon.magazine);
    let fists = CircumstancesRulebook::unarmed_weapon(&sheet).expect("fists");
    UnitSnapshot {
        side: u8::try_from(id % 2).unwrap_or(0),
        held: vec![
            HeldWeapon {
                weapon: wrapped(weapon),
                slot: 0,
                loaded,
                fault: WeaponMalfunction::None,
                hand: None,
            },
            HeldWeapon { weapon: fists, slot: 1, loaded: 0, fault: WeaponMalfunction::None, hand: None },
        ]
        .into(),
        ..UnitSnapshot::fresh(UnitId(id), name, sheet, condition, TurnBudget::Circumstances(own))
    }
}

fn own_budget(unit: &mut UnitSnapshot) -> &mut OwnBudget {
    match &mut unit.budget {
        TurnBudget::Circumstances(own) => own,
        other => panic!("another book: {other:?}"),
    }
}

/// Uses up the defender's Reaction.
fn use_up_reaction(unit: &mut UnitSnapshot) {
    own_budget(unit).phase.reaction = false;
}

/// Ann attacks Bob: adjacent, or at the end of normal range. Bob has no Reaction.
fn attack_request(weapon: OwnWeapon) -> AttackRequest {
    let metres = if weapon.is_melee() { 1 } else { weapon.range };
    let mut defender = unit(2, test_fixtures::sword(), |_| {});
    use_up_reaction(&mut defender);
    let attacker = unit(1, weapon, |_| {});
    let weapon = attacker.held[0].weapon.clone();
    AttackRequest::new(attacker, (weapon, 0), defender, test_fixtures::sight(metres), rules())
}

fn wall(id: u32) -> BarrierOnLine {
    intact_wall(id, "brick wall", (10, 16))
}

/// Declares the attack, which uses its rounds, and resolves it on given faces.
fn play(attack_request: &AttackRequest, faces: &[u8], answers: &[&str]) -> (ActionOutcome, Vec<Trace>) {
    CircumstancesRulebook::may_attack(attack_request).expect("allowed");
    let mut attack_request = attack_request.clone();
    let rounds = CircumstancesRulebook::rounds_per_attack(&attack_request.weapon, attack_request.mode);
    let slot = attack_request.slot;
    for held in attack_request.attacker.held.iter_mut().filter(|held| held.slot == slot) {
        held.loaded = held.loaded.saturating_sub(rounds);
    }
    run(faces, answers, |table| CircumstancesRulebook::attack(table, &attack_request))
}

fn run<T>(
    faces: &[u8],
    answers: &[&str],
    rule: impl FnOnce(&mut ScriptedTable) -> RuleResult<T>,
) -> (T, Vec<Trace>) {
    test_fixtures::play_script(faces, answers, rule)
}

/// Pays and keeps the rest.
fn pay_action(unit: &mut UnitSnapshot, action: Action) -> Result<u8, CostError> {
    let paid = CircumstancesRulebook::pay_action(unit, ActionRequest::for_action(action), &rules())?;
    unit.budget = paid.budget;
    Ok(paid.points)
}

fn special_action<'a>(unit: &'a UnitSnapshot, key: &'a str) -> SpecialAction<'a> {
    SpecialAction { seen: true, ..SpecialAction::new(unit, key) }
}

/// The clause of a violation.
fn clause<T: std::fmt::Debug>(result: Result<T, CostError>) -> &'static str {
    match result.expect_err("refused") {
        CostError::Book(refused) => refused.clause,
        other => panic!("not the book's own reason: {other}"),
    }
}

fn has_step(outcome: &ActionOutcome, effect: &RuleStep) -> bool {
    outcome.effects.contains(effect)
}

fn wounds(outcome: &ActionOutcome, unit: u32) -> Option<i32> {
    outcome.effects.iter().find_map(|effect| match effect {
        RuleStep::ChangeHealth { unit: id, after, .. } if *id == UnitId(unit) => {
            Some(after.circumstances().wounds)
        }
        _ => None,
    })
}

/// The turn budget that an effect sets for a unit.
fn budget_after(effects: &[RuleStep], unit: u32) -> Option<OwnBudget> {
    effects.iter().rev().find_map(|effect| match effect {
        RuleStep::SetTurnBudget { unit: id, after, .. } if *id == UnitId(unit) => {
            Some(*after.circumstances())
        }
        _ => None,
    })
}
