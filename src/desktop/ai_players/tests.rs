//! Tests of turn ownership, rejected orders and undo.

use std::sync::Arc;

use bevy::prelude::World;

use super::ai_requests::{asked_unit, placement_refusal};
use super::*;
use ai::{AiPlayer, Difficulty};
use battle::BattleSetup;
use content::{SkirmishBundle, SkirmishOverrides};

/// A battle in the warehouse in which the AI plays the second side.
fn table(free_undo: bool) -> World {
    changed_table(free_undo, |_| {})
}

/// The same after a change.
fn changed_table(free_undo: bool, change: impl FnOnce(&mut SkirmishBundle)) -> World {
    let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let loaded = content::load_content(&[assets]);
    let overrides = SkirmishOverrides { free_undo: Some(free_undo), ..SkirmishOverrides::default() };
    let mut bundle = content::bundle_skirmish(&loaded.content, "warehouse", &overrides).expect("shipped");
    change(&mut bundle);
    let mut world = battle::new_battle_world();
    journal::begin_battle(&mut world, Arc::new(bundle), 7);
    let mut opponents = AiController::default();
    opponents.assign_players(vec![
        SidePlayer::Person,
        SidePlayer::Ai { difficulty: Difficulty::Easy, personality: None },
    ]);
    world.insert_resource(opponents);
    world
}

/// Gives the orders of an easy AI while the side to act is of this kind; returns their number.
fn play_on(world: &mut World, is_ai: bool) -> usize {
    let mut count = 0;
    while let Some(side) = ai::side_to_act(world) {
        if world.resource::<AiController>().player(side).is_ai() != is_ai {
            break;
        }
        let order = ai::decide(world, &AiPlayer::new(Difficulty::Easy, 1)).expect("the battle goes on").order;
        journal::submit_order(world, order).expect("allowed");
        count += 1;
    }
    count
}

fn orders(world: &World) -> usize {
    world.resource::<History>().records().len()
}

#[test]
fn undo_returns_to_the_last_human_order() {
    let mut world = table(true);
    let mut before = 0;
    for _ in 0..4 {
        before = orders(&world) + play_on(&mut world, false);
        assert!(play_on(&mut world, true) > 0, "the AI plays on");
    }
    assert!(orders(&world) > before);
    undo_to_person(&mut world).expect("undo is unlimited here");
    assert_eq!(orders(&world), before - 1);
    let side = ai::side_to_act(&mut world).expect("the battle goes on");
    assert!(!world.resource::<AiController>().player(side).is_ai());
}

/// The AI has shot and then ended its phase: the end alone could be undone, the shot before it cannot.
#[test]
fn ai_dice_rolls_are_not_undone_in_fair_play() {
    let mut world = table(false);
    let halfway = (0..60).any(|_| {
        play_on(&mut world, false);
        play_on(&mut world, true);
        let (setup, history) = (world.resource::<BattleSetup>(), world.resource::<History>());
        let last = journal::check_undo(setup, history).is_ok();
        let history = history.clone();
        world.resource_scope(|world, opponents: Mut<AiController>| {
            last && battle::with_view(world, |view| opponents.may_undo(view, &history).is_err())
        })
    });
    assert!(halfway, "no AI phase ended after a roll");
    let count = orders(&world);
    assert_eq!(undo_to_person(&mut world), Err(UndoError::Revealed));
    assert_eq!(orders(&world), count, "nothing was undone halfway");
}

#[test]
fn without_a_human_one_order_is_undone_and_the_ai_pauses() {
    let mut world = table(true);
    let ai_player = SidePlayer::Ai { difficulty: Difficulty::Easy, personality: None };
    world.resource_mut::<AiController>().assign_players(vec![ai_player, ai_player]);
    for _ in 0..5 {
        let order =
            ai::decide(&mut world, &AiPlayer::new(Difficulty::Easy, 1)).expect("the battle goes on").order;
        journal::submit_order(&mut world, order).expect("allowed");
    }
    undo_to_person(&mut world).expect("undo is unlimited here");
    assert_eq!(orders(&world), 4);
    assert!(world.resource::<AiController>().is_paused());
}

