//! The book as the battlefield plays it.

mod combat;
mod odds;
mod show;
mod turns;

use std::sync::Arc;

use super::super::fixtures::{at, scripted};
use super::super::{Armour, Condition as Boxes, Frequency, Purse as Points, Sheet as Values, Skill};
use super::*;
use crate::{
    BarrierEngagement, BarrierOnLine, Book, Effect, Engagement, Fault, Held, PhaseStart, Purse, Sight,
    Surroundings,
};
use dice::{Scripted, Step, Trace};

fn defaults() -> RuleSet {
    let mut rules = RuleSet::new(Book::AttacksAndDamage);
    rules.without.insert("knockback");
    rules
}

fn under(name: &str, value: &str) -> RuleSet {
    let mut rules = defaults();
    rules.set(name, value).expect("a switch and its value");
    rules
}

/// A unit of these values in its own phase, with weapons in hand.
fn unit(id: u32, change: impl FnOnce(&mut Values), weapons: &[super::super::Weapon]) -> Combatant {
    let rules = defaults();
    let sheet = Sheet::AttacksAndDamage(super::super::fixtures::unit(id, change).sheet);
    let (condition, purse) = (fresh(&sheet, &rules), purse(&sheet, &rules));
    let mut unit = Combatant::fresh(id, "somebody", sheet, condition, purse);
    unit.initiative = 14;
    unit.held = weapons.iter().enumerate().map(|(slot, weapon)| held(slot, weapon)).collect();
    unit.purse = pass_begins(&unit, &rules);
    begin(&mut unit);
    unit
}

fn held(slot: usize, weapon: &super::super::Weapon) -> Held {
    let weapon = Weapon::AttacksAndDamage(Arc::new(weapon.clone()));
    Held { weapon, slot, loaded: 0, fault: Fault::None, hand: None }
}

/// Runs something without dice.
fn without_dice<T>(rule: impl FnOnce(&mut Scripted) -> Step<T>) -> T {
    scripted(&[], &[], rule).0
}

/// A unit's phase begins; gives what happened, done to the unit.
fn begin(unit: &mut Combatant) -> PhaseStart {
    let start = without_dice(|table| phase_begins(table, unit, &defaults()));
    suffer(unit, &start.effects);
    start
}

/// Does to a unit what rules say becomes of it.
fn suffer(unit: &mut Combatant, effects: &[Effect]) {
    for effect in effects {
        match effect {
            Effect::Condition { unit: id, after, .. } if *id == unit.id => unit.condition = after.clone(),
            Effect::Purse { unit: id, after, .. } if *id == unit.id => unit.purse = *after,
            Effect::Prone { unit: id } if *id == unit.id => unit.prone = true,
            _ => {}
        }
    }
}

fn points(purse: &Purse) -> Points {
    *purse.attacks_and_damage()
}

fn boxes(unit: &Combatant) -> Boxes {
    *unit.condition.attacks_and_damage()
}

fn worn(unit: &mut Combatant, penalty: i32, tests: u32) {
    let frequency = Frequency { penalty, tests };
    unit.condition = Condition::AttacksAndDamage(Boxes { frequency, ..boxes(unit) });
}

/// The first unit attacks the second with the first of what it holds, over so many metres.
fn engagement(attacker: Combatant, defender: Combatant, metres: u32) -> Engagement {
    Engagement {
        weapon: attacker.held[0].weapon.clone(),
        attacker,
        defender,
        slot: 0,
        mode: None,
        manner: None,
        sight: at(metres),
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
        rules: defaults(),
    }
}

/// Six dice of attack against a defender whose best test has six dice too.
fn duel(weapon: &super::super::Weapon, change: impl FnOnce(&mut Values)) -> Engagement {
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
    engagement(attacker, unit(2, with_gymnastics, &[]), metres)
}

fn fight(engagement: &Engagement, rolls: &[Vec<u8>], answers: &[&str]) -> (Outcome, Vec<Trace>) {
    scripted(rolls, answers, |table| attack(table, engagement))
}

/// A pane of glass, or a wall.
fn barrier(id: u32, structure: u32, armor: u32, transparent: bool) -> BarrierOnLine {
    let name = if transparent { "window" } else { "wall" }.to_owned();
    BarrierOnLine { id, name, structure, armor, thickness_cm: 10, damage: 0, transparent }
}

/// An attack on a wall.
fn on_wall(weapon: &super::super::Weapon, metres: u32, wall: BarrierOnLine) -> BarrierEngagement {
    let attacker = duel(weapon, |_| {}).attacker;
    BarrierEngagement {
        boosts: Vec::new(),
        weapon: attacker.held[0].weapon.clone(),
        attacker,
        slot: 0,
        mode: None,
        barrier: wall,
        sight: at(metres),
        barriers: Vec::new(),
        rounds_fired: 0,
        surroundings: Default::default(),
        spot: None,
        company: Vec::new(),
        rules: defaults(),
    }
}

fn shield() -> Armour {
    Armour { name: "shield".to_owned(), av: "1/2/0".parse().expect("an AV") }
}

fn hidden(sight: Sight, hidden: u8) -> Sight {
    Sight { hidden, ..sight }
}
