//! Sheets, weapons and attacks for tests, and attack runs on given faces.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{MovementMode, TargetSight, UnitRole};
use dice::Trace;
use model::UnitId;

use super::sheet::Size;
use super::{
    Ability, Armour, AttackContext, AttackResult, Fighter, HealthState, MovementRates, Sheet, Soak,
    SoakCategory, SoakSource, Switches, Weapon, WeaponClass,
};
use crate::aberrant::attacks::resolution;
use crate::aberrant::protection::stacking::Impervious;
use crate::aberrant::turn::actions::ActionState;

pub(crate) use crate::test_tables::{roll_sizes, scripted};

/// A baseline with 2 in every attribute, no abilities, no Willpower and no armour.
pub fn sheet(change: impl FnOnce(&mut Sheet)) -> Sheet {
    let mut sheet = Sheet {
        strength: 2,
        dexterity: 2,
        stamina: 2,
        wits: 2,
        charisma: 2,
        mega_strength: 0,
        mega_dexterity: 0,
        mega_stamina: 0,
        quantum: 0,
        psi: false,
        willpower: 0,
        willpower_points: None,
        abilities: BTreeMap::new(),
        moves: MovementRates::default(),
        soak_enhancement: Soak::default(),
        armour: Vec::new(),
        sources: Vec::new(),
        bonuses: Vec::new(),
        size: Size::Normal,
        grow: 0,
        density: 0,
        healing: false,
        iatrosis: 0,
        building: None,
        clothing: None,
        regeneration: false,
        limb_regrow_days: 90,
        machine: None,
        hands: true,
        immunities: Vec::new(),
        role: UnitRole::Named,
        group: None,
        vehicle: false,
        levels: None,
        band: None,
    };
    change(&mut sheet);
    sheet
}

pub fn unhurt(sheet: &Sheet) -> HealthState {
    HealthState::unhurt(sheet)
}

/// A unit in round 1, before its phase, with no actions planned.
pub fn fighter(id: u32, change: impl FnOnce(&mut Sheet)) -> Fighter {
    let sheet = sheet(change);
    Fighter {
        id: UnitId(id),
        condition: unhurt(&sheet),
        sheet: Arc::new(sheet),
        effort: ActionState::default(),
        initiative: 8,
        round: 1,
        acted: true,
        gait: MovementMode::Steady,
        prone: false,
        held: Vec::new(),
        ailments: Vec::new(),
        late: false,
    }
}

/// A worn piece of armour.
pub fn armour(name: &str, soak: Soak) -> Armour {
    Armour {
        name: name.into(),
        soak,
        category: SoakCategory::Armored,
        penalty: 0,
        destruction: None,
        mass_g: 0,
        concealable_under: None,
        second_skin: false,
        lightweight: false,
        stackable: false,
        is_layer: true,
        impervious: Impervious::default(),
        rank: 0,
    }
}

/// A source of soak other than armour.
pub fn source(category: SoakCategory, soak: Soak) -> SoakSource {
    SoakSource {
        name: "source".into(),
        category,
        soak,
        stackable: false,
        ablative: false,
        impervious: Impervious::default(),
        rank: 0,
    }
}

/// A melee weapon with this damage.
pub fn weapon(damage: &str) -> Weapon {
    let damage = damage.parse().expect("damage");
    Weapon { name: "weapon".into(), ..Weapon::plain(WeaponClass::Melee, Ability::Melee, damage) }
}

pub fn blade(damage: &str) -> Weapon {
    Weapon { name: "blade".into(), ..weapon(damage) }
}

/// A rifle with 100 m short range.
pub fn rifle(damage: &str) -> Weapon {
    Weapon {
        name: "rifle".into(),
        class: WeaponClass::Ranged,
        skill: Ability::Firearms,
        short_range_m: 100,
        high_velocity: true,
        ..weapon(damage)
    }
}

/// A laser with 100 m short range.
pub fn laser(damage: &str) -> Weapon {
    Weapon { name: "laser".into(), high_velocity: false, lightspeed: true, ..rifle(damage) }
}

/// A throwing knife of half a kilogram.
pub fn throwing_knife(damage: &str) -> Weapon {
    Weapon {
        name: "throwing knife".into(),
        class: WeaponClass::Thrown,
        skill: Ability::Throwing,
        mass_g: 500,
        ..weapon(damage)
    }
}

/// Six attack dice against a defender with Stamina 0 and no defence planned: adjacent, or ten metres apart.
pub fn duel(weapon: Weapon) -> AttackContext {
    let metres = if weapon.is_melee() { 1 } else { 10 };
    let attacker = fighter(1, |sheet| {
        sheet.dexterity = 3;
        sheet.abilities.insert(weapon.skill, 3);
    });
    let fighters = (attacker, fighter(2, |sheet| sheet.stamina = 0));
    let switches = Arc::new(Switches { grievous_injury: false, ..Switches::default() });
    let context = AttackContext::plain(fighters, Arc::new(weapon), TargetSight::in_the_open(1), switches);
    at_range(metres, context)
}

/// The same attack at this distance.
pub fn at_range(metres: u32, mut context: AttackContext) -> AttackContext {
    (context.sight.distance_squared, context.sight.chebyshev_distance) = (metres * metres, metres);
    context
}

/// A defender with five dice for every defence under full defence.
pub fn defending(mut context: AttackContext) -> AttackContext {
    edit_sheet(&mut context.defender, |sheet| {
        sheet.dexterity = 3;
        sheet.abilities.extend([(Ability::Athletics, 2), (Ability::Melee, 2), (Ability::Brawl, 2)]);
    });
    context.defender.effort.full_defence = true;
    context
}

/// Changes a unit's sheet.
pub fn edit_sheet(unit: &mut Fighter, change: impl FnOnce(&mut Sheet)) {
    change(Arc::make_mut(&mut unit.sheet));
    unit.condition.willpower = unit.sheet.willpower_points();
}

pub fn with_switch(context: &mut AttackContext, name: &str, value: &str) {
    Arc::make_mut(&mut context.switches).set(name, value).expect("a known switch");
}

/// Faces of a roll of `dice` dice with `count` successes.
pub fn hit_faces(count: usize, dice: usize) -> Vec<u8> {
    let mut faces = vec![7; count];
    faces.resize(dice, 2);
    faces
}

/// Runs an attack on given faces; asserts that all are used.
pub fn play_attack(
    context: &AttackContext,
    rolls: &[Vec<u8>],
    answers: &[&str],
) -> (AttackResult, Vec<Trace>) {
    scripted(rolls, answers, |table| resolution::resolve_attack(table, context))
}