#[test]
fn a_human_gives_no_orders_for_the_ai() {
    let mut world = table(false);
    let begin = |side| Order::Begin { side: Side(side) };
    world.resource_mut::<AiController>().side_to_act = Some(Side(0));
    assert_eq!(order_refusal(&mut world, &begin(0)), None);
    world.resource_mut::<AiController>().side_to_act = Some(Side(1));
    assert!(order_refusal(&mut world, &begin(1)).is_some_and(|why| why.contains("AI")));
    let theirs = battle::with_view(&mut world, |view| {
        view.units().find(|unit| *unit.side == Side(1)).map(|unit| *unit.id).expect("the side has units")
    });
    assert!(order_refusal(&mut world, &Order::EndPhase { unit: theirs }).is_some());
    assert!(order_refusal(&mut world, &Order::Decide { answer: String::new() }).is_some());
    assert_eq!(order_refusal(&mut world, &Order::Surrender { side: Side(0) }), None);
}

#[test]
fn a_change_of_player_applies_at_once() {
    let mut opponents = AiController::default();
    assert_eq!((opponents.has_ai_side(), opponents.person_sides(3).len()), (false, 3));
    opponents.set_player(Side(2), SidePlayer::Ai { difficulty: Difficulty::Hard, personality: None });
    opponents.side_to_act = Some(Side(2));
    assert_eq!(
        (opponents.ai_side_to_act(), opponents.person_sides(3)),
        (Some(Side(2)), vec![Side(0), Side(1)])
    );
    opponents.set_player(Side(2), SidePlayer::Person);
    assert_eq!((opponents.ai_side_to_act(), opponents.has_ai_side()), (None, false));
}

#[test]
fn the_reasons_keep_all_decisions_of_a_turn() {
    let at = |records| {
        let mut at = BattleRevision::default();
        at.records = records;
        at
    };
    let record = |unit, turn, records| DecisionRecord {
        at: at(records),
        side: Side(1),
        unit: Some(UnitId(unit)),
        turn,
        decision: AiDecision::from_order(Order::EndPhase { unit: UnitId(unit) }),
        words: DecisionWords::default(),
    };
    let mut opponents = AiController::default();
    let mut keep = |unit, turn, records| {
        opponents.keep_decision(record(unit, turn, records));
        let last = opponents.last_decision().expect("it was kept");
        opponents.decisions_before(last).count()
    };
    assert_eq!(keep(4, (1, 1), 3), 0);
    assert_eq!(keep(4, (1, 1), 5), 1, "a missile, then a walk");
    assert_eq!(keep(4, (1, 1), 5), 1, "the walk was undone, and another one ordered");
    assert_eq!(keep(4, (1, 2), 9), 0, "their next turn");
    assert_eq!(keep(4, (1, 2), 10), 1);
    assert_eq!(keep(5, (1, 2), 12), 0, "another unit");
}

#[test]
fn the_end_of_a_turn_is_explained_if_the_unit_did_nothing_else() {
    let end = |turn, records| {
        let mut at = BattleRevision::default();
        at.records = records;
        let decision = AiDecision::from_order(Order::EndPhase { unit: UnitId(4) });
        DecisionRecord {
            at,
            side: Side(1),
            unit: Some(UnitId(4)),
            turn,
            decision,
            words: DecisionWords::default(),
        }
    };
    let mut opponents = AiController::default();
    assert!(opponents.is_worth_keeping(&end((1, 1), 3)), "nothing else was decided");
    opponents.keep_decision(end((1, 1), 3));
    assert!(!opponents.is_worth_keeping(&end((1, 1), 5)), "what it did before is explained");
    assert!(opponents.is_worth_keeping(&end((1, 2), 9)), "their next turn");
}

