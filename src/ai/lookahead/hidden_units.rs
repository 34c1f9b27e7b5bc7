//! Samples where enemies out of sight may be.

use crate::ai_rng::AiRng;
use battle::{BattlePosition, UnseenUnit};
use field::{Body, line_of_sight};
use model::{Cell, Side};

/// Cells that a unit may have moved since it was seen last, per round.
const CELLS_PER_ROUND: i32 = 6;
/// Tries to find a free cell out of sight.
const MAX_TRIES: usize = 24;

/// Places enemies that a side does not see on cells where they may be: near their last known cell, out of sight of the side.
pub(super) fn place_unseen_units(
    position: &mut BattlePosition,
    side: Side,
    unseen: &[UnseenUnit],
    rng: &mut AiRng,
) {
    let observers: Vec<Cell> = position.cells_of(side).collect();
    for unit in unseen.iter().filter(|unit| unit.is_on_foot) {
        let (centre, since) = match &unit.sighting {
            Some(sighting) => (Some(sighting.cell()), sighting.round()),
            None => (position.cell_of(unit.unit), 1),
        };
        let Some(centre) = centre else { continue };
        let rounds = position.round().number().saturating_sub(since) + 1;
        let reach = CELLS_PER_ROUND * i32::try_from(rounds.min(8)).unwrap_or(8);
        let cell = (0..MAX_TRIES).map(|_| random_cell(centre, reach, rng)).find(|cell| {
            let grid = position.grid();
            let in_sight = |from: &Cell| line_of_sight(grid, *from, Body::STANDING, *cell, Body::STANDING);
            grid.contains(*cell)
                && grid.can_enter(*cell)
                && !position.is_occupied(*cell)
                && !observers.iter().any(in_sight)
        });
        if let Some(cell) = cell {
            position.place_unit(unit.unit, cell);
        }
    }
}

/// A cell at most `reach` squares from another.
fn random_cell(centre: Cell, reach: i32, rng: &mut AiRng) -> Cell {
    let mut offset = || rng.below(2 * reach.unsigned_abs() as usize + 1) as i32 - reach;
    Cell::new(centre.x + offset(), centre.y + offset())
}
