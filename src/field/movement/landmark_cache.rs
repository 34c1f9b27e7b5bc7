//! The landmarks of a map, computed when searches of paths have paid for them.
//!
//! A landmark costs a flood of the whole map. So a map counts the squares that long searches visit. It gets landmarks near
//! its corners when these would have paid, and then one more each time that the searches since have visited enough squares:
//! at an end of the longest of them if that was very long, because its ends are searched again most often, otherwise in the
//! middle of a border. A change of the map notes the place; the costs are corrected before the next long search.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::flood_fill::FloodFill;
use super::landmarks::{Landmark, LandmarkBounds};
use super::movement_range::DiagonalStep;
use super::path_search::PathQuery;
use crate::grid::Grid;
use model::Cell;

/// Greatest number of landmarks.
const MOST: usize = 32;
/// Directions in which the first landmarks lie, as columns to the east and rows to the south.
const CORNERS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
/// Directions of some later ones.
const BORDERS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// Visits of squares by searches that take as long as the first landmarks, per square of the map.
const CORNER_VISITS: usize = 2;
/// Visits for one more landmark, as a share of the squares of the map.
const ONE_VISITS: usize = 2;
/// Visits of one search above which an end of it becomes a landmark, as a share of the squares of the map.
const MANY_VISITS: usize = 32;
/// Number of changed places, as a share of the squares of the map, from which new landmarks are no dearer than corrected
/// ones.
const MANY_CHANGES: usize = 64;

/// The landmarks of a map and its unchanged copies.
#[derive(Debug, Default)]
pub(crate) struct LandmarkCache {
    one: Mutex<LandmarkSet>,
    one_and_a_half: Mutex<LandmarkSet>,
}

impl Clone for LandmarkCache {
    fn clone(&self) -> Self {
        let copy = |set: &Mutex<LandmarkSet>| Mutex::new(lock(set).clone());
        Self { one: copy(&self.one), one_and_a_half: copy(&self.one_and_a_half) }
    }
}

/// The landmarks for one cost of diagonal steps.
#[derive(Clone, Debug, Default)]
struct LandmarkSet {
    landmarks: Vec<Arc<Landmark>>,
    /// Squares around which the map has changed since the landmarks were correct.
    changed: Vec<Cell>,
    /// Number of landmarks at the [`BORDERS`].
    borders: usize,
    /// Squares visited by searches that landmarks or more of them might have avoided.
    visits: usize,
    /// The longest search since the last landmark was made: visits that one behind its end would have avoided, and the end.
    longest: (usize, Cell),
}

fn lock(set: &Mutex<LandmarkSet>) -> MutexGuard<'_, LandmarkSet> {
    set.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LandmarkCache {
    fn set(&self, diagonal: DiagonalStep) -> MutexGuard<'_, LandmarkSet> {
        lock(match diagonal {
            DiagonalStep::One => &self.one,
            DiagonalStep::OneAndAHalf => &self.one_and_a_half,
        })
    }

    /// Notes that steps from the squares around this one, or its ground, may have changed.
    pub(crate) fn note_change(&mut self, grid_area: usize, cell: Cell) {
        for set in [&mut self.one, &mut self.one_and_a_half] {
            let set = set.get_mut().unwrap_or_else(PoisonError::into_inner);
            if set.landmarks.is_empty() || set.changed.last() == Some(&cell) {
                continue;
            }
            set.changed.push(cell);
            if set.changed.len() > grid_area / MANY_CHANGES {
                *set = LandmarkSet::default();
            }
        }
    }

    /// What the landmarks say about a search between two squares that can be entered; `None` if they say nothing, or have
    /// not been computed and would not pay yet.
    pub(crate) fn bounds(&self, grid: &Grid, query: &PathQuery) -> Option<LandmarkBounds> {
        let mut set = self.set(query.diagonal);
        if set.landmarks.is_empty() {
            return None;
        }
        set.correct(grid, query.diagonal);
        LandmarkBounds::choose(&set.landmarks, grid, grid.index(query.from), grid.index(query.to))
    }

    /// Whether landmarks are known, or so many squares have been visited that they would have paid.
    pub(crate) fn would_pay(&self, grid: &Grid, diagonal: DiagonalStep) -> bool {
        let set = self.set(diagonal);
        !set.landmarks.is_empty() || set.visits >= CORNER_VISITS * grid.flags().len()
    }

    /// As [`bounds`](Self::bounds), after computing landmarks if there are none.
    pub(crate) fn bounds_or_new(&self, grid: &Grid, query: &PathQuery) -> Option<LandmarkBounds> {
        let mut set = self.set(query.diagonal);
        if set.landmarks.is_empty() {
            let landmarks = Landmark::outermost(grid, query.from, query.diagonal, &CORNERS);
            *set = LandmarkSet { landmarks, ..LandmarkSet::default() };
        }
        drop(set);
        self.bounds(grid, query)
    }

    /// Counts squares that a search without landmarks has visited.
    pub(crate) fn count_visits(&self, diagonal: DiagonalStep, visits: usize) {
        self.set(diagonal).visits += visits;
    }

    /// Counts squares that a search with landmarks has visited and that one behind its end would have avoided; makes one
    /// if it would have paid.
    pub(crate) fn count_avoidable(&self, grid: &Grid, end: Cell, diagonal: DiagonalStep, visits: usize) {
        let mut set = self.set(diagonal);
        set.visits += visits;
        set.longest = set.longest.max((visits, end));
        let area = grid.flags().len();
        if set.landmarks.len() >= MOST || set.visits < area / ONE_VISITS {
            return;
        }
        let (visits, end) = std::mem::take(&mut set.longest);
        if visits >= area / MANY_VISITS || set.borders == BORDERS.len() {
            if set.landmarks.iter().all(|landmark| !landmark.is_at(grid.index(end))) {
                let mut flood = FloodFill::default();
                set.landmarks.push(Arc::new(Landmark::new(grid, end, diagonal, &mut flood)));
                set.visits = 0;
            }
        } else {
            let border = &BORDERS[set.borders..=set.borders];
            set.landmarks.extend(Landmark::outermost(grid, end, diagonal, border));
            (set.borders, set.visits) = (set.borders + 1, 0);
        }
    }
}

impl LandmarkSet {
    /// Corrects the costs after changes of the map.
    fn correct(&mut self, grid: &Grid, diagonal: DiagonalStep) {
        if self.changed.is_empty() {
            return;
        }
        for landmark in &mut self.landmarks {
            Arc::make_mut(landmark).lower_around(grid, &self.changed, diagonal);
        }
        self.changed.clear();
    }
}
