//! AI players in the window: who plays which side, and when the AI decides and gives its orders.
//!
//! The battle is independent of it. Decisions are made on a separate thread; orders go through the same entry as a
//! player's, once the board has shown the previous one.

mod ai_orders;
mod ai_thread;
mod decision_card;
mod decision_legend;
mod decision_memory;
mod decision_overlay;
mod plan_words;
mod players_file;
mod side_player;

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::EguiPrimaryContextPass;

use self::ai_orders::{hand_over_to_person, issue_ai_order};
use self::ai_thread::{AiThread, DecisionMaker};
use crate::app_window::DrawSystems;
use crate::battle_revision::BattleRevision;
use crate::board::{BoardAnimation, InputSystems, PaintSystems, is_battle_shown};
use crate::fast_forward::FastForward;
use crate::free_move::{FreeMoves, follow_free_moves};
use crate::handover_screen::HandoverScreen;
use crate::input::{ActionInput, InputAction};
use crate::player_input::GiveOrder;
use crate::redraw::{NextFrame, WindowWaker};
use crate::replay::ReplayPlayback;
use crate::session::{Screen, Session};
use crate::settings::Settings;
use ai::AiDecision;
use battle::journal;
use battle::journal::UndoError;
use battle::{BattleSetup, BattleView, History, Order, PendingPrompt, RoundState};
use model::{Side, UnitId};

pub(crate) use self::ai_orders::{order_refusal, undo_to_person};
pub(crate) use self::decision_card::{DecisionCardShown, buttons_area, buttons_rect, card_rect};
pub(crate) use self::players_file::{PLAYERS_FILE, read_players};
pub use self::side_player::{AiPace, SidePlayer, UnknownSide, assign_players, usual_players};

/// A decision with the position, side and unit it belongs to.
#[derive(Clone, Debug)]
pub(crate) struct DecisionRecord {
    at: BattleRevision,
    side: Side,
    unit: Option<UnitId>,
    /// The round and the pass.
    turn: (u32, u32),
    thought: AiDecision,
}

/// A job sent to the AI thread.
struct DecisionRequest {
    at: BattleRevision,
    number: u64,
    advice: bool,
}

/// Who plays which side, and the state of the AI.
#[derive(Resource, Default)]
pub(crate) struct AiController {
    seats: Vec<SidePlayer>,
    /// The side that has to act, while a battle is played.
    side_to_act: Option<Side>,
    /// The moves that units of people may make outside of their turns: everything else waits for them.
    free_moves: FreeMoves,
    /// A person has paused the AI.
    paused: bool,
    thread: Option<AiThread>,
    request: Option<DecisionRequest>,
    /// The order to give once the board has shown the previous one.
    next: Option<DecisionRecord>,
    /// The position that the board shows, and since when it has been idle.
    seen: Option<(BattleRevision, f64)>,
    /// The decisions that had alternatives, of the last such turn of each unit, the oldest first.
    decisions: Vec<DecisionRecord>,
    /// Whether the card that explains one of them is open.
    explaining: bool,
    /// The unit whose last decision is explained; `None` for that of whichever unit decided last.
    explained_unit: Option<UnitId>,
    /// The current advice for a human player.
    advice: Option<DecisionRecord>,
}

impl AiController {
    /// Clears everything except the players, for another battle.
    pub fn reset(&mut self) {
        let (seats, thinker) = (std::mem::take(&mut self.seats), self.thread.take());
        *self = Self { seats, thread: thinker, explaining: self.explaining, ..Self::default() };
    }

    /// Clears everything except the players and the decisions, for the same battle that is taken up again.
    pub fn resume(&mut self) {
        let decisions = std::mem::take(&mut self.decisions);
        self.reset();
        self.decisions = decisions;
    }

    /// Sets the player of each side.
    pub fn assign_players(&mut self, seats: Vec<SidePlayer>) {
        self.seats = seats;
    }

    /// Returns the player of a side.
    pub fn player(&self, side: Side) -> SidePlayer {
        self.seats.get(usize::from(side.0)).copied().unwrap_or_default()
    }

    /// Returns the players of so many sides.
    pub fn players(&self, sides: usize) -> Vec<SidePlayer> {
        (0..sides as u8).map(|side| self.player(Side(side))).collect()
    }

    /// Changes the player of a side.
    pub fn set_player(&mut self, side: Side, player: SidePlayer) {
        let at = usize::from(side.0);
        if self.seats.len() <= at {
            self.seats.resize(at + 1, SidePlayer::Person);
        }
        if self.player(side) != player {
            self.seats[at] = player;
            (self.request, self.next) = (None, None);
        }
    }

