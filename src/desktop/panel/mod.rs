//! The panels around the board: track, inspector, log, question, actions, cards, help and the end.
//!
//! One system draws them all; each panel is a function that reads the fight and writes wishes into the session.

pub mod action_bar;
mod ai_turn_bar;
pub mod cards;
pub mod combat_log;
mod deployment_bar;
mod dice_glyphs;
pub mod end_screen;
pub(super) mod help;
mod notice;
mod objectives;
mod prompt;
mod timer_picker;
mod turn_order_bar;
pub mod unit_inspector;
pub(crate) mod widgets;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::{self, Frame, Margin, Panel, Rect, UiBuilder};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use self::widgets::PanelContext;
use super::board::{BoardArea, BoardSystems, BoardViewport};
use super::input::{ActionInput, InputAction};
use super::menu::MenuSystems;
use super::session::{Screen, Session};
use super::settings::Settings;
use crate::ai_players::AiController;
use crate::app_commands::AppCommands;
use crate::attack_forecast::ForecastCache;
use crate::handover_screen;
use crate::knockback_preview::KnockbackPreview;
use battle::{BattleSetup, BattleView, History, Journal, Order, UnitId};

/// Narrower windows, in points, show one side panel at a time.
const COMPACT_WIDTH: f32 = 820.0;
/// In narrower windows, in points, the bar of actions goes from rim to rim.
const FULL_WIDTH_BAR: f32 = 1600.0;
/// Lower windows, in points, have lower bars.
const LOW_HEIGHT: f32 = 480.0;

/// A side panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SidePanel {
    Unit,
    Log,
}

/// What the panels remember; nothing of it concerns the fight.
#[derive(Resource, Debug, Default)]
pub(crate) struct PanelState {
    log: self::combat_log::log_panel::LogState,
    bar: self::action_bar::choice_cache::ChoiceCache,
    move_preview: Option<self::cards::move_card::MovePreview>,
    /// The explanations of the inspector are unfolded.
    unfolded: bool,
    /// A weapon that was clicked.
    weapon: Option<(UnitId, usize)>,
    /// Asked whether this unit's phase ends with points left.
    ending: Option<UnitId>,
    /// The end was seen; the field is looked at.
    looked_at_end: bool,
    /// What comes after the fight.
    aftermath: self::end_screen::after_battle::AfterBattlePage,
    /// The window is too narrow for both side panels.
    compact: bool,
    /// The window is low: bars are lower.
    low: bool,
    /// Faces of dice rolled by hand, as typed.
    faces: String,
    /// What was typed to find an action, and which of those found is marked.
    search: self::action_bar::action_search::ActionSearch,
    /// The actions need two rows.
    two_rows: bool,
    /// The track was last moved to this unit.
    tracked: Option<UnitId>,
    /// The side panel that is open then.
    side_panel: Option<SidePanel>,
}

/// What the panels read.
#[derive(SystemParam)]
struct PanelParams<'w, 's> {
    view: BattleView<'w, 's>,
    history: Res<'w, History>,
    settings: Res<'w, Settings>,
    journal: Option<Res<'w, Journal>>,
    time: Res<'w, Time<Real>>,
    lens: Res<'w, BoardViewport>,
    flights: Res<'w, KnockbackPreview>,
    opponents: Res<'w, AiController>,
}

