//! Escaping an explosion: the nearest square outside of it, or one with cover from it.

use crate::cover::line_of_fire::hidden_share;
use crate::grid::Grid;
use crate::movement::movement_range::{DiagonalStep, MovementRange};
use crate::obstacle::Body;
use model::Cell;

/// How far and how a unit can move to escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EscapeDash {
    /// Metres it can move.
    pub metres: u32,
    /// Whether it moves in a straight line, over anything in between.
    pub straight: bool,
}

/// Returns the nearest free square that is farther than `radius_m` from the centre of an explosion or has any cover
/// from it.
///
/// Of several at the same cost, the one farthest from the centre, then by lowest row and column. `taken` squares are
/// neither free nor passable.
pub fn find_blast_escape(
    grid: &Grid,
    from: Cell,
    (centre, radius_m): (Cell, u32),
    dash: EscapeDash,
    taken: impl Fn(Cell) -> bool,
) -> Option<Cell> {
    let mut squares: Vec<(u32, Cell)> = if dash.straight {
        let near = |cell: &Cell| u64::from(from.distance_squared(*cell)) <= u64::from(dash.metres).pow(2);
        let free = |cell: &Cell| grid.can_enter(*cell) && !taken(*cell);
        grid.cells()
            .filter(|cell| near(cell) && free(cell))
            .map(|cell| (from.distance_squared(cell), cell))
            .collect()
    } else {
        let budget = dash.metres.saturating_mul(2);
        let reach = MovementRange::compute(grid, from, budget, DiagonalStep::default(), &taken, |_| false);
        reach.cells().map(|(cell, cost)| (cost, cell)).collect()
    };
    squares.retain(|(_, cell)| *cell != from);
    squares.sort_by_key(|&(cost, cell)| (cost, std::cmp::Reverse(centre.distance_squared(cell)), cell));
    let outside = |cell: Cell| u64::from(centre.distance_squared(cell)) > u64::from(radius_m).pow(2);
    let covered = |cell| hidden_share(grid, centre, Body::STANDING, cell, Body::STANDING) > 0;
    squares.into_iter().map(|(_, cell)| cell).find(|&cell| outside(cell) || covered(cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ascii_map::AsciiMap;

    fn on_foot(metres: u32) -> EscapeDash {
        EscapeDash { metres, straight: false }
    }

    fn open_field() -> Grid {
        Grid::new(120, 120)
    }

    #[test]
    fn ab_area_09_too_slow_for_the_open_field() {
        let (grid, centre) = (open_field(), Cell::new(60, 60));
        let out = |metres| find_blast_escape(&grid, centre, (centre, 50), on_foot(metres), |_| false);
        assert_eq!(out(20), None);
        assert!(out(60).is_some_and(|cell| centre.distance_squared(cell) > 2_500));
    }

    #[test]
    fn ab_area_09_a_wall_corner_is_enough() {
        let mut rows = vec![". . . . . . . . . . . . . . . . . . . . .".to_owned(); 11];
        rows[5] = "A . . . . . . . . . . . # . . . . . . . .".to_owned();
        let rows: Vec<&str> = rows.iter().flat_map(|row| [row.as_str(), ""]).take(21).collect();
        let map = AsciiMap::new(&rows);
        let centre = map.cell_named('A');
        let cell = find_blast_escape(&map.grid, centre, (centre, 50), on_foot(20), |_| false)
            .expect("behind the wall");
        assert!(cell.x > 12, "{cell:?} lies behind it");
        assert_eq!(find_blast_escape(&map.grid, centre, (centre, 50), on_foot(11), |_| false), None);
    }

    #[test]
    fn ab_area_10_the_nearest_square_outside() {
        let (grid, centre) = (open_field(), Cell::new(60, 60));
        let from = Cell::new(68, 60);
        let to = find_blast_escape(&grid, from, (centre, 10), on_foot(12), |_| false);
        assert_eq!(to, Some(Cell::new(70, 59)), "a diagonal step and a straight one");
        let full = |cell: Cell| cell.y < 60;
        assert_eq!(find_blast_escape(&grid, from, (centre, 10), on_foot(12), full), Some(Cell::new(70, 61)));
    }

    #[test]
    fn ab_dodge_09_hemmed_in() {
        let map = AsciiMap::new(&["# # #", "", "# A #", "", "# # #"]);
        let centre = map.cell_named('A');
        assert_eq!(find_blast_escape(&map.grid, centre, (centre, 50), on_foot(60), |_| false), None);
    }

    #[test]
    fn a_straight_dash_passes_over_walls() {
        let map = AsciiMap::new(&["A # . .|B"]);
        let centre = map.cell_named('A');
        let flying = EscapeDash { metres: 4, straight: true };
        assert_eq!(find_blast_escape(&map.grid, centre, (centre, 3), on_foot(9), |_| false), None);
        assert_eq!(
            find_blast_escape(&map.grid, centre, (centre, 3), flying, |_| false),
            Some(Cell::new(2, 0))
        );
    }
}
