//! Validates weapons, archetypes, barriers and terrain.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::entry_validator::{EntryValidator, MAX_CARRIED};
use super::kinds::{Archetype, ArmourPiece, BarrierKind, BarrierPlacement, Glow, MaterialKind, Terrain};
use super::raw::{RawArchetype, RawBarrierKind};
use rules::status::AttackProperties;
use rules::swan_song::{Attribute, Booster, DamageValue, FireMode, Sheet, Weapon, WeaponBuild, WeaponClass};

/// Most Karma. `SS-BASE-25`.
pub(crate) const MAX_KARMA: u8 = 20;
/// Largest radius of smoke or fire, in metres, and longest duration, in rounds.
const MAX_GROUND_EFFECT_M: u8 = 20;
const MAX_GROUND_EFFECT_ROUNDS: u8 = 100;
/// Most seats of a vehicle.
pub(crate) const MAX_SEATS: u8 = 12;
/// Accuracy of a specialised ranged weapon. `SS-ACC-09`.
const SPECIALISED_ACCURACY: u8 = 6;
/// Most Initiative Dice. `SS-INIT-06`.
const MAX_INITIATIVE_DICE: u8 = 5;
/// Id of the material of bunkers.
pub(crate) const HARDENED: &str = "hardened";

/// Table SS-T9: id, Structure and Armor; minimum values for hardened material. `SS-BARR-04`.
pub const BARRIER_RATINGS: [(&str, u32, u32); 9] = [
    ("fragile", 1, 2),
    ("cheap", 2, 4),
    ("average", 4, 6),
    ("heavy", 6, 8),
    ("reinforced", 8, 12),
    ("structure", 10, 16),
    ("heavy_structure", 12, 20),
    ("reinforced_concrete", 14, 24),
    (HARDENED, 16, 32),
];

/// Rounds that a mode fires. Table SS-T7.
fn rounds_fired(mode: FireMode) -> u32 {
    match mode {
        FireMode::Single
        | FireMode::FlechetteNarrow
        | FireMode::FlechetteMedium
        | FireMode::FlechetteWide => 1,
        FireMode::SemiAutoBurst | FireMode::Burst => 3,
        FireMode::LongBurst | FireMode::FullAutoSimple => 6,
        FireMode::FullAutoComplex => 10,
    }
}

/// Validates the ground effect of a weapon, if it has one.
pub(crate) fn validate_strike(entry: &mut EntryValidator<'_>, strike: &AttackProperties) {
    if let Some(lays) = strike.lays {
        entry.require_range(&["strike", "lays", "radius_m"], lays.radius_m, 0..=MAX_GROUND_EFFECT_M);
        entry.require_range(&["strike", "lays", "rounds"], lays.rounds, 1..=MAX_GROUND_EFFECT_ROUNDS);
    }
}

