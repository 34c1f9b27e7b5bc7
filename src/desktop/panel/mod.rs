//! Panels around the board: turn order, inspector, combat log, prompt, action bar, cards, help and end screen.
//!
//! One system draws them all; each panel is a function that reads the battle and writes input into the session.

pub mod action_bar;
mod ai_turn_bar;
mod announcement;
mod answer_plans;
pub mod cards;
pub mod combat_log;
mod conditional_answers;
mod deployment_bar;
mod dice_glyphs;
pub mod end_screen;
pub(crate) mod floating_areas;
pub(super) mod help;
pub(crate) mod hint_panel;
mod legend_bar;
mod mode_text;
mod notice;
mod objectives;
mod overlay_buttons;
mod player_task;
mod prompt;
mod prompt_answers;
mod prompt_rolls;
mod prompt_status;
mod recap;
mod replay_bar;
mod save_warning;
mod timer_picker;
mod turn_banner;
pub(crate) mod turn_guide;
mod turn_order_bar;
pub mod unit_inspector;
pub(crate) mod widgets;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::{self, Align, Frame, Layout, Margin, Panel, Rect, UiBuilder};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use tracing::span::EnteredSpan;

use self::action_bar::ActionBarPlugin;
use self::answer_plans::AnswerPlans;
use self::cards::CardPlugin;
use self::combat_log::CombatLogPlugin;
use self::combat_log::log_panel::LogState;
pub(crate) use self::conditional_answers::{ANSWERS_FILE, restore_answers};
use self::deployment_bar::DeploymentPlugin;
use self::end_screen::highlights::{BattleHighlights, HighlightsPlugin};
use self::end_screen::sequel::Sequel;
use self::help::HelpPlugin;
use self::hint_panel::HintPlugin;
use self::player_task::{PlayerTask, handle_undo_key, player_task, task_for_keys};
pub(crate) use self::prompt_answers::AnswerKeyDelay;
use self::prompt_answers::PromptPlugin;
use self::turn_guide::TurnGuidePlugin;
use self::widgets::PanelContext;
use crate::ai_players::AiController;
use crate::app_window::DrawSystems;
use crate::attack_forecast::ForecastCache;
use crate::battle_revision::RevisionReader;
use crate::board::atlas::BoardAtlas;
use crate::board::overlay::{BoardLegend, BoardOverlays, OverlayToggles};
use crate::board::{BoardAnimation, BoardArea, BoardViewport, InputSystems, is_battle_shown};
use crate::campaign_battle::CampaignBattle;
use crate::fast_forward::FastForward;
use crate::hovered_attack::HoveredAttack;
use crate::input::AnswerFocusRequest;
use crate::knockback_preview::KnockbackPreview;
use crate::lesson_progress::NextFight;
use crate::player_input::PlayerInput;
use crate::replay::ReplayPlayback;
use crate::session::Screen;
use crate::settings::Settings;
use crate::theme::{BODY_SIZE, scaled, text_factor};
use battle::{BattleView, History, Journal, Order};
use content::HintControl;
use model::UnitId;

/// Window width below which one side panel is shown at a time, in points.
const COMPACT_WIDTH: f32 = 820.0;
/// Window width below which the action bar spans the whole window, in points.
const FULL_WIDTH_BAR: f32 = 1600.0;
/// Window height below which the bars are lower, in points.
const LOW_HEIGHT: f32 = 480.0;

/// Seconds between the last thing that the board shows and the end screen.
const END_PAUSE: f64 = 0.7;

/// A side panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SidePanel {
    Unit,
    Log,
}

