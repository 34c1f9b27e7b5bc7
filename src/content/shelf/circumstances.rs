//! Whether weapons, armour and sheets of Circumstances make sense.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{CircumstancesShelf, LARGEST_MAGAZINE, LONGEST_RANGE, MOST_ACTION_POINTS, Stock, and_name};
use crate::check::{Entry, lays};
use crate::library::Content;
use rules::circumstances::{Armour, Characteristic, Sheet, Weapon};

/// Highest characteristic, skill or d100.
const HIGHEST: u8 = 100;
/// Highest AP, penetration or Wounds lost to one die.
const LARGEST: u8 = 60;

/// The book.
pub enum Circumstances {}

impl Stock for Circumstances {
    type Sheet = Sheet;
    type Weapon = Weapon;
    type Armour = Armour;

    const FILES: [&'static str; 3] = [
        "books/circumstances/weapons.ron",
        "books/circumstances/armour.ron",
        "books/circumstances/sheets.ron",
    ];

    fn shelf(content: &mut Content) -> &mut CircumstancesShelf {
        &mut content.circumstances
    }

    fn weapon(entry: &mut Entry<'_>, weapon: &Weapon) {
        entry.title(&["name"], &weapon.name);
        lays(entry, &weapon.strike);
        entry.range(&["damage"], weapon.damage.count, 1..=20);
        entry.range(&["damage"], weapon.damage.bonus, -20..=60);
        entry.range(&["penetration"], weapon.penetration, 0..=LARGEST);
        entry.range(&["cracking"], weapon.cracking, 0..=LARGEST);
        entry.range(&["blast"], weapon.blast, 0..=LARGEST);
        entry.range(&["jams_on"], weapon.jams_on, 2..=HIGHEST);
        entry.range(&["magazine"], u32::from(weapon.magazine), 0..=LARGEST_MAGAZINE);
        if weapon.is_melee() {
            if weapon.range > 0 {
                entry.error(&["range"], "a melee weapon has no range");
            }
            if weapon.pistol || weapon.magazine > 0 || weapon.burst.is_some() || weapon.charge.is_some() {
                let wrong = "a melee weapon is no pistol and has neither magazine, burst nor charge";
                entry.error(&["class"], wrong);
            }
        } else {
            entry.range(&["range"], weapon.range, 1..=LONGEST_RANGE);
        }
        if let Some(burst) = weapon.burst {
            entry.range(&["burst", "rounds"], burst.rounds, 2..=100);
            entry.range(&["burst", "jams_on"], burst.jams_on.unwrap_or(HIGHEST), 2..=HIGHEST);
            if weapon.magazine > 0 && weapon.magazine < u16::from(burst.rounds) {
                let what =
                    format!("a burst fires {} rounds, the magazine holds {}", burst.rounds, weapon.magazine);
                entry.error(&["burst"], what);
            }
        }
        if weapon.launcher && weapon.charge.is_none() {
            entry.error(&["launcher"], "a launcher fires a charge: a grenade or a missile (CS-GRN-04)");
        }
    }

    fn armour(entry: &mut Entry<'_>, armour: &Armour) {
        entry.title(&["name"], &armour.name);
        ap(entry, &[], armour);
    }

    /// Of several pieces the best counts at each place. `CS-BASE-30`.
    fn wear(sheet: &mut Sheet, armour: &Armour) {
        let worn = &mut sheet.armour;
        and_name(&mut worn.name, &armour.name);
        worn.head = worn.head.max(armour.head);
        worn.right_arm = worn.right_arm.max(armour.right_arm);
        worn.left_arm = worn.left_arm.max(armour.left_arm);
        worn.body = worn.body.max(armour.body);
        worn.right_leg = worn.right_leg.max(armour.right_leg);
        worn.left_leg = worn.left_leg.max(armour.left_leg);
    }

    fn sheet(entry: &mut Entry<'_>, sheet: &Sheet, weapons: &BTreeMap<String, Arc<Weapon>>) {
        let labels = [
            "weapon_skill",
            "ballistic_skill",
            "strength",
            "toughness",
            "agility",
            "intelligence",
            "perception",
            "willpower",
            "fellowship",
        ];
        for (label, characteristic) in labels.into_iter().zip(Characteristic::ALL) {
            let value = sheet.value(characteristic);
            entry.range(&["sheet", "characteristics", label], value, 1..=i32::from(HIGHEST));
        }
        if sheet.skills.values().any(|&value| value > HIGHEST) {
            entry.error(&["sheet", "skills"], format!("no skill is above {HIGHEST}"));
        }
        entry.range(&["sheet", "wounds"], sheet.wounds, 1..=500);
        ap(entry, &["sheet", "armour"], &sheet.armour);
        entry.range(&["sheet", "size"], sheet.size, 1..=10);
        entry.range(&["sheet", "unnatural_strength"], sheet.unnatural_strength, 0..=20);
        entry.range(&["sheet", "fate_points"], sheet.fate_points, 0..=20);
        entry.range(&["sheet", "action_points"], sheet.action_points, 1..=MOST_ACTION_POINTS);
        if let Some(deflector) = &sheet.deflector {
            entry.range(&["sheet", "deflector", "value"], deflector.value, 1..=HIGHEST);
        }
        let known = |name: fn(&Weapon) -> &str| weapons.values().map(move |weapon| name(weapon));
        for group in &sheet.proficiencies {
            if !known(|weapon| &weapon.group).any(|known| known == group) {
                let groups = known(|weapon| &weapon.group);
                entry.unknown(&["sheet", "proficiencies"], "weapon group", group, groups);
            }
        }
        for name in sheet.talents.specialised.iter().chain(&sheet.talents.mastery) {
            if !known(|weapon| &weapon.name).any(|known| known == name) {
                let names = known(|weapon| &weapon.name);
                entry.unknown(&["sheet", "talents"], "name of a weapon", name, names);
            }
        }
    }
}

fn ap(entry: &mut Entry<'_>, labels: &[&str], armour: &Armour) {
    let places = [
        ("head", armour.head),
        ("right_arm", armour.right_arm),
        ("left_arm", armour.left_arm),
        ("body", armour.body),
        ("right_leg", armour.right_leg),
        ("left_leg", armour.left_leg),
    ];
    for (label, value) in places {
        entry.range(&[labels, &[label]].concat(), value, 0..=LARGEST);
    }
}
