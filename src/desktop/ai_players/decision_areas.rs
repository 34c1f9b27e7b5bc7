//! Where the AI buttons over the board are, and the card of advice or reasons.

use bevy_egui::egui::{Align2, Area, Context, Id, LayerId, Order, Pos2, Rect};

use super::AiController;
use crate::panel::end_screen::victory;
use crate::panel::floating_areas::shown_area;

/// Id of the area with the buttons.
const BUTTONS: &str = "opponents";
/// Id of the area with advice or reasons.
const CARD: &str = "why";

/// Returns where the buttons for the AI are over the board; `None` without AI sides.
pub(crate) fn buttons_rect(context: &Context, opponents: &AiController) -> Option<Rect> {
    opponents.has_ai_side().then(|| context.memory(|memory| memory.area_rect(Id::new(BUTTONS)))).flatten()
}

/// Returns where the buttons for the AI are, if they were shown in this frame or the last one.
pub(crate) fn buttons_area(context: &Context) -> Option<Rect> {
    shown_area(context, Order::Middle, Id::new(BUTTONS))
}

/// Returns where the card of advice or reasons is, if it was shown in this frame or the last one.
pub(crate) fn card_rect(context: &Context) -> Option<Rect> {
    let orders = [Order::Middle, Order::Foreground];
    orders.into_iter().find_map(|order| shown_area(context, order, Id::new(CARD)))
}

/// Returns the layer of the buttons.
pub(super) fn buttons_layer() -> LayerId {
    LayerId::new(Order::Middle, Id::new(BUTTONS))
}

/// Returns the layer of the card: in front of the results where they are shown and no question lies over them, which would cover it
/// and take its clicks.
pub(super) fn card_layer(context: &Context, is_over: bool) -> LayerId {
    let id = Id::new(CARD);
    match victory::rect(context).filter(|_| is_over) {
        Some(_) => LayerId::new(Order::Foreground, id),
        None => LayerId::new(Order::Middle, id),
    }
}

/// The area of the buttons or the card, in this layer, at the upper right.
pub(super) fn card_area(corner: Pos2, layer: LayerId) -> Area {
    Area::new(layer.id).order(layer.order).pivot(Align2::RIGHT_TOP).fixed_pos(corner)
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Modal, RawInput};

    use super::*;

    #[test]
    fn the_card_lies_in_front_of_the_results_and_behind_a_question_over_them() {
        let context = Context::default();
        let orders = |shows_results: bool| {
            let mut orders = [Order::Middle; 2];
            let output = context.run_ui(RawInput::default(), |ui| {
                if shows_results {
                    Modal::new(Id::new(victory::SCREEN)).show(ui.ctx(), |ui| ui.label("Victory"));
                }
                orders = [true, false].map(|is_over| card_layer(ui.ctx(), is_over).order);
            });
            output.drop_without_applying_deltas();
            orders
        };
        assert_eq!(orders(false), [Order::Middle; 2]);
        assert_eq!(orders(true), [Order::Foreground, Order::Middle]);
    }
}
