//! Tests and burning of ailments borrowed from Circumstances.

use super::{AttacksAndDamageRulebook, fighter, health_after_damage, switches};
use crate::attacks_and_damage::attack::weapon_check;
use crate::attacks_and_damage::sheet::add_attribute;
use crate::attacks_and_damage::{Attribute, DamageTaken};
use crate::rulebook::StatusRules;
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

impl StatusRules for AttacksAndDamageRulebook {
    /// Number of dice.
    fn trait_value(unit: &UnitSnapshot, of: TestTrait, rules: &RuleSet) -> i32 {
        trait_parts(unit, of, rules).sum()
    }

    /// `AD-BASE-01` to `AD-BASE-03`.
    fn roll_trait_test(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        (test_trait, test): (TestTrait, &AilmentTest),
        changes: &[TestModifier],
        rules: &RuleSet,
    ) -> RuleResult<TestResult> {
        let parts = trait_parts(unit, test_trait, rules);
        roll_hits_test(table, unit, test, parts, changes, Book::AttacksAndDamage)
    }

    /// Half a d6 of Light boxes. `CS-BURN-01`, `AD-RES-15`.
    fn resolve_burning(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        rules: &RuleSet,
    ) -> RuleResult<(HealthState, u32)> {
        let light = roll_flames(table, unit)?;
        Ok((health_after_damage(unit, DamageTaken { light, critical: 0 }, rules), light))
    }
}

/// Attributes of a test, which may be the same one twice.
const fn trait_attributes(of: TestTrait) -> [Attribute; 2] {
    match of {
        TestTrait::Strength => [Attribute::Strength, Attribute::Body],
        TestTrait::Toughness => [Attribute::Body, Attribute::Willpower],
        TestTrait::Agility => [Attribute::Agility, Attribute::Reaction],
        TestTrait::Willpower => [Attribute::Willpower, Attribute::Willpower],
        TestTrait::Athletics => [Attribute::Strength, Attribute::Agility],
        TestTrait::Endurance => [Attribute::Body, Attribute::Body],
    }
}

/// Parts of the pool of a test.
fn trait_parts(unit: &UnitSnapshot, of: TestTrait, rules: &RuleSet) -> Modifiers {
    let fighter = fighter(unit);
    let mut parts = Modifiers::new();
    for attribute in trait_attributes(of) {
        add_attribute(&mut parts, &fighter.sheet, attribute);
    }
    weapon_check::add_unit_state(&mut parts, &fighter, switches(rules));
    parts
}
