//! Tests required by ailments, in any book.

use super::{ActiveAilment, Ailment, Amount, ResistTest, TestModifier, TestTrait};
use crate::{HealthState, RuleStep};
use dice::Clause;
use model::UnitId;

/// A test that an ailment requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AilmentTest {
    /// Traits of which the best counts.
    pub of: &'static [TestTrait],
    /// Purpose: "to break free".
    pub why: &'static str,
    /// Clause that requires it.
    pub clause: Clause,
    /// Additional percentage points.
    pub bonus: Option<TestModifier>,
}

/// Result of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestResult {
    /// Whether it succeeded.
    pub passed: bool,
    /// Degree of success in the book's terms, for contests: hits, net successes, degrees.
    pub degree: i32,
    /// Whether it failed by three degrees or more. `CS-PANI-03`.
    pub failed_badly: bool,
    /// The unit's health afterwards, if the test cost something; `None` otherwise. `CS-BASE-28`.
    pub after: Option<HealthState>,
    /// Whether a curse made it roll again. `CS-CURS-01`.
    pub curse_spent: bool,
}

impl TestResult {
    /// The cost of the test as effects: its price, and a curse that it used up. `CS-BASE-28`, `CS-CURS-01`.
    pub fn cost_steps(&self, unit: UnitId) -> impl Iterator<Item = RuleStep> {
        let price =
            self.after.clone().map(|after| RuleStep::ChangeHealth { unit, after, damage: 0, cause: None });
        price.into_iter().chain(self.curse_spent.then_some(RuleStep::SpendCurse { unit }))
    }

    /// Applies the cost of the test to a unit.
    pub fn apply_cost(&self, unit: &mut crate::UnitSnapshot) {
        if let Some(after) = &self.after {
            unit.condition = after.clone();
        }
        if self.curse_spent {
            unit.spend_curse();
        }
    }
}

impl AilmentTest {
    /// A test without a bonus.
    pub const fn new(of: &'static [TestTrait], why: &'static str, clause: Clause) -> Self {
        Self { of, why, clause, bonus: None }
    }

    /// Adds percentage points.
    #[must_use]
    pub const fn with_bonus(mut self, points: i32, reason: &'static str, clause: Clause) -> Self {
        if points != 0 {
            self.bonus = Some(TestModifier { amount: Amount::Points(points), reason, clause });
        }
        self
    }

    /// The test that prevents an ailment.
    pub const fn to_resist(resist: ResistTest, ailment: Ailment) -> Self {
        let of: &[TestTrait] = match resist.with {
            TestTrait::Strength => &[TestTrait::Strength],
            TestTrait::Toughness => &[TestTrait::Toughness],
            TestTrait::Agility => &[TestTrait::Agility],
            TestTrait::Willpower => &[TestTrait::Willpower],
            TestTrait::Athletics => &[TestTrait::Athletics],
            TestTrait::Endurance => &[TestTrait::Endurance],
        };
        Self::new(of, "resist", ailment.rule().clause).with_bonus(
            resist.points,
            "resistance",
            ailment.rule().clause,
        )
    }
}

/// Bonus of a unit that was not shot at, or is in cover, or both. `CS-PIN-09` to `CS-PIN-11`.
const UNHARASSED_BONUS: i32 = 30;
/// Penalty of putting out a fire. `CS-BURN-05`.
const PUT_OUT_FIRE_PENALTY: i32 = -20;

/// Circumstances at the end of a unit's phase that matter to its ailments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseEndContext {
    /// Whether it was shot at since the end of its previous phase. `CS-PIN-09`.
    pub shot_at: bool,
    /// Whether it is in cover from the unit that pinned it. `CS-PIN-10`.
    pub covered: bool,
}

/// The tests at the end of a unit's phase that may end ailments. `CS-FROZ-02`, `CS-PANI-04`, `CS-PIN-08` to
/// `CS-PIN-11`.
pub fn recovery_tests(
    suffered: &[ActiveAilment],
    around: PhaseEndContext,
) -> impl Iterator<Item = (ActiveAilment, AilmentTest)> {
    suffered.iter().filter_map(move |one| {
        let recovery = one.ailment.rule().recovery?;
        let test = AilmentTest::new(recovery.of, "recovery", recovery.clause);
        let test = match one.ailment {
            Ailment::Pinned if around.covered => test.with_bonus(UNHARASSED_BONUS, "in cover", "CS-PIN-10"),
            Ailment::Pinned if !around.shot_at => {
                test.with_bonus(UNHARASSED_BONUS, "not shot at", "CS-PIN-09")
            }
            _ => test.with_bonus(recovery.points, "recovery", recovery.clause),
        };
        Some((*one, test))
    })
}

/// The test that puts out a fire. `CS-BURN-05`.
pub const fn put_out_fire_test() -> AilmentTest {
    AilmentTest::new(&[TestTrait::Agility], "put out the fire", "CS-BURN-05").with_bonus(
        PUT_OUT_FIRE_PENALTY,
        "putting out a fire",
        "CS-BURN-05",
    )
}

/// The test of a unit beside a burning one at the end of its phase. `CS-BURN-07`.
pub const fn catch_fire_test() -> AilmentTest {
    AilmentTest::new(&[TestTrait::Agility], "avoid the flames", "CS-BURN-07")
}

/// The test of a unit that hit a Shocked one. `CS-SHCK-02`.
pub const fn shock_contagion_test() -> AilmentTest {
    AilmentTest::new(&[TestTrait::Agility], "avoid the current", "CS-SHCK-02")
}

/// The test of a unit under suppressing fire. `CS-PIN-15`.
pub const fn suppression_test() -> AilmentTest {
    AilmentTest::new(&[TestTrait::Willpower], "withstand the fire", "CS-PIN-15")
}

/// The test of a Confused unit at the start of its phase. `CS-CONF-03`.
pub const fn confusion_test() -> AilmentTest {
    AilmentTest::new(&[TestTrait::Willpower], "tell friend from foe", "CS-CONF-03")
}

/// The test of a Panicked unit at the start of its phase. `CS-PANI-01`.
pub const fn panic_test() -> AilmentTest {
    AilmentTest::new(&[TestTrait::Willpower], "keep its nerve", "CS-PANI-01")
}

/// The test against an order that endangers a unit's life or violates its values. `CS-BRWA-08`, `CS-BRWA-09`.
pub const fn defiance_test(clause: Clause) -> AilmentTest {
    AilmentTest::new(&[TestTrait::Willpower], "defy the order", clause).with_bonus(
        super::AGAINST_VALUES_BONUS,
        "against its nature",
        clause,
    )
}
