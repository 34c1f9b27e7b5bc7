//! Tests that ailments ask for, whatever the book measures them in.

use super::{ActiveAilment, Ailment, Amount, ResistTest, TestModifier, TestTrait};
use crate::HealthState;
use dice::Clause;

/// A test that an ailment asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AilmentTest {
    /// What it is of: the best of these.
    pub of: &'static [TestTrait],
    /// What it is for: "to break free".
    pub why: &'static str,
    /// The clause that asks.
    pub clause: Clause,
    /// Points of a hundred on top.
    pub bonus: Option<TestModifier>,
}

/// How a test ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestResult {
    /// It passed.
    pub passed: bool,
    /// How well it went in the book's own measure, for contests: hits, net successes, degrees.
    pub degree: i32,
    /// It failed by three degrees or more. `CS-PANI-03`.
    pub failed_badly: bool,
    /// The unit's condition afterwards, where the test cost something. `CS-BASE-28`.
    pub after: Option<HealthState>,
}

impl TestResult {
    /// Takes what the test cost off a unit.
    pub fn apply_cost(&self, unit: &mut crate::UnitSnapshot) {
        if let Some(after) = &self.after {
            unit.condition = after.clone();
        }
    }
}

impl AilmentTest {
    /// A plain one.
    pub const fn new(of: &'static [TestTrait], why: &'static str, clause: Clause) -> Self {
        Self { of, why, clause, bonus: None }
    }

    /// With so many points of a hundred on top.
    #[must_use]
    pub const fn with_bonus(mut self, points: i32, reason: &'static str, clause: Clause) -> Self {
        if points != 0 {
            self.bonus = Some(TestModifier { amount: Amount::Points(points), reason, clause });
        }
        self
    }

    /// The test that keeps an ailment off.
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

/// Bonus of whoever was not shot at, or is under cover, or both. `CS-PIN-09` to `CS-PIN-11`.
const UNHARASSED_BONUS: i32 = 30;
/// Putting out a fire. `CS-BURN-05`.
const PUT_OUT_FIRE_PENALTY: i32 = -20;

/// What a unit's end of phase looks like, as far as its ailments care.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseEndContext {
    /// Somebody shot at it since the end of its previous phase. `CS-PIN-09`.
    pub shot_at: bool,
    /// It is under cover from whoever pinned it. `CS-PIN-10`.
    pub covered: bool,
}

/// The tests at the end of a unit's phase that may take ailments away. `CS-FROZ-02`, `CS-PANI-04`, `CS-PIN-08` to
/// `CS-PIN-11`.
pub fn recovery_tests(
    suffered: &[ActiveAilment],
    around: PhaseEndContext,
) -> impl Iterator<Item = (ActiveAilment, AilmentTest)> {
    suffered.iter().filter_map(move |one| {
        let recovery = one.ailment.rule().recovery?;
        let trial = AilmentTest::new(recovery.of, "recovery", recovery.clause);
        let trial = match one.ailment {
            Ailment::Pinned if around.covered => {
                trial.with_bonus(UNHARASSED_BONUS, "under cover", "CS-PIN-10")
            }
            Ailment::Pinned if !around.shot_at => {
                trial.with_bonus(UNHARASSED_BONUS, "not shot at", "CS-PIN-09")
            }
            _ => trial.with_bonus(recovery.points, "recovery", recovery.clause),
        };
        Some((*one, trial))
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

/// The test of somebody beside a burning unit as its phase ends. `CS-BURN-07`.
pub const fn catch_fire_test() -> AilmentTest {
    AilmentTest::new(&[TestTrait::Agility], "keep clear of the flames", "CS-BURN-07")
}

/// The test of whoever struck a Shocked unit. `CS-SHCK-02`.
pub const fn shock_contagion_test() -> AilmentTest {
    AilmentTest::new(&[TestTrait::Agility], "keep clear of the current", "CS-SHCK-02")
}

/// The test of whoever is under suppressing fire. `CS-PIN-15`.
pub const fn suppression_test() -> AilmentTest {
    AilmentTest::new(&[TestTrait::Willpower], "stand the fire", "CS-PIN-15")
}

/// The test of a Confused unit as its phase begins. `CS-CONF-03`.
pub const fn confusion_test() -> AilmentTest {
    AilmentTest::new(&[TestTrait::Willpower], "tell friend from foe", "CS-CONF-03")
}

/// The test of a Panicked unit as its phase begins. `CS-PANI-01`.
pub const fn panic_test() -> AilmentTest {
    AilmentTest::new(&[TestTrait::Willpower], "keep its nerve", "CS-PANI-01")
}

/// The test against an order that goes against a unit's life or its values. `CS-BRWA-08`, `CS-BRWA-09`.
pub const fn defiance_test(clause: Clause) -> AilmentTest {
    AilmentTest::new(&[TestTrait::Willpower], "defy the order", clause).with_bonus(
        super::AGAINST_VALUES_BONUS,
        "against its nature",
        clause,
    )
}
