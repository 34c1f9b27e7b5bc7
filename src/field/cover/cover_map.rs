//! Cover map: the [`hidden_share`] of a body in every square, from one shooter.
//!
//! Squares outside the field of view are fully hidden, squares in the open are not hidden at all. After a change of
//! the map only the squares behind it are recomputed: those whose lines pass within 1.25 squares of a changed square,
//! the greatest distance of the ends of the five lines (half a metre) and the corners of a square (0.71 m) from their
//! centres.

mod open_ground;

use std::sync::Arc;

use self::open_ground::OpenGround;
use super::cover_degree::CoverDegree;
use super::line_of_fire::{hidden_share, hidden_share_of_seen};
use crate::grid::Grid;
use crate::obstacle::Body;
use crate::sight::field_of_view::{FieldOfView, field_of_view};
use model::Cell;

/// With more changed squares than this, the whole map is recomputed.
const MAX_CHANGED_CELLS: usize = 32;
/// If fewer than one square in this many needed its lines, recomputing everything is as fast as finding what changed.
const FEW_LINES: usize = 16;
/// Marks squares beyond the radius.
const OUT_OF_RANGE: u8 = u8::MAX;
/// Hidden share of a body that is not seen.
const FULLY_HIDDEN: u8 = 100;

/// The cover of every square against one shooter. Keep one and [`update`](Self::update) it.
#[derive(Clone, Debug, Default)]
pub struct CoverMap {
    known: Option<CoverMapInput>,
    hidden: Vec<u8>,
    view: FieldOfView,
    /// The field of view before the last change.
    before: FieldOfView,
    open: OpenGround,
    /// Number of squares whose lines were needed by the last full computation.
    looked_at: usize,
}

/// Input of the last computation.
#[derive(Clone, Debug)]
struct CoverMapInput {
    grid: Arc<Grid>,
    shooter: (Cell, Body),
    body: Body,
    radius: u32,
}

impl CoverMap {
    /// Creates an empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Updates the map for a shooter, a body in each square, and a radius in metres. Returns the number of squares
    /// whose lines were evaluated.
    pub fn update(&mut self, grid: &Arc<Grid>, shooter: (Cell, Body), body: Body, radius: u32) -> usize {
        let same =
            |known: &CoverMapInput| (known.shooter, known.body, known.radius) == (shooter, body, radius);
        let slow = self.looked_at * FEW_LINES > self.hidden.len();
        let changed = match &self.known {
            Some(known) if same(known) && Arc::ptr_eq(&known.grid, grid) => return 0,
            // A taller body may be visible outside the field of view.
            Some(known) if same(known) && slow && body.height_cm <= Body::STANDING.height_cm => {
                grid.differences(&known.grid, MAX_CHANGED_CELLS)
            }
            _ => None,
        };
        // Another ground height of the shooter's own square changes every line.
        let changed = changed.filter(|changed| !changed.contains(&shooter.0));
        let count = match changed {
            Some(changed) => self.update_changed(grid, shooter, (body, radius), &changed),
            None => self.fill(grid, shooter, body, radius),
        };
        self.known = Some(CoverMapInput { grid: Arc::clone(grid), shooter, body, radius });
        count
    }

    /// Hidden share of a body in a square, in percent; `None` beyond the radius or the map.
    pub fn hidden(&self, cell: Cell) -> Option<u8> {
        let grid = &self.known.as_ref()?.grid;
        let hidden = grid.contains(cell).then(|| self.hidden[cell_index(grid, cell)])?;
        (hidden != OUT_OF_RANGE).then_some(hidden)
    }

    /// Cover of a body in a square. `SS-COVER-07`.
    pub fn cover(&self, cell: Cell) -> Option<CoverDegree> {
        self.hidden(cell).map(CoverDegree::from_hidden_percent)
    }

