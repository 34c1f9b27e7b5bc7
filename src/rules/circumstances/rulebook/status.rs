//! Tests for ailments, and fire. Chapters AIL to PIN.

use super::{fighter_in_fight, switches, wrap_health_state};
use crate::circumstances::d100_test;
use crate::circumstances::d100_test::{D10, TargetNumber, TestAttempt, d5};
use crate::circumstances::lines::WoundNote;
use crate::circumstances::{Characteristic, Skill};
use crate::status::ailment_terms::AilmentTerms;
use crate::status::{AilmentTest, TestModifier, TestResult, TestTrait};
use crate::{HealthState, RuleSet, UnitSnapshot};
use dice::{Modifiers, Note, Purpose, RuleResult, Table};

/// The column of this book of the ailment table.
pub const AILMENTS: AilmentTerms = AilmentTerms {
    tests: [
        (TestTrait::Strength, "Strength"),
        (TestTrait::Toughness, "Toughness"),
        (TestTrait::Agility, "Agility"),
        (TestTrait::Willpower, "Willpower"),
        (TestTrait::Athletics, "Athletics"),
        (TestTrait::Endurance, "Endurance"),
    ],
    passes: "d100 at or under the number",
    needs: 0,
    badly: "3 degrees of failure",
    ten_points: "10",
    step: 1,
    burning: "1d5 Wounds, past Toughness bonus and AP",
    special_damage: "the damage dice twice, or as the switch says",
    strength: 2,
    failing_shots: "rolled, and missed",
    curse: "a test is rolled again, and the worse counts",
};

/// Degrees of failure that count as failing badly. `CS-PANI-03`.
const BADLY: u32 = 3;

enum TestedTrait {
    Characteristic(Characteristic),
    Skill(Skill),
}

fn tested_trait(of: TestTrait) -> TestedTrait {
    match of {
        TestTrait::Strength => TestedTrait::Characteristic(Characteristic::Strength),
        TestTrait::Toughness => TestedTrait::Characteristic(Characteristic::Toughness),
        TestTrait::Agility => TestedTrait::Characteristic(Characteristic::Agility),
        TestTrait::Willpower => TestedTrait::Characteristic(Characteristic::Willpower),
        TestTrait::Athletics => TestedTrait::Skill(Skill::Athletics),
        TestTrait::Endurance => TestedTrait::Skill(Skill::Endurance),
    }
}

/// The target number before modifiers.
pub fn trait_value(unit: &UnitSnapshot, of: TestTrait, _: &RuleSet) -> i32 {
    let sheet = unit.sheet.circumstances();
    match tested_trait(of) {
        TestedTrait::Characteristic(characteristic) => sheet.value(characteristic),
        TestedTrait::Skill(skill) => sheet.skill(skill),
    }
}

/// `CS-BASE-01`, `CS-BASE-04`, `CS-BASE-28`.
pub fn roll_trait_test(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    (of, trial): (TestTrait, &AilmentTest),
    changes: &[TestModifier],
    rules: &RuleSet,
) -> RuleResult<TestResult> {
    let (fighter, switches) = (fighter_in_fight(unit, None, rules), switches(rules));
    let mut parts = Modifiers::new();
    for change in changes {
        AILMENTS.add_modifier(&mut parts, *change);
    }
    if of == TestTrait::Agility {
        crate::circumstances::situational_modifiers::difficult_terrain::add_own_agility(
            &fighter,
            unit.ground,
            &mut parts,
        );
    }
    let target = match tested_trait(of) {
        TestedTrait::Characteristic(characteristic) => {
            TargetNumber::for_characteristic(&fighter.sheet, characteristic, parts, switches)
        }
        TestedTrait::Skill(skill) => TargetNumber::for_skill(&fighter.sheet, skill, parts, switches),
    };
    let test =
        TestAttempt { fighter: &fighter, why: trial.why, clause: trial.clause, target: &target, switches };
    let tested = test.roll_unless(table, |_| false)?;
    let degrees = d100_test::degrees_of_failure(tested.roll, target.number);
    let passed = d100_test::degrees_of_success(tested.roll, target.number).cast_signed() + 1;
    Ok(TestResult {
        passed: tested.passed,
        degree: if tested.passed { passed } else { -degrees.cast_signed() },
        failed_badly: !tested.passed && degrees >= BADLY,
        after: tested.fate_spent.then(|| wrap_health_state(fighter.condition.with_fate_spent(1))),
    })
}

/// 1d5 Wounds that ignore Toughness and armour. `CS-BURN-01` to `CS-BURN-03`.
pub fn resolve_burning(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    _: &RuleSet,
) -> RuleResult<(HealthState, u32)> {
    let who = Some(unit.id);
    let purpose = Purpose { who, why: "burning", clause: "CS-BURN-01", parts: &[], limit: None };
    let wounds = d5(table.roll(D10, purpose)?.value);
    table.note(|| Note::new("CS-BURN-02", WoundNote::Burning { wounds }));
    Ok((wrap_health_state(unit.condition.circumstances().with_wounds_lost(wounds)), wounds))
}
