//! Open ground: the squares whose lines have no obstacle on or near them.
//!
//! The circle around a shooter is cut into narrow wedges. An obstacle closes every wedge in which a line could come
//! within 1.25 squares of it, from 1.25 squares before it on. A nearer square in the same wedge is open, and its five
//! lines need not be evaluated. Wedges only save work: rounding can close one too many, never one too few.

use crate::grid::{Grid, flag};
use model::Cell;

/// Number of wedges around a shooter.
const WEDGES: usize = 4096;
/// Greatest distance from a line at which an obstacle can matter, in metres; see `cover_map`.
const CLEARANCE: f64 = 1.25;
/// With more than this many obstacles for each square in view, evaluating the lines is faster.
const CROWDED: usize = 8;
/// The same if fewer than one square in this many is in view.
const NARROW: usize = 64;

/// For one shooter, the distance up to which each wedge is open.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenGround {
    from: Cell,
    /// Open distance of each wedge, in square metres.
    within: Vec<f64>,
}

impl OpenGround {
    /// Updates the wedges for a shooter with this many squares in view. If wedges would not pay, every square counts
    /// as closed.
    pub fn update(&mut self, grid: &Grid, from: Cell, in_view: usize) {
        self.within.clear();
        self.from = from;
        if !grid.is_level() || in_view * NARROW < grid.flags().len() {
            return;
        }
        let stands = |flags: &&u8| **flags & (flag::SQUARE | flag::NORTH | flag::WEST) != 0;
        if grid.flags().iter().filter(stands).count() > CROWDED * in_view {
            return;
        }
        self.within.resize(WEDGES, f64::INFINITY);
        for (index, flags) in grid.flags().iter().enumerate().filter(|(_, flags)| stands(flags)) {
            let (x, y) = ((index % grid.stride()) as i32 - 1, (index / grid.stride()) as i32 - 1);
            if Cell::new(x, y) != from {
                self.close_wedges(f64::from(x - from.x), f64::from(y - from.y));
                continue;
            }
            // Obstacles in the shooter's own square do not count; those on its edges do.
            if flags & flag::NORTH != 0 {
                self.close_wedges(0.0, -1.0);
            }
            if flags & flag::WEST != 0 {
                self.close_wedges(-1.0, 0.0);
            }
        }
    }

    /// Whether no obstacle is near the lines to a square.
    pub fn is_open(&self, cell: Cell) -> bool {
        let (across, down) = (f64::from(cell.x - self.from.x), f64::from(cell.y - self.from.y));
        let within = self.within.get(wedge_index(across, down)).copied().unwrap_or(0.0);
        across * across + down * down < within
    }

    /// Closes the wedges of an obstacle at this offset from the shooter.
    fn close_wedges(&mut self, across: f64, down: f64) {
        let away = across.hypot(down);
        // An obstacle beside the shooter affects every direction that does not lead away from it.
        let sine = (CLEARANCE / away).min(1.0);
        let cosine = (1.0 - sine * sine).sqrt();
        let before = (away - CLEARANCE).max(0.0);
        let first = wedge_index(across * cosine + down * sine, down * cosine - across * sine);
        let last = wedge_index(across * cosine - down * sine, down * cosine + across * sine);
        let count = (last + WEDGES - first) % WEDGES;
        for step in 0..=count + 2 {
            let within = &mut self.within[(first + WEDGES - 1 + step) % WEDGES];
            *within = within.min(before * before);
        }
    }
}

/// The wedge of a direction; wedges are numbered from east by south.
fn wedge_index(across: f64, down: f64) -> usize {
    let sum = across.abs() + down.abs();
    let turn = match (across >= 0.0, down >= 0.0) {
        _ if sum == 0.0 => 0.0,
        (true, true) => down / sum,
        (false, true) => 1.0 - across / sum,
        (false, false) => 2.0 - down / sum,
        (true, false) => 3.0 + across / sum,
    };
    (turn * (WEDGES / 4) as f64) as usize % WEDGES
}
