//! Painted marks: bars, marks of sides, shields, faces of dice.

use bevy_egui::egui::{
    self, Color32, CornerRadius, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, pos2,
    vec2,
};

use super::{body_font, show_fact_line};
use crate::accessibility::Accessible;
use crate::theme::{Palette, scaled};

/// Draws a bar of which a share is filled, with a tick at half.
pub(crate) fn show_bar(
    ui: &mut Ui,
    palette: &Palette,
    (label, value): (&str, &str),
    (share, colour): (f32, Color32),
) -> Response {
    let line = show_fact_line(ui, (label, palette.dim), (value, palette.text));
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 8.0), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(2), palette.ink);
    let mut filled = rect;
    filled.set_width(rect.width() * share.clamp(0.0, 1.0));
    painter.rect_filled(filled, CornerRadius::same(2), colour);
    let middle = rect.center().x.round();
    painter.vline(middle, (rect.top() - 1.0)..=(rect.bottom() + 1.0), Stroke::new(1.5, palette.dim));
    line.union(response)
}

/// Draws a side's mark; sides also differ by shape: solid, double, dashed, notched.
pub(crate) fn draw_side_mark(painter: &Painter, rect: Rect, hue: u8, colour: Color32) {
    let round = CornerRadius::same(1);
    let third = rect.width() / 3.0;
    match hue % 4 {
        0 => {
            painter.rect_filled(rect, round, colour);
        }
        1 => {
            let mut left = rect;
            left.set_width(third.max(1.5));
            painter.rect_filled(left, round, colour);
            painter.rect_filled(left.translate(vec2(rect.width() - left.width(), 0.0)), round, colour);
        }
        2 => {
            let part = rect.height() / 5.0;
            for step in [0.0, 2.0, 4.0] {
                let top = rect.top() + step * part;
                let dash = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), part));
                painter.rect_filled(dash, round, colour);
            }
        }
        _ => {
            let middle = rect.center().y;
            let gap = 2.0;
            painter.rect_filled(rect.with_max_y(middle - gap), round, colour);
            painter.rect_filled(rect.with_min_y(middle + gap), round, colour);
            painter.rect_filled(rect.shrink2(vec2(third, 0.0)), round, colour);
        }
    }
}

/// Draws a shield: empty, half or fully filled.
pub(crate) fn draw_shield(painter: &Painter, centre: Pos2, size: f32, filled: f32, colour: Color32) {
    let (w, h) = (size * 0.5, size * 0.58);
    let at = |x: f32, y: f32| pos2(centre.x + x * w, centre.y + y * h);
    let whole = vec![
        at(-1.0, -0.9),
        at(1.0, -0.9),
        at(1.0, 0.1),
        at(0.55, 0.65),
        at(0.0, 1.0),
        at(-0.55, 0.65),
        at(-1.0, 0.1),
    ];
    let half = vec![at(-1.0, -0.9), at(0.0, -0.9), at(0.0, 1.0), at(-0.55, 0.65), at(-1.0, 0.1)];
    if filled >= 1.0 {
        painter.add(Shape::convex_polygon(whole, colour, Stroke::new(1.2, colour)));
    } else {
        if filled > 0.0 {
            painter.add(Shape::convex_polygon(half, colour, Stroke::NONE));
        }
        painter.add(Shape::closed_line(whole, Stroke::new(1.2, colour)));
    }
}

/// Draws the faces of a roll as small squares, wrapped, with hits highlighted.
pub(crate) fn show_dice_faces(
    ui: &mut Ui,
    palette: &Palette,
    faces: &[u8],
    hits_from: Option<u8>,
    result: &str,
) -> Response {
    let (size, step) = (scaled(ui, 17.0), scaled(ui, 20.0));
    let width = ui.available_width();
    let font = body_font(ui);
    let figure = ui.painter().layout_no_wrap(result.to_owned(), font.clone(), palette.text);
    let per_line = (((width - figure.size().x - 8.0) / step) as usize).max(1);
    let lines = faces.len().div_ceil(per_line).max(1);
    let (rect, response) = ui.allocate_exact_size(vec2(width, step * lines as f32), Sense::hover());
    let painter = ui.painter();
    for (at, face) in faces.iter().enumerate() {
        let corner = rect.min + vec2((at % per_line) as f32 * step, (at / per_line) as f32 * step + 1.0);
        let square = Rect::from_min_size(corner, egui::Vec2::splat(size));
        let hit = hits_from.is_some_and(|least| *face >= least);
        let (fill, edge, text) = if hit {
            (palette.good.gamma_multiply(0.28), palette.good, palette.text)
        } else {
            (palette.raised, palette.line, palette.dim)
        };
        painter.rect(square, CornerRadius::same(3), fill, Stroke::new(1.0, edge), StrokeKind::Inside);
        painter.text(square.center(), egui::Align2::CENTER_CENTER, face, font.clone(), text);
    }
    let top = rect.bottom() - step + (step - figure.size().y) / 2.0;
    painter.galley(pos2(rect.right() - figure.size().x, top), figure, palette.text);
    response.named_text(|| {
        let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
        format!("Dice {}: {result}", faces.join(", "))
    })
}
