//! Suppressing fire, and what Pinned units may do. Chapter PIN.

use breachline::battle::{AttackChoice, BattleEvent, Order, OrderError, PointlessOrder, StatusKind, Target};
use breachline::model::{CellSide, UnitId};
use breachline::rules::status::Ailment;
use breachline::rules::{FireMode, play};
use rstest::rstest;

use super::ailments::hexed;
use super::{Recruits, Weapon, clause, pistol, rifle, setup, special_action, sword, told};
use crate::common::{Fight, edge};

/// The first unit's suppressing fire at the second one.
fn suppress() -> Order {
    Order::Attack {
        unit: UnitId(1),
        target: Target::Unit(UnitId(2)),
        weapon: 0,
        mode: Some(FireMode::Burst),
        option: Some("suppress".into()),
    }
}

#[test]
fn cs_pin_15_suppressing_fire_pins() {
    let gun = || setup().add(0, (1, 5), &[rifle()]).add(1, (12, 5), &[rifle()]).add(1, (13, 6), &[rifle()]);
    let mut fight = gun().start_battle(&[6, 1, 1]);
    let told = fight.view(|view| {
        let (unit, mode) = (UnitId(1), Some(FireMode::Burst));
        let aimed = AttackChoice { unit, weapon: 0, mode, option: Some("suppress") };
        let engagement = view.attack_request(aimed, UnitId(2)).expect("two units");
        (play::pin_chances(&engagement), play::forecast(&engagement).map(|forecast| forecast.notes))
    });
    assert_eq!(
        told.0.iter().map(|(unit, share)| (*unit, (100.0 * share).round())).collect::<Vec<_>>(),
        [(UnitId(2), 60.0), (UnitId(3), 60.0)]
    );
    let values: Vec<_> = told.1.into_iter().flatten().map(|remark| remark.value).collect();
    assert_eq!(values, ["60 %", "60 %"]);
    fight.queue_dice(&[41, 40]);
    let events = fight.submit(suppress());
    assert_eq!([2, 3].map(|unit| fight.has(unit, Ailment::Pinned)), [true, false]);
    assert_eq!((fight.wounds(2), fight.dice_left()), (12, 0));
    assert!(events.iter().any(|event| matches!(event, BattleEvent::AttackDeclared { rounds: 3, .. })));
    let mut without = gun().switch("cs.suppression", "off").start_battle(&[6, 1, 1]);
    let off = without.submit_error(suppress());
    assert_eq!(off.to_string(), "unit1 has no attack option `suppress` now.");
}

#[test]
fn cs_pin_15_a_vehicle_is_not_pinned() {
    let setup = setup().add(0, (1, 5), &[rifle()]).add(1, (12, 5), &[rifle()]).add(1, (13, 6), &[]);
    let mut fight = setup.seats(4, 5).start_battle(&[6, 1]);
    fight.queue_dice(&[41]);
    fight.submit(suppress());
    assert_eq!([2, 3].map(|unit| fight.has(unit, Ailment::Pinned)), [true, false]);
    assert_eq!(fight.dice_left(), 0, "one test");
}

/// Pinned by a shooter at (1, 5), ten squares to the east.
fn pinned(cover: bool) -> Fight {
    let mut setup = setup().add(0, (1, 5), &[rifle()]).add(1, (11, 5), &[rifle(), sword()]);
    if cover {
        setup = setup.barrier(edge(13, 5, breachline::model::CellSide::West), |kind| kind.height_cm = 100);
    }
    let mut fight = setup.start_battle(&[6, 1]);
    fight.queue_dice(&[41]);
    fight.submit(suppress());
    fight.end();
    assert_eq!(fight.acting(), Some(2));
    fight
}

/// Does what the second unit owes, and ends its phase with a roll above its number to recover: 70 in cover, 40 outside.
fn fail_to_recover(fight: &mut Fight, face: u8) {
    fight.does(2, "duty");
    fight.queue_dice(&[face]);
    fight.end();
}

