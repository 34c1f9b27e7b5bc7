//! Turns of the AI: when a decision is requested, and when its order is given.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::ai_orders::{go_on_without_decision, hand_over_to_person, issue_ai_order};
use super::ai_thread::{AiThread, DecisionMaker};
use super::decision_words::DecisionWords;
use super::side_player::{SidePlayer, ai_seed};
use super::{AiController, DecisionRecord, DecisionRequest};
use crate::battle_revision::BattleRevision;
use crate::board::BoardAnimation;
use crate::fast_forward::FastForward;
use crate::fault_guard::guard_computation;
use crate::free_move::{FreeMoves, follow_free_moves};
use crate::handover_screen::HandoverScreen;
use crate::redraw::{NextFrame, WindowWaker};
use crate::replay::ReplayPlayback;
use crate::session::{Screen, Session};
use crate::settings::Settings;
use battle::{BattleSetup, History, Order, PendingPrompt, RoundState};
use model::{Side, UnitId};

/// Requests decisions and gives AI orders when they are due.
pub(crate) fn run_ai_players(world: &mut World) {
    let playing = *world.resource::<State<Screen>>().get() == Screen::Battle
        && battle::is_set_up(world)
        && !world.contains_resource::<ReplayPlayback>();
    if !playing {
        let mut opponents = world.resource_mut::<AiController>();
        if opponents.side_to_act.is_some() {
            (opponents.side_to_act, opponents.acting_side) = (None, None);
            opponents.free_moves = FreeMoves::default();
        }
        return;
    }
    let due = ai::side_to_act(world);
    let acting = world.resource::<RoundState>().acting();
    let unit = match world.resource::<PendingPrompt>().open_prompt() {
        Some(open) => Some(open.prompt().who),
        None => acting,
    };
    let acting_side = match acting {
        Some(unit) if world.resource::<PendingPrompt>().open_prompt().is_some() => {
            battle::with_view(world, |view| view.unit_ignoring_fog(unit).map(|unit| *unit.side))
        }
        _ => due.filter(|_| acting.is_some()),
    };
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    world.resource_scope(|world, mut opponents: Mut<AiController>| {
        let opponents = opponents.as_mut();
        let at = BattleRevision::without_viewer(world);
        let persons = opponents.person_sides(world.resource::<BattleSetup>().bundle().skirmish.sides.len());
        let due = follow_free_moves(world, &mut opponents.free_moves, (at, &persons)).or(due);
        (opponents.side_to_act, opponents.acting_side) = (due, acting_side);
        let settled = opponents.seen.is_some_and(|(seen, _)| seen == at);
        if !settled || world.resource::<BoardAnimation>().is_busy() {
            opponents.seen = Some((at, now));
        }
        if opponents.advice.as_ref().is_some_and(|advice| advice.at != at) {
            opponents.advice = None;
        }
        let Some(side) = due else { return };
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
                    issue_ai_order(world, opponents, side, next.decision.order);
                    // The panels of this frame show the position after the order.
                    opponents.side_to_act = ai::side_to_act(world);
                    world.write_message(RequestRedraw);
                }
            }
            Some(rest) => world.resource_mut::<NextFrame>().within(rest),
            None => {}
        }
    });
}

/// Whether an order may be given while the board still shows plain ones: it is neither an attack nor an answer.
fn is_quiet(order: &Order) -> bool {
    matches!(
        order,
        Order::Move { .. }
            | Order::AnnounceRun { .. }
            | Order::SpecialAction { target: None, .. }
            | Order::TakeCover { .. }
            | Order::DropProne { .. }
            | Order::StandUp { .. }
            | Order::Reload { .. }
            | Order::Ready { .. }
            | Order::Delay { .. }
            | Order::EndPhase { .. }
    )
}

/// Whether the last order touched no unit of a person: the next one follows without a pause.
fn follows_plain_order(world: &World) -> bool {
    let last = world.get_resource::<History>().and_then(|history| history.records().len().checked_sub(1));
    last.is_some_and(|last| world.resource::<BoardAnimation>().is_plain(last))
}

/// Least seconds for which the AI waits behind a critical injury or the fall of a unit of a person.
const GRAVE_PAUSE: f64 = 1.5;

/// Whether the last order injured a unit of a person critically or took it out of action.
fn follows_grave_order(world: &World) -> bool {
    let last = world.get_resource::<History>().and_then(|history| history.records().len().checked_sub(1));
    last.is_some_and(|last| world.resource::<BoardAnimation>().is_grave(last))
}

/// Returns how long the AI waits before its next order; `None` while the board shows events, the AI is paused, or a
/// handover is in progress. Behind plain orders it waits only on a board without animations, and with a quiet order not for the board.
fn time_until_order(world: &World, opponents: &AiController, now: f64) -> Option<Duration> {
    let away = world.resource::<Session>().paused || world.resource::<HandoverScreen>().is_active();
    let board = world.resource::<BoardAnimation>();
    let is_plain = follows_plain_order(world);
    let is_next_quiet = opponents.next.as_ref().is_some_and(|next| is_quiet(&next.decision.order));
    let waits_for_board = board.is_busy() && !(is_plain && is_next_quiet && board.may_fall_behind());
    if opponents.paused || away || waits_for_board {
        return None;
    }
    let (_, since) = opponents.seen?;
    let usual = world.resource::<Settings>().ai_pace.seconds();
    let pause = if is_plain { f64::from(board.plain_pause()) } else { usual };
    let pause = if usual > 0.0 && follows_grave_order(world) { pause.max(GRAVE_PAUSE) } else { pause };
    let left = world.resource::<FastForward>().shorten_pause(pause) - (now - since);
    Some(Duration::from_secs_f64(left.max(0.0)))
}

