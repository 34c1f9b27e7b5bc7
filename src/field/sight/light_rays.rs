//! Rays of light between any two points of the map, finer than squares.
//!
//! What stops light is what always stops sight: opaque obstacles without an opening that are at least as high as a
//! standing body. Windows, open doors and holes let it through, and so does anything lower. Obstacles in the first and
//! the last square do not count, as for sight, and a ray exactly through a corner is stopped only if both ways around
//! the corner are.

use std::cmp::Ordering;

use crate::grid::{Grid, flag};
use model::Cell;

/// Parts into which light rays divide the side of a square.
pub const LIGHT_PARTS: i32 = 64;

/// A point of the map, in parts of a square's side ([`LIGHT_PARTS`]) east and south of the map's north-west corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LightPoint {
    /// Parts to the east.
    pub x: i32,
    /// Parts to the south.
    pub y: i32,
}

impl LightPoint {
    /// Returns the centre of a square.
    pub const fn centre(cell: Cell) -> Self {
        Self { x: cell.x * LIGHT_PARTS + LIGHT_PARTS / 2, y: cell.y * LIGHT_PARTS + LIGHT_PARTS / 2 }
    }

    /// Returns the square that contains the point.
    pub const fn cell(self) -> Cell {
        Cell::new(self.x.div_euclid(LIGHT_PARTS), self.y.div_euclid(LIGHT_PARTS))
    }
}

/// How far a ray goes: `over / under` of its length, which is 1 if nothing stops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RayReach {
    /// Length until it is stopped.
    pub over: i64,
    /// Whole length.
    pub under: i64,
}

impl RayReach {
    const WHOLE: Self = Self { over: 1, under: 1 };
    const NONE: Self = Self { over: 0, under: 1 };

    /// Whether nothing stops the ray.
    pub const fn is_whole(self) -> bool {
        self.over == self.under
    }
}

/// What stops a ray that goes east or west, and south or north, to its last square.
struct RayObstacles<'a> {
    grid: &'a Grid,
    end: Cell,
    east: bool,
    south: bool,
}

impl RayObstacles<'_> {
    /// The steps to the next column and to the next row.
    const fn steps(&self) -> (i32, i32) {
        (if self.east { 1 } else { -1 }, if self.south { 1 } else { -1 })
    }

    /// Whether light stops between a square and the next one on its ray. `order` compares the ways to the next column and to
    /// the next row: the nearer one comes first, and equal ones meet in a corner.
    fn blocks_step(&self, cell: Cell, order: Ordering) -> bool {
        let (column, row) = self.steps();
        let (beside, below) = (Cell::new(cell.x + column, cell.y), Cell::new(cell.x, cell.y + row));
        match order {
            Ordering::Less => self.blocks_column_step(cell) || self.fills(beside),
            Ordering::Greater => self.blocks_row_step(cell) || self.fills(below),
            Ordering::Equal => {
                let one = self.blocks_column_step(cell)
                    || self.stops(beside, flag::FULL_SQUARE)
                    || self.blocks_row_step(beside);
                let other = self.blocks_row_step(cell)
                    || self.stops(below, flag::FULL_SQUARE)
                    || self.blocks_column_step(below);
                one && other || self.fills(Cell::new(cell.x + column, cell.y + row))
            }
        }
    }

    /// Whether light stops at the edge between a square and that in the next column.
    fn blocks_column_step(&self, cell: Cell) -> bool {
        let west_edge = if self.east { Cell::new(cell.x + 1, cell.y) } else { cell };
        self.stops(west_edge, flag::FULL_WEST)
    }

    /// Whether light stops at the edge between a square and that in the next row.
    fn blocks_row_step(&self, cell: Cell) -> bool {
        let north_edge = if self.south { Cell::new(cell.x, cell.y + 1) } else { cell };
        self.stops(north_edge, flag::FULL_NORTH)
    }

    /// Whether light stops in a square; never in the last one.
    fn fills(&self, cell: Cell) -> bool {
        cell != self.end && self.stops(cell, flag::FULL_SQUARE)
    }

    fn stops(&self, cell: Cell, flags: u8) -> bool {
        let known = i64::from(cell.x).min(i64::from(cell.y)) >= -1
            && cell.x <= i32::from(self.grid.width())
            && cell.y <= i32::from(self.grid.height());
        known && self.grid.flags()[self.grid.index(cell)] & flags != 0
    }
}

/// Returns how far light goes from one point towards another; nowhere if the first is not on the map. A ray that
/// leaves the map is not stopped there.
pub fn light_reach(grid: &Grid, from: LightPoint, to: LightPoint) -> RayReach {
    let (mut cell, end) = (from.cell(), to.cell());
    if !grid.contains(cell) {
        return RayReach::NONE;
    }
    let (across, down) = (i64::from((to.x - from.x).abs()), i64::from((to.y - from.y).abs()));
    let (east, south) = (to.x > from.x, to.y > from.y);
    let ahead = |place: i32, up: bool| {
        let within = place.rem_euclid(LIGHT_PARTS);
        i64::from(if up { LIGHT_PARTS - within } else { within })
    };
    let (mut next_column, mut next_row) = (ahead(from.x, east), ahead(from.y, south));
    let obstacles = RayObstacles { grid, end, east, south };
    let (column, row) = obstacles.steps();
    let mut left = (cell.x.abs_diff(end.x), cell.y.abs_diff(end.y));
    while left != (0, 0) {
        // Compares the distances to the next column and the next row, both as shares of the ray.
        let order = match left {
            (0, _) => Ordering::Greater,
            (_, 0) => Ordering::Less,
            _ => (next_column * down).cmp(&(next_row * across)),
        };
        if obstacles.blocks_step(cell, order) {
            return match order {
                Ordering::Greater => RayReach { over: next_row, under: down },
                Ordering::Less | Ordering::Equal => RayReach { over: next_column, under: across },
            };
        }
        if order.is_le() {
            cell.x += column;
            next_column += i64::from(LIGHT_PARTS);
            left.0 -= 1;
        }
        if order.is_ge() {
            cell.y += row;
            next_row += i64::from(LIGHT_PARTS);
            left.1 -= 1;
        }
    }
    RayReach::WHOLE
}

