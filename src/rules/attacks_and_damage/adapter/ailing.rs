//! Tests that borrowed ailments ask for, and fire: the book's column of their translation.

use super::super::condition;
use super::super::sheet::add_attribute;
use super::super::{Attribute, Taken, weapon_test};
use super::{fighter, switches};
use crate::ailing::{flames, hits_test};
use crate::status::{Change, Trait, Trial, Tried};
use crate::{Book, Combatant, Condition, RuleSet};
use dice::{Modifiers, Step, Table};

const fn attributes(of: Trait) -> [Attribute; 2] {
    match of {
        Trait::Strength => [Attribute::Strength, Attribute::Body],
        Trait::Toughness => [Attribute::Body, Attribute::Willpower],
        Trait::Agility => [Attribute::Agility, Attribute::Reaction],
        Trait::Willpower => [Attribute::Willpower, Attribute::Willpower],
        Trait::Athletics => [Attribute::Strength, Attribute::Agility],
        Trait::Endurance => [Attribute::Body, Attribute::Body],
    }
}

fn parts(unit: &Combatant, of: Trait, rules: &RuleSet) -> Modifiers {
    let fighter = fighter(unit);
    let mut parts = Modifiers::new();
    for attribute in attributes(of) {
        add_attribute(&mut parts, &fighter.sheet, attribute);
    }
    weapon_test::add_own(&mut parts, &fighter, switches(rules));
    parts
}

/// Dice of the test.
pub fn trait_value(unit: &Combatant, of: Trait, rules: &RuleSet) -> i32 {
    parts(unit, of, rules).sum()
}

/// `AD-BASE-01` to `AD-BASE-03`.
///
/// # Errors
/// As the table.
pub fn ailment_roll(
    table: &mut impl Table,
    unit: &Combatant,
    (of, trial): (Trait, &Trial),
    changes: &[Change],
    rules: &RuleSet,
) -> Step<Tried> {
    hits_test(table, unit, trial, parts(unit, of, rules), changes, Book::AttacksAndDamage)
}

/// Half a d6 of Light boxes. `CS-BURN-01`, `AD-RES-15`.
///
/// # Errors
/// As the table.
pub fn burn(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<(Condition, u32)> {
    let light = flames(table, unit)?;
    let taken = Taken { light, critical: 0 };
    let sheet = unit.sheet.attacks_and_damage();
    let after = condition::mark(unit.condition.attacks_and_damage(), taken, sheet, switches(rules));
    Ok((Condition::AttacksAndDamage(after), light))
}
