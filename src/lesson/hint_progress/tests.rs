use std::path::Path;

use super::*;
use battle::EventRecord;
use content::Content;
use model::Side;

const SCENE: &str = r#"(
    name: "Yard", book: swan_song,
    sides: [(name: "Red", colour: 0), (name: "Grey", colour: 2)],
    units: [
        (name: "Ann", archetype: "officer", side: "Red", cell: (0, 0)),
        (name: "Bob", archetype: "gunner", side: "Grey", cell: (4, 0)),
    ],
    ground: "concrete",
    legend: {"|": (edge: "brick_wall")},
    map: ["", "      |    ", ""],
    zones: {"goal": [(x: 2, y: 0, width: 1, height: 1)]},
    lesson: (
        hints: [
            (text: "Welcome."),
            (text: "Walk.", at: zone("goal"), until: [moved(unit: "Ann", zone: "goal")]),
            (text: "Shoot.", at: unit("Bob"), until: [attacked(unit: "Bob", by: "Ann")]),
            (text: "Finish.", until: [out(unit: "Bob")]),
            (text: "Done."),
        ],
    ),
)"#;

fn yard() -> Skirmish {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let content: Content = content::load_content(&[assets]).content;
    let (scene, problems) = content::parse_scene(&content, Path::new("yard.ron"), SCENE);
    assert!(problems.is_empty(), "{problems:?}");
    scene.expect("valid").battlefield.expect("a map").skirmish
}

fn record(order: Order, events: Vec<BattleEvent>) -> OrderRecord {
    let events = events.into_iter().map(EventRecord::new).collect();
    OrderRecord { order, round: 1, pass: 1, events, revealed: false }
}

const ANN: UnitId = UnitId(1);
const BOB: UnitId = UnitId(2);

fn walk(unit: UnitId, to: i32) -> OrderRecord {
    let order = Order::Move { unit, path: Vec::new(), pace: battle::Pace::Walk, evade: false };
    record(order, vec![BattleEvent::Stepped { unit, from: Cell::new(to - 1, 0), to: Cell::new(to, 0) }])
}

fn shot(events: Vec<BattleEvent>) -> OrderRecord {
    let target = Target::Unit(BOB);
    record(Order::attack(ANN, target, 0, None), events)
}

fn went_down() -> BattleEvent {
    BattleEvent::WentDown { unit: BOB, by: Some(ANN), down: rules_down() }
}

fn rules_down() -> rules::DownState {
    rules::DownState::Unconscious
}

fn shown(records: &[OrderRecord], continued: &[usize]) -> usize {
    current_hint(&yard(), records, &continued.iter().copied().collect())
}

#[test]
fn hints_end_in_their_order_by_what_happens() {
    let begin = record(Order::Begin { side: Side(1) }, Vec::new());
    assert_eq!(shown(&[], &[]), 0);
    assert_eq!(shown(std::slice::from_ref(&begin), &[]), 0, "the other side's order is not the player's");
    assert_eq!(shown(&[], &[0]), 1);
    assert_eq!(shown(&[begin.clone(), walk(ANN, 1)], &[0]), 1, "not in the zone");
    assert_eq!(shown(&[begin.clone(), walk(BOB, 2)], &[0]), 1, "another unit");
    assert_eq!(shown(&[begin, walk(ANN, 2)], &[0]), 2);
    assert_eq!(shown(&[walk(ANN, 2), shot(Vec::new())], &[0]), 3);
    assert_eq!(shown(&[walk(ANN, 2), shot(vec![went_down()])], &[0]), 4, "out of action lasts");
    assert_eq!(shown(&[walk(ANN, 2), shot(vec![went_down()])], &[0, 4]), 5);
}