/// UI state of the panels; the battle does not depend on it.
#[derive(Resource, Debug, Default)]
pub(crate) struct PanelState {
    bar: self::action_bar::choice_cache::ChoiceCache,
    move_preview: Option<self::cards::move_card::MovePreview>,
    /// Whether the inspector shows all explanations.
    unfolded: bool,
    /// The weapon that was last clicked.
    weapon: Option<(UnitId, usize)>,
    /// The end screen was closed to view the battlefield.
    looked_at_end: bool,
    /// The end screen has opened; it waits until everything on the board has been seen, and a moment more.
    has_end_opened: bool,
    /// Since when everything has been seen after the end of the battle, in seconds.
    seen_since: Option<f64>,
    /// State of the page after the battle.
    aftermath: self::end_screen::after_battle::AfterBattlePage,
    /// Whether the window is too narrow for both side panels.
    compact: bool,
    /// Whether the window is low and needs lower bars.
    low: bool,
    /// Faces of physical dice, as typed.
    faces: String,
    /// Action search: text and marked entry.
    search: self::action_bar::action_search::ActionSearch,
    turn_order: self::turn_order_bar::TurnOrderCache,
    /// The banner of the turn that began last.
    banner: self::turn_banner::TurnBanner,
    /// What happened since the side's last turn.
    recap: self::recap::Recap,
    /// How the player has closed the explanation of a rulebook’s turns.
    guide_answer: Option<(rules::Book, self::turn_guide::GuideAnswer)>,
    /// The player wants turns to end without a question; the settings are to be changed.
    ends_without_asking: bool,
    /// The hints of a lesson.
    pub hints: self::hint_panel::HintState,
    /// The open side panel in a compact window.
    side_panel: Option<SidePanel>,
}

impl PanelState {
    /// Whether the end screen covers the board.
    pub fn is_end_screen_open(&self) -> bool {
        self.has_end_opened && !self.looked_at_end
    }

    /// Opens the end screen once everything on the board has been seen for a moment. Returns how long it still waits, in
    /// seconds; `None` if it is open or something else comes first.
    fn follow_end(&mut self, is_over: bool, is_seen: bool, now: f64) -> Option<f64> {
        self.has_end_opened &= is_over;
        if self.has_end_opened || !is_over || !is_seen {
            self.seen_since = None;
            return None;
        }
        let left = END_PAUSE - (now - *self.seen_since.get_or_insert(now));
        self.has_end_opened = left <= 0.0;
        (left > 0.0).then_some(left)
    }
}

/// Resources that the panels read.
#[derive(SystemParam)]
pub(crate) struct PanelParams<'w, 's> {
    pub view: BattleView<'w, 's>,
    revision: RevisionReader<'w>,
    history: Res<'w, History>,
    settings: Res<'w, Settings>,
    journal: Option<Res<'w, Journal>>,
    time: Res<'w, Time<Real>>,
    lens: Res<'w, BoardViewport>,
    flights: Res<'w, KnockbackPreview>,
    hovered: Res<'w, HoveredAttack>,
    overlays: Option<Res<'w, BoardOverlays>>,
    art: Option<Res<'w, BoardAtlas>>,
    replay: Option<Res<'w, ReplayPlayback>>,
    next_fight: Option<Res<'w, NextFight>>,
    campaign: Option<Res<'w, CampaignBattle>>,
    highlights: Option<Res<'w, BattleHighlights>>,
    focus: Res<'w, AnswerFocusRequest>,
    pub opponents: Res<'w, AiController>,
}

impl<'w, 's> PanelParams<'w, 's> {
    /// Returns what a panel reads.
    pub fn context(&self) -> PanelContext<'_, 'w, 's> {
        PanelContext {
            view: &self.view,
            revision: self.revision.current(),
            history: &self.history,
            settings: &self.settings,
            opponents: &self.opponents,
            palette: self.settings.palette(),
            lens: *self.lens,
            art: self.art.as_deref(),
            watching: self.replay.is_some(),
            attacks: self.hovered.ranking(),
            focuses_answers: self.focus.0,
            now: self.time.elapsed_secs_f64(),
        }
    }
}

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
                ActionBarPlugin,
                CardPlugin,
                HighlightsPlugin,
            ))
            .configure_sets(
                Update,
                (Log, Help, Prompt, Deployment, Actions)
                    .chain()
                    .in_set(InputSystems::Panels)
                    .run_if(in_state(Screen::Battle)),
            )
            .add_systems(Update, handle_undo_key.in_set(Actions))
            .add_systems(OnEnter(Screen::Battle), |mut state: ResMut<PanelState>| {
                *state = PanelState::default();
            })
            .add_systems(OnExit(Screen::Battle), |mut area: ResMut<BoardArea>| area.0 = None)
            .add_systems(
                EguiPrimaryContextPass,
                show_panels.in_set(DrawSystems::Panels).run_if(is_battle_shown),
            );
    }
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
    crate::undo::undo_text(context.view, context.history, is_ai)
}

/// Names a panel in the trace of the feature `trace`, until the result is dropped.
fn trace_panel(name: &'static str) -> EnteredSpan {
    info_span!("panel", name).entered()
}

