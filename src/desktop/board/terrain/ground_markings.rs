//! Ground markings: heights in metres, fuses of armed items.

use std::collections::BTreeSet;

use bevy_egui::egui::{self, Align2, FontId, Rect, Stroke, vec2};

use crate::board::brush::{Brush, SHADE};
use crate::theme::{Palette, with_alpha};
use battle::BattleView;
use battle_log::names::fuse_round_text;
use model::{Cell, CellSide};

/// Rungs of a drawn ladder.
const LADDER_RUNGS: usize = 4;

/// Draws the height of each raised or sunken area in metres, once per area.
pub(crate) fn paint_heights(brush: &Brush, view: &BattleView, palette: &Palette) {
    let field = view.field().grid();
    if brush.lens.unit <= 26.0 || !field.has_heights() {
        return;
    }
    let mut left: BTreeSet<Cell> = field.cells().filter(|cell| field.ground(*cell).height_cm != 0).collect();
    while let Some(first) = left.first().copied() {
        let height = field.ground(first).height_cm;
        let area = take_area(&mut left, first, |cell| field.ground(cell).height_cm == height);
        let Some([west, east]) = label_row(&area) else { continue };
        let row = brush.lens.cell_rect(west).union(brush.lens.cell_rect(east));
        let font = FontId::proportional(brush.lens.scaled_points(10.0).max(9.0));
        let colour = with_alpha(palette.text, 150);
        let layout = |text: String| brush.painter.layout_no_wrap(text, font.clone(), colour);
        let mut galley = layout(height_text(height));
        // Off the edges, on which contours are drawn.
        if galley.size().x + 6.0 > row.width() {
            galley = layout(short_height_text(height));
        }
        let place = Align2::CENTER_CENTER.anchor_size(row.center(), galley.size());
        brush.painter.galley(place.min, galley, colour);
    }
}

/// Takes the squares out of a set that are connected to the first one and belong to its area.
fn take_area(left: &mut BTreeSet<Cell>, first: Cell, belongs: impl Fn(Cell) -> bool) -> BTreeSet<Cell> {
    let mut area = BTreeSet::new();
    let mut next = vec![first];
    while let Some(cell) = next.pop() {
        if left.contains(&cell) && belongs(cell) {
            left.remove(&cell);
            area.insert(cell);
            next.extend(CellSide::ALL.map(|side| cell.neighbour(side)));
        }
    }
    area
}

/// The squares of an area without a gap in the row of the square nearest to its middle, that square among them: the
/// first and the last one. `None` if the area is empty.
fn label_row(area: &BTreeSet<Cell>) -> Option<[Cell; 2]> {
    let count = i64::try_from(area.len()).ok()?;
    let [x, y] = area.iter().fold([0, 0], |[x, y], cell| [x + i64::from(cell.x), y + i64::from(cell.y)]);
    // Distances in parts of a square, so that the middle is a whole number.
    let distance =
        |cell: &&Cell| (i64::from(cell.x) * count - x).pow(2) + (i64::from(cell.y) * count - y).pow(2);
    let middle = *area.iter().min_by_key(distance)?;
    let reach = |side: CellSide| {
        let mut last = middle;
        while area.contains(&last.neighbour(side)) {
            last = last.neighbour(side);
        }
        last
    };
    Some([reach(CellSide::West), reach(CellSide::East)])
}

/// Formats the height of the ground against the level of the map: "0.4 m lower".
fn height_text(height_cm: i16) -> String {
    let metres = f32::from(height_cm.unsigned_abs()) / 100.0;
    format!("{metres:.1} m {}", if height_cm < 0 { "lower" } else { "higher" })
}

/// Formats the height of the ground where there is little room: "-0.4 m".
fn short_height_text(height_cm: i16) -> String {
    format!("{:+.1} m", f32::from(height_cm) / 100.0)
}

/// Draws rails and rungs on each square with a ladder.
pub(crate) fn paint_ladders(brush: &Brush, view: &BattleView, palette: &Palette) {
    let field = view.field().grid();
    let [left, right, top, bottom] = brush.lens.visible_range(field.width(), field.height());
    for cell in (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell::new(x, y))) {
        if !view.terrain_at(cell).is_some_and(|terrain| terrain.ladder) {
            continue;
        }
        let place = brush.lens.cell_rect(cell);
        let ladder = Rect::from_center_size(place.center(), place.size() * vec2(0.34, 0.8));
        for (width, colour) in [(5.0, with_alpha(SHADE, 190)), (2.2, with_alpha(palette.caution, 230))] {
            let stroke = Stroke::new(brush.lens.scaled_points_min(width, width * 0.5), colour);
            for x in [ladder.left(), ladder.right()] {
                brush.painter.vline(x, ladder.y_range(), stroke);
            }
            for rung in 1..=LADDER_RUNGS {
                let y = egui::lerp(ladder.y_range(), rung as f32 / (LADDER_RUNGS + 1) as f32);
                brush.painter.hline(ladder.x_range(), y, stroke);
            }
        }
    }
}

/// Draws when armed items detonate.
pub(crate) fn paint_fuses(brush: &Brush, view: &BattleView, palette: &Palette) {
    for (_, armed) in view.armed_items() {
        let text = fuse_round_text(armed.fuse(), view.round().number());
        let at = brush.lens.cell_centre(armed.cell()) + vec2(0.0, brush.lens.scaled_points(5.8));
        let font = FontId::proportional(brush.lens.scaled_points(10.0).max(9.0));
        let galley = brush.painter.layout_no_wrap(text, font, palette.harm);
        let place = Align2::CENTER_TOP.anchor_size(at, galley.size());
        brush.painter.rect_filled(place.expand(1.5), 2.0, with_alpha(SHADE, 200));
        brush.painter.galley(place.min, galley, palette.harm);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_say_against_what_they_are_measured() {
        assert_eq!(height_text(-40), "0.4 m lower");
        assert_eq!(height_text(150), "1.5 m higher");
        assert_eq!(short_height_text(-40), "-0.4 m");
        assert_eq!(short_height_text(150), "+1.5 m");
    }

    #[test]
    fn an_area_has_one_label_in_its_middle() {
        let row = |y: i32, columns: std::ops::Range<i32>| columns.map(move |x| Cell::new(x, y));
        // A lake of three rows with an arm to the east, and a pond that touches it at a corner only.
        let lake: BTreeSet<Cell> = row(0, 0..5).chain(row(1, 0..9)).chain(row(2, 0..5)).collect();
        let pond = BTreeSet::from([Cell::new(5, 3)]);
        let mut left: BTreeSet<Cell> = lake.union(&pond).copied().collect();
        assert_eq!(take_area(&mut left, Cell::new(0, 0), |_| true), lake);
        assert_eq!(left, pond);
        assert_eq!(label_row(&lake), Some([Cell::new(0, 1), Cell::new(8, 1)]));
        assert_eq!(label_row(&pond), Some([Cell::new(5, 3), Cell::new(5, 3)]));
        // The middle of a ring is a hole: the label is on its rim.
        let ring: BTreeSet<Cell> =
            row(0, 0..3).chain([0, 2].map(|x| Cell::new(x, 1))).chain(row(2, 0..3)).collect();
        assert_eq!(label_row(&ring), Some([Cell::new(0, 0), Cell::new(2, 0)]));
        assert_eq!(label_row(&BTreeSet::new()), None);
    }
}
