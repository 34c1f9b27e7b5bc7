//! Ground markings: the grid, the map's edge, heights, items on the ground.

use bevy_egui::egui::{Align2, Color32, FontId, Rect, Stroke, Vec2, pos2, vec2};

use crate::board::atlas::BoardAtlas;
use crate::board::brush::{Brush, SHADE};
use crate::board::viewport::snap_to_points;
use crate::theme::{Palette, with_alpha};
use battle::BattleView;
use model::{Cell, CellSide};
use rules::turn_engine::timed_items::FuseTiming;

/// Draws hairlines between the squares in view, and the map's edge.
pub(crate) fn paint_grid(brush: &Brush, view: &BattleView) {
    let field = view.field().grid();
    let (lens, painter) = (brush.lens, brush.painter);
    let whole = Rect::from_two_pos(
        lens.to_screen(Vec2::ZERO),
        lens.to_screen(vec2(f32::from(field.width()), f32::from(field.height()))),
    );
    if lens.unit >= 12.0 {
        let alpha = if lens.unit < 22.0 { 40 } else { 62 };
        let stroke = Stroke::new(1.0, with_alpha(Color32::from_rgb(6, 10, 14), alpha));
        let [left, right, top, bottom] = lens.visible_range(field.width(), field.height());
        let (across, down) = (whole.intersect(lens.clip).x_range(), whole.intersect(lens.clip).y_range());
        for x in left..=right + 1 {
            painter.vline(snap_to_points(lens.to_screen(vec2(x as f32, 0.0))).x, down, stroke);
        }
        for y in top..=bottom + 1 {
            painter.hline(across, snap_to_points(lens.to_screen(vec2(0.0, y as f32))).y, stroke);
        }
    }
    painter.rect_stroke(whole, 0.0, Stroke::new(2.0, SHADE), bevy_egui::egui::StrokeKind::Outside);
}

/// Draws a contour where the ground rises, with the height in metres.
pub(crate) fn paint_heights(brush: &Brush, view: &BattleView, palette: &Palette) {
    let field = view.field().grid();
    let [left, right, top, bottom] = brush.lens.visible_range(field.width(), field.height());
    for y in top..=bottom {
        for x in left..=right {
            let cell = Cell::new(x, y);
            let height = field.ground(cell).height_cm;
            if height != 0 {
                paint_contour(brush, view, palette, cell, height);
            }
        }
    }
}

fn paint_contour(brush: &Brush, view: &BattleView, palette: &Palette, cell: Cell, height: i16) {
    let field = view.field().grid();
    let rect = brush.lens.cell_rect(cell);
    let mut rim = false;
    for side in CellSide::ALL {
        let beside = cell.neighbour(side);
        if !field.contains(beside) || field.ground(beside).height_cm == height {
            continue;
        }
        rim = true;
        let line = match side {
            CellSide::North => [rect.left_top(), rect.right_top()],
            CellSide::East => [rect.right_top(), rect.right_bottom()],
            CellSide::South => [rect.right_bottom(), rect.left_bottom()],
            CellSide::West => [rect.left_bottom(), rect.left_top()],
        };
        let colour = if height > 0 { with_alpha(palette.text, 120) } else { with_alpha(SHADE, 150) };
        brush.painter.line_segment(line, Stroke::new(brush.lens.scaled_points(2.2), colour));
    }
    // One number per contour: on squares whose western neighbour has none.
    let west = cell.neighbour(CellSide::West);
    let first = rim && (!field.contains(west) || field.ground(west).height_cm != height);
    if first && brush.lens.unit > 26.0 {
        let text = format!("{:+.1} m", f32::from(height) / 100.0);
        let font = FontId::proportional(brush.lens.scaled_points(10.0).max(9.0));
        let place = rect.left_bottom() + vec2(3.0, -2.0);
        brush.painter.text(place, Align2::LEFT_BOTTOM, text, font, with_alpha(palette.text, 150));
    }
}

/// Draws items on the ground.
pub(crate) fn paint_items(brush: &Brush, view: &BattleView, art: &BoardAtlas, palette: &Palette) {
    for (_, item) in view.items() {
        let rect = brush.lens.cell_rect(item.cell());
        let side = brush.lens.scaled_points(17.0);
        let centre = pos2(rect.right() - side * 0.72, rect.bottom() - side * 0.72);
        brush.painter.circle_filled(centre, side * 0.62, with_alpha(SHADE, 170));
        let name = if item.item().magazine() > 0 { "pistoleer" } else { "blade" };
        let place = Rect::from_center_size(centre, Vec2::splat(side * 0.8));
        brush.painter.add(art.shape(name, place, 0.0, palette.text));
    }
    // Armed items: a ring around a dot, and when they detonate.
    for (_, armed) in view.armed_items() {
        let centre = brush.lens.cell_rect(armed.cell()).center() - vec2(0.0, brush.lens.scaled_points(5.0));
        let radius = brush.lens.scaled_points(9.0);
        brush.painter.circle_filled(centre, radius, with_alpha(SHADE, 200));
        brush.painter.circle_stroke(centre, radius, (brush.lens.scaled_points(2.0), palette.harm));
        brush.painter.circle_filled(centre, radius * 0.4, palette.harm);
        let text = match (armed.fuse().when, armed.fuse().round.saturating_sub(view.round().number())) {
            (FuseTiming::Signal, _) => "radio".to_owned(),
            (_, 0) => "now".to_owned(),
            (_, rounds) => format!("{rounds} rd"),
        };
        let (at, font) =
            (centre + vec2(0.0, radius * 1.2), FontId::proportional(brush.lens.scaled_points(10.0).max(9.0)));
        let galley = brush.painter.layout_no_wrap(text, font, palette.harm);
        let place = Align2::CENTER_TOP.anchor_size(at, galley.size());
        brush.painter.rect_filled(place.expand(1.5), 2.0, with_alpha(SHADE, 200));
        brush.painter.galley(place.min, galley, palette.harm);
    }
}
