//! Exact shadow casting on level ground.
//!
//! The lines from the viewer to the squares of one octant are the slopes between 0 and 1. Column by column away from
//! the viewer, the clear slopes are kept as closed sectors, and each obstacle removes the open range of slopes that
//! it covers. Every range ends at corners of the grid, stored as odd numbers of half squares. A single slope can stay
//! clear between two obstacles that it touches at different corners; at one and the same corner both ways around it
//! are blocked, and it is removed too. The axes and the diagonals between the octants are followed one by one.
//!
//! A column of up to 63 squares is one word of bits for its filled squares and one for its blocked edges, so that clear
//! columns and clear axes cost a few operations. The work is proportional to the number of columns, sectors and
//! obstacles in view.

use super::field_of_view::FieldOfView;
use crate::bit_planes::ObstacleBits;
use crate::grid::{Grid, ObstacleLayer};
use model::{Cell, CellSide, Edge, ObstaclePosition};

/// A corner of the grid relative to the viewer, in half squares: sideways and ahead. Also a slope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Corner {
    side: i32,
    ahead: i32,
}

impl Corner {
    /// Above 0 if this slope is steeper, 0 if both are equal, below 0 otherwise.
    #[inline]
    const fn steeper(self, other: Self) -> i32 {
        self.side * other.ahead - other.side * self.ahead
    }
}

/// A range of clear slopes, both ends included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sector {
    low: Corner,
    high: Corner,
}

impl Sector {
    /// Whether it is a single slope between two obstacles that meet in one corner, and so empty.
    const fn is_shut(&self) -> bool {
        self.low.side == self.high.side && self.low.ahead == self.high.ahead
    }

    /// Removes the slopes strictly between two corners; the part below goes to `below`, the part above stays. `None`
    /// if no part stays.
    #[inline]
    fn cut_range(mut self, low: Corner, high: Corner, below: &mut Vec<Self>) -> Option<Self> {
        let above = high.steeper(self.low);
        if above <= 0 {
            if above == 0 {
                self.low = high;
            }
            return (!self.is_shut()).then_some(self);
        }
        let beneath = self.high.steeper(low);
        if beneath <= 0 {
            if beneath == 0 {
                self.high = low;
            }
            return (!self.is_shut()).then_some(self);
        }
        if low.steeper(self.low) >= 0 {
            let part = Self { low: self.low, high: low };
            if !part.is_shut() {
                below.push(part);
            }
        }
        if self.high.steeper(high) < 0 {
            return None;
        }
        self.low = high;
        (!self.is_shut()).then_some(self)
    }

    /// The squares of the column `depth` whose centres are in the sector; the first may be greater than the last.
    #[inline]
    const fn centres(&self, depth: i32) -> (i32, i32) {
        let first = (depth * self.low.side + self.low.ahead - 1) as u32 / self.low.ahead as u32;
        let last = (depth * self.high.side) as u32 / self.high.ahead as u32;
        (first as i32, last as i32)
    }
}

/// One eighth of the view: `depth` columns ahead along one axis, rows to one side along the other.
#[derive(Clone, Copy, Debug)]
struct Octant {
    from: Cell,
    /// Ahead is north or south, not east or west.
    vertical: bool,
    /// Ahead is north or west.
    back: bool,
    /// Sideways is north or west.
    left: bool,
}

impl Octant {
    fn cell(&self, depth: i32, row: i32) -> Cell {
        let depth = if self.back { -depth } else { depth };
        let row = if self.left { -row } else { row };
        if self.vertical {
            Cell::new(self.from.x + row, self.from.y + depth)
        } else {
            Cell::new(self.from.x + depth, self.from.y + row)
        }
    }

    /// Filled squares of the column, from `row` on.
    fn filled_bits(&self, walls: &ObstacleBits, depth: i32, row: i32) -> u64 {
        walls.layer(ObstacleLayer::Square).window(self.cell(depth, row), !self.vertical, self.left)
    }

    /// Blocked edges between the column and the one before it, from `row` on.
    fn front_edge_bits(&self, walls: &ObstacleBits, depth: i32, row: i32) -> u64 {
        let layer = if self.vertical { ObstacleLayer::North } else { ObstacleLayer::West };
        walls.layer(layer).window(self.cell(depth - i32::from(self.back), row), !self.vertical, self.left)
    }

    /// Blocked edges in the column between each square and the next to the side, from `row` on.
    fn side_edge_bits(&self, walls: &ObstacleBits, depth: i32, row: i32) -> u64 {
        let layer = if self.vertical { ObstacleLayer::West } else { ObstacleLayer::North };
        walls.layer(layer).window(self.cell(depth, row + i32::from(!self.left)), !self.vertical, self.left)
    }
}

/// The obstacles of one kind in a column of an octant, read once if they fit into a word.
struct ColumnBits<F> {
    /// The bits of the rows from 0 on, if there are no more.
    whole: Option<u64>,
    read: F,
}

