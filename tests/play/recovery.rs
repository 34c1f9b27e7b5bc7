//! Help in battle: chapter HEAL, `SS-ACT-46`, `SS-ACT-55`, `SS-ACT-56`, `SS-ARM-07`, `SS-DMG-25`.

use breachline::battle::{BattleEvent, Order, OrderError, StatusKind};
use breachline::model::UnitId;
use breachline::rules::swan_song::damage::wounds::wound_modifier;
use breachline::rules::swan_song::{DownState, Sheet};

use crate::common::{Fight, Setup, gun, knife, medic, quick_sheet, sheet, slow_sheet, vitals};

const PATIENT: u32 = 2;
const MEDIC: u32 = 3;

/// A shooter that has shot the patient; a medic beside the patient.
fn shot(patient: Sheet, damage: u32, medic: Sheet) -> Fight {
    let mut fight = Setup::new()
        .skirmish(|skirmish| skirmish.rounds = 200)
        .unit(0, (5, 5), quick_sheet(9, 3), &[gun(damage)])
        .unit(1, (10, 5), patient, &[knife()])
        .unit(1, (10, 6), medic, &[knife()])
        .start_battle(&[1, 1, 1]);
    fight.shoot(1, PATIENT, 0, [1, 0, 0]);
    fight.until(MEDIC);
    fight
}

fn flesh(flesh: u32) -> Sheet {
    Sheet { flesh: Some(flesh), ..slow_sheet() }
}

fn special_action(action: &str, target: Option<u32>) -> Order {
    Order::SpecialAction {
        unit: UnitId(MEDIC),
        action: action.to_owned(),
        target: target.map(UnitId),
        weapon: None,
    }
}

fn dying(fight: &mut Fight) -> bool {
    fight.unit(PATIENT, |unit| unit.status.iter().any(|on| matches!(on.kind, StatusKind::Dying(_))))
}

fn book(refusal: OrderError) -> String {
    match refusal {
        OrderError::ForbiddenByBook { why, .. } => why.clause.to_owned(),
        other => panic!("unexpected error: {other}"),
    }
}

#[test]
fn ss_act_56_first_aid_takes_the_phase() {
    let mut fight = shot(flesh(3), 4, medic());
    fight.rolls(&[(4, 8)]);
    fight.submit(special_action("first_aid", Some(PATIENT)));
    assert_eq!((fight.points(MEDIC), fight.pool("first aid")), (0, 8));
}

#[test]
fn ss_act_56_not_with_two_points() {
    let mut fight = shot(flesh(3), 4, Sheet { action_points: 2, ..medic() });
    let why = fight.submit_error(special_action("first_aid", Some(PATIENT)));
    assert!(matches!(why, OrderError::NotEnoughActionPoints { needed: 3, left: 2, .. }), "{why}");
}

#[test]
fn ss_heal_07_four_hits_stop_the_clock() {
    let mut fight = shot(flesh(3), 4, medic());
    assert!(dying(&mut fight));
    fight.rolls(&[(4, 8)]);
    fight.submit(special_action("first_aid", Some(PATIENT)));
    assert!(!dying(&mut fight));
    let again = fight.submit_error(special_action("first_aid", Some(PATIENT)));
    assert_eq!(book(again), "SS-HEAL-07");
}

#[test]
fn ss_heal_07_three_hits_do_not() {
    let mut fight = shot(flesh(3), 4, medic());
    fight.rolls(&[(3, 8)]);
    fight.submit(special_action("first_aid", Some(PATIENT)));
    assert!(dying(&mut fight));
}

#[test]
fn ss_dmg_25_no_further_loss() {
    for (hits, lost) in [(4, 0), (3, 1)] {
        let mut fight = shot(flesh(3), 4, medic());
        fight.rolls(&[(hits, 8)]);
        fight.submit(special_action("first_aid", Some(PATIENT)));
        fight.until_round(38);
        assert_eq!(fight.flesh(PATIENT), -1 - lost);
    }
}

#[test]
fn ss_arm_07_no_first_aid_for_a_robot() {
    let robot = Sheet { has_flesh: false, armored: 2, ..slow_sheet() };
    let mut fight = shot(robot, 9, medic());
    assert_eq!(fight.down(PATIENT), Some(DownState::Unconscious));
    let why = fight.submit_error(special_action("first_aid", Some(PATIENT)));
    assert_eq!(book(why), "SS-ARM-07");
}

