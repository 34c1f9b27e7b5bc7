//! The map: ground, and obstacles in squares and on edges.
//!
//! Flat arrays with a rim of one square around the map, so that access to a neighbour needs no bounds check. Derived
//! data is kept up to date beside them: a byte of flags and the open steps of each square, and bit planes for the
//! field of view.

mod diff;
mod obstacle_blocks;
mod populate;
mod steps;

use std::sync::Arc;

use self::obstacle_blocks::ObstacleBlocks;
use crate::bit_planes::ObstacleBits;
use crate::movement::landmark_cache::LandmarkCache;
use crate::obstacle::{Body, Obstacle, TerrainCell};
use crate::sight::near_lines::{DirectionClasses, NEAR_COLUMNS, classes_past};
use model::{Cell, CellSide, Direction, Edge, ObstaclePosition};

/// Obstacles of at least this height hide a standing body on level ground.
const FULL_HEIGHT_CM: u16 = Body::STANDING.height_cm;

/// Flags of a square and of its north and west edges.
pub(super) mod flag {
    pub const SQUARE: u8 = 1;
    pub const NORTH: u8 = 2;
    pub const WEST: u8 = 4;
    pub const FULL_SQUARE: u8 = 8;
    pub const FULL_NORTH: u8 = 16;
    pub const FULL_WEST: u8 = 32;
}

/// Where an obstacle can stand relative to a square: an index into the arrays of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObstacleLayer {
    Square = 0,
    North = 1,
    West = 2,
}

impl ObstacleLayer {
    const fn flags(self) -> (u8, u8) {
        match self {
            Self::Square => (flag::SQUARE, flag::FULL_SQUARE),
            Self::North => (flag::NORTH, flag::FULL_NORTH),
            Self::West => (flag::WEST, flag::FULL_WEST),
        }
    }

    /// The flag of a square that has an obstacle in this layer.
    pub const fn flag(self) -> u8 {
        self.flags().0
    }
}

/// A map of squares with the obstacles in and between them.
///
/// ```rust
/// use field::{Grid, Obstacle};
/// use model::{BarrierId, Cell, CellSide, Direction, Edge, ObstaclePosition};
///
/// let fence = Obstacle { id: BarrierId(7), height_cm: 120, transparent: false, blocks_move: true, width_pct: 100 };
/// let mut grid = Grid::new(4, 4);
/// let cell = Cell::new(1, 1);
/// grid.set_obstacle(ObstaclePosition::Edge(Edge::new(cell, CellSide::East)), Some(fence));
///
/// assert!(!grid.can_step(cell, Direction::East));
/// assert!(!grid.can_step(cell, Direction::NorthEast), "a diagonal step needs both ways around the corner");
/// assert!(grid.can_step(cell, Direction::South));
/// ```
#[derive(Clone, Debug)]
pub struct Grid {
    width: u16,
    height: u16,
    stride: usize,
    ground: Vec<TerrainCell>,
    /// The difficulty of each square alone, because searches read it for every step.
    difficulties: Vec<u8>,
    obstacles: [Vec<Option<Obstacle>>; 3],
    flags: Vec<u8>,
    /// Bit `n`: the step in direction number `n` is open. See [`Grid::can_step`].
    steps: Vec<u8>,
    /// The same, including straight steps down over an edge. See [`Grid::can_drop`].
    drops: Vec<u8>,
    /// Opaque obstacles without an opening, at least as high as a standing body.
    full: ObstacleBits,
    /// The same with transparent ones: all full-height obstacles without an opening.
    solid: ObstacleBits,
    /// For each square, the classes of lines that `full` blocks within their first squares, as bits. See
    /// `near_lines`.
    near: Vec<DirectionClasses>,
    blocks: ObstacleBlocks,
    /// Number of opaque obstacles lower than a standing body.
    low: u32,
    /// Number of squares whose ground is not at height 0.
    raised: u32,
    max_difficulty: u8,
    /// Replaced by every change that an observer might miss; see [`Grid::state`].
    state: Arc<MapState>,
    /// Shared by unchanged copies.
    landmarks: Arc<LandmarkCache>,
}

