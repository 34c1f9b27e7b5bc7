//! A vehicle without communications under fog of war: what those inside see stays inside. `SS-CALL-112`

use breachline::battle::{Order, Target};
use breachline::content::UnitLink;
use breachline::model::UnitId;
use breachline::rules::swan_song::{Sheet, UnitKind};

use crate::common::{Fight, SHOT, faces_for_hits, gun, quick_sheet, sheet};
use crate::fog::{foggy, shown, walled};

const CREW: u8 = 0;
const PATROL: u8 = 1;

/// East of a wall: a car, unit 1, with driver 2 and passenger 3, and a marksman of the other side, unit 4, who acts first;
/// west of it: another unit of the crew's side, unit 5.
fn parted_by_a_wall() -> Fight {
    let mut car =
        Sheet { kind: UnitKind::Vehicle, has_flesh: false, armored: 40, speed: 5, ..quick_sheet(1, 1) };
    car.attributes.body = 10;
    car.armour = vec![6];
    // One die is left of a shot at the antenna.
    let mut marksman = sheet();
    marksman.attributes.agility += 2;
    walled(foggy())
        .unit(CREW, (15, 5), car, &[])
        .seats(4, 5)
        .unit(CREW, (15, 5), quick_sheet(4, 3), &[gun(6)])
        .tied(UnitLink::Drives("unit1".to_owned()))
        .unit(CREW, (15, 5), quick_sheet(4, 3), &[gun(6)])
        .tied(UnitLink::Rides("unit1".to_owned()))
        .unit(PATROL, (25, 5), marksman, &[gun(8)])
        .unit(CREW, (5, 5), sheet(), &[gun(6)])
        .start_battle(&[1, 1, 6, 1])
}

/// The marksman shoots the antenna off with one net hit and nothing soaked.
fn cut(fight: &mut Fight) {
    fight.queue_dice(&faces_for_hits(&[(1, 1), (0, 2), (0, 11)]));
    fight.submit(Order::Attack {
        unit: UnitId(4),
        target: Target::Unit(UnitId(1)),
        weapon: 0,
        mode: SHOT,
        option: Some("antenna".to_owned()),
    });
    if !fight.asked().is_empty() {
        fight.answer("standard");
    }
}

/// Units of the patrol that the crew's side remembers, and where.
fn ghosts(fight: &mut Fight) -> Vec<(u32, (i32, i32))> {
    fight.seen_by(CREW, |view| {
        view.remembered_units().map(|(unit, one)| (unit.id.0, (one.cell().x, one.cell().y))).collect()
    })
}

#[test]
fn ss_call_112_what_those_inside_see_no_longer_reaches_their_side() {
    let mut fight = parted_by_a_wall();
    assert_eq!(shown(&mut fight, CREW), [1, 2, 3, 4, 5], "the crew reports the marksman");
    cut(&mut fight);
    assert_eq!(shown(&mut fight, CREW), [1, 2, 3, 5]);
    assert_eq!(ghosts(&mut fight), [(4, (25, 5))]);
    assert_eq!(shown(&mut fight, PATROL), [1, 2, 3, 4], "nothing changes for the others");
}

#[test]
fn ss_call_112_in_its_own_phase_each_acts_on_what_it_sees() {
    let mut fight = parted_by_a_wall();
    cut(&mut fight);
    fight.end();
    for inside in [2, 3] {
        assert_eq!((fight.acting(), shown(&mut fight, CREW)), (Some(inside), vec![1, 2, 3, 4, 5]));
        fight.end();
    }
    assert_eq!((fight.acting(), shown(&mut fight, CREW)), (Some(5), vec![1, 2, 3, 5]));
}

#[test]
fn ss_call_112_what_was_seen_in_such_a_phase_is_not_told_afterwards() {
    let mut fight = parted_by_a_wall();
    cut(&mut fight);
    fight.walk(4, &[(25, 6), (25, 7)]).expect("open ground");
    fight.end();
    assert_eq!((fight.acting(), ghosts(&mut fight)), (Some(2), vec![]), "in sight, at its new place");
    fight.end();
    fight.end();
    assert_eq!((fight.acting(), ghosts(&mut fight)), (Some(5), vec![(4, (25, 5))]));
}

#[test]
fn ss_call_112_a_unit_that_gets_out_is_heard_again() {
    let mut fight = parted_by_a_wall();
    cut(&mut fight);
    fight.walk(4, &[(25, 6), (25, 7)]).expect("open ground");
    fight.end();
    fight.submit(Order::SpecialAction {
        unit: UnitId(2),
        action: "alight".to_owned(),
        target: None,
        weapon: None,
    });
    fight.end();
    fight.end();
    assert_eq!((fight.acting(), shown(&mut fight, CREW)), (Some(5), vec![1, 2, 3, 4, 5]));
    assert_eq!(ghosts(&mut fight), []);
}
