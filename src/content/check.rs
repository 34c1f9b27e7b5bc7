//! Whether a weapon, a fighter, a barrier or a terrain makes sense.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::kinds::{Archetype, Armour, BarrierKind, Footing, Material, Terrain};
use super::problem::{Problem, nearest};
use super::raw::{RawArchetype, RawBarrierKind};
use super::source::{Source, one_of};
use super::tree::Node;
use rules::status::Strike;
use rules::swan_song::{Attribute, DamageValue, FireMode, Sheet, Weapon, WeaponBuild, WeaponClass};

/// Longest name shown to players, in characters.
const LONGEST_TITLE: usize = 60;
/// Longest sentence about something, in characters.
const LONGEST_TEXT: usize = 600;
/// Weapons and pieces of armour a fighter may carry.
const MOST_CARRIED: usize = 12;
/// How far smoke or flames reach at most, in metres, and how long they last in rounds.
const MOST_LAID_M: u8 = 20;
const MOST_LAID_ROUNDS: u8 = 100;
/// Most people in a vehicle.
const MOST_SEATS: u8 = 12;
/// Accuracy of a specialised ranged weapon. `SS-ACC-09`.
const SPECIALISED_ACCURACY: u8 = 6;
/// Most Initiative Dice. `SS-INIT-06`.
const MOST_INITIATIVE_DICE: u8 = 5;
/// Id of the material of bunkers.
pub(super) const HARDENED: &str = "hardened";

/// Table SS-T9: id, Structure and Armor; for hardened material the least it may have. `SS-BARR-04`.
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

/// An entry of a file under judgement, with what was found wrong so far.
pub(super) struct Entry<'a> {
    pub source: &'a Source,
    pub node: &'a Node,
    pub problems: Vec<Problem>,
}

impl<'a> Entry<'a> {
    pub fn new(source: &'a Source, node: &'a Node) -> Self {
        Self { source, node, problems: Vec::new() }
    }

    /// A problem at the value that the labels lead to.
    pub fn problem(&self, labels: &[&str], what: impl Into<String>) -> Problem {
        self.source.problem(self.node.locate(labels), what)
    }

    pub fn error(&mut self, labels: &[&str], what: impl Into<String>) {
        let problem = self.problem(labels, what);
        self.problems.push(problem);
    }

    pub fn warning(&mut self, labels: &[&str], what: impl Into<String>) {
        let problem = self.problem(labels, what).warning();
        self.problems.push(problem);
    }

    /// Complains unless the value lies in the range.
    pub fn range<T: PartialOrd + std::fmt::Display>(
        &mut self,
        labels: &[&str],
        value: T,
        range: RangeInclusive<T>,
    ) {
        if !range.contains(&value) {
            let field = labels.iter().rev().find(|label| label.parse::<usize>().is_err()).unwrap_or(&"value");
            let problem = self.problem(labels, format!("{field} is {value}"));
            self.problems.push(problem.expecting(format!("{} to {}", range.start(), range.end())));
        }
    }

    /// Complains about a name that nobody can read.
    pub fn title(&mut self, labels: &[&str], text: &str) {
        self.readable(labels, text, LONGEST_TITLE);
    }

    /// Complains about a sentence that nobody can read.
    pub fn text(&mut self, labels: &[&str], text: &str) {
        self.readable(labels, text, LONGEST_TEXT);
    }

    fn readable(&mut self, labels: &[&str], text: &str, longest: usize) {
        if text.trim().is_empty() || text.chars().count() > longest || text.chars().any(char::is_control) {
            let problem = self.problem(labels, "this text cannot be shown");
            self.problems.push(problem.expecting(format!("1 to {longest} printable characters")));
        }
    }

    /// Complains about a name of nothing.
    pub fn unknown<'n>(
        &mut self,
        labels: &[&str],
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let known: Vec<&str> = known.into_iter().collect();
        let mut problem = self.problem(labels, format!("unknown {what} `{name}`"));
        problem.nearest = nearest(name, known.iter().copied());
        if problem.nearest.is_none() && known.len() <= 12 {
            problem.expected = Some(one_of(&known));
        }
        self.problems.push(problem);
    }

    /// Complains about weapons or armour that are too many or nowhere to be found.
    pub fn carried<T>(&mut self, label: &str, what: &str, ids: &[String], known: &BTreeMap<String, T>) {
        if ids.len() > MOST_CARRIED {
            self.error(&[label], format!("nobody carries more than {MOST_CARRIED} of these"));
        }
        for (index, id) in ids.iter().enumerate().take(MOST_CARRIED) {
            if !known.contains_key(id) {
                self.unknown(&[label, &index.to_string()], what, id, known.keys().map(String::as_str));
            }
        }
    }

    /// As `carried`, and complains about empty hands.
    pub fn armed<T>(&mut self, ids: &[String], known: &BTreeMap<String, T>) {
        if ids.is_empty() {
            self.error(&["weapons"], "a fighter needs a weapon, if only fists");
        }
        self.carried("weapons", "weapon", ids, known);
    }
}

