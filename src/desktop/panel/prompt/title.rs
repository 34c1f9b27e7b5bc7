//! The title of a question, by which it can be dragged.

use bevy_egui::egui::{Color32, CursorIcon, Painter, Rect, Sense, Ui, vec2};

use super::placement::move_prompt;
use crate::accessibility::Accessible;
use crate::panel::widgets::{PanelContext, draw_side_mark, layout_truncated, title_font};
use model::Side;

/// Width of the grip of a question, in points.
const GRIP: f32 = 18.0;
/// What the grip of a question is for.
const GRIP_WORDS: &str = "Drag the question by its title. The next one of its kind opens where you leave it.";

/// Draws whose decision it is; the title moves the prompt.
pub(super) fn show_prompt_title(ui: &mut Ui, context: &PanelContext, (side, title): (Side, &str)) {
    let palette = context.palette;
    let width = ui.available_width();
    let text = layout_truncated(ui.painter(), title, title_font(ui), palette.text, width - 14.0 - GRIP);
    let (rect, response) = ui.allocate_exact_size(vec2(width, text.size().y), Sense::DRAG);
    let grip = rect.with_min_x(rect.right() - GRIP);
    let held = ui.interact(grip, response.id.with("grip"), Sense::DRAG);
    for dragged in [&response, &held].into_iter().filter(|response| response.dragged()) {
        move_prompt(ui.ctx(), dragged.drag_delta());
    }
    draw_grip(ui.painter(), grip, if held.hovered() { palette.text } else { palette.dim });
    held.on_hover_cursor(CursorIcon::Grab).on_hover_text(GRIP_WORDS);
    response.on_hover_cursor(CursorIcon::Grab).named_heading(title);
    let mark = Rect::from_min_size(rect.min + vec2(0.0, 4.0), vec2(6.0, rect.height() - 8.0));
    draw_side_mark(ui.painter(), mark, context.side_colour_number(side), context.side_colour(side));
    ui.painter().galley(rect.min + vec2(14.0, 0.0), text, palette.text);
}

/// Draws six dots at which a question can be dragged.
fn draw_grip(painter: &Painter, grip: Rect, colour: Color32) {
    for (column, row) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)] {
        painter.circle_filled(grip.center() + vec2(2.5 * column, 5.0 * row), 1.5, colour);
    }
}