#[test]
fn the_reasons_of_each_unit_can_be_asked_for() {
    let record = |unit, records| {
        let mut at = BattleRevision::default();
        at.records = records;
        let unit = UnitId(unit);
        let decision = AiDecision::from_order(Order::EndPhase { unit });
        DecisionRecord {
            at,
            side: Side(1),
            unit: Some(unit),
            turn: (1, 1),
            decision,
            words: DecisionWords::default(),
        }
    };
    let mut opponents = AiController::default();
    opponents.keep_decision(record(4, 3));
    opponents.keep_decision(record(5, 6));
    let mut ask = |unit: Option<u32>| {
        opponents.toggle_reasons(unit.map(UnitId));
        let shown = opponents.last_decision().and_then(|record| record.unit);
        shown.filter(|_| opponents.explaining)
    };
    assert_eq!(ask(None), Some(UnitId(5)), "the last one");
    assert_eq!(ask(Some(4)), Some(UnitId(4)), "another one, without closing the card before");
    assert_eq!(ask(Some(4)), None, "the same one closes it");
    assert_eq!(ask(Some(7)), Some(UnitId(5)), "a unit that has decided nothing: the last one");
    assert_eq!(ask(Some(7)), None);
    assert_eq!(ask(Some(5)), Some(UnitId(5)));
    opponents.keep_decision(record(4, 9));
    let shown = opponents.last_decision().and_then(|record| record.unit);
    assert_eq!(shown, Some(UnitId(4)), "what the AI decides next is followed");
    opponents.toggle_reasons(Some(UnitId(5)));
    assert!(
        !opponents.explaining,
        "asked with the same unit again, the card closes, whatever it shows by then"
    );
}

#[test]
fn the_unit_that_acts_is_not_asked_about_only_because_it_is_selected() {
    let mut world = crate::panel::tests::shipped_battle("warehouse");
    let mut asked = |is_acting: bool| {
        battle::with_view(&mut world, |view| {
            let acting = view.round().acting().expect("a unit acts");
            let mut units = view.units().map(|unit| *unit.id);
            let selected = units.find(|unit| (*unit == acting) == is_acting);
            let asked = asked_unit(view, &Session { selected, ..Session::default() });
            (asked, selected.filter(|_| !is_acting))
        })
    };
    let (while_acting, without_unit) = asked(true);
    assert_eq!(while_acting, without_unit, "the last decision of all is shown");
    let (chosen, selected) = asked(false);
    assert!(chosen.is_some());
    assert_eq!(chosen, selected, "a player has selected it");
}

#[test]
fn every_unit_with_a_decision_is_offered_and_its_reasons_stay() {
    let record = |unit, records| {
        let mut at = BattleRevision::default();
        at.records = records;
        let unit = UnitId(unit);
        let decision = AiDecision::from_order(Order::EndPhase { unit });
        let words = DecisionWords::default();
        DecisionRecord { at, side: Side(1), unit: Some(unit), turn: (1, 1), decision, words }
    };
    let mut opponents = AiController::default();
    for (unit, records) in [(4, 3), (5, 6), (4, 7), (6, 9)] {
        opponents.keep_decision(record(unit, records));
    }
    assert_eq!(opponents.decided_units(), [6, 4, 5].map(UnitId), "those that decided last come first");
    opponents.explain_unit(UnitId(5));
    opponents.keep_decision(record(4, 12));
    let shown = opponents.last_decision().and_then(|record| record.unit);
    assert_eq!((opponents.explaining, shown), (true, Some(UnitId(5))), "it was asked for by name");
    opponents.toggle_reasons(Some(UnitId(5)));
    assert!(!opponents.explaining, "asked again, the card closes");
}

#[test]
fn closing_advice_does_not_bring_the_reasons_back() {
    let advice = || {
        let unit = UnitId(4);
        let decision = AiDecision::from_order(Order::EndPhase { unit });
        let (at, words) = (BattleRevision::default(), DecisionWords::default());
        DecisionRecord { at, side: Side(0), unit: Some(unit), turn: (1, 1), decision, words }
    };
    let mut opponents = AiController::default();
    (opponents.explaining, opponents.advice) = (true, Some(advice()));
    assert!(!opponents.toggle_advice(&mut Session::default()), "it is dismissed");
    assert!(opponents.advice.is_none() && !opponents.explaining);
    (opponents.explaining, opponents.advice) = (true, Some(advice()));
    assert!(opponents.close_card());
    assert!(opponents.advice.is_none() && !opponents.explaining);
    assert!(!opponents.close_card(), "nothing is open");
}

