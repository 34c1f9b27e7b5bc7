//! Declarations of players: engagements at the end of a turn, cover before the fight. `CS-MEL-01`, `CS-COV-03`.

use breachline::battle::{self, BattleEvent, Order, OrderError, PointlessOrder, StatusKind};
use breachline::model::{Cell, CellSide, Side as Party, UnitId};
use breachline::rules::circumstances::Weapon;

use super::{Recruits, clause, pistol, rifle, setup, special_action, sword};
use crate::common::{Fight, Setup, edge};

/// Two adjacent units, which act in the order of their numbers, and one far away.
fn beside(weapon: &[Weapon]) -> Fight {
    setup().add(0, (5, 5), weapon).add(1, (6, 5), &[sword()]).add(1, (20, 5), &[]).start_battle(&[6, 4, 1])
}

#[test]
fn cs_mel_01_asked_at_the_end_of_a_turn() {
    let mut fight = beside(&[sword()]);
    fight.end();
    assert_eq!(fight.acting(), Some(1), "the phase waits for the answer");
    assert_eq!(fight.asked(), ["engage", "stay_out"]);
    let events = fight.answer("engage");
    assert!(fight.is(1, StatusKind::InMelee(UnitId(2))) && fight.is(2, StatusKind::InMelee(UnitId(1))));
    assert!(events.contains(&BattleEvent::PhaseEnded { unit: UnitId(1) }));
    assert_eq!(fight.acting(), Some(2));
    fight.end();
    assert_eq!(fight.asked(), [""; 0], "they are engaged already");
    assert_eq!(fight.acting(), Some(3));
}

#[test]
fn cs_mel_01_a_unit_that_stays_out_is_asked_again() {
    let mut fight = beside(&[pistol()]);
    fight.end();
    assert_eq!(fight.asked()[0], "engage", "a pistol in hand");
    fight.answer("stay_out");
    assert!(!fight.is(1, StatusKind::InMelee(UnitId(2))));
    fight.end();
    fight.answer("engage");
    assert!(fight.is(1, StatusKind::InMelee(UnitId(2))), "the other unit declares");
}

#[test]
fn cs_mel_01_bare_hands_and_rifles_stay_out_first() {
    for weapons in [&[][..], &[rifle()]] {
        let mut fight = beside(weapons);
        fight.end();
        assert_eq!(fight.asked(), ["stay_out", "engage"]);
    }
}

#[test]
fn cs_mel_01_not_at_two_squares_nor_through_a_wall() {
    let mut fight = setup().add(0, (5, 5), &[sword()]).add(1, (7, 5), &[sword()]).start_battle(&[6, 1]);
    fight.end();
    assert_eq!(fight.acting(), Some(2));
    let wall = |kind: &mut breachline::content::BarrierKind| kind.height_cm = 300;
    let mut fight = setup()
        .barrier(edge(5, 5, CellSide::East), wall)
        .add(0, (5, 5), &[sword()])
        .add(1, (6, 5), &[sword()])
        .start_battle(&[6, 1]);
    fight.end();
    assert_eq!(fight.acting(), Some(2));
}

/// A rifleman with a low wall at his western side, and an enemy who sees the wall from 15 m away.
fn walled() -> Setup {
    let low = |kind: &mut breachline::content::BarrierKind| (kind.armor, kind.height_cm) = (8, 90);
    let zone = |x| (0..20).map(|y| Cell::new(x, y)).collect::<Vec<_>>();
    setup()
        .add(0, (1, 1), &[rifle()])
        .add(1, (16, 1), &[rifle()])
        .barrier(edge(16, 1, CellSide::West), low)
        .skirmish(|skirmish| {
            skirmish.map.zones.insert("east".to_owned(), [zone(16), zone(17)].concat());
            skirmish.map.zones.values_mut().for_each(|cells| cells.sort());
            skirmish.sides[1].deployment = Some("east".to_owned());
        })
}

fn begin(fight: &mut Fight) {
    fight.queue_dice(&[6, 1]);
    for side in 0..2 {
        fight.submit(Order::Begin { side: Party(side) });
    }
}

#[test]
fn cs_cov_03_named_at_deployment() {
    let mut fight = walled().start_deployment();
    fight.does(2, "cover");
    assert_eq!(fight.asked(), ["body_and_legs", "choose", "none"]);
    fight.answer("none");
    fight.does(2, "cover");
    fight.answer("body_and_legs");
    assert!(fight.unit(2, |unit| unit.cover.is_taken()), "any number of times before the fight");
    begin(&mut fight);
    // The body is behind AP 4: of 11 damage 7 come through, less 3 for Toughness.
    fight.blow(1, 2, &[35, 8]);
    assert_eq!(fight.wounds(2), 8);
    assert!(fight.unit(2, |unit| unit.cover.is_taken()), "it is kept when the fight begins");
    fight.turn_of(2);
    fight.does(2, "cover");
    fight.answer("none");
    assert_eq!(
        clause(fight.submit_error(special_action(2, "cover", None))),
        "CS-COV-03",
        "once in each turn of the unit"
    );
}

#[test]
fn cs_cov_03_another_square_is_another_choice() {
    let mut fight = walled().start_deployment();
    fight.does(2, "cover");
    fight.answer("body_and_legs");
    let events = fight.submit(Order::Deploy { unit: UnitId(2), to: Cell::new(17, 5) });
    assert!(events.contains(&BattleEvent::CoverLeft { unit: UnitId(2) }));
    assert_eq!(clause(fight.submit_error(special_action(2, "cover", None))), "CS-COV-03", "2 squares away");
    fight.submit(Order::Deploy { unit: UnitId(2), to: Cell::new(16, 1) });
    fight.submit(Order::Begin { side: Party(1) });
    assert!(
        matches!(
            fight.submit_error(special_action(2, "cover", None)),
            OrderError::NothingToDo(PointlessOrder::DeploymentFinished { .. })
        ),
        "its side is ready"
    );
    assert!(
        matches!(fight.submit_error(special_action(1, "hide", None)), OrderError::NotBegun),
        "only cover can be declared"
    );
    assert!(fight.world.resource::<battle::RoundState>().is_deploying());
}

#[test]
fn cs_cov_03_a_skirmish_may_begin_in_cover() {
    let begun =
        || walled().skirmish(|skirmish| skirmish.units.iter_mut().for_each(|unit| unit.in_cover = true));
    let mut fight = begun().start_deployment();
    assert_eq!([1, 2].map(|unit| fight.unit(unit, |unit| unit.cover.is_taken())), [false, true]);
    begin(&mut fight);
    fight.blow(1, 2, &[35, 8]);
    assert_eq!(fight.wounds(2), 8, "body and legs");

    let mut fight = begun().start_deployment();
    fight.submit(Order::Deploy { unit: UnitId(2), to: Cell::new(17, 5) });
    assert!(!fight.unit(2, |unit| unit.cover.is_taken()), "another square is another choice");

    let mut fight = begun().start_deployment();
    fight.does(2, "cover");
    fight.answer("none");
    begin(&mut fight);
    assert!(!fight.unit(2, |unit| unit.cover.is_taken()), "a player may choose differently");
}
