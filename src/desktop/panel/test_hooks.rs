//! Access to the keys, prepared answers and open questions of the panels, for tests without a window.

use bevy::prelude::*;

use super::answer_plans::AnswerPlans;
use super::combat_log::log_panel::LogState;
use super::panel_state::PanelState;
use super::player_task::handle_undo_key;
use super::prompt_answers::AnswerKeyDelay;
use battle::History;
use model::UnitId;

/// Adds what the keys of the panels need in a test without a window.
pub(crate) fn init_for_tests(app: &mut App) {
    app.init_resource::<PanelState>()
        .init_resource::<LogState>()
        .insert_resource(AnswerKeyDelay(0.0))
        .init_resource::<AnswerPlans>();
}

/// Sets the answer of a unit to prompts of a clause from a damage on, in tenths, and the answer below it.
pub(crate) fn set_condition_for_tests(
    world: &mut World,
    (unit, clause): (UnitId, &str),
    (answer, least, otherwise): (&str, u32, Option<&str>),
) {
    let (answer, otherwise) = (answer.to_owned(), otherwise.map(str::to_owned));
    let least = super::conditional_answers::Tenths(least);
    let condition = super::conditional_answers::AnswerCondition { answer, least, otherwise };
    world.resource_mut::<AnswerPlans>().conditions.set(unit, clause, Some(condition));
}

/// Whether the open question is not shown, because it was answered without asking.
pub(crate) fn is_question_hidden_for_tests(world: &World) -> bool {
    world.resource::<AnswerPlans>().unasked.is_hidden()
}

/// Offers a unit Karma for its defence once no question is open.
pub(crate) fn offer_karma_for_tests(world: &mut World, unit: UnitId) {
    world.resource_mut::<AnswerPlans>().karma_offers.insert(unit);
}

/// Sets whether the window is so small that the side panels are tabs.
pub(crate) fn set_compact_for_tests(world: &mut World, is_compact: bool) {
    world.resource_mut::<PanelState>().compact = is_compact;
}

/// Lets a unit announce its best attack without being asked.
pub(crate) fn announce_best_for_tests(world: &mut World, unit: UnitId) {
    world.resource_mut::<AnswerPlans>().conditions.announce_best(unit, true);
}

/// Returns the lines of the log about answers that were given without asking.
pub(crate) fn automatic_answers_for_tests(world: &mut World, viewer: Option<model::Side>) -> Vec<String> {
    use battle_log::log_text::{LogWriter, entry_ranges, plain_line};
    let (history, answers) =
        (world.resource::<History>().clone(), world.resource::<AnswerPlans>().conditions.clone());
    battle::with_view(world, |view| {
        let writer = LogWriter::new(view);
        let records = history.records();
        let entries =
            entry_ranges(records).into_iter().filter_map(|range| writer.write_entry(records, range));
        let mut lines = Vec::new();
        for mut entry in entries {
            let old = entry.after.len();
            answers.add_notes(&mut entry, records, (viewer, |unit| writer.unit_span(unit)));
            let added = entry.after.len() - old;
            lines.extend(entry.after[..added].iter().map(plain_line));
        }
        lines
    })
}

/// Registers the system that selects the asked unit, and the acting one after the answer.
pub(crate) fn register_asked_unit(world: &mut World) -> bevy::ecs::system::SystemId {
    world.register_system(super::prompt_answers::show_asked_unit)
}

/// Registers the systems that read the keys of the panels, in their order.
pub(crate) fn register_key_systems(world: &mut World) -> Vec<bevy::ecs::system::SystemId> {
    vec![
        world.register_system(super::automatic_answers::answer_needless_prompt),
        world.register_system(super::prompt_answers::handle_prompt_keys),
        world.register_system(super::free_move_bar::handle_free_move_key),
        world.register_system(super::action_bar::handle_action_keys),
        world.register_system(super::action_bar::end_finished_turn),
        world.register_system(super::side_panels::toggle_side_panels),
        world.register_system(handle_undo_key),
    ]
}
