//! Validates weapons, armour and sheets of Combat Checks.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{CombatChecksContent, ContentKind, MAX_ACTION_POINTS, append_name};
use crate::definitions::validate::{EntryValidator, validate_strike};
use crate::library::Content;
use rules::combat_checks::{
    Armour, Characteristic, DamageRating, QualityEffect, RangeBand, Sheet, Weapon, WeaponClass,
};

/// Highest characteristic.
const MAX_CHARACTERISTIC: u8 = 6;
/// Most ranks of a skill.
const MAX_RANKS: u8 = 5;
/// Most setback dice of one piece of armour or a sheet.
const MAX_DEFENCE: u8 = 5;
/// Highest Soak of one piece.
const MAX_SOAK: u8 = 20;

/// The book.
pub enum CombatChecks {}

impl ContentKind for CombatChecks {
    type Sheet = Sheet;
    type Weapon = Weapon;
    type Armour = Armour;

    const FILES: [&'static str; 3] = [
        "books/combat_checks/weapons.ron",
        "books/combat_checks/armour.ron",
        "books/combat_checks/sheets.ron",
    ];

    fn content_mut(content: &mut Content) -> &mut CombatChecksContent {
        &mut content.combat_checks
    }

    fn validate_weapon(entry: &mut EntryValidator<'_>, weapon: &Weapon) {
        entry.require_title(&["name"], &weapon.name);
        validate_strike(entry, &weapon.strike);
        match weapon.damage {
            DamageRating::Fixed(rating) => entry.require_range(&["damage"], rating, 1..=60),
            DamageRating::StrengthPlus(more) => entry.require_range(&["damage"], more, -5..=30),
        }
        entry.require_range(&["critical"], weapon.critical, 1..=10);
        entry.require_range(&["hands"], weapon.hands, 0..=2);
        entry.require_range(&["targets"], weapon.targets, 1..=10);
        match (weapon.class.is_melee(), weapon.range) {
            (true, RangeBand::Engaged) => {}
            (true, _) => entry.error(&["range"], "a melee weapon reaches `engaged` only (CC-RNG-13)"),
            (false, RangeBand::Engaged) => {
                let problem = entry.diagnostic_at(&["range"], "a ranged weapon needs a range");
                entry.diagnostics.push(problem.with_expected("`short`, `medium`, `long` or `extreme`"));
            }
            (false, _) => {}
        }
        if weapon.class.is_melee() && (weapon.ammunition || weapon.limited_ammo) {
            let label = if weapon.ammunition { "ammunition" } else { "limited_ammo" };
            entry.error(&[label], "only a ranged weapon has ammunition (CC-THT-10)");
        }
        if weapon.class == WeaponClass::Unarmed && weapon.hands > 0 {
            entry.error(&["hands"], "an unarmed attack needs no hands");
        }
        for (index, quality) in weapon.qualities.iter().enumerate() {
            let index = index.to_string();
            entry.require_title(&["qualities", &index, "name"], &quality.name);
            entry.require_range(&["qualities", &index, "cost"], quality.cost, 1..=6);
            if let QualityEffect::Strain(amount) | QualityEffect::Setback(amount) = quality.effect {
                entry.require_range(&["qualities", &index, "effect"], amount, 1..=10);
            }
        }
    }

    fn validate_armour(entry: &mut EntryValidator<'_>, armour: &Armour) {
        entry.require_title(&["name"], &armour.name);
        entry.require_range(&["soak"], armour.soak, 0..=MAX_SOAK);
        entry.require_range(&["melee_defence"], armour.melee_defence, 0..=MAX_DEFENCE);
        entry.require_range(&["ranged_defence"], armour.ranged_defence, 0..=MAX_DEFENCE);
    }

    /// Soak and defence of all pieces add up. `CC-DMG-08`, `CC-DEF-04`.
    fn put_on(sheet: &mut Sheet, armour: &Armour) {
        let worn = &mut sheet.armour;
        append_name(&mut worn.name, &armour.name);
        worn.soak = worn.soak.saturating_add(armour.soak);
        worn.melee_defence = worn.melee_defence.saturating_add(armour.melee_defence);
        worn.ranged_defence = worn.ranged_defence.saturating_add(armour.ranged_defence);
    }

    fn validate_sheet(entry: &mut EntryValidator<'_>, sheet: &Sheet, _: &BTreeMap<String, Arc<Weapon>>) {
        let labels =
            ["strength", "toughness", "agility", "intelligence", "perception", "willpower", "fellowship"];
        for (label, characteristic) in labels.into_iter().zip(Characteristic::ALL) {
            let value = sheet.characteristics.get(characteristic);
            entry.require_range(&["sheet", "characteristics", label], value, 1..=MAX_CHARACTERISTIC);
        }
        if sheet.skills.values().any(|&ranks| ranks > MAX_RANKS) {
            entry.error(&["sheet", "skills"], format!("skills have at most {MAX_RANKS} ranks"));
        }
        entry.require_range(&["sheet", "melee_defence"], sheet.melee_defence, 0..=MAX_DEFENCE);
        entry.require_range(&["sheet", "ranged_defence"], sheet.ranged_defence, 0..=MAX_DEFENCE);
        let thresholds =
            [("wound_threshold", sheet.wound_threshold), ("strain_threshold", sheet.strain_threshold)];
        for (label, threshold) in thresholds {
            entry.require_range(&["sheet", label], threshold.unwrap_or(1), 1..=500);
        }
        for (index, gear) in sheet.gear.iter().enumerate() {
            entry.require_title(&["sheet", "gear", &index.to_string(), "name"], &gear.name);
        }
        entry.require_range(&["sheet", "action_points"], sheet.action_points, 1..=MAX_ACTION_POINTS);
    }
}
