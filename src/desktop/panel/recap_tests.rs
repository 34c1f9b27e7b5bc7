//! Tests of the recap.

use super::*;
use battle::EventRecord;

/// An attack that the log tells of these records.
fn entry(chapters: std::ops::Range<usize>) -> LogEntry {
    LogEntry {
        chapters,
        kind: LogCategory::Attack,
        head: battle_log::log_text::text_of_spans(Vec::new()),
        after: Vec::new(),
        undefended: Vec::new(),
        units: vec![UnitId(1)],
        more: false,
        side_history: None,
    }
}

#[test]
fn the_recap_follows_what_the_board_shows() {
    let mut recap = Recap { steps: vec![entry(3..5), entry(7..8)], ..Recap::default() };
    recap.press_key(5.0);
    assert!(recap.replay_requested);
    assert_eq!(recap.pauses().iter().map(|(record, _)| *record).collect::<Vec<_>>(), [4, 7]);
    let mut at = |shown, now| {
        recap.follow_board(shown);
        recap.advance(now, 1.0);
        (recap.at, recap.playing)
    };
    assert_eq!(at(Some(3), 5.1), (Some(0), true));
    assert_eq!(at(Some(4), 99.0), (Some(0), true), "the clock does not count");
    assert_eq!(at(Some(7), 99.1), (Some(1), true));
    assert_eq!(at(None, 99.2), (Some(1), false));
    assert!(!recap.leads_view(), "the view comes back");
}

#[test]
fn the_offer_ends_with_the_first_order_of_the_turn() {
    let mut recap = Recap { steps: vec![entry(0..1)], until: 3, ..Recap::default() };
    recap.withdraw_offer(3);
    assert!(!recap.closed, "nothing was ordered yet");
    recap.press_key(5.0);
    recap.withdraw_offer(4);
    assert!(!recap.closed, "it is being shown");
    recap.close();
    recap.closed = false;
    recap.withdraw_offer(4);
    assert!(recap.closed);
    recap.press_key(6.0);
    assert!(!recap.closed && recap.at.is_some(), "the key still plays it");
}

#[test]
fn the_recap_plays_step_by_step_and_stops_at_the_last_one() {
    let mut recap = Recap { steps: vec![entry(0..1), entry(1..2)], ..Recap::default() };
    let seconds = reading_seconds(&recap.steps[0]);
    recap.press_key(5.0);
    recap.advance(5.0 + seconds * 0.9, 1.0);
    assert_eq!((recap.at, recap.playing), (Some(0), true));
    recap.advance(5.0 + seconds, 1.0);
    assert_eq!((recap.at, recap.playing), (Some(1), true));
    recap.advance(5.0 + seconds * 1.6, 2.0);
    assert_eq!((recap.at, recap.playing), (Some(1), false), "it is twice as fast");
    recap.go_to(0);
    assert_eq!((recap.at, recap.playing), (Some(0), false));
    assert!(recap.close() && recap.closed && recap.at.is_none());
    assert!(!recap.close(), "there is nothing to close");
}

#[test]
fn the_key_of_the_recap_pauses_and_then_leads_through_the_steps() {
    let mut recap = Recap { steps: vec![entry(0..1), entry(1..2)], ..Recap::default() };
    recap.press_key(5.0);
    recap.follow_board(Some(0));
    assert_eq!(recap.key_words(), "pause");
    recap.press_key(5.5);
    assert_eq!((recap.at, recap.playing, recap.stop_requested), (Some(0), false, true));
    recap.follow_board(Some(1));
    assert_eq!((recap.at, recap.key_words()), (Some(0), "next step"), "the board no longer leads");
    recap.press_key(6.0);
    assert_eq!((recap.at, recap.key_words()), (Some(1), "close"));
    recap.press_key(6.5);
    assert!(recap.closed && recap.at.is_none());
}

