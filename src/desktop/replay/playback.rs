//! Playback of a journal: the position that is shown, forward, back and to a round.

use std::ops::Range;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::round_pictures::RoundPictures;
use super::shown_board::ShownBoard;
use crate::ai_players::AiController;
use crate::app_commands::{current_battle_file, leave_battle, open_journal};
use crate::board::BoardAnimation;
use crate::input::{ActionInput, InputAction};
use crate::panel::PanelState;
use crate::player_input::take_messages;
use crate::session::Session;
use crate::settings::Settings;
use battle::journal::JournalError;
use battle::{History, Journal, Order, RoundState};

/// Seconds between two orders during playback.
const SECONDS_PER_ORDER: f64 = 0.9;

/// A request to show the position after so many orders.
#[derive(Message, Clone, Copy, Debug)]
pub(super) struct SeekReplay(pub usize);

/// A journal that is replayed instead of played.
#[derive(Resource, Clone, Debug)]
pub(crate) struct ReplayPlayback {
    /// The journal that is watched.
    path: PathBuf,
    /// The finished battle whose end screen opened the replay.
    finished_battle: Option<PathBuf>,
    /// What the board showed of it.
    shown_before: Option<ShownBoard>,
    pub(super) orders: Vec<Order>,
    /// Round of every order.
    rounds: Vec<u32>,
    /// Number of orders shown.
    pub(super) at: usize,
    pub(super) playing: bool,
    /// When the next order is due.
    next: f64,
    /// The part that is shown by itself; `None` once the player goes elsewhere.
    pub(super) clip: Option<ReplayClip>,
}

/// A part of a battle that is shown by itself: playback stops at its end, which stays on the board until the player goes on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ReplayClip {
    /// What it shows.
    pub title: String,
    /// Number of orders before it, and up to its end.
    orders: Range<usize>,
}

impl ReplayPlayback {
    /// Creates the playback of a battle that was just restored from a journal.
    pub fn from_world(world: &World, path: &Path) -> Self {
        let entries = world.resource::<Journal>().entries();
        let orders: Vec<Order> = entries.iter().map(|entry| entry.order.clone()).collect();
        let rounds = world.resource::<History>().records().iter().map(|record| record.round).collect();
        let (path, at) = (path.to_owned(), orders.len());
        Self {
            path,
            finished_battle: None,
            shown_before: None,
            at,
            orders,
            rounds,
            playing: false,
            next: 0.0,
            clip: None,
        }
    }

    /// Returns the journal that is watched.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the finished battle whose end screen opened the replay.
    pub fn finished_battle(&self) -> Option<&Path> {
        self.finished_battle.as_deref()
    }

    /// Returns what the board showed of that battle.
    pub fn shown_before(&self) -> Option<&ShownBoard> {
        self.shown_before.as_ref()
    }