#[test]
fn what_lasts_takes_the_orders_before_it_along() {
    let mut skirmish = yard();
    let lesson = skirmish.lesson.as_mut().expect("a lesson");
    lesson.hints.remove(2);
    let records = [walk(ANN, 2), shot(vec![went_down()])];
    let shown = current_hint(&skirmish, &records, &BTreeSet::from([0]));
    assert_eq!(shown, 3, "the shot that ended the hint does not end the next one");
}

#[test]
fn who_acts_at_once_is_not_held_up() {
    assert_eq!(shown(&[walk(ANN, 2)], &[]), 2, "the first move ends both the welcome and its hint");
}

#[test]
fn a_hint_can_be_skipped_and_comes_back_after_an_undo() {
    assert_eq!(shown(&[], &[0, 1]), 2);
    let moved = [walk(ANN, 2)];
    assert_eq!(shown(&moved, &[0]), 2);
    assert_eq!(shown(&moved[..0], &[0]), 1, "undone");
}

#[test]
fn a_move_that_goes_on_after_an_answer_is_a_move_and_no_knockback() {
    let order = Order::Move { unit: ANN, path: Vec::new(), pace: battle::Pace::Walk, evade: false };
    let asked = record(order, Vec::new());
    let step = BattleEvent::Stepped { unit: ANN, from: Cell::new(1, 0), to: Cell::new(2, 0) };
    let answer = record(Order::Decide { answer: "pass".to_owned() }, vec![step]);
    assert_eq!(shown(&[asked.clone(), answer.clone()], &[0]), 2);
    let mut skirmish = yard();
    let hint = &mut skirmish.lesson.as_mut().expect("a lesson").hints[0];
    hint.until = vec![HintEnd::KnockedBack { unit: None }];
    assert_eq!(current_hint(&skirmish, &[asked, answer], &BTreeSet::new()), 0);
    let thrown = BattleEvent::Stepped { unit: BOB, from: Cell::new(4, 0), to: Cell::new(4, 1) };
    assert_eq!(current_hint(&skirmish, &[shot(vec![thrown])], &BTreeSet::new()), 1);
}

#[test]
fn every_condition_reads_its_event() {
    let ends = [
        (HintEnd::Ready, BattleEvent::SideReady { side: Side(0) }, true),
        (HintEnd::Ready, BattleEvent::SideReady { side: Side(1) }, false),
        (HintEnd::TookCover { unit: None }, BattleEvent::CoverTaken { unit: ANN }, true),
        (HintEnd::TurnBegan { unit: "Ann".into() }, BattleEvent::PhaseBegan { unit: ANN }, true),
        (HintEnd::TurnBegan { unit: "Ann".into() }, BattleEvent::PhaseBegan { unit: BOB }, false),
        (HintEnd::TurnEnded { unit: "Bob".into() }, BattleEvent::PhaseEnded { unit: BOB }, true),
        (HintEnd::Round(2), BattleEvent::RoundBegan { round: 2 }, true),
        (HintEnd::Round(2), BattleEvent::RoundBegan { round: 1 }, false),
        (HintEnd::DoorMoved, BattleEvent::DoorMoved { barrier: BarrierId(0), open: true }, true),
        (HintEnd::Holed { zone: None }, BattleEvent::BarrierHoled { barrier: BarrierId(0) }, true),
        (
            HintEnd::Holed { zone: Some("goal".into()) },
            BattleEvent::BarrierHoled { barrier: BarrierId(0) },
            true,
        ),
        (HintEnd::Out { unit: "Bob".into() }, BattleEvent::Escaped { unit: BOB }, true),
    ];
    for (end, event, is_met) in ends {
        let mut skirmish = yard();
        let lesson = skirmish.lesson.as_mut().expect("a lesson");
        lesson.hints.truncate(1);
        lesson.hints[0].until = vec![end.clone()];
        let records = [record(Order::EndPhase { unit: ANN }, vec![event.clone()])];
        let shown = current_hint(&skirmish, &records, &BTreeSet::new());
        assert_eq!(shown == 1, is_met, "{end:?} {event:?}");
    }
}