    /// Returns the sides that people play.
    pub fn person_sides(&self, sides: usize) -> Vec<Side> {
        (0..sides as u8).map(Side).filter(|side| !self.player(*side).is_ai()).collect()
    }

    /// Whether the AI plays any side.
    pub fn has_ai_side(&self) -> bool {
        self.seats.iter().any(|player| player.is_ai())
    }

    /// Returns the side that has to act, if the AI plays it.
    pub fn ai_side_to_act(&self) -> Option<Side> {
        self.side_to_act.filter(|side| self.player(*side).is_ai())
    }

    /// Returns the unit of a person that may move now outside of its turn; `None` without one.
    pub fn free_mover(&self) -> Option<UnitId> {
        self.free_moves.unit()
    }

    /// Opens the move of a unit outside of its turn in a test that does not play a check.
    #[cfg(test)]
    pub(crate) fn open_free_move_for_tests(&mut self, unit: UnitId, side: Side) {
        self.free_moves.open_for_tests(unit, side);
    }

    /// Pauses the AI, or lets it play on.
    pub fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
    }

    /// Whether the AI is paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether the AI is deciding on its next order.
    pub fn is_thinking(&self) -> bool {
        self.ai_side_to_act().is_some() && self.next.is_none() && !self.paused
    }

    /// Whether a decision is being computed, for an order or for advice.
    pub fn is_busy(&self) -> bool {
        self.request.is_some()
    }

    /// Whether AI decisions may be shown without giving away what the viewer cannot see.
    fn may_explain(&self, view: &BattleView) -> bool {
        let sides = view.setup().bundle().skirmish.sides.len();
        !view.has_fog_of_war() || self.person_sides(sides).is_empty()
    }

    /// Returns why the reasons of AI decisions cannot be shown; `None` if they can.
    fn reasons_refusal(&self, view: &BattleView) -> Option<&'static str> {
        match () {
            () if !self.has_ai_side() => Some("No side is played by the AI: there is nothing to explain."),
            () if !self.may_explain(view) => {
                Some("With fog of war, AI decisions are explained after the battle.")
            }
            () => None,
        }
    }

    /// Checks whether orders can be undone to the last human order, or the last order if the AI plays every side.
    pub fn may_undo(&self, view: &BattleView, history: &History) -> Result<(), UndoError> {
        journal::check_undo(view.setup(), history)?;
        if view.setup().bundle().skirmish.options.free_undo || !self.has_ai_side() {
            return Ok(());
        }
        for record in history.records().iter().rev() {
            if record.revealed {
                return Err(UndoError::Revealed);
            }
            let side = match &record.order {
                Order::Begin { side } | Order::Surrender { side } => Some(*side),
                order => order.unit().and_then(|unit| view.unit_ignoring_fog(unit)).map(|unit| *unit.side),
            };
            if side.is_none_or(|side| !self.player(side).is_ai()) {
                break;
            }
        }
        Ok(())
    }
}

/// AI players in the window.
pub(crate) struct AiPlayerPlugin;

impl Plugin for AiPlayerPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<AiController>()
            .init_resource::<DecisionCardShown>()
            .add_message::<AiRequest>()
            .add_systems(
                Update,
                (handle_ai_keys, handle_ai_requests)
                    .chain()
                    .in_set(InputSystems::AiPlayers)
                    .run_if(in_state(Screen::Battle)),
            )
            .add_systems(Update, self::players_file::save_players.run_if(in_state(Screen::Battle)))
            .add_systems(
                EguiPrimaryContextPass,
                (
                    self::decision_overlay::paint
                        .in_set(PaintSystems::Decision)
                        .run_if(in_state(Screen::Battle)),
                    self::decision_card::show.in_set(DrawSystems::AiPlayers).run_if(is_battle_shown),
                ),
            );
    }
}

/// A request of the player to the AI.
#[derive(Message, Clone, Debug)]
enum AiRequest {
    /// Pause or resume.
    TogglePause,
    /// Show or hide the reasons of decisions.
    ToggleReasons,
    /// Request or dismiss advice.
    ToggleAdvice,
    /// Give the order that was advised.
    FollowAdvice(Order),
}

/// Says why the key that explains decisions does nothing in a replay.
const NO_REASONS_IN_REPLAYS: &str = "A replay has no reasons of AI decisions: they are not saved.";

