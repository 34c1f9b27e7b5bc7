//! Tests for ailments, fire, and fatigue. Chapters AIL to PIN, and FATG.

use super::CircumstancesRulebook;
use super::units::{fighter, switches, wrap_health_state};
use crate::circumstances::d100_test::{D10, TargetNumber, TestAttempt, d5};
use crate::circumstances::health::fatigue;
use crate::circumstances::lines::{WoundCount, WoundNote};
use crate::circumstances::{Ailment, Characteristic, Skill, d100_test};
use crate::lines::CountOf;
use crate::rulebook::StatusRules;
use crate::status::ailment_terms::AilmentTerms;
use crate::status::{AilmentCause, AilmentTest, TestModifier, TestResult, TestTrait};
use crate::{HealthState, RuleSet, RuleStep, UnitSnapshot, status};
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
const BAD_FAILURE_DEGREES: u32 = 3;

impl StatusRules for CircumstancesRulebook {
    /// The target number before modifiers.
    fn trait_value(unit: &UnitSnapshot, of: TestTrait, _: &RuleSet) -> i32 {
        let sheet = unit.sheet.circumstances();
        match tested_trait(of) {
            TestedTrait::Characteristic(characteristic) => sheet.value(characteristic),
            TestedTrait::Skill(skill) => sheet.skill(skill),
        }
    }

    /// `CS-BASE-01`, `CS-BASE-04`, `CS-BASE-28`.
    fn roll_trait_test(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        (of, ailment_test): (TestTrait, &AilmentTest),
        changes: &[TestModifier],
        rules: &RuleSet,
    ) -> RuleResult<TestResult> {
        let (fighter, switches) = (fighter(unit, rules), switches(rules));
        let mut parts = Modifiers::new();
        for change in changes {
            AILMENTS.add_modifier(&mut parts, *change);
        }
        if of == TestTrait::Agility {
            crate::circumstances::situational_modifiers::difficult_terrain::add_agility_penalties(
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
        let test = TestAttempt {
            fighter: &fighter,
            why: ailment_test.why,
            clause: ailment_test.clause,
            target: &target,
            switches,
        };
        let tested = test.roll_unless(table, |_| false)?;
        let degrees = d100_test::degrees_of_failure(tested.roll, target.number);
        let passed = d100_test::degrees_of_success(tested.roll, target.number).cast_signed() + 1;
        Ok(TestResult {
            passed: tested.passed,
            degree: if tested.passed { passed } else { -degrees.cast_signed() },
            failed_badly: !tested.passed && degrees >= BAD_FAILURE_DEGREES,
            curse_spent: tested.curse_spent,
            after: tested.fate_spent.then(|| wrap_health_state(fighter.condition.with_fate_spent(1))),
        })
    }

    /// 1d5 Wounds that ignore Toughness and armour. `CS-BURN-01` to `CS-BURN-03`.
    fn resolve_burning(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        _: &RuleSet,
    ) -> RuleResult<(HealthState, u32)> {
        let who = Some(unit.id);
        let purpose = Purpose { who, why: "burning", clause: "CS-BURN-01", parts: &[], limit: None };
        let wounds = d5(table.roll(D10, purpose)?.value);
        table.note(|| Note::new("CS-BURN-02", WoundNote::Burning { wounds: WoundCount(wounds) }));
        Ok((wrap_health_state(unit.condition.circumstances().with_wounds_lost(wounds)), wounds))
    }

    /// The fatigue penalty while it lasts, and collapse from too much fatigue. `CS-FATG-04` to `CS-FATG-07`.
    fn aftereffects(unit: &UnitSnapshot, after: &HealthState, _: &RuleSet) -> Vec<RuleStep> {
        let (sheet, before) = (unit.sheet.circumstances(), unit.condition.circumstances().fatigue);
        let level = after.circumstances().fatigue;
        let is_exhausted = status::has(&unit.ailments, Ailment::Exhausted);
        let mut steps = Vec::new();
        match (is_exhausted, fatigue::is_exhausted(level, sheet)) {
            (false, true) => {
                let cause = AilmentCause::new(Ailment::Exhausted, None);
                steps.push(RuleStep::Afflict { unit: unit.id, cause });
            }
            (true, false) => {
                let clause = "CS-FATG-05";
                steps.push(RuleStep::Relieve {
                    unit: unit.id,
                    ailment: Ailment::Exhausted,
                    part: None,
                    clause,
                });
            }
            _ => {}
        }
        if level > before && fatigue::causes_collapse(level, sheet) {
            let time = CountOf(fatigue::collapse_minutes(level, sheet), "minute");
            let text = WoundNote::Collapses { time };
            steps.push(RuleStep::note(unit.id, text, "CS-FATG-06"));
            steps.push(RuleStep::Afflict { unit: unit.id, cause: fatigue::collapse_ailment(level, sheet) });
        }
        steps
    }
}

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
