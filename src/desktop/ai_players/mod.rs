//! AI players in the window: who plays which side, and when the AI decides and gives its orders.
//!
//! The battle is independent of it. Decisions are made on a separate thread; orders go through the same entry as a
//! player's, once the board has shown the previous one.

mod ai_orders;
mod ai_requests;
mod ai_thread;
mod ai_turns;
mod card_places;
mod decided_units;
mod decision_areas;
mod decision_card;
mod decision_legend;
mod decision_memory;
mod decision_overlay;
mod decision_words;
mod plan_words;
mod players_file;
mod side_player;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use self::ai_requests::{AiRequest, handle_ai_keys, handle_ai_requests};
use self::ai_thread::AiThread;
use self::decision_words::DecisionWords;
use crate::app_window::DrawSystems;
use crate::battle_revision::BattleRevision;
use crate::board::{InputSystems, PaintSystems, is_battle_shown};
use crate::free_move::FreeMoves;
use crate::session::{Intent, Screen, Session};
use ai::AiDecision;
use battle::journal;
use battle::journal::UndoError;
use battle::{BattleView, History, Order};
use model::{Cell, Side, UnitId};

pub(crate) use self::ai_orders::{order_refusal, undo_to_person};
pub(crate) use self::ai_turns::run_ai_players;
pub(crate) use self::decision_areas::{buttons_area, buttons_rect, card_rect};
pub(crate) use self::decision_card::DecisionCardShown;
pub(crate) use self::plan_words::direction_text;
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
    decision: AiDecision,
    /// What it does, in words for the state in which it was made.
    words: DecisionWords,
}

impl DecisionRecord {
    /// An order without reasons.
    fn without_reasons(at: BattleRevision, side: Side, order: Order) -> Self {
        let (decision, words) = (AiDecision::from_order(order), DecisionWords::default());
        Self { at, side, unit: None, turn: (0, 0), decision, words }
    }
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
    /// The side whose unit has its turn, while a battle is played.
    acting_side: Option<Side>,
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
    /// The decisions that can be explained, of the last turn of each unit, the oldest first.
    decisions: Vec<DecisionRecord>,
    /// Those of the finished battle that is replayed, until its end screen is shown again.
    decisions_aside: Vec<DecisionRecord>,
    /// Whether the card that explains one of them is open.
    explaining: bool,
    /// The unit whose last decision is explained; `None` for that of whichever unit decided last.
    explained_unit: Option<UnitId>,
    /// The unit with which the reasons were asked for last, if it had decided anything.
    asked_unit: Option<UnitId>,
    /// The current advice for a human player.
    advice: Option<DecisionRecord>,
    /// What a click would do, and the marked square, when advice was asked for last.
    choice_before_advice: (Intent, Option<Cell>),
}

impl AiController {
    /// Clears everything except the players, for another battle: its reasons are shown once they are asked for.
    pub fn reset(&mut self) {
        let (seats, thinker) = (std::mem::take(&mut self.seats), self.thread.take());
        *self = Self { seats, thread: thinker, ..Self::default() };
    }

    /// Clears everything except the players and the decisions, for the same battle that is taken up again. The card of reasons
    /// stays as it was.
    pub fn resume(&mut self) {
        let (decisions, aside) =
            (std::mem::take(&mut self.decisions), std::mem::take(&mut self.decisions_aside));
        let explaining = self.explaining;
        self.reset();
        (self.decisions, self.decisions_aside, self.explaining) = (decisions, aside, explaining);
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

    /// Whether a battle is played in which the AI plays a side.
    pub fn is_battle_with_ai(&self) -> bool {
        self.side_to_act.is_some() && self.has_ai_side()
    }

    /// Returns the side that has to act, if the AI plays it.
    pub fn ai_side_to_act(&self) -> Option<Side> {
        self.side_to_act.filter(|side| self.player(*side).is_ai())
    }

    /// Whether a unit of an AI player has its turn, whoever has to act in it.
    pub fn is_ai_turn(&self) -> bool {
        self.acting_side.is_some_and(|side| self.player(side).is_ai())
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

    /// Lets the AI play the side that has to act, or a person, in a test that runs no AI.
    #[cfg(test)]
    pub(crate) fn set_player_to_act_for_tests(&mut self, side: Side, player: SidePlayer) {
        self.set_player(side, player);
        self.side_to_act = Some(side);
    }

    /// Pauses the AI, or lets it play on.
    pub fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
    }

    /// Whether the AI is paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether orders that touch no unit of a person may be shown faster than usual: not while their reasons are read, nor in a
    /// lesson.
    pub fn may_hurry(&self) -> bool {
        !self.explaining && !self.seats.iter().any(|player| matches!(player, SidePlayer::Training(_)))
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

    /// Switches the reasons on for a test without a window.
    #[cfg(test)]
    pub(crate) fn explain_for_tests(&mut self) {
        self.explaining = true;
    }

    /// Closes the card of advice or reasons; returns whether one was open. Reasons that were open before advice do not come back.
    pub fn close_card(&mut self) -> bool {
        self.explained_unit = None;
        let was_explaining = std::mem::take(&mut self.explaining);
        self.advice.take().is_some() || was_explaining
    }

    /// Closes the card of advice or reasons, with what was armed beside the advice; returns whether a card was open.
    pub fn dismiss_card(&mut self, session: &mut Session) -> bool {
        self.disarm_advised(session);
        self.close_card()
    }

    /// Gives up the aim and the mark that were chosen since the current advice was asked for: whoever dismisses it does not mean
    /// them any more. What was chosen before stays.
    fn disarm_advised(&self, session: &mut Session) {
        if self.advice.is_none() {
            return;
        }
        let (intent, marked) = self.choice_before_advice;
        if session.intent != intent {
            if session.ends_aim_with_list() {
                session.close_list();
            }
            session.choose_intent(Intent::Move);
            session.multiple_attacks = None;
        }
        if session.marked != marked {
            (session.marked, session.warned) = (None, None);
        }
    }

    /// Returns the order that the current advice suggests; `None` without advice, and for advice that is no order.
    pub(crate) fn advised_order(&self) -> Option<&Order> {
        let order = &self.advice.as_ref()?.decision.order;
        (!matches!(order, Order::Begin { .. })).then_some(order)
    }

    /// Returns why there is no advice now; `None` if there is some, or if it is open and can be dismissed.
    fn advice_refusal(&self) -> Option<&'static str> {
        match self.side_to_act {
            _ if self.advice.is_some() => None,
            None => Some("No advice: no unit has to act now."),
            Some(_) if self.ai_side_to_act().is_some() => {
                Some("Advice waits for your turn: the AI acts now.")
            }
            Some(_) if self.free_mover().is_some() => {
                Some("There is no advice for a move outside of the turn.")
            }
            Some(_) => None,
        }
    }

    /// Requests advice, or dismisses it with what was armed beside it; returns whether it was requested.
    fn toggle_advice(&mut self, session: &mut Session) -> bool {
        if self.advice.is_some() {
            self.dismiss_card(session);
            return false;
        }
        if self.advice_refusal().is_some() {
            return false;
        }
        self.choice_before_advice = (session.intent, session.marked);
        let at = self.seen.map(|(at, _)| at);
        // The job number is filled in by `request_decision`.
        self.request = at.map(|at| DecisionRequest { at, number: 0, advice: true });
        self.request.is_some()
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

#[cfg(test)]
mod tests;