impl<'w, 's> PanelParams<'w, 's> {
    fn context(&self) -> PanelContext<'_, 'w, 's> {
        PanelContext {
            view: &self.view,
            history: &self.history,
            settings: &self.settings,
            opponents: &self.opponents,
            palette: self.settings.palette(),
            now: self.time.elapsed_secs_f64(),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    let fighting = in_state(Screen::Battle)
        .and_then(resource_exists::<BattleSetup>)
        .and_then(not(handover_screen::is_handover_active));
    app.init_resource::<PanelState>()
        .init_resource::<ForecastCache>()
        .add_systems(
            Update,
            (handle_panel_keys.run_if(in_state(Screen::Battle)), toggle_full_cards)
                .in_set(BoardSystems::Input),
        )
        .add_systems(OnEnter(Screen::Battle), |mut state: ResMut<PanelState>| *state = PanelState::default())
        .add_systems(OnExit(Screen::Battle), |mut area: ResMut<BoardArea>| area.0 = None)
        .add_systems(
            EguiPrimaryContextPass,
            show_panels.after(BoardSystems::Paint).before(MenuSystems).run_if(fighting),
        );
}

/// "Kessler aims a burst at Vex": an order that was not given yet.
pub(super) fn order_in_words(see: &PanelContext, order: &Order) -> String {
    self::combat_log::order_text::order_text(see.view, order)
}

/// Whether the last order can be taken back, or why not.
fn undo_allowed(see: &PanelContext) -> Result<(), String> {
    see.opponents.may_undo(see.view, see.history).map_err(|refusal| refusal.to_string())
}

/// Keys that press buttons of the panels.
fn handle_panel_keys(
    keys: ActionInput,
    reads: PanelParams,
    mut session: ResMut<Session>,
    mut state: ResMut<PanelState>,
) {
    let see = reads.context();
    if keys.just_pressed(InputAction::LogFocus) || keys.just_pressed(InputAction::LogSearch) {
        state.side_panel = Some(SidePanel::Log);
        state.log.focus_search = keys.just_pressed(InputAction::LogSearch);
        state.log.focus_last = keys.just_pressed(InputAction::LogFocus);
    }
    if keys.just_pressed(InputAction::Help) {
        session.help = !session.help;
    }
    if session.help || see.view.round().outcome().is_some() {
        return;
    }
    if see.ai_side_to_act().is_some() {
        if keys.just_pressed(InputAction::Undo) {
            session.undo = true;
        }
        return;
    }
    if let Some(decision) = see.view.open_prompt() {
        let number = keys.action_number().or(keys.just_pressed(InputAction::Yes).then_some(0));
        if let Some(answer) = number.and_then(|number| decision.prompt().answers.get(number)) {
            session.orders.push(Order::Decide { answer: answer.key.clone() });
        }
        if keys.just_pressed(InputAction::Undo) {
            session.undo = true;
        }
        return;
    }
    let pressed = |command: InputAction| keys.just_pressed(command);
    let unit = self::action_bar::choices::unit_to_order(see.view, &session).and_then(|id| see.view.unit(id));
    let own = unit.filter(|unit| see.control_refusal(*unit.side).is_none());
    let standing =
        own.map(|unit| self::action_bar::karma::standing_choices(see.view, &unit)).unwrap_or_default();
    if let Some(choice) = standing.iter().find(|choice| choice.command.is_some_and(pressed)) {
        self::action_bar::buttons::activate_choice(choice, &see, &mut session, &mut state);
    }
    if see.view.round().is_deploying() {
        if keys.just_pressed(InputAction::EndPhase)
            && let Some(side) = self::deployment_bar::deploying_side(see.view)
        {
            session.orders.push(Order::Begin { side });
        }
        if keys.just_pressed(InputAction::Undo) {
            session.undo = true;
        }
        return;
    }
    if keys.just_pressed(InputAction::FindAction) {
        self::action_bar::action_search::toggle_search(&mut session, &mut state.search);
        return;
    }
    let bar = state.bar.choices(&see, &session);
    if let Some(choice) = bar.iter().find(|choice| choice.command.is_some_and(pressed)) {
        self::action_bar::buttons::activate_choice(choice, &see, &mut session, &mut state);
    }
}

/// Cards with everything, or in short.
fn toggle_full_cards(keys: ActionInput, mut settings: ResMut<Settings>) {
    if keys.just_pressed(InputAction::WholeCards) {
        settings.whole_cards = !settings.whole_cards;
    }
}

/// Draws everything but the board.
fn show_panels(
    mut contexts: EguiContexts,
    reads: PanelParams,
    mut session: ResMut<Session>,
    mut state: ResMut<PanelState>,
    mut odds: ResMut<ForecastCache>,
    mut area: ResMut<BoardArea>,
    mut requests: ResMut<AppCommands>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let see = reads.context();
    let state = &mut *state;
    odds.invalidate_if_stale(&reads.history, reads.view.viewer());
    session.highlighted_unit = None;
    let window = ctx.viewport_rect();
    let builder = UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(window);
    let mut root = egui::Ui::new(ctx.clone(), "hud".into(), builder);
    let board = show_frame(&mut root, &see, &mut session, state, &mut odds, window);
    area.set_if_neq(BoardArea(Some(board)));
    notice::show(&ctx, &see, &mut session, board);
    self::timer_picker::show(&ctx, &see, &mut session, board);
    if session.help {
        help::show(&ctx, &see, &mut session);
    }
    self::end_screen::victory::show(&ctx, &see, &mut session, state, &mut requests, reads.journal.as_deref());
    self::cards::hover_card::show(
        &ctx,
        &see,
        &session,
        (&mut odds, &reads.flights),
        &mut state.move_preview,
        &reads.lens,
    );
    Ok(())
}

/// The panels along the rim; gives what they leave to the board.
fn show_frame(
    root: &mut egui::Ui,
    see: &PanelContext,
    session: &mut Session,
    state: &mut PanelState,
    odds: &mut ForecastCache,
    window: Rect,
) -> Rect {
    let look = see.palette;
    let low = window.height() < LOW_HEIGHT;
    state.low = low;
    state.compact = window.width() < COMPACT_WIDTH;
    let bar = Frame::new().fill(look.panel).inner_margin(Margin::symmetric(14, 4));
    Panel::top("track").exact_size(if low { 50.0 } else { 62.0 }).frame(bar).resizable(false).show(
        root,
        |ui| {
            self::turn_order_bar::show(ui, see, session, state);
        },
    );
    if !low {
        let thin = Frame::new().fill(look.panel).inner_margin(Margin::symmetric(14, 2));
        Panel::top("goal").exact_size(self::objectives::HEIGHT).frame(thin).resizable(false).show(
            root,
            |ui| {
                self::objectives::show(ui, see, session);
            },
        );
    }
    // Below the side panels where the bar needs the width, between them where there is plenty.
    let across = window.width() < FULL_WIDTH_BAR;
    if across {
        show_bottom_bar(root, see, session, state, odds);
    }
    show_side_panels(root, see, session, state, odds);
    if !across {
        show_bottom_bar(root, see, session, state, odds);
    }
    root.available_rect_before_wrap()
}

/// Height that a question leaves the log: its head and a line or two.
const MIN_LOG_HEIGHT: f32 = 124.0;

/// Inspector and log; in a narrow window the one that is open.
fn show_side_panels(
    root: &mut egui::Ui,
    see: &PanelContext,
    session: &mut Session,
    state: &mut PanelState,
    odds: &mut ForecastCache,
) {
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
    let frame = Frame::new().fill(see.palette.panel).inner_margin(Margin::symmetric(14, 8));
    if !state.compact || state.side_panel == Some(SidePanel::Unit) {
        Panel::left("inspector").exact_size(left).frame(frame).resizable(false).show(root, |ui| {
            self::unit_inspector::inspector::show(ui, see, session, state);
        });
    }
    if state.compact && state.side_panel != Some(SidePanel::Log) {
        return;
    }
    let panel = Panel::right("log").frame(frame).resizable(!state.compact).default_size(right);
    panel.size_range(right.min(250.0)..=520.0).show(root, |ui| {
        if is_prompt_open(see) && !state.compact {
            let ask =
                Panel::bottom("question").frame(Frame::NONE).resizable(false).show_separator_line(false);
            let most = (window.height() * 0.6).min(ui.available_height() - MIN_LOG_HEIGHT);
            ask.show(ui, |ui| {
                ui.add_space(8.0);
                show_prompt(ui, see, session, (odds, &mut state.faces), most);
            });
        }
        self::combat_log::log_panel::show(ui, see, session, &mut state.log);
    });
}

/// A question waits for somebody at the screen.
fn is_prompt_open(see: &PanelContext) -> bool {
    see.view.open_prompt().is_some() && see.ai_side_to_act().is_none()
}

/// The open question, whole where it fits into so much height.
fn show_prompt(
    ui: &mut egui::Ui,
    see: &PanelContext,
    session: &mut Session,
    (odds, faces): (&mut ForecastCache, &mut String),
    most: f32,
) {
    // Without a least height a panel that grows with its content never grows.
    let area = egui::ScrollArea::vertical().id_salt("question").max_height(most).min_scrolled_height(most);
    area.show(ui, |ui| prompt::show(ui, see, session, odds, faces));
}

/// What is at the bottom: the question where there is no room beside, the actions, the set-up, or the end.
fn show_bottom_bar(
    root: &mut egui::Ui,
    see: &PanelContext,
    session: &mut Session,
    state: &mut PanelState,
    odds: &mut ForecastCache,
) {
    let bar = Frame::new().fill(see.palette.panel).inner_margin(Margin::symmetric(14, 4));
    let over = see.view.round().outcome().is_some();
    if is_prompt_open(see) && state.compact {
        let most = root.ctx().viewport_rect().height() * 0.55;
        Panel::bottom("question").frame(bar).resizable(false).show(root, |ui| {
            show_prompt(ui, see, session, (odds, &mut state.faces), most);
        });
    } else if !over {
        let rows = state.two_rows && !see.view.round().is_deploying();
        let height = match (state.low, rows) {
            (true, _) => 60.0,
            (_, true) => 106.0,
            _ => 82.0,
        };
        Panel::bottom("actions").exact_size(height).frame(bar).resizable(false).show(root, |ui| {
            if let Some(side) = see.ai_side_to_act() {
                self::ai_turn_bar::show(ui, see, session, side);
            } else if see.view.round().is_deploying() {
                self::deployment_bar::show(ui, see, session);
            } else {
                self::action_bar::buttons::show(ui, see, session, state);
            }
        });
    } else if state.looked_at_end {
        Panel::bottom("over").exact_size(48.0).frame(bar).resizable(false).show(root, |ui| {
            ui.horizontal_centered(|ui| {
                ui.label("The skirmish is over.");
                if ui.button("Results").clicked() {
                    state.looked_at_end = false;
                }
            });
        });
    }
}

#[cfg(test)]
mod tests;
