use rstest::rstest;

use super::*;
use crate::aberrant::attack;
use crate::aberrant::fixtures::{blade, duel, hits, scripted};

fn hurling(into: Into) -> AttackScene {
    AttackScene { aimed_into: Some(into), ..duel(blade("6B")) }
}

/// How a blow of so many successes meets its target, without a defence and with dice of damage that all fail.
fn contact(into: Option<Into>, successes: usize) -> Contact {
    let scene = AttackScene { aimed_into: into, ..duel(blade("6B")) };
    let needed = into.map_or(0, |into| into.difficulty().unsigned_abs() as usize);
    let net = successes.saturating_sub(needed);
    let mut rolls = vec![hits(successes, 6)];
    if net > 0 {
        let plan = AttackPlan::new(&scene);
        let dice = plan.raw_dice(net as u32) - plan.soak.total;
        rolls.push(hits(0, dice as usize));
    }
    scripted(&rolls, &[], |table| attack::attack(table, &scene)).0.contact
}

#[rstest]
#[case::ab_knock_14_an_object(Some(Into::Object), 1, Contact::Miss)]
#[case::ab_knock_14_with_two(Some(Into::Object), 2, Contact::Graze)]
#[case::anywhere(None, 1, Contact::Graze)]
#[case::ab_knock_15_something_that_moves(Some(Into::Mover), 2, Contact::Miss)]
fn difficulties(#[case] into: Option<Into>, #[case] successes: usize, #[case] expected: Contact) {
    assert_eq!(contact(into, successes), expected);
}

/// Five successes at +2, so many of the three net ones for the other, nobody defends.
fn five(other: &str, damage: usize) -> Hurled {
    let (blow, behind) = (hurling(Into::Mover), duel(blade("6B")));
    let rolls = [hits(5, 6), hits(0, damage)];
    scripted(&rolls, &[other], |table| into_somebody(table, &blow, &behind)).0
}

/// Raw dice of a margin, behind the soak of the target.
fn dice(margin: u32) -> usize {
    let blow = hurling(Into::Mover);
    let plan = AttackPlan::new(&blow);
    (plan.raw_dice(margin) - plan.soak.total) as usize
}

#[test]
fn ab_knock_16_two_and_one() {
    let hurled = five("1", dice(2));
    assert_eq!((hurled.victim.margin, hurled.other.margin, hurled.meets()), (2, 1, true));
    assert_eq!(hurled.other.contact, Contact::Miss, "the fist itself does not touch the other");
}

#[test]
fn ab_knock_16_three_and_none_flies_past() {
    let hurled = five("0", dice(3));
    assert_eq!((hurled.victim.margin, hurled.meets()), (3, false));
}

#[rstest]
#[case::ab_knock_14_straight_on((3, 0), (5, 0), true)]
#[case::ab_knock_14_45_degrees((3, 0), (4, 4), true)]
#[case::ab_knock_14_more((3, 0), (4, 5), false)]
#[case::ab_knock_14_not_behind_the_attacker((3, 0), (-5, 0), false)]
#[case::ab_knock_14_aslant((2, 2), (0, 7), true)]
fn angles(#[case] away: (i32, i32), #[case] way: (i32, i32), #[case] expected: bool) {
    assert_eq!(within_reach(away, way), expected);
}
