//! Questions that keys and prepared answers answer.

use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;

use super::TestDesk;
use crate::ai_players::{AiController, DecisionCardShown, SidePlayer};
use crate::board::interaction::keyboard;
use crate::input::{self, InputAction};
use crate::panel;
use crate::redraw::{NextFrame, WindowWaker};
use crate::session::{Intent, Session};
use battle::Order;
use battle::journal;
use model::{Cell, Direction, Side, UnitId};
use rules::Book;

/// A battle in which an attacked unit is asked for its defence; returns the unit and the keys of the answers.
fn desk_with_question_of_defence() -> (TestDesk, UnitId, Vec<String>) {
    let mut desk = TestDesk::open(Book::SwanSong);
    for _ in 0..30 {
        let (unit, _, cell) = desk.go_to_attacker();
        desk.click(cell);
        desk.click(cell);
        let asked = desk.read(|view| {
            let prompt = view.open_prompt()?.prompt();
            let keys = prompt.answers.iter().map(|answer| answer.key.clone()).collect();
            (prompt.clause == DEFENCE && prompt.answers.len() > 1).then_some((prompt.who, keys))
        });
        if let Some((who, keys)) = asked {
            return (desk, who, keys);
        }
        while desk.read(|view| view.open_prompt().is_some()) {
            desk.key("Enter");
        }
        if desk.read(|view| view.round().acting()) == Some(unit) {
            journal::submit_order(desk.app.world_mut(), Order::EndPhase { unit }).expect("it acts");
        }
    }
    panic!("no unit is asked for a defence");
}

/// Clause of the question for a defence in Swan Song.
const DEFENCE: &str = "SS-ATK-07";

#[test]
fn a_defence_is_given_from_an_expected_damage_on_and_the_log_says_why() {
    let (mut desk, who, keys) = desk_with_question_of_defence();
    let (standard, better) = (keys[0].clone(), keys[1].clone());
    let before = desk.orders().len();
    panel::set_condition_for_tests(desk.app.world_mut(), (who, DEFENCE), (&better, 990, None));
    desk.frame();
    assert_eq!(desk.orders().len(), before, "less damage is expected: the player is asked");
    let below = (better.as_str(), 990, Some(standard.as_str()));
    panel::set_condition_for_tests(desk.app.world_mut(), (who, DEFENCE), below);
    desk.frame();
    assert_eq!(desk.orders().get(before), Some(&Order::Decide { answer: standard }), "the answer below");
    let lines = panel::automatic_answers_for_tests(desk.app.world_mut(), None);
    let [line] = lines.as_slice() else { panic!("{lines:?}") };
    assert!(
        line.contains(" automatically answers ")
            && line.contains("average damage ")
            && line.ends_with(", less than 99.0"),
        "{line}"
    );
    let side = desk.read(|view| *view.unit(who).expect("it is there").side);
    assert_eq!(panel::automatic_answers_for_tests(desk.app.world_mut(), Some(side)).len(), 1);
    let other = Side(1 - side.0);
    let seen = panel::automatic_answers_for_tests(desk.app.world_mut(), Some(other));
    assert!(seen.is_empty(), "the other side does not know it: {seen:?}");
    desk.key("U");
    assert!(desk.read(|view| view.open_prompt().is_some()), "after an undo the player is asked");
    assert!(panel::automatic_answers_for_tests(desk.app.world_mut(), None).is_empty());

    let (mut desk, who, keys) = desk_with_question_of_defence();
    let (before, better) = (desk.orders().len(), keys[1].clone());
    panel::set_condition_for_tests(desk.app.world_mut(), (who, DEFENCE), (&better, 1, None));
    desk.frame();
    assert_eq!(
        desk.orders().get(before),
        Some(&Order::Decide { answer: better }),
        "the journal has the answer"
    );
    let lines = panel::automatic_answers_for_tests(desk.app.world_mut(), None);
    assert!(lines.len() == 1 && lines[0].ends_with(", at least 0.1"), "{lines:?}");
}

