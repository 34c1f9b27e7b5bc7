//! Folded parts of lists that scroll, and menus that scroll in a low window.

use bevy_egui::egui::{Align, CollapsingResponse, Color32, Layout, ScrollArea, Ui};

/// Greatest height of a menu, as a share of the window.
const MENU_SHARE: f32 = 0.7;

/// Draws the content of a menu, which scrolls where the window is too low for it.
pub(crate) fn show_menu_content<R>(ui: &mut Ui, content: impl FnOnce(&mut Ui) -> R) -> R {
    let most = MENU_SHARE * ui.ctx().viewport_rect().height();
    // Without a minimum height an area that follows its content never grows.
    ScrollArea::vertical().max_height(most).min_scrolled_height(most).show(ui, content).inner
}

/// Draws a text of several lines in a menu. The layout of menus would spread its words over the width.
pub(crate) fn show_menu_text(ui: &mut Ui, colour: Color32, text: &str) {
    ui.with_layout(Layout::top_down(Align::Min), |ui| ui.colored_label(colour, text));
}

/// Scrolls a list to what unfolds in it, which would open below its lower end. Returns whether the list grows or shrinks.
pub(crate) fn reveal_unfolding<R>(ui: &Ui, shown: &CollapsingResponse<R>) -> bool {
    let id = shown.header_response.id.with("openness");
    let last = ui.data_mut(|data| {
        let last = data.get_temp::<f32>(id);
        data.insert_temp(id, shown.openness);
        last
    });
    let change = last.map_or(0.0, |last| shown.openness - last);
    if let Some(body) = shown.body_response.as_ref().filter(|_| change > 0.0) {
        body.scroll_to_me(None);
    }
    change.abs() > 0.0
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{CollapsingHeader, Context, RawInput, Rect, Shape, pos2, vec2};

    use super::*;

    #[test]
    fn the_words_of_a_text_in_a_menu_are_not_spread_over_its_width() {
        let ctx = Context::default();
        let window = Rect::from_min_size(pos2(0.0, 0.0), vec2(300.0, 200.0));
        let is_spread = |show: fn(&mut Ui, &str)| {
            let input = RawInput { screen_rect: Some(window), ..RawInput::default() };
            let output = ctx.run_ui(input, |ui| {
                let menu = Layout::top_down_justified(Align::Min);
                ui.with_layout(menu, |ui| {
                    show(ui, "Answers all questions about what symbols buy, until the end.")
                });
            });
            let texts: Vec<bool> = output
                .shapes
                .iter()
                .filter_map(|clipped| match &clipped.shape {
                    Shape::Text(text) => Some(text.galley.job.justify),
                    _ => None,
                })
                .collect();
            output.drop_without_applying_deltas();
            assert_eq!(texts.len(), 1, "one text is drawn");
            texts[0]
        };
        let plain = |ui: &mut Ui, text: &str| {
            ui.label(text);
        };
        assert!(is_spread(plain), "what menus do by themselves");
        assert!(!is_spread(|ui, text| show_menu_text(ui, Color32::WHITE, text)));
    }

    #[test]
    fn a_list_scrolls_to_what_unfolds_at_its_lower_end() {
        let ctx = Context::default();
        let window = Rect::from_min_size(pos2(0.0, 0.0), vec2(300.0, 200.0));
        let mut time = 0.0;
        let mut draw = |open: bool| {
            let (mut moved, mut below) = (false, 0.0);
            time += 0.05;
            let input = RawInput { screen_rect: Some(window), time: Some(time), ..RawInput::default() };
            let output = ctx.run_ui(input, |ui| {
                let area = ScrollArea::vertical().max_height(100.0).min_scrolled_height(100.0);
                let shown = area.show(ui, |ui| {
                    ui.add_space(60.0);
                    let header = CollapsingHeader::new("Not possible now").open(Some(open));
                    let shown = header.show(ui, |ui| ui.add_space(60.0));
                    moved |= reveal_unfolding(ui, &shown);
                });
                below = shown.content_size.y - shown.inner_rect.height() - shown.state.offset.y;
            });
            output.drop_without_applying_deltas();
            (moved, below)
        };
        let folded: Vec<(bool, f32)> = (0..3).map(|_| draw(false)).collect();
        assert!(folded.iter().all(|(moved, _)| !moved), "{folded:?}");
        let unfolded: Vec<(bool, f32)> = (0..60).map(|_| draw(true)).collect();
        assert!(unfolded.iter().any(|(moved, _)| *moved), "{unfolded:?}");
        let (moved, below) = unfolded.last().expect("it was drawn");
        assert!(!moved && *below < 8.0, "{below} points are out of sight below the list");
    }
}