#[test]
fn ss_heal_02_shields_at_an_energy_source() {
    let shielded = Sheet { shield: 8, ..sheet() };
    let plate = [(11, 6)];
    for (cell, charged) in [((10, 6), true), ((9, 6), false)] {
        let mut fight = Setup::new()
            .ground(&plate, |ground| ground.energy = true)
            .unit(0, (5, 5), quick_sheet(9, 3), &[gun(8)])
            .unit(1, (20, 5), slow_sheet(), &[])
            .unit(1, cell, shielded.clone(), &[knife()])
            .start_battle(&[1, 1, 1]);
        fight.shoot(1, MEDIC, 0, [1, 0, 0]);
        fight.until(MEDIC);
        let before = fight.points(MEDIC);
        if charged {
            fight.submit(special_action("recharge", None));
            assert_eq!(fight.points(MEDIC), before - 1, "SS-ACT-55");
        } else {
            assert_eq!(book(fight.submit_error(special_action("recharge", None))), "SS-HEAL-02");
        }
        let shield = fight.unit(MEDIC, |unit| vitals(unit).shield.now);
        assert_eq!(shield, if charged { 8 } else { 0 });
    }
}

#[test]
fn ss_heal_10_a_power_restores_flesh() {
    let healer = Sheet { heal: 3, ..sheet() };
    let mut fight = shot(flesh(10), 6, healer.clone());
    fight.submit(special_action("heal", Some(PATIENT)));
    assert_eq!((fight.flesh(PATIENT), fight.points(MEDIC)), (7, 1));
    assert_eq!(fight.clauses(), Vec::<&str>::new(), "no dice");
    let mut fight = shot(flesh(10), 2, healer);
    fight.submit(special_action("heal", Some(PATIENT)));
    assert_eq!(fight.flesh(PATIENT), 10, "no more than the lost points");
}

#[test]
fn ss_act_46_a_power_costs_two() {
    let healer = Sheet { heal: 3, action_points: 1, ..sheet() };
    let mut fight = shot(flesh(10), 6, healer);
    let why = fight.submit_error(special_action("heal", Some(PATIENT)));
    assert!(matches!(why, OrderError::NotEnoughActionPoints { needed: 2, left: 1, .. }), "{why}");
    let none = shot(flesh(10), 6, sheet()).submit_error(special_action("heal", Some(PATIENT)));
    assert_eq!(book(none), "SS-ACT-37");
}

#[test]
fn ss_heal_11_awake_and_prone() {
    let healer = Sheet { heal: 3, ..sheet() };
    let mut fight = shot(flesh(3), 4, healer);
    assert_eq!((fight.flesh(PATIENT), fight.down(PATIENT)), (-1, Some(DownState::Unconscious)));
    let events = fight.submit(special_action("heal", Some(PATIENT)));
    assert!(events.contains(&BattleEvent::Recovered { unit: UnitId(PATIENT) }));
    assert_eq!((fight.flesh(PATIENT), fight.down(PATIENT)), (2, None));
    assert!(fight.prone(PATIENT) && !dying(&mut fight));
}

#[test]
fn ss_heal_11_a_unit_that_wakes_under_another_moves_aside() {
    let mut fight = shot(flesh(3), 4, Sheet { heal: 3, ..sheet() });
    fight.walk(MEDIC, &[(10, 5)]).expect("a body is no obstacle");
    fight.submit(special_action("heal", Some(PATIENT)));
    assert_eq!((fight.down(PATIENT), fight.cell(MEDIC)), (None, (10, 5)));
    let (x, y) = fight.cell(PATIENT);
    assert_eq!((x - 10).abs() + (y - 5).abs(), 1, "the nearest free square, and not {x}, {y}");
    assert_eq!(fight.view(breachline::battle::first_violation), None);
    crate::skirmish::replays(&mut fight);
}

#[test]
fn ss_wnd_12_healing_takes_the_modifier_back() {
    // Flesh 5 of 10 after the shot: half is gone, which is -2.
    let healer = Sheet { heal: 3, ..medic() };
    let mut fight = shot(flesh(10), 5, healer);
    assert_eq!(fight.flesh(PATIENT), 5);
    let before = fight.score(PATIENT);
    let modifier = |fight: &mut Fight| fight.unit(PATIENT, |unit| wound_modifier(&vitals(unit)));
    assert_eq!(modifier(&mut fight), -2);
    fight.submit(special_action("heal", Some(PATIENT)));
    assert_eq!((fight.flesh(PATIENT), modifier(&mut fight), fight.score(PATIENT)), (8, 0, before + 2));
}