pub(crate) fn validate_weapon(entry: &mut EntryValidator<'_>, weapon: &Weapon) {
    entry.require_title(&["name"], &weapon.name);
    validate_strike(entry, &weapon.strike);
    match weapon.damage {
        DamageValue::Fixed(value) => entry.require_range(&["damage"], value, 1..=60),
        DamageValue::StrengthPlus(value) => entry.require_range(&["damage"], value, -9..=30),
    }
    entry.require_range(&["arp"], weapon.arp, -20..=20);
    entry.require_range(&["reach"], weapon.reach, 0..=10);
    entry.require_range(&["hands"], weapon.hands, 0..=2);
    entry.require_range(&["magazine"], weapon.magazine, 0..=1000);
    entry.require_range(&["recoil_compensation"], weapon.recoil_compensation, 0..=30);
    if let Some(accuracy) = weapon.accuracy {
        entry.require_range(&["accuracy"], accuracy, 1..=20);
    }
    entry.require_range(&["blast"], weapon.blast, 0..=20);
    if weapon.class.is_ranged_or_thrown() {
        entry.require_range(&["range"], weapon.range, 1..=5000);
        if weapon.build == WeaponBuild::Specialised
            && weapon.accuracy.is_some_and(|a| a < SPECIALISED_ACCURACY)
        {
            entry.warning(&["accuracy"], "a specialised weapon has Accuracy 6 or more (SS-ACC-09)");
        }
    } else {
        if weapon.range > 0 {
            entry.error(&["range"], "only a ranged weapon has a range; use `reach` in melee");
        }
        if !weapon.modes.is_empty() || weapon.magazine > 0 {
            let label = if weapon.modes.is_empty() { "magazine" } else { "modes" };
            entry.error(&[label], "only a ranged weapon has fire modes and a magazine");
        }
    }
    if weapon.class == WeaponClass::Unarmed && weapon.accuracy.is_some() {
        entry.warning(&["accuracy"], "unarmed attacks use the Physical Limit and no Accuracy (SS-ACC-06)");
    }
    if weapon.class == WeaponClass::Thrown && !weapon.modes.is_empty() {
        entry.error(&["modes"], "a thrown weapon has no fire modes");
    }
    let launched = weapon.rocket || weapon.class != WeaponClass::Ranged;
    if weapon.magazine > 0 && weapon.modes.is_empty() && !launched {
        entry.error(&["magazine"], "a magazine needs at least one fire mode");
    }
    for (index, &mode) in weapon.modes.iter().enumerate() {
        let index_text = index.to_string();
        if weapon.modes[..index].contains(&mode) {
            entry.error(&["modes", &index_text], "duplicate fire mode");
        }
        if weapon.magazine > 0 && weapon.magazine < rounds_fired(mode) {
            let what = format!(
                "this fire mode fires {} rounds, the magazine holds {}",
                rounds_fired(mode),
                weapon.magazine
            );
            entry.error(&["modes", &index_text], what);
        }
    }
}

pub(crate) fn validate_armour(entry: &mut EntryValidator<'_>, armour: &ArmourPiece) {
    entry.require_title(&["name"], &armour.name);
    entry.require_range(&["value"], armour.value, 1..=60);
}

pub(crate) fn validate_sheet(entry: &mut EntryValidator<'_>, sheet: &Sheet) {
    let attributes = [
        ("body", Attribute::Body),
        ("agility", Attribute::Agility),
        ("reaction", Attribute::Reaction),
        ("strength", Attribute::Strength),
        ("willpower", Attribute::Willpower),
        ("logic", Attribute::Logic),
        ("intuition", Attribute::Intuition),
        ("charisma", Attribute::Charisma),
    ];
    for (label, attribute) in attributes {
        entry.require_range(&["sheet", "attributes", label], sheet.attributes.get(attribute), 1..=30);
    }
    if sheet.skills.values().any(|&rating| rating > 20) {
        entry.error(&["sheet", "skills"], "skill ratings are at most 20");
    }
    entry.require_range(&["sheet", "initiative_dice"], sheet.initiative_dice, 1..=MAX_INITIATIVE_DICE);
    entry.require_range(&["sheet", "action_points"], sheet.action_points, 1..=12);
    entry.require_range(&["sheet", "karma"], sheet.karma, 0..=20);
    entry.require_range(&["sheet", "armored"], sheet.armored, 0..=500);
    entry.require_range(&["sheet", "shield"], sheet.shield, 0..=500);
    entry.require_range(&["sheet", "reach"], sheet.reach, 0..=10);
    if let Some(flesh) = sheet.flesh {
        entry.require_range(&["sheet", "flesh"], flesh, 1..=500);
    }
    if let Some(strain) = sheet.strain {
        entry.require_range(&["sheet", "strain"], strain, 1..=500);
    }
    if !sheet.has_flesh && sheet.armored == 0 {
        entry.error(&["sheet", "has_flesh"], "a unit without flesh needs `armored` health");
    }
    if !sheet.has_flesh && sheet.flesh.is_some() {
        entry.error(&["sheet", "flesh"], "a unit without flesh has no Flesh Health");
    }
    for (label, pieces) in [("armour", &sheet.armour), ("accessories", &sheet.accessories)] {
        if pieces.len() > MAX_CARRIED || pieces.iter().any(|&value| value > 60) {
            entry.error(&["sheet", label], format!("expected at most {MAX_CARRIED} values of at most 60"));
        }
    }
    if let Some(booster) = &sheet.booster {
        validate_booster(entry, booster);
    }
}