/// Returns the corners of the area that light fills, one for each of the points around it that it goes towards, in their
/// order. Each lies on the line from the centre, at the first thing that stops the light, else at the point itself.
///
/// ```rust
/// use field::{Grid, LightPoint, light_polygon};
/// use model::Cell;
///
/// let grid = Grid::new(3, 3);
/// let around = [LightPoint { x: 180, y: 96 }, LightPoint { x: 96, y: 180 }];
/// assert_eq!(light_polygon(&grid, LightPoint::centre(Cell::new(1, 1)), around), around);
/// ```
pub fn light_polygon(
    grid: &Grid,
    centre: LightPoint,
    around: impl IntoIterator<Item = LightPoint>,
) -> Vec<LightPoint> {
    let corner = |end: LightPoint| {
        let RayReach { over, under } = light_reach(grid, centre, end);
        let part = |from: i32, to: i32| {
            from + i32::try_from(i64::from(to - from) * over / under).expect("invariant: within the line")
        };
        LightPoint { x: part(centre.x, end.x), y: part(centre.y, end.y) }
    };
    around.into_iter().map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Body, Obstacle, line_of_sight};
    use model::{BarrierId, CellSide, Edge, ObstaclePosition};

    fn wall(height_cm: u16, transparent: bool) -> Obstacle {
        Obstacle { id: BarrierId(1), height_cm, transparent, blocks_move: true, width_pct: 100 }
    }

    fn east_of(x: i32, y: i32) -> ObstaclePosition {
        ObstaclePosition::Edge(Edge::new(Cell::new(x, y), CellSide::East))
    }

    #[test]
    fn a_wall_stops_light_at_its_edge_and_a_window_or_a_low_wall_does_not() {
        let (from, to) = (LightPoint { x: 32, y: 32 }, LightPoint { x: 32 + 4 * 64, y: 40 });
        let reach = |height, transparent| {
            let mut grid = Grid::new(6, 3);
            grid.set_obstacle(east_of(1, 0), Some(wall(height, transparent)));
            light_reach(&grid, from, to)
        };
        assert_eq!(reach(250, false), RayReach { over: 96, under: 256 });
        assert!(reach(250, true).is_whole());
        assert!(reach(110, false).is_whole());
    }

    #[test]
    fn obstacles_in_the_first_and_last_square_do_not_count() {
        let mut grid = Grid::new(5, 1);
        for x in [0, 4] {
            grid.set_obstacle(ObstaclePosition::Square(Cell::new(x, 0)), Some(wall(250, false)));
        }
        let (from, to) = (LightPoint { x: 10, y: 10 }, LightPoint { x: 310, y: 50 });
        assert!(light_reach(&grid, from, to).is_whole());
        grid.set_obstacle(ObstaclePosition::Square(Cell::new(2, 0)), Some(wall(250, false)));
        assert_eq!(light_reach(&grid, from, to), RayReach { over: 118, under: 300 });
    }

    #[test]
    fn a_ray_may_leave_the_map_and_does_not_begin_outside() {
        let grid = Grid::new(2, 2);
        let (inside, outside) = (LightPoint { x: 20, y: 20 }, LightPoint { x: 900, y: -700 });
        assert!(light_reach(&grid, inside, outside).is_whole());
        assert!(!light_reach(&grid, outside, inside).is_whole());
    }

    #[test]
    fn the_area_of_a_light_ends_at_walls() {
        let mut grid = Grid::new(6, 3);
        grid.set_obstacle(east_of(1, 1), Some(wall(250, false)));
        grid.set_obstacle(east_of(1, 0), Some(wall(250, true)));
        let centre = LightPoint::centre(Cell::new(0, 1));
        let around = [(352, 96), (352, -224), (32, 160), (-100, 96)].map(|(x, y)| LightPoint { x, y });
        // The wall is two squares east of the map's rim; panes and the rim stop nothing.
        let corners = [(128, 96), (352, -224), (32, 160), (-100, 96)].map(|(x, y)| LightPoint { x, y });
        assert_eq!(light_polygon(&grid, centre, around), corners);
    }

    #[test]
    fn between_centres_light_goes_where_sight_does() {
        let mut grid = Grid::new(9, 9);
        // A fixed scatter of walls in squares and on edges.
        for number in 0..26_i32 {
            let (x, y) = ((number * 7 + 3) % 9, (number * 5 + number / 3) % 9);
            let place = match number % 3 {
                0 => ObstaclePosition::Square(Cell::new(x, y)),
                1 => east_of(x, y),
                _ => ObstaclePosition::Edge(Edge::new(Cell::new(x, y), CellSide::South)),
            };
            grid.set_obstacle(place, Some(wall(250, number % 5 == 0)));
        }
        let mut clear = 0;
        for (from, to) in grid.cells().flat_map(|from| grid.cells().map(move |to| (from, to))) {
            let lit = light_reach(&grid, LightPoint::centre(from), LightPoint::centre(to)).is_whole();
            let seen = line_of_sight(&grid, from, Body::STANDING, to, Body::STANDING);
            assert_eq!(lit, seen, "{from:?} to {to:?}");
            clear += i32::from(lit);
        }
        assert!((1000..6000).contains(&clear), "{clear}");
    }
}