/// Accepts a decision if the battle is still at the position it was made for.
pub(super) fn receive_decision(
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
                if opponents.request.take().is_some_and(|request| request.at == at) {
                    go_on_without_decision(world, opponents, at, side);
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
        let record = answer.decision.map(|decision| {
            let words = battle::with_view(world, |view| DecisionWords::write(view, unit, &decision));
            DecisionRecord { at, side, unit, turn, decision, words }
        });
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
            let order = guard_computation("A decision of the opponent", || {
                lesson::training_order(world, side, opponent)
            });
            match order {
                Ok(order) => {
                    opponents.next = order.map(|order| DecisionRecord::without_reasons(at, side, order));
                }
                Err(_) => go_on_without_decision(world, opponents, at, side),
            }
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
            DecisionMaker::Adviser(ai_seed(seed, side))
        }
    };
    let advice = !opponents.player(side).is_ai();
    if opponents.thread.is_none() {
        opponents.thread = AiThread::start(world.resource::<WindowWaker>()).ok();
    }
    let Some(thinker) = &mut opponents.thread else { return hand_over_to_person(world, opponents, side) };
    let (setup, history) = (world.resource::<BattleSetup>(), world.resource::<History>());
    let orders: Vec<&Order> = history.records().iter().map(|chapter| &chapter.order).collect();
    let number = thinker.request(setup, &orders, ai_player);
    opponents.request = Some(DecisionRequest { at, number, advice });
}

#[cfg(test)]
mod tests {
    use super::super::AiPace;
    use super::*;

    #[test]
    fn fast_forward_shortens_the_pause_of_the_ai() {
        let mut world = World::new();
        world.insert_resource(Session::default());
        world.insert_resource(HandoverScreen::default());
        world.insert_resource(BoardAnimation::default());
        world.insert_resource(Settings { ai_pace: AiPace::Slow, ..Settings::default() });
        world.insert_resource(FastForward::default());
        let opponents =
            AiController { seen: Some((BattleRevision::default(), 10.0)), ..AiController::default() };
        let rest = |world: &World| time_until_order(world, &opponents, 10.1).expect("it waits").as_millis();
        assert_eq!(rest(&world), 1500);
        world.insert_resource(FastForward::held_for_tests());
        assert_eq!(rest(&world), 166, "a sixth of 1.6 s, less what has passed");
    }

    #[test]
    fn behind_plain_orders_the_ai_waits_neither_for_a_pause_nor_with_a_quiet_order_for_the_board() {
        let mut world = crate::panel::tests::shipped_battle("warehouse");
        world.insert_resource(Session::default());
        world.insert_resource(HandoverScreen::default());
        world.insert_resource(BoardAnimation::default());
        world.insert_resource(Settings::default());
        world.insert_resource(FastForward::default());
        let at = BattleRevision::default();
        let rest = |world: &World, order: Order| {
            let next = Some(DecisionRecord::without_reasons(at, Side(1), order));
            let opponents = AiController { seen: Some((at, 10.0)), next, ..AiController::default() };
            time_until_order(world, &opponents, 10.0).map(|rest| rest.as_millis())
        };
        let unit = UnitId(0);
        let [quiet, loud] =
            [Order::EndPhase { unit }, Order::attack(unit, battle::Target::Unit(UnitId(1)), 0, None)];
        assert_eq!(rest(&world, quiet.clone()), Some(700));
        let records = world.resource::<History>().records().len();
        let mut board = world.resource_mut::<BoardAnimation>();
        (0..records).for_each(|record| board.note_plain_for_tests(record));
        assert_eq!(rest(&world, loud.clone()), Some(0));
        world.resource_mut::<BoardAnimation>().set_plain_pause_for_tests(0.25);
        assert_eq!(rest(&world, loud.clone()), Some(250), "the board has shown a walk at once");
        world.resource_mut::<BoardAnimation>().set_plain_pause_for_tests(0.0);
        world.resource_mut::<BoardAnimation>().set_busy_for_tests(true);
        assert_eq!([quiet.clone(), loud].map(|order| rest(&world, order)), [Some(0), None]);
        let mut board = BoardAnimation::default();
        board.set_busy_for_tests(true);
        world.insert_resource(board);
        assert_eq!(rest(&world, quiet.clone()), None, "what is shown concerns a person");
        world.insert_resource(BoardAnimation::default());
        world.insert_resource(Settings { ai_pace: AiPace::Fast, ..Settings::default() });
        assert!(rest(&world, quiet.clone()).is_some_and(|rest| rest < 700));
        world.resource_mut::<BoardAnimation>().note_grave_for_tests(records - 1);
        assert_eq!(rest(&world, quiet), Some(1500), "a unit of a person fell");
    }
}
