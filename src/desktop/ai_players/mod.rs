//! Opponents at the table: who plays a side, and the machine that thinks and orders where nobody does.
//!
//! The fight knows nothing of it. The machine thinks in a thread of its own and gives its orders through the door that
//! players' orders go through, once the board has shown the last one.

mod ai_thread;
mod decision_card;
mod decision_overlay;
mod side_player;

use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::EguiPrimaryContextPass;

use self::ai_thread::AiThread;
use crate::app_commands;
use crate::board::{BoardAnimation, BoardSystems, PaintSystems};
use crate::handover_screen;
use crate::handover_screen::HandoverScreen;
use crate::input::{ActionInput, InputAction};
use crate::menu::MenuSystems;
use crate::replay::ReplayPlayback;
use crate::session::{Screen, Session};
use crate::settings::Settings;
use ai::{AiDecision, AiPlayer, Difficulty};
use battle::journal;
use battle::journal::UndoError;
use battle::{BattleSetup, BattleView, History, Order, PendingPrompt, RoundState, Side, UnitId};

pub use self::side_player::{AiPace, SidePlayer, UnknownSide, assign_players};

/// How well whoever gives advice judges.
const ADVISER_DIFFICULTY: Difficulty = Difficulty::Brutal;

/// Where a fight stands: the fight, its orders, how often it was taken back.
type HistoryMoment = (usize, u64, usize, u32);

fn history_moment(setup: &BattleSetup, history: &History) -> HistoryMoment {
    let fight = Arc::as_ptr(setup.bundle()) as usize;
    (fight, setup.seed(), history.records().len(), history.rewinds())
}

/// A thought with what it is about.
#[derive(Clone, Debug)]
pub(crate) struct DecisionRecord {
    at: HistoryMoment,
    side: Side,
    unit: Option<UnitId>,
    thought: AiDecision,
}

/// A question to the thread.
struct DecisionRequest {
    at: HistoryMoment,
    number: u64,
    advice: bool,
}

/// Who plays which side, and what the machine is about.
#[derive(Resource, Default)]
pub(crate) struct AiController {
    seats: Vec<SidePlayer>,
    /// The side whose word is next, while a fight is played.
    side_to_act: Option<Side>,
    /// A person has stopped the machine.
    paused: bool,
    thread: Option<AiThread>,
    request: Option<DecisionRequest>,
    /// The order that is given once the board has shown the last one.
    next: Option<DecisionRecord>,
    /// What the board shows, and since when it has been at rest.
    seen: Option<(HistoryMoment, f64)>,
    /// The last thought that had something to weigh.
    last: Option<DecisionRecord>,
    /// Its reasons are shown.
    explaining: bool,
    /// What somebody at the screen could do now, in the machine's judgement.
    advice: Option<DecisionRecord>,
}

impl AiController {
    /// The same players with a clear head: another fight is shown.
    pub fn reset(&mut self) {
        let (seats, thinker) = (std::mem::take(&mut self.seats), self.thread.take());
        *self = Self { seats, thread: thinker, explaining: self.explaining, ..Self::default() };
    }

    /// Who plays the fight.
    pub fn assign_players(&mut self, seats: Vec<SidePlayer>) {
        self.seats = seats;
    }

    /// Who plays a side.
    pub fn player(&self, side: Side) -> SidePlayer {
        self.seats.get(usize::from(side.0)).copied().unwrap_or_default()
    }

    /// Gives a side another player.
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

    /// The sides of a skirmish that persons play.
    pub fn person_sides(&self, sides: usize) -> Vec<Side> {
        (0..sides as u8).map(Side).filter(|side| !self.player(*side).is_ai()).collect()
    }

    /// Whether the machine plays a side.
    pub fn has_ai_side(&self) -> bool {
        self.seats.iter().any(|player| player.is_ai())
    }

    /// The side whose word is next, if the machine plays it.
    pub fn ai_side_to_act(&self) -> Option<Side> {
        self.side_to_act.filter(|side| self.player(*side).is_ai())
    }

    /// A person has stopped the machine.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// The machine thinks about its next order.
    pub fn is_thinking(&self) -> bool {
        self.ai_side_to_act().is_some() && self.next.is_none() && !self.paused
    }

    /// Something is thought about, be it an order or advice.
    pub fn is_busy(&self) -> bool {
        self.request.is_some()
    }

    /// Stops the machine, or lets it go on.
    fn toggle_pause(&mut self) {
        self.paused = !self.paused;
    }

    /// What the machine thought may be shown: to whoever looks it gives nothing away.
    fn may_explain(&self, view: &BattleView) -> bool {
        let sides = view.setup().bundle().skirmish.sides.len();
        !view.has_fog_of_war() || self.person_sides(sides).is_empty()
    }

