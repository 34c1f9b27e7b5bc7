//! Difficult ground, falling on it, standing above it; adjacent units.

use breachline::battle::{BattleEvent, Obstruction, Order, OrderError, Pace, StatusKind};
use breachline::model::{Cell, CellSide, Edge, ObstaclePosition, UnitId};
use breachline::rules::StopReason;
use breachline::rules::status::Ailment;

use super::ailments::hexed;
use super::{Recruits, clause, rifle, setup, special_action, sword};
use crate::common::{Fight, Setup};

/// Rubble on the fourth and fifth square east of (1, 1); an enemy with a sword at (9, 1).
fn rubble() -> Setup {
    setup().ground(&[(4, 1), (5, 1)], |ground| ground.difficulty = 20).add(0, (1, 1), &[sword()]).add(
        1,
        (9, 1),
        &[sword()],
    )
}

fn east(from: i32, to: i32) -> Vec<(i32, i32)> {
    (from..=to).map(|x| (x, 1)).collect()
}

#[test]
fn cs_ter_03_running_over_rubble_needs_a_test() {
    let mut fight = rubble().start_battle(&[6, 1]);
    fight.queue_dice(&[20]);
    fight.move_unit(1, &east(2, 7), Pace::Run).expect("24 m at most");
    // `CS-TER-05`, `CS-TER-08`: Agility 40 less 20 before Acrobatics 30 less 20.
    assert_eq!(fight.asked(), ["agility", "acrobatics"]);
    fight.answer("agility");
    assert_eq!((fight.cell(1), fight.is(1, StatusKind::Prone)), ((7, 1), false));
}

#[test]
fn cs_ter_06_a_failure_ends_on_the_first_square_prone() {
    let mut fight = rubble().start_battle(&[6, 1]);
    fight.queue_dice(&[21]);
    fight.move_unit(1, &east(2, 7), Pace::Run).expect("24 m at most");
    let events = fight.answer("agility");
    assert_eq!((fight.cell(1), fight.is(1, StatusKind::Prone)), ((4, 1), true));
    let stopped =
        |event: &BattleEvent| matches!(event, BattleEvent::Stopped { reason: StopReason::RoughGround, .. });
    assert!(events.iter().any(stopped));
}

#[test]
fn cs_ter_03_the_starting_square_does_not_count() {
    let mut fight = rubble().ground(&[(1, 1)], |ground| ground.difficulty = 30).start_battle(&[6, 1]);
    fight.move_unit(1, &[(1, 2), (1, 3)], Pace::Run).expect("no question");
    assert_eq!((fight.cell(1), fight.asked().len()), ((1, 3), 0));
}

#[test]
fn cs_ter_10_walking_needs_none() {
    let mut fight = rubble().start_battle(&[6, 1]);
    fight.does(1, "full_move");
    fight.walk(1, &east(2, 8)).expect("7 m");
    assert_eq!((fight.cell(1), fight.asked().len()), ((8, 1), 0));
}

#[test]
fn cs_ter_04_a_charge_lost_in_the_rubble() {
    // Agility 40 less 20 on the square beside the enemy; `CS-TER-06`: a unit that fails loses its attack.
    for (roll, lost) in [(20, None), (21, Some("CS-BASE-20"))] {
        let mut fight = setup()
            .ground(&[(8, 1)], |ground| ground.difficulty = 20)
            .add(0, (1, 1), &[sword()])
            .add(1, (9, 1), &[sword()])
            .start_battle(&[6, 1]);
        fight.does(1, "charge");
        fight.queue_dice(&[roll]);
        fight.walk(1, &east(2, 8)).expect("12 m at most");
        fight.answer("agility");
        assert_eq!((fight.cell(1), fight.is(1, StatusKind::Prone)), ((8, 1), lost.is_some()));
        fight.queue_dice(&[90]);
        assert_eq!(fight.attack(1, 2, 0, None).err().map(clause), lost);
    }
}

#[test]
fn cs_ter_01_rubble_hampers_blows_from_it() {
    let mut fight = setup()
        .ground(&[(1, 1)], |ground| ground.difficulty = 20)
        .add(0, (1, 1), &[sword()])
        .add(1, (2, 1), &[sword()])
        .start_battle(&[6, 1]);
    assert_eq!((fight.aim(1, 2), fight.aim(2, 1)), ((20, vec!["CS-TER-01"]), (40, vec![])));
}