#[test]
fn cs_pin_05_toward_cover() {
    let mut fight = pinned(true);
    let refusal = fight.attack(2, 1, 0, Some(FireMode::Single)).expect_err("cover first");
    assert_eq!(clause(refusal), "CS-PIN-05");
    fight.does(2, "duty");
    assert_eq!(fight.cell(2), (13, 5), "around it, and behind it");
    let refusal = fight.attack(2, 1, 0, Some(FireMode::Single)).expect_err("one Half Action");
    assert_eq!(clause(refusal), "CS-PIN-01");
    // At its end: shot at, but in cover: 40 + 30. `CS-PIN-10`, `CS-PIN-11`
    fight.queue_dice(&[70]);
    fight.end();
    assert!(!fight.has(2, Ailment::Pinned));
}

#[test]
fn cs_pin_06_in_cover_it_shoots_at_less_or_retreats() {
    let mut fight = pinned(true);
    fail_to_recover(&mut fight, 71);
    assert!(fight.has(2, Ailment::Pinned));
    fight.turn_of(2);
    let (number, clauses) = fight.aim(2, 1);
    assert!(number == 20 && clauses.contains(&"CS-PIN-04"), "{number} {clauses:?}");
    assert_eq!(clause(fight.walk(2, &[(13, 6), (12, 6)]).expect_err("nearer")), "CS-PIN-06");
    assert_eq!(clause(fight.walk(2, &[(14, 5), (15, 5)]).expect_err("out of cover")), "CS-PIN-17");
    fight.queue_dice(&[90]);
    fight.attack(2, 1, 0, Some(FireMode::Single)).expect("a shot is allowed");
}

/// Acting late costs a Pinned unit ten on top of its twenty, and its recovery waits for the end of that phase.
#[test]
fn cs_pin_04_and_ss_delay_09_a_pinned_unit_that_delays() {
    let mut fight = pinned(true);
    fail_to_recover(&mut fight, 71);
    fight.turn_of(2);
    assert_eq!(fight.aim(2, 1).0, 20);
    // A face that would free it.
    fight.queue_dice(&[1]);
    fight.submit(Order::Delay { unit: UnitId(2) });
    while fight.acting() != Some(2) {
        match fight.asked().iter().find(|key| ["before", "act"].contains(&key.as_str())).cloned() {
            Some(steps_in) => _ = fight.answer(&steps_in),
            None => _ = fight.end(),
        }
    }
    assert_eq!((fight.has(2, Ailment::Pinned), fight.dice_left()), (true, 1), "no test so far");
    let (number, clauses) = fight.aim(2, 1);
    let late = ["CS-PIN-04", "SS-DELAY-09"].map(|clause| clauses.contains(&clause));
    assert_eq!((number, late), (10, [true; 2]), "{clauses:?}");
    fight.end();
    assert_eq!((fight.has(2, Ailment::Pinned), fight.dice_left()), (false, 0));
}

#[test]
fn cs_pin_07_no_cover_away() {
    let mut fight = pinned(false);
    fight.does(2, "duty");
    assert_eq!(fight.cell(2), (15, 5));
    // Shot at, no cover: 40. `CS-PIN-08`
    fight.queue_dice(&[41]);
    fight.end();
    assert!(fight.has(2, Ailment::Pinned));
}

#[test]
fn cs_pin_09_not_shot_at_since() {
    let mut fight = pinned(false);
    fail_to_recover(&mut fight, 41);
    fight.turn_of(2);
    fight.does(2, "duty");
    fight.queue_dice(&[70]);
    fight.end();
    assert!(!fight.has(2, Ailment::Pinned));
}

#[test]
fn cs_pin_12_melee_keeps_it_off() {
    let mut fight =
        setup().add(0, (5, 5), &[hexed(&[Ailment::Pinned])]).add(1, (6, 5), &[sword()]).start_battle(&[6, 1]);
    let events = fight.blow(1, 2, &[35, 1]);
    assert!(!fight.has(2, Ailment::Pinned));
    assert!(told(&events).iter().any(|text| text.contains("cannot be Pinned")), "{events:?}");
}

