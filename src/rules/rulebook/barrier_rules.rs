//! `BarrierRules`: how much damage breaches a barrier segment, and what damage does to a unit that stands before a
//! target like a barrier.

use crate::rulebook::BookDefinition;
use crate::{BarrierOnLine, HealthState, RuleSet, Sheet, UnitSnapshot};
use dice::Clause;

/// What breaches a barrier, and a unit that stands before the target of an attack as a barrier.
pub trait BarrierRules: BookDefinition {
    /// Returns the Structure of a unit that stands before the target of an attack. `SS-BARR-45`.
    fn structure_as_barrier(_sheet: &Sheet) -> u32 {
        0
    }

    /// Returns a unit's health after this damage to it as a barrier: unchanged, by default. `SS-BARR-47`.
    fn damage_as_barrier(unit: &UnitSnapshot, _points: u32, _rules: &RuleSet) -> HealthState {
        unit.condition.clone()
    }

    /// Returns the damage that breaches an intact barrier segment: its hit points, by default. `SS-BARR-01`.
    fn barrier_hit_points(barrier: &BarrierOnLine, _rules: &RuleSet) -> u32 {
        barrier.hit_points()
    }

    /// Says what happens to cover that an attack on something else breaches, with the clause; `None` by default: it has a hole,
    /// as any barrier.
    fn breached_cover_words() -> Option<(&'static str, Clause)> {
        None
    }
}
