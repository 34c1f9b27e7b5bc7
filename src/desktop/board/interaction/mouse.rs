//! Mouse buttons: left acts, with Shift adds a waypoint, and drags units during deployment; right cancels.

use bevy::prelude::*;

use super::board_click::BoardClicks;
use super::{board_actions, deployment_clicks, picking};
use crate::board::camera::CameraView;
use crate::input::ActionInput;
use crate::player_input::PlayerInput;
use battle::RoundState;

/// Handles the mouse buttons.
pub(crate) fn handle_mouse(
    mut player: PlayerInput,
    mut clicks: BoardClicks,
    (buttons, keys): (Res<ButtonInput<MouseButton>>, ActionInput),
    pointer: Res<picking::BoardPointer>,
    round: Res<RoundState>,
    camera: Res<CameraView>,
) {
    if player.session.paused || pointer.on_board.is_none() {
        if player.session.dragged_unit.is_some() {
            player.session.dragged_unit = None;
        }
        return;
    }
    if buttons.just_pressed(MouseButton::Left)
        && let Some(hover) = player.session.hover
    {
        match keys.is_shift_held() {
            true => clicks.click_waypoint(&mut player, hover),
            false => clicks.click(&mut player, hover),
        }
        player.session.dragged_unit = deployment_clicks::deployable_unit(&clicks.view, hover);
    }
    if buttons.just_released(MouseButton::Left)
        && let Some(unit) = player.session.dragged_unit.take()
    {
        deployment_clicks::drop_dragged_unit(&mut player, &clicks.view, unit);
    }
    if !buttons.just_released(MouseButton::Right) || camera.dragged {
        return;
    }
    // The question whether the turn ends lies in front of what is aimed at.
    if player.session.ending.is_some() {
        player.session.ending = None;
    } else if clicks.free_mover().is_some() {
        player.session.cancel_last_choice(); // the acting unit is not to be ordered
    } else if board_actions::can_go_back(&player.session, &round) {
        board_actions::step_back(&mut player.session, &round);
    }
}
