//! Tests and burning of ailments borrowed from Circumstances.

use super::{fighter, switches};
use crate::attacks_and_damage::attack::weapon_check;
use crate::attacks_and_damage::damage::health;
use crate::attacks_and_damage::sheet::add_attribute;
use crate::attacks_and_damage::{Attribute, DamageTaken};
use crate::status::ailment_terms::{AilmentTerms, CURSE, REFUSED};
use crate::status::resolution::{roll_flames, roll_hits_test};
use crate::status::{AilmentTest, TestModifier, TestResult, TestTrait};
use crate::{Book, HealthState, RuleSet, UnitSnapshot};
use dice::{Modifiers, RuleResult, Table};

/// The column of this book of the ailment table.
pub const AILMENTS: AilmentTerms = AilmentTerms {
    tests: [
        (TestTrait::Strength, "Strength + Body"),
        (TestTrait::Toughness, "Body + Willpower"),
        (TestTrait::Agility, "Agility + Reaction"),
        (TestTrait::Willpower, "Willpower + Willpower"),
        (TestTrait::Athletics, "Strength + Agility"),
        (TestTrait::Endurance, "Body + Body"),
    ],
    passes: "2 hits",
    needs: 2,
    badly: "no hit",
    ten_points: "one die",
    step: 10,
    burning: "half a d6, rounded up, of Light boxes, past armour and resistance",
    special_damage: "half of the weapon's damage value more, rounded up",
    strength: 2,
    failing_shots: REFUSED,
    curse: CURSE,
};

const fn attributes(of: TestTrait) -> [Attribute; 2] {
    match of {
        TestTrait::Strength => [Attribute::Strength, Attribute::Body],
        TestTrait::Toughness => [Attribute::Body, Attribute::Willpower],
        TestTrait::Agility => [Attribute::Agility, Attribute::Reaction],
        TestTrait::Willpower => [Attribute::Willpower, Attribute::Willpower],
        TestTrait::Athletics => [Attribute::Strength, Attribute::Agility],
        TestTrait::Endurance => [Attribute::Body, Attribute::Body],
    }
}

fn parts(unit: &UnitSnapshot, of: TestTrait, rules: &RuleSet) -> Modifiers {
    let fighter = fighter(unit);
    let mut parts = Modifiers::new();
    for attribute in attributes(of) {
        add_attribute(&mut parts, &fighter.sheet, attribute);
    }
    weapon_check::add_unit_state(&mut parts, &fighter, switches(rules));
    parts
}

/// Dice of the test.
pub fn trait_value(unit: &UnitSnapshot, of: TestTrait, rules: &RuleSet) -> i32 {
    parts(unit, of, rules).sum()
}

/// Rolls a test against an ailment. `AD-BASE-01` to `AD-BASE-03`.
pub fn roll_trait_test(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    (of, trial): (TestTrait, &AilmentTest),
    changes: &[TestModifier],
    rules: &RuleSet,
) -> RuleResult<TestResult> {
    roll_hits_test(table, unit, trial, parts(unit, of, rules), changes, Book::AttacksAndDamage)
}

/// Applies burning: half a d6 of Light boxes. `CS-BURN-01`, `AD-RES-15`.
pub fn resolve_burning(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    rules: &RuleSet,
) -> RuleResult<(HealthState, u32)> {
    let light = roll_flames(table, unit)?;
    let taken = DamageTaken { light, critical: 0 };
    let sheet = unit.sheet.attacks_and_damage();
    let after = health::mark_boxes(unit.condition.attacks_and_damage(), taken, sheet, switches(rules));
    Ok((HealthState::AttacksAndDamage(after), light))
}