#[test]
fn a_question_that_is_answered_without_asking_is_not_shown() {
    let (mut desk, who, keys) = desk_with_question_of_defence();
    desk.frame();
    assert!(!panel::is_question_hidden_for_tests(desk.app.world()), "the player is asked");
    let before = desk.orders().len();
    panel::set_condition_for_tests(desk.app.world_mut(), (who, DEFENCE), (&keys[1], 1, None));
    for system in desk.systems.clone() {
        desk.app.world_mut().run_system(system).expect("the system runs");
    }
    assert_eq!(desk.orders().len(), before, "the answer is given in the next frame");
    assert!(panel::is_question_hidden_for_tests(desk.app.world()), "until then it is not shown");
}

#[test]
fn ss_base_26_karma_is_offered_once_the_question_is_answered() {
    let (mut desk, who, _) = desk_with_question_of_defence();
    let offers = |desk: &mut TestDesk| {
        let asks = |view: &battle::BattleView| view.unit(who).is_some_and(|unit| unit.karma.karma().plan.ask);
        desk.read(asks)
    };
    assert!(!offers(&mut desk), "the question does not offer it");
    panel::offer_karma_for_tests(desk.app.world_mut(), who);
    desk.frame();
    assert!(!offers(&mut desk), "no such order while a question is open");
    while desk.read(|view| view.open_prompt().is_some()) {
        desk.key("Enter");
    }
    desk.frame();
    desk.frame();
    let fights = desk.read(|view| view.unit(who).is_some_and(|unit| unit.is_fighting()));
    assert_eq!(offers(&mut desk), fights, "unless the attack took it out: {:?}", desk.orders().last());
}

#[test]
fn a_unit_announces_its_best_attack_without_being_asked() {
    let mut desk = TestDesk::open(Book::Aberrant);
    let asked = |desk: &mut TestDesk| {
        desk.read(|view| view.queue_candidates().map(|(unit, candidates)| (unit, candidates.len())))
    };
    let (unit, candidates) = asked(&mut desk).expect("attacks are announced first");
    assert!(candidates > 0);
    let before = desk.orders().len();
    panel::announce_best_for_tests(desk.app.world_mut(), unit);
    desk.frame();
    let Some(Order::Decide { answer }) = desk.orders().get(before).cloned() else {
        panic!("it announces: {:?}", desk.orders())
    };
    assert_ne!(asked(&mut desk).map(|(unit, _)| unit), Some(unit), "{answer}: the next unit is asked");
    let lines = panel::automatic_answers_for_tests(desk.app.world_mut(), None);
    assert!(
        lines.len() == 1 && lines[0].ends_with(": the best attack, as chosen for this unit"),
        "{lines:?}"
    );
    desk.key("U");
    assert_eq!(asked(&mut desk).map(|(unit, _)| unit), Some(unit), "after an undo the player is asked");
}

/// A battle in which a side is asked what its symbols buy, with the key of the answer that buys nothing.
fn desk_with_symbols() -> TestDesk {
    let mut desk = TestDesk::open(Book::CombatChecks);
    for _ in 0..30 {
        let (unit, _, cell) = desk.go_to_attacker();
        desk.click(cell);
        desk.click(cell);
        let buys = |view: &battle::BattleView| {
            let prompt = view.open_prompt()?.prompt();
            rules::play::spending_offer(prompt, view.rules())
        };
        if desk.read(|view| buys(view).is_some()) {
            return desk;
        }
        while desk.read(|view| view.open_prompt().is_some()) {
            desk.key("Enter");
        }
        if desk.read(|view| view.round().acting()) == Some(unit) {
            journal::submit_order(desk.app.world_mut(), Order::EndPhase { unit }).expect("it acts");
        }
    }
    panic!("no symbols are left to spend");
}

#[test]
fn what_symbols_buy_is_ticked_by_keys_and_given_by_enter() {
    let mut desk = desk_with_symbols();
    let before = desk.orders().len();
    desk.key("0");
    assert_eq!(desk.orders().len(), before, "the key for nothing takes the ticks away and answers nothing");
    desk.key("Enter");
    let given = desk.orders().get(before).cloned();
    assert_eq!(given, Some(Order::Decide { answer: "stop".to_owned() }), "nothing is ticked");
}

