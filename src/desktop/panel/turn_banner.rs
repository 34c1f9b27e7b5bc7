//! Turn banner: says for a moment whose turn begins.

use bevy_egui::egui::{self, Area, Id, Order, Rect, RichText};

use super::action_bar::attack_menu::open_list_rect;
use super::cards::hover_card;
use super::floating_areas::{least_covering_place, shown_area};
use super::widgets::{PanelContext, card_frame};
use super::{grave_banner, notice, prompt, recap};
use crate::accessibility::announce;
use crate::ai_players;
use model::UnitId;

/// How long the banner stays, and the part of it in which it fades, in seconds.
const BANNER_SECONDS: f64 = 1.8;
const FADE_SECONDS: f64 = 0.4;

/// Name of the area of the banner.
const AREA: &str = "turn_banner";

/// Returns where the banner is, if it was shown in this frame or the last one.
pub(super) fn rect(ctx: &egui::Context) -> Option<Rect> {
    shown_area(ctx, Order::Middle, Id::new(AREA))
}

/// The turn that began last, and when.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct TurnBanner {
    turn: Option<(u32, UnitId)>,
    since: f64,
}

impl TurnBanner {
    /// Follows the acting unit; a new turn starts the banner.
    fn follow(&mut self, turn: Option<(u32, UnitId)>, now: f64) {
        if self.turn != turn {
            *self = Self { turn, since: now };
        }
    }

    /// Returns the opacity; `None` once the banner is gone.
    fn opacity(&self, now: f64, fades: bool) -> Option<f32> {
        let left = BANNER_SECONDS - (now - self.since);
        let faded = if fades { (left / FADE_SECONDS).clamp(0.0, 1.0) as f32 } else { 1.0 };
        (self.turn.is_some() && left > 0.0).then_some(faded)
    }
}

/// Draws the banner in the upper part of the board.
pub(super) fn show(ctx: &egui::Context, context: &PanelContext, banner: &mut TurnBanner, board: Rect) {
    let round = context.view.round();
    let is_over = round.outcome().is_some() || round.is_deploying() || context.watching;
    let acting = round.acting().filter(|_| !is_over);
    banner.follow(acting.map(|unit| (round.number(), unit)), context.now);
    let fades = context.settings.animation_seconds(1.0).is_some();
    let Some(unit) = acting else { return };
    let side = context.view.unit_ignoring_fog(unit).map(|unit| *unit.side);
    let Some(side) = side else { return };
    let player = if context.opponents.player(side).is_ai() { " (AI)" } else { "" };
    let turn = format!("{}{player} \u{00b7} round {}", context.view.side_name(side), round.number());
    announce(ctx, "turn", true, &format!("{}\u{2019}s turn. {turn}", context.unit_name(unit)));
    let Some(opacity) = banner.opacity(context.now, fades) else { return };
    let (name, colour) = (context.unit_name(unit), context.side_colour(side));
    let id = Id::new(AREA);
    let size = egui::AreaState::load(ctx, id).and_then(|state| state.size).unwrap_or(egui::vec2(300.0, 60.0));
    let down = |share: f32| board.center_top() + egui::vec2(0.0, (board.height() * share).max(30.0));
    let card = ai_players::card_rect(ctx);
    let others = [
        open_list_rect(ctx),
        hover_card::rect(ctx),
        prompt::rect(ctx),
        notice::rect(ctx),
        recap::rect(ctx),
        grave_banner::rect(ctx),
        card,
    ];
    let others: Vec<Rect> = others.into_iter().flatten().collect();
    let corners = [0.12, 0.22, 0.8, 0.02, 0.45, 0.6].map(|share| down(share) - egui::vec2(size.x / 2.0, 0.0));
    let fighters = context.view.units().filter(|unit| unit.is_fighting());
    let fighters: Vec<Rect> = fighters.map(|unit| context.lens.cell_rect(unit.cell())).collect();
    let at = least_covering_place(&corners, size, [&others, &fighters]);
    Area::new(id).order(Order::Middle).interactable(false).fixed_pos(at).show(ctx, |ui| {
        ui.set_opacity(opacity);
        card_frame(context.palette, colour).show(ui, |ui| {
            ui.vertical_centered(|ui| {
                ui.set_max_width((board.width() - 60.0).clamp(160.0, 420.0));
                ui.label(RichText::new(format!("{name}\u{2019}s turn")).heading().color(colour));
                ui.colored_label(context.palette.dim, &turn);
            });
        });
    });
    let left = BANNER_SECONDS - (context.now - banner.since);
    let next = if fades && left <= FADE_SECONDS { 0.03 } else { (left - FADE_SECONDS).max(0.03) };
    ctx.request_repaint_after(std::time::Duration::from_secs_f64(next));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_turn_starts_the_banner_and_the_same_turn_does_not() {
        let mut banner = TurnBanner::default();
        assert_eq!(banner.opacity(0.0, true), None);
        banner.follow(Some((1, UnitId(3))), 10.0);
        assert_eq!(banner.opacity(10.5, true), Some(1.0));
        banner.follow(Some((1, UnitId(3))), 11.0);
        assert_eq!(banner.opacity(11.9, true), None, "it began at 10 and is gone");
        banner.follow(Some((1, UnitId(4))), 12.0);
        assert_eq!(banner.opacity(12.1, false), Some(1.0));
        banner.follow(None, 12.2);
        assert_eq!(banner.opacity(12.3, false), None);
    }
}
