//! Notices: refusals and reports shown over the board for a few seconds.

use bevy_egui::egui::{self, Align2, Area, Id, LayerId, Order, Pos2, Rect, pos2, vec2};

use super::cards::hover_card;
use super::floating_areas::{first_free_place, shown_area};
use super::widgets::{PanelContext, card_frame};
use super::{prompt, recap};
use crate::accessibility::announce;
use crate::ai_players;
use crate::session::Session;

/// How long a notice stays, and the part of it in which it fades, in seconds.
const NOTICE_SECONDS: f64 = 5.0;
const FADE_SECONDS: f64 = 0.6;

/// Least width of a notice beside the buttons over the board, in points.
const LEAST_WIDTH: f32 = 280.0;
/// Greatest width of a notice, in points.
const MOST_WIDTH: f32 = 520.0;
/// Distance from the edge of the board and from buttons, in points.
const GAP: f32 = 14.0;

/// Returns the middle of a notice's upper edge and its greatest width: between the buttons in the upper corners of the
/// board, else below them.
fn place(board: Rect, buttons: &[Rect]) -> (Pos2, f32) {
    let (mut left, mut right) = (board.left(), board.right());
    for rect in buttons {
        match rect.center().x < board.center().x {
            true => left = left.max(rect.right()),
            false => right = right.min(rect.left()),
        }
    }
    let room = right - left - 2.0 * GAP;
    // Its frame is wider than its text.
    if room >= LEAST_WIDTH {
        return (pos2((left + right) / 2.0, board.top() + GAP), (room - 2.0 * GAP).min(MOST_WIDTH));
    }
    let below = buttons.iter().map(|rect| rect.bottom() - board.top()).fold(0.0, f32::max);
    let width = (board.width() - 60.0).clamp(180.0, MOST_WIDTH);
    (pos2(board.center().x, board.top() + below + GAP), width)
}

/// Name of the area of the notice.
const AREA: &str = "notice";

/// Returns where the notice is, if one was shown in this frame or the last one.
pub(super) fn rect(ctx: &egui::Context) -> Option<Rect> {
    shown_area(ctx, Order::Tooltip, Id::new(AREA))
}

/// Draws the notice. It covers neither the AI buttons nor the recap.
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
    let id = Id::new(AREA);
    let buttons = [ai_players::buttons_rect(ctx, context.opponents), recap::rect(ctx)];
    let (top, width) = place(board, &buttons.into_iter().flatten().collect::<Vec<_>>());
    let size = egui::AreaState::load(ctx, id).and_then(|state| state.size).unwrap_or(vec2(width, 40.0));
    let low = pos2(board.center().x, board.bottom() - size.y - GAP);
    let others: Vec<Rect> = [hover_card::rect(ctx), prompt::rect(ctx)].into_iter().flatten().collect();
    let top = first_free_place([top, low], size, &others);
    // Keep it above the card beside the cursor.
    ctx.move_to_top(LayerId::new(Order::Tooltip, id));
    Area::new(id).order(Order::Tooltip).interactable(false).pivot(Align2::CENTER_TOP).fixed_pos(top).show(
        ctx,
        |ui| {
            ui.set_opacity(opacity);
            card_frame(context.palette, context.palette.caution).show(ui, |ui| {
                ui.set_max_width(width);
                ui.label(text);
            });
        },
    );
    let next = if left > FADE_SECONDS { left - FADE_SECONDS } else { 0.03 };
    ctx.request_repaint_after(std::time::Duration::from_secs_f64(next.max(0.016)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_covers_no_buttons() {
        let board = Rect::from_min_max(pos2(260.0, 90.0), pos2(1110.0, 810.0));
        let recap = Rect::from_min_max(pos2(268.0, 98.0), pos2(560.0, 140.0));
        let ai = Rect::from_min_max(pos2(880.0, 98.0), pos2(1102.0, 132.0));
        let rect = |buttons: &[Rect]| {
            let (top, width) = place(board, buttons);
            Rect::from_min_size(top - egui::vec2(width / 2.0 + 12.0, 0.0), egui::vec2(width + 24.0, 40.0))
        };
        assert_eq!(place(board, &[]).1, MOST_WIDTH);
        assert!(!rect(&[ai]).intersects(ai), "{}", rect(&[ai]));
        let both = [recap, ai];
        assert!(both.iter().all(|button| !rect(&both).intersects(*button)), "{}", rect(&both));
        let wide = Rect::from_min_max(pos2(268.0, 98.0), pos2(800.0, 140.0));
        assert!(rect(&[wide, ai]).top() > wide.bottom(), "there is no room between them");
    }
}
