//! Notice in the lower left corner of the board while all turns of the AI are skipped: it says so, and a click ends that.

use bevy_egui::egui::{self, Align2, Area, Id, Order, Rect, RichText};

use super::widgets::PanelContext;
use crate::fast_forward::FastForwardRequest;
use crate::input::InputAction;
use crate::player_input::PlayerInput;
use crate::settings::Settings;

/// What a click does.
const HINT: &str =
    "What the AI does is shown at once, until you have to decide or act. Click to see its turns again.";

/// Whether turns of the AI are skipped in a battle between persons and AI players that goes on; one that is replayed or has no person
/// is watched.
fn is_shown(settings: &Settings, (has_person, has_ai): (bool, bool), is_watched: bool) -> bool {
    settings.skip_ai_turns && has_person && has_ai && !is_watched
}

/// Draws the notice.
pub(super) fn show(ctx: &egui::Context, context: &PanelContext, player: &mut PlayerInput, board: Rect) {
    let sides = context.view.setup().bundle().skirmish.sides.len();
    let has_person = !context.opponents.person_sides(sides).is_empty();
    let is_watched = context.watching || context.view.round().outcome().is_some();
    if !is_shown(context.settings, (has_person, context.opponents.has_ai_side()), is_watched) {
        return;
    }
    Area::new(Id::new("skipped turns of the AI"))
        .order(Order::Middle)
        .pivot(Align2::LEFT_BOTTOM)
        .fixed_pos(board.left_bottom() + egui::vec2(8.0, -8.0))
        .show(ctx, |ui| {
            let key = context.key_label(InputAction::SkipAllAiTurns);
            let text = RichText::new(format!("{key}  AI turns are skipped")).color(context.palette.caution);
            if ui.button(text).on_hover_text(HINT).clicked() {
                player.fast_forward(FastForwardRequest::ToggleSkippedTurns);
            }
        });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notice_is_shown_while_turns_are_skipped_that_a_person_waits_for() {
        let skips = Settings { skip_ai_turns: true, ..Settings::default() };
        assert!(is_shown(&skips, (true, true), false));
        assert!(!is_shown(&Settings::default(), (true, true), false), "turns are shown");
        assert!(!is_shown(&skips, (true, false), false), "only persons play");
        assert!(!is_shown(&skips, (false, true), false), "the battle is watched: nothing is skipped");
        assert!(!is_shown(&skips, (true, true), true), "a replay");
    }
}