    /// Sets the finished battle to which the end of the replay returns, and what the board showed of it.
    pub fn set_finished_battle(&mut self, path: Option<PathBuf>, shown: Option<ShownBoard>) {
        (self.finished_battle, self.shown_before) = (path, shown);
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
    pub(super) fn play_or_pause(&mut self) {
        self.playing = !self.playing && self.at < self.orders.len();
        self.clip = None;
    }

    /// Stops playback where a player goes to another position.
    pub(super) fn stop(&mut self) {
        self.playing = false;
        self.clip = None;
    }

    /// Whether playback shows the next order now: some time after the last one, and not before the board has shown that one,
    /// so that the log is not ahead of it.
    fn is_next_due(&self, is_board_still: bool, now: f64) -> bool {
        self.playing && is_board_still && now >= self.next
    }

    /// Stops playback at the end of the clip.
    fn stop_at_clip_end(&mut self) {
        self.playing &= self.clip.as_ref().is_none_or(|clip| self.at < clip.orders.end);
    }

    /// Plays the clip once more; `now` are the seconds since the program began. Returns the position where it begins, which is to be
    /// sought; `None` without a clip.
    pub(super) fn repeat_clip(&mut self, now: f64) -> Option<usize> {
        let start = self.clip.as_ref()?.orders.start;
        (self.playing, self.next) = (true, now + SECONDS_PER_ORDER);
        Some(start)
    }

    /// Returns every round with the index of its first order.
    pub(super) fn round_starts(&self) -> Vec<(u32, usize)> {
        let mut marks: Vec<(u32, usize)> = Vec::new();
        for (number, round) in self.rounds.iter().enumerate() {
            if marks.last().is_none_or(|(last, _)| last != round) {
                marks.push((*round, number));
            }
        }
        marks
    }
}

/// Moves the battle to the position after so many orders. A single step is animated.
pub(crate) fn show_position(world: &mut World, at: usize) {
    let is_step = world.get_resource::<ReplayPlayback>().is_some_and(|replay| at == replay.at + 1);
    move_to_position(world, at, is_step);
}

/// Moves the battle to the position after so many orders, at once.
pub(super) fn jump_to_position(world: &mut World, at: usize) {
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

/// Plays some orders of the replay; the last one stays on the board.
pub(crate) fn play_clip(world: &mut World, orders: Range<usize>, title: String) {
    show_position(world, orders.start);
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    if let Some(mut replay) = world.get_resource_mut::<ReplayPlayback>() {
        replay.playing = true;
        replay.next = now + SECONDS_PER_ORDER;
        replay.clip = Some(ReplayClip { title, orders });
    }
}

/// Returns the file of the finished battle on the screen, or of the one from which the replay on the screen was opened.
pub(crate) fn finished_battle_file(world: &World) -> Option<PathBuf> {
    if let Some(replay) = world.get_resource::<ReplayPlayback>() {
        return replay.finished_battle().map(Path::to_owned);
    }
    world.get_resource::<RoundState>()?.outcome()?;
    current_battle_file(world)
}

/// Ends the replay: shows the end screen from which it was opened again, else the main menu. A second request in the same
/// frame, as by a key and a button, does nothing.
///
/// # Errors
/// Returns `JournalError` if the finished battle cannot be read or saved.
pub(crate) fn exit_replay(world: &mut World) -> Result<(), JournalError> {
    let Some(replay) = world.get_resource::<ReplayPlayback>() else { return Ok(()) };
    match replay.finished_battle().map(Path::to_owned) {
        Some(path) => {
            let shown = replay.shown_before().cloned();
            let decisions = world.resource_mut::<AiController>().take_decisions();
            open_journal(world, &path)?;
            world.resource_mut::<AiController>().restore_decisions(decisions);
            if let Some(shown) = shown {
                shown.restore(world);
            }
            Ok(())
        }
        None => {
            leave_battle(world);
            Ok(())
        }
    }
}

/// Shows the sought position, or the next order once it is due.
pub(super) fn advance_replay(world: &mut World) {
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    let fast =
        world.resource::<Settings>().animation_seconds(1.0).map_or(4.0, |seconds| 1.0 / f64::from(seconds));
    let mut sought = take_messages::<SeekReplay>(world).last().map(|SeekReplay(at)| *at);
    let is_board_still = !world.get_resource::<BoardAnimation>().is_some_and(BoardAnimation::is_busy);
    let mut replay = world.resource_mut::<ReplayPlayback>();
    let is_sent = sought.is_some();
    if !is_sent {
        replay.stop_at_clip_end();
    }
    if sought.is_none() && replay.is_next_due(is_board_still, now) {
        replay.next = now + SECONDS_PER_ORDER / fast;
        sought = Some(replay.at + 1);
    }
    if !is_sent && replay.at == replay.orders.len() {
        replay.playing = false;
    }
    if let Some(at) = sought {
        show_position(world, at);
    }
    if world.resource::<ReplayPlayback>().playing {
        world.write_message(RequestRedraw);
    }
}

/// Plays or pauses by key; not behind the end screen, and not while pictures are taken.
pub(super) fn play_by_key(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app_commands::AppCommand;

    #[test]
    fn a_clip_stops_at_its_end_and_stays_on_the_board() {
        let clip = Some(ReplayClip { title: "Best moment".to_owned(), orders: 3..5 });
        let (orders, rounds, path) = (Vec::new(), Vec::new(), PathBuf::new());
        let mut replay = ReplayPlayback {
            path,
            finished_battle: None,
            shown_before: None,
            orders,
            rounds,
            at: 4,
            playing: true,
            next: 0.0,
            clip,
        };
        replay.stop_at_clip_end();
        assert!(replay.playing, "one order is to come");
        replay.at = 5;
        replay.stop_at_clip_end();
        assert!(!replay.playing && replay.clip.is_some(), "it does not play on, and nothing else is shown");
        assert_eq!(replay.repeat_clip(7.0), Some(3));
        assert!(replay.playing && replay.clip.is_some() && replay.next > 7.0, "it plays once more");
        (replay.playing, replay.clip) = (true, None);
        replay.stop_at_clip_end();
        assert!(replay.playing, "the player went elsewhere");
        assert_eq!(replay.repeat_clip(9.0), None);
    }

    #[test]
    fn the_end_of_a_clip_does_not_leave_the_replay() {
        let mut world = World::new();
        world.insert_resource(Time::<Real>::default());
        world.insert_resource(Settings::default());
        world.init_resource::<Messages<SeekReplay>>();
        world.init_resource::<Messages<AppCommand>>();
        world.init_resource::<Messages<RequestRedraw>>();
        world.insert_resource(ReplayPlayback {
            path: PathBuf::new(),
            finished_battle: None,
            shown_before: None,
            orders: vec![Order::LeaveField; 9],
            rounds: Vec::new(),
            at: 5,
            playing: true,
            next: 0.0,
            clip: Some(ReplayClip { title: "Best moment".to_owned(), orders: 3..5 }),
        });
        for _ in 0..2 {
            advance_replay(&mut world);
            world.resource_mut::<Time<Real>>().advance_by(std::time::Duration::from_secs(60));
        }
        assert!(take_messages::<AppCommand>(&mut world).is_empty(), "it waits for the player");
        let replay = world.resource::<ReplayPlayback>();
        assert!(replay.clip.is_some() && replay.at == 5);
    }

    #[test]
    fn the_end_of_a_replay_that_is_over_leaves_nothing() {
        let mut world = World::new();
        assert!(exit_replay(&mut world).is_ok(), "the end screen is there already");
    }

    #[test]
    fn the_next_order_waits_until_the_board_has_shown_the_last_one() {
        let mut replay = ReplayPlayback {
            path: PathBuf::new(),
            finished_battle: None,
            shown_before: None,
            orders: Vec::new(),
            rounds: Vec::new(),
            at: 0,
            playing: true,
            next: 5.0,
            clip: None,
        };
        assert!(!replay.is_next_due(true, 4.9), "the last order came a moment ago");
        assert!(!replay.is_next_due(false, 7.0), "its shot is still in the air");
        assert!(replay.is_next_due(true, 7.0));
        replay.stop();
        assert!(!replay.is_next_due(true, 7.0), "steps are the player's");
    }
}
