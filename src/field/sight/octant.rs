//! The obstacles of an octant around the viewer, read column by column as bits.

use crate::bit_planes::{BitPlane, ObstacleBits, ParallelWindows};
use crate::grid::ObstacleLayer;
use model::Cell;

/// One eighth of the view: `depth` columns ahead along one axis, rows to one side along the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Octant {
    pub(super) from: Cell,
    /// Ahead is north or south, not east or west.
    pub(super) vertical: bool,
    /// Ahead is north or west.
    pub(super) back: bool,
    /// Sideways is north or west.
    pub(super) left: bool,
}

impl Octant {
    pub(super) fn cell(&self, depth: i32, row: i32) -> Cell {
        let depth = if self.back { -depth } else { depth };
        let row = if self.left { -row } else { row };
        if self.vertical {
            Cell::new(self.from.x + row, self.from.y + depth)
        } else {
            Cell::new(self.from.x + depth, self.from.y + row)
        }
    }

    /// Filled squares of the columns.
    pub(super) fn filled<'a>(&self, walls: &'a ObstacleBits) -> Columns<'a> {
        self.columns(walls, (ObstacleLayer::Square, 0, 0))
    }

    /// Blocked edges between each column and the one before it.
    pub(super) fn front_edges<'a>(&self, walls: &'a ObstacleBits) -> Columns<'a> {
        let layer = if self.vertical { ObstacleLayer::North } else { ObstacleLayer::West };
        self.columns(walls, (layer, -i32::from(self.back), 0))
    }

    /// Blocked edges in the columns between each square and the next to the side.
    pub(super) fn side_edges<'a>(&self, walls: &'a ObstacleBits) -> Columns<'a> {
        let layer = if self.vertical { ObstacleLayer::West } else { ObstacleLayer::North };
        self.columns(walls, (layer, 0, i32::from(!self.left)))
    }

    /// The obstacles of a layer, stored this much ahead and to the side.
    pub(super) fn columns<'a>(
        &self,
        walls: &'a ObstacleBits,
        (layer, ahead, sideways): (ObstacleLayer, i32, i32),
    ) -> Columns<'a> {
        let plane = walls.layer(layer);
        // The first column is the next one.
        let first = self.cell(1 + ahead, sideways);
        let near = plane.parallel_windows(first, (!self.vertical, self.left), self.back);
        Columns { octant: *self, plane, near, ahead, sideways }
    }
}

/// The obstacles of one kind in the columns of an octant.
pub(super) struct Columns<'a> {
    octant: Octant,
    plane: &'a BitPlane,
    /// The first 64 rows of each column.
    near: ParallelWindows<'a>,
    ahead: i32,
    sideways: i32,
}

impl<'a> Columns<'a> {
    /// Reads these rows of a column of the map; all rows if there are no 64 of them.
    #[inline]
    pub(super) fn column<const LEFT: bool>(
        &self,
        depth: i32,
        rows: Option<RowBits<LEFT>>,
    ) -> ColumnBits<'_, 'a, LEFT> {
        let whole = rows.map(|rows| RowBits(rows.0 & self.near.bits(depth - 1)));
        ColumnBits { whole, columns: self, depth }
    }

    /// The bits of 64 rows from a row on.
    #[cold]
    pub(super) fn read(&self, depth: i32, row: i32) -> u64 {
        let cell = self.octant.cell(depth + self.ahead, row + self.sideways);
        self.plane.stored_window(cell, !self.octant.vertical, self.octant.left)
    }
}

/// 64 rows of a column. The first one is the lowest bit, to the left the highest one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct RowBits<const LEFT: bool>(pub(super) u64);

impl<const LEFT: bool> RowBits<LEFT> {
    /// Leaves out the first rows, fewer than 64.
    #[inline]
    pub(super) const fn skip(self, rows: i32) -> Self {
        Self(if LEFT { self.0 << rows } else { self.0 >> rows })
    }

    /// Some rows, both ends included; `None` if they do not fit.
    #[inline]
    pub(super) fn between(first: i32, last: i32) -> Option<Self> {
        let all = Self(u64::MAX).take(last.min(63) + 1);
        (last < 64).then(|| all.without(first as u32))
    }

    /// Clears all but the first rows, 1 to 64.
    #[inline]
    pub(super) const fn take(self, rows: i32) -> Self {
        Self(if LEFT { self.0 & u64::MAX << (64 - rows) } else { self.0 & u64::MAX >> (64 - rows) })
    }

    /// Number of clear rows before the first set one.
    #[inline]
    pub(super) const fn first(self) -> u32 {
        if LEFT { self.0.leading_zeros() } else { self.0.trailing_zeros() }
    }

    /// Number of set rows at the beginning.
    #[inline]
    pub(super) const fn run(self) -> u32 {
        if LEFT { self.0.leading_ones() } else { self.0.trailing_ones() }
    }

    /// Clears the first rows.
    #[inline]
    pub(super) const fn without(self, rows: u32) -> Self {
        if rows >= 64 {
            return Self(0);
        }
        Self(if LEFT { self.0 & u64::MAX >> rows } else { self.0 & u64::MAX << rows })
    }
}

/// The obstacles of one kind in a column of an octant, read once if they fit into a word.
pub(super) struct ColumnBits<'b, 'a, const LEFT: bool> {
    /// The bits of the rows from 0 on, if no others are wanted.
    whole: Option<RowBits<LEFT>>,
    columns: &'b Columns<'a>,
    pub(super) depth: i32,
}

impl<const LEFT: bool> ColumnBits<'_, '_, LEFT> {
    /// Whether the column is known to have none.
    #[inline]
    pub(super) fn is_clear(&self) -> bool {
        self.whole == Some(RowBits(0))
    }

    /// The bits of some rows from a row on, 1 to 64.
    #[inline]
    pub(super) fn rows(&self, row: i32, length: i32) -> RowBits<LEFT> {
        let rows = match self.whole {
            Some(whole) => whole.skip(row),
            None => RowBits(self.columns.read(self.depth, row)),
        };
        rows.take(length)
    }
}
