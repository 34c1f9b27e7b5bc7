//! What the first three columns of a line meet, for every direction at once: most lines end there.
//!
//! Directions fall into fifty-six classes: eight octants, each cut at the six slopes at which a line passes a corner
//! in its first three columns. All lines of one class pass the same squares and edges there.

use super::grid::Layer;

/// How far those squares lie from the start at most.
pub(super) const NEAR: i32 = 3;
const SPAN: usize = 2 * NEAR as usize + 1;
/// The slopes between classes, as fractions, from the flattest on.
const CUTS: [(i32, i32); 6] = [(1, 7), (1, 5), (1, 3), (3, 7), (3, 5), (5, 7)];
/// A slope inside each class of an octant, in fortieths.
const SLOPES: [i32; 7] = [4, 7, 10, 16, 20, 26, 32];

/// For every layer, row and column around a start: the classes of lines that pass there, as bits.
static PASSED: [[[u64; SPAN]; SPAN]; 3] = passed();

/// The classes of lines from a square that pass a place of that layer, so many columns and rows away.
pub(super) fn classes_past(layer: Layer, columns: i32, rows: i32) -> u64 {
    PASSED[layer as usize][(rows + NEAR) as usize][(columns + NEAR) as usize]
}

/// The class of a line as seen from its start and from its end; `None` if it is too short, or between two classes.
#[inline]
pub(super) const fn classes_of(columns: i32, rows: i32) -> Option<(u32, u32)> {
    let (across, down) = (columns.abs(), rows.abs());
    let steep = down > across;
    let (long, short) = if steep { (down, across) } else { (across, down) };
    let (mut slope, mut is_between) = (0, short == long);
    let mut cut = 0;
    while cut < CUTS.len() {
        let (over, under) = CUTS[cut];
        slope += (under * short > over * long) as u32;
        is_between |= under * short == over * long;
        cut += 1;
    }
    if long <= NEAR || is_between {
        return None;
    }
    let class = octant(columns > 0, rows > 0, steep) * 8 + slope;
    let back = octant(columns < 0, rows < 0, steep) * 8 + slope;
    Some((class, back))
}

const fn octant(east: bool, south: bool, steep: bool) -> u32 {
    east as u32 + 2 * south as u32 + 4 * steep as u32
}

/// Walks one line of each class.
const fn passed() -> [[[u64; SPAN]; SPAN]; 3] {
    let mut table = [[[0; SPAN]; SPAN]; 3];
    let mut class = 0;
    while class < 64 {
        if class % 8 == SLOPES.len() {
            class += 1;
            continue;
        }
        let (east, south, steep) = (class / 8 % 2 == 1, class / 16 % 2 == 1, class / 32 == 1);
        let slope = SLOPES[class % 8];
        let (across, down) = if steep { (slope, 40) } else { (40, slope) };
        let (column, row) = (if east { 1 } else { -1 }, if south { 1 } else { -1 });
        let (mut x, mut y) = (NEAR, NEAR);
        let mut lead = down - across;
        loop {
            let (layer, mut edge_x, mut edge_y) =
                if lead < 0 { (Layer::West, x, y) } else { (Layer::North, x, y) };
            if lead < 0 {
                edge_x += east as i32;
                x += column;
                lead += 2 * down;
            } else {
                edge_y += south as i32;
                y += row;
                lead -= 2 * across;
            }
            if x < 0 || y < 0 || x >= SPAN as i32 || y >= SPAN as i32 {
                break;
            }
            table[layer as usize][edge_y as usize][edge_x as usize] |= 1 << class;
            table[Layer::Square as usize][y as usize][x as usize] |= 1 << class;
        }
        class += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_passes_what_its_lines_pass() {
        let (east_by_south, back) = classes_of(10, 1).expect("a class");
        let passes = |layer, columns, rows| classes_past(layer, columns, rows) >> east_by_south & 1 == 1;
        assert!(passes(Layer::Square, 1, 0) && passes(Layer::Square, 2, 0) && passes(Layer::West, 2, 0));
        assert!(
            !passes(Layer::Square, 0, 0) && !passes(Layer::Square, 3, 1) && !passes(Layer::Square, -1, 0)
        );
        assert!(classes_past(Layer::West, 0, 0) >> back & 1 == 1);
        assert_eq!(classes_of(-10, -1), Some((back, east_by_south)));
    }

    #[test]
    fn short_lines_and_lines_through_near_corners_have_no_class() {
        for (columns, rows) in [(3, 0), (-1, 2), (5, 1), (3, 9), (5, -3), (-3, -7), (4, 4), (0, 0)] {
            assert_eq!(classes_of(columns, rows), None, "{columns} {rows}");
        }
    }
}
