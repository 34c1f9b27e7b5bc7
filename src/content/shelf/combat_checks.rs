//! Whether weapons, armour and sheets of Combat Checks make sense.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{CombatChecksShelf, MOST_ACTION_POINTS, Stock, and_name};
use crate::check::{Entry, lays};
use crate::library::Content;
use rules::combat_checks::{Armour, Band, Characteristic, Damage, QualityEffect, Sheet, Weapon, WeaponClass};

/// Highest characteristic.
const HIGHEST: u8 = 6;
/// Most ranks of a skill.
const MOST_RANKS: u8 = 5;
/// Most setback dice that one piece of armour or a sheet gives.
const MOST_DEFENCE: u8 = 5;
/// Highest Soak of one piece.
const MOST_SOAK: u8 = 20;

/// The book.
pub enum CombatChecks {}

impl Stock for CombatChecks {
    type Sheet = Sheet;
    type Weapon = Weapon;
    type Armour = Armour;

    const FILES: [&'static str; 3] = [
        "books/combat_checks/weapons.ron",
        "books/combat_checks/armour.ron",
        "books/combat_checks/sheets.ron",
    ];

    fn shelf(content: &mut Content) -> &mut CombatChecksShelf {
        &mut content.combat_checks
    }

    fn weapon(entry: &mut Entry<'_>, weapon: &Weapon) {
        entry.title(&["name"], &weapon.name);
        lays(entry, &weapon.strike);
        match weapon.damage {
            Damage::Fixed(rating) => entry.range(&["damage"], rating, 1..=60),
            Damage::StrengthPlus(more) => entry.range(&["damage"], more, -5..=30),
        }
        entry.range(&["critical"], weapon.critical, 1..=10);
        entry.range(&["hands"], weapon.hands, 0..=2);
        entry.range(&["targets"], weapon.targets, 1..=10);
        match (weapon.class.is_melee(), weapon.range) {
            (true, Band::Engaged) => {}
            (true, _) => entry.error(&["range"], "by hand nobody reaches beyond `engaged` (CC-RNG-13)"),
            (false, Band::Engaged) => {
                let problem = entry.problem(&["range"], "a shot or throw needs its longest range");
                entry.problems.push(problem.expecting("`short`, `medium`, `long` or `extreme`"));
            }
            (false, _) => {}
        }
        if weapon.class.is_melee() && (weapon.ammunition || weapon.limited_ammo) {
            let label = if weapon.ammunition { "ammunition" } else { "limited_ammo" };
            entry.error(&[label], "only what is shot or thrown runs out (CC-THT-10)");
        }
        if weapon.class == WeaponClass::Unarmed && weapon.hands > 0 {
            entry.error(&["hands"], "an unarmed attack holds nothing");
        }
        for (index, quality) in weapon.qualities.iter().enumerate() {
            let index = index.to_string();
            entry.title(&["qualities", &index, "name"], &quality.name);
            entry.range(&["qualities", &index, "cost"], quality.cost, 1..=6);
            if let QualityEffect::Strain(amount) | QualityEffect::Setback(amount) = quality.effect {
                entry.range(&["qualities", &index, "effect"], amount, 1..=10);
            }
        }
    }

    fn armour(entry: &mut Entry<'_>, armour: &Armour) {
        entry.title(&["name"], &armour.name);
        entry.range(&["soak"], armour.soak, 0..=MOST_SOAK);
        entry.range(&["melee_defence"], armour.melee_defence, 0..=MOST_DEFENCE);
        entry.range(&["ranged_defence"], armour.ranged_defence, 0..=MOST_DEFENCE);
    }

    /// Soak and defence of all pieces add up. `CC-DMG-08`, `CC-DEF-04`.
    fn wear(sheet: &mut Sheet, armour: &Armour) {
        let worn = &mut sheet.armour;
        and_name(&mut worn.name, &armour.name);
        worn.soak = worn.soak.saturating_add(armour.soak);
        worn.melee_defence = worn.melee_defence.saturating_add(armour.melee_defence);
        worn.ranged_defence = worn.ranged_defence.saturating_add(armour.ranged_defence);
    }

    fn sheet(entry: &mut Entry<'_>, sheet: &Sheet, _: &BTreeMap<String, Arc<Weapon>>) {
        let labels =
            ["strength", "toughness", "agility", "intelligence", "perception", "willpower", "fellowship"];
        for (label, characteristic) in labels.into_iter().zip(Characteristic::ALL) {
            let value = sheet.characteristics.get(characteristic);
            entry.range(&["sheet", "characteristics", label], value, 1..=HIGHEST);
        }
        if sheet.skills.values().any(|&ranks| ranks > MOST_RANKS) {
            entry.error(&["sheet", "skills"], format!("no skill has more than {MOST_RANKS} ranks"));
        }
        entry.range(&["sheet", "melee_defence"], sheet.melee_defence, 0..=MOST_DEFENCE);
        entry.range(&["sheet", "ranged_defence"], sheet.ranged_defence, 0..=MOST_DEFENCE);
        let thresholds =
            [("wound_threshold", sheet.wound_threshold), ("strain_threshold", sheet.strain_threshold)];
        for (label, threshold) in thresholds {
            entry.range(&["sheet", label], threshold.unwrap_or(1), 1..=500);
        }
        for (index, gear) in sheet.gear.iter().enumerate() {
            entry.title(&["sheet", "gear", &index.to_string(), "name"], &gear.name);
        }
        entry.range(&["sheet", "action_points"], sheet.action_points, 1..=MOST_ACTION_POINTS);
    }
}
