//! Reads the falls that a path leads to.

use super::battle_view::{BattleView, UnitDataItem};
use model::{Cell, UnitId};
use rules::Fall;

/// Returns the fall of a voluntary step over an edge; `None` if the step is no drop or the map has zero gravity.
fn fall_over_edge(view: &BattleView, from: Cell, to: Cell) -> Option<Fall> {
    let grid = view.field().grid();
    let drops = from.direction_to(to).is_some_and(|direction| grid.can_drop(from, direction));
    let height = |cell| i32::from(grid.ground(cell).height_cm);
    let weightless = view.setup().bundle().skirmish.zero_gravity;
    (drops && !weightless).then(|| Fall::between(height(from), height(to), true)).flatten()
}

/// Returns the falls on a path, each with the index of the square on which it lands: a path may enter a square twice, and
/// fall onto it only once.
pub fn falls_on_path(view: &BattleView, from: Cell, path: &[Cell]) -> Vec<(usize, Fall)> {
    let before = [from].into_iter().chain(path.iter().copied());
    let steps = before.zip(path).enumerate();
    steps.filter_map(|(index, (from, to))| Some((index, fall_over_edge(view, from, *to)?))).collect()
}

/// Returns how far a step climbs down by a ladder or stairs; `None` if it does not, or is a drop. `CS-FALL-02`.
pub(crate) fn climb_down(view: &BattleView, from: Cell, to: Cell) -> Option<Fall> {
    let grid = view.field().grid();
    let by_step = from.direction_to(to).is_some_and(|direction| grid.can_step(from, direction));
    let height = |cell| i32::from(grid.ground(cell).height_cm);
    let weightless = view.setup().bundle().skirmish.zero_gravity;
    (by_step && !weightless).then(|| Fall::between(height(from), height(to), false)).flatten()
}

/// Returns the unit that takes the fall of a mover: the vehicle of a driver, or the unit itself. `CS-FALL-11`.
pub fn falling_unit(mover: &UnitDataItem) -> UnitId {
    mover.vehicle().unwrap_or(*mover.id)
}
