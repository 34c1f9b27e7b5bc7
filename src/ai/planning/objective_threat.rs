//! Enemies that are about to meet an objective of their side.

use battle::{BattleView, SafePaths, UnitDataItem};
use content::Objective;
use model::Side;
use rules::play;

/// Factor for the value of an enemy that can meet an objective of its side with its next move, and of one that decides
/// the battle by it.
const CLOSE_TO_GOAL: f64 = 2.5;
pub(crate) const ABOUT_TO_WIN: f64 = 4.0;

/// Value of putting a unit out of action that a side has to stop or to slay; that of others is 1.
pub(crate) const WANTED_VALUE: f64 = 3.0;

/// Factor for the value of stopping another unit: above 1 if its next move brings it to the place that it has to reach or
/// to leave from.
pub(crate) fn objective_urgency(view: &BattleView, other: &UnitDataItem, own: Side) -> f64 {
    if *other.side == own {
        return 1.0;
    }
    let objectives = view.setup().bundle().skirmish.objectives.iter();
    let urgencies = objectives.filter(|objective| objective.side() == other.side.0).filter_map(|objective| {
        let (zone, missing) = reached_zone(view, objective)?;
        can_enter(view, other, zone).then_some(if missing <= 1 { ABOUT_TO_WIN } else { CLOSE_TO_GOAL })
    });
    urgencies.fold(1.0, f64::max)
}

/// The zone that units of a side have to reach or to leave from, and how many of them are still missing; `None` for other
/// objectives.
pub(crate) fn reached_zone<'o>(view: &BattleView, objective: &'o Objective) -> Option<(&'o str, usize)> {
    let (zone, needed) = match objective {
        Objective::Escape { zone, units, .. } => (zone.as_str(), *units),
        Objective::Reach { zone, .. } => (zone.as_str(), 1),
        _ => return None,
    };
    let side = view.units().filter(|unit| unit.side.0 == objective.side());
    let gone = side.filter(|unit| unit.out_of_action.escaped()).count();
    Some((zone, (needed as usize).saturating_sub(gone)))
}

/// Whether a unit is in a zone or reaches it with its next move.
fn can_enter(view: &BattleView, unit: &UnitDataItem, zone: &str) -> bool {
    let Some(cells) = view.setup().bundle().skirmish.map.zones.get(zone) else { return false };
    if cells.contains(&unit.cell()) {
        return true;
    }
    let mut snapshot = view.unit_snapshot(unit);
    (snapshot.walked, snapshot.runs) = (0, 0);
    snapshot.budget = play::budget_at_pass_start(&snapshot, view.rules());
    let budget = play::move_budget(&snapshot, view.rules());
    let reach = budget.walk_left.max(budget.run);
    // The straight way is the shortest, so that paths are only computed near the zone.
    let is_near = cells.iter().any(|cell| 4 * unit.cell().distance_squared(*cell) <= reach.pow(2));
    is_near && {
        let paths = SafePaths::from_unit(view, unit, reach);
        cells.iter().any(|cell| paths.cost(*cell).is_some())
    }
}

/// Whether an objective is to stop or to slay a unit.
pub(crate) fn is_target_of(objective: &Objective, unit: &UnitDataItem) -> bool {
    matches!(objective, Objective::Stop { unit: name, .. } | Objective::Slay { unit: name, .. } if name == unit.identity.name())
}

/// Whether a side has to stop or to slay a unit.
pub(crate) fn is_wanted_by(view: &BattleView, unit: &UnitDataItem, side: Side) -> bool {
    let mut objectives = view.setup().bundle().skirmish.objectives.iter();
    objectives.any(|objective| objective.side() == side.0 && is_target_of(objective, unit))
}

/// Whether another side has to stop or to slay a unit.
pub(crate) fn is_wanted(view: &BattleView, unit: &UnitDataItem) -> bool {
    let mut objectives = view.setup().bundle().skirmish.objectives.iter();
    objectives.any(|objective| objective.side() != unit.side.0 && is_target_of(objective, unit))
}
