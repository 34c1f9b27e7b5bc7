//! Tests that borrowed ailments ask for, and fire: the book's column of their translation.

use super::super::Characteristic;
use super::super::check;
use super::super::pool::Check;
use super::{condition_of, fighter, switches};
use crate::status::{Change, Trait, Trial, Tried, translation};
use crate::{Book, Combatant, Condition, RuleSet};
use dice::{Dice, Modifiers, Note, Purpose, Read, Step, Table};

/// Net failures of a check that fails badly.
const BADLY: i16 = -2;

const fn characteristic(of: Trait) -> Characteristic {
    match of {
        Trait::Strength | Trait::Athletics => Characteristic::Strength,
        Trait::Toughness | Trait::Endurance => Characteristic::Toughness,
        Trait::Agility => Characteristic::Agility,
        Trait::Willpower => Characteristic::Willpower,
    }
}

/// Positive dice of the check.
pub fn trait_value(unit: &Combatant, of: Trait, rules: &RuleSet) -> i32 {
    i32::from(fighter(unit, rules).characteristic(characteristic(of)))
}

/// `CC-POOL-04`, `CC-DICE-12`, `CC-ECON-09`.
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
    let column = translation::of(Book::CombatChecks);
    let fighter = fighter(unit, rules);
    let check = Check::of(characteristic(of));
    let mut build = check::build(&fighter, check, 0);
    build.difficulty.add(i32::from(column.needs), trial.why, trial.clause);
    let mut told = Modifiers::new();
    for change in changes {
        column.add(&mut told, *change);
    }
    check::add_dice(&mut build, &told);
    let (pool, parts) = (build.pool(switches(rules)), build.parts());
    let symbols = check::roll(table, pool, unit.id, trial.why, trial.clause, &parts)?;
    let mut after = fighter.condition.clone();
    after.used(check);
    Ok(Tried {
        passed: check::succeeds(symbols),
        degree: i32::from(symbols.successes),
        badly: symbols.successes <= BADLY,
        after: (after != fighter.condition).then(|| condition_of(after)),
    })
}

/// 1d5 wounds, past Soak. `CS-BURN-01`.
///
/// # Errors
/// As the table.
pub fn burn(table: &mut impl Table, unit: &Combatant, _: &RuleSet) -> Step<(Condition, u32)> {
    let who = Some(unit.id);
    let purpose = Purpose { who, why: "burning", clause: "CS-BURN-01", parts: &[], limit: None };
    let d10 = Dice { count: 1, sides: 10, read: Read::Sum };
    let wounds = table.roll(d10, purpose)?.value.div_ceil(2);
    table.note(|| Note {
        clause: "CS-BURN-01",
        text: format!("Burning: {wounds} wounds, past Soak"),
        parts: Vec::new(),
    });
    let mut after = unit.condition.combat_checks().clone();
    after.wounds += wounds;
    Ok((condition_of(after), wounds))
}
