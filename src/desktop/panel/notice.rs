//! Notices: refusals and reports shown over the board for a few seconds.

use bevy_egui::egui::{self, Align2, Area, Id, LayerId, Order, Rect};

use super::widgets::{PanelContext, card_frame};
use crate::accessibility::announce;
use crate::session::Session;

/// How long a notice stays, and the part of it in which it fades, in seconds.
const NOTICE_SECONDS: f64 = 5.0;
const FADE_SECONDS: f64 = 0.6;

/// Draws the notice.
pub(super) fn show(ctx: &egui::Context, context: &PanelContext, session: &mut Session, board: Rect) {
    let Some((text, since)) = &session.notice else { return };
    let left = NOTICE_SECONDS - (context.now - since);
    if left <= 0.0 {
        session.notice = None;
        return;
    }
    announce(ctx, "notice", true, text);
    let still = context.settings.animation_seconds(1.0).is_none();
    let opacity = if still { 1.0 } else { (left / FADE_SECONDS).clamp(0.0, 1.0) as f32 };
    let id = Id::new("notice");
    // Keep it above the card beside the cursor.
    ctx.move_to_top(LayerId::new(Order::Tooltip, id));
    Area::new(id)
        .order(Order::Tooltip)
        .interactable(false)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(board.center_top() + egui::vec2(0.0, 14.0))
        .show(ctx, |ui| {
            ui.set_opacity(opacity);
            card_frame(context.palette, context.palette.caution).show(ui, |ui| {
                ui.set_max_width((board.width() - 60.0).clamp(180.0, 520.0));
                ui.label(text);
            });
        });
    let next = if left > FADE_SECONDS { left - FADE_SECONDS } else { 0.03 };
    ctx.request_repaint_after(std::time::Duration::from_secs_f64(next.max(0.016)));
}
