//! `HazardRules`: damage that needs no attack, from hazardous ground such as fire and from falls, and its description
//! for previews.

use crate::rulebook::BookDefinition;
use crate::{Fall, ForecastNote, Hazard, HazardExposure, RuleSet, UnitSnapshot};
use dice::{Clause, RuleResult, Table};

/// Damage by hazardous ground and by falls. None by default.
pub trait HazardRules: BookDefinition {
    /// Resolves hazardous ground that a unit enters or begins its phase on; `None` without a rule for it.
    /// `AD-SPEC-01`.
    fn resolve_hazard(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _hazard: Hazard,
        _rules: &RuleSet,
    ) -> RuleResult<Option<HazardExposure>> {
        Ok(None)
    }

    /// Describes the damage of hazardous ground in the book's terms: "damage 5EL".
    fn hazard_note(_hazard: Hazard, _rules: &RuleSet) -> Option<ForecastNote> {
        None
    }

    /// Resolves a fall: without damage, by default. `CS-FALL-03`, `AD-SPEC-03`, `AB-KNOCK-26`.
    fn resolve_fall(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        fall: Fall,
        _rules: &RuleSet,
    ) -> RuleResult<HazardExposure> {
        Ok(HazardExposure::unhurt_by_fall(fall, ""))
    }

    /// Returns the clause by which climbing down is safe where a fall would do damage; `None` by default. `CS-FALL-02`.
    fn climb_clause(_unit: &UnitSnapshot, _climb: Fall, _rules: &RuleSet) -> Option<Clause> {
        None
    }

    /// Describes the damage of a fall in the book's terms: "damage 3IC"; `None` if it does none to this unit.
    fn fall_note(_unit: &UnitSnapshot, _fall: Fall, _rules: &RuleSet) -> Option<ForecastNote> {
        None
    }
}