impl<F: Fn(i32) -> u64> ColumnBits<F> {
    /// Reads a column; `read` gives the bits of 64 rows from a row on.
    #[inline]
    fn new(depth: i32, read: F) -> Self {
        // A column has `depth` rows, and obstacles in the next one can touch its sectors.
        let rows = depth + 2;
        let whole = (rows <= 64).then(|| read(0) & u64::MAX >> (64 - rows));
        Self { whole, read }
    }

    /// Whether the column is known to have none.
    #[inline]
    fn is_clear(&self) -> bool {
        self.whole == Some(0)
    }

    /// The bits of 64 rows from a row on.
    #[inline]
    fn from(&self, row: i32) -> u64 {
        match self.whole {
            Some(whole) => whole >> row,
            None => (self.read)(row),
        }
    }
}

/// Marks every unshadowed square on the map within `radius` squares and at most `within` square metres.
pub(crate) fn cast_shadows(
    grid: &Grid,
    walls: &ObstacleBits,
    from: Cell,
    radius: i32,
    within: u32,
    view: &mut FieldOfView,
    [sectors, next]: &mut [Vec<Sector>; 2],
) {
    view.mark(from);
    // Few views have more sectors at once.
    sectors.reserve(16);
    next.reserve(16);
    for side in CellSide::ALL {
        cast_axis((grid, walls), from, side, radius, view);
    }
    for (sideways, lengthways) in [
        (CellSide::East, CellSide::North),
        (CellSide::East, CellSide::South),
        (CellSide::West, CellSide::South),
        (CellSide::West, CellSide::North),
    ] {
        if walls.has_edges() {
            cast_diagonal::<true>((grid, walls), from, (sideways, lengthways), within, view);
        } else {
            cast_diagonal::<false>((grid, walls), from, (sideways, lengthways), within, view);
        }
    }
    for (vertical, back) in [(false, false), (false, true), (true, false), (true, true)] {
        for left in [false, true] {
            let octant = Octant { from, vertical, back, left };
            if walls.has_edges() {
                cast_octant::<true>((grid, walls), octant, radius, within, view, sectors, next);
            } else {
                cast_octant::<false>((grid, walls), octant, radius, within, view, sectors, next);
            }
        }
    }
}

/// Marks the squares in one of the four straight directions, a word of them at a time.
fn cast_axis(
    (grid, walls): (&Grid, &ObstacleBits),
    from: Cell,
    side: CellSide,
    radius: i32,
    view: &mut FieldOfView,
) {
    let vertical = matches!(side, CellSide::North | CellSide::South);
    let back = matches!(side, CellSide::North | CellSide::West);
    let border = match side {
        CellSide::North => from.y,
        CellSide::East => i32::from(grid.width()) - 1 - from.x,
        CellSide::South => i32::from(grid.height()) - 1 - from.y,
        CellSide::West => from.x,
    };
    let octant = Octant { from, vertical, back, left: false };
    let farthest = radius.min(border);
    let mut clear = 0;
    while clear < farthest {
        let square = octant.cell(clear + 1, 0);
        // The edge before a square belongs to the one nearer to the north or west.
        let edge = octant.cell(clear + i32::from(!back), 0);
        let layer = if vertical { ObstacleLayer::North } else { ObstacleLayer::West };
        let filled = walls.layer(ObstacleLayer::Square).window(square, vertical, back);
        let edges = walls.layer(layer).window(edge, vertical, back);
        // A filled square is seen, what is behind an edge is not.
        let length = (filled.trailing_zeros() + 1).min(edges.trailing_zeros()).min(64) as i32;
        let seen = length.min(farthest - clear);
        if seen > 0 {
            let (a, b) = (octant.cell(clear + 1, 0), octant.cell(clear + seen, 0));
            if vertical {
                view.mark_column(a.x, a.y.min(b.y), a.y.max(b.y));
            } else {
                view.mark_row(a.y, a.x.min(b.x), a.x.max(b.x));
            }
        }
        if filled | edges != 0 {
            return;
        }
        clear += 64;
    }
}

/// Follows one of the four diagonals; the two sides are those that it leads to.
fn cast_diagonal<const EDGES: bool>(
    (grid, walls): (&Grid, &ObstacleBits),
    from: Cell,
    (sideways, lengthways): (CellSide, CellSide),
    within: u32,
    view: &mut FieldOfView,
) {
    let squares = walls.layer(ObstacleLayer::Square);
    let is_closed =
        |cell, side| EDGES && walls.contains_position(ObstaclePosition::Edge(Edge::new(cell, side)));
    let mut cell = from;
    loop {
        let (beside, ahead) = (cell.neighbour(sideways), cell.neighbour(lengthways));
        let next = beside.neighbour(lengthways);
        if !grid.contains(next) || from.distance_squared(next) > within {
            return;
        }
        let way = |first, through: Cell, second| {
            squares.contains(through) || is_closed(cell, first) || is_closed(through, second)
        };
        if way(sideways, beside, lengthways) && way(lengthways, ahead, sideways) {
            return;
        }
        view.mark(next);
        if squares.contains(next) {
            return;
        }
        cell = next;
    }
}

