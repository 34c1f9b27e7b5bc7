//! Damage and Soak. Chapter DMG.

use crate::combat_checks::{Characteristic, DamageRating, Fighter, HealthState, Sheet, Switches, Weapon};
use crate::{knockdown, status};
use dice::Modifiers;

/// Damage rating of a wielded weapon. `CC-DMG-01`, `CC-DMG-02`.
pub fn damage_rating(attacker: &Fighter, weapon: &Weapon) -> Modifiers {
    let mut damage = Modifiers::new();
    match weapon.damage {
        DamageRating::Fixed(rating) => damage.add(rating.cast_signed(), weapon.name.clone(), "CC-DMG-01"),
        DamageRating::StrengthPlus(more) => {
            let strength = attacker.characteristic(Characteristic::Strength);
            damage.add(i32::from(strength), "Strength", "CC-DMG-02");
            damage.add(more, weapon.name.clone(), "CC-DMG-01");
            status::add_strength(&mut damage, &attacker.ailments);
        }
    }
    damage
}

/// Damage rating against a target with ailments. `CS-BASE-26`.
pub fn damage_rating_against(attacker: &Fighter, weapon: &Weapon, target: &Fighter) -> Modifiers {
    let mut damage = damage_rating(attacker, weapon);
    status::add_special_damage(&mut damage, &target.ailments, weapon.strike.element);
    damage
}

/// Soak of a target: Toughness and armour. `CC-DMG-08`.
pub fn soak(target: &Fighter, switches: &Switches) -> Modifiers {
    sheet_soak(&target.sheet, &target.condition, switches)
}

/// Soak of a sheet in a state of health. `CC-DMG-08`.
pub fn sheet_soak(sheet: &Sheet, condition: &HealthState, switches: &Switches) -> Modifiers {
    let mut soak = Modifiers::new();
    let toughness = i32::from(condition.characteristic(sheet, Characteristic::Toughness));
    soak.add(switches.soak.0.or_book(|| toughness), "Toughness", "CC-DMG-08");
    soak.add(i32::from(sheet.armour.soak), "armour", "CC-DMG-08");
    soak
}

/// Successes per target: divided among the targets, rounded up. `CC-DMG-03`, `CC-RULING-12`.
pub const fn share_successes(successes: u32, targets: u32) -> u32 {
    successes.div_ceil(targets)
}

/// Damage before Soak; 0 without a success. `CC-DMG-01`, `CC-DMG-07`.
pub const fn raw_damage(rating: u32, successes: u32, targets: u32) -> u32 {
    if successes == 0 { 0 } else { rating + share_successes(successes, targets) }
}

/// Damage after Soak, at least 0. `CC-DMG-04`, `CC-RULING-19`.
pub const fn damage_after_soak(raw: u32, soak: u32) -> u32 {
    raw.saturating_sub(soak)
}

/// The Physical Limit. `SS-BASE-20`.
pub fn physical_limit(target: &Fighter) -> u32 {
    tripled_limit(target).pool().div_ceil(3)
}

/// Whether damage after Soak knocks down. `SS-KNOCK-01`, `SS-KNOCK-05`.
pub fn is_knocked_down(damage: u32, limit: Option<u32>) -> bool {
    damage > 0 && limit.is_some_and(|limit| knockdown::knocks_down(damage, limit, false))
}

/// Three times the Physical Limit; Agility replaces Reaction of the borrowed chapter. `SS-BASE-20`.
pub fn tripled_limit(target: &Fighter) -> Modifiers {
    let mut parts = Modifiers::new();
    let value = |which| i32::from(target.characteristic(which));
    parts.add(2 * value(Characteristic::Strength), "twice Strength", "SS-BASE-20");
    parts.add(value(Characteristic::Toughness), "Toughness", "SS-BASE-20");
    parts.add(value(Characteristic::Agility), "Agility", "SS-BASE-20");
    parts
}
