//! One bit per square, stored by rows and by columns, so that one word covers 64 squares.

use crate::grid::ObstacleLayer;
use model::Cell;

/// Bits before the first and after the last square of a line, always clear.
const RIM: i32 = 64;

/// A set of squares of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BitPlane {
    rows: BitLines,
    columns: BitLines,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct BitLines {
    words: Vec<u64>,
    /// Words per line.
    stride: usize,
    count: i32,
    length: i32,
}

impl BitLines {
    fn new(count: usize, length: usize) -> Self {
        let stride = (length + 2 * RIM as usize).div_ceil(64) + 1;
        Self { words: vec![0; stride * count], stride, count: count as i32, length: length as i32 }
    }

    fn set(&mut self, line: i32, place: i32, on: bool) {
        let place = (place + RIM) as usize;
        let word = &mut self.words[line as usize * self.stride + place / 64];
        *word = *word & !(1 << (place % 64)) | u64::from(on) << (place % 64);
    }

    /// Whether a bit of the map is set.
    #[inline]
    fn contains(&self, line: i32, place: i32) -> bool {
        let place = (place + RIM) as usize;
        self.words[line as usize * self.stride + place / 64] >> (place % 64) & 1 != 0
    }

    /// The 64 bits from `place` on; bits outside the map are clear.
    #[inline]
    fn window(&self, line: i32, place: i32) -> u64 {
        if line < 0 || line >= self.count || place < -RIM || place >= self.length {
            return 0;
        }
        let place = (place + RIM) as usize;
        let first = line as usize * self.stride + place / 64;
        let shift = place % 64;
        join_words(&self.words[first..first + 2], shift)
    }

    /// The windows from `place` on in this line and those after it, or before it if `back`.
    fn parallel_windows(&self, (line, back): (i32, bool), place: i32, backward: bool) -> ParallelWindows<'_> {
        let place = (place + RIM - if backward { 63 } else { 0 }) as usize;
        let first = line as usize * self.stride + place / 64;
        let step = if back { -(self.stride as isize) } else { self.stride as isize };
        ParallelWindows { words: &self.words, first, step, shift: place % 64 }
    }
}

/// The 64 bits from `shift` on in two neighbouring words.
#[inline]
fn join_words(pair: &[u64], shift: usize) -> u64 {
    (pair[0] >> shift) | (pair[1] << 1 << (63 - shift))
}

/// The windows at one place of neighbouring lines.
#[derive(Clone, Copy)]
pub(super) struct ParallelWindows<'a> {
    words: &'a [u64],
    first: usize,
    step: isize,
    shift: usize,
}

impl ParallelWindows<'_> {
    /// The window so many lines after the first one, in a line of the map. The first square is the lowest bit, or the
    /// highest one if the window is `backward`.
    #[inline]
    pub(super) fn bits(&self, lines: i32) -> u64 {
        let first = self.first.wrapping_add_signed(lines as isize * self.step);
        join_words(&self.words[first..first + 2], self.shift)
    }
}

impl BitPlane {
    /// Creates an empty set over `width` columns and `height` rows.
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self { rows: BitLines::new(height, width), columns: BitLines::new(width, height) }
    }

    pub(super) fn set(&mut self, cell: Cell, on: bool) {
        self.rows.set(cell.y, cell.x, on);
        self.columns.set(cell.x, cell.y, on);
    }

    #[inline]
    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.rows.contains(cell.y, cell.x)
    }

    /// The 64 squares from `cell` on: to the east, or to the south if `down`; in the opposite direction if
    /// `backward`.
    #[inline]
    pub(super) fn window(&self, cell: Cell, down: bool, backward: bool) -> u64 {
        let bits = self.stored_window(cell, down, backward);
        if backward { bits.reverse_bits() } else { bits }
    }

    /// The same in the order of the map: `cell` is the lowest bit, or the highest one if the window is `backward`.
    pub(super) fn stored_window(&self, cell: Cell, down: bool, backward: bool) -> u64 {
        let (lines, line, place) =
            if down { (&self.columns, cell.x, cell.y) } else { (&self.rows, cell.y, cell.x) };
        lines.window(line, if backward { place - 63 } else { place })
    }

    /// The stored windows from `cell` on and those of its neighbours across: to the south or east, or to the north or
    /// west if `back`. The square is on the map or next to it.
    pub(super) fn parallel_windows(
        &self,
        cell: Cell,
        (down, backward): (bool, bool),
        back: bool,
    ) -> ParallelWindows<'_> {
        let (lines, line, place) =
            if down { (&self.columns, cell.x, cell.y) } else { (&self.rows, cell.y, cell.x) };
        lines.parallel_windows((line, back), place, backward)
    }
}

/// Which squares, north edges and west edges hold obstacles of some kind.
#[derive(Clone, Debug)]
pub(super) struct ObstacleBits {
    planes: [BitPlane; 3],
    /// Number of obstacles on edges.
    edges: u32,
}

impl ObstacleBits {
    /// Creates an empty set for a map of this size.
    pub(super) fn new(width: u16, height: u16) -> Self {
        // The rim holds the last edges.
        let plane = || BitPlane::new(usize::from(width) + 1, usize::from(height) + 1);
        Self { planes: [plane(), plane(), plane()], edges: 0 }
    }

    /// Records whether an obstacle is there. Returns whether that is a change.
    pub(super) fn set(&mut self, layer: ObstacleLayer, cell: Cell, on: bool) -> bool {
        let plane = &mut self.planes[layer as usize];
        if plane.contains(cell) == on {
            return false;
        }
        plane.set(cell, on);
        if layer != ObstacleLayer::Square {
            self.edges = if on { self.edges + 1 } else { self.edges - 1 };
        }
        true
    }

    pub(super) const fn layer(&self, layer: ObstacleLayer) -> &BitPlane {
        &self.planes[layer as usize]
    }

    pub(super) const fn has_edges(&self) -> bool {
        self.edges > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_shows_the_squares_that_were_set() {
        let mut plane = BitPlane::new(150, 90);
        let set = |cell: Cell| (cell.x * 7 + cell.y * 13) % 5 == 0;
        for y in 0..90 {
            for x in 0..150 {
                plane.set(Cell::new(x, y), set(Cell::new(x, y)));
            }
        }
        let inside = |cell: Cell| cell.x >= 0 && cell.y >= 0 && cell.x < 150 && cell.y < 90;
        for start in [(0, 0), (3, 5), (149, 89), (70, 64), (-40, 12), (149, -1)].map(|(x, y)| Cell::new(x, y))
        {
            for (down, backward) in [(false, false), (false, true), (true, false), (true, true)] {
                let step = if backward { -1 } else { 1 };
                let window = plane.window(start, down, backward);
                for bit in 0..64 {
                    let along = step * bit;
                    let cell = if down {
                        Cell::new(start.x, start.y + along)
                    } else {
                        Cell::new(start.x + along, start.y)
                    };
                    assert_eq!(
                        window >> bit & 1 == 1,
                        inside(cell) && set(cell),
                        "{start:?} {down} {backward} {bit}"
                    );
                }
            }
        }
    }
}
