//! Blasts: which squares an explosion covers, and which of them are sheltered by barriers.

use super::grid::{Grid, ObstacleLayer};
use crate::line_traversal::{CornerPath, LineCrossing, LineTraversal};
use crate::sight::field_of_view::{FieldOfView, unshadowed_cells};
use model::Cell;

/// Returns every square on the map within `radius` metres of the centre, row by row, and whether it is in shadow.
///
/// A square is in shadow if the straight line between the two centres meets an obstacle without an opening that is at
/// least as high as a standing body; transparent ones count. As for sight, obstacles in the first and last square do
/// not count, and a corner shadows only if both ways around it do.
pub fn blast_cells(grid: &Grid, centre: Cell, radius: u32) -> Vec<(Cell, bool)> {
    if !grid.contains(centre) {
        return Vec::new();
    }
    let mut reached = FieldOfView::new();
    unshadowed_cells(grid, centre, radius, &mut reached);
    let reach = radius.min(u32::from(u16::MAX)) as i32;
    let rows = (centre.y - reach).max(0)..=(centre.y + reach).min(i32::from(grid.height()) - 1);
    let right = i32::from(grid.width()) - 1;
    let columns = (centre.x + reach).min(right) - (centre.x - reach).max(0) + 1;
    let mut covered = Vec::with_capacity(columns as usize * rows.clone().count());
    for y in rows {
        let aside = u64::from(y.abs_diff(centre.y));
        let half = (u64::from(radius).pow(2) - aside * aside).isqrt().min(reach as u64) as i32;
        let row = (centre.x - half).max(0)..=(centre.x + half).min(right);
        covered.extend(row.map(|x| Cell::new(x, y)).map(|cell| (cell, !reached.contains(cell))));
    }
    covered
}

/// Whether an explosion in one square reaches another: both are on the map, and no obstacle shadows the line.
pub fn blast_reaches(grid: &Grid, centre: Cell, cell: Cell) -> bool {
    grid.contains(centre) && grid.contains(cell) && !is_shadowed(grid, centre, cell)
}

fn is_shadowed(grid: &Grid, centre: Cell, cell: Cell) -> bool {
    let stops = |layer, index| grid.obstacle_at(layer, index).is_some_and(|obstacle| obstacle.is_solid());
    let is_way_stopped = |way: &CornerPath| {
        stops(way.first.0, way.first.1)
            || stops(ObstacleLayer::Square, way.square)
            || stops(way.second.0, way.second.1)
    };
    // Obstacles in the first square do not count, nor in the last one, which the line never leaves.
    let (mut walk, mut first) = (LineTraversal::new(grid, centre, cell, (0, 0)), true);
    loop {
        first &= walk.skip_empty(grid.flags(), first).is_none();
        let Some(step) = walk.next() else { return false };
        let is_passage_stopped = match step.pass {
            LineCrossing::Edge(layer, index) => stops(layer, index),
            LineCrossing::Corner(ways) => ways.iter().all(is_way_stopped),
        };
        if is_passage_stopped || !first && stops(ObstacleLayer::Square, step.left) {
            return true;
        }
        first = false;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Obstacle;
    use crate::ascii_map::{AsciiMap, obstacle_position};
    use model::BarrierId;

    /// The blast from `A` as text: `*` for squares it hits, `s` for squares in shadow.
    fn drawn(rows: &[&str], radius: u32) -> Vec<String> {
        let map = AsciiMap::new(rows);
        let covered = blast_cells(&map.grid, map.cell_named('A'), radius);
        assert!(covered.is_sorted_by_key(|(cell, _)| *cell));
        let sign = |cell| match covered.iter().find(|(covered, _)| *covered == cell) {
            Some((_, true)) => 's',
            Some((_, false)) => '*',
            None => ' ',
        };
        (0..i32::from(map.grid.height()))
            .map(|y| (0..i32::from(map.grid.width())).map(|x| sign(Cell::new(x, y))).collect())
            .collect()
    }

    #[test]
    fn a_blast_covers_a_disc() {
        let open = ". . . . .";
        let rows = [open, "", open, "", ". . A . .", "", open, "", open];
        assert_eq!(drawn(&rows, 2), ["  *  ", " *** ", "*****", " *** ", "  *  "]);
        assert_eq!(drawn(&rows, 0), ["     ", "     ", "  *  ", "     ", "     "]);
    }

    #[test]
    fn walls_and_panes_throw_shadows_and_crates_do_not() {
        assert_eq!(drawn(&["A . # . ."], 9), ["***ss"]);
        assert_eq!(drawn(&["A .:. . ."], 9), ["**sss"]);
        assert_eq!(drawn(&["A . c . ."], 9), ["*****"]);
        assert_eq!(drawn(&["A . i . ."], 9), ["*****"]);
    }

    #[test]
    fn a_corner_shadows_if_both_ways_around_it_do() {
        assert_eq!(drawn(&["A #", "   ", ". ."], 3), ["**", "**"]);
        assert_eq!(drawn(&["A #", "   ", "g ."], 3), ["**", "*s"]);
    }

    #[test]
    fn a_square_is_reached_unless_it_lies_in_a_shadow() {
        let map = AsciiMap::new(&["A . # B"]);
        assert!(blast_reaches(&map.grid, map.cell_named('A'), Cell::new(1, 0)));
        assert!(!blast_reaches(&map.grid, map.cell_named('A'), map.cell_named('B')));
        assert!(!blast_reaches(&map.grid, map.cell_named('A'), Cell::new(-1, 0)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn shadows_are_those_of_the_lines(
            walls in proptest::collection::vec(
                (0..3_u8, 0..24, 0..17, 100..300_u16, any::<bool>(), 90..101_u8), 0..60
            ),
            centre in (0..24, 0..17),
            radius in 0..30_u32,
        ) {
            let mut grid = Grid::new(24, 17);
            for (edge, x, y, height_cm, transparent, width_pct) in walls {
                let wall = Obstacle { id: BarrierId(1), height_cm, transparent, blocks_move: true, width_pct };
                grid.set_obstacle(obstacle_position(edge, Cell::new(x, y)), Some(wall));
            }
            let centre = Cell::new(centre.0, centre.1);
            for (cell, shadowed) in blast_cells(&grid, centre, radius) {
                assert_eq!(shadowed, !blast_reaches(&grid, centre, cell), "{cell:?}");
            }
        }
    }

    #[test]
    fn off_the_map_nothing_explodes() {
        assert_eq!(blast_cells(&Grid::new(3, 3), Cell::new(-1, 0), 5), []);
    }
}