/// State that the panels change.
#[derive(SystemParam)]
struct PanelEdits<'w> {
    player: PlayerInput<'w>,
    state: ResMut<'w, PanelState>,
    log: ResMut<'w, LogState>,
    odds: ResMut<'w, ForecastCache>,
    plans: ResMut<'w, AnswerPlans>,
    fast_forward: Option<Res<'w, FastForward>>,
    toggles: Option<ResMut<'w, OverlayToggles>>,
    legend: Option<Res<'w, BoardLegend>>,
}

impl<'w> PanelEdits<'w> {
    /// Returns what the prompt changes.
    fn prompt_edits(&mut self) -> self::prompt::PromptEdits<'_, 'w> {
        let Self { player, state, odds, plans, .. } = self;
        self::prompt::PromptEdits { player, odds, plans, typed: &mut state.faces }
    }
}

/// Draws all panels and cards.
fn show_panels(
    mut contexts: EguiContexts,
    params: PanelParams,
    mut edits: PanelEdits,
    mut area: ResMut<BoardArea>,
    animation: Res<BoardAnimation>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let context = params.context();
    edits.player.session.highlighted_unit = None;
    let shown_records = edits.player.session.shown_records.take();
    edits.state.hints.begin_frame();
    edits.state.hints.follow(&context, animation.is_busy(), &mut edits.player);
    let window = ctx.viewport_rect();
    let builder = UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(window);
    let mut root = egui::Ui::new(ctx.clone(), "hud".into(), builder);
    if let Some(problem) = params.journal.as_deref().and_then(Journal::write_error) {
        save_warning::show(&mut root, &context, &mut edits.player, &problem);
    }
    let board = show_frame(&mut root, &context, &mut edits, window);
    area.set_if_neq(BoardArea(Some(board)));
    if is_prompt_open(&context) && !edits.state.compact {
        let _span = trace_panel("prompt");
        let shown = (board.shrink(6.0), window.shrink(6.0));
        let rect = self::prompt::show_beside_unit(&ctx, &context, edits.prompt_edits(), &params.lens, shown);
        rect.into_iter().for_each(|rect| edits.state.hints.note_control(HintControl::Answers, rect));
    }
    let PanelEdits { player, state, odds, .. } = &mut edits;
    let span = trace_panel("floating");
    self::hint_panel::show_marks(&ctx, &context, &state.hints, &params.lens, board);
    notice::show(&ctx, &context, &mut player.session, board);
    self::timer_picker::show(&ctx, &context, &mut player.session, board);
    self::turn_banner::show(&ctx, &context, &mut state.banner, board);
    self::recap::show(&ctx, &context, player, &mut state.recap, (board, animation.shown_record()));
    if player.session.help {
        help::show(&ctx, &context, &mut player.session);
    }
    let stage = params.campaign.as_ref().and_then(|battle| battle.0.as_ref());
    let sequel = Sequel { next: params.next_fight.as_deref(), stage };
    // A replay that was opened from the end screen leads back to it with its own button.
    let leads_back = params.replay.as_ref().is_some_and(|replay| replay.returns_to_result());
    let is_over = context.view.round().outcome().is_some() && !leads_back;
    if let Some(left) = state.follow_end(is_over, animation.has_been_seen(), context.now) {
        ctx.request_repaint_after(std::time::Duration::from_secs_f64(left));
    }
    if state.has_end_opened {
        let shown = (params.journal.as_deref(), sequel, params.highlights.as_deref());
        self::end_screen::victory::show(&ctx, &context, player, state, shown);
    } else {
        state.looked_at_end = false;
    }
    drop(span);
    let _span = trace_panel("hover card");
    self::cards::hover_card::show(
        &ctx,
        &context,
        &player.session,
        (odds, &params.flights),
        (&params.hovered, params.overlays.as_deref()),
        &mut state.move_preview,
        &params.lens,
    );
    if player.session.shown_records != shown_records {
        ctx.request_repaint(); // the board draws them in the next frame
    }
    Ok(())
}

