//! Tests of the pace of plain records.

use bevy_egui::egui::{Vec2, vec2};

use super::*;
use crate::ai_players::{AiPace, SidePlayer};
use crate::board::effects::marks::Moment;
use crate::sound::PlaySound;
use battle::{EventRecord, Order};
use model::Cell;
use rules::DownState;

/// The length of a turn in which so many units walk, in groups of at most a number, with walks of this usual length.
fn turn_seconds(units: usize, group: usize, usual: f32) -> f32 {
    let (mut spent, mut waiting) = (0.0, units);
    while waiting > 0 {
        let shown = group.min(waiting);
        spent += usual / plain_factor(usual, 3.0 - spent, (shown, waiting));
        waiting -= shown;
    }
    spent
}

#[test]
fn twenty_walks_take_three_seconds_and_two_their_usual_time() {
    for group in [1, 2, MOST_TOGETHER] {
        let seconds = turn_seconds(20, group, 1.2);
        assert!((seconds - 3.0).abs() < 1e-3, "{seconds} s in groups of {group}");
    }
    assert!((turn_seconds(2, 1, 1.2) - 2.4).abs() < 1e-5, "at the usual speed");
}

#[test]
fn walks_are_the_faster_the_more_of_them_wait() {
    let factors = [1, 4, 8, 20].map(|waiting| plain_factor(1.2, 3.0, (1, waiting)));
    assert_eq!(factors[0], 1.0);
    assert!(factors.windows(2).all(|pair| pair[0] < pair[1]), "{factors:?}");
    let last = plain_factor(1.2, 0.0, (1, 1));
    assert!((last - 12.0).abs() < 1e-4, "{last}: shown for a moment once nothing is left");
}

/// The walk of a unit along a row of squares, from the first to the last column.
fn walk(unit: u32, row: f32, columns: std::ops::RangeInclusive<u8>) -> AnimationStep {
    let way: Vec<Vec2> = columns.map(|column| vec2(f32::from(column) + 0.5, row + 0.5)).collect();
    let tiles = vec![None; way.len() - 1];
    AnimationStep::Walk { unit: UnitId(unit), way, tiles }
}

/// A board that is to show these steps, each of a record of its own, of which those are plain.
fn board_with(steps: Vec<AnimationStep>, plain: &[usize]) -> BoardAnimation {
    let mut board = BoardAnimation::default();
    let numbered = steps.into_iter().enumerate();
    board.steps.extend(numbered.map(|(record, step)| (Moment { record, event: 0 }, step)));
    plain.iter().for_each(|record| board.note_plain_for_tests(*record));
    board
}

#[test]
fn walks_that_cross_no_square_are_shown_at_once() {
    let sound = PlaySound { effect: SoundEffect::TurnBegins, at: None, delay: 0.0 };
    let steps =
        || vec![walk(1, 0.0, 0..=3), AnimationStep::Hear(sound), walk(2, 1.0, 0..=3), walk(3, 0.0, 3..=5)];
    let mut board = board_with(steps(), &[0, 1, 2, 3]);
    board.begin_group(3.0);
    assert_eq!((board.pace.together, board.steps.len()), (2, 3), "the third one follows the first");
    assert!(!board.is_hurried(), "there is time");
    let mut board = board_with(steps(), &[0, 1, 3]);
    board.begin_group(3.0);
    assert_eq!((board.pace.together, board.steps.len()), (1, 4), "something else comes between");
    let mut board = board_with(vec![walk(1, 0.0, 0..=1), walk(1, 5.0, 0..=1)], &[0, 1]);
    board.begin_group(3.0);
    assert_eq!(board.pace.together, 1, "the same unit");
}

#[test]
fn what_is_not_plain_and_what_is_shown_again_keeps_its_speed() {
    let steps = || (0..9).map(|unit| walk(unit, unit as f32, 0..=9)).collect::<Vec<_>>();
    let all: Vec<usize> = (0..9).collect();
    let begun = |mut board: BoardAnimation| {
        board.begin_group(0.5);
        (board.pace.together, board.is_hurried())
    };
    assert_eq!(begun(board_with(steps(), &all)), (MOST_TOGETHER, true));
    assert_eq!(begun(board_with(steps(), &[])), (1, false));
    let mut again = board_with(steps(), &all);
    again.is_replaying = true;
    assert_eq!(begun(again), (1, false));
}

#[test]
fn the_battle_goes_on_behind_a_few_plain_walks_only() {
    let walks = |count: u32| (0..count).map(|unit| walk(unit, unit as f32, 0..=2)).collect::<Vec<_>>();
    assert!(board_with(walks(3), &[0, 1, 2]).may_fall_behind());
    assert!(!board_with(walks(3), &[0, 2]).may_fall_behind(), "one of them concerns a person");
    let many: Vec<usize> = (0..MOST_WAITING).collect();
    assert!(!board_with(walks(MOST_WAITING as u32), &many).may_fall_behind());
}

#[test]
fn a_question_waits_for_plain_walks_that_came_before_it() {
    let walks = || vec![walk(1, 0.0, 0..=2), walk(2, 1.0, 0..=2)];
    assert!(board_with(walks(), &[0]).holds_question());
    assert!(!board_with(walks(), &[]).holds_question(), "the question is about one of them");
    let mut again = board_with(walks(), &[0]);
    again.is_replaying = true;
    assert!(!again.holds_question(), "what happened long ago is watched again");
}

