//! Banner of a critical injury or the fall of a unit of a person: names it for a moment while the AI waits.

use bevy_egui::egui::{self, Align2, Area, Id, Order, Rect, RichText};

use super::floating_areas::shown_area;
use super::widgets::{PanelContext, card_frame};
use crate::accessibility::announce;
use crate::grave_events::grave_words;

/// How long the banner stays, in seconds.
const BANNER_SECONDS: f64 = 2.5;
/// Name of the area of the banner.
const AREA: &str = "grave_banner";

/// Returns where the banner is, if it was shown in this frame or the last one.
pub(super) fn rect(ctx: &egui::Context) -> Option<Rect> {
    shown_area(ctx, Order::Middle, Id::new(AREA))
}

/// What the last order did to units of persons, and since when the board has shown all of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct GraveBanner {
    records: usize,
    since: f64,
    text: Option<String>,
}

impl GraveBanner {
    /// Follows the number of orders; another one begins anew with the words for the last of them.
    fn follow(&mut self, records: usize, text: impl FnOnce() -> Option<String>, now: f64) {
        if self.records != records {
            *self = Self { records, since: now, text: text() };
        }
    }

    /// Returns the words, and for how many seconds they stay; `None` once the banner is gone.
    fn shown(&self, now: f64) -> Option<(&str, f64)> {
        let left = BANNER_SECONDS - (now - self.since);
        self.text.as_deref().filter(|_| left > 0.0).map(|text| (text, left))
    }
}

/// Draws the banner in the upper part of the board, once the board has shown the last order.
pub(super) fn show(
    ctx: &egui::Context,
    context: &PanelContext,
    banner: &mut GraveBanner,
    (board, is_busy): (Rect, bool),
) {
    if is_busy || context.watching || !context.opponents.has_ai_side() {
        return;
    }
    let records = context.history.records();
    let sides = context.view.setup().bundle().skirmish.sides.len();
    let words = || grave_words(context.view, records.last()?, &context.opponents.person_sides(sides));
    banner.follow(records.len(), words, context.now);
    let Some((text, left)) = banner.shown(context.now) else { return };
    announce(ctx, "grave event", true, text);
    let colour = context.palette.harm;
    let at = board.center_top() + egui::vec2(0.0, (board.height() * 0.12).max(30.0));
    let area = Area::new(Id::new(AREA)).order(Order::Middle).interactable(false);
    area.pivot(Align2::CENTER_TOP).fixed_pos(at).show(ctx, |ui| {
        card_frame(context.palette, colour).show(ui, |ui| {
            ui.set_max_width((board.width() - 60.0).clamp(160.0, 420.0));
            ui.label(RichText::new(text).heading().color(colour));
        });
    });
    ctx.request_repaint_after(std::time::Duration::from_secs_f64(left));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_banner_stays_for_a_moment_after_the_order() {
        let mut banner = GraveBanner::default();
        let words = || Some("Mara dies".to_owned());
        banner.follow(3, words, 10.0);
        assert_eq!(banner.shown(11.0), Some(("Mara dies", 1.5)));
        banner.follow(3, words, 12.0);
        assert_eq!(banner.shown(12.6), None, "it began at 10");
        banner.follow(4, || None, 13.0);
        assert_eq!(banner.shown(13.1), None);
    }
}
