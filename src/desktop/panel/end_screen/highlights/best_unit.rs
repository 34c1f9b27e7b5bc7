//! The unit that did best.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::panel::end_screen::statistics::{GoalCredit, count_statistics, credited_goals};
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
    /// Targets of objectives that it took out, or killed after another unit had taken them out.
    pub goals: u32,
    /// Whether another unit had taken one of these targets out before.
    pub is_kill_of_fallen: bool,
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

/// Targets of objectives that a unit took out or killed.
#[derive(Clone, Copy, Debug, Default)]
struct Goals {
    count: u32,
    /// Whether another unit had taken one of them out before.
    is_kill_of_fallen: bool,
}

/// Counts the targets of objectives that each unit took out or killed.
fn count_goals(
    records: &[OrderRecord],
    are_enemies: &impl Fn(UnitId, UnitId) -> bool,
    measures: &Measures,
) -> BTreeMap<UnitId, Goals> {
    let mut all: BTreeMap<UnitId, Goals> = BTreeMap::new();
    for GoalCredit { unit, by, is_kill_of_fallen } in credited_goals(records) {
        if are_enemies(unit, by) && (measures.is_goal)(unit) {
            let goals = all.entry(by).or_default();
            goals.count += 1;
            goals.is_kill_of_fallen |= is_kill_of_fallen;
        }
    }
    all
}

/// Finds the unit with most targets of objectives, then with most enemies taken out, then with most damage, among those that count;
/// the first of equal ones. A target counts for the unit that took it out, and for the one that killed it after that.
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
        all.insert(unit, (goals.get(&unit).map_or(0, |goals| goals.count), own.downed, own.dealt));
    }
    let useful = all.iter().filter(|(_, (_, downed, dealt))| *downed > 0 || *dealt > 0);
    let (unit, &(count, downed, dealt)) = useful.min_by_key(|(unit, own)| (Reverse(**own), **unit))?;
    let is_tied = all.iter().any(|(other, its)| other != unit && (its.0, its.1) == (count, downed));
    let is_kill_of_fallen = goals.get(unit).is_some_and(|goals| goals.is_kill_of_fallen);
    Some(BestUnit { unit: *unit, downed, goals: count, is_kill_of_fallen, dealt, is_tied })
}
