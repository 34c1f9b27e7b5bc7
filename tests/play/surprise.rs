//! Surprise and ambush in play: chapters SURP and AMB.

mod ambush;

use breachline::battle::{BattleEvent, Order, OrderError, StatusKind};
use breachline::model::CellSide as EdgeSide;
use breachline::model::UnitId;
use breachline::rules::swan_song::attack::resolution::AttackPlan;
use breachline::rules::swan_song::defence::methods::AvailableDefence;
use breachline::rules::swan_song::{KarmaUse, Sheet};
use rstest::rstest;

use crate::common::{Fight, SHOT, Setup, edge, gun, knife, quick_sheet, rifle};

const PREY: u32 = 1;
const HUNTER: u32 = 2;
const OTHER: u32 = 3;

/// Whether a unit hides, and whether it stays hidden when the fight begins.
#[derive(Clone, Copy)]
enum Hides {
    No,
    Ambush,
    Lurks,
    /// In ambush; it does not attack at the start.
    Waits,
}

/// Prey with REA 4 and INT 3 by default; a hunter and another enemy in the open, in sight of the prey.
fn setup(prey: Sheet, hunters: [Hides; 2]) -> Setup {
    Setup::new()
        .switch("ss.alert_test", "off")
        .unit(0, (5, 5), prey, &[knife(), rifle()])
        .unit(1, (10, 5), quick_sheet(3, 3), &[gun(5)])
        .unit(1, (10, 9), quick_sheet(3, 2), &[gun(5)])
        .skirmish(|skirmish| {
            for (unit, hides) in skirmish.units[1..].iter_mut().zip(hunters) {
                unit.concealed = matches!(hides, Hides::Ambush | Hides::Waits);
                unit.lurking = matches!(hides, Hides::Lurks | Hides::Waits);
            }
        })
}

/// The surprise test of the prey has this result, then initiative is rolled: 1 for every unit.
fn sprung(prey: Sheet, hunters: [Hides; 2], test: &[u8]) -> Fight {
    let mut faces = test.to_vec();
    faces.extend([1; 8]);
    setup(prey, hunters).start_battle(&faces)
}

fn prey() -> Sheet {
    quick_sheet(4, 3)
}

fn surprised_by(fight: &mut Fight, unit: u32) -> Vec<u32> {
    fight.unit(unit, |unit| unit.status.surprised_by().map(|by| by.0).collect())
}

/// Whether the target rolls its own defence.
fn defends(fight: &mut Fight, unit: u32, target: u32) -> bool {
    let scene = fight.scene(unit, target, 0, SHOT);
    matches!(AttackPlan::new(&scene).defence, AvailableDefence::Options(_))
}

const FAILED: [u8; 7] = [5, 5, 4, 1, 2, 3, 4];
const PASSED: [u8; 7] = [5, 5, 6, 1, 2, 3, 4];

#[test]
fn ss_surp_01_unit_by_unit() {
    let mut fight = Setup::new()
        .switch("ss.alert_test", "off")
        .unit(0, (5, 5), prey(), &[knife()])
        .unit(0, (5, 6), prey(), &[knife()])
        .unit(0, (5, 7), prey(), &[knife()])
        .unit(1, (10, 5), quick_sheet(3, 3), &[gun(5)])
        .skirmish(|skirmish| skirmish.units[3].concealed = true)
        .start_battle(&[PASSED, PASSED, FAILED].concat().into_iter().chain([1; 4]).collect::<Vec<_>>());
    let all = [1, 2, 3].map(|unit| surprised_by(&mut fight, unit));
    assert_eq!(all, [vec![], vec![], vec![4]]);
}

#[test]
fn ss_surp_02_by_one_and_not_by_the_other() {
    let mut fight = sprung(prey(), [Hides::Ambush, Hides::No], &FAILED);
    assert_eq!(surprised_by(&mut fight, PREY), [HUNTER]);
}

/// The prey is surprised by one of two enemies; the switch says against which of them that counts.
fn surprised_with(switch: &str) -> Fight {
    let faces = FAILED.into_iter().chain([1; 8]).collect::<Vec<_>>();
    setup(prey(), [Hides::Ambush, Hides::No]).switch("ss.surprised_by", switch).start_battle(&faces)
}

