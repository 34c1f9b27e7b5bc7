//! Units, weapons and attack contexts for tests.

use std::sync::Arc;

use super::{
    Ailment, Armour, AttackContext, AttackMode, AttackResult, Characteristics, DamageDice, Fighter,
    MeleeOpponents, Sheet, Switches, Weapon, WeaponClass, WeaponState,
};
use super::{BurstMode, ExplosiveCharge};
use crate::circumstances::attacks::resolution;
use crate::status::{self, AilmentCause};
use crate::{Surroundings, TargetSight};
use dice::{Modifiers, Trace};
use model::UnitId;

pub(crate) use crate::test_tables::{note_texts, play_script, roll_names};

/// A sheet with 40 in everything except Toughness 30 (bonus 3), 12 Wounds, and no Fate Points, so that no
/// prompts open.
pub fn sheet() -> Sheet {
    let characteristics = Characteristics {
        weapon_skill: 40,
        ballistic_skill: 40,
        strength: 40,
        toughness: 30,
        agility: 40,
        intelligence: 40,
        perception: 40,
        willpower: 40,
        fellowship: 40,
    };
    Sheet { fate_points: 0, ..Sheet::plain(characteristics, 12) }
}

/// An unhurt unit without a Reaction, with a changed sheet.
pub fn fighter(id: u32, change: impl FnOnce(&mut Sheet)) -> Fighter {
    let mut sheet = sheet();
    change(&mut sheet);
    Fighter { reaction: false, ..Fighter::new(UnitId(id), Arc::new(sheet)) }
}

/// Adds an ailment with its default values.
pub fn add_ailment(fighter: &mut Fighter, ailment: Ailment) {
    fighter.ailments.push(status::inflict(&fighter.ailments, AilmentCause::new(ailment, None), 1));
}

/// Armour with the same AP everywhere.
pub fn uniform_armour(name: &str, ap: u8) -> Armour {
    Armour {
        name: name.to_owned(),
        head: ap,
        right_arm: ap,
        left_arm: ap,
        body: ap,
        right_leg: ap,
        left_leg: ap,
    }
}

pub fn sword() -> Weapon {
    Weapon::plain("Sword", WeaponClass::Melee, DamageDice::d10(1, 1))
}

/// R 60, so that 31 to 60 m give no modifier.
pub fn autogun() -> Weapon {
    Weapon {
        group: "rifles".into(),
        range: 60,
        magazine: 30,
        burst: Some(BurstMode { rounds: 3, jams_on: None }),
        ..Weapon::plain("Autogun", WeaponClass::Ranged, DamageDice::d10(1, 3))
    }
}

pub fn pistol() -> Weapon {
    Weapon {
        pistol: true,
        range: 30,
        magazine: 8,
        ..Weapon::plain("Pistol", WeaponClass::Ranged, DamageDice::d10(1, 3))
    }
}

pub fn knife() -> Weapon {
    Weapon {
        range: 10,
        magazine: 2,
        ..Weapon::plain("Throwing knife", WeaponClass::Thrown, DamageDice::d10(1, 0))
    }
}

pub fn grenade(blast: u8) -> Weapon {
    Weapon {
        range: 30,
        magazine: 3,
        blast,
        charge: Some(ExplosiveCharge::Grenade),
        ..Weapon::plain("Grenade", WeaponClass::Thrown, DamageDice::d10(1, 3))
    }
}

pub fn sight(metres: u32) -> TargetSight {
    TargetSight::in_the_open(metres)
}

/// An attack in the open by day: melee against an adjacent unit, or a shot at the end of normal range.
pub fn attack_context(weapon: Weapon) -> AttackContext {
    let metres = if weapon.is_melee() { 1 } else { weapon.range };
    AttackContext {
        attacker: fighter(1, |_| {}),
        defender: fighter(2, |_| {}),
        loaded: WeaponState::fully_loaded(&weapon),
        weapon: Arc::new(weapon),
        mode: AttackMode::Standard,
        sight: sight(metres),
        surroundings: Surroundings::default(),
        engaged: false,
        opponents: MeleeOpponents::default(),
        covers: Vec::new(),
        switches: Arc::new(Switches::default()),
    }
}

/// As `attack_context`, with a change.
pub fn attack_context_with(weapon: Weapon, change: impl FnOnce(&mut AttackContext)) -> AttackContext {
    let mut context = attack_context(weapon);
    change(&mut context);
    context
}

pub fn edit_sheet(fighter: &mut Fighter, change: impl FnOnce(&mut Sheet)) {
    change(Arc::make_mut(&mut fighter.sheet));
}

pub fn with_switch(context: &mut AttackContext, name: &str, value: &str) {
    Arc::make_mut(&mut context.switches).set(name, value).expect("a known switch");
}

pub fn switches(list: &[(&str, &str)]) -> Switches {
    let mut switches = Switches::default();
    for (name, value) in list {
        switches.set(name, value).expect("a known switch");
    }
    switches
}

/// The target number of an attack.
pub fn target_number_of(context: &AttackContext) -> i32 {
    resolution::AttackPlan::new(context).target.number
}

pub fn clauses(parts: &Modifiers) -> Vec<&'static str> {
    parts.0.iter().map(|part| part.clause).collect()
}

/// Runs an attack on given faces; asserts that all are used.
pub fn play_attack(context: &AttackContext, faces: &[u8], answers: &[&str]) -> (AttackResult, Vec<Trace>) {
    play_script(faces, answers, |table| resolution::resolve_attack(table, context))
}

/// As `play_attack`, without the traces.
pub fn play_result(context: &AttackContext, faces: &[u8]) -> AttackResult {
    play_attack(context, faces, &[]).0
}
