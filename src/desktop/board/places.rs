//! Lines on the ground: the grid, the rim of the map, heights, things that lie about.

use bevy_egui::egui::{Align2, Color32, FontId, Rect, Stroke, Vec2, pos2, vec2};

use super::super::theme::{Palette, faded};
use super::art::Art;
use super::lens::crisp;
use super::strokes::{Brush, SHADE};
use battle::BattleView;
use field::{Cell, Side};
use rules::engine::timed::When;

/// Hairlines between the squares in view, and a rim around the map.
pub(super) fn grid(brush: &Brush, view: &BattleView) {
    let field = view.field().grid();
    let (lens, painter) = (brush.lens, brush.painter);
    let whole = Rect::from_two_pos(
        lens.at(Vec2::ZERO),
        lens.at(vec2(f32::from(field.width()), f32::from(field.height()))),
    );
    if lens.unit >= 12.0 {
        let alpha = if lens.unit < 22.0 { 40 } else { 62 };
        let stroke = Stroke::new(1.0, faded(Color32::from_rgb(6, 10, 14), alpha));
        let [left, right, top, bottom] = lens.window(field.width(), field.height());
        let (across, down) = (whole.intersect(lens.clip).x_range(), whole.intersect(lens.clip).y_range());
        for x in left..=right + 1 {
            painter.vline(crisp(lens.at(vec2(x as f32, 0.0))).x, down, stroke);
        }
        for y in top..=bottom + 1 {
            painter.hline(across, crisp(lens.at(vec2(0.0, y as f32))).y, stroke);
        }
    }
    painter.rect_stroke(whole, 0.0, Stroke::new(2.0, SHADE), bevy_egui::egui::StrokeKind::Outside);
}

/// A contour where the ground rises, with the height in metres.
pub(super) fn heights(brush: &Brush, view: &BattleView, palette: &Palette) {
    let field = view.field().grid();
    let [left, right, top, bottom] = brush.lens.window(field.width(), field.height());
    for y in top..=bottom {
        for x in left..=right {
            let cell = Cell::new(x, y);
            let height = field.ground(cell).height_cm;
            if height != 0 {
                contour(brush, view, palette, cell, height);
            }
        }
    }
}

fn contour(brush: &Brush, view: &BattleView, palette: &Palette, cell: Cell, height: i16) {
    let field = view.field().grid();
    let rect = brush.lens.rect(cell);
    let mut rim = false;
    for side in Side::ALL {
        let beside = cell.beside(side);
        if !field.contains(beside) || field.ground(beside).height_cm == height {
            continue;
        }
        rim = true;
        let line = match side {
            Side::North => [rect.left_top(), rect.right_top()],
            Side::East => [rect.right_top(), rect.right_bottom()],
            Side::South => [rect.right_bottom(), rect.left_bottom()],
            Side::West => [rect.left_bottom(), rect.left_top()],
        };
        let colour = if height > 0 { faded(palette.text, 120) } else { faded(SHADE, 150) };
        brush.painter.line_segment(line, Stroke::new(brush.lens.px(2.2), colour));
    }
    // One figure per stretch of rim: on squares whose western neighbour has none.
    let west = cell.beside(Side::West);
    let first = rim && (!field.contains(west) || field.ground(west).height_cm != height);
    if first && brush.lens.unit > 26.0 {
        let text = format!("{:+.1} m", f32::from(height) / 100.0);
        let font = FontId::proportional(brush.lens.px(10.0).max(9.0));
        let place = rect.left_bottom() + vec2(3.0, -2.0);
        brush.painter.text(place, Align2::LEFT_BOTTOM, text, font, faded(palette.text, 150));
    }
}

/// Weapons on the ground.
pub(super) fn items(brush: &Brush, view: &BattleView, art: &Art, palette: &Palette) {
    for (_, item) in view.items() {
        let rect = brush.lens.rect(item.cell());
        let side = brush.lens.px(17.0);
        let centre = pos2(rect.right() - side * 0.72, rect.bottom() - side * 0.72);
        brush.painter.circle_filled(centre, side * 0.62, faded(SHADE, 170));
        let name = if item.item().magazine() > 0 { "pistoleer" } else { "blade" };
        let place = Rect::from_center_size(centre, Vec2::splat(side * 0.8));
        brush.painter.add(art.shape(name, place, 0.0, palette.text));
    }
    // What will go off: a ring around a dot, and when.
    for (_, armed) in view.armed() {
        let centre = brush.lens.rect(armed.cell()).center() - vec2(0.0, brush.lens.px(5.0));
        let radius = brush.lens.px(9.0);
        brush.painter.circle_filled(centre, radius, faded(SHADE, 200));
        brush.painter.circle_stroke(centre, radius, (brush.lens.px(2.0), palette.harm));
        brush.painter.circle_filled(centre, radius * 0.4, palette.harm);
        let text = match (armed.fuse().when, armed.fuse().round.saturating_sub(view.round().number())) {
            (When::Signal, _) => "radio".to_owned(),
            (_, 0) => "now".to_owned(),
            (_, rounds) => format!("{rounds} rd"),
        };
        let (at, font) =
            (centre + vec2(0.0, radius * 1.2), FontId::proportional(brush.lens.px(10.0).max(9.0)));
        let galley = brush.painter.layout_no_wrap(text, font, palette.harm);
        let place = Align2::CENTER_TOP.anchor_size(at, galley.size());
        brush.painter.rect_filled(place.expand(1.5), 2.0, faded(SHADE, 200));
        brush.painter.galley(place.min, galley, palette.harm);
    }
}
