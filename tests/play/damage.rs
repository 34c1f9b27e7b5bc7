//! Falling, dying and being knocked down in play: chapters DMG, WND and KNOCK.

use breachline::battle::{BattleEvent, EndReason, Order, Pace, StatusKind, UnitDataItem};
use breachline::content::Objective;
use breachline::model::{Cell, Side, UnitId};
use breachline::rules::swan_song::{DownState, PointPool, Sheet, UnitKind, Weapon};

use crate::common::{Fight, SHOT, Setup, gun, knife, quick_sheet, rifle, sheet, slow_sheet, stunner};

/// Two shooters, their victim, and a friend of the victim far away, so that the fight goes on.
fn against(victim: Sheet, guns: [Weapon; 2]) -> Fight {
    let [one, two] = guns;
    Setup::new()
        .skirmish(|skirmish| skirmish.rounds = 1000)
        .unit(0, (5, 5), sheet(), &[one])
        .unit(0, (5, 7), sheet(), &[two])
        .unit(1, (10, 5), victim, &[knife()])
        .unit(1, (25, 15), slow_sheet(), &[])
        .start_battle(&[6, 5, 1, 1])
}

fn once(victim: Sheet, damage: u32) -> Fight {
    let mut fight = against(victim, [gun(damage), gun(1)]);
    fight.land(1, 3, 0, SHOT, [1, 0, 0]);
    fight
}

fn twice(victim: Sheet, guns: [Weapon; 2]) -> Fight {
    let mut fight = against(victim, guns);
    fight.land(1, 3, 0, SHOT, [1, 0, 0]);
    fight.end();
    fight.land(2, 3, 0, SHOT, [1, 0, 0]);
    fight
}

fn body(body: u8, flesh: u32) -> Sheet {
    let mut sheet = Sheet { flesh: Some(flesh), ..slow_sheet() };
    sheet.attributes.body = body;
    sheet
}

/// Too strong to be knocked down by 5 damage.
fn strong(mut sheet: Sheet) -> Sheet {
    sheet.attributes.strength = 6;
    sheet
}

fn dying(fight: &mut Fight, unit: u32) -> bool {
    fight.unit(unit, |unit| unit.status.iter().any(|status| matches!(status.kind, StatusKind::Dying(_))))
}

#[test]
fn ss_dmg_09_zero_health() {
    let mut fight = once(body(3, 5), 5);
    assert_eq!((fight.flesh(3), fight.down(3)), (0, Some(DownState::Unconscious)));
    assert!(dying(&mut fight, 3));
}

#[test]
fn ss_dmg_10_full_strain() {
    let mut fight = twice(slow_sheet(), [stunner(9), stunner(1)]);
    assert_eq!((fight.strain(3), fight.down(3)), (10, Some(DownState::Unconscious)));
    assert!(!dying(&mut fight, 3));
    let mut fight = against(slow_sheet(), [stunner(9), gun(1)]);
    fight.land(1, 3, 0, SHOT, [1, 0, 0]);
    assert_eq!((fight.strain(3), fight.down(3)), (9, None));
}

#[test]
fn ss_dmg_11_strain_alone_does_not_kill() {
    let mut fight = against(slow_sheet(), [stunner(10), gun(1)]);
    fight.land(1, 3, 0, SHOT, [1, 0, 0]);
    fight.until_round(101);
    assert_eq!((fight.strain(3), fight.flesh(3), fight.down(3)), (10, 10, Some(DownState::Unconscious)));
}

#[test]
fn ss_dmg_12_the_helpless_can_be_killed() {
    let mut fight = twice(body(3, 3), [stunner(10), gun(7)]);
    assert_eq!((fight.flesh(3), fight.down(3)), (-4, Some(DownState::Dead)));
}

/// Unit 3 has to be slain, and the other one of its side has not.
#[test]
fn an_unconscious_target_is_attacked_until_it_is_dead() {
    let slay = Objective::Slay { side: 0, unit: "unit3".to_owned() };
    let mut fight = Setup::new()
        .skirmish(|skirmish| skirmish.objectives = vec![slay])
        .unit(0, (5, 5), sheet(), &[stunner(10)])
        .unit(0, (5, 7), sheet(), &[gun(7)])
        .unit(1, (10, 5), body(3, 3), &[knife()])
        .unit(1, (25, 15), slow_sheet(), &[])
        .start_battle(&[6, 5, 1, 1]);
    let targets = |fight: &mut Fight| {
        fight.view(|view| {
            let own = view.unit(UnitId(2)).expect("on the map");
            let lies = |unit: &UnitDataItem| view.is_unfinished(Side(0), unit);
            let targets: Vec<u32> =
                view.units().filter(|other| view.is_target(&own, other)).map(|other| other.id.0).collect();
            (targets, view.units().filter(lies).map(|unit| unit.id.0).collect::<Vec<_>>())
        })
    };
    assert_eq!(targets(&mut fight), (vec![3, 4], vec![]), "it stands");
    fight.land(1, 3, 0, SHOT, [1, 0, 0]);
    assert_eq!(fight.down(3), Some(DownState::Unconscious));
    assert_eq!(targets(&mut fight), (vec![3, 4], vec![3]), "the objective is not met");
    let at = fight.view(|view| {
        let own = view.unit(UnitId(2)).expect("on the map");
        view.target_at(&own, Cell::new(10, 5)).map(|unit| unit.id.0)
    });
    assert_eq!(at, Some(3));
    let others = fight.view(|view| view.units().any(|unit| view.is_unfinished(Side(1), &unit)));
    assert!(!others, "the other side has not to slay it");
    fight.end();
    fight.land(2, 3, 0, SHOT, [1, 0, 0]);
    assert_eq!(fight.outcome().map(|outcome| outcome.ending), Some(EndReason::Slain));
}

