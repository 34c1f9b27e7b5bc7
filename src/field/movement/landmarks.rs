//! Landmarks: squares from which the walking cost to every other square is known.
//!
//! The way between two squares costs at least the difference of their costs from any landmark (the triangle inequality).
//! On a map with many detours this bound is far closer to the true cost than the distance, and a search that uses it
//! visits few squares beside the path.
//!
//! The bounds need no exact costs. It suffices that no step leads to a square whose cost is greater than the cost before
//! the step and that of the step together. A change that closes steps, or makes them dearer, keeps that true. Where a
//! change opened steps, or made them cheaper, lower costs are spread from there. So landmarks outlive changes of the map.
//!
//! Paths do not depend on landmarks, see `path_search`.

use std::collections::VecDeque;
use std::sync::Arc;

use super::flood_fill::FloodFill;
use super::movement_range::DiagonalStep;
use crate::grid::Grid;
use model::{Cell, Direction};

/// Number of landmarks that bound the costs of one search.
const ACTIVE: usize = 3;
/// Cost of a square that no way leads to from a landmark.
const UNREACHED: u16 = u16::MAX;
/// Greatest cost; squares farther away have it as well.
const TOO_FAR: u16 = u16::MAX - 1;

/// A square, and the costs in half metres from there to every square, by index of the grid.
#[derive(Clone, Debug)]
pub(crate) struct Landmark {
    square: usize,
    costs: Vec<u16>,
}

impl Landmark {
    /// Computes the costs from a square of the map.
    pub(crate) fn new(grid: &Grid, square: Cell, diagonal: DiagonalStep, flood: &mut FloodFill) -> Self {
        flood.fill::<false>(grid, square, u32::MAX, diagonal, |_| false, |_| false);
        let mut costs = vec![UNREACHED; grid.flags().len()];
        for (cell, cost) in flood.stops() {
            costs[grid.index(cell)] = saturate(cost);
        }
        Self { square: grid.index(square), costs }
    }

    /// Computes landmarks at the squares that can be reached from `from` and lie farthest out in these directions.
    pub(crate) fn outermost(
        grid: &Grid,
        from: Cell,
        diagonal: DiagonalStep,
        directions: &[(i32, i32)],
    ) -> Vec<Arc<Self>> {
        let mut flood = FloodFill::default();
        flood.fill::<false>(grid, from, u32::MAX, diagonal, |_| false, |_| false);
        let outermost = |&(east, south): &(i32, i32)| {
            flood.stops().map(|(cell, _)| cell).max_by_key(|cell| farthest_out(grid, *cell, (east, south)))
        };
        let squares: Vec<Cell> = directions.iter().filter_map(outermost).collect();
        squares.into_iter().map(|square| Arc::new(Self::new(grid, square, diagonal, &mut flood))).collect()
    }

    /// Whether it is this square, by index of the grid.
    pub(crate) const fn is_at(&self, square: usize) -> bool {
        self.square == square
    }

    /// Lowers the costs that the steps around changed squares allow to lower, and those that follow from them.
    pub(crate) fn lower_around(&mut self, grid: &Grid, changed: &[Cell], diagonal: DiagonalStep) {
        let stride = grid.stride() as isize;
        let moves = Direction::ALL.map(|direction| {
            let (dx, dy) = direction.delta();
            (dx as isize + dy as isize * stride, diagonal.step(direction))
        });
        let around = changed.iter().flat_map(|cell| {
            let rows = cell.y - 1..=cell.y + 1;
            rows.flat_map(|y| (cell.x - 1..=cell.x + 1).map(move |x| Cell::new(x, y)))
        });
        let mut waiting: VecDeque<usize> =
            around.filter(|&cell| grid.contains(cell)).map(|cell| grid.index(cell)).collect();
        while let Some(here) = waiting.pop_front() {
            let cost = self.costs[here];
            if cost == UNREACHED {
                continue;
            }
            for direction in set_bits(grid.open_steps_at(here, false)) {
                let (offset, step) = moves[direction];
                let there = here.wrapping_add_signed(offset);
                let total = saturate(u32::from(cost) + step + u32::from(grid.difficulty_at(there)));
                if total < self.costs[there] {
                    self.costs[there] = total;
                    waiting.push_back(there);
                }
            }
        }
    }
}