/// Draws the panels at the window's edges; returns the area left for the board.
fn show_frame(root: &mut egui::Ui, context: &PanelContext, edits: &mut PanelEdits, window: Rect) -> Rect {
    let PanelEdits { player, state, toggles, .. } = &mut *edits;
    let palette = context.palette;
    let low = window.height() < LOW_HEIGHT;
    state.low = low;
    state.compact = window.width() < COMPACT_WIDTH;
    let bar = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(14, 4));
    let track = Panel::top("track")
        .exact_size(two_lines(root, if low { 50.0 } else { 62.0 }))
        .frame(bar)
        .resizable(false);
    let track = track.show(root, |ui| {
        let _span = trace_panel("turn order");
        self::turn_order_bar::show(ui, context, player, state);
    });
    state.hints.note_control(HintControl::TurnOrder, track.response.rect);
    let thin = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(14, 0));
    let goal =
        Panel::top("goal").exact_size(scaled(root, self::objectives::HEIGHT)).frame(thin).resizable(false);
    let goal = goal.show(root, |ui| {
        let _span = trace_panel("objectives");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(toggles) = toggles {
                if let Some(overlay) = self::overlay_buttons::show(ui, context, **toggles) {
                    toggles.flip(overlay);
                }
                ui.add_space(12.0);
            }
            self::objectives::show(ui, context, &player.session);
        });
    });
    state.hints.note_control(HintControl::Objective, goal.response.rect);
    self::hint_panel::show(root, context, state);
    self::turn_guide::show(root, context, state);
    // A narrow window gives the bar its full width, a wide one puts it between the side panels.
    let across = window.width() < FULL_WIDTH_BAR;
    if across {
        show_bottom_bar(root, context, edits);
    }
    show_side_panels(root, context, edits);
    if !across {
        show_bottom_bar(root, context, edits);
    }
    self::legend_bar::show(root, context, edits.legend.as_deref());
    root.available_rect_before_wrap()
}

/// Draws inspector and log; in a compact window only the open one.
fn show_side_panels(root: &mut egui::Ui, context: &PanelContext, edits: &mut PanelEdits) {
    let window = root.ctx().viewport_rect();
    let (wide, narrow) = (window.width() >= 1200.0, window.width() < 1000.0);
    let left = if wide {
        262.0
    } else if narrow {
        218.0
    } else {
        236.0
    };
    let right = if wide {
        330.0
    } else if narrow {
        250.0
    } else {
        280.0
    };
    // Larger texts get wider panels, as long as the board keeps half of the window.
    let factor = text_factor(root.style()).min(0.5 * window.width() / (left + right)).max(1.0);
    let (left, right) = (left * factor, right * factor);
    let frame = Frame::new().fill(context.palette.panel).inner_margin(Margin::symmetric(14, 8));
    let PanelEdits { player, state, plans, .. } = &mut *edits;
    let (compact, side_panel) = (state.compact, state.side_panel);
    if !compact || side_panel == Some(SidePanel::Unit) {
        let panel = Panel::left("inspector").exact_size(left).frame(frame).resizable(false);
        let panel = panel.show(root, |ui| {
            let _span = trace_panel("inspector");
            self::unit_inspector::inspector::show(ui, context, (player, plans), state);
        });
        state.hints.note_control(HintControl::UnitPanel, panel.response.rect);
    }
    if compact && side_panel != Some(SidePanel::Log) {
        return;
    }
    let panel = Panel::right("log").frame(frame).resizable(!compact).default_size(right);
    let panel = panel.size_range(right.min(250.0)..=right.max(520.0)).show(root, |ui| {
        let _span = trace_panel("combat log");
        let conditions = &edits.plans.conditions;
        self::combat_log::log_panel::show(ui, context, &mut edits.player, (&mut edits.log, conditions));
    });
    edits.state.hints.note_control(HintControl::Log, panel.response.rect);
    if !compact {
        // The handle of a panel has no response of its own.
        let handle = egui::Id::new("log").with("__resize");
        root.ctx().accesskit_node_builder(handle, |node| {
            node.set_role(egui::accesskit::Role::Splitter);
            node.set_label("Width of the combat log");
        });
    }
}

/// Returns the height of a bar with two lines of text, in points, with the current text size.
fn two_lines(ui: &egui::Ui, height: f32) -> f32 {
    height + 2.4 * (scaled(ui, BODY_SIZE) - BODY_SIZE)
}

/// Whether a prompt waits for a human player.
fn is_prompt_open(context: &PanelContext) -> bool {
    context.view.open_prompt().is_some() && context.ai_side_to_act().is_none() && !context.watching
}

