//! Ailment tests and burning: this book's column of the conversion table.

use super::{CombatChecksRulebook, switches};
use crate::combat_checks::checks::check;
use crate::combat_checks::checks::pool::Check;
use crate::combat_checks::lines::CheckNote;
use crate::combat_checks::{Characteristic, Fighter};
use crate::lines::CountOf;
use crate::rulebook::StatusRules;
use crate::status::ailment_terms::{AilmentTerms, CURSE, REFUSED};
use crate::status::{AilmentTest, TestModifier, TestResult, TestTrait};
use crate::{HealthState, RuleSet, UnitSnapshot};
use dice::{Dice, Modifiers, Note, Purpose, RollMode, RuleResult, Table};

/// The column of this book of the ailment table.
pub const AILMENTS: AilmentTerms = AilmentTerms {
    tests: [
        (TestTrait::Strength, "Strength"),
        (TestTrait::Toughness, "Toughness"),
        (TestTrait::Agility, "Agility"),
        (TestTrait::Willpower, "Willpower"),
        (TestTrait::Athletics, "Strength"),
        (TestTrait::Endurance, "Toughness"),
    ],
    passes: "a net success against 2 difficulty dice",
    needs: 2,
    badly: "2 net failures or more",
    ten_points: "one boost die, or one setback die",
    step: 10,
    burning: "1d5 Wounds, ignoring Soak",
    special_damage: "half of the weapon's damage more, rounded up",
    strength: 2,
    failing_shots: REFUSED,
    curse: CURSE,
};

/// Net failures of a bad failure.
const BAD_FAILURE: i16 = -2;

impl StatusRules for CombatChecksRulebook {
    /// Positive dice of the check.
    fn trait_value(unit: &UnitSnapshot, of: TestTrait, rules: &RuleSet) -> i32 {
        i32::from(Fighter::from_snapshot(unit, rules).characteristic(tested_characteristic(of)))
    }

    /// `CC-POOL-04`, `CC-DICE-12`, `CC-ECON-09`.
    fn roll_trait_test(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        (of, test): (TestTrait, &AilmentTest),
        changes: &[TestModifier],
        rules: &RuleSet,
    ) -> RuleResult<TestResult> {
        let fighter = Fighter::from_snapshot(unit, rules);
        let check = Check::from_characteristic(tested_characteristic(of));
        let mut build = check::assemble_pool(&fighter, check, 0);
        build.difficulty.add(i32::from(AILMENTS.needs), test.why, test.clause);
        let mut modifiers = Modifiers::new();
        for change in changes {
            AILMENTS.add_modifier(&mut modifiers, *change);
        }
        check::add_status_dice(&mut build, &modifiers);
        let (pool, parts) = (build.build(switches(rules)), build.modifiers());
        let symbols = check::roll_check(table, pool, unit.id, test.why, test.clause, &parts)?;
        let mut after = fighter.condition.clone();
        after.use_up_pending(check);
        Ok(TestResult {
            passed: check::is_success(symbols),
            degree: i32::from(symbols.successes),
            failed_badly: symbols.successes <= BAD_FAILURE,
            curse_spent: false,
            after: (after != fighter.condition).then_some(HealthState::CombatChecks(after)),
        })
    }

    /// 1d5 wounds, ignoring Soak. `CS-BURN-01`.
    fn resolve_burning(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        _: &RuleSet,
    ) -> RuleResult<(HealthState, u32)> {
        let who = Some(unit.id);
        let purpose = Purpose { who, why: "burning", clause: "CS-BURN-01", parts: &[], limit: None };
        let d10 = Dice { count: 1, sides: 10, read: RollMode::Sum };
        let wounds = table.roll(d10, purpose)?.value.div_ceil(2);
        table.note(|| Note::new("CS-BURN-01", CheckNote::Burning { wounds: CountOf(wounds, "Wound") }));
        let mut after = unit.condition.combat_checks().clone();
        after.wounds += wounds;
        Ok((HealthState::CombatChecks(after), wounds))
    }
}

/// The characteristic that a trait stands for.
const fn tested_characteristic(of: TestTrait) -> Characteristic {
    match of {
        TestTrait::Strength | TestTrait::Athletics => Characteristic::Strength,
        TestTrait::Toughness | TestTrait::Endurance => Characteristic::Toughness,
        TestTrait::Agility => Characteristic::Agility,
        TestTrait::Willpower => Characteristic::Willpower,
    }
}
