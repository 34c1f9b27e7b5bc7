//! Refusals and reports: a line over the board that goes by itself.

use bevy_egui::egui::{self, Align2, Area, Id, LayerId, Order, Rect};

use super::kit::{See, card_frame};
use crate::session::Session;

/// Seconds a notice stays, and the last of them in which it fades.
const STAYS: f64 = 5.0;
const FADES: f64 = 0.6;

/// Draws the notice.
pub(super) fn show(ctx: &egui::Context, see: &See, session: &mut Session, board: Rect) {
    let Some((text, since)) = &session.notice else { return };
    let left = STAYS - (see.now - since);
    if left <= 0.0 {
        session.notice = None;
        return;
    }
    let still = see.settings.animation(1.0).is_none();
    let opacity = if still { 1.0 } else { (left / FADES).clamp(0.0, 1.0) as f32 };
    let id = Id::new("notice");
    // No card beside the cursor hides it.
    ctx.move_to_top(LayerId::new(Order::Tooltip, id));
    Area::new(id)
        .order(Order::Tooltip)
        .interactable(false)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(board.center_top() + egui::vec2(0.0, 14.0))
        .show(ctx, |ui| {
            ui.set_opacity(opacity);
            card_frame(see.look, see.look.caution).show(ui, |ui| {
                ui.set_max_width((board.width() - 60.0).clamp(180.0, 520.0));
                ui.label(text);
            });
        });
    let next = if left > FADES { left - FADES } else { 0.03 };
    ctx.request_repaint_after(std::time::Duration::from_secs_f64(next.max(0.016)));
}
