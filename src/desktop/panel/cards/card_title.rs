//! Draws the title of a card with a figure at its right, such as a price, or below it if the title is long.

use bevy_egui::egui::{Sense, Ui, pos2, vec2};

use crate::accessibility::Accessible;
use crate::panel::widgets::{PanelContext, body_font, keep_units};

/// Share of a title's line that its text keeps beside the figure; with less, the figure stands below it.
const TITLE_SHARE: f32 = 0.55;

/// Draws a title in lines that wrap, with a dim figure at the right, or below a title that is too long for that.
pub(crate) fn show_title(ui: &mut Ui, context: &PanelContext, text: &str, figure: &str) {
    let width = ui.available_width();
    let (colour, dim) = (context.palette.text, context.palette.dim);
    let words = format!("{text} {figure}");
    let (text, figure) = (keep_units(text), keep_units(figure));
    let font = body_font(ui);
    let natural = ui.painter().layout_no_wrap(text.clone(), font.clone(), colour).size().x;
    let figure = ui.painter().layout(figure, font.clone(), dim, width);
    let beside = width - figure.size().x - 10.0;
    let is_beside = natural <= beside || beside >= width * TITLE_SHARE;
    let text = ui.painter().layout(text, font, colour, if is_beside { beside } else { width });
    let below = if is_beside { 0.0 } else { figure.size().y };
    let height = text.size().y + below;
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    response.named_heading(&words);
    let at = match is_beside {
        true => pos2(rect.right() - figure.size().x, rect.top()),
        false => pos2(rect.left(), rect.bottom() - figure.size().y),
    };
    ui.painter().galley(rect.min, text, colour);
    ui.painter().galley(at, figure, dim);
}
