//! Replay of a journal: forward, back, to a round, and resuming from there.

pub(crate) mod round_pictures;
mod win_chance_curve;

use std::ops::Range;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, Frame, Margin, UiBuilder};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::session::{Screen, Session};
use super::settings::{AnimationSpeed, Settings};
use crate::accessibility::Accessible;
use crate::app_commands::{AppCommand, OrderSystems, current_battle_file, leave_battle, open_journal};
use crate::app_window::DrawSystems;
use crate::board::BoardAnimation;
use crate::input::{ActionInput, InputAction};
use crate::panel::PanelState;
use crate::player_input::take_messages;
use battle::journal::JournalError;
use battle::{BattleView, History, Journal, Order, RoundState};
use model::Side;
use round_pictures::RoundPictures;
use win_chance_curve::ReplayWinChance;

/// Label of the buttons that replay a battle from its start.
pub(crate) const WATCH_BATTLE: &str = "Watch the battle";

/// Seconds between two orders during playback.
const SECONDS_PER_ORDER: f64 = 0.9;
/// Seconds for which the end of a clip stays on the board.
const CLIP_END_SECONDS: f64 = 2.5;

/// A request to show the position after so many orders.
#[derive(Message, Clone, Copy, Debug)]
struct SeekReplay(usize);

/// A journal that is replayed instead of played.
#[derive(Resource, Clone, Debug)]
pub(super) struct ReplayPlayback {
    /// The journal that is watched.
    path: PathBuf,
    /// The finished battle whose end screen opened the replay.
    finished_battle: Option<PathBuf>,
    orders: Vec<Order>,
    /// Round of every order.
    rounds: Vec<u32>,
    /// Number of orders shown.
    at: usize,
    playing: bool,
    /// When the next order is due.
    next: f64,
    /// The part that is shown by itself; `None` once the player goes elsewhere.
    clip: Option<ReplayClip>,
}

/// A part of a battle that is shown by itself: playback stops at its end, and the replay ends a moment later.
#[derive(Clone, Debug, PartialEq)]
struct ReplayClip {
    /// What it shows.
    title: String,
    /// Number of orders up to its end.
    end: usize,
    /// When the replay ends; `None` until the board has shown the last order.
    leave_at: Option<f64>,
}

impl ReplayPlayback {
    /// Creates the playback of a battle that was just restored from a journal.
    pub fn from_world(world: &World, path: &Path) -> Self {
        let entries = world.resource::<Journal>().entries();
        let orders: Vec<Order> = entries.iter().map(|entry| entry.order.clone()).collect();
        let rounds = world.resource::<History>().records().iter().map(|record| record.round).collect();
        let (path, at) = (path.to_owned(), orders.len());
        Self { path, finished_battle: None, at, orders, rounds, playing: false, next: 0.0, clip: None }
    }

    /// Returns the journal that is watched.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the finished battle whose end screen opened the replay.
    pub fn finished_battle(&self) -> Option<&Path> {
        self.finished_battle.as_deref()
    }

    /// Sets the finished battle to which the end of the replay returns.
    pub fn set_finished_battle(&mut self, path: Option<PathBuf>) {
        self.finished_battle = path;
    }

    /// Returns all orders of the journal.
    pub fn orders(&self) -> &[Order] {
        &self.orders
    }

    /// Returns the orders shown so far.
    pub fn orders_so_far(&self) -> Vec<Order> {
        self.orders[..self.at].to_vec()
    }

    /// Whether it returns to the end screen of a finished battle.
    pub fn returns_to_result(&self) -> bool {
        self.finished_battle.is_some()
    }

    /// Plays on, or pauses. At the end nothing is left to play.
    fn play_or_pause(&mut self) {
        self.playing = !self.playing && self.at < self.orders.len();
        self.clip = None;
    }

    /// Stops playback where a player goes to another position.
    fn stop(&mut self) {
        self.playing = false;
        self.clip = None;
    }

    /// Plays the clip to its end. Returns whether the replay is to be left: some time after the board has become still.
    fn advance_clip(&mut self, is_board_still: bool, now: f64) -> bool {
        let Some(clip) = &mut self.clip else { return false };
        if self.at < clip.end {
            return false;
        }
        self.playing = false;
        // Between two animations the board is still for a moment.
        if !is_board_still {
            clip.leave_at = None;
            return false;
        }
        now >= *clip.leave_at.get_or_insert(now + CLIP_END_SECONDS)
    }

    /// Returns every round with the index of its first order.
    fn round_starts(&self) -> Vec<(u32, usize)> {
        let mut marks: Vec<(u32, usize)> = Vec::new();
        for (number, round) in self.rounds.iter().enumerate() {
            if marks.last().is_none_or(|(last, _)| last != round) {
                marks.push((*round, number));
            }
        }
        marks
    }
}

