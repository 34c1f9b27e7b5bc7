//! Grips that meet other chapters: melees of units that are moved by their holder.

use breachline::battle::StatusKind;
use breachline::content::UnitLink;
use breachline::model::UnitId;

use super::{Recruits, rifle, setup, sword};

/// A unit that its holder turns away from its opponent is engaged with it no longer.
#[test]
fn cs_mel_04_a_unit_that_is_moved_by_its_holder_leaves_distant_melees() {
    let mut fight = setup()
        .add(1, (6, 5), &[sword()])
        .add(0, (5, 5), &[sword()])
        .tied(UnitLink::Holds("unit1".to_owned()))
        .add(0, (7, 5), &[sword()])
        .add(1, (1, 5), &[rifle()])
        .start_battle(&[1, 3, 6, 1]);
    assert_eq!(fight.acting(), Some(3));
    fight.blow(3, 1, &[90]);
    let engaged = |fight: &mut crate::common::Fight| {
        [(1, 3), (3, 1)].map(|(one, other)| fight.is(one, StatusKind::InMelee(UnitId(other))))
    };
    assert_eq!(engaged(&mut fight), [true, true], "an attack between adjacent units");
    fight.end();
    assert_eq!(fight.acting(), Some(2));
    fight.does(2, "turn_shield");
    assert_eq!(fight.cell(1), (4, 5), "towards the rifle");
    assert_eq!(engaged(&mut fight), [false, false]);
    assert!(fight.is(1, StatusKind::HeldBy(UnitId(2))), "the hold goes on");
}