#[test]
fn cs_pin_13_melee_frees() {
    let mut fight = setup()
        .add(0, (1, 5), &[rifle()])
        .add(1, (11, 5), &[sword()])
        .add(0, (12, 5), &[sword()])
        .start_battle(&[6, 1, 3]);
    fight.queue_dice(&[41]);
    fight.submit(suppress());
    assert!(fight.has(2, Ailment::Pinned));
    fight.end();
    assert_eq!(fight.acting(), Some(3));
    fight.blow(3, 2, &[90]);
    assert!(!fight.has(2, Ailment::Pinned));
}

#[test]
fn cs_pin_17_a_retreat_stays_in_cover() {
    let mut fight = pinned(true);
    fail_to_recover(&mut fight, 71);
    fight.turn_of(2);
    assert_eq!(clause(fight.walk(2, &[(14, 5)]).expect_err("out of cover")), "CS-PIN-17");
}

#[test]
fn cs_pin_18_a_failed_recovery() {
    let mut fight = pinned(false);
    fail_to_recover(&mut fight, 41);
    fight.turn_of(2);
    assert!(fight.has(2, Ailment::Pinned));
}

#[test]
fn cs_pin_14_no_melee_to_escape() {
    let mut fight = setup()
        .add(0, (1, 5), &[rifle()])
        .add(1, (11, 5), &[sword()])
        .add(0, (12, 5), &[rifle()])
        .start_battle(&[6, 1, 1]);
    fight.queue_dice(&[41]);
    fight.submit(suppress());
    fight.end();
    while fight.acting() != Some(2) {
        fight.end();
    }
    assert_eq!(clause(fight.attack(2, 3, 0, None).expect_err("it owes the move")), "CS-PIN-05");
    // If no move is owed, a Half Action is left, and it may shoot.
    let mut fight = pinned_beside_an_enemy(sword());
    assert_eq!(clause(fight.attack(2, 1, 0, None).expect_err("it would start a melee")), "CS-PIN-14");
    let (unit, target) = (UnitId(2), Some(UnitId(1)));
    let engage = Order::SpecialAction { unit, action: "engage".into(), target, weapon: None };
    assert_eq!(clause(fight.submit_error(engage)), "CS-PIN-14");
    assert_eq!(fight.points(2), 2, "nothing is paid");
}

#[test]
fn cs_ruling_11_an_enemy_in_melee_frees() {
    let mut fight = setup()
        .add(0, (1, 5), &[rifle()])
        .add(1, (11, 5), &[sword()])
        .add(0, (11, 8), &[sword()])
        .start_battle(&[6, 1, 5]);
    fight.queue_dice(&[41]);
    fight.submit(suppress());
    assert!(fight.has(2, Ailment::Pinned));
    fight.end();
    fight.walk(3, &[(11, 7), (11, 6)]).expect("beside it");
    fight.blow(3, 2, &[90]);
    assert!(!fight.has(2, Ailment::Pinned), "missed, but drawn into melee");
}

#[test]
fn cs_ruling_12_outside_of_cover_the_half_action_is_the_move() {
    let mut fight = pinned(true);
    let refusal = fight.attack(2, 1, 0, Some(FireMode::Single)).expect_err("it owes the move");
    assert_eq!(clause(refusal), "CS-PIN-05");
    fail_to_recover(&mut fight, 71);
    fight.turn_of(2);
    fight.queue_dice(&[90]);
    fight.attack(2, 1, 0, Some(FireMode::Single)).expect("free for it in cover");
}

#[test]
fn cs_ruling_21_a_pinned_unit_that_cannot_move_may_shoot() {
    let strikes = [Ailment::Immobilised, Ailment::Pinned];
    let here = |ground: &mut breachline::content::Terrain| {
        ground.strike.inflicts = strikes.map(breachline::rules::status::Infliction::without_test).to_vec();
    };
    let mut fight = setup()
        .ground(&[(12, 5)], here)
        .add(0, (1, 5), &[rifle()])
        .add(1, (11, 5), &[rifle()])
        .start_battle(&[1, 6]);
    fight.walk(2, &[(12, 5)]).expect("onto the ground");
    assert_eq!(strikes.map(|ailment| fight.has(2, ailment)), [true; 2]);
    fight.queue_dice(&[90, 90]);
    fight.turn_of(2);
    assert_eq!(clause(fight.walk(2, &[(13, 5)]).expect_err("immobilised")), "CS-IMMO-01");
    let (number, clauses) = fight.aim(2, 1);
    assert!(number == 20 && clauses.contains(&"CS-PIN-04"), "{number} {clauses:?}");
    fight.queue_dice(&[90]);
    fight.attack(2, 1, 0, Some(FireMode::Single)).expect("the duty lapses");
}

