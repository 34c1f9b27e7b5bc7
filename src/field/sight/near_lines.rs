//! Precomputed obstacles in the first five columns of a line, for every direction: most blocked lines are blocked
//! there.
//!
//! Directions fall into 120 classes: eight octants, each cut at the fourteen slopes at which a line passes a corner
//! in its first five columns. All lines of one class pass the same squares and edges there.

use crate::grid::ObstacleLayer;

/// Greatest distance of those squares from the start, in columns.
pub(crate) const NEAR_COLUMNS: i32 = 5;
const SPAN: usize = 2 * NEAR_COLUMNS as usize + 1;
/// Slopes between classes as rows and columns, from the flattest, with both ends of the octant.
const CUTS: [(i32, i32); 16] = [
    (0, 1),
    (1, 11),
    (1, 9),
    (1, 7),
    (1, 5),
    (3, 11),
    (1, 3),
    (3, 7),
    (5, 11),
    (5, 9),
    (3, 5),
    (7, 11),
    (5, 7),
    (7, 9),
    (9, 11),
    (1, 1),
];
/// Parts of an octant so narrow that none contains two cuts.
const PARTS: i32 = 64;
/// For each part: the class at its beginning, and the cut in it, or one steeper than any line.
static CLASSES: [(u32, (i32, i32)); PARTS as usize] = direction_classes();

/// A set of direction classes, as bits.
pub(crate) type DirectionClasses = u128;

/// Whether a class is in a set.
#[inline(always)]
pub(crate) const fn has_class(classes: DirectionClasses, class: u32) -> bool {
    // One word of the two; shifting both would take longer.
    let word = if class & 64 == 0 { classes as u64 } else { (classes >> 64) as u64 };
    word >> (class & 63) & 1 != 0
}

/// For every layer, row and column around a start: the classes of lines that pass there, as bits.
static PASSED: [[[DirectionClasses; SPAN]; SPAN]; 3] = passed_classes();

/// The classes of lines from a square that pass a place of this layer, at this offset in columns and rows.
pub(crate) fn classes_past(layer: ObstacleLayer, columns: i32, rows: i32) -> DirectionClasses {
    PASSED[layer as usize][(rows + NEAR_COLUMNS) as usize][(columns + NEAR_COLUMNS) as usize]
}

/// The class of a line from its start and from its end; `None` if it is too short, or between two classes.
#[inline(always)]
pub(crate) fn classes_of(columns: i32, rows: i32) -> Option<(u32, u32)> {
    let (across, down) = (columns.abs(), rows.abs());
    let steep = down > across;
    let (long, short) = if steep { (down, across) } else { (across, down) };
    if long <= NEAR_COLUMNS || short == long {
        return None;
    }
    let (slope, (rows_of_cut, columns_of_cut)) =
        CLASSES[(PARTS as u32 * short as u32 / long as u32) as usize];
    let above = columns_of_cut * short - rows_of_cut * long;
    if above == 0 {
        return None;
    }
    let slope = slope + u32::from(above > 0);
    let class = octant_index(columns > 0, rows > 0, steep) * 16 + slope;
    // A line along a row or column passes the same places in both octants beside it.
    Some((class, class ^ (octant_index(true, true, false) * 16)))
}

const fn octant_index(east: bool, south: bool, steep: bool) -> u32 {
    east as u32 + 2 * south as u32 + 4 * steep as u32
}

/// Finds the cut in every part of an octant.
const fn direction_classes() -> [(u32, (i32, i32)); PARTS as usize] {
    let mut parts = [(0, (1, 0)); PARTS as usize];
    let mut cut = 1;
    while cut < CUTS.len() - 1 {
        let (rows, columns) = CUTS[cut];
        let mut part = PARTS * rows / columns;
        parts[part as usize].1 = CUTS[cut];
        part += 1;
        while part < PARTS {
            parts[part as usize].0 = cut as u32;
            part += 1;
        }
        cut += 1;
    }
    parts
}

/// Follows one line of each class.
const fn passed_classes() -> [[[DirectionClasses; SPAN]; SPAN]; 3] {
    let mut table = [[[0; SPAN]; SPAN]; 3];
    let mut class = 0;
    while class < 128 {
        let slope = class % 16;
        if slope == CUTS.len() - 1 {
            class += 1;
            continue;
        }
        let (east, south, steep) = (class / 16 % 2 == 1, class / 32 % 2 == 1, class / 64 == 1);
        // A slope between those that bound the class.
        let short = CUTS[slope].0 + CUTS[slope + 1].0;
        let long = CUTS[slope].1 + CUTS[slope + 1].1;
        let (across, down) = if steep { (short, long) } else { (long, short) };
        let (column, row) = (if east { 1 } else { -1 }, if south { 1 } else { -1 });
        let (mut x, mut y) = (NEAR_COLUMNS, NEAR_COLUMNS);
        let mut lead = down - across;
        loop {
            let (layer, mut edge_x, mut edge_y) =
                if lead < 0 { (ObstacleLayer::West, x, y) } else { (ObstacleLayer::North, x, y) };
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
            table[ObstacleLayer::Square as usize][y as usize][x as usize] |= 1 << class;
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
        assert!(
            passes(ObstacleLayer::Square, 1, 0)
                && passes(ObstacleLayer::Square, 4, 0)
                && passes(ObstacleLayer::West, 2, 0)
        );
        assert!(
            !passes(ObstacleLayer::Square, 0, 0)
                && !passes(ObstacleLayer::Square, 3, 1)
                && !passes(ObstacleLayer::Square, -1, 0)
        );
        assert!(passes(ObstacleLayer::Square, 5, 1) && !passes(ObstacleLayer::Square, 4, 1));
        assert!(classes_past(ObstacleLayer::West, 0, 0) >> back & 1 == 1);
        assert_eq!(classes_of(-10, -1), Some((back, east_by_south)));
        for (columns, rows) in [(9, 0), (0, 9), (-9, 0), (0, -9)] {
            let (class, back) = classes_of(columns, rows).expect("a class");
            let (column, row) = (columns.signum(), rows.signum());
            for away in 1..=NEAR_COLUMNS {
                let there = classes_past(ObstacleLayer::Square, column * away, row * away);
                let behind = classes_past(ObstacleLayer::Square, -column * away, -row * away);
                assert_eq!((there >> class & 1, behind >> back & 1), (1, 1), "{columns} {rows}");
            }
        }
    }

    #[test]
    fn short_lines_and_lines_through_near_corners_have_no_class() {
        for (columns, rows) in [(5, 0), (-1, 2), (7, 1), (3, 9), (11, -3), (-3, -7), (8, 8), (0, 0)] {
            assert_eq!(classes_of(columns, rows), None, "{columns} {rows}");
        }
    }
}
