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
            let sectors = ClearSectors { clear: sectors, rest: next };
            cast((grid, walls), octant, (radius, within), view, sectors);
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

/// The sectors of a column that are clear, and room for what is left of them behind obstacles.
struct ClearSectors<'a> {
    clear: &'a mut Vec<Sector>,
    rest: &'a mut Vec<Sector>,
}

impl ClearSectors<'_> {
    /// Begins with all slopes of an octant.
    #[inline]
    fn open(&mut self) {
        self.clear.clear();
        self.clear.push(Sector { low: Corner { side: 0, ahead: 1 }, high: Corner { side: 1, ahead: 1 } });
    }

    /// Replaces each sector by what `cut` leaves of it.
    #[inline]
    fn cut(&mut self, cut: impl Fn(Sector, &mut Vec<Sector>)) {
        self.rest.clear();
        for &sector in self.clear.iter() {
            cut(sector, self.rest);
        }
        std::mem::swap(&mut self.clear, &mut self.rest);
    }

    /// Marks the squares of a column whose centres are in a sector and in reach. Returns the first and the last row with a
    /// centre in a sector.
    #[inline]
    fn mark_seen<const LEFT: bool>(
        &self,
        octant: Octant,
        depth: i32,
        reach: &mut OctantReach,
        view: &mut FieldOfView,
    ) -> (i32, i32) {
        let mut lowest = i32::MAX;
        let mut highest = 0;
        for &sector in self.clear.iter() {
            let (first, last) = sector.centres(depth);
            (lowest, highest) = (lowest.min(first), last);
            let (from, to) = reach.rows(depth, (first, last));
            if from <= to {
                mark_cells::<LEFT>(view, octant, depth, (from, to));
            }
        }
        (lowest, highest)
    }
}

/// How far an octant is seen.
struct OctantReach {
    /// The last column.
    deepest: i32,
    /// The last row that may be in reach; less from column to column.
    widest: i32,
    /// Greatest distance, in square metres.
    within: u32,
}

impl OctantReach {
    /// The reach on a map, with the radius in squares and the greatest distance in square metres.
    #[inline]
    fn of_octant(grid: &Grid, octant: Octant, (radius, within): (i32, u32)) -> Self {
        let (right, bottom) = (i32::from(grid.width()) - 1, i32::from(grid.height()) - 1);
        let to_border = |vertical: bool, back: bool| match (vertical, back) {
            (false, false) => right - octant.from.x,
            (false, true) => octant.from.x,
            (true, false) => bottom - octant.from.y,
            (true, true) => octant.from.y,
        };
        Self {
            deepest: radius.min(to_border(octant.vertical, octant.back)),
            widest: radius.min(to_border(!octant.vertical, octant.left)),
            within,
        }
    }

    /// Whether a square is too far away.
    #[inline]
    const fn is_beyond(&self, depth: i32, row: i32) -> bool {
        (depth * depth + row * row) as u32 > self.within
    }

    /// The rows from `first` to `last` that are in reach and off the axis and the diagonal; the first may be greater than the
    /// last.
    #[inline]
    fn rows(&mut self, depth: i32, (first, last): (i32, i32)) -> (i32, i32) {
        let (from, to) = (first.max(1), last.min(depth - 1).min(self.widest));
        if from > to || !self.is_beyond(depth, to) {
            return (from, to);
        }
        while self.widest > 0 && self.is_beyond(depth, self.widest) {
            self.widest -= 1;
        }
        (from, to.min(self.widest))
    }
}

/// Sweeps the slopes strictly between an axis and a diagonal.
fn cast_octant<const EDGES: bool, const LEFT: bool>(
    (grid, walls): (&Grid, &ObstacleBits),
    octant: Octant,
    distance: (i32, u32),
    view: &mut FieldOfView,
    mut sectors: ClearSectors,
) {
    let mut reach = OctantReach::of_octant(grid, octant, distance);
    if reach.deepest < 1 {
        return;
    }
    let (front, squares, flanks) =
        (octant.front_edges(walls), octant.filled(walls), octant.side_edges(walls));
    sectors.open();
    // Rows of the next column whose obstacles can touch its sectors.
    let mut touched = RowBits::<LEFT>::between(0, 2);
    for depth in 1..=reach.deepest {
        let (near, far) = (2 * depth - 1, 2 * depth + 1);
        if EDGES {
            let edges = front.column(depth, touched);
            if !edges.is_clear() {
                let corner = |side| Corner { side, ahead: near };
                let range = |first: i32, last: i32| (corner(2 * first - 1), corner(2 * last + 1));
                sectors.cut(|sector, rest| cut_runs(sector, &edges, rest, range));
            }
        }
        let filled = squares.column(depth, touched);
        let (lowest, highest) = sectors.mark_seen::<LEFT>(octant, depth, &mut reach, view);
        if !filled.is_clear() {
            let corner = |side, ahead| Corner { side, ahead };
            let range = |first: i32, last: i32| (corner(2 * first - 1, far), corner(2 * last + 1, near));
            sectors.cut(|sector, rest| cut_runs(sector, &filled, rest, range));
        }
        if EDGES {
            let edges = flanks.column(depth, touched);
            if !edges.is_clear() {
                sectors.cut(|sector, rest| cut_flanks(sector, &edges, rest));
            }
        }
        if sectors.clear.is_empty() {
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
