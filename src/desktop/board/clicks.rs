//! The mouse: left does and drags what is placed, right takes back.

use bevy::prelude::*;

use super::super::session::Session;
use super::camera::View;
use super::overlay::Overlays;
use super::{act, pick};
use battle::{BattleView, Round};

/// Obeys the mouse buttons.
pub(super) fn obey(
    mut session: ResMut<Session>,
    buttons: Res<ButtonInput<MouseButton>>,
    pointer: Res<pick::Pointer>,
    view: BattleView,
    round: Res<Round>,
    overlays: Res<Overlays>,
    camera: Res<View>,
) {
    if session.paused || pointer.on_board.is_none() {
        if session.lifted.is_some() {
            session.lifted = None;
        }
        return;
    }
    if buttons.just_pressed(MouseButton::Left)
        && let Some(hover) = session.hover
    {
        act::on(&mut session, &view, &overlays, hover);
        session.lifted = act::movable(&view, hover);
    }
    if buttons.just_released(MouseButton::Left)
        && let Some(unit) = session.lifted.take()
    {
        act::put_down(&mut session, &view, unit);
    }
    if buttons.just_released(MouseButton::Right) && !camera.dragged && act::can_go_back(&session, &round) {
        act::back(&mut session, &round);
    }
}