/// How far out a square lies in a direction; beside it counts against the square.
fn farthest_out(grid: &Grid, cell: Cell, (east, south): (i32, i32)) -> i32 {
    let from_middle = |at: i32, length: u16| 2 * at + 1 - i32::from(length);
    let (x, y) = (from_middle(cell.x, grid.width()), from_middle(cell.y, grid.height()));
    let along = |direction: i32, offset: i32| if direction == 0 { -offset.abs() } else { direction * offset };
    along(east, x) + along(south, y)
}

fn saturate(cost: u32) -> u16 {
    cost.min(TOO_FAR.into()) as u16
}

/// The places of the bits set in a byte.
fn set_bits(mut bits: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = bits.trailing_zeros() as usize;
        bits &= bits.checked_sub(1)?;
        Some(place)
    })
}

/// What landmarks say about the way between two squares.
#[derive(Clone, Debug)]
pub(crate) struct LandmarkBounds {
    /// The landmarks that say most; the same one twice if there is no other.
    active: [Arc<Landmark>; ACTIVE],
    /// Whether the best landmark lies behind the second square, and not behind the first. Bounds of the cost to a square
    /// are good if a landmark lies behind it.
    pub(crate) lies_behind_second: bool,
    /// The least that the way from the first to the second square costs; `None` if no way leads there.
    pub(crate) least: Option<u32>,
}

impl LandmarkBounds {
    /// Chooses among landmarks for the way between two squares that can be entered, by their indices of the grid.
    /// `None` if none can be reached from them.
    pub(crate) fn choose(landmarks: &[Arc<Landmark>], grid: &Grid, from: usize, to: usize) -> Option<Self> {
        let ends = |landmark: &Landmark| (landmark.costs[from], landmark.costs[to]);
        // Ways lead in both directions or in none.
        let is_apart = landmarks.iter().any(|landmark| {
            let (one, other) = ends(landmark);
            (one == UNREACHED) != (other == UNREACHED)
        });
        let mut best: [Option<&Arc<Landmark>>; ACTIVE] = [None; ACTIVE];
        let says = |landmark: &&Arc<Landmark>| {
            let (one, other) = ends(landmark);
            one.abs_diff(other)
        };
        for landmark in landmarks.iter().filter(|landmark| landmark.costs[from] != UNREACHED) {
            let mut candidate = Some(landmark);
            for place in &mut best {
                if candidate.as_ref().map(says) > place.as_ref().map(says) {
                    std::mem::swap(place, &mut candidate);
                }
            }
        }
        let first = best[0]?;
        let active = best.map(|landmark| Arc::clone(landmark.unwrap_or(first)));
        let (one, other) = ends(first);
        let mut bounds = Self { active, lies_behind_second: other < one, least: None };
        if !is_apart {
            let difficulty = |square| grid.difficulty_at(square);
            bounds.least = Some(bounds.to(grid, to).at_least(from, difficulty(from)));
        }
        Some(bounds)
    }

    /// Bounds of the costs to one of the two squares.
    pub(crate) fn to(&self, grid: &Grid, square: usize) -> BoundsTo<'_> {
        BoundsTo {
            costs: self.active.each_ref().map(|landmark| landmark.costs.as_slice()),
            target: self.active.each_ref().map(|landmark| i32::from(landmark.costs[square])),
            difficulty: i32::from(grid.difficulty_at(square)),
        }
    }
}

/// Lower bounds of the costs to one square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoundsTo<'a> {
    costs: [&'a [u16]; ACTIVE],
    target: [i32; ACTIVE],
    /// Difficulty of the target.
    difficulty: i32,
}

impl BoundsTo<'_> {
    /// The least that the way from the square at an index of the grid can cost, in half metres. A way leads from there to
    /// one of the two squares.
    #[inline]
    pub(crate) fn at_least(&self, index: usize, difficulty: u8) -> u32 {
        // The way back costs the same, but for the difficulty of its end.
        let back = self.difficulty - i32::from(difficulty);
        let mut least = 0;
        for (costs, target) in self.costs.iter().zip(self.target) {
            let away = i32::from(costs[index]) - target;
            least = least.max(-away).max(back + away);
        }
        least as u32
    }
}
