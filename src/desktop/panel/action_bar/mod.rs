//! Action bar: the actions of the selected unit in fixed slots, with menus and a search.

pub mod action_search;
pub mod advanced_actions;
pub(super) mod attack_menu;
pub mod attacks;
pub mod buttons;
pub mod choice_cache;
pub mod choices;
pub mod cover_text;
mod cover_worth;
pub mod karma;
pub mod karma_offer;
mod row_keys;
pub(super) mod search_words;
mod slot_button;
pub mod slots;
pub mod special_actions;
mod turn_column;
pub mod usage;

use bevy::prelude::*;

use self::choices::{ActionChoice, ChoiceAction};
use self::row_keys::{NumberedList, confirmed_row};
use self::slots::ActionSlot;
use super::widgets::PanelContext;
use super::{PanelKeySystems, PanelParams, PanelState, PlayerTask, task_for_keys};
use crate::board::BoardAnimation;
use crate::input::{ActionInput, InputAction};
use crate::player_input::PlayerInput;
use crate::settings::Settings;
use battle::Order;
use content::side_sentence;
use model::UnitId;

/// The action bar.
pub(super) struct ActionBarPlugin;

impl Plugin for ActionBarPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            (handle_action_keys, end_finished_turn)
                .chain()
                .before(super::handle_undo_key)
                .in_set(PanelKeySystems::Actions),
        )
        .add_systems(Update, stop_asking_at_turn_end);
    }
}

/// Switches the question before the end of a turn off, if the player chose that in the question.
pub(super) fn stop_asking_at_turn_end(mut state: ResMut<PanelState>, mut settings: ResMut<Settings>) {
    if state.ends_without_asking {
        state.ends_without_asking = false;
        settings.confirm_end_phase = false;
    }
}

/// Handles keys that stand for buttons of the action bar.
pub(super) fn handle_action_keys(
    keys: ActionInput,
    params: PanelParams,
    mut player: PlayerInput,
    mut state: ResMut<PanelState>,
) {
    let context = params.context();
    let task = task_for_keys(&context, &player.session);
    let pressed = |command: InputAction| keys.just_pressed(command);
    match task {
        Some(PlayerTask::Deploy | PlayerTask::GiveOrders) => {}
        Some(PlayerTask::ConfirmEnd(unit)) => return answer_turn_end(&mut player, unit, pressed),
        Some(PlayerTask::WaitForAi(side))
            if ActionSlot::ALL.into_iter().any(|slot| slot.is_pressed(pressed)) =>
        {
            let why = side_sentence(context.view.side_name(side), ("acts", "act"), WAITS_FOR_TURN);
            player.session.notice = Some((why, context.now));
            return;
        }
        _ => return,
    }
    let unit = choices::unit_to_order(context.view, &player.session).and_then(|id| context.view.unit(id));
    let own = unit.filter(|unit| context.control_refusal(*unit.side).is_none());
    let karma = own.map(|unit| karma::standing_choices(context.view, &unit)).unwrap_or_default();
    if let Some(choice) = karma.iter().find(|choice| choice.command.is_some_and(pressed)) {
        buttons::activate_choice(choice, &context, &mut player, &mut state);
    }
    if task != Some(PlayerTask::GiveOrders) {
        return;
    }
    if pressed(InputAction::EndPhase) && player.session.remove_waypoint() {
        return;
    }
    if pressed(InputAction::Recap) {
        state.recap.press_key(context.now);
    }
    if activate_pressed_slot(&context, &mut player, &mut state, pressed) {
        return;
    }
    let bar = state.bar.choices(&context, &player.session);
    if let Some(choice) = bar.iter().find(|choice| choice.command.is_some_and(pressed)) {
        buttons::activate_choice(choice, &context, &mut player, &mut state);
    }
}

