//! Button in the lower left corner of the board that skips all turns of the AI from now on. It is there in the turns of the AI, and while
//! they are skipped.

use bevy_egui::egui::{self, Align2, Area, Id, Order, Rect, RichText};

use super::widgets::PanelContext;
use crate::accessibility::Accessible;
use crate::fast_forward::FastForwardRequest;
use crate::input::InputAction;
use crate::player_input::PlayerInput;
use crate::settings::Settings;

/// Label and explanation while the turns are shown, and while they are skipped.
const SHOWN: (&str, &str) = (
    "Skip all AI turns",
    "Shows what the AI does at once in all of its turns, until you have to decide or act. The recap then says what \
     happened.",
);
const SKIPPED: (&str, &str) = (
    "AI turns are skipped",
    "What the AI does is shown at once, until you have to decide or act. Click to see its turns again.",
);

/// Whether the button is there: in a battle between persons and AI players that goes on, while the AI acts or its turns are skipped. A
/// battle that is replayed or has no person is watched.
fn is_shown(
    settings: &Settings,
    (has_person, has_ai): (bool, bool),
    (is_watched, is_ai_turn): (bool, bool),
) -> bool {
    (settings.skip_ai_turns || is_ai_turn) && has_person && has_ai && !is_watched
}

/// Draws the button.
pub(super) fn show(ctx: &egui::Context, context: &PanelContext, player: &mut PlayerInput, board: Rect) {
    let sides = context.view.setup().bundle().skirmish.sides.len();
    let has_person = !context.opponents.person_sides(sides).is_empty();
    let is_watched = context.watching || context.view.round().outcome().is_some();
    let is_ai_turn = context.ai_side_to_act().is_some() && !context.view.round().is_deploying();
    let players = (has_person, context.opponents.has_ai_side());
    if !is_shown(context.settings, players, (is_watched, is_ai_turn)) {
        return;
    }
    let is_on = context.settings.skip_ai_turns;
    let (label, hint) = if is_on { SKIPPED } else { SHOWN };
    let colour = if is_on { context.palette.caution } else { context.palette.text };
    Area::new(Id::new("skipped turns of the AI"))
        .order(Order::Middle)
        .pivot(Align2::LEFT_BOTTOM)
        .fixed_pos(board.left_bottom() + egui::vec2(8.0, -8.0))
        .show(ctx, |ui| {
            let text = format!("{}  {label}", context.key_label(InputAction::SkipAllAiTurns));
            let button = ui.button(RichText::new(text.trim_start()).color(colour)).named(label);
            if button.on_hover_text(hint).clicked() {
                player.fast_forward(FastForwardRequest::ToggleSkippedTurns);
            }
        });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_button_is_shown_while_turns_are_skipped_that_a_person_waits_for() {
        let skips = Settings { skip_ai_turns: true, ..Settings::default() };
        assert!(is_shown(&skips, (true, true), (false, false)));
        assert!(!is_shown(&Settings::default(), (true, true), (false, false)), "turns are shown");
        assert!(!is_shown(&skips, (true, false), (false, false)), "only persons play");
        assert!(
            !is_shown(&skips, (false, true), (false, false)),
            "the battle is watched: nothing is skipped"
        );
        assert!(!is_shown(&skips, (true, true), (true, false)), "a replay");
    }

    #[test]
    fn the_button_offers_to_skip_all_turns_while_the_ai_acts() {
        let shows = Settings::default();
        assert!(is_shown(&shows, (true, true), (false, true)));
        assert!(!is_shown(&shows, (false, true), (false, true)), "nobody waits for them");
        assert!(!is_shown(&shows, (true, true), (true, true)), "a replay");
    }
}
