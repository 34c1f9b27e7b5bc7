//! Landmarks: squares from which the walking cost to every other square is known.
//!
//! The way between two squares costs at least the difference of their costs from any landmark (the triangle inequality).
//! On a map with many detours this bound is far closer to the true cost than the distance, and a search that uses it
//! visits few squares beside the path. Four floods of the map pay only after many searches, so a map counts the squares
//! that searches have visited, and gets its landmarks when they would have paid. They are dropped when the map changes.
//!
//! Paths do not depend on landmarks, see `path_search`.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::flood_fill::FloodFill;
use super::movement_range::DiagonalStep;
use crate::grid::Grid;
use model::Cell;

/// Number of landmarks, one for each corner of the map.
const COUNT: usize = 4;
/// Cost of a square that no way leads to from a landmark.
const UNREACHED: u16 = u16::MAX;
/// Cost of a square that is farther away than a number can say.
const TOO_FAR: u16 = u16::MAX - 1;
/// Visits of squares by searches that take as long as the landmarks, per square of the map.
const VISITS_PER_SQUARE: usize = 2;

/// Costs in half metres from each landmark to every square, by index of the grid.
#[derive(Debug)]
pub(crate) struct Landmarks {
    costs: Vec<[u16; COUNT]>,
}

/// The landmarks of one state of a map, computed on demand.
#[derive(Debug, Default)]
pub(crate) struct LandmarkCache {
    visited: AtomicUsize,
    straight: OnceLock<Landmarks>,
    diagonal: OnceLock<Landmarks>,
}

impl LandmarkCache {
    fn cell(&self, diagonal: DiagonalStep) -> &OnceLock<Landmarks> {
        match diagonal {
            DiagonalStep::OneAndAHalf => &self.diagonal,
            DiagonalStep::One => &self.straight,
        }
    }

    /// The landmarks, if they have been computed.
    pub(crate) fn known(&self, diagonal: DiagonalStep) -> Option<&Landmarks> {
        self.cell(diagonal).get()
    }

    /// The landmarks, computed if need be; `from` is a square of the part of the map that they should cover.
    pub(crate) fn known_or_new(&self, grid: &Grid, from: Cell, diagonal: DiagonalStep) -> &Landmarks {
        self.cell(diagonal).get_or_init(|| Landmarks::new(grid, from, diagonal))
    }

    /// Whether so many squares have been visited that landmarks would have paid.
    pub(crate) fn would_pay(&self, grid: &Grid) -> bool {
        self.visited.load(Ordering::Relaxed) >= VISITS_PER_SQUARE * grid.flags().len()
    }

    /// Counts squares that a search without landmarks has visited.
    pub(crate) fn count_visits(&self, visits: usize) {
        self.visited.fetch_add(visits, Ordering::Relaxed);
    }
}

impl Landmarks {
    /// Computes the costs from the four squares that can be reached from `from` and are nearest to the corners.
    pub(crate) fn new(grid: &Grid, from: Cell, diagonal: DiagonalStep) -> Self {
        let mut flood = FloodFill::default();
        let mut fill = |from| {
            flood.fill::<false>(grid, from, u32::MAX, diagonal, |_| false, |_| false);
            flood.stops().collect::<Vec<_>>()
        };
        let mut costs = vec![[UNREACHED; COUNT]; grid.flags().len()];
        let reached = fill(from);
        for (number, (east, south)) in [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().enumerate() {
            let corner = reached.iter().max_by_key(|(cell, _)| east * cell.x + south * cell.y);
            let Some(&(corner, _)) = corner else { continue };
            for (cell, cost) in fill(corner) {
                costs[grid.index(cell)][number] =
                    u16::try_from(cost).map_or(TOO_FAR, |cost| cost.min(TOO_FAR));
            }
        }
        Self { costs }
    }

    /// Whether the landmark that says most about two squares, by their indices of the grid, is nearer to the second one.
    /// Bounds of the cost to a square are good if a landmark lies behind it.
    pub(crate) fn is_nearer_to_second(&self, one: usize, other: usize) -> bool {
        let costs = self.costs[one].iter().zip(&self.costs[other]);
        let best = costs.max_by_key(|(one, other)| one.abs_diff(**other));
        best.is_some_and(|(one, other)| other < one)
    }

    /// Bounds of the costs to one square.
    pub(crate) fn bounds_to(&self, grid: &Grid, to: Cell) -> LandmarkBounds<'_> {
        let index = grid.index(to);
        LandmarkBounds {
            costs: &self.costs,
            target: self.costs[index],
            difficulty: i32::from(grid.ground_at(index).difficulty),
        }
    }
}

/// Lower bounds of the costs to one square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LandmarkBounds<'a> {
    costs: &'a [[u16; COUNT]],
    target: [u16; COUNT],
    /// Difficulty of the target.
    difficulty: i32,
}

impl LandmarkBounds<'_> {
    /// The least that the way from the square at an index of the grid can cost, in half metres.
    #[inline]
    pub(crate) fn at_least(&self, index: usize, difficulty: u8) -> u32 {
        // The way back costs the same, but for the difficulty of its end.
        let back = self.difficulty - i32::from(difficulty);
        let mut least = 0;
        for (&here, &there) in self.costs[index].iter().zip(&self.target) {
            if here < TOO_FAR && there < TOO_FAR {
                let ahead = i32::from(there) - i32::from(here);
                least = least.max(ahead).max(back - ahead);
            }
        }
        least.unsigned_abs()
    }

    /// Whether it is certain that no way leads from the square at an index of the grid. Both squares can be entered.
    pub(crate) fn is_out_of_reach(&self, index: usize) -> bool {
        // Ways lead in both directions or in none.
        let mut ends = self.costs[index].iter().zip(&self.target);
        ends.any(|(&here, &there)| (here == UNREACHED) != (there == UNREACHED))
    }
}
