//! Tests and burning of ailments borrowed from Circumstances.

use super::{fighter, switches};
use crate::status::ailment_terms::{AilmentTerms, CURSE, REFUSED};
use crate::status::resolution::{roll_flames, roll_hits_test};
use crate::status::{AilmentTest, TestModifier, TestResult, TestTrait};
use crate::swan_song::damage::health::apply_damage;
use crate::swan_song::damage::{armour, last_stand, wounds};
use crate::swan_song::{Attribute, DamageType, PoolKind};
use crate::{Book, HealthState, RuleSet, UnitSnapshot};
use dice::{Modifiers, RuleResult, Table};

/// The column of this book of the ailment table.
pub const AILMENTS: AilmentTerms = AilmentTerms {
    tests: [
        (TestTrait::Strength, "Strength + Body"),
        (TestTrait::Toughness, "Body + Willpower"),
        (TestTrait::Agility, "Agility + Reaction"),
        (TestTrait::Willpower, "Willpower + Charisma"),
        (TestTrait::Athletics, "Strength + Agility"),
        (TestTrait::Endurance, "Body + Body"),
    ],
    passes: "2 hits",
    needs: 2,
    badly: "no hit",
    ten_points: "one die",
    step: 10,
    burning: "half a d6, rounded up, past armour, to the outermost health left",
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
        TestTrait::Willpower => [Attribute::Willpower, Attribute::Charisma],
        TestTrait::Athletics => [Attribute::Strength, Attribute::Agility],
        TestTrait::Endurance => [Attribute::Body, Attribute::Body],
    }
}

/// Parts of the test. `SS-FFYL-09`, `SS-WND-07`.
fn parts(unit: &UnitSnapshot, of: TestTrait) -> Modifiers {
    let fighter = fighter(unit);
    let mut parts = Modifiers::new();
    for attribute in attributes(of) {
        armour::add_attribute(&mut parts, &fighter.sheet, attribute, "SS-BASE-02");
    }
    last_stand::halve_pool(&mut parts, &fighter.vitals);
    parts.0.extend(wounds::wound_parts(&fighter.vitals).0);
    parts
}

/// Dice of the test.
pub fn trait_value(unit: &UnitSnapshot, of: TestTrait, _: &RuleSet) -> i32 {
    parts(unit, of).sum()
}

/// Rolls a test against an ailment. `SS-BASE-02`, `SS-BASE-06`.
pub fn roll_trait_test(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    (of, trial): (TestTrait, &AilmentTest),
    changes: &[TestModifier],
    _: &RuleSet,
) -> RuleResult<TestResult> {
    roll_hits_test(table, unit, trial, parts(unit, of), changes, Book::SwanSong)
}

/// Applies burning: half a d6 to the outermost remaining health pool. `CS-BURN-01`, `SS-DMG-05`.
pub fn resolve_burning(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    rules: &RuleSet,
) -> RuleResult<(HealthState, u32)> {
    let damage = roll_flames(table, unit)?;
    let vitals = *unit.condition.swan_song();
    let after = apply_damage(vitals, damage, PoolKind::Health, DamageType::Fire, switches(rules));
    Ok((HealthState::SwanSong(after.vitals), damage))
}
