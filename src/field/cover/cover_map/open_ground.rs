//! Open ground: the squares towards which nothing at all stands on or near the line.
//!
//! The circle around a shooter is cut into narrow wedges. Whatever stands shuts every wedge in which a line could come within a
//! square and a quarter of it, from a square and a quarter before it on. A square that is nearer than that in its wedge is
//! open, without a look at its five lines. Wedges only save work: rounding can shut one more, never one less.

use crate::cell::Cell;
use crate::grid::{Grid, flag};

/// Wedges around a shooter.
const WEDGES: usize = 4096;
/// How far beside a line something can matter, in metres; see the head of `heat`.
const CLEARANCE: f64 = 1.25;
/// With more than this many things for each square in view, looking at the lines is quicker.
const CROWDED: usize = 8;
/// So it is where fewer than one square in so many is in view.
const NARROW: usize = 64;

/// How far from one shooter every wedge is open.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenGround {
    from: Cell,
    /// Square metres.
    within: Vec<f64>,
}

impl OpenGround {
    /// For a shooter who sees so many squares. Where wedges are of no use every square counts as shut.
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
            // What stands in the own square does not count, what stands on its edges does.
            if flags & flag::NORTH != 0 {
                self.close_wedges(0.0, -1.0);
            }
            if flags & flag::WEST != 0 {
                self.close_wedges(-1.0, 0.0);
            }
        }
    }

    /// Whether nothing is near the lines to a square.
    pub fn is_open(&self, cell: Cell) -> bool {
        let (across, down) = (f64::from(cell.x - self.from.x), f64::from(cell.y - self.from.y));
        let within = self.within.get(wedge_index(across, down)).copied().unwrap_or(0.0);
        across * across + down * down < within
    }

    /// Something stands there, as seen from the shooter.
    fn close_wedges(&mut self, across: f64, down: f64) {
        let away = across.hypot(down);
        // Beside the shooter it is on the way of whoever does not turn the back to it.
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

/// The wedge of a direction; they follow each other from east by south.
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