/// Plays journals back.
pub(super) struct ReplayPlugin;

impl Plugin for ReplayPlugin {
    fn build(&self, app: &mut App) {
        let watching = || resource_exists::<ReplayPlayback>.and_then(in_state(Screen::Battle));
        app.add_message::<SeekReplay>()
            .add_plugins(round_pictures::plugin)
            .init_resource::<ReplayWinChance>()
            .add_systems(Update, (win_chance_curve::update_win_chance, play_by_key).run_if(watching()))
            .add_systems(
                PreUpdate,
                advance_replay.in_set(OrderSystems::Replay).run_if(resource_exists::<ReplayPlayback>),
            )
            .add_systems(
                EguiPrimaryContextPass,
                show_replay_bar.in_set(DrawSystems::Replay).run_if(watching()),
            );
    }
}

/// Moves the battle to the position after so many orders. A single step is animated.
pub(super) fn show_position(world: &mut World, at: usize) {
    let is_step = world.get_resource::<ReplayPlayback>().is_some_and(|replay| at == replay.at + 1);
    move_to_position(world, at, is_step);
}

/// Moves the battle to the position after so many orders, at once.
fn jump_to_position(world: &mut World, at: usize) {
    move_to_position(world, at, false);
}

/// Moves the battle to the position after so many orders; `submits` only the next order, so that it is animated.
fn move_to_position(world: &mut World, at: usize, submits: bool) {
    let Some(mut replay) = world.remove_resource::<ReplayPlayback>() else { return };
    let at = at.min(replay.orders.len());
    if submits && at == replay.at + 1 {
        battle::submit(world, &replay.orders[replay.at]).expect("invariant: the journal was verified");
    } else if at != replay.at {
        battle::rebuild_from_orders(world, &replay.orders[..at])
            .expect("invariant: the journal was verified");
    }
    replay.at = at;
    world.insert_resource(replay);
    let acting = world.resource::<RoundState>().acting();
    let mut session = world.resource_mut::<Session>();
    session.selected = acting.or(session.selected);
    session.marked = None;
}

/// Plays some orders of the replay, and ends it when the board has shown them.
pub(super) fn play_clip(world: &mut World, orders: Range<usize>, title: String) {
    show_position(world, orders.start);
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    if let Some(mut replay) = world.get_resource_mut::<ReplayPlayback>() {
        replay.playing = true;
        replay.next = now + SECONDS_PER_ORDER;
        replay.clip = Some(ReplayClip { title, end: orders.end, leave_at: None });
    }
}

/// Returns the file of the finished battle on the screen, or of the one from which the replay on the screen was opened.
pub(super) fn finished_battle_file(world: &World) -> Option<PathBuf> {
    if let Some(replay) = world.get_resource::<ReplayPlayback>() {
        return replay.finished_battle().map(Path::to_owned);
    }
    world.get_resource::<RoundState>()?.outcome()?;
    current_battle_file(world)
}

/// Ends the replay: shows the end screen from which it was opened again, else the main menu.
///
/// # Errors
/// Returns `JournalError` if the finished battle cannot be read or saved.
pub(super) fn exit_replay(world: &mut World) -> Result<(), JournalError> {
    let finished = world.get_resource::<ReplayPlayback>().and_then(ReplayPlayback::finished_battle);
    match finished.map(Path::to_owned) {
        Some(path) => open_journal(world, &path),
        None => {
            leave_battle(world);
            Ok(())
        }
    }
}

fn advance_replay(world: &mut World) {
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    let fast =
        world.resource::<Settings>().animation_seconds(1.0).map_or(4.0, |seconds| 1.0 / f64::from(seconds));
    let mut sought = take_messages::<SeekReplay>(world).last().map(|SeekReplay(at)| *at);
    let is_board_still = !world.get_resource::<BoardAnimation>().is_some_and(BoardAnimation::is_busy);
    let mut replay = world.resource_mut::<ReplayPlayback>();
    if sought.is_none() && replay.advance_clip(is_board_still, now) {
        replay.clip = None;
        world.write_message(AppCommand::ExitReplay);
        return;
    }
    let is_clip = replay.clip.is_some();
    if replay.playing && sought.is_none() && now >= replay.next {
        replay.next = now + SECONDS_PER_ORDER / fast;
        sought = Some(replay.at + 1);
    }
    if replay.at == replay.orders.len() {
        replay.playing = false;
    }
    if let Some(at) = sought {
        show_position(world, at);
    }
    let replay = world.resource::<ReplayPlayback>();
    if replay.playing || is_clip {
        world.write_message(RequestRedraw);
    }
}