#[test]
fn after_a_question_the_acting_unit_is_selected_and_its_turn_can_end_whatever_is_selected() {
    let mut desk = desk_with_symbols();
    let system = panel::register_asked_unit(desk.app.world_mut());
    desk.systems.push(system);
    desk.frame();
    let unit = desk.acting();
    let enemy = desk.read(|view| {
        let own = view.unit(unit).map(|unit| *unit.side);
        view.units().find(|other| Some(*other.side) != own && other.is_fighting()).map(|other| *other.id)
    });
    let mut looked_at = 0;
    for _ in 0..20 {
        if !desk.read(|view| view.open_prompt().is_some()) {
            break;
        }
        desk.app.world_mut().resource_mut::<Session>().selected = enemy;
        desk.key("Enter");
        looked_at += 1;
    }
    assert!(looked_at > 0 && desk.read(|view| view.open_prompt().is_none()));
    assert_eq!((desk.acting(), desk.session().selected), (unit, Some(unit)), "the enemy is left");
    desk.app.world_mut().resource_mut::<Session>().selected = enemy;
    desk.frame();
    desk.key("Backspace");
    if desk.session().ending.is_some() {
        desk.key("Enter");
    }
    assert!(desk.orders().contains(&Order::EndPhase { unit }), "{:?}", desk.session().notice);
}

#[test]
fn cc_adv_02_a_purchase_keeps_its_number_while_it_is_ticked() {
    let mut desk = desk_with_symbols();
    let count = desk.read(|view| view.open_prompt().map_or(0, |open| open.prompt().answers.len()));
    assert!(count >= 2, "something is offered besides the end: {count}");
    let before = desk.orders().len();
    desk.key("0");
    for number in (1..count).take(9) {
        // The second press of a number takes away what the first one has ticked; what cannot be paid keeps its number too.
        for _ in 0..2 {
            desk.key(&number.to_string());
        }
        assert_eq!(desk.orders().len(), before, "{number}");
    }
    desk.key("Enter");
    let given = desk.orders().get(before).cloned();
    assert_eq!(given, Some(Order::Decide { answer: "stop".to_owned() }), "nothing is left ticked");
}

#[test]
fn enter_answers_the_open_prompt_and_escape_steps_back() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let (unit, _, cell) = desk.go_to_attacker();
    // The question whether the turn ends: Esc closes it, Enter confirms it.
    desk.key("Backspace");
    assert_eq!(desk.session().ending, Some(unit));
    desk.key("Esc");
    assert!(desk.session().ending.is_none() && !desk.session().paused);
    // Esc drops the mark, then the aim, then opens the menu.
    desk.click(cell);
    desk.key("Esc");
    assert!(desk.session().marked.is_none() && matches!(desk.session().intent, Intent::Attack { .. }));
    desk.key("Esc");
    assert_eq!(desk.session().intent, Intent::Move);
    desk.key("Esc");
    assert!(desk.session().paused);
    desk.key("Esc");
    assert!(!desk.session().paused);
    // An attack asks for a defence: Enter takes the default.
    desk.click(cell);
    desk.click(cell);
    if desk.read(|view| view.open_prompt().is_some()) {
        let before = desk.orders().len();
        desk.key("Enter");
        assert!(
            matches!(desk.orders().get(before), Some(Order::Decide { .. })),
            "{:?}",
            desk.orders().last()
        );
    }
    while desk.read(|view| view.open_prompt().is_some()) {
        desk.key("Enter");
    }
    // With nothing hovered but the own square, Enter confirms the end of the turn.
    let acting = desk.acting();
    desk.key("Backspace");
    if desk.session().ending.is_some() {
        desk.key("Enter");
    }
    assert!(desk.orders().contains(&Order::EndPhase { unit: acting }));
}

