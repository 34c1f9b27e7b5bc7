//! Hidden units, the search for them, and surprise.

use crate::rulebook::BookDefinition;
use crate::{RuleSet, RuleStep, SurpriseContext, TargetSight, UnitSnapshot};
use dice::{RuleResult, Table};

/// Hidden units, the search for them, and surprise. None by default.
pub trait DetectionRules: BookDefinition {
    /// Resolves a unit's search for a hidden enemy at the start of its phase, with the sight between them and whether
    /// there is a line of sight. `CS-UNA-06`.
    fn detect_hidden_unit(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _hidden: &UnitSnapshot,
        _sight: &TargetSight,
        _line_of_sight: bool,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        Ok(Vec::new())
    }

    /// Returns whether a hidden unit stays hidden; `seen` by an enemy in plain sight. `CS-UNA-05`.
    fn stays_concealed(_unit: &UnitSnapshot, _seen: bool, _rules: &RuleSet) -> bool {
        false
    }

    /// Tests whether a unit is surprised by enemies that appear. `SS-SURP-05`.
    fn roll_surprise(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _meeting: &SurpriseContext<'_>,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        Ok(Vec::new())
    }
}
