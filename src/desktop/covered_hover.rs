//! Hover texts below a modal window: they close when it opens.

use bevy_egui::egui::plugin::Plugin;
use bevy_egui::egui::{Context, Event, LayerId, Pos2, RawInput};

/// Takes the pointer away for one layout when a modal window opens, and brings it back in the next one. egui keeps an open
/// hover text as long as the pointer rests on its widget, whatever covers that. Once it is closed, only widgets that can be
/// used open one.
#[derive(Default)]
pub(crate) struct CoveredHover {
    /// The modal window in front.
    modal: Option<LayerId>,
    /// Where the pointer was that is to come back, in points.
    pointer: Option<Pos2>,
}

impl Plugin for CoveredHover {
    fn debug_name(&self) -> &'static str {
        "CoveredHover"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        if let Some(pointer) = self.pointer.take() {
            let is_told = |event: &Event| matches!(event, Event::PointerMoved(_) | Event::PointerGone);
            if !input.events.iter().any(is_told) {
                input.events.insert(0, Event::PointerMoved(pointer));
            }
        }
        let modal = ctx.memory(|memory| memory.top_modal_layer());
        let has_opened = modal.is_some() && modal != self.modal;
        self.modal = modal;
        if has_opened && let Some(pointer) = pointer_after(ctx, &input.events) {
            input.events.push(Event::PointerGone);
            self.pointer = Some(pointer);
            ctx.request_repaint();
        }
    }
}

/// Returns where the pointer is after these events, in points; `None` if it is not in the window.
fn pointer_after(ctx: &Context, events: &[Event]) -> Option<Pos2> {
    let known = ctx.input(|input| input.pointer.latest_pos());
    events.iter().fold(known, |at, event| match event {
        Event::PointerMoved(to) => Some(*to),
        Event::PointerGone => None,
        _ => at,
    })
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Button, FullOutput, Id, Modal, Rect, Shape, Vec2, pos2, vec2};

    use super::*;
    use crate::settings::Settings;
    use crate::theme::style_egui;

    /// Whether a text was drawn.
    fn shows(output: &FullOutput, wanted: &str) -> bool {
        fn contains(shape: &Shape, wanted: &str) -> bool {
            match shape {
                Shape::Text(text) => text.galley.text() == wanted,
                Shape::Vec(shapes) => shapes.iter().any(|shape| contains(shape, wanted)),
                _ => false,
            }
        }
        output.shapes.iter().any(|clipped| contains(&clipped.shape, wanted))
    }

    /// A window with a button at each of two places; the second one is in a modal window.
    struct Window {
        ctx: Context,
        /// Seconds since it has opened.
        time: f64,
        /// Where the button of the modal window is.
        close: Pos2,
    }

    impl Window {
        /// Draws a frame; returns whether the hover texts of the covered button and of the modal window are shown.
        fn frame(&mut self, pointer: Option<Pos2>, has_modal: bool) -> (bool, bool) {
            self.time += 1.0;
            let input = RawInput {
                screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0))),
                time: Some(self.time),
                events: pointer.map(Event::PointerMoved).into_iter().collect(),
                ..RawInput::default()
            };
            let ctx = self.ctx.clone();
            let output = ctx.run_ui(input, |ui| {
                let place = Rect::from_min_size(pos2(20.0, 20.0), vec2(120.0, 30.0));
                ui.put(place, Button::new("Walk")).on_hover_text("what it costs");
                if has_modal {
                    Modal::new(Id::new("test")).show(ui.ctx(), |ui| {
                        ui.set_min_size(Vec2::splat(200.0));
                        let button = ui.button("Close").on_hover_text("what it closes");
                        self.close = button.rect.center();
                    });
                }
            });
            let shown = (shows(&output, "what it costs"), shows(&output, "what it closes"));
            output.drop_without_applying_deltas();
            shown
        }
    }

    #[test]
    fn a_hover_text_closes_below_a_modal_window_and_one_within_it_opens() {
        let ctx = Context::default();
        style_egui(&ctx, Settings::default().palette(), 1.0);
        let mut window = Window { ctx, time: 0.0, close: Pos2::ZERO };
        window.frame(Some(pos2(60.0, 35.0)), false);
        let shown: Vec<_> = (0..3).map(|_| window.frame(None, false)).collect();
        assert_eq!(shown.last(), Some(&(true, false)), "the pointer rests on the button");
        // In its first frame the window is measured and not seen yet.
        window.frame(None, true);
        for frame in 0..4 {
            assert_eq!(window.frame(None, true), (false, false), "frame {frame}");
        }
        let close = window.close;
        window.frame(Some(close), true);
        let shown: Vec<_> = (0..3).map(|_| window.frame(None, true)).collect();
        assert_eq!(shown.last(), Some(&(false, true)), "its own hover texts open");
        // Without the modal window the button has its hover text again.
        window.frame(Some(pos2(60.0, 35.0)), false);
        let shown: Vec<_> = (0..3).map(|_| window.frame(None, false)).collect();
        assert_eq!(shown.last(), Some(&(true, false)));
    }

    #[test]
    fn the_pointer_is_away_for_one_layout_only() {
        let ctx = Context::default();
        style_egui(&ctx, Settings::default().palette(), 1.0);
        let mut window = Window { ctx, time: 0.0, close: Pos2::ZERO };
        let at = pos2(60.0, 35.0);
        window.frame(Some(at), false);
        let places: Vec<_> = (0..4)
            .map(|_| {
                window.frame(None, true);
                window.ctx.input(|input| input.pointer.latest_pos())
            })
            .collect();
        assert_eq!(places, [Some(at), None, Some(at), Some(at)]);
    }
}
