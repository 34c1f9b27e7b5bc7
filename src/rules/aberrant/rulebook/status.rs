//! Tests for borrowed ailments, and fire, as converted to this book.

use super::{AberrantRulebook, extras, fighter};
use crate::aberrant::checks::dice_pool::{PoolRoll, extra_successes};
use crate::aberrant::checks::willpower;
use crate::aberrant::lines::{Counted, DamageNote};
use crate::aberrant::{Ability, DamageType};
use crate::rulebook::StatusRules;
use crate::status::ailment_terms::{AilmentTerms, CURSE, REFUSED};
use crate::status::{AilmentTest, TestModifier, TestResult, TestTrait};
use crate::{HealthState, RuleSet, RuleStep, RuleViolation, UnitSnapshot};
use dice::{Clause, Modifiers, Note, RuleResult, Table};

/// The column of this book of the ailment table.
pub const AILMENTS: AilmentTerms = AilmentTerms {
    tests: [
        (TestTrait::Strength, "Strength + Might"),
        (TestTrait::Toughness, "Stamina + Endurance"),
        (TestTrait::Agility, "Dexterity + Athletics"),
        (TestTrait::Willpower, "Willpower"),
        (TestTrait::Athletics, "Strength + Athletics"),
        (TestTrait::Endurance, "Stamina + Endurance"),
    ],
    passes: "more than 1 success",
    needs: 1,
    badly: "no success",
    ten_points: "one die",
    step: 10,
    burning: "one level of lethal damage, which no soak reduces",
    special_damage: "half of the weapon's damage dice more, rounded up",
    strength: 2,
    failing_shots: REFUSED,
    curse: CURSE,
};

/// Levels that a burning unit loses per round.
const BURNING_LEVELS: u32 = 1;

impl StatusRules for AberrantRulebook {
    /// Number of dice of the test.
    fn trait_value(unit: &UnitSnapshot, tested_trait: TestTrait, _: &RuleSet) -> i32 {
        trait_modifiers(unit, tested_trait).sum()
    }

    /// `AB-BASE-01`, `AB-BASE-02`.
    fn roll_trait_test(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        (tested_trait, test): (TestTrait, &AilmentTest),
        changes: &[TestModifier],
        rules: &RuleSet,
    ) -> RuleResult<TestResult> {
        let mut parts = trait_modifiers(unit, tested_trait);
        for change in changes {
            AILMENTS.add_modifier(&mut parts, *change);
        }
        let sheet = unit.sheet.aberrant();
        let mega = match tested_trait {
            TestTrait::Strength | TestTrait::Athletics => sheet.mega_strength,
            TestTrait::Toughness | TestTrait::Endurance => sheet.mega_stamina,
            TestTrait::Agility => sheet.mega_dexterity,
            TestTrait::Willpower => 0,
        };
        let rolling = PoolRoll { who: unit.id, why: test.why, clause: test.clause, parts: &parts, mega };
        let ((), successes) = rolling.roll(table, (), rules.book.aberrant())?;
        let passed = extra_successes(successes, u32::from(AILMENTS.needs)).is_some();
        Ok(TestResult {
            passed,
            degree: successes.cast_signed(),
            failed_badly: successes == 0,
            after: None,
            curse_spent: false,
        })
    }

    /// One level of lethal damage that ignores soak. `CS-BURN-01`, `AB-TRACK-08`.
    fn resolve_burning(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        rules: &RuleSet,
    ) -> RuleResult<(HealthState, u32)> {
        let mut after = unit.condition.aberrant().clone();
        let switches = rules.book.aberrant();
        after.take_levels(unit.sheet.aberrant(), BURNING_LEVELS, DamageType::Lethal, switches);
        table.note(|| {
            Note::new("CS-BURN-01", DamageNote::Burning { levels: Counted::Levels(BURNING_LEVELS) })
        });
        Ok((HealthState::Aberrant(after), BURNING_LEVELS))
    }

    /// The fall of a cinematic extra, under `cine_narration`. `AB-CINE-09`.
    fn may_narrate(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Clause, RuleViolation> {
        extras::may_narrate(unit, rules)
    }

    /// Cinematic extras run when one of their group has fallen. `AB-CINE-17`.
    fn react_to_loss(fallen: &UnitSnapshot, unit: &UnitSnapshot, rules: &RuleSet) -> Vec<RuleStep> {
        extras::rout(fallen, unit, rules)
    }
}

fn trait_modifiers(unit: &UnitSnapshot, tested_trait: TestTrait) -> Modifiers {
    let fighter = fighter(unit);
    let sheet = &fighter.sheet;
    let mut parts = Modifiers::new();
    let (value, name, ability) = match tested_trait {
        TestTrait::Willpower => return willpower::willpower_parts(&fighter),
        TestTrait::Strength => (sheet.strength, "Strength", Ability::Might),
        TestTrait::Toughness | TestTrait::Endurance => (sheet.stamina, "Stamina", Ability::Endurance),
        TestTrait::Agility => (sheet.dexterity, "Dexterity", Ability::Athletics),
        TestTrait::Athletics => (sheet.strength, "Strength", Ability::Athletics),
    };
    parts.add(i32::from(value), name, "AB-BASE-01");
    parts.add(i32::from(sheet.ability(ability)), ability.name(), "AB-BASE-01");
    parts.add(fighter.condition.wound_penalty(sheet), "wounds", "AB-TRACK-06");
    parts
}
