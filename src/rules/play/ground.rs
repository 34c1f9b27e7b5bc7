//! What heights and want of air do: falls, and what a condition brings besides itself.

use crate::ground::falling::end_fall;
use crate::knockback::profile::{ImpactSurface, KnockbackProfile};
use crate::registry::ask_rulebook;
use crate::{Fall, ForecastNote, HazardExposure, HealthState, RuleSet, RuleStep, UnitSnapshot};
use dice::{RuleResult, Table};

/// A unit falls from one height to another: what that does to it, whatever threw it down. A unit on which it falls is
/// struck as if it had fallen itself. `CS-FALL-03`, `AD-SPEC-03`, `AB-KNOCK-26`.
pub fn resolve_fall(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    fall: Fall,
    rules: &RuleSet,
) -> RuleResult<HazardExposure> {
    let exposure = ask_rulebook!(unit.sheet.book(), resolve_fall(table, unit, fall, rules))?;
    Ok(end_fall(unit, fall, exposure))
}

/// What a fall does, in the book's measure: "damage 3IC"; nothing where it does nothing to this unit.
pub fn fall_note(unit: &UnitSnapshot, fall: Fall, rules: &RuleSet) -> Option<ForecastNote> {
    ask_rulebook!(unit.sheet.book(), fall_note(unit, fall, rules))
}

/// What a unit suffers besides, now that its condition is this one. `CS-FATG-04`, `CS-FATG-06`.
pub fn aftereffects(unit: &UnitSnapshot, after: &HealthState, rules: &RuleSet) -> Vec<RuleStep> {
    ask_rulebook!(unit.sheet.book(), aftereffects(unit, after, rules))
}

/// Whether want of air counts. `CS-SUFF-01`.
pub fn knows_breath(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), COUNTS_BREATH)
}

/// Whether the book of the fight works out by itself whom a living shield takes a hit for. `AB-SHIELD-01`.
pub fn knows_screens(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), HAS_BODY_SHIELDS)
}

/// Whether the book of the fight has a chapter of its own on grapples.
pub fn grapples_by_itself(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), HAS_GRAPPLES)
}

/// What knockback asks of a body: its mass, its footing. Chapter KNOCK of Aberrant.
pub fn knockback_profile(unit: &UnitSnapshot, rules: &RuleSet) -> KnockbackProfile {
    ask_rulebook!(unit.sheet.book(), knockback_profile(unit, rules))
}

/// A unit crashes with so many metres of a flight left. `AB-KNOCK-18`.
pub fn resolve_collision(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    metres: u32,
    surface: ImpactSurface,
    rules: &RuleSet,
) -> RuleResult<HazardExposure> {
    ask_rulebook!(unit.sheet.book(), resolve_collision(table, unit, metres, surface, rules))
}

/// Whether a unit that was thrown so far stands, and what trying cost. `AB-KNOCK-03`, `AB-KNOCK-04`.
pub fn roll_footing(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    metres: u32,
    rules: &RuleSet,
) -> RuleResult<(bool, Vec<RuleStep>)> {
    ask_rulebook!(unit.sheet.book(), roll_footing(table, unit, metres, rules))
}

/// Whether the book of the fight throws people about by a chapter of its own.
pub fn knows_knockback(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), HAS_KNOCKBACK)
}
