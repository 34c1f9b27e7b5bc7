//! Validates sheets and weapons of any book.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Aberrant, AttacksAndDamage, Circumstances, CombatChecks, ContentKind};
use crate::definitions::validate;
use crate::definitions::validate::EntryValidator;
use crate::library::Content;
use rules::{Sheet, Weapon};

/// Validates a sheet with its armour.
pub fn validate_book_sheet(entry: &mut EntryValidator<'_>, content: &Content, sheet: &Sheet) {
    fn of<B: ContentKind>(
        entry: &mut EntryValidator<'_>,
        sheet: &B::Sheet,
        weapons: &BTreeMap<String, Arc<B::Weapon>>,
    ) {
        B::validate_sheet(entry, sheet, weapons);
    }
    match sheet {
        Sheet::SwanSong(sheet) => validate::validate_sheet(entry, sheet),
        Sheet::Aberrant(sheet) => of::<Aberrant>(entry, sheet, &content.aberrant.weapons),
        Sheet::AttacksAndDamage(sheet) => {
            of::<AttacksAndDamage>(entry, sheet, &content.attacks_and_damage.weapons);
        }
        Sheet::Circumstances(sheet) => of::<Circumstances>(entry, sheet, &content.circumstances.weapons),
        Sheet::CombatChecks(sheet) => of::<CombatChecks>(entry, sheet, &content.combat_checks.weapons),
    }
}

/// Validates a weapon.
pub fn validate_book_weapon(entry: &mut EntryValidator<'_>, weapon: &Weapon) {
    match weapon {
        Weapon::SwanSong(weapon) => validate::validate_weapon(entry, weapon),
        Weapon::Aberrant(weapon) => Aberrant::validate_weapon(entry, weapon),
        Weapon::AttacksAndDamage(weapon) => AttacksAndDamage::validate_weapon(entry, weapon),
        Weapon::Circumstances(weapon) => Circumstances::validate_weapon(entry, weapon),
        Weapon::CombatChecks(weapon) => CombatChecks::validate_weapon(entry, weapon),
    }
}
