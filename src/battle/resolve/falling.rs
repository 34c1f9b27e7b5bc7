//! Resolves falls over edges: landing, damage and displacement.

use super::rule_steps;
use super::step_systems::{StepContext, StepRun};
use crate::state::event::BattleEvent;
use crate::state::lines::BattleNote;
use crate::state::resources::{BattleDice, Outbox, ResolutionStep};
use crate::view::battle_view::{BattleView, diagonal_step};
use field::MovementRange;
use model::{Cell, UnitId};
use rules::{Fall, play};

/// Search radius, in squares, for a free square beside an occupied landing square.
const MAX_DISPLACEMENT_RINGS: u32 = 3;
/// Search range on foot for a free square, in half metres: farther than any free square is.
const SEARCH_HALF_METRES: u32 = 40;

/// Resolves a `LandFromFall` step.
pub(super) fn resolve_landing_step(run: StepRun, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::LandFromFall { unit, fall } = step else { return };
    resolve_landing(view, (dice, answers), (*unit, *fall), out);
}

/// Resolves the landing of a unit that fell to its square. `CS-FALL-03`, `AD-SPEC-03`, `AB-KNOCK-26`.
fn resolve_landing(
    view: &BattleView,
    (dice, answers): (&BattleDice, &[String]),
    (unit, fall): (UnitId, Fall),
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit).filter(|data| data.out_of_action.on_map()) else { return };
    let mut table = dice.start_table(answers);
    let exposure = match play::resolve_fall(&mut table, &view.unit_snapshot(&data), fall, view.rules()) {
        Ok(exposure) => exposure,
        Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
    };
    let trace = out.finish_table(dice, table);
    let harm = exposure.words;
    let note = if fall.leapt { BattleNote::Jumps { harm } } else { BattleNote::Falls { harm } };
    out.push_traced(BattleEvent::RuleNote { unit, text: note.into(), clause: exposure.clause }, trace);
    rule_steps::resolve_rule_steps(view, exposure.effects, None, out);
}

/// Returns the nearest free square by the way on foot; `None` if there is none.
pub(crate) fn nearest_reachable_cell(view: &BattleView, here: Cell) -> Option<Cell> {
    let (grid, step) = (view.field().grid(), diagonal_step(view.rules()));
    let everywhere = MovementRange::compute(grid, here, SEARCH_HALF_METRES, step, |_| false, |_| false);
    let free = everywhere.cells().filter(|(cell, _)| view.unit_at(*cell).is_none());
    free.map(|(cell, cost)| (cost, cell)).min().map(|(_, cell)| cell)
}

/// Returns the nearest free square at about the same height but not one of the `taken`; `None` if there is none within
/// the search radius.
pub(crate) fn free_cell_beside(view: &BattleView, here: Cell, taken: &[Cell]) -> Option<Cell> {
    let grid = view.field().grid();
    let level = grid.ground(here).height_cm;
    let mut near: Vec<Cell> = grid
        .cells()
        .filter(|cell| (1..=MAX_DISPLACEMENT_RINGS).contains(&cell.chebyshev_distance(here)))
        .collect();
    near.sort_by_key(|cell| (cell.distance_squared(here), *cell));
    let free = |cell: &Cell| {
        let even = grid.ground(*cell).height_cm.abs_diff(level) <= field::STEP_CM.unsigned_abs();
        even && grid.can_enter(*cell) && view.unit_at(*cell).is_none() && !taken.contains(cell)
    };
    near.into_iter().find(free)
}
