//! What other crates are asked about a map: what is on a line, and what is seen from a square.

use std::sync::Arc;

use bracket_geometry::prelude::{Bresenham, Point};
use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, SmallVec, field_of_view as bracket_view};
use breachline::field::{Body, DiagonalStep, FieldOfView, Grid, field_of_view};
use breachline::model::{Cell, Direction};

use super::{Job, Numbers, choose_places};

const RADIUS: i32 = 30;
/// Cost of a diagonal step in all comparisons.
pub const DIAGONAL: DiagonalStep = DiagonalStep::OneAndAHalf;

/// A square map with what the rivals need to know of it.
pub struct RivalMap {
    /// The map.
    pub grid: Arc<Grid>,
    /// Squares along a side.
    pub size: i32,
    /// Whether a wall fills a square, for every square.
    walls: Vec<bool>,
    /// Free squares scattered over the map.
    pub places: Vec<Cell>,
}

impl RivalMap {
    /// Chooses a hundred free squares of a map with these walls.
    pub fn new(grid: Grid, walls: Vec<bool>, numbers: &mut Numbers) -> Self {
        let (size, places) = (i32::from(grid.width()), choose_places(&grid, numbers));
        Self { grid: Arc::new(grid), size, walls, places }
    }

    /// Whether a wall fills a square.
    fn is_wall(&self, x: i32, y: i32) -> bool {
        self.walls[(y * self.size + x) as usize]
    }

    /// The square with a number.
    fn cell(&self, index: usize) -> Cell {
        Cell::new(index as i32 % self.size, index as i32 / self.size)
    }

    /// The number of a square.
    pub fn index(&self, cell: Cell) -> usize {
        (cell.y * self.size + cell.x) as usize
    }

    /// The open steps from a square with their costs in half metres.
    pub fn steps(&self, from: Cell) -> impl Iterator<Item = (Cell, u32)> + '_ {
        let open = Direction::ALL.into_iter().filter(move |&direction| self.grid.can_step(from, direction));
        open.map(move |direction| {
            let to = from.step(direction);
            (to, DIAGONAL.step(direction) + u32::from(self.grid.ground(to).difficulty))
        })
    }
}

impl BaseMap for RivalMap {
    fn is_opaque(&self, index: usize) -> bool {
        self.walls[index]
    }

    fn get_available_exits(&self, index: usize) -> SmallVec<[(usize, f32); 10]> {
        self.steps(self.cell(index)).map(|(to, cost)| (self.index(to), cost as f32)).collect()
    }

    fn get_pathing_distance(&self, a: usize, b: usize) -> f32 {
        min_cost(self.cell(a), self.cell(b)) as f32
    }
}

impl Algorithm2D for RivalMap {
    fn dimensions(&self) -> Point {
        Point::new(self.size, self.size)
    }
}

/// Minimum cost of a way between two squares, in half metres.
pub fn min_cost(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
    2 * (dx + dy) - dx.min(dy)
}

/// The free squares of a map in turns.
pub fn turns(map: &RivalMap) -> impl FnMut() -> Cell {
    let mut turn = 0;
    move || {
        turn += 1;
        map.places[turn % map.places.len()]
    }
}

/// Whether a wall stands on the rival's line.
pub fn is_stopped(map: &RivalMap, a: Cell, b: Cell) -> bool {
    let line = Bresenham::new(Point::new(a.x, a.y), Point::new(b.x, b.y));
    line.skip(1).any(|point| map.is_wall(point.x, point.y))
}

/// What is seen from one square after the other.
pub fn view_jobs(map: &RivalMap) -> Vec<Job<'_>> {
    let (mut ours, size, area) = (FieldOfView::new(), map.size, map.walls.len());
    let (mut marks, mut signed_marks) = (vec![false; area], vec![false; area]);
    let (mut a, mut b, mut c, mut d) = (turns(map), turns(map), turns(map), turns(map));
    vec![
        (
            "breachline",
            Box::new(move || {
                field_of_view(&map.grid, a(), Body::STANDING, RADIUS as u32, &mut ours);
                usize::from(ours.is_empty())
            }),
        ),
        (
            "adam_fov_rs",
            Box::new(move || {
                let from = b();
                adam_fov_rs::compute_fov(
                    [from.x, from.y],
                    RADIUS as usize,
                    [size as u32, size as u32],
                    |cell| map.is_wall(cell.x, cell.y),
                    |cell| marks[(cell.y * size + cell.x) as usize] = true,
                );
                usize::from(marks[0])
            }),
        ),
        (
            "bracket-pathfinding",
            Box::new(move || {
                let from = c();
                bracket_view(Point::new(from.x, from.y), RADIUS, map).len()
            }),
        ),
        (
            "symmetric-shadowcasting",
            Box::new(move || {
                let from = d();
                let is_beyond = |x: i32, y: i32| {
                    let (dx, dy) = (x - from.x, y - from.y);
                    x < 0 || y < 0 || x >= size || y >= size || dx * dx + dy * dy > RADIUS * RADIUS
                };
                symmetric_shadowcasting::compute_fov(
                    (from.x as isize, from.y as isize),
                    &mut |(x, y)| is_beyond(x as i32, y as i32) || map.is_wall(x as i32, y as i32),
                    &mut |(x, y)| {
                        if !is_beyond(x as i32, y as i32) {
                            signed_marks[(y as i32 * size + x as i32) as usize] = true;
                        }
                    },
                );
                usize::from(signed_marks[0])
            }),
        ),
    ]
}