#[test]
fn cs_hgt_02_higher_ground() {
    let mut fight = setup()
        .ground(&[(1, 1)], |ground| ground.height_cm = 200)
        .add(0, (1, 1), &[rifle()])
        .add(1, (16, 1), &[rifle()])
        .start_battle(&[6, 1]);
    assert_eq!(fight.aim(1, 2).0, 50);
    assert_eq!(fight.aim(2, 1).0, 40, "`CS-HGT-04`");
}

#[test]
fn cs_run_01_a_runner_is_hard_to_shoot() {
    let mut fight = setup().add(0, (1, 1), &[rifle()]).add(1, (20, 1), &[rifle()]).start_battle(&[6, 1]);
    fight.move_unit(1, &east(2, 5), Pace::Run).expect("24 m at most");
    assert_eq!(fight.aim(2, 1).0, 20);
    fight.end();
    assert_eq!(fight.aim(2, 1).0, 20, "`CS-RUN-03`: until their next turn");
    fight.end();
    while fight.acting() != Some(1) {
        fight.end();
    }
    assert_eq!(fight.aim(2, 1).0, 40);
}

/// Ann and Bob side by side with swords, Cat of Ann's side two squares from Bob.
fn melee() -> Fight {
    setup()
        .add(0, (5, 5), &[sword()])
        .add(1, (6, 5), &[sword()])
        .add(0, (8, 5), &[sword()])
        .start_battle(&[6, 3, 1])
}

#[test]
fn cs_mel_02_a_blow_engages_and_distance_ends_it() {
    let mut fight = melee();
    fight.blow(1, 2, &[41]);
    assert!(fight.is(1, StatusKind::InMelee(UnitId(2))) && fight.is(2, StatusKind::InMelee(UnitId(1))));
    fight.end();
    fight.walk(2, &[(6, 6)]).expect("still adjacent");
    assert!(fight.is(2, StatusKind::InMelee(UnitId(1))));
    fight.walk(2, &[(6, 7)]).expect("two squares away");
    fight.let_pass();
    assert!(!fight.is(1, StatusKind::InMelee(UnitId(2))), "`CS-MEL-04`");
    assert!(!fight.is(2, StatusKind::InMelee(UnitId(1))), "`CS-MEL-03`");
}

#[test]
fn cs_mel_03_engagement_is_mutual() {
    let mut fight = melee();
    let (unit, action) = (UnitId(1), "engage".to_owned());
    fight.submit(Order::SpecialAction { unit, action, target: Some(UnitId(2)), weapon: None });
    assert!(fight.is(1, StatusKind::InMelee(UnitId(2))) && fight.is(2, StatusKind::InMelee(UnitId(1))));
}

#[test]
fn cs_mel_04_distance_ends_engagement_for_both() {
    let mut fight = melee();
    fight.blow(1, 2, &[41]);
    fight.end();
    fight.walk(2, &[(6, 6), (6, 7)]).expect("two squares away");
    fight.let_pass();
    assert!(!fight.is(1, StatusKind::InMelee(UnitId(2))) && !fight.is(2, StatusKind::InMelee(UnitId(1))));
}

#[test]
fn cs_mel_01_engagement_is_declared_with_a_neighbour() {
    let mut fight = melee();
    let engage = |target| Order::SpecialAction {
        unit: UnitId(1),
        action: "engage".to_owned(),
        target: Some(UnitId(target)),
        weapon: None,
    };
    assert_eq!(clause(fight.submit_error(engage(3))), "CS-MEL-01");
    fight.submit(engage(2));
    assert!(fight.is(2, StatusKind::InMelee(UnitId(1))));
}

#[test]
fn cs_mel_01_no_unit_is_engaged_through_a_wall() {
    let wall = ObstaclePosition::Edge(Edge::new(Cell::new(5, 5), CellSide::East));
    let fight = setup().add(0, (5, 5), &[sword()]).add(1, (6, 5), &[sword()]);
    let mut fight = fight.barrier(wall, |_| ()).start_battle(&[6, 3]);
    let (unit, action) = (UnitId(1), "engage".to_owned());
    let engage = Order::SpecialAction { unit, action, target: Some(UnitId(2)), weapon: None };
    assert_eq!(fight.submit_error(engage), OrderError::Blocked(Obstruction::TargetBehindWall));
}

#[test]
fn cs_flk_01_two_to_one() {
    let mut fight = melee();
    fight.blow(1, 2, &[41]);
    assert_eq!(fight.aim(1, 2).0, 40);
    fight.end();
    fight.end();
    fight.walk(3, &[(7, 5)]).expect("beside Bob");
    fight.blow(3, 2, &[41]);
    assert_eq!(fight.aim(1, 2), (50, vec!["CS-FLK-01"]));
    assert_eq!(fight.aim(2, 1).0, 40);
}

