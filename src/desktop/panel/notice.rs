//! Notices: refusals and reports shown over the board for a few seconds, and what an open choice waits for.

use bevy_egui::egui::{self, Align2, Area, Id, LayerId, Order, Pos2, Rect, pos2, vec2};

use super::action_bar::attack_menu::open_list_rect;
use super::cards::hover_card;
use super::floating_areas::{first_free_place, shown_area};
use super::mode_text::mode_text;
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
/// Share of the height of the board above which a prompt leaves no place for a notice above or below it.
const HIGH_PROMPT: f32 = 0.75;

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

/// Returns the wider part of the board beside an open list, in which a notice leaves its rows free; the whole board without one, and
/// where it leaves no room.
fn room_beside(board: Rect, list: Option<Rect>) -> Rect {
    let Some(list) = list.filter(|list| list.intersects(board)) else { return board };
    let left = Rect::from_min_max(board.min, pos2(list.left(), board.bottom()));
    let right = Rect::from_min_max(pos2(list.right(), board.top()), board.max);
    let wider = if left.width() > right.width() { left } else { right };
    if wider.width() >= LEAST_WIDTH + 2.0 * GAP { wider } else { board }
}

/// Returns the part of a room beside a prompt that is so high that it covers both the upper and the lower place of a notice; the whole
/// room beside a lower one.
fn room_beside_prompt(room: Rect, prompt: Option<Rect>) -> Rect {
    room_beside(room, prompt.filter(|prompt| prompt.height() > HIGH_PROMPT * room.height()))
}

/// Name of the area of the notice.
const AREA: &str = "notice";

/// Returns where the notice is, if one was shown in this frame or the last one.
pub(super) fn rect(ctx: &egui::Context) -> Option<Rect> {
    shown_area(ctx, Order::Tooltip, Id::new(AREA))
}

/// Seconds that a notice of this time is still shown; `None` once it is over.
fn seconds_left(since: f64, now: f64) -> Option<f64> {
    let left = NOTICE_SECONDS - (now - since);
    (left > 0.0).then_some(left)
}

/// Opacity of the notice with so many seconds left. Together with the text of an open choice it does not fade.
fn opacity(left: Option<f64>, fades: bool) -> f32 {
    match left {
        Some(left) if fades => (left / FADE_SECONDS).clamp(0.0, 1.0) as f32,
        _ => 1.0,
    }
}

/// Draws the last notice for some seconds, and below it what an open choice waits for, as long as it is open. It covers
/// neither the AI buttons nor the recap nor an open list; where there is room, what stays covers no fighter either.
pub(super) fn show(ctx: &egui::Context, context: &PanelContext, session: &mut Session, board: Rect) {
    let left = session.notice.as_ref().and_then(|(_, since)| seconds_left(*since, context.now));
    if left.is_none() {
        session.notice = None;
    }
    let mode = mode_text(context, session);
    let notice = session.notice.as_ref().map(|(text, _)| text.as_str());
    let notice = notice.filter(|notice| mode.as_deref() != Some(*notice));
    for (source, text) in [("notice", notice), ("mode", mode.as_deref())] {
        if let Some(text) = text {
            announce(ctx, source, true, text);
        }
    }
    if notice.is_none() && mode.is_none() {
        return;
    }
    let fades = mode.is_none() && context.settings.animation_seconds(1.0).is_some();
    let opacity = opacity(left, fades);
    let id = Id::new(AREA);
    let list = open_list_rect(ctx);
    let room = room_beside_prompt(room_beside(board, list), prompt::rect(ctx));
    let buttons = [ai_players::buttons_rect(ctx, context.opponents), recap::rect(ctx)].into_iter().flatten();
    let (top, width) = place(room, &buttons.filter(|rect| rect.intersects(room)).collect::<Vec<_>>());
    let size = egui::AreaState::load(ctx, id).and_then(|state| state.size).unwrap_or(vec2(width, 40.0));
    let low = pos2(room.center().x, room.bottom() - size.y - GAP);
    let covers = [list, hover_card::rect(ctx), prompt::rect(ctx)];
    let mut others: Vec<Rect> = covers.into_iter().flatten().collect();
    if mode.is_some() {
        let fighters = context.view.units().filter(|unit| unit.is_fighting());
        others.extend(fighters.map(|unit| context.lens.cell_rect(unit.cell())));
    }
    let top = first_free_place([top, low], size, &others);
    // Keep it above the card beside the cursor.
    ctx.move_to_top(LayerId::new(Order::Tooltip, id));
    let palette = context.palette;
    let edge = if notice.is_some() { palette.caution } else { palette.dim };
    Area::new(id).order(Order::Tooltip).interactable(false).pivot(Align2::CENTER_TOP).fixed_pos(top).show(
        ctx,
        |ui| {
            ui.set_opacity(opacity);
            card_frame(palette, edge).show(ui, |ui| {
                ui.set_max_width(width);
                if let Some(notice) = notice {
                    ui.label(notice);
                }
                if let Some(mode) = &mode {
                    ui.label(mode);
                }
            });
        },
    );
    if let Some(left) = left {
        let next = match left - FADE_SECONDS {
            _ if !fades => left,
            steady if steady > 0.0 => steady,
            _ => 0.03,
        };
        ctx.request_repaint_after(std::time::Duration::from_secs_f64(next.max(0.016)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_fades_and_ends_and_an_open_choice_does_neither() {
        assert_eq!(seconds_left(10.0, 12.0), Some(3.0));
        assert_eq!(seconds_left(10.0, 15.0), None);
        assert!((opacity(Some(0.3), true) - 0.5).abs() < 1e-6);
        assert_eq!((opacity(Some(0.3), false), opacity(None, false)), (1.0, 1.0));
    }

    #[test]
    fn a_notice_stands_beside_an_open_list() {
        let board = Rect::from_min_max(pos2(260.0, 90.0), pos2(1110.0, 810.0));
        let list = Rect::from_min_max(pos2(480.0, 98.0), pos2(883.0, 528.0));
        let at = |list: Rect| {
            let (top, width) = place(room_beside(board, Some(list)), &[]);
            Rect::from_min_size(top - egui::vec2(width / 2.0 + 12.0, 0.0), egui::vec2(width + 24.0, 40.0))
        };
        let aside = list.translate(egui::vec2(-200.0, 0.0));
        assert!(!at(aside).intersects(aside), "{}", at(aside));
        assert_eq!(room_beside(board, Some(list)), board, "no side of it has room");
        assert_eq!(room_beside(board, None), board);
        let below = Rect::from_min_max(pos2(480.0, 815.0), pos2(883.0, 895.0));
        assert_eq!(room_beside(board, Some(below)), board, "it is not above the board");
    }

    #[test]
    fn a_notice_covers_no_title_of_a_high_prompt() {
        let board = Rect::from_min_max(pos2(236.0, 90.0), pos2(1160.0, 818.0));
        let prompt = Rect::from_min_max(pos2(635.0, 92.0), pos2(954.0, 790.0));
        let (top, width) = place(room_beside_prompt(board, Some(prompt)), &[]);
        let notice = Rect::from_min_size(top - vec2(width / 2.0 + 12.0, 0.0), vec2(width + 24.0, 40.0));
        assert!(!notice.intersects(prompt), "{notice}");
        let low = Rect::from_min_max(prompt.min, pos2(954.0, 500.0));
        assert_eq!(room_beside_prompt(board, Some(low)), board, "there is room below it");
    }

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