#[rstest]
#[case::by_default("anyone", false)]
#[case::against_those_it_perceived("surprisers", true)]
fn ss_surp_15_no_defence_against_anyone(#[case] switch: &str, #[case] against_the_other: bool) {
    let faces = FAILED.into_iter().chain([1; 8]).collect::<Vec<_>>();
    let mut fight =
        setup(prey(), [Hides::Ambush, Hides::No]).switch("ss.surprised_by", switch).start_battle(&faces);
    assert_eq!(surprised_by(&mut fight, PREY), [HUNTER]);
    assert!(!defends(&mut fight, HUNTER, PREY));
    assert_eq!(defends(&mut fight, OTHER, PREY), against_the_other);
}

#[test]
fn ss_surp_04_before_the_first_initiative() {
    let mut fight = sprung(prey(), [Hides::Ambush, Hides::No], &FAILED);
    let history = fight.world.resource::<breachline::battle::History>();
    let events: Vec<_> =
        history.records().last().expect("an order").events.iter().map(|step| &step.event).collect();
    let place = |wanted: fn(&BattleEvent) -> bool| events.iter().position(|event| wanted(event));
    let appeared = place(|event| matches!(event, BattleEvent::Revealed { .. }));
    let rolled = place(|event| matches!(event, BattleEvent::InitiativeRolled { .. }));
    assert!(appeared.is_some() && appeared < rolled);
    assert!(!fight.unit(HUNTER, |unit| unit.status.has(StatusKind::Concealed)));
}

#[test]
fn ss_surp_05_no_test_against_those_seen_before() {
    let fight = setup(prey(), [Hides::No, Hides::No]).start_battle(&[1, 1, 1]);
    assert!(!fight.rolled("surprise") && fight.dice_left() == 0);
}

#[test]
fn ss_surp_06_the_secret_test() {
    // Perception untrained, INT 3: two hits, then ten dice.
    let faces = [&[5, 6, 1][..], &[5, 5, 5, 1, 2, 3, 4, 1, 2, 3], &[1, 1, 1]].concat();
    let fight = setup(prey(), [Hides::Ambush, Hides::No]).switch("ss.alert_test", "2").start_battle(&faces);
    assert_eq!((fight.pool("perception"), fight.pool("surprise"), fight.dice_left()), (3, 10, 0));
}

#[test]
fn ss_surp_11_success_is_no_state() {
    let mut fight = sprung(prey(), [Hides::Ambush, Hides::No], &PASSED);
    assert!(surprised_by(&mut fight, PREY).is_empty());
    assert_eq!(fight.score(PREY), 8);
    assert!(defends(&mut fight, HUNTER, PREY));
}

#[test]
fn ss_surp_12_minus_ten_of_the_roll() {
    let mut fight = sprung(quick_sheet(10, 3), [Hides::Ambush, Hides::No], &[&FAILED[..], &[4; 6]].concat());
    assert_eq!(fight.score(PREY), 4, "13 and 1, less 10");
}

/// A lurking hunter attacks in the middle of a round; the prey has initiative to lose.
fn struck(test: &[u8]) -> Fight {
    let mut fight = setup(quick_sheet(4, 3), [Hides::Lurks, Hides::No])
        .skirmish(|skirmish| {
            // Out of plain sight behind a low wall.
            skirmish.units[1].cell = breachline::model::Cell::new(10, 5);
        })
        .barrier(edge(9, 5, EdgeSide::East), |kind| kind.height_cm = 100)
        .start_battle(&[5, 6, 1]);
    assert_eq!((fight.score(PREY), fight.score(HUNTER)), (12, 12));
    fight.until(HUNTER);
    let mut faces = test.to_vec();
    faces.extend([2; 7]);
    fight.queue_dice(&faces);
    fight.attack(HUNTER, PREY, 0, SHOT).expect("a shot");
    fight
}

#[test]
fn ss_surp_13_at_once_in_mid_round() {
    let mut fight = struck(&FAILED);
    assert_eq!(fight.score(PREY), 2);
}

#[test]
fn ss_surp_22_an_attacker_from_hiding_surprises() {
    let mut fight = struck(&FAILED);
    assert_eq!(surprised_by(&mut fight, PREY), [HUNTER]);
    assert!(fight.rolled("surprise") && !fight.rolled("defence"));
    assert!(!fight.unit(HUNTER, |unit| unit.status.has(StatusKind::Concealed)));
}