/// Rounds that a mode fires. Table SS-T7.
fn rounds(mode: FireMode) -> u32 {
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

/// What a weapon leaves on the ground, if it leaves something.
pub(super) fn lays(entry: &mut Entry<'_>, strike: &Strike) {
    if let Some(lays) = strike.lays {
        entry.range(&["strike", "lays", "radius_m"], lays.radius_m, 0..=MOST_LAID_M);
        entry.range(&["strike", "lays", "rounds"], lays.rounds, 1..=MOST_LAID_ROUNDS);
    }
}

pub(super) fn weapon(entry: &mut Entry<'_>, weapon: &Weapon) {
    entry.title(&["name"], &weapon.name);
    lays(entry, &weapon.strike);
    match weapon.damage {
        DamageValue::Fixed(value) => entry.range(&["damage"], value, 1..=60),
        DamageValue::StrengthPlus(value) => entry.range(&["damage"], value, -9..=30),
    }
    entry.range(&["arp"], weapon.arp, -20..=20);
    entry.range(&["reach"], weapon.reach, 0..=10);
    entry.range(&["hands"], weapon.hands, 0..=2);
    entry.range(&["magazine"], weapon.magazine, 0..=1000);
    entry.range(&["recoil_compensation"], weapon.recoil_compensation, 0..=30);
    if let Some(accuracy) = weapon.accuracy {
        entry.range(&["accuracy"], accuracy, 1..=20);
    }
    entry.range(&["blast"], weapon.blast, 0..=20);
    if weapon.class.flies() {
        entry.range(&["range"], weapon.range, 1..=5000);
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
        entry.error(&["modes"], "what is thrown has no fire modes");
    }
    let launched = weapon.rocket || weapon.class != WeaponClass::Ranged;
    if weapon.magazine > 0 && weapon.modes.is_empty() && !launched {
        entry.error(&["magazine"], "a magazine needs at least one fire mode");
    }
    for (index, &mode) in weapon.modes.iter().enumerate() {
        let index_text = index.to_string();
        if weapon.modes[..index].contains(&mode) {
            entry.error(&["modes", &index_text], "this fire mode stands here twice");
        }
        if weapon.magazine > 0 && weapon.magazine < rounds(mode) {
            let what = format!(
                "this fire mode needs {} rounds, the magazine holds {}",
                rounds(mode),
                weapon.magazine
            );
            entry.error(&["modes", &index_text], what);
        }
    }
}

pub(super) fn armour(entry: &mut Entry<'_>, armour: &Armour) {
    entry.title(&["name"], &armour.name);
    entry.range(&["value"], armour.value, 1..=60);
}

pub(super) fn sheet(entry: &mut Entry<'_>, sheet: &Sheet) {
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
        entry.range(&["sheet", "attributes", label], sheet.attributes.get(attribute), 1..=30);
    }
    if sheet.skills.values().any(|&rating| rating > 20) {
        entry.error(&["sheet", "skills"], "no skill has a rating above 20");
    }
    entry.range(&["sheet", "initiative_dice"], sheet.initiative_dice, 1..=MOST_INITIATIVE_DICE);
    entry.range(&["sheet", "action_points"], sheet.action_points, 1..=12);
    entry.range(&["sheet", "karma"], sheet.karma, 0..=20);
    entry.range(&["sheet", "armored"], sheet.armored, 0..=500);
    entry.range(&["sheet", "shield"], sheet.shield, 0..=500);
    entry.range(&["sheet", "reach"], sheet.reach, 0..=10);
    if let Some(flesh) = sheet.flesh {
        entry.range(&["sheet", "flesh"], flesh, 1..=500);
    }
    if let Some(strain) = sheet.strain {
        entry.range(&["sheet", "strain"], strain, 1..=500);
    }
    if !sheet.has_flesh && sheet.armored == 0 {
        entry.error(&["sheet", "has_flesh"], "a fighter without flesh needs `armored` health");
    }
    if !sheet.has_flesh && sheet.flesh.is_some() {
        entry.error(&["sheet", "flesh"], "a fighter without flesh has no Flesh Health");
    }
    for (label, pieces) in [("armour", &sheet.armour), ("accessories", &sheet.accessories)] {
        if pieces.len() > MOST_CARRIED || pieces.iter().any(|&value| value > 60) {
            entry.error(&["sheet", label], format!("expected at most {MOST_CARRIED} values of at most 60"));
        }
    }
}