/// Activates the row of an open list or the choice of the slot whose key is pressed, or says which list is in the way of an action; the
/// list of another slot takes the place of the open one. Enter takes the first row that can be taken. Returns whether such a key is
/// pressed.
fn activate_pressed_slot(
    context: &PanelContext,
    player: &mut PlayerInput,
    state: &mut PanelState,
    pressed: impl Fn(InputAction) -> bool + Copy,
) -> bool {
    let slots = state.bar.slots(context, &player.session);
    if pressed(InputAction::Confirm) && player.session.confirms_list_row() {
        match confirmed_row(&slots, player.session.open_menu.as_ref()) {
            Some(row) => buttons::activate_choice(row, context, player, state),
            None => player.session.notice = Some((NOTHING_LISTED.to_owned(), context.now)),
        }
        return true;
    }
    let list = NumberedList::open(&slots, player.session.open_menu.as_ref());
    if let Some(row) = list.as_ref().and_then(|list| list.pressed_row(pressed)) {
        buttons::activate_choice(row, context, player, state);
        return true;
    }
    let Some((slot, choice)) = slots.iter().find(|(slot, _)| slot.is_pressed(pressed)) else { return false };
    let list = list.filter(|list| list.slot != *slot && !opens_list(choice));
    if let Some(list) = list.filter(|_| slot.has_number() && pressed(slot.command())) {
        let keys = list.closing_keys().into_iter().map(|command| context.key_label(command));
        let text = open_list_text(list.slot.label(), &keys.collect::<Vec<_>>());
        player.session.notice = Some((text, context.now));
    } else {
        buttons::activate_choice(choice, context, player, state);
    }
    true
}

/// Whether a choice opens a list now: nothing is done by it.
const fn opens_list(choice: &ActionChoice) -> bool {
    let opens = matches!(
        choice.action,
        ChoiceAction::OpenMenu(_) | ChoiceAction::CycleAttacks(_) | ChoiceAction::OpenSearch
    );
    opens && choice.refusal.is_none()
}

/// Says that number keys of actions do nothing while a list is open, with the keys that close it.
fn open_list_text(label: &str, keys: &[String]) -> String {
    let keys = keys.join(" or ");
    format!("The list \u{201c}{label}\u{201d} is open: choose in it, or close it first ({keys}).")
}

/// What Enter says in a list of the bar in which nothing can be chosen now.
const NOTHING_LISTED: &str = "Nothing in the open list can be chosen now.";

/// What follows the name of a side that the AI plays, for a player who presses a key or clicks in its turn.
pub(crate) const WAITS_FOR_TURN: &str = " now: orders wait for your turn.";

/// Handles the keys while the question is open whether the turn ends: Enter, the key of the button and that of the default
/// answer confirm it. The others do nothing behind it.
fn answer_turn_end(player: &mut PlayerInput, unit: UnitId, pressed: impl Fn(InputAction) -> bool) {
    if [InputAction::Confirm, InputAction::EndPhase, InputAction::Yes].into_iter().any(pressed) {
        player.session.ending = None;
        player.give_order(Order::EndPhase { unit });
    }
}

/// Ends the turn of a unit that can do nothing more, if the settings say so. What an undo brought back is left alone.
pub(super) fn end_finished_turn(
    params: PanelParams,
    animation: Res<BoardAnimation>,
    mut player: PlayerInput,
    mut state: ResMut<PanelState>,
    mut undone: Local<(u32, usize)>,
) {
    let context = params.context();
    let (rewinds, records) = (context.history.rewinds(), context.history.records().len());
    if undone.0 != rewinds {
        *undone = (rewinds, records);
    }
    let asked = task_for_keys(&context, &player.session) == Some(PlayerTask::GiveOrders);
    if !context.settings.auto_end_phase || !asked || animation.is_busy() || undone.1 == records {
        return;
    }
    let Some(unit) = context.view.round().acting().and_then(|id| context.view.unit(id)) else { return };
    let acted = crate::undo::orders_of_phase(context.history.records(), *unit.id) > 0;
    let own = context.control_refusal(*unit.side).is_none() && player.session.selected == Some(*unit.id);
    if acted && own && choices::is_finished(&state.bar.choices(&context, &player.session)) {
        player.give_order(Order::EndPhase { unit: *unit.id });
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn the_question_before_the_end_of_a_turn_can_be_switched_off_in_the_question() {
        let mut world = World::new();
        world.insert_resource(Settings::default());
        world.insert_resource(PanelState { ends_without_asking: true, ..PanelState::default() });
        world.run_system_once(stop_asking_at_turn_end).expect("it runs");
        assert!(!world.resource::<Settings>().confirm_end_phase);
        world.resource_mut::<Settings>().confirm_end_phase = true;
        world.run_system_once(stop_asking_at_turn_end).expect("it runs");
        assert!(world.resource::<Settings>().confirm_end_phase, "the settings bring it back");
    }
}
