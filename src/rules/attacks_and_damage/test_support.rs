//! Units, weapons and attack contexts for tests, and runs with given dice.

use std::sync::Arc;

use super::{
    Armour, AttackClass, AttackContext, AttackResult, Attributes, DamageNature, ExtraEffect,
    ExtraEffectResult, ExtraEffectTrigger, Fighter, Sheet, Skill, Switches, Weapon,
};
use crate::TargetSight;
use crate::attacks_and_damage::attack::resolution::{self, AttackPlan};
use dice::{RuleResult, Table, Trace};
use model::UnitId;

pub(crate) use crate::test_tables::{roll_sizes, scripted};

/// An unhurt unit: every attribute 3, no skill, no armour, empty hands.
pub fn unit(id: u32, change: impl FnOnce(&mut Sheet)) -> Fighter {
    let mut sheet = Sheet::plain(Attributes {
        body: 3,
        reaction: 3,
        agility: 3,
        intuition: 3,
        edge: 3,
        willpower: 3,
        strength: 3,
    });
    change(&mut sheet);
    Fighter::fresh(UnitId(id), Arc::new(sheet))
}

fn weapon(name: &str, class: AttackClass, skill: Skill, nature: DamageNature, damage: &str) -> Weapon {
    let range = if class == AttackClass::Melee { 0 } else { 50 };
    Weapon {
        name: name.to_owned(),
        damage: Some(damage.parse().expect("a damage value")),
        nature: Some(nature),
        range,
        ..Weapon::plain(class, skill)
    }
}

/// A slashing blade.
pub fn sword(damage: &str) -> Weapon {
    weapon("sword", AttackClass::Melee, Skill::Blades, DamageNature::Slashing, damage)
}

/// A hacking weapon.
pub fn axe(damage: &str) -> Weapon {
    weapon("axe", AttackClass::Melee, Skill::Axes, DamageNature::Hacking, damage)
}

/// A throwing axe; knives count the same.
pub fn thrown(damage: &str) -> Weapon {
    weapon("throwing axe", AttackClass::Thrown, Skill::ThrownWeapons, DamageNature::Hacking, damage)
}

/// A firearm that fires slugs.
pub fn rifle(damage: &str) -> Weapon {
    weapon("rifle", AttackClass::Accelerated, Skill::Firearms, DamageNature::Slug, damage)
}

/// A sling. `AD-TEST-03`, `AD-DEF-07`.
pub fn sling() -> Weapon {
    weapon("sling", AttackClass::Accelerated, Skill::ThrownWeapons, DamageNature::Blunt, "3IL")
}

/// A touch without damage, with an effect.
pub fn touch() -> Weapon {
    Weapon {
        name: "touch".to_owned(),
        contact_only: true,
        riders: vec![rider("numbness", ExtraEffectTrigger::Hit)],
        hands: 0,
        ..Weapon::plain(AttackClass::Melee, Skill::Unarmed)
    }
}

pub fn rider(effect: &str, trigger: ExtraEffectTrigger) -> ExtraEffect {
    ExtraEffect { effect: effect.to_owned(), trigger, does: ExtraEffectResult::NoteOnly }
}

pub fn armour_item(name: &str, av: &str) -> Armour {
    Armour { name: name.to_owned(), av: av.parse().expect("an AV") }
}

/// An attack on a neighbour, or over ten metres, in the open.
pub fn attack_context(attacker: Fighter, defender: Fighter, weapon: Weapon) -> AttackContext {
    let metres = if weapon.class == AttackClass::Melee { 1 } else { 10 };
    AttackContext {
        attacker,
        defender,
        weapon: Arc::new(weapon),
        sight: sight_at(metres),
        barriers: Vec::new(),
        switches: Arc::new(Switches::default()),
    }
}

/// Sight over this many squares in the open.
pub fn sight_at(metres: u32) -> TargetSight {
    TargetSight::in_the_open(metres)
}

/// Six dice against six, three of resistance; the defender's best test is Gymnastics + Agility.
pub fn duel(weapon: Weapon) -> AttackContext {
    let skill = weapon.skill;
    let attacker = unit(1, |sheet| {
        sheet.skills.insert(skill, 3);
    });
    let defender = unit(2, |sheet| {
        sheet.skills.insert(Skill::Gymnastics, 3);
    });
    attack_context(attacker, defender, weapon)
}

/// A duel with a target whose sheet is changed.
pub fn duel_against(weapon: Weapon, change: impl FnOnce(&mut Sheet)) -> AttackContext {
    let mut context = duel(weapon);
    change(Arc::make_mut(&mut context.defender.sheet));
    context
}

/// Sets a switch of an attack.
pub fn set_switch(context: &mut AttackContext, name: &str, value: &str) {
    Arc::make_mut(&mut context.switches).set(name, value).expect("a known switch");
}

/// Switches with one of them set.
pub fn switches_with(name: &str, value: &str) -> Switches {
    let mut switches = Switches::default();
    switches.set(name, value).expect("a known switch");
    switches
}

/// Faces of a roll of `dice` with this many hits and no ones.
pub fn faces_with_hits(count: usize, dice: usize) -> Vec<u8> {
    let mut faces = vec![5; count];
    faces.resize(dice, 2);
    faces
}

/// Resolves an attack with the engine's default switches.
pub fn resolve_attack(table: &mut impl Table, context: &AttackContext) -> RuleResult<AttackResult> {
    resolution::resolve_plan(table, &AttackPlan::new(context, &Arc::default()))
}

/// Resolves an attack with these faces and answers, all of which it must use.
pub fn play_attack(
    context: &AttackContext,
    rolls: &[Vec<u8>],
    answers: &[&str],
) -> (AttackResult, Vec<Trace>) {
    scripted(rolls, answers, |table| resolve_attack(table, context))
}

/// A duel with this many hits of six dice each, and of the resistance dice, if any.
pub fn play_duel(
    context: &AttackContext,
    attack: usize,
    defence: usize,
    resistance: Option<&[u8]>,
) -> AttackResult {
    let mut rolls = vec![faces_with_hits(attack, 6), faces_with_hits(defence, 6)];
    rolls.extend(resistance.map(<[u8]>::to_vec));
    play_attack(context, &rolls, &["gymnastics"]).0
}

/// Three resistance dice without a hit.
pub const NO_RESISTANCE_HITS: Option<&[u8]> = Some(&[1, 1, 1]);

/// Light and Critical damage after resistance.
pub fn damage_by_track(result: &AttackResult) -> (u32, u32) {
    (result.taken.light, result.taken.critical)
}

/// Clauses of the notes, in order.
pub fn note_clauses(traces: &[Trace]) -> Vec<&'static str> {
    traces
        .iter()
        .filter_map(|trace| if let Trace::Noted(note) = trace { Some(note.clause) } else { None })
        .collect()
}