/// Checks a booster: it raises something, and only what it can raise. `SS-INIT-15`, `SS-INIT-18`.
fn validate_booster(entry: &mut EntryValidator<'_>, booster: &Booster) {
    entry.require_title(&["sheet", "booster", "name"], &booster.name);
    entry.require_range(&["sheet", "booster", "phases"], booster.phases, 1..=20);
    entry.require_range(&["sheet", "booster", "initiative_dice"], booster.initiative_dice, 0..=4);
    for (attribute, points) in &booster.attributes {
        entry.require_range(&["sheet", "booster", "attributes"], *points, 1..=10);
        if !Booster::ATTRIBUTES.contains(attribute) {
            let name = <&str>::from(*attribute);
            entry.error(&["sheet", "booster", "attributes"], format!("a booster cannot raise {name}"));
        }
    }
    if booster.attributes.is_empty() && booster.initiative_dice == 0 {
        entry.error(&["sheet", "booster"], "the booster raises nothing");
    }
}

pub(crate) fn validate_archetype(
    entry: &mut EntryValidator<'_>,
    raw: RawArchetype,
    weapons: &BTreeMap<String, Arc<Weapon>>,
    armours: &BTreeMap<String, ArmourPiece>,
) -> Archetype {
    entry.require_title(&["name"], &raw.name);
    entry.require_text(&["role"], &raw.role);
    let mut values = raw.sheet;
    validate_sheet(entry, &values);
    match raw.vehicle {
        // The crew fights, not the vehicle.
        Some(vehicle) => {
            entry.require_range(&["vehicle", "seats"], vehicle.seats, 1..=MAX_SEATS);
            entry.require_carried("weapons", "weapon", &raw.weapons, weapons);
            values.speed = vehicle.speed;
        }
        None => entry.require_armed(&raw.weapons, weapons),
    }
    entry.require_carried("armour", "armour", &raw.armour, armours);
    for piece in raw.armour.iter().filter_map(|id| armours.get(id)) {
        let worn = if piece.accessory { &mut values.accessories } else { &mut values.armour };
        worn.push(piece.value);
    }
    Archetype {
        name: raw.name,
        role: raw.role,
        glyph: raw.glyph,
        sheet: values,
        weapons: raw.weapons,
        armour: raw.armour,
        vehicle: raw.vehicle,
        personality: raw.personality,
    }
}

/// Reports sizes that no segment has: height and thickness in centimetres, width in percent.
fn validate_barrier_size(
    entry: &mut EntryValidator<'_>,
    (height_cm, thickness_cm, width_pct): (u16, u32, u8),
) {
    entry.require_range(&["height_cm"], height_cm, 1..=5000);
    entry.require_range(&["thickness_cm"], thickness_cm, 1..=100);
    entry.require_range(&["width_pct"], width_pct, 1..=100);
}

/// Validates a kind of barrier that was resolved before. Scenes may have materials of their own.
pub(crate) fn validate_resolved_barrier_kind(entry: &mut EntryValidator<'_>, kind: &BarrierKind) {
    entry.require_title(&["name"], &kind.name);
    validate_barrier_size(entry, (kind.height_cm, kind.thickness_cm, kind.width_pct));
    entry.require_range(&["structure"], kind.structure, 1..=1000);
    entry.require_range(&["armor"], kind.armor, 0..=1000);
    if kind.openable && kind.footing != BarrierPlacement::Edge {
        entry.error(&["openable"], "only a barrier on edges can be opened");
    }
}

