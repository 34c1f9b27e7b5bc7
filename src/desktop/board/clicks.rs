//! The mouse: left does, right takes back.

use bevy::prelude::*;

use super::super::session::Session;
use super::camera::View;
use super::overlay::Overlays;
use super::{act, pick};
use crate::battle::{BattleView, Round};

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
        return;
    }
    if buttons.just_pressed(MouseButton::Left)
        && let Some(hover) = session.hover
    {
        act::on(&mut session, &view, &overlays, hover);
    }
    if buttons.just_released(MouseButton::Right) && !camera.dragged && act::can_go_back(&session, &round) {
        act::back(&mut session, &round);
    }
}
