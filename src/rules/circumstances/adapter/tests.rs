//! The book on the battlefield.

mod attacks;
mod chances;
mod deeds;
mod explosions;
mod turns;

use std::sync::Arc;

use super::super::fixtures;
use super::super::{Purse as Own, Sheet as OwnSheet, Skill, Weapon as OwnWeapon, phase::Phase};
use crate::engine::{Action, Turn};
use crate::{
    Act, BarrierOnLine, Book, Combatant, Deed, Effect, Engagement, Fault, Held, Outcome, Purse, RuleSet,
    Sheet, Unpaid, Weapon,
};
use dice::{Scripted, Step, Trace};

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

/// A unit in its phase, everything 40 but Toughness 30, with this weapon as number 0 and fists as number 1.
fn unit(id: u32, weapon: OwnWeapon, change: impl FnOnce(&mut OwnSheet)) -> Combatant {
    let mut sheet = fixtures::sheet();
    sheet.skills.insert(Skill::Dodge, 30);
    change(&mut sheet);
    let sheet = Sheet::Circumstances(Arc::new(sheet));
    let own = Own { phase: Phase::begin(), turn: Turn::Now, ..Own::default() };
    let condition = super::fresh(&sheet, &rules());
    let name = if id == 1 { "Ann" } else { "Bob" };
    let loaded = u32::from(weapon.magazine);
    let fists = super::unarmed(&sheet).expect("fists");
    Combatant {
        side: u8::try_from(id % 2).unwrap_or(0),
        held: vec![
            Held { weapon: wrapped(weapon), slot: 0, loaded, fault: Fault::None, hand: None },
            Held { weapon: fists, slot: 1, loaded: 0, fault: Fault::None, hand: None },
        ],
        ..Combatant::fresh(id, name, sheet, condition, Purse::Circumstances(own))
    }
}

fn own(unit: &mut Combatant) -> &mut Own {
    match &mut unit.purse {
        Purse::Circumstances(own) => own,
        other => panic!("another book: {other:?}"),
    }
}

/// The defender's Reaction is used up.
fn stays(unit: &mut Combatant) {
    own(unit).phase.reaction = false;
}

/// Ann attacks Bob: at a neighbour, or at the far end of normal range. Bob has no Reaction.
fn engagement(weapon: OwnWeapon) -> Engagement {
    let metres = if weapon.is_melee() { 1 } else { weapon.range };
    let mut defender = unit(2, fixtures::sword(), |_| {});
    stays(&mut defender);
    let attacker = unit(1, weapon, |_| {});
    Engagement {
        weapon: attacker.held[0].weapon.clone(),
        attacker,
        defender,
        slot: 0,
        mode: None,
        manner: None,
        sight: fixtures::sight(metres),
        surroundings: Default::default(),
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

fn wall(id: u32) -> BarrierOnLine {
    BarrierOnLine {
        id,
        name: "brick wall".into(),
        structure: 10,
        armor: 16,
        thickness_cm: 10,
        damage: 0,
        transparent: false,
    }
}

/// Declares the attack as the battlefield does, which takes its rounds, and resolves it on given faces.
fn play(engagement: &Engagement, faces: &[u8], answers: &[&str]) -> (Outcome, Vec<Trace>) {
    super::may_attack(engagement).expect("allowed");
    let mut engagement = engagement.clone();
    let rounds = super::rounds(&engagement.weapon, engagement.mode);
    let slot = engagement.slot;
    for held in engagement.attacker.held.iter_mut().filter(|held| held.slot == slot) {
        held.loaded = held.loaded.saturating_sub(rounds);
    }
    run(faces, answers, |table| super::attack(table, &engagement))
}

fn run<T>(faces: &[u8], answers: &[&str], rule: impl FnOnce(&mut Scripted) -> Step<T>) -> (T, Vec<Trace>) {
    fixtures::scripted(faces, answers, rule)
}

/// Pays, and keeps what is left.
fn pay(unit: &mut Combatant, action: Action) -> Result<u8, Unpaid> {
    let paid = super::pay(unit, Act::of(action), &rules())?;
    unit.purse = paid.purse;
    Ok(paid.points)
}

fn deed<'a>(unit: &'a Combatant, key: &'a str) -> Deed<'a> {
    Deed { unit, key, target: None, slot: None, seen: true, cover_cm: 0, boosts: &[], energy: false }
}

/// The clause that refuses something.
fn clause<T: std::fmt::Debug>(result: Result<T, Unpaid>) -> &'static str {
    match result.expect_err("refused") {
        Unpaid::Book(refused) => refused.clause,
        other => panic!("not the book's own reason: {other}"),
    }
}

fn has(outcome: &Outcome, effect: &Effect) -> bool {
    outcome.effects.contains(effect)
}

fn wounds(outcome: &Outcome, unit: u32) -> Option<i32> {
    outcome.effects.iter().find_map(|effect| match effect {
        Effect::Condition { unit: id, after, .. } if *id == unit => Some(after.circumstances().wounds),
        _ => None,
    })
}

/// The purse that an effect gives to a unit.
fn purse_after(effects: &[Effect], unit: u32) -> Option<Own> {
    effects.iter().rev().find_map(|effect| match effect {
        Effect::Purse { unit: id, after, .. } if *id == unit => Some(*after.circumstances()),
        _ => None,
    })
}
