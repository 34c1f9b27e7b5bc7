//! Returns of a unit to places that it has left shortly before.

use super::candidate_position::CandidatePosition;
use model::Cell;

/// Cells around a place that count as the same place.
const SAME_PLACE_CELLS: u32 = 1;
/// Least score of attacks gained, danger avoided, or progress towards an objective, for which a unit goes back.
const MIN_RETURN_GAIN: f64 = 0.05;

/// Whether a unit at `here` would go back to one of the cells that it has left lately, for nothing: neither for
/// better attacks nor out of danger nor towards an objective. Coming nearer to the enemy alone is no reason, or it would walk in
/// circles.
pub(super) fn is_idle_return(
    left_cells: &[Cell],
    here: &CandidatePosition,
    position: &CandidatePosition,
) -> bool {
    let was_there = left_cells.iter().any(|cell| cell.chebyshev_distance(position.cell) <= SAME_PLACE_CELLS);
    let gain = (position.attack_score() - here.attack_score())
        .max(here.danger - position.danger)
        .max(position.objective - here.objective);
    was_there && gain < MIN_RETURN_GAIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_goes_back_only_for_an_attack_or_an_objective_or_out_of_danger() {
        let here = CandidatePosition { danger: 0.3, ..CandidatePosition::at(Cell::new(9, 5), None, 0) };
        let returns = |x: i32, change: fn(&mut CandidatePosition)| {
            let mut position = CandidatePosition { cell: Cell::new(x, 5), ..here.clone() };
            change(&mut position);
            is_idle_return(&[Cell::new(5, 5)], &here, &position)
        };
        assert!(returns(5, |_| {}) && returns(6, |_| {}), "the same place");
        assert!(!returns(7, |_| {}), "another place");
        assert!(returns(5, |position| position.close_in = 0.4));
        assert!(!returns(5, |position| position.danger = 0.2));
        assert!(!returns(5, |position| position.flank = 0.1));
        assert!(!returns(5, |position| position.objective = 0.1));
    }
}
