//! Ground markings: heights in metres, fuses of armed items.

use bevy_egui::egui::{self, Align2, FontId, Rect, Stroke, vec2};

use crate::board::brush::{Brush, SHADE};
use crate::theme::{Palette, with_alpha};
use battle::BattleView;
use battle_log::names::fuse_round_text;
use model::{Cell, CellSide};

/// Rungs of a drawn ladder.
const LADDER_RUNGS: usize = 4;

/// Draws the height of each raised or sunken area in metres.
pub(crate) fn paint_heights(brush: &Brush, view: &BattleView, palette: &Palette) {
    let field = view.field().grid();
    if brush.lens.unit <= 26.0 || !field.has_heights() {
        return;
    }
    let [left, right, top, bottom] = brush.lens.visible_range(field.width(), field.height());
    for cell in (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell::new(x, y))) {
        let height = field.ground(cell).height_cm;
        let differs = |beside: Cell| !field.contains(beside) || field.ground(beside).height_cm != height;
        let rim = CellSide::ALL.into_iter().any(|side| {
            let beside = cell.neighbour(side);
            field.contains(beside) && differs(beside)
        });
        // One number per contour: on squares whose western neighbour has none.
        if height != 0 && rim && differs(cell.neighbour(CellSide::West)) {
            let text = height_text(height);
            let font = FontId::proportional(brush.lens.scaled_points(10.0).max(9.0));
            // Off the edges, on which contours are drawn.
            let place = brush.lens.cell_rect(cell).left_center() + vec2(3.0, 0.0);
            brush.painter.text(place, Align2::LEFT_CENTER, text, font, with_alpha(palette.text, 150));
        }
    }
}

/// Formats the height of the ground against the level of the map: "0.4 m lower".
fn height_text(height_cm: i16) -> String {
    let metres = f32::from(height_cm.unsigned_abs()) / 100.0;
    format!("{metres:.1} m {}", if height_cm < 0 { "lower" } else { "higher" })
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
    }
}
