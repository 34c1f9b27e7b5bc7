//! The unit that did best.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::panel::end_screen::statistics::{TakeDown, count_statistics, credited_goals};
use battle::OrderRecord;
use content::{Objective, Skirmish};
use model::UnitId;
use rules::HealthState;

/// The unit that did best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BestUnit {
    /// The unit.
    pub unit: UnitId,
    /// Enemies that it took out of action.
    pub downed: u32,
    /// How many of them an objective wanted out of action.
    pub goals: u32,
    /// Damage that it did to enemies, as the table counts it.
    pub dealt: u32,
    /// Whether others took out as many enemies: it is best by its damage then.
    pub is_tied: bool,
}

/// What decides how much a deed of a unit counts.
pub(super) struct Measures<'a> {
    /// Whether an objective wants a unit out of action.
    pub is_goal: &'a dyn Fn(UnitId) -> bool,
    /// How much harm a unit can still take with this health.
    pub health_left: &'a dyn Fn(UnitId, &HealthState) -> u32,
}

/// Whether an objective names a unit that is to be killed or stopped.
pub(super) fn is_wanted_out(skirmish: &Skirmish, name: &str) -> bool {
    let is_wanted = |objective: &Objective| {
        matches!(objective, Objective::Slay { .. } | Objective::Stop { .. }) && objective.unit() == Some(name)
    };
    skirmish.objectives.iter().any(is_wanted)
}

/// Counts the targets of objectives that each unit took out.
fn count_goals(
    records: &[OrderRecord],
    are_enemies: &impl Fn(UnitId, UnitId) -> bool,
    measures: &Measures,
) -> BTreeMap<UnitId, u32> {
    let mut all: BTreeMap<UnitId, u32> = BTreeMap::new();
    for TakeDown { unit, by, .. } in credited_goals(records) {
        if are_enemies(unit, by) && (measures.is_goal)(unit) {
            *all.entry(by).or_default() += 1;
        }
    }
    all
}

/// Finds the unit with most targets of objectives, then with most enemies taken out, then with most damage, among those that count;
/// the first of equal ones.
pub(super) fn find_best_unit(
    records: &[OrderRecord],
    are_enemies: &impl Fn(UnitId, UnitId) -> bool,
    measures: &Measures,
    counts: impl Fn(UnitId) -> bool,
) -> Option<BestUnit> {
    let goals = count_goals(records, are_enemies, measures);
    let mut all: BTreeMap<UnitId, (u32, u32, u32)> = BTreeMap::new();
    let statistics = count_statistics(records, are_enemies, &measures.health_left);
    for (unit, own) in statistics.into_iter().filter(|(unit, _)| counts(*unit)) {
        all.insert(unit, (goals.get(&unit).copied().unwrap_or_default(), own.downed, own.dealt));
    }
    let useful = all.iter().filter(|(_, (_, downed, dealt))| *downed > 0 || *dealt > 0);
    let (unit, &(goals, downed, dealt)) = useful.min_by_key(|(unit, own)| (Reverse(**own), **unit))?;
    let is_tied = all.iter().any(|(other, its)| other != unit && (its.0, its.1) == (goals, downed));
    Some(BestUnit { unit: *unit, downed, goals, dealt, is_tied })
}
