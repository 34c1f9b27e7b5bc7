//! Action bar: the actions of the selected unit as buttons, with menus and a search.

pub mod action_search;
pub mod advanced_actions;
pub mod attacks;
mod bar_layout;
pub mod buttons;
pub mod choice_cache;
pub mod choices;
pub mod karma;
pub mod special_actions;
pub mod usage;

use bevy::prelude::*;

use super::{PanelKeySystems, PanelParams, PanelState, PlayerTask, task_for_keys};
use crate::input::{ActionInput, InputAction};
use crate::player_input::PlayerInput;

/// The action bar.
pub(super) struct ActionBarPlugin;

impl Plugin for ActionBarPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            handle_action_keys.before(super::handle_undo_key).in_set(PanelKeySystems::Actions),
        );
    }
}

/// Handles keys that stand for buttons of the action bar.
fn handle_action_keys(
    keys: ActionInput,
    params: PanelParams,
    mut player: PlayerInput,
    mut state: ResMut<PanelState>,
) {
    let context = params.context();
    let task = task_for_keys(&context, &player.session);
    if !matches!(task, Some(PlayerTask::Deploy | PlayerTask::GiveOrders)) {
        return;
    }
    let pressed = |command: InputAction| keys.just_pressed(command);
    let unit = choices::unit_to_order(context.view, &player.session).and_then(|id| context.view.unit(id));
    let own = unit.filter(|unit| context.control_refusal(*unit.side).is_none());
    let karma = own.map(|unit| karma::standing_choices(context.view, &unit)).unwrap_or_default();
    if let Some(choice) = karma.iter().find(|choice| choice.command.is_some_and(pressed)) {
        buttons::activate_choice(choice, &context, &mut player, &mut state);
    }
    if task != Some(PlayerTask::GiveOrders) {
        return;
    }
    if keys.just_pressed(InputAction::FindAction) {
        action_search::toggle_search(&mut player.session, &mut state.search);
        return;
    }
    let bar = state.bar.choices(&context, &player.session);
    if let Some(choice) = bar.iter().find(|choice| choice.command.is_some_and(pressed)) {
        buttons::activate_choice(choice, &context, &mut player, &mut state);
    }
}