#[test]
fn escape_returns_to_the_asked_unit_and_then_opens_the_menu_during_a_question() {
    let (mut desk, who, _) = desk_with_question_of_defence();
    let acting = desk.acting();
    assert_ne!(acting, who, "the attacker acts");
    desk.app.world_mut().resource_mut::<Session>().selected = Some(acting);
    for _ in 0..5 {
        if !desk.session().paused {
            desk.key("Esc");
        }
    }
    assert!(desk.session().paused, "with nothing left to go back from, the menu opens");
    assert_eq!(desk.session().selected, Some(who), "the asked unit is shown");
    desk.key("Esc");
    assert!(!desk.session().paused);
    assert!(desk.read(|view| view.open_prompt().is_some()), "the question is still open");
}

#[test]
fn escape_goes_from_the_help_over_list_aim_and_selection_to_the_menu() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let (unit, _, cell) = desk.go_to_attacker();
    desk.click(cell);
    desk.key("2");
    assert!(desk.session().open_menu.is_some() && desk.session().marked == Some(cell));
    desk.app.world_mut().resource_mut::<Session>().help = true;
    let given = desk.orders().len();
    for key in ["Enter", "Tab"] {
        desk.key(key);
        assert_eq!((desk.orders().len(), desk.session().marked), (given, Some(cell)), "the help is in front");
    }
    desk.key("Esc");
    assert!(!desk.session().help && desk.session().open_menu.is_some(), "first the help");
    desk.key("Esc");
    assert!(desk.session().open_menu.is_none() && desk.session().marked.is_none(), "then the list");
    assert!(matches!(desk.session().intent, Intent::Attack { .. }));
    desk.key("Esc");
    assert_eq!(desk.session().intent, Intent::Move, "then the aim");
    let other = desk.read(|view| view.units().map(|other| *other.id).find(|id| *id != unit));
    desk.app.world_mut().resource_mut::<Session>().selected = other;
    desk.key("Esc");
    assert_eq!((desk.session().selected, desk.session().paused), (Some(unit), false), "then the selection");
    desk.key("Esc");
    assert!(desk.session().paused);
}

#[test]
fn escape_is_not_spent_on_a_card_that_is_not_shown() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    desk.app.world_mut().resource_mut::<AiController>().explain_for_tests();
    desk.key("Esc");
    assert!(desk.session().paused, "fog hides the reasons");
    desk.key("Esc");
    desk.app.world_mut().insert_resource(DecisionCardShown(true));
    desk.key("Esc");
    assert!(!desk.session().paused, "the first Esc closes the card");
    desk.key("Esc");
    assert!(desk.session().paused);
}

/// Lets the acting unit wait, with a question before each later unit.
fn wait_asking(desk: &mut TestDesk) {
    let unit = desk.acting();
    desk.app.world_mut().resource_mut::<Session>().asks_while_waiting = Some(unit);
    journal::submit_order(desk.app.world_mut(), Order::Delay { unit }).expect("it may wait");
    desk.frame();
}

#[test]
fn ss_delay_07_a_unit_that_waits_acts_after_the_next_enemy_without_questions() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let unit = desk.acting();
    let side = |desk: &mut TestDesk, id| desk.read(|view| view.unit(id).map(|unit| *unit.side));
    let own = side(&mut desk, unit);
    desk.key("H");
    let mut enemies = 0;
    for _ in 0..40 {
        for _ in 0..5 {
            desk.frame();
        }
        assert!(!desk.read(|view| view.open_prompt().is_some()), "it is answered");
        let acting = desk.acting();
        if acting == unit {
            break;
        }
        enemies += usize::from(side(&mut desk, acting) != own);
        journal::submit_order(desk.app.world_mut(), Order::EndPhase { unit: acting }).expect("it acts");
    }
    assert_eq!((desk.acting(), enemies), (unit, 1));
}

