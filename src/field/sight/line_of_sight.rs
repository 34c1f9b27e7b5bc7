//! Line of sight between two bodies.
//!
//! Two bodies see each other if the straight line from the centre of one square to the centre of the other, from the
//! top of one body to the top of the other, is clear.
//!
//! - An opaque obstacle without an opening blocks if its top is at or above the line anywhere along the line in its
//!   square or at its edge. It stands on the ground of its square; on an edge, on the higher ground of both sides.
//! - Ground blocks where it is higher than the line.
//! - Obstacles in the first and the last square do not count; obstacles on their edges do.
//! - A line exactly through a corner is blocked only if both ways around the corner are.
//!
//! The rules are symmetric, so sight is mutual.

use super::near_lines::{DirectionClasses, classes_of, has_class};
use crate::cover::shadow::ShadowCaster;
use crate::grid::{Grid, flag};
use crate::line_traversal::{LineCrossing, LineTraversal};
use crate::obstacle::Body;
use model::Cell;

/// Whether two bodies see each other; `false` if one is not on the map.
#[inline]
pub fn line_of_sight(grid: &Grid, a: Cell, a_body: Body, b: Cell, b_body: Body) -> bool {
    if !grid.contains(a) || !grid.contains(b) {
        return false;
    }
    if is_level_standing(grid, a_body, b_body) {
        is_clear_of_full(grid, (a, grid.near_classes_at(a)), (b, grid.near_classes_at(b)))
    } else {
        is_line_clear(grid, a, a_body, b, b_body)
    }
}

/// Whether every obstacle on this map either always or never blocks sight between two such bodies: the ground is
/// level, and obstacles lower than a standing body are lower than both.
pub(crate) const fn is_level_standing(grid: &Grid, a: Body, b: Body) -> bool {
    let full = Body::STANDING.height_cm;
    let (lower, higher) = if a.height_cm < b.height_cm { (a, b) } else { (b, a) };
    grid.is_level() && higher.height_cm <= full && (grid.has_no_low() || lower.height_cm >= full)
}

/// Line of sight where heights decide.
fn is_line_clear(grid: &Grid, a: Cell, a_body: Body, b: Cell, b_body: Body) -> bool {
    if grid.is_line_open(a, b) {
        return true;
    }
    let shade = ShadowCaster::new(grid, a, a_body, b, b_body);
    let mut entered = None;
    let mut walk = LineTraversal::new(grid, a, b, (0, 0));
    loop {
        if grid.is_level()
            && let Some(at) = walk.skip_empty(grid.flags(), entered.is_none())
        {
            entered = Some(at);
        }
        let Some(step) = walk.next() else { return true };
        if let Some(since) = entered
            && shade.square_effect(step.left, since, step.at).blocks
        {
            return false;
        }
        let blocked = match step.pass {
            LineCrossing::Edge(layer, index) => shade.edge_effect(layer, index, step.at).blocks,
            LineCrossing::Corner(ways) => {
                ways.iter().all(|way| shade.corner_path_effect(way, step.at).blocks)
            }
        };
        if blocked {
            return false;
        }
        entered = Some(step.at);
    }
}

/// Line of sight where only flags decide, see [`is_level_standing`]; each square comes with its line classes.
#[inline(always)]
pub(crate) fn is_clear_of_full(
    grid: &Grid,
    (from, near): (Cell, DirectionClasses),
    (to, far): (Cell, DirectionClasses),
) -> bool {
    if let Some((class, back)) = classes_of(to.x - from.x, to.y - from.y)
        && (has_class(near, class) || has_class(far, back))
    {
        return false;
    }
    if grid.is_line_open(from, to) {
        return true;
    }
    if grid.has_full_edges() {
        is_clear_by_flags::<true>(grid, from, to)
    } else {
        is_clear_by_flags::<false>(grid, from, to)
    }
}