#[test]
fn ss_surp_14_until_its_next_phase() {
    let mut fight = sprung(quick_sheet(10, 3), [Hides::Ambush, Hides::No], &[&FAILED[..], &[4; 6]].concat());
    // 4 against 10 and 9: both enemies come first.
    fight.until(HUNTER);
    assert!(!defends(&mut fight, HUNTER, PREY));
    fight.until(PREY);
    assert!(surprised_by(&mut fight, PREY).is_empty());
    assert!(defends(&mut fight, HUNTER, PREY));
}

/// Surprised down to 2, a wound takes the rest: it has no phase this round and stays surprised.
#[test]
fn ss_surp_14_and_ss_init_22_a_wound_before_its_phase_prolongs_the_surprise() {
    let mut fight = struck(&FAILED);
    fight.end();
    assert_eq!((fight.acting(), fight.score(PREY)), (Some(OTHER), 2));
    fight.land(OTHER, PREY, 0, SHOT, [1, 0, 0]);
    assert_eq!(fight.score(PREY), 0);
    fight.end();
    assert_eq!((fight.acting(), fight.round()), (Some(HUNTER), (1, 2)), "no phase at 0");
    assert_eq!(surprised_by(&mut fight, PREY), [HUNTER]);
    assert!(!defends(&mut fight, HUNTER, PREY));
}

#[test]
fn ss_surp_15_no_defence_but_the_cover() {
    let mut fight = sprung(prey(), [Hides::Ambush, Hides::Ambush], &FAILED);
    for hunter in [HUNTER, OTHER] {
        let scene = fight.scene(hunter, PREY, 0, SHOT);
        assert_eq!(AttackPlan::new(&scene).defence, AvailableDefence::Undefended);
    }
    // The same behind a low wall that hides more than half of it: 4 dice, and no attribute.
    let faces = FAILED.into_iter().chain([1; 8]).collect::<Vec<_>>();
    let mut fight = setup(prey(), [Hides::Ambush, Hides::No])
        .skirmish(|skirmish| skirmish.units[0].in_cover = true)
        .barrier(edge(5, 5, EdgeSide::East), |kind| kind.width_pct = 60)
        .start_battle(&faces);
    assert_eq!(surprised_by(&mut fight, PREY), [HUNTER]);
    let scene = fight.scene(HUNTER, PREY, 0, SHOT);
    let AvailableDefence::CoverOnly(parts) = AttackPlan::new(&scene).defence else {
        panic!("the cover alone")
    };
    assert_eq!(parts.pool(), 4);
}

#[test]
fn ss_surp_16_karma_and_ss_surp_17_the_ten() {
    let lucky = Sheet { karma: 1, ..quick_sheet(10, 3) };
    let faces = [&[5, 5, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2][..], &[1, 1, 1]].concat();
    let mut fight = setup(lucky, [Hides::Ambush, Hides::No]).start_battle(&faces);
    assert_eq!(fight.asked(), ["surprised", "recover"]);
    let events = fight.answer("recover");
    let spent = BattleEvent::KarmaSpent { unit: UnitId(PREY), on: KarmaUse::Surprise, left: 0 };
    assert!(events.contains(&spent));
    assert!(surprised_by(&mut fight, PREY).is_empty());
    assert_eq!(fight.score(PREY), 4);
    assert!(defends(&mut fight, HUNTER, PREY));
}

#[test]
fn ss_surp_18_a_glitch_drops_the_weapon() {
    let mut fight = sprung(prey(), [Hides::Ambush, Hides::No], &[1, 1, 1, 1, 5, 5, 5]);
    let knife =
        fight.view(|view| view.items().iter().all(|(_, item)| item.item().name().to_string() == "knife"));
    assert!(knife && fight.view(|view| view.items().len()) == 1);
    assert!(surprised_by(&mut fight, PREY).is_empty());
}

#[test]
fn ss_surp_19_a_hard_glitch_counts_as_a_glitch() {
    let mut fight = sprung(prey(), [Hides::Ambush, Hides::No], &[1, 1, 1, 1, 5, 5, 2]);
    assert_eq!(fight.view(|view| view.items().len()), 1);
    assert_eq!(surprised_by(&mut fight, PREY), [HUNTER]);
}