/// Handles the keys for pause, why and advice.
fn handle_ai_keys(
    keys: ActionInput,
    opponents: Res<AiController>,
    replay: Option<Res<ReplayPlayback>>,
    (mut session, time): (ResMut<Session>, Res<Time<Real>>),
    mut requests: MessageWriter<AiRequest>,
) {
    if replay.is_some() {
        if keys.just_pressed(InputAction::Why) {
            session.notice = Some((NO_REASONS_IN_REPLAYS.to_owned(), time.elapsed_secs_f64()));
        }
        return;
    }
    if keys.just_pressed(InputAction::HoldMachine) && opponents.has_ai_side() {
        requests.write(AiRequest::TogglePause);
    }
    if keys.just_pressed(InputAction::Why) {
        requests.write(AiRequest::ToggleReasons);
    }
    if keys.just_pressed(InputAction::Advice) {
        requests.write(AiRequest::ToggleAdvice);
    }
}

/// The unit that a player asks about: the one that is pointed at, else the selected one.
fn asked_unit(session: &Session) -> Option<UnitId> {
    session.hover.and_then(|hover| hover.unit).or(session.selected)
}

/// Handles requests of keys and buttons.
fn handle_ai_requests(
    mut requests: MessageReader<AiRequest>,
    mut opponents: ResMut<AiController>,
    (view, mut session, time): (BattleView, ResMut<Session>, Res<Time<Real>>),
    mut orders: MessageWriter<GiveOrder>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for request in requests.read() {
        match request {
            AiRequest::TogglePause => opponents.paused = !opponents.paused,
            AiRequest::ToggleReasons => match opponents.reasons_refusal(&view) {
                Some(why) => session.notice = Some((why.to_owned(), time.elapsed_secs_f64())),
                None => opponents.toggle_reasons(asked_unit(&session)),
            },
            AiRequest::ToggleAdvice => {
                if opponents.toggle_advice() {
                    session.close_hovered_card(); // beside the advice it would cover the board
                }
            }
            AiRequest::FollowAdvice(order) => {
                opponents.advice = None;
                orders.write(GiveOrder(order.clone()));
            }
        }
        redraw.write(RequestRedraw);
    }
}

impl AiController {
    /// Switches the reasons on for a test without a window.
    #[cfg(test)]
    pub(crate) fn explain_for_tests(&mut self) {
        self.explaining = true;
    }

    /// Closes the card of advice or reasons; returns whether one was open.
    pub fn close_card(&mut self) -> bool {
        self.explained_unit = None;
        self.advice.take().is_some() || std::mem::take(&mut self.explaining)
    }

    /// Returns the order that the current advice suggests; `None` without advice, and for advice that is no order.
    pub(crate) fn advised_order(&self) -> Option<&Order> {
        let order = &self.advice.as_ref()?.thought.order;
        (!matches!(order, Order::Begin { .. })).then_some(order)
    }

    /// Requests advice, or dismisses it; returns whether it was requested.
    fn toggle_advice(&mut self) -> bool {
        let has_order = self.ai_side_to_act().is_none() && self.free_mover().is_none();
        if self.advice.take().is_some() || !has_order {
            return false;
        }
        let at = self.seen.map(|(at, _)| at);
        // The job number is filled in by `request_decision`.
        self.request = at.map(|at| DecisionRequest { at, number: 0, advice: true });
        self.request.is_some()
    }
}

/// Requests decisions and gives AI orders when they are due.
pub(crate) fn run_ai_players(world: &mut World) {
    let playing = *world.resource::<State<Screen>>().get() == Screen::Battle
        && battle::is_set_up(world)
        && !world.contains_resource::<ReplayPlayback>();
    if !playing {
        let mut opponents = world.resource_mut::<AiController>();
        if opponents.side_to_act.is_some() {
            opponents.side_to_act = None;
            opponents.free_moves = FreeMoves::default();
        }
        return;
    }
    let word = ai::side_to_act(world);
    let acting = world.resource::<RoundState>().acting();
    let unit = match world.resource::<PendingPrompt>().open_prompt() {
        Some(decision) => Some(decision.prompt().who),
        None => acting,
    };
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    world.resource_scope(|world, mut opponents: Mut<AiController>| {
        let opponents = opponents.as_mut();
        let at = BattleRevision::without_viewer(world);
        let persons = opponents.person_sides(world.resource::<BattleSetup>().bundle().skirmish.sides.len());
        let word = follow_free_moves(world, &mut opponents.free_moves, (at, &persons)).or(word);
        opponents.side_to_act = word;
        let settled = opponents.seen.is_some_and(|(seen, _)| seen == at);
        if !settled || world.resource::<BoardAnimation>().is_busy() {
            opponents.seen = Some((at, now));
        }
        if opponents.advice.as_ref().is_some_and(|advice| advice.at != at) {
            opponents.advice = None;
        }
        let Some(side) = word else { return };
        receive_decision(world, opponents, at, (side, unit));
        request_decision(world, opponents, at, side);
        if opponents.ai_side_to_act().is_none() || opponents.next.as_ref().is_none_or(|next| next.at != at) {
            return;
        }
        match time_until_order(world, opponents, now) {
            // The position is shown for the first time in this frame.
            Some(Duration::ZERO) if !settled => _ = world.write_message(RequestRedraw),
            Some(Duration::ZERO) => {
                if let Some(next) = opponents.next.take() {
                    issue_ai_order(world, opponents, side, next.thought.order);
                    world.write_message(RequestRedraw);
                }
            }
            Some(rest) => world.resource_mut::<NextFrame>().within(rest),
            None => {}
        }
    });
}

