//! The panels around the board: track, inspector, log, question, actions, cards, help and the end.
//!
//! One system draws them all; each panel is a function that reads the fight and writes wishes into the session.

mod actions;
mod aftermath;
mod arsenal;
mod attacks;
mod bar;
mod beside;
mod card;
pub(crate) mod chart;
mod choices;
mod deploy;
mod effects;
mod export;
mod finder;
mod fuse;
mod gauges;
mod glyphs;
mod goal;
pub(super) mod help;
mod inspector;
mod karma;
pub(crate) mod kit;
mod log;
mod log_changes;
mod log_details;
mod log_events;
mod log_orders;
mod log_text;
mod moving;
mod notice;
mod offers;
mod opponent;
mod prompt;
mod put;
mod reasons;
pub(crate) mod retold;
mod shields;
mod standing;
mod tally;
pub(super) mod thrown;
mod track;
mod usage;
mod victory;
mod waiting;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::{self, Frame, Margin, Panel, Rect, UiBuilder};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use self::kit::See;
use super::board::{BoardArea, BoardSystems, Lens};
use super::curtain;
use super::fight::Requests;
use super::flights::Flights;
use super::input::{Command, Keys};
use super::menu::MenuSystems;
use super::odds::OddsCache;
use super::opponents::Opponents;
use super::session::{Screen, Session};
use super::settings::Settings;
use battle::{BattleView, History, Journal, Order, Setup, UnitId};

/// Narrower windows, in points, show one side panel at a time.
const COMPACT: f32 = 820.0;
/// In narrower windows, in points, the bar of actions goes from rim to rim.
const ACROSS: f32 = 1600.0;
/// Lower windows, in points, have lower bars.
const LOW: f32 = 480.0;

/// A side panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Unit,
    Log,
}

/// What the panels remember; nothing of it concerns the fight.
#[derive(Resource, Debug, Default)]
struct PanelState {
    log: log::LogState,
    bar: bar::Bar,
    trip: Option<moving::Trip>,
    /// The explanations of the inspector are unfolded.
    unfolded: bool,
    /// A weapon that was clicked.
    weapon: Option<(UnitId, usize)>,
    /// Asked whether this unit's phase ends with points left.
    ending: Option<UnitId>,
    /// The end was seen; the field is looked at.
    looked_at_end: bool,
    /// What comes after the fight.
    aftermath: aftermath::Aftermath,
    /// The window is too narrow for both side panels.
    compact: bool,
    /// The window is low: bars are lower.
    low: bool,
    /// Faces of dice rolled by hand, as typed.
    faces: String,
    /// What was typed to find an action, and which of those found is marked.
    finder: finder::Finder,
    /// The actions need two rows.
    two_rows: bool,
    /// The track was last moved to this unit.
    tracked: Option<UnitId>,
    /// The side panel that is open then.
    open: Option<Side>,
}

/// What the panels read.
#[derive(SystemParam)]
struct Reads<'w, 's> {
    view: BattleView<'w, 's>,
    history: Res<'w, History>,
    settings: Res<'w, Settings>,
    journal: Option<Res<'w, Journal>>,
    time: Res<'w, Time<Real>>,
    lens: Res<'w, Lens>,
    flights: Res<'w, Flights>,
    opponents: Res<'w, Opponents>,
}