/// REA and INT of 23 in all would be 23 dice: an attribute of 7 and more Initiative Dice instead.
fn glitched(initiative: &[u8]) -> Fight {
    let sheet = Sheet { initiative_dice: 5, ..prey() };
    let faces = [&[1, 1, 1, 1, 2, 3, 4][..], initiative, &[1, 1]].concat();
    setup(sheet, [Hides::Ambush, Hides::No]).start_battle(&faces)
}

/// Passes in which the prey acts in this round.
fn passes(fight: &mut Fight) -> Vec<u32> {
    fight.queue_dice(&[1; 7]);
    let mut passes = Vec::new();
    while fight.round().0 == 1 {
        if fight.acting() == Some(PREY) {
            passes.push(fight.round().1);
        }
        fight.end();
    }
    passes
}

#[test]
fn ss_surp_20_no_first_phase() {
    let mut fight = glitched(&[3, 3, 3, 3, 5]);
    assert_eq!(fight.score(PREY), 14, "24 less 10");
    assert_eq!(passes(&mut fight), [2]);
}

#[test]
fn ss_surp_21_and_ss_ruling_52_ten_and_ten() {
    let mut fight = glitched(&[3, 3, 3, 2, 1]);
    assert_eq!(fight.score(PREY), 9, "19 less 10");
    assert_eq!(passes(&mut fight), Vec::<u32>::new());
}

#[test]
fn ss_surp_21_acts_in_the_second_pass() {
    let mut fight = glitched(&[3, 3, 3, 3, 5]);
    fight.until(PREY);
    assert_eq!((fight.round(), fight.score(PREY)), ((1, 2), 4));
}

#[test]
fn ss_ruling_52_critical_glitch() {
    let mut fight = glitched(&[3, 3, 3, 3, 5]);
    let history = fight.world.resource::<breachline::battle::History>();
    let last = &history.records().last().expect("an order").events;
    let lost = |event: &BattleEvent| matches!(event, BattleEvent::PhaseLost { unit: UnitId(PREY), why } if why.clause == "SS-SURP-20");
    assert!(last.iter().any(|happening| lost(&happening.event)));
    fight.until(PREY);
    assert_eq!(fight.score(PREY), 4);
}

#[test]
fn ss_surp_10_both_sides_that_bump_into_each_other() {
    // A door between two groups that do not know of each other; it opens.
    let mut fight = Setup::new()
        .switch("ss.alert_test", "off")
        .unit(0, (5, 5), quick_sheet(9, 3), &[knife()])
        .unit(1, (8, 5), quick_sheet(3, 3), &[gun(5)])
        .skirmish(|skirmish| skirmish.units.iter_mut().for_each(|unit| unit.lurking = true))
        .barrier(edge(6, 5, EdgeSide::East), |_| ())
        .start_battle(&[1, 1]);
    assert_eq!(fight.acting(), Some(1));
    fight.queue_dice(&[5; 18]);
    fight.walk(1, &[(5, 6), (6, 7), (7, 6)]).expect("round the wall");
    assert_eq!(fight.records().iter().filter(|record| record.why == "surprise").count(), 2);
}

#[test]
fn ss_surp_23_the_round_continues_in_the_new_order() {
    // 12, 11 and 7: the first is surprised before its phase and comes last.
    let mut fight = Setup::new()
        .switch("ss.alert_test", "off")
        .unit(0, (5, 5), quick_sheet(4, 3), &[knife()])
        .unit(0, (4, 8), quick_sheet(3, 3), &[knife()])
        .unit(0, (4, 9), quick_sheet(3, 3), &[knife()])
        .unit(1, (10, 5), quick_sheet(12, 3), &[gun(5)])
        .skirmish(|skirmish| skirmish.units[3].lurking = true)
        .barrier(edge(9, 5, EdgeSide::East), |kind| kind.height_cm = 100)
        .start_battle(&[5, 5, 1, 1]);
    assert_eq!([1, 2, 3, 4].map(|unit| fight.score(unit)), [12, 11, 7, 16]);
    let tests = [&FAILED[..], &[5; 6], &[5; 6]].concat();
    fight.queue_dice(&[&tests[..], &[2; 7]].concat());
    fight.attack(4, 1, 0, SHOT).expect("a shot");
    fight.end();
    let mut order = Vec::new();
    while fight.round() == (1, 1) {
        order.push(fight.acting().expect("a unit acts"));
        fight.end();
    }
    assert_eq!(order, [2, 3, 1]);
}

