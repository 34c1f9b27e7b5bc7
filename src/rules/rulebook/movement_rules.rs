//! Movement: how far, at which gait, over which ground.

use crate::lines::SharedRefusal;
use crate::rulebook::BookDefinition;
use crate::turn_engine::Action;
use crate::{GroundConditions, MoveBudget, RuleSet, RuleStep, RuleViolation, SprintOutcome, UnitSnapshot};
use dice::{RuleResult, Table};

/// How far a unit moves, whether it may run, and what the ground on its way does.
pub trait MovementRules: BookDefinition {
    /// Returns how far a unit can move.
    fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget;

    /// Returns the half metres of a walk of which `move_budget` says what is left; by default what is left and what was
    /// walked in the round.
    fn walk_allowance(unit: &UnitSnapshot, rules: &RuleSet) -> u32 {
        Self::move_budget(unit, rules).walk_left + unit.walked
    }

    /// Checks whether a unit may run: not while prone, by default. `announced` is a run announced before its attack.
    /// `SS-MOVE-17`.
    ///
    /// # Errors
    /// Returns a `RuleViolation` if it may not.
    fn may_run(unit: &UnitSnapshot, _announced: bool, _rules: &RuleSet) -> Result<(), RuleViolation> {
        if unit.prone {
            return Err(RuleViolation::new(SharedRefusal::StandUpFirst, "SS-ACT-53"));
        }
        Ok(())
    }

    /// Rolls a sprint; by default there is none, and `move_budget` returns 0 metres for it. `SS-MOVE-09`.
    fn roll_sprint(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _rules: &RuleSet,
    ) -> RuleResult<SprintOutcome> {
        Ok(SprintOutcome { metres: 0, effects: Vec::new() })
    }

    /// Returns the number of squares of a path that a unit crosses, and the effects on it: all of them, by default.
    /// `CS-TER-03`.
    fn cross_ground(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _action: Action,
        path: &[GroundConditions],
        _rules: &RuleSet,
    ) -> RuleResult<(usize, Vec<RuleStep>)> {
        Ok((path.len(), Vec::new()))
    }
}
