//! Panels around the board: turn order, inspector, combat log, prompt, action bar, cards, help and end screen.
//!
//! One system draws them all; each panel is a function that reads the battle and writes input into the session.

pub mod action_bar;
mod ai_turn_bar;
mod announced_shots;
pub(crate) mod announcement;
mod answer_plans;
mod automatic_answers;
pub mod cards;
pub mod combat_log;
mod conditional_answers;
mod crowding;
mod deployment_bar;
mod dice_glyphs;
pub mod end_screen;
pub(crate) mod floating_areas;
mod free_move_bar;
mod grave_banner;
pub(super) mod help;
pub(crate) mod hint_panel;
mod legend_bar;
mod map_conditions;
mod mode_text;
mod notice;
mod objectives;
mod open_ties;
mod overlay_buttons;
mod panel_layout;
mod panel_params;
mod panel_state;
mod player_task;
mod prompt;
mod prompt_answers;
mod prompt_rolls;
mod prompt_status;
mod purchases;
mod question_bar;
pub(crate) mod recap;
mod reinforcements;
mod replay_bar;
mod save_warning;
mod short_list;
mod side_panels;
mod skip_all_button;
mod suggested_answer;
#[cfg(test)]
mod test_hooks;
mod timer_picker;
mod turn_banner;
pub(crate) mod turn_guide;
mod turn_order_bar;
mod unfinished_target;
pub mod unit_inspector;
mod wasted_defences;
pub(crate) mod widgets;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use self::action_bar::ActionBarPlugin;
use self::cards::CardPlugin;
use self::combat_log::CombatLogPlugin;
pub(crate) use self::conditional_answers::{ANSWERS_FILE, restore_answers};
use self::deployment_bar::DeploymentPlugin;
pub(crate) use self::dice_glyphs::draw_symbol_face;
use self::end_screen::highlights::HighlightsPlugin;
use self::free_move_bar::FreeMovePlugin;
use self::help::HelpPlugin;
use self::hint_panel::HintPlugin;
use self::panel_layout::show_panels;
pub(crate) use self::panel_params::PanelParams;
pub(crate) use self::panel_state::PanelState;
use self::panel_state::SidePanel;
use self::player_task::{PlayerTask, handle_undo_key, player_task, task_for_keys};
pub(crate) use self::prompt_answers::AnswerKeyDelay;
use self::prompt_answers::PromptPlugin;
use self::side_panels::SidePanelPlugin;
#[cfg(test)]
pub(super) use self::test_hooks::{
    announce_best_for_tests, automatic_answers_for_tests, init_for_tests, is_question_hidden_for_tests,
    offer_karma_for_tests, register_asked_unit, register_key_systems, set_compact_for_tests,
    set_condition_for_tests,
};
use self::turn_guide::TurnGuidePlugin;
use self::unfinished_target::UnfinishedTargetPlugin;
use self::widgets::PanelContext;
use crate::app_window::DrawSystems;
use crate::board::{BoardArea, InputSystems, is_battle_shown};
use crate::replay::ReplayPlayback;
use crate::session::Screen;
use battle::Order;

/// Keys of panels, in `InputSystems::Panels`, chained.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum PanelKeySystems {
    Log,
    Help,
    Prompt,
    Deployment,
    Actions,
}

/// The panels of a battle.
pub(super) struct PanelPlugin;

impl Plugin for PanelPlugin {
    fn build(&self, app: &mut App) {
        use PanelKeySystems::{Actions, Deployment, Help, Log, Prompt};
        app.init_resource::<PanelState>()
            .add_plugins((
                CombatLogPlugin,
                HelpPlugin,
                HintPlugin,
                TurnGuidePlugin,
                PromptPlugin,
                DeploymentPlugin,
                FreeMovePlugin,
                ActionBarPlugin,
                CardPlugin,
                HighlightsPlugin,
                SidePanelPlugin,
                UnfinishedTargetPlugin,
            ))
            .configure_sets(
                Update,
                (Log, Help, Prompt, Deployment, Actions)
                    .chain()
                    .in_set(InputSystems::Panels)
                    .run_if(in_state(Screen::Battle)),
            )
            .add_systems(Update, handle_undo_key.in_set(Actions))
            .add_systems(OnEnter(Screen::Battle), reset_panels)
            // From one battle to the next, as into a replay and back, the board keeps its place.
            .add_systems(OnEnter(Screen::Menu), |mut area: ResMut<BoardArea>| area.0 = None)
            .add_systems(OnEnter(Screen::Menu), forget_result)
            .add_systems(OnEnter(Screen::Lab), |mut area: ResMut<BoardArea>| area.0 = None)
            .add_systems(
                EguiPrimaryContextPass,
                show_panels.in_set(DrawSystems::Panels).run_if(is_battle_shown),
            );
    }
}

/// Begins the panels of another battle, or those of a replay.
fn reset_panels(mut state: ResMut<PanelState>, replay: Option<Res<ReplayPlayback>>) {
    let leads_back = replay.is_some_and(|replay| replay.returns_to_result());
    *state = state.for_next_battle(leads_back);
}

/// Forgets what a result had unfolded to which a replay would have led back: the replay was left for the menu.
fn forget_result(mut state: ResMut<PanelState>) {
    state.unfolds_on_return = false;
}

/// Returns where the question beside a unit is, if it was shown in this frame or the last one.
pub(crate) fn prompt_rect(ctx: &bevy_egui::egui::Context) -> Option<bevy_egui::egui::Rect> {
    prompt::rect(ctx)
}

/// Returns where cards, questions, lists, bars and notices are over the board, as far as they were shown in this frame or the
/// last one.
pub(super) fn floating_rects(ctx: &bevy_egui::egui::Context) -> Vec<bevy_egui::egui::Rect> {
    let all = [
        cards::hover_card::rect(ctx),
        prompt::rect(ctx),
        recap::rect(ctx),
        notice::rect(ctx),
        turn_banner::rect(ctx),
        grave_banner::rect(ctx),
        reinforcements::rect(ctx),
        action_bar::attack_menu::open_list_rect(ctx),
        action_bar::action_search::rect(ctx),
        crate::ai_players::card_rect(ctx),
        crate::ai_players::buttons_area(ctx),
    ];
    all.into_iter().flatten().collect()
}

/// Describes an order that was not given yet, such as "Kessler aims a burst at Vex".
pub(super) fn order_in_words(context: &PanelContext, order: &Order) -> String {
    battle_log::order_text::order_text(context.view, order)
}

/// Whether the last order can be undone, or why not.
fn undo_allowed(context: &PanelContext) -> Result<(), String> {
    context.opponents.may_undo(context.view, context.history).map_err(|refusal| refusal.to_string())
}

/// Describes what an undo would take back; `None` if there is nothing.
fn undo_description(context: &PanelContext) -> Option<String> {
    let is_ai = |unit| {
        let side = context.view.unit_ignoring_fog(unit).map(|unit| *unit.side);
        side.is_some_and(|side| context.opponents.player(side).is_ai())
    };
    crate::undo::undo_text(context.view, (context.history, context.joint), is_ai)
}

#[cfg(test)]
pub(crate) mod tests;
