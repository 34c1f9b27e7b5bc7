//! Mouse buttons: left acts and drags units during deployment, right cancels.

use bevy::prelude::*;

use super::{board_actions, picking};
use crate::board::camera::CameraView;
use crate::board::overlay::BoardOverlays;
use crate::session::Session;
use battle::{BattleView, RoundState};

/// Handles the mouse buttons.
pub(crate) fn handle_mouse(
    mut session: ResMut<Session>,
    buttons: Res<ButtonInput<MouseButton>>,
    pointer: Res<picking::BoardPointer>,
    view: BattleView,
    round: Res<RoundState>,
    overlays: Res<BoardOverlays>,
    camera: Res<CameraView>,
) {
    if session.paused || pointer.on_board.is_none() {
        if session.dragged_unit.is_some() {
            session.dragged_unit = None;
        }
        return;
    }
    if buttons.just_pressed(MouseButton::Left)
        && let Some(hover) = session.hover
    {
        board_actions::activate_cell(&mut session, &view, &overlays, hover);
        session.dragged_unit = board_actions::deployable_unit(&view, hover);
    }
    if buttons.just_released(MouseButton::Left)
        && let Some(unit) = session.dragged_unit.take()
    {
        board_actions::drop_dragged_unit(&mut session, &view, unit);
    }
    if buttons.just_released(MouseButton::Right)
        && !camera.dragged
        && board_actions::can_go_back(&session, &round)
    {
        board_actions::step_back(&mut session, &round);
    }
}
