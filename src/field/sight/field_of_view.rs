//! Field of view: all squares in which a viewer would see a standing body.
//!
//! Defined by [`line_of_sight`], square by square. On level ground, where the height of a standing body decides what
//! blocks, `shadow_casting` computes the same result; elsewhere each line is tested.

use super::line_of_sight::{is_level_standing, line_of_sight};
use super::shadow_casting;
use super::shadow_casting::Sector;
use crate::bit_planes::ObstacleBits;
use crate::grid::Grid;
use crate::obstacle::Body;
use model::Cell;

/// A set of squares around a viewer. Keep one and refill it with [`field_of_view`] to reuse its allocations.
#[derive(Clone, Debug, Default)]
pub struct FieldOfView {
    /// The square of the first bit.
    corner: Cell,
    /// Squares in a row and in a column.
    side: i32,
    words_per_row: usize,
    bits: Vec<u64>,
    sectors: [Vec<Sector>; 2],
}

impl FieldOfView {
    /// Creates an empty view.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the square is in view.
    pub fn contains(&self, cell: Cell) -> bool {
        let (x, y) = (cell.x - self.corner.x, cell.y - self.corner.y);
        if x < 0 || y < 0 || x >= self.side || y >= self.side {
            return false;
        }
        self.bits[y as usize * self.words_per_row + x as usize / 64] >> (x % 64) & 1 != 0
    }

    /// The squares in view, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let per_row = self.words_per_row.max(1);
        self.bits.iter().enumerate().flat_map(move |(at, &word)| {
            let row = self.corner.y + (at / per_row) as i32;
            let column = self.corner.x + (at % per_row * 64) as i32;
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as i32;
                rest &= rest.checked_sub(1)?;
                Some(Cell::new(column + bit, row))
            })
        })
    }

    /// Number of squares in view.
    pub fn len(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether nothing is in view.
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|&word| word == 0)
    }

    fn clear(&mut self, centre: Cell, radius: i32) {
        self.corner = Cell::new(centre.x - radius, centre.y - radius);
        self.side = 2 * radius + 1;
        self.words_per_row = (self.side as usize).div_ceil(64);
        self.bits.clear();
        self.bits.resize(self.words_per_row * self.side as usize, 0);
    }

    /// Empties the view around this square; returns its reach in squares and in square metres.
    fn reset_around(&mut self, grid: &Grid, from: Cell, radius: u32) -> (i32, u32) {
        let reach = radius.min(u32::from(grid.width().max(grid.height()))) as i32;
        self.clear(from, reach);
        let within = u64::from(radius) * u64::from(radius);
        (reach, u32::try_from(within).unwrap_or(u32::MAX))
    }

    fn cast(&mut self, grid: &Grid, walls: &ObstacleBits, from: Cell, (reach, within): (i32, u32)) {
        let mut sectors = std::mem::take(&mut self.sectors);
        shadow_casting::cast_shadows(grid, walls, from, reach, within, self, &mut sectors);
        self.sectors = sectors;
    }

    pub(crate) fn mark(&mut self, cell: Cell) {
        let (x, y) = ((cell.x - self.corner.x) as usize, (cell.y - self.corner.y) as usize);
        self.bits[y * self.words_per_row + x / 64] |= 1 << (x % 64);
    }

    /// Marks squares of one row, both ends included.
    pub(crate) fn mark_row(&mut self, y: i32, first: i32, last: i32) {
        let row = (y - self.corner.y) as usize * self.words_per_row;
        let (mut first, last) = ((first - self.corner.x) as usize, (last - self.corner.x) as usize);
        while first <= last {
            let end = last.min(first | 63);
            self.bits[row + first / 64] |= u64::MAX >> (63 - (end - first)) << (first % 64);
            first = end + 1;
        }
    }

    /// Marks squares of one column, both ends included.
    pub(crate) fn mark_column(&mut self, x: i32, first: i32, last: i32) {
        let x = (x - self.corner.x) as usize;
        let mut at = (first - self.corner.y) as usize * self.words_per_row + x / 64;
        for _ in first..=last {
            self.bits[at] |= 1 << (x % 64);
            at += self.words_per_row;
        }
    }
}