#[test]
fn only_what_touches_no_unit_of_a_person_is_plain() {
    let mut world = crate::panel::tests::shipped_battle("warehouse");
    battle::with_view(&mut world, |view| {
        let of_side = |side| *view.units().find(|unit| *unit.side == Side(side)).expect("it has units").id;
        let (own, enemy) = (of_side(0), of_side(1));
        let is_plain = |events: Vec<BattleEvent>, persons: &[Side]| {
            let events = events.into_iter().map(EventRecord::new).collect();
            let order = Order::EndPhase { unit: enemy };
            let record = OrderRecord { order, round: 1, pass: 1, events, revealed: false };
            is_plain_record(view, &record, persons)
        };
        let step = |unit| BattleEvent::Stepped { unit, from: Cell::new(1, 1), to: Cell::new(1, 2) };
        let falls = BattleEvent::WentDown { unit: enemy, by: None, down: DownState::Dead };
        let seen = BattleEvent::Spotted { side: Side(0), unit: enemy, at: Cell::new(1, 2) };
        let aims = |target| BattleEvent::SpecialActionDone {
            unit: enemy,
            action: "aim".to_owned(),
            label: Default::default(),
            target,
        };
        let persons = [Side(0)];
        assert!(is_plain(vec![step(enemy), BattleEvent::PhaseBegan { unit: own }], &persons));
        assert!(!is_plain(vec![step(enemy), step(own)], &persons), "a unit of the person moves");
        assert!(!is_plain(vec![step(enemy), falls], &persons), "a knock-out");
        assert!(!is_plain(vec![step(enemy), seen], &persons), "it comes into view");
        assert!(!is_plain(vec![BattleEvent::HoldCounted { objective: 0, rounds: 1 }], &persons));
        assert!(is_plain(vec![aims(None)], &persons) && !is_plain(vec![aims(Some(own))], &persons));
        assert!(!is_plain(vec![step(enemy)], &[]), "without persons the battle is watched");
    });
}

/// An order of a unit that walks one square.
fn walk_record(unit: UnitId) -> OrderRecord {
    let step = BattleEvent::Stepped { unit, from: Cell::new(1, 1), to: Cell::new(1, 2) };
    let (order, events) = (Order::EndPhase { unit }, vec![EventRecord::new(step)]);
    OrderRecord { order, round: 1, pass: 1, events, revealed: false }
}

/// Calls a function with the warehouse, the players of a battle in which the AI plays the second side, and a unit of it.
fn with_ai_unit(test: impl FnOnce(&BattleView, &AiController, UnitId)) {
    let mut world = crate::panel::tests::shipped_battle("warehouse");
    let mut players = AiController::default();
    players.set_player(Side(1), SidePlayer::Ai { difficulty: ai::Difficulty::Hard, personality: None });
    battle::with_view(&mut world, |view| {
        let enemy = *view.units().find(|unit| *unit.side == Side(1)).expect("it has units").id;
        test(view, &players, enemy);
    });
}

#[test]
fn a_record_about_which_a_person_was_asked_keeps_its_speed() {
    with_ai_unit(|view, players, enemy| {
        let records = [walk_record(enemy), walk_record(enemy)];
        let settings = Settings::default();
        let mut board = BoardAnimation::default();
        board.note_records(view, (&records[..1], 0), (players, &settings));
        assert!(board.is_plain(0));
        board.pace.note(0, false); // a question was open
        board.note_records(view, (records.as_slice(), 1), (players, &settings));
        assert!(!board.is_plain(0) && board.is_plain(1), "the answer is a record of its own");
    });
}

#[test]
fn without_animations_the_ai_pauses_behind_walks_and_all_pauses_take_a_few_seconds() {
    with_ai_unit(|view, players, enemy| {
        let records = [walk_record(enemy)];
        let pause = |settings: &Settings| {
            let mut board = BoardAnimation::default();
            board.note_records(view, (records.as_slice(), 0), (players, settings));
            (board.plain_pause(), board.pace.spent)
        };
        let still = Settings { reduced_motion: true, ..Settings::default() };
        let (seconds, spent) = pause(&still);
        assert!(seconds >= LEAST_SECONDS && f64::from(seconds) <= 0.7 + 1e-6, "{seconds} s");
        assert_eq!(spent, seconds);
        assert_eq!(pause(&Settings::default()), (0.0, 0.0), "the board shows the walk");
        assert_eq!(pause(&Settings { ai_pace: AiPace::AtOnce, ..still }).0, 0.0);
    });
    let mut pace = PlainPace { to_come: 20, ..PlainPace::default() };
    while pace.to_come > 0 {
        pace.to_come -= 1;
        pace.plan_pause(true, (3.0, 0.7));
    }
    assert!((pace.spent - 3.0).abs() < 1e-3, "{} s for twenty units", pace.spent);
    pace.plan_pause(false, (3.0, 0.7));
    assert_eq!(pace.pause, 0.0, "no unit has walked");
}
