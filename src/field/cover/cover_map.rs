//! How well every square is covered from one shooter: [`hidden_share`] of a body in each of them.
//!
//! Whatever the field of view leaves out is hidden by all of it, and of what stands in the open nothing is. After a change of the
//! map only the squares behind it are worked out again: those whose lines pass within a square and a quarter of what
//! changed, which is as far as the ends of the five lines (half a metre) and the corners of a square (0.71 m) are beside
//! their centres.

mod open_ground;

use std::sync::Arc;

use self::open_ground::OpenGround;
use super::cover_level::Cover;
use super::line_of_fire::{hidden_share, hidden_share_of_seen};
use crate::cell::Cell;
use crate::grid::Grid;
use crate::obstacle::Body;
use crate::sight::field_of_view::{FieldOfView, field_of_view};

/// More changed squares than this are a new map.
const MAX_CHANGED_CELLS: usize = 32;
/// Where the lines to fewer than one square in so many were looked at, all of it is worked out in the time that it takes to
/// find what changed.
const FEW_LINES: usize = 16;
/// Marks squares beyond the radius.
const OUT_OF_RANGE: u8 = u8::MAX;
/// Nothing of a body is seen.
const FULLY_HIDDEN: u8 = 100;

/// The cover of every square against one shooter. Keep one and [`renew`](Self::renew) it.
#[derive(Clone, Debug, Default)]
pub struct CoverMap {
    known: Option<CoverMapInput>,
    hidden: Vec<u8>,
    view: FieldOfView,
    /// What was in view before the last change.
    before: FieldOfView,
    open: OpenGround,
    /// Squares whose lines were looked at when all of it was worked out.
    looked_at: usize,
}

/// What it was worked out for.
#[derive(Clone, Debug)]
struct CoverMapInput {
    grid: Arc<Grid>,
    shooter: (Cell, Body),
    body: Body,
    radius: u32,
}

impl CoverMap {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Against a shooter, for a body like this, as far as `radius` metres; gives the number of squares whose lines it
    /// looked at.
    pub fn update(&mut self, grid: &Arc<Grid>, shooter: (Cell, Body), body: Body, radius: u32) -> usize {
        let same =
            |known: &CoverMapInput| (known.shooter, known.body, known.radius) == (shooter, body, radius);
        let slow = self.looked_at * FEW_LINES > self.hidden.len();
        let changed = match &self.known {
            Some(known) if same(known) && Arc::ptr_eq(&known.grid, grid) => return 0,
            // A taller body may be seen out of the field of view.
            Some(known) if same(known) && slow && body.height_cm <= Body::STANDING.height_cm => {
                grid.differences(&known.grid, MAX_CHANGED_CELLS)
            }
            _ => None,
        };
        // Another height of the shooter's own square changes every line.
        let changed = changed.filter(|changed| !changed.contains(&shooter.0));
        let count = match changed {
            Some(changed) => self.update_changed(grid, shooter, (body, radius), &changed),
            None => self.fill(grid, shooter, body, radius),
        };
        self.known = Some(CoverMapInput { grid: Arc::clone(grid), shooter, body, radius });
        count
    }

    /// How much of a body there is hidden, in percent; nothing beyond the radius or the map.
    pub fn hidden(&self, cell: Cell) -> Option<u8> {
        let grid = &self.known.as_ref()?.grid;
        let hidden = grid.contains(cell).then(|| self.hidden[cell_index(grid, cell)])?;
        (hidden != OUT_OF_RANGE).then_some(hidden)
    }

    /// What the cover of a body there is called. `SS-COVER-07`.
    pub fn cover(&self, cell: Cell) -> Option<Cover> {
        self.hidden(cell).map(Cover::from_hidden_percent)
    }

    /// Every square within the radius with what is hidden of a body there, row by row.
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

    /// Whoever is taller than a standing body may be seen where that is not.
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

    /// Works out what lies behind a few changed squares.
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

/// How much of a body is hidden on a square where a standing one would be seen.
fn hidden_in_view(grid: &Grid, (from, own): (Cell, Body), cell: Cell, body: Body) -> u8 {
    // Whoever is lower than that is seen nowhere else.
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

/// Whether the line between two squares comes within a square and a quarter of a third one.
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