/// A friend stands on the square of the body.
#[test]
fn an_unconscious_target_below_another_unit_is_still_aimed_at() {
    let slay = Objective::Slay { side: 0, unit: "unit3".to_owned() };
    let mut fight = Setup::new()
        .skirmish(|skirmish| skirmish.objectives = vec![slay])
        .unit(0, (5, 5), sheet(), &[stunner(10)])
        .unit(0, (10, 6), sheet(), &[gun(7)])
        .unit(1, (10, 5), body(3, 3), &[knife()])
        .unit(1, (25, 15), slow_sheet(), &[])
        .start_battle(&[6, 5, 1, 1]);
    fight.land(1, 3, 0, SHOT, [1, 0, 0]);
    assert_eq!(fight.down(3), Some(DownState::Unconscious));
    fight.end();
    fight.walk(2, &[(10, 5)]).expect("a body leaves room");
    let at = |fight: &mut Fight, unit| {
        fight.view(|view| {
            let own = view.unit(UnitId(unit)).expect("on the map");
            view.target_at(&own, Cell::new(10, 5)).map(|other| other.id.0)
        })
    };
    assert_eq!(at(&mut fight, 1), Some(3), "not at the friend above it");
    assert_eq!(at(&mut fight, 4), Some(2), "the conscious enemy of the other side");
}

#[test]
fn a_body_that_need_not_be_slain_is_no_target() {
    let mut fight = against(body(3, 3), [stunner(10), gun(7)]);
    fight.land(1, 3, 0, SHOT, [1, 0, 0]);
    let is_target = fight.view(|view| {
        let (own, other) = (view.unit(UnitId(2)).expect("it stands"), view.unit(UnitId(3)).expect("it lies"));
        view.is_target(&own, &other)
    });
    assert_eq!((fight.down(3), is_target), (Some(DownState::Unconscious), false));
}

#[test]
fn ss_dmg_12_21_the_stunned_begin_to_die() {
    let mut fight = twice(body(3, 3), [stunner(10), gun(4)]);
    assert_eq!((fight.flesh(3), fight.down(3)), (-1, Some(DownState::Unconscious)));
    assert!(dying(&mut fight, 3));
    fight.until_round(38);
    assert_eq!(fight.flesh(3), -2);
}

#[test]
fn ss_dmg_21_near_death() {
    let mut fight = once(body(3, 2), 4);
    assert_eq!((fight.flesh(3), fight.down(3)), (-2, Some(DownState::Unconscious)));
    assert!(dying(&mut fight, 3));
}

#[test]
fn ss_dmg_22_instant_death() {
    for (damage, down) in [(13, DownState::Unconscious), (14, DownState::Dead)] {
        let mut fight = once(body(3, 10), damage);
        assert_eq!(fight.down(3), Some(down), "{} left", 10 - damage as i32);
        assert_eq!(dying(&mut fight, 3), down == DownState::Unconscious);
    }
}

#[test]
fn ss_dmg_23_the_bleeding_clock() {
    let mut fight = once(body(3, 5), 5);
    fight.until_round(37);
    assert_eq!(fight.flesh(3), 0);
    fight.until_round(38);
    assert_eq!(fight.flesh(3), -1);
    fight.until_round(73);
    assert_eq!(fight.flesh(3), -1);
    fight.until_round(74);
    assert_eq!(fight.flesh(3), -2);
}

#[test]
fn ss_round_02_two_minutes_are_24_rounds() {
    let mut fight = once(body(2, 5), 5);
    fight.until_round(25);
    assert_eq!(fight.flesh(3), 0);
    fight.until_round(26);
    assert_eq!(fight.flesh(3), -1);
}

#[test]
fn ss_dmg_24_death_by_bleeding() {
    let mut fight = once(body(1, 5), 6);
    assert_eq!((fight.flesh(3), fight.down(3)), (-1, Some(DownState::Unconscious)));
    fight.until_round(13);
    assert_eq!(fight.flesh(3), -1);
    fight.until_round(14);
    assert_eq!((fight.flesh(3), fight.down(3)), (-2, Some(DownState::Dead)));
    assert!(!dying(&mut fight, 3));
    fight.until_round(40);
    assert_eq!(fight.flesh(3), -2);
}

