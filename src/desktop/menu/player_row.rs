//! Who plays a side: a line to choose a person or the machine, its level and its temper.

use bevy_egui::egui::{Align, ComboBox, Layout, Ui, vec2};

use crate::ai_players::SidePlayer;
use ai::{Difficulty, Personality};

/// Height of the line.
const ROW_HEIGHT: f32 = 30.0;
/// Width of the two lists.
const LIST_WIDTH: f32 = 124.0;
const PERSONALITY_WIDTH: f32 = 104.0;

fn player_label(player: SidePlayer) -> String {
    match player {
        SidePlayer::Person => "Person".to_owned(),
        SidePlayer::Ai { level, .. } => format!("Machine, {level}"),
    }
}

fn personality_label(temper: Option<Personality>) -> String {
    temper.map_or_else(|| "by fighter".to_owned(), |temper| temper.to_string())
}

/// What a level is like, for whoever chooses.
const fn difficulty_description(level: Difficulty) -> &'static str {
    match level {
        Difficulty::Random => "Anything that is allowed.",
        Difficulty::Easy => {
            "Shoots at the nearest, walks straight on, and now and then does whatever comes to mind."
        }
        Difficulty::Normal => {
            "Weighs its attacks by their odds and goes where its side has to, and often misjudges."
        }
        Difficulty::Hard => {
            "Weighs squares by what it can do from there and what is done to it there, and sometimes misjudges."
        }
        Difficulty::Brutal => {
            "Misjudges nothing it can know: weighs what comes next, answers by odds, uses every means."
        }
    }
}

/// Draws the line; `number` keeps the lists of different sides apart.
pub(super) fn show_player_row(ui: &mut Ui, number: usize, player: &mut SidePlayer) {
    // A line as high as its lists from the start: what comes first stands on the same height.
    ui.allocate_ui_with_layout(
        vec2(ui.available_width(), ROW_HEIGHT),
        Layout::left_to_right(Align::Center),
        |ui| show_player_line(ui, number, player),
    );
}

fn show_player_line(ui: &mut Ui, number: usize, player: &mut SidePlayer) {
    ui.spacing_mut().interact_size.y = ROW_HEIGHT;
    ui.label("Player");
    let shown =
        ComboBox::from_id_salt(("player", number)).selected_text(player_label(*player)).width(LIST_WIDTH);
    shown.show_ui(ui, |ui| {
        ui.selectable_value(player, SidePlayer::Person, player_label(SidePlayer::Person));
        let temper = match *player {
            SidePlayer::Ai { temper, .. } => temper,
            SidePlayer::Person => None,
        };
        for level in SidePlayer::LEVELS {
            let machine = SidePlayer::Ai { level, temper };
            ui.selectable_value(player, machine, player_label(machine))
                .on_hover_text(difficulty_description(level));
        }
    });
    if let SidePlayer::Ai { temper, .. } = player {
        let shown = ComboBox::from_id_salt(("temper", number))
            .selected_text(personality_label(*temper))
            .width(PERSONALITY_WIDTH);
        shown
            .show_ui(ui, |ui| {
                for choice in [None].into_iter().chain(Personality::ALL.map(Some)) {
                    ui.selectable_value(temper, choice, personality_label(choice));
                }
            })
            .response
            .on_hover_text("What it likes; by fighter: each unit as its kind is");
    }
}
