//! Tests that borrowed ailments ask for, and fire: the book's column of their translation.

use super::super::damage::apply_damage;
use super::super::{Attribute, DamageType, PoolKind, armour, last_stand, wound};
use super::fighter;
use crate::ailing::{flames, hits_test};
use crate::status::{Change, Trait, Trial, Tried};
use crate::{Book, Combatant, Condition, RuleSet};
use dice::{Modifiers, Step, Table};

const fn attributes(of: Trait) -> [Attribute; 2] {
    match of {
        Trait::Strength => [Attribute::Strength, Attribute::Body],
        Trait::Toughness => [Attribute::Body, Attribute::Willpower],
        Trait::Agility => [Attribute::Agility, Attribute::Reaction],
        Trait::Willpower => [Attribute::Willpower, Attribute::Charisma],
        Trait::Athletics => [Attribute::Strength, Attribute::Agility],
        Trait::Endurance => [Attribute::Body, Attribute::Body],
    }
}

/// `SS-FFYL-09`, `SS-WND-07`.
fn parts(unit: &Combatant, of: Trait) -> Modifiers {
    let fighter = fighter(unit);
    let mut parts = Modifiers::new();
    for attribute in attributes(of) {
        armour::add_attribute(&mut parts, &fighter.sheet, attribute, "SS-BASE-02");
    }
    last_stand::halve(&mut parts, &fighter.vitals);
    parts.0.extend(wound::wound_parts(&fighter.vitals).0);
    parts
}

/// Dice of the test.
pub fn trait_value(unit: &Combatant, of: Trait, _: &RuleSet) -> i32 {
    parts(unit, of).sum()
}

/// `SS-BASE-02`, `SS-BASE-06`.
///
/// # Errors
/// As the table.
pub fn ailment_roll(
    table: &mut impl Table,
    unit: &Combatant,
    (of, trial): (Trait, &Trial),
    changes: &[Change],
    _: &RuleSet,
) -> Step<Tried> {
    hits_test(table, unit, trial, parts(unit, of), changes, Book::SwanSong)
}

/// Half a d6 to the outermost health left. `CS-BURN-01`, `SS-DMG-05`.
///
/// # Errors
/// As the table.
pub fn burn(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<(Condition, u32)> {
    let damage = flames(table, unit)?;
    let vitals = *unit.condition.swan_song();
    let after = apply_damage(vitals, damage, PoolKind::Health, DamageType::Fire, &rules.engine);
    Ok((Condition::SwanSong(after.vitals), damage))
}