#[test]
fn waiting_is_asked_once_and_not_before_each_later_unit() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let unit = desk.acting();
    wait_asking(&mut desk);
    let asked = |desk: &mut TestDesk| {
        desk.read(|view| view.open_prompt().is_some_and(|open| open.prompt().who == unit))
    };
    let mut questions = 0;
    let pass = desk.read(|view| view.round().pass());
    for _ in 0..40 {
        if desk.read(|view| view.round().pass() != pass || view.round().number() != 1) {
            break;
        }
        if asked(&mut desk) {
            let clause = desk.read(|view| view.open_prompt().map(|open| open.prompt().clause));
            if clause != Some("SS-DELAY-05") {
                break; // the end of the pass
            }
            questions += 1;
            desk.key("Enter");
            continue;
        }
        let acting = desk.acting();
        journal::submit_order(desk.app.world_mut(), Order::EndPhase { unit: acting }).expect("it acts");
        desk.frame();
    }
    assert_eq!(questions, 1);
}

#[test]
fn a_key_pressed_as_a_prompt_appears_does_not_answer_it() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    desk.app.insert_resource(panel::AnswerKeyDelay::default());
    desk.app.insert_resource(NextFrame::new(WindowWaker::default()));
    // A unit for which the player chooses the moment is asked before the next one acts.
    wait_asking(&mut desk);
    for _ in 0..10 {
        if desk.read(|view| view.open_prompt().is_some()) {
            break;
        }
        let acting = desk.acting();
        journal::submit_order(desk.app.world_mut(), Order::EndPhase { unit: acting }).expect("it acts");
        desk.frame();
    }
    assert!(desk.read(|view| view.open_prompt().is_some()), "the waiting unit is asked");
    let before = desk.orders().len();
    for key in ["Enter", "Y", "1"] {
        desk.key(key);
        assert_eq!(desk.orders().len(), before, "{key} came too soon");
    }
    assert!(
        desk.app.world().resource::<NextFrame>().is_requested(),
        "an idle window has a frame when keys count"
    );
    let mut time = desk.app.world_mut().resource_mut::<Time<Real>>();
    let later = time.startup() + std::time::Duration::from_secs(1);
    time.update_with_instant(later);
    time.update_with_instant(later + std::time::Duration::from_secs(1));
    desk.key("Enter");
    assert!(desk.orders().len() > before, "a moment later it answers");
}

#[test]
fn keys_and_clicks_act_on_the_question_before_the_end_of_a_turn_and_not_behind_it() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let (unit, _, cell) = desk.go_to_attacker();
    desk.key("Backspace");
    assert_eq!(desk.session().ending, Some(unit));
    let given = desk.orders().len();
    for key in ["1", "2", "3", "8", "K", "Tab", "Z", "U"] {
        desk.key(key);
        let session = desk.session();
        assert_eq!((session.ending, session.selected), (Some(unit), Some(unit)), "{key}");
        assert_eq!(
            (session.intent, &session.open_menu, session.cursor),
            (Intent::Move, &None, None),
            "{key}"
        );
        assert_eq!(desk.orders().len(), given, "{key}");
    }
    desk.click(cell);
    assert_eq!((desk.session().ending, desk.session().intent), (None, Intent::Move), "a click closes it");
    desk.key("Backspace");
    desk.key("Y");
    assert_eq!(desk.orders().get(given), Some(&Order::EndPhase { unit }), "its default answer");
}

#[test]
fn up_and_down_move_the_cursor_while_the_ai_has_to_answer() {
    let (mut desk, who, _) = desk_with_question_of_defence();
    let side = desk.read(|view| *view.unit(who).expect("it is there").side);
    input::hold_action_for_tests(desk.app.world_mut(), InputAction::CursorNorth);
    let start = Cell::new(6, 6);
    let cursor_with = |desk: &mut TestDesk, player| {
        let world = desk.app.world_mut();
        world.resource_mut::<AiController>().set_player_to_act_for_tests(side, player);
        world.resource_mut::<Session>().cursor = Some(start);
        world.run_system_once(keyboard::move_cursor_by_keys).expect("the system runs");
        desk.session().cursor
    };
    assert_eq!(cursor_with(&mut desk, SidePlayer::Person), Some(start), "the keys choose among the answers");
    let ai = SidePlayer::Ai { difficulty: ai::Difficulty::Hard, personality: None };
    assert_eq!(cursor_with(&mut desk, ai), Some(start.step(Direction::North)), "the AI answers");
}