fn engage(unit: u32, target: u32) -> Order {
    let (unit, action) = (UnitId(unit), "engage".to_owned());
    Order::SpecialAction { unit, action, target: Some(UnitId(target)), weapon: None }
}

/// Ann (1) and Ben (4) around Xan (2) and Yul (3), all adjacent; Ann's blade makes Unconscious.
fn brawl() -> Fight {
    setup()
        .add(0, (5, 5), &[hexed(&[Ailment::Unconscious])])
        .add(1, (6, 5), &[sword()])
        .add(1, (6, 6), &[sword()])
        .add(0, (7, 5), &[sword()])
        .start_battle(&[6, 1, 1, 5])
}

#[test]
fn cs_flk_03_one_melee_by_a_chain() {
    let mut fight = brawl();
    fight.submit(engage(1, 2));
    fight.end();
    fight.answer("stay_out"); // of a melee with Yul
    assert_eq!(fight.aim(1, 2).0, 40, "1 to 1");
    fight.submit(engage(4, 2));
    assert_eq!(fight.aim(1, 2).0, 50, "2 to 1");
    // Ben links Yul to the melee, although Ann is not engaged with her.
    fight.submit(engage(4, 3));
    assert_eq!(fight.aim(1, 2), (40, vec![]), "2 to 2");
}

#[test]
fn cs_flk_03_the_helpless_do_not_count() {
    let mut fight = brawl();
    fight.submit(engage(1, 2));
    fight.hexes(1, 2);
    // A side is never fewer than 1.
    assert_eq!(fight.aim(1, 2), (70, vec!["CS-UNCO-02"]));
    fight.submit(engage(1, 3));
    fight.end();
    fight.submit(engage(4, 2));
    fight.submit(engage(4, 3));
    assert_eq!(fight.aim(1, 3), (50, vec!["CS-FLK-01"]), "2 to 1");
    assert_eq!(fight.aim(3, 1), (40, vec![]));
}

#[test]
fn cs_prn_01_lying_down() {
    let mut fight = melee();
    fight.submit(Order::DropProne { unit: UnitId(1) });
    assert_eq!((fight.aim(2, 1).0, fight.aim(1, 2).0), (50, 30), "`CS-PRN-05`");
    let refusal = fight.move_unit(1, &[(5, 6)], Pace::Run).expect_err("prone");
    assert_eq!(clause(refusal), "CS-PRN-09");
    let crawled = fight.walk(1, &[(5, 6), (5, 7)]);
    crawled.expect("2 m of crawling");
    fight.let_pass();
    let far = fight.walk(1, &[(5, 8), (5, 9), (5, 10)]).expect_err("2 m at most");
    assert_eq!(far.to_string(), "That is 3 m; unit1 has 2 m left.");
    fight.submit(Order::StandUp { unit: UnitId(1) });
    assert!(!fight.is(1, StatusKind::Prone), "`CS-PRN-08`");
}

#[test]
fn cs_base_20_a_charge_ends_with_its_blow() {
    let mut fight = setup().add(0, (1, 1), &[sword()]).add(1, (9, 1), &[sword()]).start_battle(&[6, 1]);
    fight.submit(special_action(1, "charge", None));
    fight.walk(1, &east(2, 8)).expect("7 of 12 m");
    assert_eq!(fight.aim(1, 2).0, 50);
    fight.blow(1, 2, &[51]);
}

#[test]
fn cs_base_22_a_round_ends_with_its_last_pass() {
    let mut fight = setup().add(0, (1, 1), &[sword()]).add(1, (9, 1), &[sword()]).start_battle(&[6, 1]);
    // 4 + 4 + 6 act twice, 4 + 4 + 1 once.
    assert_eq!([1, 2].map(|unit| fight.score(unit)), [14, 9]);
    let turns: Vec<_> = (0..3).map(|_| (fight.round(), fight.end())).collect();
    let ends = |events: &[BattleEvent]| {
        events.iter().filter(|event| matches!(event, BattleEvent::RoundEnded { .. })).count()
    };
    assert_eq!(turns.iter().map(|(_, events)| ends(events)).collect::<Vec<_>>(), [0, 0, 1]);
    assert_eq!(turns.iter().map(|(round, _)| *round).collect::<Vec<_>>(), [(1, 1), (1, 1), (1, 2)]);
    assert_eq!(fight.round().0, 2);
}