/// Draws the open prompt, at most `max_height` points high.
fn show_prompt(ui: &mut egui::Ui, context: &PanelContext, edits: &mut PanelEdits, max_height: f32) {
    // Without a minimum height a panel that follows its content never grows.
    let area = egui::ScrollArea::vertical()
        .id_salt("question")
        .max_height(max_height)
        .min_scrolled_height(max_height);
    let _span = trace_panel("prompt");
    area.show(ui, |ui| prompt::show(ui, context, edits.prompt_edits(), max_height));
}

/// Draws the bottom bar: the prompt in a compact window, the action bar, AI turn, deployment or the end of the battle.
fn show_bottom_bar(root: &mut egui::Ui, context: &PanelContext, edits: &mut PanelEdits) {
    let bar = Frame::new().fill(context.palette.panel).inner_margin(Margin::symmetric(14, 4));
    let task = player_task(context);
    if is_prompt_open(context) && edits.state.compact {
        let max_height = root.ctx().viewport_rect().height() * 0.55;
        let panel = Panel::bottom("question").frame(bar).resizable(false).show(root, |ui| {
            show_prompt(ui, context, edits, max_height);
        });
        edits.state.hints.note_control(HintControl::Answers, panel.response.rect);
    } else if task.is_some() && !edits.state.looked_at_end {
        let PanelEdits { player, state, odds, fast_forward, .. } = edits;
        let fast_forward = fast_forward.as_deref().copied().unwrap_or_default();
        // The same height in every phase, so that the board never jumps.
        let height = two_lines(root, if state.low { 60.0 } else { 82.0 });
        Panel::bottom("actions").exact_size(height).frame(bar).resizable(false).show(root, |ui| {
            let _span = trace_panel("actions");
            if task == Some(PlayerTask::Watch) {
                self::replay_bar::show(ui, context);
            } else if let Some(PlayerTask::WaitForAi(side)) = task {
                self::ai_turn_bar::show(ui, context, player, (side, fast_forward));
            } else if context.view.round().is_deploying() {
                self::deployment_bar::show(ui, context, player, &mut state.hints);
            } else {
                self::action_bar::buttons::show(ui, context, player, state, odds);
            }
        });
    } else if edits.state.looked_at_end {
        Panel::bottom("over").exact_size(48.0).frame(bar).resizable(false).show(root, |ui| {
            ui.horizontal_centered(|ui| {
                ui.label("The battle is over.");
                if ui.button("Results").clicked() {
                    edits.state.looked_at_end = false;
                }
            });
        });
    }
}

/// Adds what the keys of the panels need in a test without a window.
#[cfg(test)]
pub(super) fn init_for_tests(app: &mut App) {
    app.init_resource::<PanelState>()
        .init_resource::<LogState>()
        .insert_resource(AnswerKeyDelay(0.0))
        .init_resource::<AnswerPlans>();
}

/// Sets the answer of a unit to prompts of a clause from a damage on, in tenths, and the answer below it.
#[cfg(test)]
pub(super) fn set_condition_for_tests(
    world: &mut World,
    (unit, clause): (UnitId, &str),
    (answer, least, otherwise): (&str, u32, Option<&str>),
) {
    let (answer, otherwise) = (answer.to_owned(), otherwise.map(str::to_owned));
    let least = self::conditional_answers::Tenths(least);
    let condition = self::conditional_answers::AnswerCondition { answer, least, otherwise };
    world.resource_mut::<AnswerPlans>().conditions.set(unit, clause, Some(condition));
}

/// Returns the lines of the log about answers that were given without asking.
#[cfg(test)]
pub(super) fn automatic_answers_for_tests(world: &mut World, viewer: Option<model::Side>) -> Vec<String> {
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
            lines.extend(entry.after[old..].iter().map(plain_line));
        }
        lines
    })
}

/// Registers the systems that read the keys of the panels, in their order.
#[cfg(test)]
pub(super) fn register_key_systems(world: &mut World) -> Vec<bevy::ecs::system::SystemId> {
    vec![
        world.register_system(self::prompt_answers::answer_needless_prompt),
        world.register_system(self::prompt_answers::handle_prompt_keys),
        world.register_system(self::action_bar::handle_action_keys),
        world.register_system(self::action_bar::end_finished_turn),
        world.register_system(handle_undo_key),
    ]
}

#[cfg(test)]
mod tests;