/// Returns how long the AI waits before its next order; `None` while the board shows events, the AI is paused, or a
/// handover is in progress.
fn time_until_order(world: &World, opponents: &AiController, now: f64) -> Option<Duration> {
    let away = world.resource::<Session>().paused || world.resource::<HandoverScreen>().is_active();
    if opponents.paused || away || world.resource::<BoardAnimation>().is_busy() {
        return None;
    }
    let (_, since) = opponents.seen?;
    let pause = world.resource::<Settings>().ai_pace.seconds();
    let left = world.resource::<FastForward>().shorten_pause(pause) - (now - since);
    Some(Duration::from_secs_f64(left.max(0.0)))
}

/// Accepts a decision if the battle is still at the position it was made for.
fn receive_decision(
    world: &mut World,
    opponents: &mut AiController,
    at: BattleRevision,
    (side, unit): (Side, Option<UnitId>),
) {
    loop {
        let answer = match opponents.thread.as_ref().map(AiThread::poll) {
            None | Some(Ok(None)) => return,
            Some(Ok(Some(answer))) => answer,
            Some(Err(())) => {
                opponents.thread = None;
                if opponents.request.take().is_some() {
                    hand_over_to_person(world, opponents, side);
                }
                return;
            }
        };
        let Some(request) = opponents.request.take_if(|request| request.number == answer.number) else {
            continue;
        };
        if request.at != at {
            continue;
        }
        let round = world.resource::<RoundState>();
        let turn = (round.number(), round.pass());
        let record = answer.thought.map(|thought| DecisionRecord { at, side, unit, turn, thought });
        match record {
            Some(record) if request.advice => opponents.advice = Some(record),
            Some(record) => {
                if opponents.is_worth_keeping(&record) {
                    opponents.keep_decision(record.clone());
                }
                opponents.next = Some(record);
            }
            None => {
                opponents.thread = None;
                hand_over_to_person(world, opponents, side);
            }
        }
    }
}

/// Requests the decision that is needed now.
fn request_decision(world: &mut World, opponents: &mut AiController, at: BattleRevision, side: Side) {
    if let SidePlayer::Training(opponent) = opponents.player(side) {
        if opponents.next.as_ref().is_none_or(|next| next.at != at) {
            let order = lesson::training_order(world, side, opponent);
            let record = |order| DecisionRecord {
                at,
                side,
                unit: None,
                turn: (0, 0),
                thought: AiDecision::from_order(order),
            };
            opponents.next = order.map(record);
        }
        return;
    }
    let seed = world.resource::<BattleSetup>().seed();
    let ai_player = match opponents.player(side).ai_player(seed, side) {
        Some(ai_player) => {
            let known = opponents.next.as_ref().is_some_and(|next| next.at == at);
            let asked = opponents.request.as_ref().is_some_and(|asked| asked.at == at && !asked.advice);
            if known || asked {
                return;
            }
            DecisionMaker::Player(ai_player)
        }
        None => {
            // Advice was requested, but its job is not sent yet.
            opponents.request.take_if(|asked| asked.at != at);
            if opponents.request.as_ref().is_none_or(|asked| asked.number > 0) {
                return;
            }
            DecisionMaker::Adviser(self::side_player::ai_seed(seed, side))
        }
    };
    let advice = !opponents.player(side).is_ai();
    if opponents.thread.is_none() {
        opponents.thread = AiThread::start(world.resource::<WindowWaker>()).ok();
    }
    let Some(thinker) = &mut opponents.thread else { return hand_over_to_person(world, opponents, side) };
    let (setup, history) = (world.resource::<BattleSetup>(), world.resource::<History>());
    let orders: Vec<&Order> = history.records().iter().map(|chapter| &chapter.order).collect();
    let number = thinker.request((setup.bundle(), seed), &orders, ai_player);
    opponents.request = Some(DecisionRequest { at, number, advice });
}

#[cfg(test)]
mod tests;
