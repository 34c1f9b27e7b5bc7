//! Recognises moves back to a place that a unit has left shortly before, so that it does not walk to and fro for
//! nothing.

use super::candidate_position::CandidatePosition;
use model::Cell;

/// Cells around a place that count as the same place.
const SAME_PLACE_CELLS: u32 = 1;
/// Least score that attacks, safety and progress towards an objective gain together for a unit that goes back.
const MIN_RETURN_GAIN: f64 = 0.08;
/// Least progress towards an objective, or a weapon on the ground, for which alone it goes back.
const MIN_PROGRESS: f64 = 0.05;

/// Whether a unit at `here` would go back to one of the cells that it has left lately, for nothing: what it gains by better
/// attacks, out of danger and towards an objective is not clearly more than what it loses, nor is the way to an objective clearly
/// shorter. A better shot or a safer place alone would lead it to and fro between the two. Coming nearer to the enemy is no
/// reason, or it would walk in circles.
pub(super) fn is_idle_return(
    left_cells: &[Cell],
    here: &CandidatePosition,
    position: &CandidatePosition,
) -> bool {
    let was_there = left_cells.iter().any(|cell| cell.chebyshev_distance(position.cell) <= SAME_PLACE_CELLS);
    let worth = |place: &CandidatePosition| place.attack_score() + place.objective - place.danger;
    let progress = position.objective - here.objective;
    was_there && progress < MIN_PROGRESS && worth(position) - worth(here) < MIN_RETURN_GAIN
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
        assert!(
            !returns(5, |position| (position.objective, position.danger) = (0.06, 0.35)),
            "towards its weapon"
        );
    }

    #[test]
    fn a_unit_does_not_go_to_and_fro_between_a_better_shot_and_a_safer_place() {
        let left = [Cell::new(9, 5), Cell::new(5, 5)];
        let place = |x, shot, danger| CandidatePosition {
            flank: shot,
            danger,
            ..CandidatePosition::at(Cell::new(x, 5), None, 0)
        };
        let (shot, safe) = (place(5, 0.3, 0.3), place(9, 0.1, 0.05));
        assert!(is_idle_return(&left, &safe, &shot), "more danger than the shot is worth");
        assert!(is_idle_return(&left, &shot, &safe), "hardly any gain");
        assert!(!is_idle_return(&left, &place(9, 0.1, 0.3), &shot), "the shot is clearly better");
        assert!(!is_idle_return(&left, &place(5, 0.1, 0.3), &safe), "it is clearly safer");
        assert!(!is_idle_return(&left, &safe, &place(14, 0.3, 0.3)), "another place");
    }
}
