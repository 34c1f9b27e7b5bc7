//! Attack contexts for tests, and runs with given dice.

use std::sync::Arc;

use super::units;
use crate::swan_song::attack::resolution;
use crate::swan_song::barriers::barrier_attack;
use crate::swan_song::{
    AttackContext, AttackResult, BarrierAttackContext, BarrierAttackResult, BarrierOnLine, DamageValue,
    Fighter, PoolKind, Sheet, Skill, Switches, TargetSight, Weapon, WeaponClass,
};
use crate::test_barriers::intact_wall;
use dice::Trace;
use model::UnitId;

pub(crate) use crate::test_tables::{note_texts, roll_names, scripted};

/// An unhurt fighter with empty hands.
pub fn fighter(id: u32, change: impl FnOnce(&mut Sheet)) -> Fighter {
    Fighter { id: UnitId(id), ..units::fighter(units::sheet_with(change)) }
}

/// Blades 3, AGI 4, STR 2, REA 4, INT 3. `SS-ATK-27`.
pub fn joe() -> Fighter {
    fighter(1, |sheet| {
        sheet.attributes.agility = 4;
        sheet.attributes.strength = 2;
        sheet.skills.insert(Skill::Blades, 3);
    })
}

/// REA 2, INT 1, BOD 3, AV 4, Flesh only. `SS-ATK-27`.
pub fn bob() -> Fighter {
    fighter(2, |sheet| {
        sheet.attributes.reaction = 2;
        sheet.attributes.intuition = 1;
        sheet.attributes.agility = 6;
        sheet.armour = vec![4];
    })
}

/// REA 4, INT 3, Physical Limit 4: a standard defence of 7 dice.
pub fn guard() -> Fighter {
    fighter(2, |sheet| {
        sheet.attributes.reaction = 4;
        sheet.attributes.body = 2;
    })
}

/// A weapon for Health damage with an Accuracy that rarely matters.
pub fn weapon(class: WeaponClass, skill: Skill, damage: u32) -> Weapon {
    Weapon {
        accuracy: Some(9),
        damage: DamageValue::Fixed(damage),
        pool: Some(PoolKind::Health),
        range: 100,
        ..units::weapon(class, skill)
    }
}

/// Accuracy 6, DV STR + 2 Kinetic, ARP 1. `SS-ATK-27`.
pub fn knife() -> Weapon {
    Weapon {
        name: "knife".into(),
        accuracy: Some(6),
        damage: DamageValue::StrengthPlus(2),
        arp: 1,
        penetrating: true,
        ..weapon(WeaponClass::Melee, Skill::Blades, 0)
    }
}

/// A penetrating firearm.
pub fn rifle(damage: u32) -> Weapon {
    Weapon { name: "rifle".into(), penetrating: true, ..weapon(WeaponClass::Ranged, Skill::Longarms, damage) }
}

/// A blow between neighbours, or a shot over ten metres, in the open.
pub fn attack_context(attacker: Fighter, defender: Fighter, weapon: Weapon) -> AttackContext {
    let metres = if weapon.class == WeaponClass::Ranged { 10 } else { 1 };
    AttackContext {
        attacker,
        defender,
        weapon: Arc::new(weapon),
        mode: None,
        sight: TargetSight::in_the_open(metres),
        barriers: Vec::new(),
        charge: false,
        in_contact: false,
        called_shot: None,
        hand: None,
        rounds_fired: 0,
        visibility_penalty: 0,
        share: None,
        switches: Arc::new(Switches::default()),
    }
}

/// The worked example. `SS-ATK-27`.
pub fn worked_example() -> AttackContext {
    attack_context(joe(), bob(), knife())
}

/// Six dice against six dice, in the open; easy to script.
pub fn duel(weapon: Weapon) -> AttackContext {
    let skill = weapon.skill;
    let attacker = fighter(1, |sheet| {
        sheet.skills.insert(skill, 3);
    });
    attack_context(attacker, fighter(2, |_| {}), weapon)
}

/// As `duel`, without a prompt for the defender.
pub fn unpaid_duel(weapon: Weapon) -> AttackContext {
    let mut context = duel(weapon);
    context.defender.action_points = 0;
    context
}

/// The rule switches with one of them set.
pub fn switched(name: &str, value: &str) -> Switches {
    let mut switches = Switches::default();
    switches.set(name, value).expect("a switch and its value");
    switches
}

/// Sets a switch of an attack.
pub fn with_switch(context: &mut AttackContext, name: &str, value: &str) {
    Arc::make_mut(&mut context.switches).set(name, value).expect("a known switch");
}

/// An opaque barrier.
pub fn wall(id: u32, structure: u32, armor: u32) -> BarrierOnLine {
    let name = format!("wall {id}");
    intact_wall(id, &name, (structure, armor))
}

/// A transparent barrier.
pub fn pane(id: u32, structure: u32, armor: u32) -> BarrierOnLine {
    BarrierOnLine { transparent: true, ..wall(id, structure, armor) }
}

/// An attack on a barrier with six dice.
pub fn attack_on_barrier(weapon: Weapon, barrier: BarrierOnLine) -> BarrierAttackContext {
    let duel = duel(weapon);
    BarrierAttackContext {
        attacker: duel.attacker,
        weapon: duel.weapon,
        mode: None,
        hand: None,
        barrier,
        hidden: 0,
        barriers: Vec::new(),
        rounds_fired: 0,
        switches: duel.switches,
    }
}

/// Faces of a roll of `dice` with this many hits and no ones.
pub fn faces_with_hits(count: usize, dice: usize) -> Vec<u8> {
    let mut faces = vec![5; count];
    faces.resize(dice, 2);
    faces
}

/// Resolves an attack with these faces, all of which it must use.
pub fn play_attack(
    context: &AttackContext,
    rolls: &[Vec<u8>],
    answers: &[&str],
) -> (AttackResult, Vec<Trace>) {
    scripted(rolls, answers, |table| resolution::resolve_attack(table, context))
}

/// Resolves an attack on a barrier with these faces, all of which it must use.
pub fn play_barrier(context: &BarrierAttackContext, rolls: &[Vec<u8>]) -> (BarrierAttackResult, Vec<Trace>) {
    scripted(rolls, &[], |table| barrier_attack::attack_barrier(table, context))
}