/// Plays or pauses by key; not behind the end screen, and not while pictures are taken.
fn play_by_key(
    keys: ActionInput,
    mut replay: ResMut<ReplayPlayback>,
    (panels, pictures): (Res<PanelState>, Res<RoundPictures>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let is_covered = panels.is_end_screen_open() || pictures.progress().is_some();
    if !is_covered && keys.just_pressed(InputAction::Centre) {
        replay.play_or_pause();
        redraw.write(RequestRedraw);
    }
}

/// Draws the controls in the strip that the panels leave above the board.
fn show_replay_bar(
    mut contexts: EguiContexts,
    mut replay: ResMut<ReplayPlayback>,
    mut requests: MessageWriter<AppCommand>,
    mut seek: MessageWriter<SeekReplay>,
    mut settings: ResMut<Settings>,
    (session, view, win_chance): (Res<Session>, BattleView, Res<ReplayWinChance>),
    (mut panels, mut pictures): (ResMut<PanelState>, ResMut<RoundPictures>),
) -> Result {
    // The end screen takes all clicks and has buttons of its own.
    if session.paused || panels.is_end_screen_open() {
        return Ok(());
    }
    let Some(strip) = panels.replay_strip() else { return Ok(()) };
    let context = contexts.ctx_mut()?.clone();
    let palette = settings.palette();
    let now = view.round().number();
    let builder = UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(strip);
    let mut root = egui::Ui::new(context.clone(), "replay".into(), builder);
    if pictures.progress().is_some() {
        // The strip keeps its height: what is pictured does not move.
        show_picture_progress(&mut root, &mut pictures);
        return Ok(());
    }
    let shown = Frame::new().inner_margin(Margin::symmetric(10, 5)).show(&mut root, |ui| {
        if let Some(clip) = &replay.clip {
            ui.strong(&clip.title);
        }
        ui.horizontal_wrapped(|ui| {
            show_replay_controls(ui, &mut replay, &mut seek, palette.dim);
            let speed = settings.animation_speed;
            let button = ui.button(format!("Speed {}", speed.name()));
            if button.on_hover_text("Speed of the replay and of all animations").clicked() {
                settings.animation_speed = next_speed(speed);
            }
            show_exit_button(ui, replay.returns_to_result(), &mut requests);
            if replay.clip.is_some() {
                show_resume_button(ui, &mut requests);
            }
        });
        // A clip leaves the board free; any control of the replay ends it.
        if replay.clip.is_some() {
            return;
        }
        show_round_row(ui, &mut replay, now, (&mut seek, &mut requests));
        let colour = |side| palette.side_colour(side_colour_number(&view, side));
        let shown = (replay.at, view.side_name(Side(0)), [colour(Side(0)), colour(Side(1))]);
        if let Some(at) = win_chance_curve::show_win_chance(ui, &win_chance, shown, palette) {
            seek.write(SeekReplay(at));
            replay.stop();
        }
    });
    panels.note_replay_height(&context, shown.response.rect.height());
    Ok(())
}

/// Draws the button that ends the replay.
fn show_exit_button(ui: &mut egui::Ui, returns_to_result: bool, requests: &mut MessageWriter<AppCommand>) {
    let (label, hover) = match returns_to_result {
        true => ("Back to result", "Back to the end screen of this battle"),
        false => ("Exit", "Back to the main menu"),
    };
    if ui.button(label).on_hover_text(hover).clicked() {
        requests.write(AppCommand::ExitReplay);
    }
}

/// Draws the rounds and what can be done with the shown position or the whole replay.
fn show_round_row(
    ui: &mut egui::Ui,
    replay: &mut ReplayPlayback,
    now: u32,
    (seek, requests): (&mut MessageWriter<SeekReplay>, &mut MessageWriter<AppCommand>),
) {
    ui.horizontal_wrapped(|ui| {
        ui.label("Round");
        for (number, at) in replay.round_starts() {
            let name = if number == 0 { "deployment".to_owned() } else { number.to_string() };
            if ui.selectable_label(number == now, name).clicked() {
                seek.write(SeekReplay(at));
                replay.stop();
            }
        }
        show_resume_button(ui, requests);
        let hover = "Opens this position as a Lab scene; the journal is kept";
        if ui.button("Open in Lab").on_hover_text(hover).clicked() {
            requests.write(AppCommand::WhatIf);
        }
        let hover = "Saves a picture of the board at the beginning of each round and one of the end, each in a \
                     file. The message at the end says where they are";
        if ui.button("Save a picture of each round").on_hover_text(hover).clicked() {
            requests.write(AppCommand::SaveRoundPictures);
        }
    });
}

/// Says which picture is taken, with a button that stops it.
fn show_picture_progress(root: &mut egui::Ui, pictures: &mut RoundPictures) {
    let Some((number, count)) = pictures.progress() else { return };
    Frame::new().inner_margin(Margin::symmetric(10, 5)).show(root, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.label(format!("Saving picture {number} of {count} \u{2026}"));
            if ui.button("Cancel").clicked() {
                pictures.cancel();
            }
        });
    });
}

