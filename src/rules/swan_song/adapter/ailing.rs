//! Tests that borrowed ailments ask for, and fire: the book's column of their translation.

use super::super::damage::apply_damage;
use super::super::{Attribute, DamageType, PoolKind, armour, wound};
use super::fighter;
use crate::dice::{Dice, Modifiers, Purpose, Step, Table};
use crate::rules::status::{Change, Trait, Trial, Tried, translation};
use crate::rules::{Book, Combatant, Condition, RuleSet};

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

fn parts(unit: &Combatant, of: Trait) -> Modifiers {
    let fighter = fighter(unit);
    let mut parts = Modifiers::new();
    for attribute in attributes(of) {
        armour::add_attribute(&mut parts, &fighter.sheet, attribute, "SS-BASE-02");
    }
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
    let column = translation::of(Book::SwanSong);
    let mut parts = parts(unit, of);
    for change in changes {
        column.add(&mut parts, *change);
    }
    let purpose =
        Purpose { who: Some(unit.id), why: trial.why, clause: trial.clause, parts: &parts.0, limit: None };
    let hits = table.roll(Dice::d6_hits(parts.pool()), purpose)?.value;
    let passed = hits >= u32::from(column.needs);
    Ok(Tried { passed, degree: hits.cast_signed(), badly: hits == 0, after: None })
}

/// Half a d6 to the outermost health left. `CS-BURN-01`, `SS-DMG-05`.
///
/// # Errors
/// As the table.
pub fn burn(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<(Condition, u32)> {
    let who = Some(unit.id);
    let purpose = Purpose { who, why: "burning", clause: "CS-BURN-01", parts: &[], limit: None };
    let damage = table.roll(Dice::d6_sum(1), purpose)?.value.div_ceil(2);
    let vitals = *unit.condition.swan_song();
    let after = apply_damage(vitals, damage, PoolKind::Health, DamageType::Fire, &rules.engine);
    Ok((Condition::SwanSong(after.vitals), damage))
}