/// Reports ratings that table SS-T9 forbids. `SS-BARR-04`.
fn validate_ratings(entry: &mut EntryValidator<'_>, material: &str, structure: u32, armor: u32) {
    entry.require_range(&["structure"], structure, 1..=1000);
    entry.require_range(&["armor"], armor, 0..=1000);
    let Some(&(_, least, least_armor)) = BARRIER_RATINGS.iter().find(|row| row.0 == material) else { return };
    if material == HARDENED {
        if structure < least || armor < least_armor {
            let label = if structure < least { "structure" } else { "armor" };
            let problem = entry
                .diagnostic_at(&[label], format!("hardened material of {structure}/{armor} (SS-BARR-04)"));
            entry.diagnostics.push(problem.with_expected(format!("at least {least}/{least_armor}")));
        }
    } else if (structure, armor) != (least, least_armor) {
        let label = if structure == least { "armor" } else { "structure" };
        let problem = entry
            .diagnostic_at(&[label], format!("material `{material}` of {structure}/{armor} (SS-BARR-04)"));
        entry.diagnostics.push(problem.with_expected(format!("{least}/{least_armor}")));
    }
}

pub(crate) fn validate_material(entry: &mut EntryValidator<'_>, id: &str, material: &MaterialKind) {
    entry.require_title(&["name"], &material.name);
    validate_ratings(entry, id, material.structure, material.armor);
}

/// Validates a kind of barrier; `kinds` are the ids of all kinds that it may hide.
pub(crate) fn validate_barrier_kind(
    entry: &mut EntryValidator<'_>,
    raw: RawBarrierKind,
    materials: &BTreeMap<String, MaterialKind>,
    kinds: &BTreeSet<String>,
) -> Option<BarrierKind> {
    entry.require_title(&["name"], &raw.name);
    validate_barrier_size(entry, (raw.height_cm, raw.thickness_cm, raw.width_pct));
    validate_glow(entry, raw.glow);
    if raw.openable && raw.footing != BarrierPlacement::Edge {
        entry.error(&["openable"], "only a barrier on edges can be opened");
    }
    let material = entry.find_known(&["material"], ("material", &raw.material), materials)?;
    if let Some(hides) = raw.hides.as_ref().filter(|hides| !kinds.contains(*hides)) {
        entry.require_known(&["hides"], "kind of barrier", hides, kinds.iter().map(String::as_str));
        return None;
    }
    let structure = raw.structure.unwrap_or(material.structure);
    let armor = raw.armor.unwrap_or(material.armor);
    validate_ratings(entry, &raw.material, structure, armor);
    Some(BarrierKind {
        name: raw.name,
        material: raw.material,
        structure,
        armor,
        height_cm: raw.height_cm,
        thickness_cm: raw.thickness_cm,
        transparent: raw.transparent,
        blocks_move: raw.blocks_move,
        width_pct: raw.width_pct,
        style: raw.style,
        openable: raw.openable,
        sharp: raw.sharp,
        hides: raw.hides,
        glow: raw.glow,
        footing: raw.footing,
    })
}

fn validate_glow(entry: &mut EntryValidator<'_>, glow: Option<Glow>) {
    if let Some(glow) = glow {
        entry.require_range(&["glow", "reach"], glow.reach, 1..=12);
    }
}

pub(crate) fn validate_terrain(entry: &mut EntryValidator<'_>, terrain: &Terrain) {
    entry.require_title(&["name"], &terrain.name);
    entry.require_range(&["extra_half_metres"], terrain.extra_half_metres, 0..=40);
    if !matches!(terrain.difficulty, 0 | 10 | 20 | 30) {
        entry.error(&["difficulty"], "difficulty is 0, 10, 20 or 30 (CS-TER-01)");
    }
    entry.require_range(&["height_cm"], terrain.height_cm, -2000..=5000);
    if let Some(hazard) = terrain.hazard {
        entry.require_range(&["hazard", "severity"], hazard.severity, 1..=20);
    }
    validate_glow(entry, terrain.glow);
}