#[test]
fn ss_surp_25_no_active_defence_against_the_surpriser() {
    let mut fight = sprung(prey(), [Hides::Ambush, Hides::No], &FAILED);
    let scene = fight.scene(HUNTER, PREY, 0, SHOT);
    assert_eq!(AttackPlan::new(&scene).defence, AvailableDefence::Undefended);
    assert!(!scene.defender.may_interrupt);
}

#[test]
fn ss_act_35_no_interrupt_before_the_first_phase_when_surprised() {
    let mut fight = surprised_with("surprisers");
    let scene = fight.scene(OTHER, PREY, 0, SHOT);
    let AvailableDefence::Options(options) = AttackPlan::new(&scene).defence else {
        panic!("it sees this one")
    };
    assert_eq!(options.len(), 1, "the free defence alone");
}

#[test]
fn ss_surp_24_no_attack_and_ss_surp_26_harmless_things() {
    let mut fight = setup(prey(), [Hides::Ambush, Hides::No])
        .skirmish(|skirmish| skirmish.units[1].cell = breachline::model::Cell::new(6, 5))
        .start_battle(&[&FAILED[..], &[1; 8]].concat());
    assert_eq!(surprised_by(&mut fight, PREY), [HUNTER]);
    assert_eq!(fight.acting(), Some(HUNTER));
    let why = fight.attack(PREY, HUNTER, 0, None).expect_err("it is surprised");
    assert!(matches!(why, OrderError::NotActing { .. }), "{why}");
    fight.submit(Order::DropProne { unit: UnitId(PREY) });
    assert!(fight.prone(PREY));
}

/// Whether the prey, with this result of its test, may intercept an enemy that passes and does not surprise it.
fn is_asked_to_intercept(test: &[u8]) -> bool {
    let faces = [test, &[1; 8]].concat();
    let mut fight = setup(prey(), [Hides::Ambush, Hides::No])
        .skirmish(|skirmish| skirmish.units[2].cell = breachline::model::Cell::new(6, 7))
        .start_battle(&faces);
    fight.until(OTHER);
    fight.walk(OTHER, &[(6, 6), (6, 5), (6, 4), (6, 3)]).expect("four squares");
    fight.asked().iter().any(|answer| answer == "strike")
}

#[test]
fn ss_surp_24_no_interception_of_an_enemy_that_is_not_surprised() {
    assert!(is_asked_to_intercept(&PASSED));
    assert!(!is_asked_to_intercept(&FAILED), "SS-ACT-35: not before its first phase");
}

#[test]
fn ss_surp_26_readying_costs_its_points() {
    let mut fight = sprung(quick_sheet(10, 3), [Hides::Ambush, Hides::No], &[&FAILED[..], &[4; 6]].concat());
    assert_eq!(fight.points(PREY), 3);
    fight.submit(Order::Ready { unit: UnitId(PREY), weapon: 1 });
    assert_eq!(fight.points(PREY), 2);
}

#[test]
fn ss_surp_26_only_the_surprised_may() {
    let mut fight = sprung(prey(), [Hides::Ambush, Hides::No], &PASSED);
    fight.until(HUNTER);
    fight.until(PREY);
    fight.end();
    fight.queue_dice(&[1; 3]);
    fight.until_round(2);
    while fight.acting() == Some(PREY) {
        fight.end();
    }
    let unit = UnitId(PREY);
    let why = fight.submit_error(Order::Ready { unit, weapon: 1 });
    assert!(matches!(why, OrderError::NotActing { .. }), "{why}");
}

#[test]
fn ss_surp_28_against_the_surprised() {
    use breachline::rules::swan_song::turns::surprise::may_interrupt;
    // Both are surprised, and it has had a phase before.
    assert!(may_interrupt(true, true, true));
    assert!(!may_interrupt(true, true, false));
}
