//! Who plays a side: a line to choose a person or the machine, its level and its temper.

use bevy_egui::egui::{Align, ComboBox, Layout, Ui, vec2};

use crate::opponents::Player;
use ai::{Level, Temper};

/// Height of the line.
const LINE: f32 = 30.0;
/// Width of the two lists.
const WHO: f32 = 124.0;
const TEMPER: f32 = 104.0;

fn who(player: Player) -> String {
    match player {
        Player::Person => "Person".to_owned(),
        Player::Machine { level, .. } => format!("Machine, {level}"),
    }
}

fn liking(temper: Option<Temper>) -> String {
    temper.map_or_else(|| "by fighter".to_owned(), |temper| temper.to_string())
}

/// What a level is like, for whoever chooses.
const fn about(level: Level) -> &'static str {
    match level {
        Level::Random => "Anything that is allowed.",
        Level::Careless => {
            "Shoots at the nearest, walks straight on, and now and then does whatever comes to mind."
        }
        Level::Steady => {
            "Weighs its attacks by their odds and goes where its side has to, and often misjudges."
        }
        Level::Sharp => {
            "Weighs squares by what it can do from there and what is done to it there, and sometimes misjudges."
        }
        Level::Ruthless => {
            "Misjudges nothing it can know: weighs what comes next, answers by odds, uses every means."
        }
    }
}

/// Draws the line; `number` keeps the lists of different sides apart.
pub(super) fn row(ui: &mut Ui, number: usize, player: &mut Player) {
    // A line as high as its lists from the start: what comes first stands on the same height.
    ui.allocate_ui_with_layout(
        vec2(ui.available_width(), LINE),
        Layout::left_to_right(Align::Center),
        |ui| line(ui, number, player),
    );
}

fn line(ui: &mut Ui, number: usize, player: &mut Player) {
    ui.spacing_mut().interact_size.y = LINE;
    ui.label("Player");
    let shown = ComboBox::from_id_salt(("player", number)).selected_text(who(*player)).width(WHO);
    shown.show_ui(ui, |ui| {
        ui.selectable_value(player, Player::Person, who(Player::Person));
        let temper = match *player {
            Player::Machine { temper, .. } => temper,
            Player::Person => None,
        };
        for level in Player::LEVELS {
            let machine = Player::Machine { level, temper };
            ui.selectable_value(player, machine, who(machine)).on_hover_text(about(level));
        }
    });
    if let Player::Machine { temper, .. } = player {
        let shown = ComboBox::from_id_salt(("temper", number)).selected_text(liking(*temper)).width(TEMPER);
        shown
            .show_ui(ui, |ui| {
                for choice in [None].into_iter().chain(Temper::ALL.map(Some)) {
                    ui.selectable_value(temper, choice, liking(choice));
                }
            })
            .response
            .on_hover_text("What it likes; by fighter: each unit as its kind is");
    }
}