/// Sweeps the slopes strictly between an axis and a diagonal.
fn cast_octant<const EDGES: bool>(
    (grid, walls): (&Grid, &ObstacleBits),
    octant: Octant,
    radius: i32,
    within: u32,
    view: &mut FieldOfView,
    sectors: &mut Vec<Sector>,
    next: &mut Vec<Sector>,
) {
    let (right, bottom) = (i32::from(grid.width()) - 1, i32::from(grid.height()) - 1);
    let to_border = |vertical: bool, back: bool| match (vertical, back) {
        (false, false) => right - octant.from.x,
        (false, true) => octant.from.x,
        (true, false) => bottom - octant.from.y,
        (true, true) => octant.from.y,
    };
    let deepest = radius.min(to_border(octant.vertical, octant.back));
    let mut widest = radius.min(to_border(!octant.vertical, octant.left));
    sectors.clear();
    sectors.push(Sector { low: Corner { side: 0, ahead: 1 }, high: Corner { side: 1, ahead: 1 } });
    for depth in 1..=deepest {
        while widest > 0 && (depth * depth + widest * widest) as u32 > within {
            widest -= 1;
        }
        let (near, far) = (2 * depth - 1, 2 * depth + 1);
        if EDGES {
            let edges = ColumnBits::new(depth, |row| octant.front_edge_bits(walls, depth, row));
            if !edges.is_clear() {
                next.clear();
                for &sector in sectors.iter() {
                    cut_runs(sector, depth, next, &edges, |first, last| {
                        let corner = |side| Corner { side, ahead: near };
                        (corner(2 * first - 1), corner(2 * last + 1))
                    });
                }
                std::mem::swap(sectors, next);
            }
        }
        let filled = ColumnBits::new(depth, |row| octant.filled_bits(walls, depth, row));
        next.clear();
        for &sector in sectors.iter() {
            let (first, last) = sector.centres(depth);
            let (from, to) = (first.max(1), last.min(depth - 1).min(widest));
            if from <= to {
                mark_cells(view, &octant, depth, from, to);
            }
            if !filled.is_clear() {
                cut_runs(sector, depth, next, &filled, |first, last| {
                    (Corner { side: 2 * first - 1, ahead: far }, Corner { side: 2 * last + 1, ahead: near })
                });
            }
        }
        if !filled.is_clear() {
            std::mem::swap(sectors, next);
        }
        if EDGES {
            let edges = ColumnBits::new(depth, |row| octant.side_edge_bits(walls, depth, row));
            if !edges.is_clear() {
                next.clear();
                for &sector in sectors.iter() {
                    cut_flanks(sector, depth, next, &edges);
                }
                std::mem::swap(sectors, next);
            }
        }
        if sectors.is_empty() {
            return;
        }
    }
}

#[inline]
fn mark_cells(view: &mut FieldOfView, octant: &Octant, depth: i32, first: i32, last: i32) {
    let (a, b) = (octant.cell(depth, first), octant.cell(depth, last));
    if octant.vertical {
        view.mark_row(a.y, a.x.min(b.x), a.x.max(b.x));
    } else {
        view.mark_column(a.x, a.y.min(b.y), a.y.max(b.y));
    }
}

/// Removes runs of neighbouring set bits from a sector; `range` gives the slopes that a run covers.
#[inline]
fn cut_runs(
    sector: Sector,
    depth: i32,
    out: &mut Vec<Sector>,
    bits: &ColumnBits<impl Fn(i32) -> u64>,
    range: impl Fn(i32, i32) -> (Corner, Corner),
) {
    // Squares that touch the sector in this column are at most one square beside the centres in it.
    let (first, last) = sector.centres(depth);
    let (mut start, end) = ((first - 1).max(0), last + 1);
    let mut rest = sector;
    while start <= end {
        let length = (end - start + 1).min(64);
        let mut word = bits.from(start) & u64::MAX >> (64 - length);
        while word != 0 {
            let from = word.trailing_zeros();
            let above = word >> from;
            let run = above.trailing_ones();
            word = if from + run < 64 { word & (u64::MAX << (from + run)) } else { 0 };
            let (low, high) = range(start + from as i32, start + (from + run) as i32 - 1);
            match rest.cut_range(low, high, out) {
                Some(part) => rest = part,
                None => return,
            }
        }
        start += 64;
    }
    out.push(rest);
}

/// Removes from a sector the slopes covered by each blocked edge along the column.
fn cut_flanks(sector: Sector, depth: i32, out: &mut Vec<Sector>, bits: &ColumnBits<impl Fn(i32) -> u64>) {
    let (first, last) = sector.centres(depth);
    let (mut start, end) = ((first - 1).max(0), last + 1);
    let mut rest = sector;
    while start <= end {
        let length = (end - start + 1).min(64);
        let mut word = bits.from(start) & u64::MAX >> (64 - length);
        while word != 0 {
            let side = 2 * (start + word.trailing_zeros() as i32) + 1;
            word &= word - 1;
            let (low, high) = (Corner { side, ahead: 2 * depth + 1 }, Corner { side, ahead: 2 * depth - 1 });
            match rest.cut_range(low, high, out) {
                Some(part) => rest = part,
                None => return,
            }
        }
        start += 64;
    }
    out.push(rest);
}
