//! What stands in the way of a melee attack.

use super::line_of_fire::{AIM_POINTS, measure_line};
use super::shadow::{ShadowCaster, WHOLE_SHARE};
use crate::grid::Grid;
use crate::obstacle::Body;
use model::{BarrierId, Cell};

/// Returns the first obstacle on the straight line between two squares that a melee attack cannot pass: one that hides all of
/// the target on that line, or a transparent one that reaches up to the top of the target. What hides only a part of the target
/// is struck over or past, and at the corner of a wall the easier way counts. `None` off the map and where the line is free.
///
/// ```rust
/// use field::{Body, Grid, Obstacle, obstacle_to_blow};
/// use model::{BarrierId, Cell, ObstaclePosition};
///
/// let pane = Obstacle { id: BarrierId(7), height_cm: 250, transparent: true, blocks_move: true, width_pct: 100 };
/// let mut grid = Grid::new(3, 1);
/// grid.set_obstacle(ObstaclePosition::Square(Cell::new(1, 0)), Some(pane));
/// let found = |to| obstacle_to_blow(&grid, Cell::new(0, 0), Body::STANDING, to, Body::STANDING);
/// assert_eq!(found(Cell::new(2, 0)), Some(BarrierId(7)));
/// assert_eq!(found(Cell::new(1, 0)), None, "an obstacle in the target's own square does not count");
/// ```
pub fn obstacle_to_blow(
    grid: &Grid,
    from: Cell,
    from_body: Body,
    to: Cell,
    to_body: Body,
) -> Option<BarrierId> {
    if !grid.contains(from) || !grid.contains(to) {
        return None;
    }
    let shade = ShadowCaster::new(grid, from, from_body, to, to_body);
    let mut found = None;
    measure_line::<false>(grid, &shade, from, to, AIM_POINTS[0], &mut |_, _, obstacle, effect| {
        let is_in_the_way = effect.share == WHOLE_SHARE || (obstacle.transparent && effect.tops);
        if is_in_the_way && found.is_none() {
            found = Some(obstacle.id);
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::ascii_map::AsciiMap;

    #[rstest]
    #[case::in_the_open(&["A . B"], None)]
    #[case::a_wall(&["A|B"], Some(1))]
    #[case::glass(&["A:B"], Some(1))]
    #[case::glass_a_square_ahead(&["A .:B"], Some(1))]
    #[case::a_low_wall(&["A'B"], None)]
    #[case::a_crate(&["A c B"], None)]
    #[case::a_corner_with_one_way_free(&["A|.", "   ", ". B"], None)]
    #[case::a_corner_with_glass_and_wall(&["A:.", "-  ", ". B"], Some(1))]
    #[case::past_the_end_of_a_wall(&["A .|.", "     ", ". . B"], None)]
    #[case::around_the_end_of_a_wall(&["A . .", "     ", ". .|B"], Some(1))]
    #[case::along_a_wall(&["A . .", "- - -", ". . B"], Some(2))]
    fn what_a_blow_cannot_pass(#[case] rows: &[&str], #[case] expected: Option<u32>) {
        let map = AsciiMap::new(rows);
        let (a, b) = (map.cell_named('A'), map.cell_named('B'));
        let found = obstacle_to_blow(&map.grid, a, Body::STANDING, b, Body::STANDING);
        assert_eq!(found.map(|id| id.0), expected);
    }
}