impl Grid {
    /// Creates an empty, level map.
    pub fn new(width: u16, height: u16) -> Self {
        let stride = usize::from(width) + 2;
        let area = stride * (usize::from(height) + 2);
        let mut grid = Self {
            width,
            height,
            stride,
            ground: vec![TerrainCell::default(); area],
            difficulties: vec![0; area],
            obstacles: std::array::from_fn(|_| vec![None; area]),
            flags: vec![0; area],
            steps: vec![0; area],
            drops: vec![0; area],
            full: ObstacleBits::new(width, height),
            solid: ObstacleBits::new(width, height),
            near: vec![0; area],
            blocks: ObstacleBlocks::new(width, height),
            low: 0,
            raised: 0,
            max_difficulty: 0,
            state: Arc::default(),
            landmarks: Arc::default(),
        };
        let (right, bottom) = (i32::from(width) - 1, i32::from(height) - 1);
        for cell in grid.cells() {
            let index = grid.index(cell);
            let rim = cell.x == 0 || cell.y == 0 || cell.x == right || cell.y == bottom;
            grid.steps[index] = if rim { grid.open_steps(cell) } else { 0xff };
            grid.drops[index] = grid.steps[index];
        }
        grid
    }

    /// Number of columns.
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// Number of rows.
    pub const fn height(&self) -> u16 {
        self.height
    }

