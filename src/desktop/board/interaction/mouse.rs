//! Mouse buttons: left acts and drags units during deployment, right cancels.

use bevy::prelude::*;

use super::board_actions::ClickContext;
use super::{board_actions, picking};
use crate::board::camera::CameraView;
use crate::board::overlay::BoardOverlays;
use crate::hovered_attack::HoveredAttack;
use crate::player_input::PlayerInput;
use crate::settings::Settings;
use battle::{BattleView, RoundState};

/// Handles the mouse buttons.
pub(crate) fn handle_mouse(
    mut player: PlayerInput,
    buttons: Res<ButtonInput<MouseButton>>,
    pointer: Res<picking::BoardPointer>,
    (view, round): (BattleView, Res<RoundState>),
    (overlays, aimed): (Res<BoardOverlays>, Res<HoveredAttack>),
    (settings, time): (Res<Settings>, Res<Time<Real>>),
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
        let confirm_moves = settings.confirm_moves;
        let now = time.elapsed_secs_f64();
        let context = ClickContext { view: &view, overlays: &overlays, aimed: &aimed, confirm_moves, now };
        board_actions::activate_cell(&mut player, &context, hover);
        player.session.dragged_unit = board_actions::deployable_unit(&view, hover);
    }
    if buttons.just_released(MouseButton::Left)
        && let Some(unit) = player.session.dragged_unit.take()
    {
        board_actions::drop_dragged_unit(&mut player, &view, unit);
    }
    if buttons.just_released(MouseButton::Right)
        && !camera.dragged
        && board_actions::can_go_back(&player.session, &round)
    {
        board_actions::step_back(&mut player.session, &round);
    }
}
