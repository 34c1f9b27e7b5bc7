//! Over an edge: what a fall does to whoever falls, and to whom it falls on.

use super::effects;
use crate::model::components::UnitId;
use crate::model::event::BattleEvent;
use crate::model::resources::{BattleDice, Outbox};
use crate::view::battle_view::BattleView;
use field::Cell;
use rules::{Fall, play};

/// Rings around a square in which whoever fell on somebody finds a place.
const MAX_DISPLACEMENT_RINGS: u32 = 3;

/// What a step of its own will over an edge is, if it is one: without weight nobody falls.
fn fall_over_edge(view: &BattleView, from: Cell, to: Cell) -> Option<Fall> {
    let grid = view.field().grid();
    let drops = from.direction_to(to).is_some_and(|direction| grid.can_drop(from, direction));
    let height = |cell| i32::from(grid.ground(cell).height_cm);
    let weightless = view.setup().bundle().skirmish.zero_gravity;
    (drops && !weightless).then(|| Fall::between(height(from), height(to), true)).flatten()
}

/// The falls of a way, with the squares where they end.
pub fn falls_on_path(view: &BattleView, from: Cell, path: &[Cell]) -> Vec<(Cell, Fall)> {
    let before = [from].into_iter().chain(path.iter().copied());
    before.zip(path).filter_map(|(from, to)| Some((*to, fall_over_edge(view, from, *to)?))).collect()
}

/// A unit that has come to a lower square by a fall lands there, on its feet or not: nobody goes over an edge of its own
/// will where somebody stands. `CS-FALL-03`, `AD-SPEC-03`, `AB-KNOCK-26`.
pub(crate) fn resolve_landing(
    view: &BattleView,
    (dice, answers): (&BattleDice, &[String]),
    (unit, fall): (UnitId, Fall),
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit).filter(|data| !data.out_of_action.escaped()) else { return };
    let mut table = dice.start_table(answers);
    let exposure = match play::fall(&mut table, &view.unit_snapshot(&data), fall, view.rules()) {
        Ok(exposure) => exposure,
        Err(stop) => return out.wait_for_answer(stop),
    };
    let trace = out.finish_table(dice, table);
    super::status::mark_curses_spent(view, &trace, out);
    out.push_traced(BattleEvent::RuleNote { unit, text: exposure.words, clause: exposure.clause }, trace);
    effects::apply_effects(view, exposure.effects, None, out);
}

/// The nearest free square that can be stood on beside one where somebody else is.
pub(crate) fn free_cell_beside(view: &BattleView, here: Cell) -> Option<Cell> {
    let grid = view.field().grid();
    let level = grid.ground(here).height_cm;
    let mut near: Vec<Cell> = grid
        .cells()
        .filter(|cell| (1..=MAX_DISPLACEMENT_RINGS).contains(&cell.chebyshev_distance(here)))
        .collect();
    near.sort_by_key(|cell| (cell.distance_squared(here), *cell));
    let free = |cell: &Cell| {
        let even = grid.ground(*cell).height_cm.abs_diff(level) <= field::STEP_CM.unsigned_abs();
        even && grid.can_enter(*cell) && view.unit_at(*cell).is_none()
    };
    near.into_iter().find(free)
}
