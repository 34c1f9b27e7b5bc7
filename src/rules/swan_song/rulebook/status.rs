//! Tests and burning of ailments borrowed from Circumstances.

use super::{SwanSongRulebook, fighter, switches};
use crate::rulebook::StatusRules;
use crate::status::ailment_terms::{AilmentTerms, CURSE, REFUSED};
use crate::status::resolution::{roll_flames, roll_hits_test};
use crate::status::{AilmentTest, TestModifier, TestResult, TestTrait};
use crate::swan_song::damage::critical_injuries::add_drop_injury;
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

/// Returns the two attributes of a test. `SS-BASE-02`.
const fn tested_attributes(tested: TestTrait) -> [Attribute; 2] {
    match tested {
        TestTrait::Strength => [Attribute::Strength, Attribute::Body],
        TestTrait::Toughness => [Attribute::Body, Attribute::Willpower],
        TestTrait::Agility => [Attribute::Agility, Attribute::Reaction],
        TestTrait::Willpower => [Attribute::Willpower, Attribute::Charisma],
        TestTrait::Athletics => [Attribute::Strength, Attribute::Agility],
        TestTrait::Endurance => [Attribute::Body, Attribute::Body],
    }
}

/// Returns the parts of a test's pool. `SS-FFYL-09`, `SS-WND-07`.
fn trait_test_parts(unit: &UnitSnapshot, tested: TestTrait) -> Modifiers {
    let fighter = fighter(unit);
    let mut parts = Modifiers::new();
    for attribute in tested_attributes(tested) {
        armour::add_attribute(&mut parts, &fighter.sheet, attribute, "SS-BASE-02");
    }
    last_stand::halve_pool(&mut parts, &fighter.vitals);
    parts.0.extend(wounds::wound_parts(&fighter.vitals).0);
    parts
}

impl StatusRules for SwanSongRulebook {
    /// The number of dice. `SS-BASE-02`.
    fn trait_value(unit: &UnitSnapshot, tested: TestTrait, _: &RuleSet) -> i32 {
        trait_test_parts(unit, tested).sum()
    }

    /// `SS-BASE-02`, `SS-BASE-06`.
    fn roll_trait_test(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        (tested, test): (TestTrait, &AilmentTest),
        changes: &[TestModifier],
        _: &RuleSet,
    ) -> RuleResult<TestResult> {
        roll_hits_test(table, unit, test, trait_test_parts(unit, tested), changes, Book::SwanSong)
    }

    /// Half a d6 to the outermost remaining health pool. `CS-BURN-01`, `SS-DMG-05`.
    fn resolve_burning(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        rules: &RuleSet,
    ) -> RuleResult<(HealthState, u32)> {
        let damage = roll_flames(table, unit)?;
        let vitals = *unit.condition.swan_song();
        let applied = apply_damage(vitals, damage, PoolKind::Health, DamageType::Fire, switches(rules));
        Ok((HealthState::SwanSong(add_drop_injury(&vitals, applied.vitals)), damage))
    }
}