#[test]
fn dismissing_advice_disarms_what_was_chosen_beside_it_and_nothing_else() {
    let unit = UnitId(4);
    let attack = |weapon| Intent::Attack { weapon, mode: None, option: None };
    let dismissed = |before: (Intent, Option<Cell>), chosen: (Intent, Option<Cell>)| {
        let (decision, words) = (AiDecision::from_order(Order::EndPhase { unit }), DecisionWords::default());
        let at = BattleRevision::default();
        let advice = DecisionRecord { at, side: Side(0), unit: Some(unit), turn: (1, 1), decision, words };
        let mut opponents =
            AiController { side_to_act: Some(Side(0)), seen: Some((at, 0.0)), ..AiController::default() };
        let mut session = Session { intent: before.0, marked: before.1, ..Session::default() };
        assert!(opponents.toggle_advice(&mut session), "it is requested");
        opponents.advice = Some(advice);
        (session.intent, session.marked) = chosen;
        assert!(!opponents.toggle_advice(&mut session), "it is dismissed");
        (session.intent, session.marked)
    };
    let (none, cell) = ((Intent::Move, None), Some(Cell::new(3, 4)));
    assert_eq!(dismissed(none, (attack(0), cell)), none);
    assert_eq!(dismissed(none, (Intent::Move, cell)), none, "the first click of a move");
    assert_eq!(dismissed((attack(0), cell), (attack(0), cell)), (attack(0), cell), "it was aimed before");
    assert_eq!(dismissed((attack(0), None), (attack(1), cell)), none);
}

#[test]
fn the_words_of_a_decision_are_written_for_the_state_before_its_order() {
    let mut world = table(true);
    let player = AiPlayer::new(Difficulty::Easy, 1);
    let mut walked = 0;
    for _ in 0..40 {
        let Some(decision) = ai::decide(&mut world, &player) else { break };
        let before = battle::with_view(&mut world, |view| DecisionWords::write(view, None, &decision));
        journal::submit_order(&mut world, decision.order.clone()).expect("allowed");
        let Order::Move { unit, path, .. } = &decision.order else { continue };
        let after = battle::with_view(&mut world, |view| {
            let has_arrived = view.unit(*unit).is_some_and(|unit| path.last() == Some(&unit.cell()));
            has_arrived.then(|| DecisionWords::write(view, None, &decision))
        });
        let Some(after) = after else { continue };
        walked += 1;
        assert!(!before.order.contains("back to where it was"), "{}", before.order);
        assert!(after.order.contains("back to where it was"), "written too late: {}", after.order);
    }
    assert!(walked > 0, "no unit has walked");
}

#[test]
fn orders_that_were_not_chosen_among_plans_are_explained_as_well() {
    let opponents = AiController::default();
    let unit = UnitId(4);
    let is_kept = |order: Order| {
        let (at, decision) = (BattleRevision::default(), AiDecision::from_order(order));
        let words = DecisionWords::default();
        let record = DecisionRecord { at, side: Side(1), unit: Some(unit), turn: (1, 1), decision, words };
        opponents.is_worth_keeping(&record)
    };
    let target = battle::Target::Unit(UnitId(1));
    assert!(
        is_kept(Order::Attack { unit, target, weapon: 0, mode: None, option: None }),
        "a defence is asked"
    );
    assert!(is_kept(Order::Reload { unit, weapon: 0 }));
    assert!(!is_kept(Order::Decide { answer: "dodge".to_owned() }), "it is no order of its own");
    assert!(!is_kept(Order::Begin { side: Side(1) }));
}

