//! Player row of a side: human or AI, with difficulty and personality.

use bevy_egui::egui::{Align, ComboBox, Layout, Ui, vec2};

use crate::accessibility::Accessible;
use crate::ai_players::SidePlayer;
use crate::open_lists::keep_list_in_front;
use crate::theme::scaled;
use ai::{Difficulty, Personality};

/// Height of the row, in points.
const ROW_HEIGHT: f32 = 30.0;
/// Widths of the two drop-down lists, in points.
const LIST_WIDTH: f32 = 124.0;
const PERSONALITY_WIDTH: f32 = 104.0;

fn player_label(player: SidePlayer) -> String {
    match player {
        SidePlayer::Person => "Human".to_owned(),
        SidePlayer::Ai { difficulty, .. } => format!("AI: {difficulty}"),
        SidePlayer::Training(opponent) => format!("Training: {}", opponent.name()),
    }
}

fn personality_label(personality: Option<Personality>) -> String {
    personality.map_or_else(|| "Each unit's own".to_owned(), |personality| personality.to_string())
}

/// Tooltip of a difficulty.
const fn difficulty_description(difficulty: Difficulty) -> &'static str {
    match difficulty {
        Difficulty::Random => "Gives any legal order at random.",
        Difficulty::Easy => "Attacks the nearest enemy, walks straight ahead and makes some random moves.",
        Difficulty::Normal => {
            "Takes cover and follows objectives. Prefers near targets, whatever covers them."
        }
        Difficulty::Hard => "Weighs targets, cover and objectives, with some errors.",
        Difficulty::Brutal => {
            "Makes no errors on what it can see, picks reactions by odds and uses every action."
        }
        Difficulty::Master => {
            "Works out what both sides can do in the next passes, and takes the plan with the best chance to win."
        }
    }
}

/// Label of the list of personalities.
const PERSONALITY: &str = "AI personality";

/// Draws the row, and that of the personality below it; `number` makes the widget ids unique per side.
pub(super) fn show_player_row(ui: &mut Ui, number: usize, player: &mut SidePlayer) {
    // A fixed height keeps the label and the lists on one baseline.
    ui.allocate_ui_with_layout(
        vec2(ui.available_width(), scaled(ui, ROW_HEIGHT)),
        Layout::left_to_right(Align::Center),
        |ui| {
            ui.spacing_mut().interact_size.y = scaled(ui, ROW_HEIGHT);
            ui.label("Player");
            show_player_list(ui, number, player);
        },
    );
    show_personality_list(ui, number, player);
}

/// Draws the list of players of a side.
pub(super) fn show_player_list(ui: &mut Ui, number: usize, player: &mut SidePlayer) {
    let list = ComboBox::from_id_salt(("player", number))
        .selected_text(player_label(*player))
        .width(scaled(ui, LIST_WIDTH));
    let shown = list
        .show_ui(ui, |ui| {
            ui.selectable_value(player, SidePlayer::Person, player_label(SidePlayer::Person));
            let personality = match *player {
                SidePlayer::Ai { personality, .. } => personality,
                SidePlayer::Person | SidePlayer::Training(_) => None,
            };
            for difficulty in SidePlayer::LEVELS {
                let ai_player = SidePlayer::Ai { difficulty, personality };
                ui.selectable_value(player, ai_player, player_label(ai_player))
                    .on_hover_text(difficulty_description(difficulty));
            }
        })
        .response
        .named("Player");
    keep_list_in_front(&shown);
}

/// Draws the list of personalities with its label, for an AI player only.
pub(super) fn show_personality_list(ui: &mut Ui, number: usize, player: &mut SidePlayer) {
    let SidePlayer::Ai { personality, .. } = player else { return };
    ui.horizontal(|ui| {
        ui.label(PERSONALITY);
        let list = ComboBox::from_id_salt(("personality", number))
            .selected_text(personality_label(*personality))
            .width(scaled(ui, PERSONALITY_WIDTH));
        let shown = list
            .show_ui(ui, |ui| {
                for choice in [None].into_iter().chain(Personality::ALL.map(Some)) {
                    ui.selectable_value(personality, choice, personality_label(choice));
                }
            })
            .response
            .named(PERSONALITY)
            .on_hover_text("Personality of all units of this side, or of each unit by its archetype");
        keep_list_in_front(&shown);
    });
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, RawInput};

    use super::*;
    use crate::drawn_texts::drawn_texts;

    /// The texts of the row of a player.
    fn row_texts(mut player: SidePlayer) -> Vec<String> {
        let output = Context::default().run_ui(RawInput::default(), |ui| show_player_row(ui, 0, &mut player));
        let texts = drawn_texts(&output);
        output.drop_without_applying_deltas();
        texts
    }

    #[test]
    fn each_list_of_a_player_has_a_label() {
        let labels = |player| {
            let texts = row_texts(player);
            ["Player", PERSONALITY].map(|label| texts.iter().any(|text| text == label))
        };
        let ai_player = SidePlayer::Ai { difficulty: Difficulty::Normal, personality: None };
        assert_eq!(labels(ai_player), [true, true]);
        assert_eq!(labels(SidePlayer::Person), [true, false], "a human has no personality to choose");
    }
}
