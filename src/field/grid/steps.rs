//! Open steps: for each square, the neighbours to which a body can walk or climb, kept as bits and updated when
//! obstacles change.

use super::Grid;
use crate::obstacle::STEP_CM;
use model::{Cell, CellSide, Direction, Edge, ObstaclePosition};

impl Grid {
    /// Updates the open steps of a square and of its neighbours.
    pub(super) fn update_steps(&mut self, cell: Cell) {
        for y in cell.y - 1..=cell.y + 1 {
            for x in cell.x - 1..=cell.x + 1 {
                let near = Cell { x, y };
                if self.contains(near) {
                    self.update_steps_from(near);
                }
            }
        }
    }

    /// Updates the open steps of a square of the map.
    pub(super) fn update_steps_from(&mut self, cell: Cell) {
        let index = self.index(cell);
        self.steps[index] = self.open_steps(cell);
        self.drops[index] = self.steps[index] | self.open_drops(cell);
    }

    /// Finds the open steps of a square of the map, as bits.
    pub(super) fn open_steps(&self, cell: Cell) -> u8 {
        let mut open = 0;
        for direction in Direction::ALL {
            let (dx, dy) = direction.delta();
            let passable = if direction.is_diagonal() {
                let (sideways, lengthways) = (Cell::new(cell.x + dx, cell.y), Cell::new(cell.x, cell.y + dy));
                let across = cell.step(direction);
                self.is_walk(cell, sideways)
                    && self.is_walk(cell, lengthways)
                    && self.is_walk(sideways, across)
                    && self.is_walk(lengthways, across)
            } else {
                self.is_walk(cell, cell.step(direction))
            };
            open |= u8::from(passable) << direction as u8;
        }
        open
    }

    fn open_drops(&self, cell: Cell) -> u8 {
        if self.is_level() {
            return 0;
        }
        let straight = Direction::ALL.into_iter().filter(|direction| !direction.is_diagonal());
        let leads_down = |direction: &Direction| {
            let below = cell.step(*direction);
            self.rise(cell, below) < -i32::from(STEP_CM) && self.is_passage(cell, below)
        };
        straight.filter(leads_down).fold(0, |open, direction| open | 1 << direction as u8)
    }

    /// Rise of the ground from a square to another, in centimetres.
    fn rise(&self, from: Cell, to: Cell) -> i32 {
        i32::from(self.ground(to).height_cm) - i32::from(self.ground(from).height_cm)
    }

    /// Whether a body can walk or climb from a square to a straight neighbour.
    fn is_walk(&self, from: Cell, to: Cell) -> bool {
        self.is_passage(from, to) && (self.is_level() || self.is_within_a_step(from, to))
    }

    /// Whether the difference in height is at most a step, or the lower square has a ladder.
    fn is_within_a_step(&self, from: Cell, to: Cell) -> bool {
        let rise = self.rise(from, to);
        let foot = if rise > 0 { from } else { to };
        rise.unsigned_abs() <= STEP_CM.unsigned_abs().into() || self.ground(foot).ladder
    }

    /// Whether a body can pass from a square to a straight neighbour.
    fn is_passage(&self, from: Cell, to: Cell) -> bool {
        let edge = if from.x == to.x {
            Edge::new(Cell::new(from.x, from.y.max(to.y)), CellSide::North)
        } else {
            Edge::new(Cell::new(from.x.max(to.x), from.y), CellSide::West)
        };
        self.can_enter(to)
            && !self.obstacle(ObstaclePosition::Edge(edge)).is_some_and(|obstacle| obstacle.blocks_move)
    }
}
