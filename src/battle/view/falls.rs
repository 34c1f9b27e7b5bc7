//! Reads the falls that a path leads to.

use super::battle_view::BattleView;
use model::Cell;
use rules::Fall;

/// Returns the fall of a voluntary step over an edge; `None` if the step is no drop or the map has zero gravity.
fn fall_over_edge(view: &BattleView, from: Cell, to: Cell) -> Option<Fall> {
    let grid = view.field().grid();
    let drops = from.direction_to(to).is_some_and(|direction| grid.can_drop(from, direction));
    let height = |cell| i32::from(grid.ground(cell).height_cm);
    let weightless = view.setup().bundle().skirmish.zero_gravity;
    (drops && !weightless).then(|| Fall::between(height(from), height(to), true)).flatten()
}

/// Returns the falls on a path, with their landing squares.
pub fn falls_on_path(view: &BattleView, from: Cell, path: &[Cell]) -> Vec<(Cell, Fall)> {
    let before = [from].into_iter().chain(path.iter().copied());
    before.zip(path).filter_map(|(from, to)| Some((*to, fall_over_edge(view, from, *to)?))).collect()
}
