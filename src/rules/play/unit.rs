//! What a unit is, and how it is shown.

use crate::FireMode;
use crate::ground::ground_effect;
use crate::registry::ask_rulebook;
use crate::{
    DerivedStat, DownState, Gauge, HealthState, HeldWeapon, RuleSet, Sheet, Stat, TurnBudget, UnitSnapshot,
    Weapon, WeaponTraits,
};

/// What the battlefield has to know of a weapon in these hands.
pub fn arm<'a>(weapon: &'a Weapon, sheet: &Sheet, rules: &RuleSet) -> WeaponTraits<'a> {
    let arm: WeaponTraits<'a> = ask_rulebook!(weapon.book(), arm(weapon, sheet, rules));
    WeaponTraits { aims_at_squares: arm.aims_at_squares || ground_effect::is_smoke(weapon), ..arm }
}

/// Rounds that one attack takes from the magazine.
pub fn rounds(weapon: &Weapon, mode: Option<FireMode>) -> u32 {
    ask_rulebook!(weapon.book(), rounds(weapon, mode))
}

/// What a unit fights with when its hands are empty, if its content names nothing.
pub fn unarmed(sheet: &Sheet) -> Option<Weapon> {
    ask_rulebook!(sheet.book(), unarmed(sheet))
}

/// A unit's condition at the start of a fight.
pub fn fresh(sheet: &Sheet, rules: &RuleSet) -> HealthState {
    ask_rulebook!(sheet.book(), fresh(sheet, rules))
}

/// What a unit can pay before the first round.
pub fn purse(sheet: &Sheet, rules: &RuleSet) -> TurnBudget {
    ask_rulebook!(sheet.book(), purse(sheet, rules))
}

/// Returns what a unit's armour takes off a plain hit: dice, levels or points. As a barrier it is the unit's Armor.
/// `SS-BARR-46`.
pub fn soak(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> u32 {
    ask_rulebook!(sheet.book(), soak(sheet, condition, rules))
}

/// Karma of a fresh unit; 0 in a book without it. `SS-BASE-25`.
pub fn karma(sheet: &Sheet) -> u8 {
    ask_rulebook!(sheet.book(), karma(sheet))
}

/// Whether it has hands to pick things up with.
pub fn has_hands(sheet: &Sheet) -> bool {
    ask_rulebook!(sheet.book(), has_hands(sheet))
}

/// Out of the fight, if it is.
pub fn down(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> Option<DownState> {
    ask_rulebook!(sheet.book(), down(sheet, condition, rules))
}

/// Returns the Structure of a unit that an attack on another unit has to cross. `SS-BARR-45`.
pub fn structure(sheet: &Sheet) -> u32 {
    ask_rulebook!(sheet.book(), structure(sheet))
}

/// What a unit is after taking so many points as a barrier. `SS-BARR-47`.
pub fn wear(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
    ask_rulebook!(unit.sheet.book(), wear(unit, points, rules))
}

/// Bleeds to death without help. `SS-DMG-23`.
pub fn is_dying(condition: &HealthState) -> bool {
    ask_rulebook!(condition.book(), is_dying(condition))
}

/// Harm as the book draws it.
pub fn gauges(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> Vec<Gauge> {
    ask_rulebook!(sheet.book(), gauges(sheet, condition, rules))
}

/// What the unit's turn still holds beyond points, in words: "Reaction", "1 defence reserved".
pub fn pledges(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<String> {
    ask_rulebook!(unit.sheet.book(), pledges(unit, rules))
}

/// The sheet as the book prints it.
pub fn stats(sheet: &Sheet) -> Vec<Stat> {
    ask_rulebook!(sheet.book(), stats(sheet))
}

/// What matters of a unit in this fight as it is now: initiative, defence, soak, wounds, with their reasons.
pub fn figures(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat> {
    ask_rulebook!(unit.sheet.book(), figures(unit, rules))
}

/// The same of a weapon in a unit's hands.
pub fn weapon_figures(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<DerivedStat> {
    ask_rulebook!(unit.sheet.book(), weapon_figures(unit, held, rules))
}

/// A weapon in a unit's hands in one line: "DV 9, ARP 2, accuracy 5".
pub fn weapon_line(unit: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> String {
    ask_rulebook!(unit.sheet.book(), weapon_line(unit, weapon, rules))
}

/// A weapon as the book prints it.
pub fn weapon_stats(weapon: &Weapon) -> Vec<Stat> {
    ask_rulebook!(weapon.book(), weapon_stats(weapon))
}
