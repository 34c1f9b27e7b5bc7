//! What blocks a line of sight, for explanations. [`line_of_sight`](super::line_of_sight) defines whether it is blocked.

use crate::cover::shadow::ShadowCaster;
use crate::grid::{Grid, ObstacleLayer};
use crate::line_traversal::{CornerPath, Fraction, LineCrossing, LineTraversal};
use crate::obstacle::Body;
use model::{BarrierId, Cell, ObstaclePosition};

/// What blocks a line of sight first, seen from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SightBlocker {
    /// A barrier segment and where it stands.
    Barrier(BarrierId, ObstaclePosition),
    /// The ground of a square, which is higher than the line.
    Ground(Cell),
}

/// Returns what blocks the line between two bodies first; `None` if they see each other or one is not on the map. At a
/// corner, where both ways around it are blocked, this is what blocks the first of them.
///
/// ```rust
/// use field::{Body, Grid, Obstacle, SightBlocker, sight_blocker};
/// use model::{BarrierId, Cell, ObstaclePosition};
///
/// let wall = Obstacle { id: BarrierId(3), height_cm: 250, transparent: false, blocks_move: true, width_pct: 100 };
/// let mut grid = Grid::new(5, 1);
/// let place = ObstaclePosition::Square(Cell::new(2, 0));
/// grid.set_obstacle(place, Some(wall));
///
/// let blocker = |to| sight_blocker(&grid, Cell::new(0, 0), Body::STANDING, to, Body::STANDING);
/// assert_eq!(blocker(Cell::new(4, 0)), Some(SightBlocker::Barrier(BarrierId(3), place)));
/// assert_eq!(blocker(Cell::new(2, 0)), None, "an obstacle in the target's own square does not count");
/// ```
pub fn sight_blocker(grid: &Grid, a: Cell, a_body: Body, b: Cell, b_body: Body) -> Option<SightBlocker> {
    if !grid.contains(a) || !grid.contains(b) {
        return None;
    }
    let shade = ShadowCaster::new(grid, a, a_body, b, b_body);
    let mut entered = None;
    for step in LineTraversal::new(grid, a, b, (0, 0)) {
        let in_square = entered.and_then(|since| square_blocker(grid, &shade, step.left, (since, step.at)));
        let blocker = in_square.or_else(|| match step.pass {
            LineCrossing::Edge(layer, index) => {
                obstacle_blocker(grid, &shade, (layer, index), (step.at, step.at))
            }
            LineCrossing::Corner(ways) => {
                let [first, second] = ways.map(|way| way_blocker(grid, &shade, &way, step.at));
                second.and(first)
            }
        });
        if blocker.is_some() {
            return blocker;
        }
        entered = Some(step.at);
    }
    None
}

/// Returns what blocks the line in a square: its ground, or what fills it.
fn square_blocker(
    grid: &Grid,
    shade: &ShadowCaster,
    index: usize,
    (near, far): (Fraction, Fraction),
) -> Option<SightBlocker> {
    if shade.rise_effect(index, near, far).blocks
        && let ObstaclePosition::Square(cell) = grid.place(ObstacleLayer::Square, index)
    {
        return Some(SightBlocker::Ground(cell));
    }
    obstacle_blocker(grid, shade, (ObstacleLayer::Square, index), (near, far))
}

/// Returns the obstacle at a place if it blocks the line.
fn obstacle_blocker(
    grid: &Grid,
    shade: &ShadowCaster,
    (layer, index): (ObstacleLayer, usize),
    (near, far): (Fraction, Fraction),
) -> Option<SightBlocker> {
    let (obstacle, effect) = shade.obstacle_effect(layer, index, near, far)?;
    effect.blocks.then(|| SightBlocker::Barrier(obstacle.id, grid.place(layer, index)))
}

/// Returns what blocks one way around a corner first.
fn way_blocker(grid: &Grid, shade: &ShadowCaster, way: &CornerPath, at: Fraction) -> Option<SightBlocker> {
    let edge = |place| obstacle_blocker(grid, shade, place, (at, at));
    edge(way.first).or_else(|| square_blocker(grid, shade, way.square, (at, at))).or_else(|| edge(way.second))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::ascii_map::AsciiMap;
    use crate::sight::line_of_sight::line_of_sight;

    /// Id of the barrier in the way; 0 for the ground.
    fn blocked_by(rows: &[&str]) -> Option<u32> {
        let map = AsciiMap::new(rows);
        let (a, b) = (map.cell_named('A'), map.cell_named('B'));
        sight_blocker(&map.grid, a, Body::STANDING, b, Body::STANDING).map(|blocker| match blocker {
            SightBlocker::Barrier(id, _) => id.0,
            SightBlocker::Ground(_) => 0,
        })
    }

    #[rstest]
    #[case::nothing(&["A . . B"], None)]
    #[case::glass(&["A g . B"], None)]
    #[case::the_nearer_of_two_walls(&["A .|. # B"], Some(1))]
    #[case::behind_a_window(&["A:. #|B"], Some(2))]
    #[case::low_things_are_passed(&["A c . # B"], Some(2))]
    #[case::the_ground(&["A 2 # B"], Some(0))]
    #[case::one_way_around_a_corner(&["A #", "   ", ". B"], None)]
    #[case::both_ways_around_a_corner(&["A #", "   ", "# B"], Some(1))]
    fn what_blocks_first_is_named(#[case] rows: &[&str], #[case] expected: Option<u32>) {
        assert_eq!(blocked_by(rows), expected);
    }

    #[test]
    fn what_is_not_seen_is_blocked_by_something() {
        let rows = [
            ". # . . c . . .",
            "  -     -   ~  ",
            ". .|. 1 . g .|.",
            "    =       -  ",
            "# . .:. c . # .",
            "-       -      ",
            ". . 2 . .'. . .",
        ];
        let grid = AsciiMap::new(&rows).grid;
        let (stands, lies) = (Body::STANDING, Body::PRONE);
        for (a, b) in grid.cells().flat_map(|a| grid.cells().map(move |b| (a, b))) {
            for (own, other) in [(stands, stands), (stands, lies), (lies, stands), (lies, lies)] {
                let blocker = sight_blocker(&grid, a, own, b, other);
                assert_eq!(blocker.is_none(), line_of_sight(&grid, a, own, b, other), "{a:?} {b:?}");
            }
        }
    }
}
