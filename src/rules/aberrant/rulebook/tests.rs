use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::aberrant::health::dazing::RoundRange;
use crate::aberrant::health::health_track::DamageMarks;
use crate::aberrant::protection::soak::Soak;
use crate::aberrant::test_fixtures::{armour, blade, hit_faces, laser, rifle, roll_sizes, scripted, sheet};
use crate::aberrant::turn::actions::ActionState;
use crate::aberrant::turn::turn_budget::{AttackQueue, PhaseProgress};
use crate::aberrant::{Ability, TurnBudget as AberrantBudget, Weapon as AberrantWeapon};
use crate::rulebook::{
    AttackRules, BarrierRules, ForecastRules, MovementRules, SpecialActionRules, TurnRules, UnitDisplay,
    UnitRules,
};
use crate::turn_engine::{Action, PhaseTiming};
use crate::{
    ActionOutcome, ActionRequest, AttackRequest, BattleEvent, Book, CostError, FireMode, Grip, HeldWeapon,
    HitResult, ImpossibleAttack, MovementMode, QueuedAttack, RuleViolation, Sheet, TargetSight, Weapon,
    WeaponMalfunction, WeaponReach,
};
use dice::{Answer, AnswerPolicy, Trace, enumerate};

mod areas;
mod attacks;
mod barrier_attacks;
mod buildings;
mod special_actions;
mod turns;

/// The rules without grievous injuries, which would ask after every heavy hit.
fn rules() -> RuleSet {
    let mut rules = RuleSet::new(Book::Aberrant);
    rules.set("ab.grievous_injury", "off").expect("a switch and its value");
    rules
}

fn rules_with(name: &str, value: &str) -> RuleSet {
    let mut rules = rules();
    rules.set(name, value).expect("a switch and its value");
    rules
}

/// A unit in its own phase with all its points, six attack dice and a cap of six actions.
fn unit(id: u32, change: impl FnOnce(&mut crate::aberrant::Sheet)) -> UnitSnapshot {
    let sheet = sheet(|sheet| {
        (sheet.dexterity, sheet.wits, sheet.willpower) = (3, 3, 3);
        sheet.density = 20; // no blow throws it
        for ability in [Ability::Melee, Ability::Firearms, Ability::Throwing, Ability::Brawl] {
            sheet.abilities.insert(ability, 3);
        }
        change(sheet);
    });
    let sheet = Sheet::Aberrant(Arc::new(sheet));
    let condition = AberrantRulebook::starting_health(&sheet, &rules());
    let budget = AberrantBudget {
        effort: ActionState::default().start_phase(),
        turn: PhaseTiming::Now,
        ..AberrantBudget::default()
    };
    let mut unit = UnitSnapshot::fresh(UnitId(id), "Unit", sheet, condition, TurnBudget::Aberrant(budget));
    unit.initiative = 8;
    unit.acted = true;
    unit
}

fn budget_mut(unit: &mut UnitSnapshot) -> &mut AberrantBudget {
    match &mut unit.budget {
        TurnBudget::Aberrant(budget) => budget,
        _ => panic!("another book"),
    }
}

fn health_mut(unit: &mut UnitSnapshot) -> &mut crate::aberrant::HealthState {
    match &mut unit.condition {
        HealthState::Aberrant(condition) => condition,
        _ => panic!("another book"),
    }
}

fn held(weapon: AberrantWeapon) -> HeldWeapon {
    let loaded = weapon.magazine;
    HeldWeapon {
        weapon: Weapon::Aberrant(Arc::new(weapon)),
        slot: 0,
        loaded,
        fault: WeaponMalfunction::None,
        hand: None,
    }
}

/// An attack of six dice on a target without defence, adjacent or ten metres away.
fn attack_request(weapon: AberrantWeapon) -> AttackRequest {
    let metres = if weapon.is_melee() { 1 } else { 10 };
    let held = held(weapon);
    let mut attacker = unit(1, |_| ());
    attacker.held = vec![held.clone()].into();
    let mut defender = unit(2, |sheet| (sheet.stamina, sheet.willpower) = (1, 0));
    budget_mut(&mut defender).effort = ActionState::default();
    budget_mut(&mut defender).turn = PhaseTiming::After;
    let sight = TargetSight::in_the_open(metres);
    AttackRequest::new(attacker, (held.weapon, 0), defender, sight, rules())
}

fn play(request: &AttackRequest, rolls: &[Vec<u8>], answers: &[&str]) -> (ActionOutcome, Vec<Trace>) {
    scripted(rolls, answers, |table| AberrantRulebook::attack(table, request))
}

/// Pays and returns the points left.
fn pay(unit: &mut UnitSnapshot, action: Action, rules: &RuleSet) -> Result<u8, CostError> {
    let Payment { budget, points, .. } =
        crate::play::pay_action(unit, ActionRequest::for_action(action), rules)?;
    unit.budget = budget;
    Ok(points)
}

/// The clause of a rule violation.
fn clause<T: std::fmt::Debug>(refused: Result<T, CostError>) -> &'static str {
    match refused {
        Err(CostError::Book(RuleViolation { clause, .. })) => clause,
        other => panic!("{other:?}"),
    }
}

/// The unit's turn budget after these effects.
fn budget_after(effects: &[RuleStep], unit: u32) -> Option<AberrantBudget> {
    effects.iter().rev().find_map(|effect| match effect {
        RuleStep::SetTurnBudget { unit: changed_unit, after: TurnBudget::Aberrant(after), .. }
            if *changed_unit == UnitId(unit) =>
        {
            Some(*after)
        }
        _ => None,
    })
}

fn health_after(effects: &[RuleStep], unit: u32) -> Option<crate::aberrant::HealthState> {
    effects.iter().find_map(|effect| match effect {
        RuleStep::ChangeHealth { unit: changed_unit, after: HealthState::Aberrant(after), .. }
            if *changed_unit == UnitId(unit) =>
        {
            Some(after.clone())
        }
        _ => None,
    })
}