#[test]
fn the_decisions_of_a_battle_survive_its_replay() {
    let unit = UnitId(4);
    let mut opponents = AiController::default();
    opponents.keep_decision(DecisionRecord {
        at: BattleRevision::default(),
        side: Side(1),
        unit: Some(unit),
        turn: (1, 1),
        decision: AiDecision::from_order(Order::EndPhase { unit }),
        words: DecisionWords::default(),
    });
    for _ in 0..2 {
        // The replay is opened, and then opened again.
        let decisions = opponents.take_decisions();
        opponents.reset();
        opponents.set_decisions_aside(decisions);
        assert!(!opponents.has_decisions(), "a replay explains nothing");
    }
    let decisions = opponents.take_decisions();
    opponents.reset();
    opponents.restore_decisions(decisions);
    assert_eq!(opponents.last_decision().and_then(|record| record.unit), Some(unit));
    opponents.reset();
    assert!(opponents.take_decisions().is_empty(), "another battle");
}

#[test]
fn advice_that_is_not_given_says_why() {
    let mut opponents = AiController::default();
    assert!(opponents.advice_refusal().is_some(), "the battle is over");
    opponents.set_player_to_act_for_tests(Side(0), SidePlayer::Person);
    assert_eq!(opponents.advice_refusal(), None);
    opponents.open_free_move_for_tests(UnitId(3), Side(0));
    assert!(opponents.advice_refusal().is_some_and(|why| why.contains("outside of the turn")));
    let ai = SidePlayer::Ai { difficulty: Difficulty::Easy, personality: None };
    opponents.set_player_to_act_for_tests(Side(1), ai);
    assert!(opponents.advice_refusal().is_some_and(|why| why.contains("the AI acts")));
}

#[test]
fn another_battle_opens_no_card_of_reasons_that_nobody_has_asked_for() {
    let mut opponents = AiController::default();
    opponents.explain_for_tests();
    opponents.resume();
    assert!(opponents.explaining, "the same battle is taken up again");
    opponents.reset();
    assert!(!opponents.explaining, "another battle");
}

#[test]
fn an_ai_goes_on_without_a_decision_at_which_the_program_has_failed() {
    let mut world = table(false);
    world.insert_resource(Session::default());
    world.insert_resource(Time::<Real>::default());
    play_on(&mut world, false);
    let side = ai::side_to_act(&mut world).expect("the battle goes on");
    let at = BattleRevision::without_viewer(&world);
    world.resource_scope(|world, mut opponents: Mut<AiController>| {
        assert!(opponents.player(side).is_ai());
        opponents.thread = Some(AiThread::ended_for_tests());
        opponents.request = Some(DecisionRequest { at, number: 1, advice: false });
        ai_turns::receive_decision(world, &mut opponents, at, (side, None));
        assert!(opponents.player(side).is_ai(), "no human takes over");
        let next = opponents.next.take().expect("an order without a decision");
        assert!(next.at == at && opponents.thread.is_none());
        let before = orders(world);
        ai_orders::issue_ai_order(world, &mut opponents, side, next.decision.order);
        assert_eq!(orders(world), before + 1, "it is allowed");
        assert!(opponents.player(side).is_ai());
    });
    let notice = world.resource_mut::<Session>().notice.take().expect("it is told").0;
    assert!(notice.contains("(AI): no decision; "), "{notice}");
}

#[test]
fn advice_in_the_deployment_places_units_and_is_not_offered_where_they_have_fixed_positions() {
    let mut world = table(true);
    let side = ai::side_to_act(&mut world).expect("units are placed");
    assert!(!world.resource::<AiController>().player(side).is_ai());
    let advised = ai::advise(&mut world, 1).map(|advice| advice.order);
    assert!(matches!(advised, Some(Order::Deploy { .. } | Order::Begin { .. })), "{advised:?}");
    let refusal =
        |world: &mut World, side| battle::with_view(world, |view| placement_refusal(view, Some(side)));
    assert_eq!(refusal(&mut world, side), None);
    let mut fixed = changed_table(true, |bundle| bundle.skirmish.sides[0].deployment = None);
    assert!(refusal(&mut fixed, Side(0)).is_some_and(|why| why.contains("fixed positions")));
    assert_eq!(refusal(&mut fixed, Side(1)), None, "the other side has a zone");
    for side in [Side(0), Side(1)] {
        journal::submit_order(&mut fixed, Order::Begin { side }).expect("not ready yet");
    }
    assert_eq!(refusal(&mut fixed, Side(0)), None, "in its turns there is advice");
}