#[test]
fn ss_dmg_26_overflow_without_flesh() {
    for (damage, left, down) in [(12, -4, DownState::Unconscious), (14, -5, DownState::Dead)] {
        let mut robot = Sheet { kind: UnitKind::Robot, has_flesh: false, armored: 2, ..slow_sheet() };
        robot.attributes.body = 4;
        let mut fight = once(robot, damage);
        let armored = |fight: &mut Fight| fight.unit(3, |unit| crate::common::vitals(unit).armored);
        assert_eq!((armored(&mut fight), fight.down(3)), (PointPool { now: left, max: 2 }, Some(down)));
        fight.until_round(101);
        assert_eq!(armored(&mut fight).now, left);
    }
}

#[test]
fn a_unit_that_falls_in_its_own_phase_ends_it() {
    let mut runner = sheet();
    runner.strain = Some(1);
    let mut fight = Setup::new()
        .unit(0, (5, 5), runner, &[knife()])
        .unit(0, (5, 9), sheet(), &[knife()])
        .unit(1, (20, 5), sheet(), &[knife()])
        .start_battle(&[6, 5, 1]);
    fight.move_unit(1, &[(6, 5)], Pace::Run).expect("a run");
    fight.rolls(&[(1, 3)]);
    fight.move_unit(1, &[(7, 5)], Pace::Sprint).expect("one sprint too many");
    assert_eq!((fight.cell(1), fight.down(1)), ((7, 5), Some(DownState::Unconscious)));
    assert_eq!(fight.acting(), Some(2));
}

#[test]
fn ss_wnd_07_all_tests() {
    // 5 of 10 Flesh and 5 of 10 Strain: -3.
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[gun(5)])
        .unit(0, (5, 7), sheet(), &[stunner(5)])
        .unit(1, (12, 5), strong(Sheet { action_points: 1, ..sheet() }), &[rifle()])
        .unit(1, (25, 15), slow_sheet(), &[])
        .start_battle(&[6, 5, 1, 1]);
    fight.land(1, 3, 0, SHOT, [1, 0, 0]);
    fight.until(2);
    fight.land(2, 3, 0, SHOT, [1, 0, 0]);
    fight.queue_dice(&[6, 5, 6, 1]);
    fight.until_round(2);
    fight.until(1);
    let before = fight.unit(3, |unit| unit.defence_count.defences());
    fight.land(1, 3, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("defence"), 3 - u32::from(before));
    fight.until(3);
    fight.land(3, 1, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("attack"), 4);
}

#[test]
fn ss_wnd_07_the_sprint_too() {
    let mut runner = strong(sheet());
    runner.skills.insert(breachline::rules::swan_song::Skill::Running, 3);
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(5, 5), &[gun(5)])
        .unit(1, (10, 5), runner, &[knife()])
        .start_battle(&[6, 6]);
    fight.land(1, 2, 0, SHOT, [1, 0, 0]);
    fight.until(2);
    fight.move_unit(2, &[(11, 5)], Pace::Run).expect("a run");
    fight.rolls(&[(1, 7)]);
    fight.move_unit(2, &[(12, 5)], Pace::Sprint).expect("a sprint");
    assert_eq!(fight.pool("sprint"), 7); // 3 + 6 - 2
}

#[test]
fn ss_knock_02_a_forced_drop_costs_nothing() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[gun(5)])
        .unit(1, (10, 5), Sheet { action_points: 2, ..sheet() }, &[knife()])
        .start_battle(&[6, 1]);
    let events = fight.land(1, 2, 0, SHOT, [1, 0, 0]); // Physical Limit 4
    let fell = |event: &BattleEvent| matches!(event, BattleEvent::StatusSet { status, .. } if status.kind == StatusKind::Prone);
    assert!(events.iter().any(fell));
    assert!(fight.prone(2));
    assert_eq!((fight.points(2), fight.free_used(2)), (2, 0));
    fight.until(2);
    let refusal = fight.move_unit(2, &[(11, 5)], Pace::Run).expect_err("it lies down");
    assert_eq!(refusal.clause(), Some("SS-ACT-53"));
    fight.submit(Order::StandUp { unit: UnitId(2) });
}

#[test]
fn ss_knock_01_not_above_the_limit() {
    let mut fight = once(sheet(), 4);
    assert!(!fight.prone(3));
}

#[test]
fn ss_knock_09_the_prone_stay_prone() {
    let tough = Sheet { flesh: Some(30), action_points: 1, ..sheet() };
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[gun(12)])
        .unit(1, (12, 5), tough, &[knife()])
        .start_battle(&[1, 6]);
    fight.submit(Order::DropProne { unit: UnitId(2) });
    fight.end();
    let events = fight.land(1, 2, 0, SHOT, [1, 0, 0]);
    assert!(fight.prone(2));
    assert!(!events.iter().any(
        |event| matches!(event, BattleEvent::StatusSet { status, .. } if status.kind == StatusKind::Prone)
    ));
    assert_eq!(fight.flesh(2), 18);
}
