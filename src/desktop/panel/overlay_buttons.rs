//! Buttons for the overlays of the board, at the right end of the objectives line.

use bevy_egui::egui::{CornerRadius, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

use super::cards::show_brief_description;
use super::widgets::PanelContext;
use crate::accessibility::Accessible;
use crate::board::overlay::{OverlayToggle, OverlayToggles};
use crate::theme::scaled;

/// Size of a button, in points.
const SIZE: Vec2 = vec2(28.0, 22.0);
/// Height of the bar under the icon of an overlay that is on, in points.
const BAR: f32 = 3.0;

/// Draws the buttons from right to left; returns the overlay whose button was clicked.
pub(super) fn show(ui: &mut Ui, context: &PanelContext, toggles: OverlayToggles) -> Option<OverlayToggle> {
    ui.spacing_mut().item_spacing.x = 3.0;
    let mut clicked = None;
    for overlay in OverlayToggle::ALL.into_iter().rev() {
        if show_button(ui, context, overlay, toggles.is_on(overlay)).clicked() {
            clicked = Some(overlay);
        }
    }
    clicked
}

/// Draws a button. The overlay is on where a bar is under the icon and the frame is thick.
fn show_button(ui: &mut Ui, context: &PanelContext, overlay: OverlayToggle, on: bool) -> Response {
    let palette = context.palette;
    let factor = scaled(ui, 1.0);
    let (rect, response) = ui.allocate_exact_size(SIZE * factor, Sense::click());
    let is_lit = on || response.hovered() || response.has_focus();
    let (fill, edge) = match (on, is_lit) {
        (true, _) => (palette.lit, Stroke::new(1.6, palette.text)),
        (false, true) => (palette.raised, Stroke::new(1.0, palette.dim)),
        (false, false) => (palette.ink, Stroke::new(1.0, palette.line)),
    };
    ui.painter().rect(rect, CornerRadius::same(4), fill, edge, StrokeKind::Inside);
    let colour = if is_lit { palette.text } else { palette.dim };
    let side = rect.height() - BAR - 6.0;
    let middle = rect.center() - vec2(0.0, if on { BAR / 2.0 + 1.0 } else { 0.0 });
    if let Some(art) = context.art {
        let icon = Rect::from_center_size(middle, Vec2::splat(side));
        ui.painter().add(art.shape(overlay.sprite(), icon, 0.0, colour));
    }
    if on {
        let bottom = rect.bottom() - 2.5;
        let bar = Rect::from_min_max(pos2(rect.left() + 5.0, bottom - BAR), pos2(rect.right() - 5.0, bottom));
        ui.painter().rect_filled(bar, 1.0, palette.text);
    }
    let title = overlay.action().title();
    let key = context.key_label(overlay.action());
    let response = response
        .named_toggle((true, on), || title.to_owned())
        .described(|| format!("{} Key: {key}.", overlay.description()));
    response.on_hover_ui(|ui| {
        ui.set_max_width(300.0);
        ui.label(title);
        show_brief_description(ui, context, overlay.description());
        ui.colored_label(palette.faint, format!("Key: {key}"));
    })
}
