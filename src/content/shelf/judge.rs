//! Whether a sheet or weapon makes sense, whatever its book.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Aberrant, AttacksAndDamage, Circumstances, CombatChecks, Stock};
use crate::check::{self, Entry};
use crate::library::Content;
use rules::{Sheet, Weapon};

/// Complains about a sheet, its armour on, beside the weapons of its book.
pub fn judge_sheet(entry: &mut Entry<'_>, content: &Content, sheet: &Sheet) {
    fn of<B: Stock>(entry: &mut Entry<'_>, sheet: &B::Sheet, weapons: &BTreeMap<String, Arc<B::Weapon>>) {
        B::sheet(entry, sheet, weapons);
    }
    match sheet {
        Sheet::SwanSong(sheet) => check::sheet(entry, sheet),
        Sheet::Aberrant(sheet) => of::<Aberrant>(entry, sheet, &content.aberrant.weapons),
        Sheet::AttacksAndDamage(sheet) => {
            of::<AttacksAndDamage>(entry, sheet, &content.attacks_and_damage.weapons);
        }
        Sheet::Circumstances(sheet) => of::<Circumstances>(entry, sheet, &content.circumstances.weapons),
        Sheet::CombatChecks(sheet) => of::<CombatChecks>(entry, sheet, &content.combat_checks.weapons),
    }
}

/// Complains about a weapon.
pub fn judge_weapon(entry: &mut Entry<'_>, weapon: &Weapon) {
    match weapon {
        Weapon::SwanSong(weapon) => check::weapon(entry, weapon),
        Weapon::Aberrant(weapon) => Aberrant::weapon(entry, weapon),
        Weapon::AttacksAndDamage(weapon) => AttacksAndDamage::weapon(entry, weapon),
        Weapon::Circumstances(weapon) => Circumstances::weapon(entry, weapon),
        Weapon::CombatChecks(weapon) => CombatChecks::weapon(entry, weapon),
    }
}
