//! Falls, suffocation, knockback, and further effects of a unit's health.

use crate::ground::falling::end_fall;
use crate::knockback::profile::{ImpactSurface, KnockbackProfile};
use crate::registry::ask_rulebook;
use crate::rulebook::{BookDefinition, HazardRules, KnockbackRules, StatusRules};
use crate::{
    Fall, ForecastNote, HazardExposure, HealthState, RuleSet, RuleStep, RuleViolation, UnitSnapshot,
};
use dice::{Clause, RuleResult, Table};

/// Resolves a fall. `CS-FALL-03`, `AD-SPEC-03`, `AB-KNOCK-26`.
pub fn resolve_fall(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    fall: Fall,
    rules: &RuleSet,
) -> RuleResult<HazardExposure> {
    let exposure = ask_rulebook!(unit.sheet.book(), resolve_fall(table, unit, fall, rules))?;
    Ok(end_fall(unit, fall, exposure))
}

/// Describes the damage of a fall in the book's terms: "damage 3IC"; `None` if it does none to this unit.
pub fn fall_note(unit: &UnitSnapshot, fall: Fall, rules: &RuleSet) -> Option<ForecastNote> {
    ask_rulebook!(unit.sheet.book(), fall_note(unit, fall, rules))
}

/// Returns the clause by which climbing down is safe where a fall would do damage; `None` if no clause says so.
/// `CS-FALL-02`.
pub fn climb_clause(unit: &UnitSnapshot, climb: Fall, rules: &RuleSet) -> Option<Clause> {
    ask_rulebook!(unit.sheet.book(), climb_clause(unit, climb, rules))
}

/// Lists further effects of a unit's new health. `CS-FATG-04`, `CS-FATG-06`.
pub fn aftereffects(unit: &UnitSnapshot, after: &HealthState, rules: &RuleSet) -> Vec<RuleStep> {
    ask_rulebook!(unit.sheet.book(), aftereffects(unit, after, rules))
}

/// Checks whether a player may describe how a unit went down, and returns the clause. `AB-CINE-09`.
///
/// # Errors
/// Returns a `RuleViolation` if not.
pub fn may_narrate(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Clause, RuleViolation> {
    ask_rulebook!(unit.sheet.book(), may_narrate(unit, rules))
}

/// Lists what the defeat of a unit means for another one. `AB-CINE-17`.
pub fn react_to_loss(fallen: &UnitSnapshot, unit: &UnitSnapshot, rules: &RuleSet) -> Vec<RuleStep> {
    ask_rulebook!(unit.sheet.book(), react_to_loss(fallen, unit, rules))
}

/// Returns whether units can suffocate. `CS-SUFF-01`.
pub fn has_suffocation(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), HAS_SUFFOCATION)
}

/// Returns whether the book's attacks resolve hits on body shields themselves. `AB-SHIELD-01`.
pub fn has_body_shields(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), HAS_BODY_SHIELDS)
}

/// Returns whether units that stand on the line of a shot stop it.
pub fn units_block_shots(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), UNITS_BLOCK_SHOTS)
}

/// Returns whether the book has its own chapter on grappling.
pub fn has_grapples(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), HAS_GRAPPLES)
}

/// Returns whether a unit that holds another one may walk and drag it along. `AB-BASE-10`.
pub fn has_dragging(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), HAS_DRAGGING)
}

/// Returns a unit's resistance to knockback. Chapter KNOCK.
pub fn knockback_profile(unit: &UnitSnapshot, rules: &RuleSet) -> KnockbackProfile {
    ask_rulebook!(unit.sheet.book(), knockback_profile(unit, rules))
}

/// Resolves a collision with this many metres of knockback left. `AB-KNOCK-18`, `AB-KNOCK-26`.
pub fn resolve_collision(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    metres: u32,
    surface: ImpactSurface,
    rules: &RuleSet,
) -> RuleResult<HazardExposure> {
    ask_rulebook!(unit.sheet.book(), resolve_collision(table, unit, metres, surface, rules))
}

/// Rolls whether a unit stays on its feet after knockback, and returns the effects of the test. `AB-KNOCK-03`,
/// `AB-KNOCK-04`.
pub fn roll_footing(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    metres: u32,
    rules: &RuleSet,
) -> RuleResult<(bool, Vec<RuleStep>)> {
    ask_rulebook!(unit.sheet.book(), roll_footing(table, unit, metres, rules))
}

/// Returns whether the book has its own chapter on knockback.
pub fn has_knockback(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), HAS_KNOCKBACK)
}