pub(super) fn archetype(
    entry: &mut Entry<'_>,
    raw: RawArchetype,
    weapons: &BTreeMap<String, Arc<Weapon>>,
    armours: &BTreeMap<String, Armour>,
) -> Archetype {
    entry.title(&["name"], &raw.name);
    entry.text(&["role"], &raw.role);
    let mut values = raw.sheet;
    sheet(entry, &values);
    match raw.vehicle {
        // Those inside do the fighting.
        Some(vehicle) => {
            entry.range(&["vehicle", "seats"], vehicle.seats, 1..=MOST_SEATS);
            entry.carried("weapons", "weapon", &raw.weapons, weapons);
            values.speed = vehicle.speed;
        }
        None => entry.armed(&raw.weapons, weapons),
    }
    entry.carried("armour", "armour", &raw.armour, armours);
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
        temper: raw.temper,
    }
}

/// Complains about ratings that table SS-T9 forbids. `SS-BARR-04`.
fn ratings(entry: &mut Entry<'_>, material: &str, structure: u32, armor: u32) {
    entry.range(&["structure"], structure, 1..=1000);
    entry.range(&["armor"], armor, 0..=1000);
    let Some(&(_, least, least_armor)) = BARRIER_RATINGS.iter().find(|row| row.0 == material) else { return };
    if material == HARDENED {
        if structure < least || armor < least_armor {
            let label = if structure < least { "structure" } else { "armor" };
            let problem =
                entry.problem(&[label], format!("hardened material of {structure}/{armor} (SS-BARR-04)"));
            entry.problems.push(problem.expecting(format!("at least {least}/{least_armor}")));
        }
    } else if (structure, armor) != (least, least_armor) {
        let label = if structure == least { "armor" } else { "structure" };
        let problem =
            entry.problem(&[label], format!("material `{material}` of {structure}/{armor} (SS-BARR-04)"));
        entry.problems.push(problem.expecting(format!("{least}/{least_armor}")));
    }
}

pub(super) fn material(entry: &mut Entry<'_>, id: &str, material: &Material) {
    entry.title(&["name"], &material.name);
    ratings(entry, id, material.structure, material.armor);
}

pub(super) fn barrier_kind(
    entry: &mut Entry<'_>,
    raw: RawBarrierKind,
    materials: &BTreeMap<String, Material>,
) -> Option<BarrierKind> {
    entry.title(&["name"], &raw.name);
    entry.range(&["height_cm"], raw.height_cm, 1..=5000);
    entry.range(&["thickness_cm"], raw.thickness_cm, 1..=100);
    entry.range(&["width_pct"], raw.width_pct, 1..=100);
    if raw.openable && raw.footing != Footing::Edge {
        entry.error(&["openable"], "only a barrier on edges can be opened");
    }
    let Some(material) = materials.get(&raw.material) else {
        entry.unknown(&["material"], "material", &raw.material, materials.keys().map(String::as_str));
        return None;
    };
    let structure = raw.structure.unwrap_or(material.structure);
    let armor = raw.armor.unwrap_or(material.armor);
    ratings(entry, &raw.material, structure, armor);
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
        footing: raw.footing,
    })
}

pub(super) fn terrain(entry: &mut Entry<'_>, terrain: &Terrain) {
    entry.title(&["name"], &terrain.name);
    entry.range(&["extra_half_metres"], terrain.extra_half_metres, 0..=40);
    if !matches!(terrain.difficulty, 0 | 10 | 20 | 30) {
        entry.error(&["difficulty"], "ground is as hard as 0, 10, 20 or 30 (CS-TER-01)");
    }
    entry.range(&["height_cm"], terrain.height_cm, -2000..=5000);
    if let Some(hazard) = terrain.hazard {
        entry.range(&["hazard", "severity"], hazard.severity, 1..=20);
    }
}