    /// Whether orders can be taken back to where a person was asked last, or the last one where nobody sits.
    pub fn may_undo(&self, view: &BattleView, history: &History) -> Result<(), UndoError> {
        journal::check_undo(view.setup(), history)?;
        if view.setup().bundle().skirmish.options.free_undo || !self.has_ai_side() {
            return Ok(());
        }
        for chapter in history.records().iter().rev() {
            if chapter.revealed {
                return Err(UndoError::Revealed);
            }
            let side = match &chapter.order {
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

pub(crate) fn plugin(app: &mut App) {
    let shown = in_state(Screen::Battle)
        .and_then(resource_exists::<BattleSetup>)
        .and_then(not(handover_screen::is_handover_active));
    app.init_resource::<AiController>()
        .add_systems(Update, handle_ai_keys.in_set(BoardSystems::Input).run_if(in_state(Screen::Battle)))
        .add_systems(
            EguiPrimaryContextPass,
            (
                self::decision_overlay::paint.in_set(PaintSystems::Under).run_if(in_state(Screen::Battle)),
                self::decision_card::show.after(BoardSystems::Paint).before(MenuSystems).run_if(shown),
            ),
        );
}

/// Keys that hold the machine, and ask it why.
fn handle_ai_keys(
    keys: ActionInput,
    mut opponents: ResMut<AiController>,
    replay: Option<Res<ReplayPlayback>>,
) {
    if replay.is_some() {
        return;
    }
    if keys.just_pressed(InputAction::HoldMachine) && opponents.has_ai_side() {
        opponents.toggle_pause();
    }
    if keys.just_pressed(InputAction::Why) {
        opponents.explaining = !opponents.explaining;
    }
    if keys.just_pressed(InputAction::Advice) {
        opponents.toggle_advice();
    }
}

impl AiController {
    /// Asks for advice, or puts it away.
    fn toggle_advice(&mut self) {
        if self.advice.take().is_some() || self.ai_side_to_act().is_some() {
            return;
        }
        let at = self.seen.map(|(at, _)| at);
        // The number comes with the question, which is asked with the world at hand.
        self.request = at.map(|at| DecisionRequest { at, number: 0, advice: true });
    }
}

/// Lets the machine think, and gives its orders when their time has come.
pub(crate) fn run_ai_players(world: &mut World) {
    let playing = *world.resource::<State<Screen>>().get() == Screen::Battle
        && battle::is_set_up(world)
        && !world.contains_resource::<ReplayPlayback>();
    if !playing {
        let mut opponents = world.resource_mut::<AiController>();
        if opponents.side_to_act.is_some() {
            opponents.side_to_act = None;
        }
        return;
    }
    let word = ai::side_to_act(world);
    let acting = world.resource::<RoundState>().acting();
    let unit = match world.resource::<PendingPrompt>().open_prompt() {
        Some(decision) => Some(UnitId(decision.prompt().who)),
        None => acting,
    };
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    world.resource_scope(|world, mut opponents: Mut<AiController>| {
        let opponents = opponents.as_mut();
        let at = history_moment(world.resource::<BattleSetup>(), world.resource::<History>());
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
        if opponents.request.is_some() || opponents.ai_side_to_act().is_some() && !opponents.paused {
            world.write_message(RequestRedraw);
        }
        if settled && opponents.ai_side_to_act().is_some() && is_order_due(world, opponents, now) {
            let ready = opponents.next.take_if(|next| next.at == at);
            if let Some(next) = ready {
                issue_ai_order(world, opponents, side, next.thought.order);
            }
        }
    });
}

/// Whether the next order may be given: everything was shown, nobody holds the machine, nobody is asked to look away.
fn is_order_due(world: &World, opponents: &AiController, now: f64) -> bool {
    let pause = world.resource::<Settings>().machine_pace.seconds();
    let rested = opponents.seen.is_some_and(|(_, since)| now - since >= pause);
    let away = world.resource::<Session>().paused || world.resource::<HandoverScreen>().is_active();
    rested && !opponents.paused && !away && !world.resource::<BoardAnimation>().is_busy()
}

/// Takes over what was thought, if the fight still stands where it was asked.
fn receive_decision(
    world: &mut World,
    opponents: &mut AiController,
    at: HistoryMoment,
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
        let Some(asked) = opponents.request.take_if(|asked| asked.number == answer.number) else { continue };
        if asked.at != at {
            continue;
        }
        let told = answer.thought.map(|thought| DecisionRecord { at, side, unit, thought });
        match told {
            Some(told) if asked.advice => opponents.advice = Some(told),
            Some(told) => {
                // That nothing is left to be done explains nothing.
                let idle = matches!(told.thought.order, Order::EndPhase { .. });
                if !idle && !told.thought.candidates.is_empty() || told.thought.candidates.len() > 1 {
                    opponents.last = Some(told.clone());
                }
                opponents.next = Some(told);
            }
            None => {
                opponents.thread = None;
                hand_over_to_person(world, opponents, side);
            }
        }
    }
}

/// Asks what is to be thought about now.
fn request_decision(world: &mut World, opponents: &mut AiController, at: HistoryMoment, side: Side) {
    let seed = world.resource::<BattleSetup>().seed();
    let mind = match opponents.player(side).ai_player(seed, side) {
        Some(mind) => {
            let known = opponents.next.as_ref().is_some_and(|next| next.at == at);
            let asked = opponents.request.as_ref().is_some_and(|asked| asked.at == at && !asked.advice);
            if known || asked {
                return;
            }
            mind
        }
        None => {
            // Of advice that is asked for the question is still to be put.
            opponents.request.take_if(|asked| asked.at != at);
            if opponents.request.as_ref().is_none_or(|asked| asked.number > 0) {
                return;
            }
            AiPlayer::new(ADVISER_DIFFICULTY, self::side_player::ai_seed(seed, side))
        }
    };
    let advice = !opponents.player(side).is_ai();
    if opponents.thread.is_none() {
        opponents.thread = AiThread::start().ok();
    }
    let Some(thinker) = &mut opponents.thread else { return hand_over_to_person(world, opponents, side) };
    let (setup, history) = (world.resource::<BattleSetup>(), world.resource::<History>());
    let orders: Vec<&Order> = history.records().iter().map(|chapter| &chapter.order).collect();
    let number = thinker.request((setup.bundle(), seed), &orders, mind);
    opponents.request = Some(DecisionRequest { at, number, advice });
}

/// The machine gives an order like a player. One that is refused ends the phase instead, and says so.
fn issue_ai_order(world: &mut World, opponents: &mut AiController, side: Side, order: Order) {
    let Err(refusal) = journal::submit_order(world, order.clone()) else {
        return app_commands::report_journal_error(world);
    };
    let name = battle::with_view(world, |view| view.side_name(side).to_owned());
    warn!("{name}, played by the machine, was refused {order:?}: {refusal}");
    app_commands::notify(world, format!("The machine of {name} was refused ({refusal}) and ends its phase."));
    let answer = world.resource::<PendingPrompt>().open_prompt().and_then(|decision| {
        let first = decision.prompt().answers.first()?;
        Some(Order::Decide { answer: first.key.clone() })
    });
    let acting = world.resource::<RoundState>().acting().map(|unit| Order::EndPhase { unit });
    let instead = answer.or(acting).unwrap_or(Order::Begin { side });
    if journal::submit_order(world, instead).is_err() {
        hand_over_to_person(world, opponents, side);
    }
    app_commands::report_journal_error(world);
}

/// Where the machine cannot go on, a person does.
fn hand_over_to_person(world: &mut World, opponents: &mut AiController, side: Side) {
    opponents.request = None;
    if !opponents.player(side).is_ai() {
        return app_commands::notify(world, "No advice can be had now.");
    }
    let name = battle::with_view(world, |view| view.side_name(side).to_owned());
    opponents.set_player(side, SidePlayer::Person);
    warn!("the machine cannot go on for {name}");
    app_commands::notify(world, format!("The machine cannot go on for {name}: a person plays on."));
}

/// Why an order of somebody at the screen is not given: it is the machine's to give.
pub(crate) fn order_refusal(world: &mut World, order: &Order) -> Option<String> {
    let turn = world.resource::<AiController>().ai_side_to_act()?;
    let side = match order {
        Order::Begin { side } => Some(*side),
        Order::Decide { .. } => Some(turn),
        Order::Surrender { .. } => None,
        order => battle::with_view(world, |view| {
            order.unit().and_then(|unit| view.unit_ignoring_fog(unit)).map(|unit| *unit.side)
        }),
    }?;
    let machine = world.resource::<AiController>().player(side).is_ai();
    machine.then(|| {
        let name = battle::with_view(world, |view| view.side_name(side).to_owned());
        format!("{name} is played by the machine.")
    })
}

/// Takes back what came since a person was asked last, and that person's order; where nobody sits, the last order.
pub(crate) fn undo_to_person(world: &mut World) -> Result<(), UndoError> {
    let allowed = world.resource_scope(|world, opponents: Mut<AiController>| {
        let history = world.resource::<History>().clone();
        battle::with_view(world, |view| opponents.may_undo(view, &history))
    });
    allowed?;
    journal::undo_last_order(world)?;
    let sides = world.resource::<BattleSetup>().bundle().skirmish.sides.len();
    if world.resource::<AiController>().person_sides(sides).is_empty() {
        world.resource_mut::<AiController>().paused = true;
        return Ok(());
    }
    let machines = |world: &mut World| {
        let word = ai::side_to_act(world);
        word.is_some_and(|side| world.resource::<AiController>().player(side).is_ai())
    };
    while machines(world) && journal::undo_last_order(world).is_ok() {}
    Ok(())
}

#[cfg(test)]
mod tests;