/// A Pinned unit beside an enemy that cannot move away.
fn pinned_beside_an_enemy(weapon: Weapon) -> Fight {
    setup()
        .add(0, (12, 5), &[sword()])
        .add(1, (11, 5), &[weapon])
        .ailing(&[Ailment::Immobilised, Ailment::Pinned])
        .start_battle(&[1, 6])
}

#[test]
fn cs_pin_14_its_shot_at_a_neighbour_starts_no_melee() {
    let mut fight = pinned_beside_an_enemy(pistol());
    fight.queue_dice(&[90]);
    fight.attack(2, 1, 0, None).expect("a shot, not a melee attack");
    assert!(!fight.is(2, StatusKind::InMelee(UnitId(1))));
    assert!(!fight.is(1, StatusKind::InMelee(UnitId(2))));
    assert!(fight.has(2, Ailment::Pinned));
}

#[test]
fn cs_pin_14_it_is_not_asked_to_engage() {
    let mut fight = pinned_beside_an_enemy(pistol());
    // Not shot at: 40 + 30. `CS-PIN-09`
    fight.queue_dice(&[71]);
    fight.end();
    assert_eq!((fight.asked(), fight.acting()), (Vec::new(), Some(1)));
    assert!(fight.has(2, Ailment::Pinned));
}

#[test]
fn cs_pin_03_free_actions_before_the_move() {
    let mut fight = pinned(true);
    fight.submit(Order::Drop { unit: UnitId(2), weapon: 0 });
    let refusal = fight.submit_error(Order::Ready { unit: UnitId(2), weapon: 1 });
    assert_eq!(clause(refusal), "CS-PIN-05", "a Half Action comes after the move");
    fight.does(2, "duty");
    assert_eq!(fight.cell(2), (13, 5));
}

#[rstest]
#[case::cs_pin_08_without_cover(false, 40)]
#[case::cs_pin_10_in_cover_from_the_nearest_enemy(true, 70)]
fn recovery_without_a_known_pinner(#[case] cover: bool, #[case] number: u8) {
    for (roll, recovers) in [(number, true), (number + 1, false)] {
        let mut setup = setup()
            .add(0, (1, 5), &[rifle()])
            .add(1, (13, 5), &[rifle()])
            .ailing(&[Ailment::Immobilised, Ailment::Pinned]);
        if cover {
            setup = setup.barrier(edge(13, 5, CellSide::West), |kind| kind.height_cm = 100);
        }
        let mut fight = setup.start_battle(&[6, 1]);
        fight.queue_dice(&[90]);
        fight.attack(1, 2, 0, Some(FireMode::Single)).expect("a shot past it");
        fight.end();
        fight.queue_dice(&[roll]);
        fight.end();
        assert_eq!(fight.has(2, Ailment::Pinned), !recovers, "{roll}");
    }
}

#[test]
fn cs_ail_08_a_duty_does_not_lead_out_of_cover() {
    let mut fight = setup()
        .add(0, (1, 5), &[rifle()])
        .add(1, (13, 5), &[sword()])
        .ailing(&[Ailment::Enraged, Ailment::Pinned])
        .barrier(edge(13, 5, CellSide::West), |kind| kind.height_cm = 100)
        .start_battle(&[1, 6]);
    let nothing = OrderError::NothingToDo(PointlessOrder::NoForcedAction);
    assert_eq!(fight.submit_error(special_action(2, "duty", None)), nothing);
    assert_eq!(clause(fight.walk(2, &[(13, 4), (12, 4)]).expect_err("out of cover")), "CS-ENRA-04");
    fight.queue_dice(&[71]);
    fight.end();
    assert_eq!(fight.cell(2), (13, 5));
}