#[test]
fn a_step_keeps_what_matters_and_leaves_out_the_rules() {
    let line = |text: &str, tone| text_of_spans(vec![span(text, tone)]);
    let opening = line("Rules: of the book", TextTone::Dim);
    let with = |after: Vec<LogText>| LogEntry {
        after: after.into_iter().map(LogLine::Text).collect(),
        ..entry(0..1)
    };
    let lines = |count: usize, text: &str, tone| -> Vec<LogText> {
        (0..count).map(|at| line(&format!("{text} {at}"), tone)).collect()
    };
    let plain = |count| lines(count, "announces", TextTone::Plain);
    let harm = |count| lines(count, "is hurt", TextTone::Harm);
    let texts = |lines: Vec<LogText>, acts| {
        let kept = shorten(with(lines), &opening, acts)?;
        Some(step_text(&kept).split('\n').skip(1).map(str::to_owned).collect::<Vec<_>>())
    };
    let begun = [vec![opening.clone()], plain(20)].concat();
    assert_eq!(texts(begun, false), None, "nobody acts, and nothing matters");
    let mixed = [plain(20), harm(2)].concat();
    assert_eq!(texts(mixed, true), Some(vec!["is hurt 0".to_owned(), "is hurt 1".to_owned()]));
    let few = [vec![opening.clone()], plain(2)].concat();
    assert_eq!(texts(few, true), Some(vec!["announces 0".to_owned(), "announces 1".to_owned()]));
    let many = texts(harm(7), true).expect("it acts");
    assert_eq!((many.len(), many[4].as_str()), (MOST_LINES + 1, "3 more lines in the log"));
}

#[test]
fn a_long_step_is_shown_for_longer() {
    let text = |words: usize| LogEntry {
        head: battle_log::log_text::text_of_spans(vec![battle_log::log_text::span(
            vec!["word"; words].join(" "),
            battle_log::log_text::TextTone::Plain,
        )]),
        ..entry(0..1)
    };
    let seconds = [1, 12, 500].map(|words| reading_seconds(&text(words)));
    assert_eq!([seconds[0], seconds[2]], [*STEP_SECONDS.start(), *STEP_SECONDS.end()]);
    assert!(seconds[0] < seconds[1] && seconds[1] < seconds[2], "{seconds:?}");
}

#[test]
fn placing_units_and_answers_before_the_first_turn_are_no_turn() {
    let record = |order| OrderRecord { order, round: 1, pass: 1, events: Vec::new(), revealed: false };
    let unit = UnitId(0);
    let before = [record(Order::Begin { side: Side(0) }), record(Order::Decide { answer: String::new() })];
    assert!(!has_any_unit_acted(&before));
    assert!(has_any_unit_acted(&[record(Order::EndPhase { unit })]));
}

#[test]
fn after_skipped_turns_the_recap_is_offered_whomever_they_concern() {
    let mut world = crate::panel::tests::shipped_battle("warehouse");
    crate::panel::tests::with_context(&mut world, |context| {
        let own = *context.view.unit(UnitId(1)).expect("on the map").side;
        let other = Side(1 - own.0);
        let steps = [entry(0..1)];
        let is_offered = |side, is_skipped| is_worth_showing(context, &steps, (side, is_skipped));
        assert!(is_offered(own, false) && !is_offered(other, false));
        assert!(is_offered(other, true));
        assert!(!is_worth_showing(context, &[], (other, true)), "nothing has happened");
    });
}

#[test]
fn an_order_outside_of_the_turn_of_its_unit_shortens_no_recap() {
    let mut world = crate::panel::tests::shipped_battle("warehouse");
    crate::panel::tests::with_context(&mut world, |context| {
        let unit_of = |side| *context.view.units().find(|unit| *unit.side == Side(side)).expect("there").id;
        let (own, enemy) = (unit_of(0), unit_of(1));
        let record = |order, begins: Option<UnitId>| {
            let events = begins.map(|unit| EventRecord::new(BattleEvent::PhaseBegan { unit }));
            OrderRecord { order, round: 1, pass: 1, events: events.into_iter().collect(), revealed: false }
        };
        let answers = Order::SetAutoResponse { unit: own, clause: "SS-ATK-07".to_owned(), answer: None };
        let records = [
            record(Order::Deploy { unit: own, to: model::Cell::new(1, 1) }, None),
            record(Order::Begin { side: Side(1) }, Some(own)),
            record(Order::EndPhase { unit: own }, Some(enemy)),
            record(Order::StandUp { unit: enemy }, None),
            record(answers, None),
        ];
        let last = |count: usize| last_own_record(&records[..count], context.view, Side(0));
        assert_eq!([1, 2, 3].map(last), [Some(0), Some(0), Some(2)]);
        assert_eq!([4, 5].map(last), [Some(2); 2], "it was given in the turn of the enemy");
    });
}