    /// Whether the square is on the map.
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.x >= 0 && cell.y >= 0 && cell.x < self.width as i32 && cell.y < self.height as i32
    }

    /// Whether an obstacle can stand there: in a square of the map, or on an edge of one.
    pub fn contains_place(&self, place: ObstaclePosition) -> bool {
        match place {
            ObstaclePosition::Square(cell) => self.contains(cell),
            ObstaclePosition::Edge(edge) => edge.cells().into_iter().any(|cell| self.contains(cell)),
        }
    }

    /// Every square, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (i32::from(self.width), i32::from(self.height));
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell { x, y }))
    }

    /// The ground of a square; impassable outside the map.
    pub fn ground(&self, cell: Cell) -> TerrainCell {
        if self.contains(cell) {
            self.ground[self.index(cell)]
        } else {
            TerrainCell { impassable: true, ..TerrainCell::default() }
        }
    }

    /// Sets the ground of a square.
    ///
    /// # Panics
    /// Panics if the square is not on the map.
    pub fn set_ground(&mut self, cell: Cell, ground: TerrainCell) {
        assert!(self.contains(cell), "no square {cell:?} on this map");
        self.write_ground(cell, ground);
        self.update_steps(cell);
        self.note_for_landmarks(cell);
    }

    /// Sets the ground of a square of the map without updating the open steps.
    fn write_ground(&mut self, cell: Cell, ground: TerrainCell) {
        let index = self.index(cell);
        self.raised -= u32::from(self.ground[index].height_cm != 0);
        self.raised += u32::from(ground.height_cm != 0);
        self.max_difficulty = self.max_difficulty.max(ground.difficulty);
        self.ground[index] = ground;
        self.difficulties[index] = ground.difficulty;
        self.change_state();
    }

    /// The obstacle at a place; `None` outside the map.
    pub fn obstacle(&self, place: ObstaclePosition) -> Option<Obstacle> {
        if !self.contains_place(place) {
            return None;
        }
        let (layer, cell) = Self::layer(place);
        self.obstacles[layer as usize][self.index(cell)]
    }

    /// Places an obstacle, or removes it with `None`; returns the previous one.
    ///
    /// # Panics
    /// Panics if the place is not on the map.
    pub fn set_obstacle(&mut self, place: ObstaclePosition, obstacle: Option<Obstacle>) -> Option<Obstacle> {
        assert!(self.contains_place(place), "no {place:?} on this map");
        let old = self.write_obstacle(place, obstacle);
        let (_, cell) = Self::layer(place);
        self.update_steps(cell);
        self.note_for_landmarks(cell);
        old
    }

    /// Places or removes an obstacle on the map without updating the open steps; returns the previous one.
    fn write_obstacle(&mut self, place: ObstaclePosition, obstacle: Option<Obstacle>) -> Option<Obstacle> {
        let (layer, cell) = Self::layer(place);
        let index = self.index(cell);
        let old = std::mem::replace(&mut self.obstacles[layer as usize][index], obstacle);
        if old != obstacle {
            self.change_state();
        }
        if old.is_some() != obstacle.is_some() {
            self.blocks.count(cell, obstacle.is_some());
        }
        let (_, is_low) = sight_heights(old);
        let (full, low) = sight_heights(obstacle);
        self.low = self.low - u32::from(is_low) + u32::from(low);
        let (any_flag, full_flag) = layer.flags();
        self.flags[index] &= !(any_flag | full_flag);
        if obstacle.is_some() {
            self.flags[index] |= any_flag;
        }
        if full {
            self.flags[index] |= full_flag;
        }
        self.solid.set(layer, cell, obstacle.is_some_and(|obstacle| obstacle.is_solid()));
        if self.full.set(layer, cell, full) {
            self.update_near(layer, cell, full);
        }
        old
    }

    /// Whether a body can stand in this square: on the map, passable, and not filled by an obstacle.
    pub fn can_enter(&self, cell: Cell) -> bool {
        let stops = |obstacle: Obstacle| obstacle.blocks_move;
        !self.ground(cell).impassable && !self.obstacle(ObstaclePosition::Square(cell)).is_some_and(stops)
    }

    /// Whether a step from this square in this direction is open, ignoring units.
    ///
    /// A straight step needs a free edge and a square that can be entered. A diagonal one needs both ways around the
    /// corner: all four edges that meet there and both squares beside the step.
    pub fn can_step(&self, from: Cell, direction: Direction) -> bool {
        self.contains(from) && self.steps[self.index(from)] & (1 << direction as u8) != 0
    }

    /// Whether a straight step from this square leads down over an edge by more than a step, ignoring units.
    pub fn can_drop(&self, from: Cell, direction: Direction) -> bool {
        self.contains(from)
            && self.drops[self.index(from)] & !self.steps[self.index(from)] & (1 << direction as u8) != 0
    }

    /// Identifies the present state of the map: while an observer holds a clone of this, the map is unchanged as long
    /// as the allocation stays the same.
    pub(super) const fn state(&self) -> &Arc<MapState> {
        &self.state
    }

    /// The landmarks of the map.
    pub(super) fn landmarks(&self) -> &LandmarkCache {
        &self.landmarks
    }

    /// Replaces the present state if an observer holds it.
    fn change_state(&mut self) {
        if Arc::get_mut(&mut self.state).is_none() {
            self.state = Arc::default();
        }
    }

    /// Notes for the landmarks that the ground of a square or the steps around it may have changed.
    fn note_for_landmarks(&mut self, cell: Cell) {
        let area = self.steps.len();
        Arc::make_mut(&mut self.landmarks).note_change(area, cell);
    }

    pub(super) const fn index(&self, cell: Cell) -> usize {
        (cell.y + 1) as usize * self.stride + (cell.x + 1) as usize
    }

    pub(super) const fn stride(&self) -> usize {
        self.stride
    }

    pub(super) fn flags(&self) -> &[u8] {
        &self.flags
    }

    /// The place at an array index of a layer.
    pub(super) const fn place(&self, layer: ObstacleLayer, index: usize) -> ObstaclePosition {
        let cell = Cell::new((index % self.stride) as i32 - 1, (index / self.stride) as i32 - 1);
        match layer {
            ObstacleLayer::Square => ObstaclePosition::Square(cell),
            ObstacleLayer::North => ObstaclePosition::Edge(Edge::new(cell, CellSide::North)),
            ObstacleLayer::West => ObstaclePosition::Edge(Edge::new(cell, CellSide::West)),
        }
    }

    /// The open steps of a square as bits, with steps down over edges if `over_edges`.
    pub(super) fn open_steps_at(&self, index: usize, over_edges: bool) -> u8 {
        if over_edges { self.drops[index] } else { self.steps[index] }
    }

    /// The open steps of all squares as bits, by index.
    pub(super) fn steps(&self) -> &[u8] {
        &self.steps
    }

    /// The difficulty of all squares, by index.
    pub(super) fn difficulties(&self) -> &[u8] {
        &self.difficulties
    }

    pub(super) fn difficulty_at(&self, index: usize) -> u8 {
        self.difficulties[index]
    }

    pub(super) fn ground_at(&self, index: usize) -> TerrainCell {
        self.ground[index]
    }

    pub(super) fn obstacle_at(&self, layer: ObstacleLayer, index: usize) -> Option<&Obstacle> {
        self.obstacles[layer as usize][index].as_ref()
    }

    pub(super) const fn full(&self) -> &ObstacleBits {
        &self.full
    }

    /// Obstacles without an opening that are at least as high as a standing body.
    pub(super) const fn solid(&self) -> &ObstacleBits {
        &self.solid
    }

    /// The classes of lines from a square that are blocked within their first squares, on level ground.
    pub(super) fn near_classes_at(&self, cell: Cell) -> DirectionClasses {
        self.near[self.index(cell)]
    }

    /// Whether the ground is level and no obstacle can touch any line between two bodies in these squares of the map.
    pub(super) fn is_line_open(&self, a: Cell, b: Cell) -> bool {
        /// Shorter lines are followed as quickly.
        const SHORT: u32 = 8;
        self.is_level() && a.chebyshev_distance(b) > SHORT && self.blocks.is_line_open(a, b)
    }

    pub(super) const fn has_full_edges(&self) -> bool {
        self.full.has_edges()
    }

    /// Whether any square is above or below the level of the map.
    pub const fn has_heights(&self) -> bool {
        self.raised > 0
    }

    /// Whether no square is above or below the level of the map.
    pub(super) const fn is_level(&self) -> bool {
        self.raised == 0
    }

    /// Whether no obstacle lower than a standing body blocks sight.
    pub(super) const fn has_no_low(&self) -> bool {
        self.low == 0
    }

    /// The highest difficulty of any square, in half metres on top of a step.
    pub(super) const fn max_difficulty(&self) -> u8 {
        self.max_difficulty
    }

    const fn layer(place: ObstaclePosition) -> (ObstacleLayer, Cell) {
        match place {
            ObstaclePosition::Square(cell) => (ObstacleLayer::Square, cell),
            ObstaclePosition::Edge(edge) => match edge.side() {
                CellSide::North | CellSide::South => (ObstacleLayer::North, edge.cell()),
                CellSide::West | CellSide::East => (ObstacleLayer::West, edge.cell()),
            },
        }
    }

    /// Updates the line classes of every square near a full obstacle that was placed or removed.
    fn update_near(&mut self, layer: ObstacleLayer, cell: Cell, placed: bool) {
        for rows in -NEAR_COLUMNS..=NEAR_COLUMNS {
            for columns in -NEAR_COLUMNS..=NEAR_COLUMNS {
                let start = Cell::new(cell.x - columns, cell.y - rows);
                let classes = classes_past(layer, columns, rows);
                if classes == 0 || !self.contains(start) {
                    continue;
                }
                let index = self.index(start);
                if placed {
                    self.near[index] |= classes;
                } else {
                    self.near[index] &= !self.opened_classes(start, classes, (columns, rows));
                }
            }
        }
    }

    /// Which of these classes of lines from a square, all towards the same columns and rows, no full obstacle blocks.
    fn opened_classes(
        &self,
        start: Cell,
        mut classes: DirectionClasses,
        (columns, rows): (i32, i32),
    ) -> DirectionClasses {
        const FULL: u8 = flag::FULL_SQUARE | flag::FULL_NORTH | flag::FULL_WEST;
        // Edges are west and north of their squares, and the rim holds the map's last ones.
        let reach = |towards: i32, from: i32, length: u16| {
            let first = if towards > 0 { from } else { from - NEAR_COLUMNS };
            let last = if towards < 0 { from } else { from + NEAR_COLUMNS };
            (first.max(0), last.min(i32::from(length)))
        };
        let (first, last) = reach(columns, start.x, self.width);
        let (top, bottom) = reach(rows, start.y, self.height);
        for y in top..=bottom {
            let row = self.index(Cell::new(first, y));
            for (x, &flags) in (first..=last).zip(&self.flags[row..]).filter(|(_, flags)| **flags & FULL != 0)
            {
                for layer in [ObstacleLayer::Square, ObstacleLayer::North, ObstacleLayer::West] {
                    if flags & layer.flags().1 != 0 {
                        classes &= !classes_past(layer, x - start.x, y - start.y);
                    }
                }
            }
            if classes == 0 {
                break;
            }
        }
        classes
    }
}

/// One state of a map, shared by its unchanged copies; see [`Grid::state`].
#[derive(Debug, Default)]
pub(super) struct MapState;

impl PartialEq for Grid {
    /// Compares the maps themselves, not their history.
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.height, &self.ground, &self.obstacles)
            == (other.width, other.height, &other.ground, &other.obstacles)
    }
}

impl Eq for Grid {}

/// Whether an obstacle blocks sight at the full height of a standing body; whether it does so lower down only.
fn sight_heights(obstacle: Option<Obstacle>) -> (bool, bool) {
    match obstacle {
        Some(obstacle) if obstacle.stops_sight() => {
            (obstacle.height_cm >= FULL_HEIGHT_CM, obstacle.height_cm < FULL_HEIGHT_CM)
        }
        _ => (false, false),
    }
}

#[cfg(test)]
mod tests;
