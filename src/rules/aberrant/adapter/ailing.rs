//! Tests that borrowed ailments ask for, and fire: the book's column of their translation.

use super::super::base::{Rolling, extra};
use super::super::track::Track;
use super::super::{Ability, DamageType, willpower};
use super::fighter;
use crate::status::{Change, Trait, Trial, Tried, translation};
use crate::{Book, Combatant, Condition, RuleSet};
use dice::{Modifiers, Note, Step, Table};

/// Levels that a burning unit loses in a round.
const BURN: u32 = 1;

fn parts(unit: &Combatant, of: Trait) -> Modifiers {
    let fighter = fighter(unit);
    let sheet = &fighter.sheet;
    let mut parts = Modifiers::new();
    let (value, name, ability) = match of {
        Trait::Willpower => return willpower::parts(&fighter),
        Trait::Strength => (sheet.strength, "Strength", Ability::Might),
        Trait::Toughness | Trait::Endurance => (sheet.stamina, "Stamina", Ability::Endurance),
        Trait::Agility => (sheet.dexterity, "Dexterity", Ability::Athletics),
        Trait::Athletics => (sheet.strength, "Strength", Ability::Athletics),
    };
    parts.add(i32::from(value), name, "AB-BASE-01");
    parts.add(i32::from(sheet.ability(ability)), ability.name(), "AB-BASE-01");
    parts.add(fighter.condition.wound_penalty(sheet), "wounds", "AB-TRACK-06");
    parts
}

/// Dice of the test.
pub fn trait_value(unit: &Combatant, of: Trait, _: &RuleSet) -> i32 {
    parts(unit, of).sum()
}

/// `AB-BASE-01`, `AB-BASE-02`.
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
    let column = translation::of(Book::Aberrant);
    let mut parts = parts(unit, of);
    for change in changes {
        column.add(&mut parts, *change);
    }
    let sheet = unit.sheet.aberrant();
    let mega = match of {
        Trait::Strength | Trait::Athletics => sheet.mega_strength,
        Trait::Toughness | Trait::Endurance => sheet.mega_stamina,
        Trait::Agility => sheet.mega_dexterity,
        Trait::Willpower => 0,
    };
    let rolling = Rolling { who: unit.id, why: trial.why, clause: trial.clause, parts: &parts, mega };
    let ((), successes) = rolling.roll(table, (), rules.book.aberrant())?;
    let passed = extra(successes, u32::from(column.needs)).is_some();
    Ok(Tried { passed, degree: successes.cast_signed(), badly: successes == 0, after: None })
}

/// A level of lethal, past all soak. `CS-BURN-01`, `AB-TRACK-08`.
///
/// # Errors
/// As the table.
pub fn burn(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<(Condition, u32)> {
    let mut after = unit.condition.aberrant().clone();
    let track = Track::of(unit.sheet.aberrant());
    after.marks.take(BURN, DamageType::Lethal, track, rules.book.aberrant().bashing_overflow);
    table.note(|| Note {
        clause: "CS-BURN-01",
        text: format!("Burning: {BURN} level of lethal, past all soak"),
        parts: Vec::new(),
    });
    Ok((Condition::Aberrant(after), BURN))
}
