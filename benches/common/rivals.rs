//! What other crates are asked about a map: what is on a line, and what is seen from a square.

use bracket_geometry::prelude::{Bresenham, Point};
use bracket_pathfinding::prelude::{Algorithm2D, field_of_view as bracket_view};
use breachline::field::{Body, FieldOfView, Grid, field_of_view};
use breachline::model::Cell;

use super::Job;

const RADIUS: i32 = 30;

/// A square map with what the rivals need to know of it.
pub trait RivalMap: Algorithm2D {
    /// The map.
    fn grid(&self) -> &Grid;

    /// Squares along a side.
    fn size(&self) -> i32;

    /// Whether a wall fills a square, for every square.
    fn walls(&self) -> &[bool];

    /// Free squares scattered over the map.
    fn places(&self) -> &[Cell];

    /// Whether a wall fills a square.
    fn is_wall(&self, x: i32, y: i32) -> bool {
        self.walls()[(y * self.size() + x) as usize]
    }

    /// The square with a number.
    fn cell(&self, index: usize) -> Cell {
        Cell::new(index as i32 % self.size(), index as i32 / self.size())
    }

    /// The number of a square.
    fn index(&self, cell: Cell) -> usize {
        (cell.y * self.size() + cell.x) as usize
    }
}

/// Somewhere else every time.
pub fn turns<M: RivalMap>(map: &M) -> impl FnMut() -> Cell {
    let mut turn = 0;
    move || {
        turn += 1;
        map.places()[turn % map.places().len()]
    }
}

/// Whether a wall stands on the rival's line.
pub fn is_stopped<M: RivalMap>(map: &M, a: Cell, b: Cell) -> bool {
    let line = Bresenham::new(Point::new(a.x, a.y), Point::new(b.x, b.y));
    line.skip(1).any(|point| map.is_wall(point.x, point.y))
}

/// What is seen from one square after the other.
pub fn view_jobs<M: RivalMap>(map: &M) -> Vec<Job<'_>> {
    let (mut ours, size, area) = (FieldOfView::new(), map.size(), map.walls().len());
    let (mut marks, mut signed_marks) = (vec![false; area], vec![false; area]);
    let (mut a, mut b, mut c, mut d) = (turns(map), turns(map), turns(map), turns(map));
    vec![
        (
            "breachline",
            Box::new(move || {
                field_of_view(map.grid(), a(), Body::STANDING, RADIUS as u32, &mut ours);
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