/// Follows the line; `lead` counts as in [`LineTraversal`], in half squares.
fn is_clear_by_flags<const EDGES: bool>(grid: &Grid, from: Cell, to: Cell) -> bool {
    let flags = grid.flags();
    let stride = grid.stride() as i32;
    let (across, down) = (to.x - from.x, to.y - from.y);
    let (east, south) = (across > 0, down > 0);
    let (across, down) = (across.abs(), down.abs());
    let column = if east { 1 } else { -1 };
    let row = if south { stride } else { -stride };
    let (column_edge, row_edge) = (i32::from(east), if south { stride } else { 0 });
    let mut index = grid.index(from) as i32;
    let mut lead = down - across;
    let mut left = across + down;
    let is_full = |index: i32, flag: u8| flags[index as usize] & flag != 0;
    while left > 0 {
        if lead == 0 {
            let (sideways, lengthways) = (index + column, index + row);
            let is_stopped = is_full(sideways, flag::FULL_SQUARE)
                || EDGES && is_full(index + column_edge, flag::FULL_WEST)
                || EDGES && is_full(sideways + row_edge, flag::FULL_NORTH);
            if is_stopped
                && (is_full(lengthways, flag::FULL_SQUARE)
                    || EDGES && is_full(index + row_edge, flag::FULL_NORTH)
                    || EDGES && is_full(lengthways + column_edge, flag::FULL_WEST))
            {
                return false;
            }
            index = sideways + row;
            lead += 2 * (down - across);
            left -= 2;
        } else {
            let is_column = lead < 0;
            let either = |column: i32, row: i32| if is_column { column } else { row };
            if EDGES {
                let flag = if is_column { flag::FULL_WEST } else { flag::FULL_NORTH };
                if is_full(index + either(column_edge, row_edge), flag) {
                    return false;
                }
            }
            index += either(column, row);
            lead += 2 * either(down, -across);
            left -= 1;
        }
        if is_full(index, flag::FULL_SQUARE) {
            return left == 0;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::ascii_map::AsciiMap;

    fn see(rows: &[&str], a: Body, b: Body) -> bool {
        let map = AsciiMap::new(rows);
        let forth = line_of_sight(&map.grid, map.cell_named('A'), a, map.cell_named('B'), b);
        assert_eq!(
            forth,
            line_of_sight(&map.grid, map.cell_named('B'), b, map.cell_named('A'), a),
            "sight is mutual"
        );
        forth
    }

    #[rstest]
    #[case::open_field(&["A . . B"], true)]
    #[case::filled_square(&["A . # B"], false)]
    #[case::wall_on_an_edge(&["A .|. B"], false)]
    #[case::crate_is_lower(&["A c . B"], true)]
    #[case::low_wall(&["A .'. B"], true)]
    #[case::ss_barr_09_block_of_glass(&["A g . B"], true)]
    #[case::ss_barr_09_pane(&["A .:. B"], true)]
    #[case::full_height_with_an_opening(&["A i . B"], true)]
    #[case::same_square_as_an_obstacle_next_to_it(&["A B #"], true)]
    #[case::beside_a_wall(&["A . . B", "- - - -"], true)]
    #[case::hill(&["A 2 . B"], false)]
    #[case::hill_as_high_as_the_eyes_is_not_above_them(&["A 1 . B"], true)]
    fn standing_bodies(#[case] rows: &[&str], #[case] expected: bool) {
        assert_eq!(see(rows, Body::STANDING, Body::STANDING), expected);
    }

    #[rstest]
    #[case::both_ways_free(&["A .", "   ", ". B"], true)]
    #[case::one_way_filled(&["A #", "   ", ". B"], true)]
    #[case::other_way_filled(&["A .", "   ", "# B"], true)]
    #[case::both_ways_filled(&["A #", "   ", "# B"], false)]
    #[case::filled_and_walled(&["A #", "-  ", ". B"], false)]
    #[case::walled_on_both_sides(&["A|.", "-  ", ". B"], false)]
    #[case::walled_on_one_side(&["A|.", "  -", ". B"], true)]
    #[case::walled_at_the_far_end(&["A .", "  -", ".|B"], false)]
    #[case::glass_on_both_sides(&["A g", "   ", "g B"], true)]
    fn around_a_corner(#[case] rows: &[&str], #[case] expected: bool) {
        assert_eq!(see(rows, Body::STANDING, Body::STANDING), expected);
    }

    #[test]
    fn a_prone_body_is_not_seen_over_a_crate_that_is_near_it() {
        assert!(!see(&["A . . c B"], Body::STANDING, Body::PRONE));
        assert!(see(&["A c . . B"], Body::STANDING, Body::PRONE));
        assert!(!see(&["A c . . B"], Body::PRONE, Body::PRONE));
    }

    #[test]
    fn a_viewer_on_a_roof_sees_over_walls() {
        assert!(!see(&["A . # . . B"], Body::STANDING, Body::STANDING));
        let mut map = AsciiMap::new(&["A # . . . . . . B"]);
        let roof = crate::TerrainCell { height_cm: 1000, ..Default::default() };
        map.grid.set_ground(map.cell_named('A'), roof);
        assert!(line_of_sight(
            &map.grid,
            map.cell_named('A'),
            Body::STANDING,
            map.cell_named('B'),
            Body::STANDING
        ));
    }

    #[test]
    fn what_stands_in_ones_own_square_does_not_count() {
        let mut map = AsciiMap::new(&["A . B"]);
        let filled = AsciiMap::new(&["#"]).grid.obstacle(model::ObstaclePosition::Square(Cell::new(0, 0)));
        for name in ['A', 'B'] {
            map.grid.set_obstacle(model::ObstaclePosition::Square(map.cell_named(name)), filled);
        }
        assert!(line_of_sight(
            &map.grid,
            map.cell_named('A'),
            Body::STANDING,
            map.cell_named('B'),
            Body::STANDING
        ));
    }

    #[test]
    fn no_body_is_seen_off_the_map() {
        let grid = Grid::new(2, 2);
        let (inside, outside) = (Cell::new(0, 0), Cell::new(2, 0));
        assert!(!line_of_sight(&grid, inside, Body::STANDING, outside, Body::STANDING));
        assert!(!line_of_sight(&grid, outside, Body::STANDING, inside, Body::STANDING));
    }
}
