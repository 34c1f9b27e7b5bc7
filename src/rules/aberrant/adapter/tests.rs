use std::sync::Arc;

use rstest::rstest;

use super::super::daze::Rounds;
use super::super::fixtures::{armour, blade, hits, laser, rifle, rolled, scripted, sheet};
use super::super::purse::Phase;
use super::super::soak::Soak;
use super::super::track::Marks;
use super::super::{Ability, Purse as Own, Weapon as OwnWeapon, actions::Effort};
use super::*;
use crate::engine::{Action, Turn};
use crate::{
    Act, Book, Contact, Engagement, Fault, Gait, Grip, Held, Outcome, Paid, Refused, Sight, Surroundings,
    Unpaid,
};
use dice::{Policy, Trace, enumerate};

mod barriers;
mod deeds;
mod engagements;
mod turns;

fn rules() -> RuleSet {
    RuleSet::new(Book::Aberrant)
}

fn with(name: &str, value: &str) -> RuleSet {
    let mut rules = rules();
    rules.set(name, value).expect("a switch and its value");
    rules
}

/// A unit in its own phase with all of its points, six dice for attacks, and a cap of six actions.
fn unit(id: u32, change: impl FnOnce(&mut super::super::Sheet)) -> Combatant {
    let sheet = sheet(|sheet| {
        (sheet.dexterity, sheet.wits, sheet.willpower) = (3, 3, 3);
        sheet.density = 20; // no blow throws it
        for ability in [Ability::Melee, Ability::Firearms, Ability::Throwing, Ability::Brawl] {
            sheet.abilities.insert(ability, 3);
        }
        change(sheet);
    });
    let sheet = Sheet::Aberrant(Arc::new(sheet));
    let condition = fresh(&sheet, &rules());
    let purse = Own { effort: Effort::default().new_phase(), turn: Turn::Now, phase: Phase::default() };
    let mut unit = Combatant::fresh(id, "Unit", sheet, condition, Purse::Aberrant(purse));
    unit.initiative = 8;
    unit.acted = true;
    unit
}

fn own(unit: &mut Combatant) -> &mut Own {
    match &mut unit.purse {
        Purse::Aberrant(purse) => purse,
        _ => panic!("another book"),
    }
}

fn condition(unit: &mut Combatant) -> &mut super::super::Condition {
    match &mut unit.condition {
        Condition::Aberrant(condition) => condition,
        _ => panic!("another book"),
    }
}

fn held(weapon: OwnWeapon) -> Held {
    let loaded = weapon.magazine;
    Held { weapon: Weapon::Aberrant(Arc::new(weapon)), slot: 0, loaded, fault: Fault::None, hand: None }
}

/// An attack of six dice on a target without defence, as neighbours or ten metres apart.
fn engagement(weapon: OwnWeapon) -> Engagement {
    let metres = if weapon.is_melee() { 1 } else { 10 };
    let held = held(weapon);
    let mut attacker = unit(1, |_| ());
    attacker.held = vec![held.clone()];
    let mut defender = unit(2, |sheet| (sheet.stamina, sheet.willpower) = (1, 0));
    own(&mut defender).effort = Effort::default();
    own(&mut defender).turn = Turn::After;
    Engagement {
        attacker,
        defender,
        weapon: held.weapon,
        slot: 0,
        mode: None,
        manner: None,
        sight: Sight {
            distance_squared: metres * metres,
            rings: metres,
            hidden: 0,
            took_cover: false,
            across_obstacle: false,
            aware: true,
        },
        surroundings: Surroundings::default(),
        barriers: Vec::new(),
        beside_target: Vec::new(),
        heights_cm: Vec::new(),
        charge: false,
        dash_from_cover: false,
        rounds_fired: 0,
        share: None,
        engaged: false,
        boosts: Vec::new(),
        spot: None,
        company: Vec::new(),
        operables: Vec::new(),
        rules: rules(),
    }
}

fn play(engagement: &Engagement, rolls: &[Vec<u8>], answers: &[&str]) -> (Outcome, Vec<Trace>) {
    scripted(rolls, answers, |table| attack(table, engagement))
}

/// Pays and has the purse that is left.
fn pays(unit: &mut Combatant, action: Action, rules: &RuleSet) -> Result<u8, Unpaid> {
    let Paid { purse, points, .. } = pay(unit, Act::of(action), rules)?;
    unit.purse = purse;
    Ok(points)
}

/// The clause of a refusal of the book's own.
fn clause<T: std::fmt::Debug>(refused: Result<T, Unpaid>) -> &'static str {
    match refused {
        Err(Unpaid::Book(Refused { clause, .. })) => clause,
        other => panic!("{other:?}"),
    }
}

/// Whose purse comes out how.
fn purse_of(effects: &[Effect], unit: u32) -> Option<Own> {
    effects.iter().rev().find_map(|effect| match effect {
        Effect::Purse { unit: whose, after: Purse::Aberrant(after), .. } if *whose == unit => Some(*after),
        _ => None,
    })
}

fn condition_of(effects: &[Effect], unit: u32) -> Option<super::super::Condition> {
    effects.iter().find_map(|effect| match effect {
        Effect::Condition { unit: whose, after: Condition::Aberrant(after), .. } if *whose == unit => {
            Some(after.clone())
        }
        _ => None,
    })
}