/// Fills `out` with every square within `radius` metres in which the viewer would see a standing body, including the
/// viewer's own square; empty if that is not on the map.
pub fn field_of_view(grid: &Grid, from: Cell, body: Body, radius: u32, out: &mut FieldOfView) {
    let (reach, within) = out.reset_around(grid, from, radius);
    if !grid.contains(from) {
        return;
    }
    let sees = |cell| line_of_sight(grid, from, body, cell, Body::STANDING);
    if grid.is_level() && body.height_cm <= Body::STANDING.height_cm {
        out.cast(grid, grid.full(), from, (reach, within));
        if !is_level_standing(grid, body, Body::STANDING) {
            retain_seen(out, sees);
        }
        return;
    }
    for y in (from.y - reach).max(0)..=(from.y + reach).min(i32::from(grid.height()) - 1) {
        for x in (from.x - reach).max(0)..=(from.x + reach).min(i32::from(grid.width()) - 1) {
            let cell = Cell::new(x, y);
            if from.distance_squared(cell) <= within && sees(cell) {
                out.mark(cell);
            }
        }
    }
}

/// Fills `out` with every square within `radius` metres whose line meets no full-height obstacle without an opening;
/// transparent ones count. Empty if the square is not on the map.
pub(crate) fn unshadowed_cells(grid: &Grid, from: Cell, radius: u32, out: &mut FieldOfView) {
    let bounds = out.reset_around(grid, from, radius);
    if grid.contains(from) {
        out.cast(grid, grid.solid(), from, bounds);
    }
}

/// Removes the squares for which `sees` does not hold.
fn retain_seen(view: &mut FieldOfView, sees: impl Fn(Cell) -> bool) {
    for at in 0..view.bits.len() {
        let row = view.corner.y + (at / view.words_per_row) as i32;
        let column = view.corner.x + (at % view.words_per_row * 64) as i32;
        let mut rest = view.bits[at];
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            if !sees(Cell::new(column + bit as i32, row)) {
                view.bits[at] &= !(1 << bit);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ascii_map::AsciiMap;

    /// The view as text: `o` for squares seen.
    fn seen(rows: &[&str], body: Body, radius: u32) -> Vec<String> {
        let map = AsciiMap::new(rows);
        let mut seen = FieldOfView::new();
        field_of_view(&map.grid, map.cell_named('A'), body, radius, &mut seen);
        let sign = |x, y| if seen.contains(Cell::new(x, y)) { 'o' } else { ' ' };
        (0..i32::from(map.grid.height()))
            .map(|y| (0..i32::from(map.grid.width())).map(|x| sign(x, y)).collect())
            .collect()
    }

    #[test]
    fn an_open_view_is_a_disc() {
        let open = ". . . . . . .";
        let rows = [open, "", open, "", open, "", ". . . A . . .", "", open, "", open, "", open];
        let disc = ["   o   ", " ooooo ", " ooooo ", "ooooooo", " ooooo ", " ooooo ", "   o   "];
        assert_eq!(seen(&rows, Body::STANDING, 3), disc);
    }

    #[test]
    fn a_wall_is_seen_and_what_is_behind_it_is_not() {
        let rows = [". . . . .", "", ". # . . .", "", "A . .|. .", "", ". . . . ."];
        assert_eq!(seen(&rows, Body::STANDING, 9), ["o    ", "oo oo", "ooo  ", "ooooo"]);
    }

    #[test]
    fn a_prone_viewer_does_not_see_far_over_a_crate() {
        let rows = ["A . c . ."];
        assert_eq!(seen(&rows, Body::STANDING, 9), ["ooooo"]);
        assert_eq!(seen(&rows, Body::PRONE, 9), ["oooo "]);
    }

    #[test]
    fn a_view_is_filled_anew() {
        let map = AsciiMap::new(&["A . # . B"]);
        let mut seen = FieldOfView::new();
        field_of_view(&map.grid, map.cell_named('A'), Body::STANDING, 9, &mut seen);
        field_of_view(&map.grid, map.cell_named('B'), Body::STANDING, 1, &mut seen);
        assert_eq!(seen.cells().collect::<Vec<_>>(), [Cell::new(3, 0), Cell::new(4, 0)]);
        field_of_view(&map.grid, Cell::new(-1, 0), Body::STANDING, 3, &mut seen);
        assert!(seen.is_empty());
        assert_eq!(seen.cells().count(), 0);
    }
}
