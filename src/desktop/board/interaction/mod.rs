//! Pointer and keyboard interaction with the board.

pub(crate) mod attack_approach;
pub mod board_actions;
pub(crate) mod board_click;
mod deployment_clicks;
pub(crate) mod door_click;
pub mod keyboard;
mod left_pointer;
pub mod mouse;
mod move_click;
pub mod picking;
pub(crate) mod square_aim;
pub(crate) mod target_cycle;
pub(crate) mod treatment_click;

use bevy::prelude::*;

use super::InputSystems;
use crate::session::Screen;

/// Reads pointer and keys, and acts on the board.
pub(super) struct InteractionPlugin;

impl Plugin for InteractionPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<picking::BoardPointer>().add_systems(
            Update,
            (
                picking::track_pointer.in_set(InputSystems::Pointer),
                (picking::update_hover, keyboard::move_cursor_by_keys).chain().in_set(InputSystems::Hover),
                (keyboard::handle_board_keys, mouse::handle_mouse)
                    .chain()
                    .in_set(InputSystems::Board)
                    .run_if(in_state(Screen::Battle)),
            ),
        );
    }
}
