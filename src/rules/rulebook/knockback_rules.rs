//! Resistance to knockback, collisions and footing. Chapter KNOCK.

use crate::knockback::profile::{ImpactSurface, KnockbackProfile};
use crate::rulebook::{HazardRules, StatusRules, defaults};
use crate::{Fall, HazardExposure, RuleSet, RuleStep, UnitSnapshot};
use dice::{RuleResult, Table};

/// How a unit resists knockback, and what a collision does to it.
pub trait KnockbackRules: HazardRules + StatusRules {
    /// Returns a unit's resistance to knockback: by default nothing moves it. Chapter KNOCK.
    fn knockback_profile(_unit: &UnitSnapshot, _rules: &RuleSet) -> KnockbackProfile {
        KnockbackProfile::IMMOVABLE
    }

    /// Resolves a collision with this many metres of knockback left: by default like a fall over as many metres.
    /// `AB-KNOCK-18`, `AB-KNOCK-26`.
    fn resolve_collision(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        metres: u32,
        _surface: ImpactSurface,
        rules: &RuleSet,
    ) -> RuleResult<HazardExposure> {
        crate::play::resolve_fall(table, unit, Fall { height_cm: 100 * metres, leapt: false }, rules)
    }

    /// Rolls whether a unit stays on its feet after knockback, and returns the effects of the test: by default a test
    /// of Agility against the metres. `AB-KNOCK-03`, `AB-KNOCK-04`.
    fn roll_footing(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        metres: u32,
        rules: &RuleSet,
    ) -> RuleResult<(bool, Vec<RuleStep>)> {
        defaults::test_footing(table, unit, metres, rules)
    }
}
