//! Lists that scroll: their rows leave the width of the scroll bar free.

use bevy_egui::egui::scroll_area::ScrollAreaOutput;
use bevy_egui::egui::{ScrollArea, Ui};

/// Draws a list that scrolls. Its rows always leave the width of the scroll bar free: in the frame in which the bar comes, it would
/// lie over them, and their lines would wrap anew in the next one.
pub(crate) fn show_beside_bar<R>(
    ui: &mut Ui,
    area: ScrollArea,
    content: impl FnOnce(&mut Ui) -> R,
) -> ScrollAreaOutput<R> {
    let room = (ui.available_width() - ui.spacing().scroll.allocated_width()).max(0.0);
    area.show(ui, |ui| {
        ui.set_max_width(room.min(ui.available_width()));
        content(ui)
    })
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, RawInput, Rect, Sense, pos2, vec2};

    use super::*;
    use crate::theme::{Palette, style_egui};

    #[test]
    fn rows_leave_the_scroll_bar_free_in_every_frame() {
        let ctx = Context::default();
        style_egui(&ctx, Palette::by_name(Default::default()), 1.0);
        let window = Rect::from_min_max(pos2(0.0, 0.0), pos2(400.0, 300.0));
        let mut rights = Vec::new();
        // The bar comes with the third frame.
        for rows in [2, 2, 20, 20] {
            let input = RawInput { screen_rect: Some(window), ..RawInput::default() };
            let output = ctx.run_ui(input, |ui| {
                let free = ui.max_rect().right() - ui.spacing().scroll.allocated_width();
                let area = ScrollArea::vertical().max_height(200.0);
                show_beside_bar(ui, area, |ui| {
                    for _ in 0..rows {
                        let size = vec2(ui.available_width(), 40.0);
                        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                        assert!(rect.right() <= free + 0.5, "{rect} reaches over {free}");
                        rights.push(rect.right());
                    }
                });
            });
            output.drop_without_applying_deltas();
        }
        assert!(rights.iter().all(|right| (right - rights[0]).abs() < 0.5), "{rights:?}");
    }
}
