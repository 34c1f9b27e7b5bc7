//! Whether weapons, armour and sheets of Aberrant make sense.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{AberrantShelf, LARGEST_MAGAZINE, LONGEST_RANGE, Stock};
use crate::check::{Entry, lays};
use crate::library::Content;
use rules::aberrant::armour::ArmourFault;
use rules::aberrant::sheet::SheetFault;
use rules::aberrant::weapon::WeaponFault;
use rules::aberrant::{Armour, Sheet, Soak, Weapon, WeaponClass};

/// Most dice or levels of damage or soak.
const MOST_DICE: u32 = 60;
/// Highest attribute, ability or Willpower; baselines stay at 5.
const HIGHEST: u8 = 10;

/// The book.
pub enum Aberrant {}

impl Stock for Aberrant {
    type Sheet = Sheet;
    type Weapon = Weapon;
    type Armour = Armour;

    const FILES: [&'static str; 3] =
        ["books/aberrant/weapons.ron", "books/aberrant/armour.ron", "books/aberrant/sheets.ron"];

    fn shelf(content: &mut Content) -> &mut AberrantShelf {
        &mut content.aberrant
    }

    fn weapon(entry: &mut Entry<'_>, weapon: &Weapon) {
        entry.title(&["name"], &weapon.name);
        lays(entry, &weapon.strike);
        entry.range(&["damage"], weapon.damage.dice, u32::from(!weapon.grapple)..=MOST_DICE);
        entry.range(&["damage"], weapon.damage.adds, 0..=MOST_DICE);
        entry.range(&["ap"], weapon.ap, 0..=MOST_DICE);
        entry.range(&["reach"], weapon.reach, 0..=10);
        entry.range(&["magazine"], weapon.magazine, 0..=LARGEST_MAGAZINE);
        entry.range(&["mass_g"], weapon.mass_g, 0..=1_000_000);
        if weapon.class == WeaponClass::Ranged {
            entry.range(&["short_range_m"], weapon.short_range_m, 1..=LONGEST_RANGE);
        } else if weapon.short_range_m > 0 {
            entry.error(&["short_range_m"], "only what is shot has a range of its own (AB-RANGE-01)");
        }
        if weapon.class != WeaponClass::Ranged && weapon.magazine > 0 {
            entry.error(&["magazine"], "only what is shot has a magazine");
        }
        if let Err(fault) = weapon.check() {
            let label = match fault {
                WeaponFault::Type { .. } | WeaponFault::Adds { .. } => "damage",
                WeaponFault::Aero { .. } => "aero_bonus",
            };
            entry.error(&[label], fault.to_string());
        }
    }

    fn armour(entry: &mut Entry<'_>, armour: &Armour) {
        entry.title(&["name"], &armour.name);
        soak(entry, &["soak"], armour.soak);
        entry.range(&["penalty"], armour.penalty, 0..=10);
        entry.range(&["mass_g"], armour.mass_g, 0..=1_000_000);
        if let Err(fault @ ArmourFault::Lightweight { .. }) = armour.check() {
            entry.error(&["lightweight"], fault.to_string());
        }
    }

    fn wear(sheet: &mut Sheet, armour: &Armour) {
        sheet.armour.push(armour.clone());
    }

    fn sheet(entry: &mut Entry<'_>, sheet: &Sheet, _: &BTreeMap<String, Arc<Weapon>>) {
        let attributes = [
            ("strength", sheet.strength),
            ("dexterity", sheet.dexterity),
            ("stamina", sheet.stamina),
            ("wits", sheet.wits),
            ("charisma", sheet.charisma),
        ];
        for (label, value) in attributes {
            entry.range(&["sheet", label], value, 1..=HIGHEST);
        }
        let mega = [
            ("mega_strength", sheet.mega_strength),
            ("mega_dexterity", sheet.mega_dexterity),
            ("mega_stamina", sheet.mega_stamina),
        ];
        for (label, value) in mega {
            entry.range(&["sheet", label], value, 0..=5);
            if value > 0 && !sheet.is_nova() {
                entry.error(&["sheet", label], "only a nova, with Quantum from 1 on, has Mega-attributes");
            }
        }
        entry.range(&["sheet", "quantum"], sheet.quantum, 0..=HIGHEST);
        entry.range(&["sheet", "willpower"], sheet.willpower, 0..=HIGHEST);
        entry.range(&["sheet", "willpower_points"], sheet.willpower_points(), 0..=HIGHEST);
        if sheet.abilities.values().any(|&rating| rating > HIGHEST) {
            entry.error(&["sheet", "abilities"], format!("no ability has a rating above {HIGHEST}"));
        }
        soak(entry, &["sheet", "soak_enhancement"], sheet.soak_enhancement);
        for (index, source) in sheet.sources.iter().enumerate() {
            entry.title(&["sheet", "sources", &index.to_string(), "name"], &source.name);
            soak(entry, &["sheet", "sources", &index.to_string(), "soak"], source.soak);
        }
        if let Err(fault) = sheet.check() {
            let labels: &[&str] = match fault {
                SheetFault::PowerOfBaseline { .. } => &["sheet", "sources"],
                SheetFault::Armour(_) => &["sheet", "armour"],
            };
            entry.error(labels, fault.to_string());
        }
    }
}

fn soak(entry: &mut Entry<'_>, labels: &[&str], soak: Soak) {
    for (label, value) in
        [("bashing", soak.bashing), ("lethal", soak.lethal), ("aggravated", soak.aggravated)]
    {
        entry.range(&[labels, &[label]].concat(), value, 0..=MOST_DICE);
    }
}