impl<'w, 's> Reads<'w, 's> {
    fn see(&self) -> See<'_, 'w, 's> {
        See {
            view: &self.view,
            history: &self.history,
            settings: &self.settings,
            opponents: &self.opponents,
            look: self.settings.palette(),
            now: self.time.elapsed_secs_f64(),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    let fighting = in_state(Screen::Battle).and_then(resource_exists::<Setup>).and_then(not(curtain::is_up));
    app.init_resource::<PanelState>()
        .init_resource::<OddsCache>()
        .add_systems(Update, (obey.run_if(in_state(Screen::Battle)), turn_cards).in_set(BoardSystems::Input))
        .add_systems(OnEnter(Screen::Battle), |mut state: ResMut<PanelState>| *state = PanelState::default())
        .add_systems(OnExit(Screen::Battle), |mut area: ResMut<BoardArea>| area.0 = None)
        .add_systems(
            EguiPrimaryContextPass,
            hud.after(BoardSystems::Paint).before(MenuSystems).run_if(fighting),
        );
}

/// "Kessler aims a burst at Vex": an order that was not given yet.
pub(super) fn order_in_words(see: &See, order: &Order) -> String {
    log_orders::in_words(see.view, order)
}

/// Whether the last order can be taken back, or why not.
fn may_undo(see: &See) -> Result<(), String> {
    see.opponents.may_undo(see.view, see.history).map_err(|refusal| refusal.to_string())
}

/// Keys that press buttons of the panels.
fn obey(keys: Keys, reads: Reads, mut session: ResMut<Session>, mut state: ResMut<PanelState>) {
    let see = reads.see();
    if keys.just(Command::LogFocus) || keys.just(Command::LogSearch) {
        state.open = Some(Side::Log);
        state.log.focus_search = keys.just(Command::LogSearch);
        state.log.focus_last = keys.just(Command::LogFocus);
    }
    if keys.just(Command::Help) {
        session.help = !session.help;
    }
    if session.help || see.view.round().outcome().is_some() {
        return;
    }
    if see.machine().is_some() {
        if keys.just(Command::Undo) {
            session.undo = true;
        }
        return;
    }
    if let Some(decision) = see.view.decision() {
        let number = keys.action().or(keys.just(Command::Yes).then_some(0));
        if let Some(answer) = number.and_then(|number| decision.prompt().answers.get(number)) {
            session.orders.push(Order::Decide { answer: answer.key.clone() });
        }
        if keys.just(Command::Undo) {
            session.undo = true;
        }
        return;
    }
    let pressed = |command: Command| keys.just(command);
    let unit = choices::ordered(see.view, &session).and_then(|id| see.view.unit(id));
    let own = unit.filter(|unit| see.out_of_hand(*unit.side).is_none());
    let standing = own.map(|unit| karma::at_any_time(see.view, &unit)).unwrap_or_default();
    if let Some(choice) = standing.iter().find(|choice| choice.command.is_some_and(pressed)) {
        actions::press(choice, &see, &mut session, &mut state);
    }
    if see.view.round().deploying() {
        if keys.just(Command::EndPhase)
            && let Some(side) = deploy::placing(see.view)
        {
            session.orders.push(Order::Begin { side });
        }
        if keys.just(Command::Undo) {
            session.undo = true;
        }
        return;
    }
    if keys.just(Command::FindAction) {
        finder::toggle(&mut session, &mut state.finder);
        return;
    }
    let bar = state.bar.now(&see, &session);
    if let Some(choice) = bar.iter().find(|choice| choice.command.is_some_and(pressed)) {
        actions::press(choice, &see, &mut session, &mut state);
    }
}

/// Cards with everything, or in short.
fn turn_cards(keys: Keys, mut settings: ResMut<Settings>) {
    if keys.just(Command::WholeCards) {
        settings.whole_cards = !settings.whole_cards;
    }
}

/// Draws everything but the board.
fn hud(
    mut contexts: EguiContexts,
    reads: Reads,
    mut session: ResMut<Session>,
    mut state: ResMut<PanelState>,
    mut odds: ResMut<OddsCache>,
    mut area: ResMut<BoardArea>,
    mut requests: ResMut<Requests>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let see = reads.see();
    let state = &mut *state;
    odds.renew(&reads.history, reads.view.viewer());
    session.pointed = None;
    let window = ctx.viewport_rect();
    let builder = UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(window);
    let mut root = egui::Ui::new(ctx.clone(), "hud".into(), builder);
    let board = frame(&mut root, &see, &mut session, state, &mut odds, window);
    area.set_if_neq(BoardArea(Some(board)));
    notice::show(&ctx, &see, &mut session, board);
    fuse::show(&ctx, &see, &mut session, board);
    if session.help {
        help::show(&ctx, &see, &mut session);
    }
    victory::show(&ctx, &see, &mut session, state, &mut requests, reads.journal.as_deref());
    card::show(&ctx, &see, &session, (&mut odds, &reads.flights), &mut state.trip, &reads.lens);
    Ok(())
}

/// The panels along the rim; gives what they leave to the board.
fn frame(
    root: &mut egui::Ui,
    see: &See,
    session: &mut Session,
    state: &mut PanelState,
    odds: &mut OddsCache,
    window: Rect,
) -> Rect {
    let look = see.look;
    let low = window.height() < LOW;
    state.low = low;
    state.compact = window.width() < COMPACT;
    let bar = Frame::new().fill(look.panel).inner_margin(Margin::symmetric(14, 4));
    Panel::top("track").exact_size(if low { 50.0 } else { 62.0 }).frame(bar).resizable(false).show(
        root,
        |ui| {
            track::show(ui, see, session, state);
        },
    );
    if !low {
        let thin = Frame::new().fill(look.panel).inner_margin(Margin::symmetric(14, 2));
        Panel::top("goal").exact_size(goal::HEIGHT).frame(thin).resizable(false).show(root, |ui| {
            goal::show(ui, see, session);
        });
    }
    // Below the side panels where the bar needs the width, between them where there is plenty.
    let across = window.width() < ACROSS;
    if across {
        lower(root, see, session, state, odds);
    }
    sides(root, see, session, state, odds);
    if !across {
        lower(root, see, session, state, odds);
    }
    root.available_rect_before_wrap()
}

/// Height that a question leaves the log: its head and a line or two.
const LEAST_LOG: f32 = 124.0;

/// Inspector and log; in a narrow window the one that is open.
fn sides(
    root: &mut egui::Ui,
    see: &See,
    session: &mut Session,
    state: &mut PanelState,
    odds: &mut OddsCache,
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
    let frame = Frame::new().fill(see.look.panel).inner_margin(Margin::symmetric(14, 8));
    if !state.compact || state.open == Some(Side::Unit) {
        Panel::left("inspector").exact_size(left).frame(frame).resizable(false).show(root, |ui| {
            inspector::show(ui, see, session, state);
        });
    }
    if state.compact && state.open != Some(Side::Log) {
        return;
    }
    let panel = Panel::right("log").frame(frame).resizable(!state.compact).default_size(right);
    panel.size_range(right.min(250.0)..=520.0).show(root, |ui| {
        if asked(see) && !state.compact {
            let ask =
                Panel::bottom("question").frame(Frame::NONE).resizable(false).show_separator_line(false);
            let most = (window.height() * 0.6).min(ui.available_height() - LEAST_LOG);
            ask.show(ui, |ui| {
                ui.add_space(8.0);
                question(ui, see, session, (odds, &mut state.faces), most);
            });
        }
        log::show(ui, see, session, &mut state.log);
    });
}

/// A question waits for somebody at the screen.
fn asked(see: &See) -> bool {
    see.view.decision().is_some() && see.machine().is_none()
}

/// The open question, whole where it fits into so much height.
fn question(
    ui: &mut egui::Ui,
    see: &See,
    session: &mut Session,
    (odds, faces): (&mut OddsCache, &mut String),
    most: f32,
) {
    // Without a least height a panel that grows with its content never grows.
    let area = egui::ScrollArea::vertical().id_salt("question").max_height(most).min_scrolled_height(most);
    area.show(ui, |ui| prompt::show(ui, see, session, odds, faces));
}

/// What is at the bottom: the question where there is no room beside, the actions, the set-up, or the end.
fn lower(
    root: &mut egui::Ui,
    see: &See,
    session: &mut Session,
    state: &mut PanelState,
    odds: &mut OddsCache,
) {
    let bar = Frame::new().fill(see.look.panel).inner_margin(Margin::symmetric(14, 4));
    let over = see.view.round().outcome().is_some();
    if asked(see) && state.compact {
        let most = root.ctx().viewport_rect().height() * 0.55;
        Panel::bottom("question").frame(bar).resizable(false).show(root, |ui| {
            question(ui, see, session, (odds, &mut state.faces), most);
        });
    } else if !over {
        let rows = state.two_rows && !see.view.round().deploying();
        let height = match (state.low, rows) {
            (true, _) => 60.0,
            (_, true) => 106.0,
            _ => 82.0,
        };
        Panel::bottom("actions").exact_size(height).frame(bar).resizable(false).show(root, |ui| {
            if let Some(side) = see.machine() {
                opponent::show(ui, see, session, side);
            } else if see.view.round().deploying() {
                deploy::show(ui, see, session);
            } else {
                actions::show(ui, see, session, state);
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
