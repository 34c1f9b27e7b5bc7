//! The current task of the player, and the keys for undo, redo and reset.

use super::PanelParams;
use super::widgets::PanelContext;
use crate::input::{ActionInput, InputAction};
use crate::player_input::PlayerInput;
use crate::session::Session;
use model::{Side, UnitId};

/// What the player is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayerTask {
    /// Wait for the AI.
    WaitForAi(Side),
    /// Answer the open prompt.
    AnswerPrompt,
    /// Place units.
    Deploy,
    /// Make or decline the move that this unit may make outside of its turn.
    FreeMove(UnitId),
    /// Give orders to the acting unit.
    GiveOrders,
    /// Say whether the turn of the acting unit ends: a question in front of its orders. Only keys distinguish it.
    ConfirmEnd(UnitId),
    /// Watch a replay.
    Watch,
}

/// Returns what the player is to do; `None` once the battle is over, except in a replay.
pub(super) fn player_task(context: &PanelContext) -> Option<PlayerTask> {
    if context.watching {
        return Some(PlayerTask::Watch);
    }
    if context.view.round().outcome().is_some() {
        return None;
    }
    let mover = context.opponents.free_mover();
    Some(match context.ai_side_to_act() {
        Some(side) => PlayerTask::WaitForAi(side),
        None if context.view.open_prompt().is_some() => PlayerTask::AnswerPrompt,
        None if context.view.round().is_deploying() => PlayerTask::Deploy,
        None => mover.map_or(PlayerTask::GiveOrders, PlayerTask::FreeMove),
    })
}

/// Returns what keys of panels are for: what lies in front of everything else. `None` while help covers all of it.
pub(super) fn task_for_keys(context: &PanelContext, session: &Session) -> Option<PlayerTask> {
    let task = player_task(context).filter(|_| !session.help)?;
    let ending = session.ending.filter(|unit| context.view.round().acting() == Some(*unit));
    match (task, ending) {
        (PlayerTask::GiveOrders, Some(unit)) => Some(PlayerTask::ConfirmEnd(unit)),
        _ => Some(task),
    }
}

/// Handles the keys for redo and reset, and the one for undo where the action bar, which checks it, is not shown.
pub(super) fn handle_undo_key(keys: ActionInput, params: PanelParams, mut player: PlayerInput) {
    let task = task_for_keys(&params.context(), &player.session);
    if matches!(task, Some(PlayerTask::ConfirmEnd(_))) {
        return;
    }
    let is_bar_hidden = task.is_some_and(|task| !matches!(task, PlayerTask::GiveOrders | PlayerTask::Watch));
    if is_bar_hidden && keys.just_pressed(InputAction::Undo) {
        player.undo_order();
    }
    if task.is_none_or(|task| task == PlayerTask::Watch) {
        return;
    }
    if keys.just_pressed(InputAction::Redo) {
        player.redo_order();
    }
    if keys.just_pressed(InputAction::ResetTurn) {
        player.reset_turn();
    }
}