/// Draws the button that plays on from the shown position; the bar at the bottom names it.
fn show_resume_button(ui: &mut egui::Ui, requests: &mut MessageWriter<AppCommand>) {
    let hover = "Starts a new battle from this position; the journal is kept";
    if ui.button("Resume from here").on_hover_text(hover).clicked() {
        requests.write(AppCommand::BranchFromReplay);
    }
}

/// Number of a side's colour.
fn side_colour_number(view: &BattleView, side: Side) -> u8 {
    let sides = &view.setup().bundle().skirmish.sides;
    sides.get(usize::from(side.0)).map_or(side.0, |side| side.colour)
}

/// Returns the next faster speed; after the fastest one, the slowest.
fn next_speed(speed: AnimationSpeed) -> AnimationSpeed {
    let all = AnimationSpeed::ALL;
    let at = all.iter().position(|known| *known == speed).unwrap_or(0);
    all[(at + 1) % all.len()]
}

fn show_replay_controls(
    ui: &mut egui::Ui,
    replay: &mut ReplayPlayback,
    seek: &mut MessageWriter<SeekReplay>,
    dim: egui::Color32,
) {
    let last = replay.orders.len();
    let mut go = None;
    if ui
        .add_enabled(replay.at > 0, egui::Button::new("\u{23EE}"))
        .named("To the start")
        .on_hover_text("To the start")
        .clicked()
    {
        go = Some(0);
    }
    if ui
        .add_enabled(replay.at > 0, egui::Button::new("\u{23F4}"))
        .named("One order back")
        .on_hover_text("One order back")
        .clicked()
    {
        go = Some(replay.at - 1);
    }
    let play = if replay.playing { "II" } else { "\u{25B6}" };
    if ui
        .add_enabled(replay.at < last, egui::Button::new(play))
        .named("Play or pause")
        .on_hover_text("Play or pause")
        .clicked()
    {
        replay.play_or_pause();
    }
    if ui
        .add_enabled(replay.at < last, egui::Button::new("\u{23F5}"))
        .named("One order forward")
        .on_hover_text("One order forward")
        .clicked()
    {
        go = Some(replay.at + 1);
    }
    let mut at = replay.at;
    ui.spacing_mut().slider_width = (ui.available_width() * 0.3).clamp(100.0, 320.0);
    if ui.add(egui::Slider::new(&mut at, 0..=last).show_value(false)).named("Order").changed() {
        go = Some(at);
    }
    ui.colored_label(dim, format!("order {} of {last}", replay.at));
    if let Some(at) = go {
        seek.write(SeekReplay(at));
        replay.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clip_stops_at_its_end_and_leaves_once_the_board_is_still() {
        let clip = Some(ReplayClip { title: "Best moment".to_owned(), end: 5, leave_at: None });
        let (orders, rounds, path) = (Vec::new(), Vec::new(), PathBuf::new());
        let mut replay = ReplayPlayback {
            path,
            finished_battle: None,
            orders,
            rounds,
            at: 4,
            playing: true,
            next: 0.0,
            clip,
        };
        assert!(!replay.advance_clip(true, 1.0) && replay.playing, "one order is to come");
        replay.at = 5;
        assert!(!replay.advance_clip(false, 2.0) && !replay.playing, "it does not play on");
        assert!(!replay.advance_clip(true, 2.2), "still between two animations");
        assert!(!replay.advance_clip(false, 2.4 + CLIP_END_SECONDS), "the board is not still yet");
        let still = 3.0 + CLIP_END_SECONDS;
        assert!(!replay.advance_clip(true, still), "the end stays on the board for a moment");
        assert!(!replay.advance_clip(true, still + CLIP_END_SECONDS / 2.0));
        assert!(replay.advance_clip(true, still + CLIP_END_SECONDS));
        replay.stop();
        assert!(!replay.advance_clip(true, 99.0), "the player went elsewhere");
    }

    #[test]
    fn the_speed_button_cycles_all_speeds() {
        let mut speed = AnimationSpeed::Normal;
        let seen: Vec<_> = (0..AnimationSpeed::ALL.len())
            .map(|_| {
                speed = next_speed(speed);
                speed
            })
            .collect();
        assert_eq!(seen.last(), Some(&AnimationSpeed::Normal));
        assert!(AnimationSpeed::ALL.iter().all(|speed| seen.contains(speed)));
    }
}
