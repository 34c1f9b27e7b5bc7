//! Replay of a journal: forward, back, to a round, and resuming from there.

mod playback;
mod playback_bar;
pub(crate) mod round_pictures;
mod shown_board;
mod win_chance_curve;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use crate::app_commands::OrderSystems;
use crate::app_window::DrawSystems;
use crate::session::Screen;
pub(super) use playback::{ReplayPlayback, exit_replay, finished_battle_file, play_clip, show_position};
use playback::{SeekReplay, advance_replay, play_by_key};
use playback_bar::show_replay_bar;
pub(crate) use shown_board::ShownBoard;
use win_chance_curve::{ReplayWinChance, update_win_chance};

/// Label of the buttons that replay a battle from its start.
pub(crate) const WATCH_BATTLE: &str = "Watch the battle";

/// Plays journals back.
pub(super) struct ReplayPlugin;

impl Plugin for ReplayPlugin {
    fn build(&self, app: &mut App) {
        let watching = || resource_exists::<ReplayPlayback>.and_then(in_state(Screen::Battle));
        app.add_message::<SeekReplay>()
            .add_plugins(round_pictures::plugin)
            .init_resource::<ReplayWinChance>()
            .add_systems(Update, (update_win_chance, play_by_key).run_if(watching()))
            .add_systems(
                PreUpdate,
                advance_replay.in_set(OrderSystems::Replay).run_if(resource_exists::<ReplayPlayback>),
            )
            .add_systems(
                EguiPrimaryContextPass,
                show_replay_bar.in_set(DrawSystems::Replay).run_if(watching()),
            );
    }
}
