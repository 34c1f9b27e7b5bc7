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
use super::octant::{ColumnBits, Octant, RowBits};
use crate::bit_planes::ObstacleBits;
use crate::grid::{Grid, ObstacleLayer};
use model::{Cell, CellSide};

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

    /// The squares of the column `depth` that touch the sector: at most one square beside the centres in it.
    #[inline]
    fn touched_rows(&self, depth: i32) -> (i32, i32) {
        let (first, last) = self.centres(depth);
        ((first - 1).max(0), last + 1)
    }

    /// The squares of the column `depth` whose centres are in the sector; the first may be greater than the last.
    #[inline]
    const fn centres(&self, depth: i32) -> (i32, i32) {
        let first = (depth * self.low.side + self.low.ahead - 1) as u32 / self.low.ahead as u32;
        let last = (depth * self.high.side) as u32 / self.high.ahead as u32;
        (first as i32, last as i32)
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
    for towards in [(true, false), (true, true), (false, true), (false, false)] {
        if walls.has_edges() {
            cast_diagonal::<true>((grid, walls), from, towards, within, view);
        } else {
            cast_diagonal::<false>((grid, walls), from, towards, within, view);
        }
    }
    for (vertical, back) in [(false, false), (false, true), (true, false), (true, true)] {
        for left in [false, true] {
            let octant = Octant { from, vertical, back, left };
            let cast = match (walls.has_edges(), left) {
                (false, false) => cast_octant::<false, false>,
                (false, true) => cast_octant::<false, true>,
                (true, false) => cast_octant::<true, false>,
                (true, true) => cast_octant::<true, true>,
            };
            cast((grid, walls), octant, (radius, within), view, sectors, next);
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

/// Follows one of the four diagonals.
fn cast_diagonal<const EDGES: bool>(
    (grid, walls): (&Grid, &ObstacleBits),
    from: Cell,
    (east, south): (bool, bool),
    within: u32,
    view: &mut FieldOfView,
) {
    let [squares, north, west] =
        [ObstacleLayer::Square, ObstacleLayer::North, ObstacleLayer::West].map(|layer| walls.layer(layer));
    let (right, bottom) = (i32::from(grid.width()) - 1, i32::from(grid.height()) - 1);
    let columns = if east { right - from.x } else { from.x };
    let rows = if south { bottom - from.y } else { from.y };
    let (dx, dy) = (if east { 1 } else { -1 }, if south { 1 } else { -1 });
    let mut cell = from;
    for step in 1..=columns.min(rows) {
        if (2 * step * step) as u32 > within {
            return;
        }
        let next = Cell::new(cell.x + dx, cell.y + dy);
        let (beside, ahead) = (Cell::new(next.x, cell.y), Cell::new(cell.x, next.y));
        // The four edges meet in the corner between the two squares.
        let corner = Cell::new(cell.x.max(next.x), cell.y.max(next.y));
        let is_shut = |through: Cell| {
            let edges = || {
                north.contains(Cell::new(through.x, corner.y)) | west.contains(Cell::new(corner.x, through.y))
            };
            squares.contains(through) | (EDGES && edges())
        };
        if is_shut(beside) & is_shut(ahead) {
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
fn cast_octant<'a, const EDGES: bool, const LEFT: bool>(
    (grid, walls): (&Grid, &ObstacleBits),
    octant: Octant,
    (radius, within): (i32, u32),
    view: &mut FieldOfView,
    mut sectors: &'a mut Vec<Sector>,
    mut next: &'a mut Vec<Sector>,
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
    if deepest < 1 {
        return;
    }
    let (front, squares, flanks) =
        (octant.front_edges(walls), octant.filled(walls), octant.side_edges(walls));
    sectors.clear();
    sectors.push(Sector { low: Corner { side: 0, ahead: 1 }, high: Corner { side: 1, ahead: 1 } });
    // Rows of the next column whose obstacles can touch its sectors.
    let mut touched = RowBits::<LEFT>::between(0, 2);
    for depth in 1..=deepest {
        let (near, far) = (2 * depth - 1, 2 * depth + 1);
        if EDGES {
            let edges = front.column(depth, touched);
            if !edges.is_clear() {
                next.clear();
                for &sector in sectors.iter() {
                    cut_runs(sector, &edges, next, |first, last| {
                        let corner = |side| Corner { side, ahead: near };
                        (corner(2 * first - 1), corner(2 * last + 1))
                    });
                }
                std::mem::swap(&mut sectors, &mut next);
            }
        }
        let filled = squares.column(depth, touched);
        next.clear();
        let mut lowest = i32::MAX;
        let mut highest = 0;
        for &sector in sectors.iter() {
            let (first, last) = sector.centres(depth);
            (lowest, highest) = (lowest.min(first), last);
            let (from, mut to) = (first.max(1), last.min(depth - 1).min(widest));
            if from <= to && (depth * depth + to * to) as u32 > within {
                while widest > 0 && (depth * depth + widest * widest) as u32 > within {
                    widest -= 1;
                }
                to = to.min(widest);
            }
            if from <= to {
                mark_cells::<LEFT>(view, octant, depth, (from, to));
            }
            if !filled.is_clear() {
                cut_runs(sector, &filled, next, |first, last| {
                    (Corner { side: 2 * first - 1, ahead: far }, Corner { side: 2 * last + 1, ahead: near })
                });
            }
        }
        if !filled.is_clear() {
            std::mem::swap(&mut sectors, &mut next);
        }
        if EDGES {
            let edges = flanks.column(depth, touched);
            if !edges.is_clear() {
                next.clear();
                for &sector in sectors.iter() {
                    cut_flanks(sector, &edges, next);
                }
                std::mem::swap(&mut sectors, &mut next);
            }
        }
        if sectors.is_empty() {
            return;
        }
        touched = RowBits::between((lowest - 1).max(0), highest + 2);
    }
}

/// Marks some rows of a column, both ends included.
#[inline]
fn mark_cells<const LEFT: bool>(
    view: &mut FieldOfView,
    Octant { from, vertical, back, .. }: Octant,
    depth: i32,
    (first, last): (i32, i32),
) {
    let depth = if back { -depth } else { depth };
    let (first, last) = if LEFT { (-last, -first) } else { (first, last) };
    if vertical {
        view.mark_row(from.y + depth, from.x + first, from.x + last);
    } else {
        view.mark_column(from.x + depth, from.y + first, from.y + last);
    }
}

/// Removes runs of neighbouring set bits from a sector; `range` gives the slopes that a run covers.
#[inline]
fn cut_runs<const LEFT: bool>(
    sector: Sector,
    bits: &ColumnBits<LEFT>,
    out: &mut Vec<Sector>,
    range: impl Fn(i32, i32) -> (Corner, Corner),
) {
    let (mut start, end) = sector.touched_rows(bits.depth);
    let mut rest = sector;
    while start <= end {
        let mut rows = bits.rows(start, (end - start + 1).min(64));
        while rows.0 != 0 {
            let from = rows.first();
            let run = rows.skip(from as i32).run();
            rows = rows.without(from + run);
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
fn cut_flanks<const LEFT: bool>(sector: Sector, bits: &ColumnBits<LEFT>, out: &mut Vec<Sector>) {
    let (mut start, end) = sector.touched_rows(bits.depth);
    let (near, far) = (2 * bits.depth - 1, 2 * bits.depth + 1);
    let mut rest = sector;
    while start <= end {
        let mut rows = bits.rows(start, (end - start + 1).min(64));
        while rows.0 != 0 {
            let from = rows.first();
            rows = rows.without(from + 1);
            let side = 2 * (start + from as i32) + 1;
            match rest.cut_range(Corner { side, ahead: far }, Corner { side, ahead: near }, out) {
                Some(part) => rest = part,
                None => return,
            }
        }
        start += 64;
    }
    out.push(rest);
}
