//! Combat log: the log panel and its export.

pub mod event_replay;
pub mod export;
pub mod log_line;
pub mod log_panel;

use bevy::prelude::*;

use self::log_panel::LogState;
use super::{PanelKeySystems, PanelState, SidePanel};
use crate::input::{ActionInput, InputAction};
use crate::session::{Screen, Session};

/// The combat log.
pub(super) struct CombatLogPlugin;

impl Plugin for CombatLogPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<LogState>()
            .add_systems(OnEnter(Screen::Battle), |mut log: ResMut<LogState>| *log = LogState::default())
            .add_systems(Update, handle_log_keys.in_set(PanelKeySystems::Log));
    }
}

/// Handles the keys that open the log, and shows the line of a number that was clicked on the board.
fn handle_log_keys(
    keys: ActionInput,
    mut session: ResMut<Session>,
    mut state: ResMut<PanelState>,
    mut log: ResMut<LogState>,
) {
    let (last, search) =
        (keys.just_pressed(InputAction::LogFocus), keys.just_pressed(InputAction::LogSearch));
    if last || search {
        state.side_panel = Some(SidePanel::Log);
        (log.focus_last, log.focus_search) = (last, search);
        log.focus_unit = session.hover.and_then(|hover| hover.unit);
    }
    if let Some(record) = session.bypass_change_detection().sought_record.take() {
        state.side_panel = Some(SidePanel::Log);
        log.seek_record(record);
    }
}