    /// Every square within the radius with the hidden share of a body in it, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, u8)> + '_ {
        let cells = self.known.iter().flat_map(|known| known.grid.cells());
        cells
            .zip(&self.hidden)
            .filter(|(_, hidden)| **hidden != OUT_OF_RANGE)
            .map(|(cell, hidden)| (cell, *hidden))
    }

    fn fill(&mut self, grid: &Grid, shooter: (Cell, Body), body: Body, radius: u32) -> usize {
        let (from, own) = shooter;
        self.hidden.clear();
        self.hidden.resize(usize::from(grid.width()) * usize::from(grid.height()), OUT_OF_RANGE);
        field_of_view(grid, from, own, radius, &mut self.view);
        if !grid.contains(from) {
            return 0;
        }
        for (cell, hidden) in grid.cells().zip(&mut self.hidden) {
            if is_within_radius(from, cell, radius) {
                *hidden = FULLY_HIDDEN;
            }
        }
        self.open.update(grid, from, self.view.len());
        self.looked_at = 0;
        for cell in self.view.cells() {
            self.hidden[cell_index(grid, cell)] = if self.open.is_open(cell) {
                0
            } else {
                self.looked_at += 1;
                hidden_in_view(grid, shooter, cell, body)
            };
        }
        if body.height_cm > Body::STANDING.height_cm {
            self.looked_at += self.check_tall_bodies(grid, shooter, body);
        }
        self.looked_at
    }

    /// A body taller than a standing one may be seen where a standing one is not.
    fn check_tall_bodies(&mut self, grid: &Grid, (from, own): (Cell, Body), body: Body) -> usize {
        let mut count = 0;
        for (cell, hidden) in
            grid.cells().zip(&mut self.hidden).filter(|(_, hidden)| **hidden == FULLY_HIDDEN)
        {
            *hidden = hidden_share(grid, from, own, cell, body);
            count += 1;
        }
        count
    }

    /// Recomputes the squares behind a few changed squares.
    fn update_changed(
        &mut self,
        grid: &Grid,
        shooter: (Cell, Body),
        (body, radius): (Body, u32),
        changed: &[Cell],
    ) -> usize {
        let (from, own) = shooter;
        std::mem::swap(&mut self.view, &mut self.before);
        field_of_view(grid, from, own, radius, &mut self.view);
        for cell in self.before.cells().filter(|cell| !self.view.contains(*cell)) {
            self.hidden[cell_index(grid, cell)] = FULLY_HIDDEN;
        }
        let mut count = 0;
        for cell in self.view.cells() {
            if changed.iter().any(|&changed| line_passes_near(from, cell, changed)) {
                self.hidden[cell_index(grid, cell)] = hidden_in_view(grid, shooter, cell, body);
                count += 1;
            }
        }
        count
    }
}

/// Hidden share of a body in a square where a standing one would be seen.
fn hidden_in_view(grid: &Grid, (from, own): (Cell, Body), cell: Cell, body: Body) -> u8 {
    // Lower bodies are not seen anywhere else.
    if body == Body::STANDING {
        hidden_share_of_seen(grid, from, own, cell, body)
    } else {
        hidden_share(grid, from, own, cell, body)
    }
}

fn cell_index(grid: &Grid, cell: Cell) -> usize {
    cell.y as usize * usize::from(grid.width()) + cell.x as usize
}

fn is_within_radius(from: Cell, cell: Cell, radius: u32) -> bool {
    u64::from(from.distance_squared(cell)) <= u64::from(radius) * u64::from(radius)
}

/// Whether the line between two squares comes within 1.25 squares of a third one.
#[inline]
fn line_passes_near(from: Cell, to: Cell, by: Cell) -> bool {
    let (across, down) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let (east, south) = (i64::from(by.x - from.x), i64::from(by.y - from.y));
    let (along, length) = (across * east + down * south, across * across + down * down);
    if along <= 0 {
        return from.distance_squared(by) <= 1;
    }
    if along >= length {
        return to.distance_squared(by) <= 1;
    }
    let beside = across * south - down * east;
    16 * beside * beside <= 25 * length
}

#[cfg(test)]
mod tests;
