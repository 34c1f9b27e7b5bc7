//! Which blocks of eight by eight squares have obstacles, so that a line over open ground can be told at a glance.

use model::Cell;

/// Binary logarithm of the side of a block, in squares.
const BLOCK_SHIFT: i32 = 3;

/// The number of obstacles in each block, and a bit for each that has any.
#[derive(Clone, Debug)]
pub(crate) struct ObstacleBlocks {
    /// Blocks in a row.
    columns: usize,
    /// Words in a row of bits.
    words: usize,
    counts: Vec<u8>,
    occupied: Vec<u64>,
}

impl ObstacleBlocks {
    /// Creates the blocks of a map without obstacles, with its rim in the east and the south.
    pub(super) fn new(width: u16, height: u16) -> Self {
        let blocks = |side: u16| (usize::from(side) >> BLOCK_SHIFT) + 1;
        let (columns, rows) = (blocks(width), blocks(height));
        let words = columns.div_ceil(64);
        Self { columns, words, counts: vec![0; columns * rows], occupied: vec![0; words * rows] }
    }

    /// Counts an obstacle in this square or on its north or west edge that was placed or removed.
    pub(super) fn count(&mut self, cell: Cell, placed: bool) {
        let (column, row) = ((cell.x >> BLOCK_SHIFT) as usize, (cell.y >> BLOCK_SHIFT) as usize);
        // At most three for each square.
        let count = &mut self.counts[row * self.columns + column];
        *count = if placed { *count + 1 } else { *count - 1 };
        let word = &mut self.occupied[row * self.words + column / 64];
        *word = *word & !(1 << (column % 64)) | u64::from(*count > 0) << (column % 64);
    }

    /// Whether no block that the line between two squares passes within two squares has an obstacle. Both squares are
    /// on the map.
    pub(crate) fn is_line_open(&self, a: Cell, b: Cell) -> bool {
        let (top, bottom) = if a.y <= b.y { (a, b) } else { (b, a) };
        let (left, right) = (a.x.min(b.x), a.x.max(b.x));
        // Columns per row, in parts of 65536, rounded down.
        let slope = (i64::from(bottom.x - top.x) << 16) / i64::from((bottom.y - top.y).max(1));
        let column_at = |y: i32| top.x + ((slope * i64::from(y - top.y)) >> 16) as i32;
        let last_row = (self.occupied.len() / self.words) as i32 - 1;
        let rows = ((top.y - 2).max(0) >> BLOCK_SHIFT)..=((bottom.y + 2) >> BLOCK_SHIFT).min(last_row);
        rows.into_iter().all(|row| {
            let first = ((row << BLOCK_SHIFT) - 2).max(top.y);
            let last = ((row << BLOCK_SHIFT) + (1 << BLOCK_SHIFT) + 1).min(bottom.y);
            let (one, other) =
                if top.y == bottom.y { (left, right) } else { (column_at(first), column_at(last)) };
            // Rounding may have moved both by less than one square to the west.
            self.is_row_open(row as usize, one.min(other) - 2, one.max(other) + 3)
        })
    }

    /// Whether the blocks of a row from one column of squares to another are empty.
    fn is_row_open(&self, row: usize, first: i32, last: i32) -> bool {
        let first = (first.max(0) >> BLOCK_SHIFT) as usize;
        let last = ((last >> BLOCK_SHIFT) as usize).min(self.columns - 1);
        let words = &self.occupied[row * self.words..][..self.words];
        (first / 64..=last / 64).all(|at| {
            let (from, to) = (first.max(at * 64) % 64, last.min(at * 64 + 63) % 64);
            words[at] & u64::MAX >> (63 - (to - from)) << from == 0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_open_if_no_obstacle_is_near() {
        let mut blocks = ObstacleBlocks::new(200, 100);
        let is_open = |blocks: &ObstacleBlocks, a: (i32, i32), b: (i32, i32)| {
            let (a, b) = (Cell::new(a.0, a.1), Cell::new(b.0, b.1));
            assert_eq!(blocks.is_line_open(a, b), blocks.is_line_open(b, a), "{a:?} {b:?}");
            blocks.is_line_open(a, b)
        };
        assert!(is_open(&blocks, (0, 0), (199, 99)));
        blocks.count(Cell::new(100, 50), true);
        blocks.count(Cell::new(101, 51), true);
        for (a, b) in [((0, 0), (199, 99)), ((0, 50), (199, 50)), ((100, 0), (100, 99)), ((199, 0), (0, 99))]
        {
            assert!(!is_open(&blocks, a, b), "{a:?} {b:?}");
        }
        for (a, b) in [((0, 0), (0, 99)), ((0, 99), (199, 99)), ((0, 70), (199, 70)), ((0, 0), (80, 40))] {
            assert!(is_open(&blocks, a, b), "{a:?} {b:?}");
        }
        blocks.count(Cell::new(100, 50), false);
        assert!(!is_open(&blocks, (0, 0), (199, 99)));
        blocks.count(Cell::new(101, 51), false);
        assert!(is_open(&blocks, (0, 0), (199, 99)));
    }
}
