//! Drop-down lists in modal windows: an open one stays in front of its window.

use bevy_egui::egui::{ComboBox, LayerId, Order, Response};

/// Keeps the open list of a drop-down button in front. A press moves the modal window around the button to the front as well, and
/// egui leaves a list that was opened before behind it, where press and release come in one frame.
pub(crate) fn keep_list_in_front(button: &Response) {
    let ctx = &button.ctx;
    if ComboBox::is_open(ctx, button.id) {
        let layer = list_layer(button);
        if ctx.memory(|memory| memory.areas().top_layer_id(Order::Foreground)) != Some(layer) {
            ctx.request_repaint();
        }
        ctx.move_to_top(layer);
    }
}

/// The layer of the list of a drop-down button.
fn list_layer(button: &Response) -> LayerId {
    LayerId::new(Order::Foreground, button.id.with("popup"))
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, Event, Id, Modal, Modifiers, PointerButton, Pos2, RawInput, Rect, vec2};

    use super::*;

    /// Draws a modal window with a drop-down list, with a click within this frame. Returns where the button of the list is, whether
    /// the list is open, and whether it is in front.
    fn frame(ctx: &Context, time: f64, click: Option<Pos2>) -> (Pos2, bool, bool) {
        let press = |pos, pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        let events = click.map(|pos| vec![Event::PointerMoved(pos), press(pos, true), press(pos, false)]);
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0))),
            time: Some(time),
            events: events.unwrap_or_default(),
            ..RawInput::default()
        };
        let mut shown = None;
        let output = ctx.run_ui(input, |ui| {
            Modal::new(Id::new("players")).show(ui.ctx(), |ui| {
                let list = ComboBox::from_id_salt("player").selected_text("Human");
                let button = list.show_ui(ui, |ui| _ = ui.label("AI: normal")).response;
                keep_list_in_front(&button);
                shown = Some(button);
            });
        });
        output.drop_without_applying_deltas();
        let button = shown.expect("the window is drawn");
        let front = ctx.memory(|memory| memory.areas().top_layer_id(Order::Foreground));
        (button.rect.center(), ComboBox::is_open(ctx, button.id), front == Some(list_layer(&button)))
    }

    #[test]
    fn a_list_in_a_modal_window_is_in_front_each_time_it_is_opened() {
        let ctx = Context::default();
        let mut time = 0.0;
        let mut next = |click| {
            time += 1.0;
            frame(&ctx, time, click)
        };
        next(None);
        let (button, ..) = next(None);
        for opening in 0..3 {
            next(Some(button));
            let (_, is_open, is_front) = next(None);
            assert!(is_open && is_front, "opening {opening}: {is_open}, {is_front}");
            next(Some(button));
            let (_, is_open, _) = next(None);
            assert!(!is_open, "a click on the button closes it");
        }
    }
}
