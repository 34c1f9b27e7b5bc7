//! Tests that ailments ask for, and fire. Chapters AIL to PIN.

use super::super::check::{self, D10, Target, Test, d5};
use super::super::{Characteristic, Skill};
use super::{condition_of, in_this_fight, switches};
use crate::status::{Change, Trait, Trial, Tried, translation};
use crate::{Book, Combatant, Condition, RuleSet};
use dice::{Modifiers, Note, Purpose, Step, Table};

/// What fails by so many degrees fails badly. `CS-PANI-03`.
const BADLY: u32 = 3;

enum Tested {
    Of(Characteristic),
    Skill(Skill),
}

fn tested(of: Trait) -> Tested {
    match of {
        Trait::Strength => Tested::Of(Characteristic::Strength),
        Trait::Toughness => Tested::Of(Characteristic::Toughness),
        Trait::Agility => Tested::Of(Characteristic::Agility),
        Trait::Willpower => Tested::Of(Characteristic::Willpower),
        Trait::Athletics => Tested::Skill(Skill::Athletics),
        Trait::Endurance => Tested::Skill(Skill::Endurance),
    }
}

/// The target number before modifiers.
pub fn trait_value(unit: &Combatant, of: Trait, _: &RuleSet) -> i32 {
    let sheet = unit.sheet.circumstances();
    match tested(of) {
        Tested::Of(characteristic) => sheet.value(characteristic),
        Tested::Skill(skill) => sheet.skill(skill),
    }
}

/// `CS-BASE-01`, `CS-BASE-04`, `CS-BASE-28`.
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
    let (fighter, switches) = (in_this_fight(unit, None, rules), switches(rules));
    let mut parts = Modifiers::new();
    for change in changes {
        translation::of(Book::Circumstances).add(&mut parts, *change);
    }
    if of == Trait::Agility {
        super::super::terrain::add_own_agility(&fighter, unit.ground, &mut parts);
    }
    let target = match tested(of) {
        Tested::Of(characteristic) => Target::of(&fighter.sheet, characteristic, parts, switches),
        Tested::Skill(skill) => Target::of_skill(&fighter.sheet, skill, parts, switches),
    };
    let test = Test { fighter: &fighter, why: trial.why, clause: trial.clause, target: &target, switches };
    let tested = test.make_unless(table, |_| false)?;
    let degrees = check::degrees_of_failure(tested.roll, target.number);
    let passed = check::degrees_of_success(tested.roll, target.number).cast_signed() + 1;
    Ok(Tried {
        passed: tested.passed,
        degree: if tested.passed { passed } else { -degrees.cast_signed() },
        badly: !tested.passed && degrees >= BADLY,
        after: tested.fate_spent.then(|| condition_of(fighter.condition.with_fate_spent(1))),
    })
}

/// 1d5 Wounds, past Toughness and armour. `CS-BURN-01` to `CS-BURN-03`.
///
/// # Errors
/// As the table.
pub fn burn(table: &mut impl Table, unit: &Combatant, _: &RuleSet) -> Step<(Condition, u32)> {
    let who = Some(unit.id);
    let purpose = Purpose { who, why: "burning", clause: "CS-BURN-01", parts: &[], limit: None };
    let wounds = d5(table.roll(D10, purpose)?.value);
    table.note(|| Note {
        clause: "CS-BURN-02",
        text: format!("Burning: {wounds} Wounds, past Toughness and armour"),
        parts: Vec::new(),
    });
    Ok((condition_of(unit.condition.circumstances().hurt(wounds)), wounds))
}
