use rstest::rstest;

use super::*;
use crate::aberrant::attacks::resolution;
use crate::aberrant::test_fixtures::{blade, duel, hit_faces, scripted};

fn hurling(into: KnockbackAim) -> AttackContext {
    AttackContext { aimed_into: Some(into), ..duel(blade("6B")) }
}

/// The result of an attack with this many successes, undefended, whose damage dice all fail.
fn contact(into: Option<KnockbackAim>, successes: usize) -> HitResult {
    let context = AttackContext { aimed_into: into, ..duel(blade("6B")) };
    let needed = into.map_or(0, |into| into.difficulty().unsigned_abs() as usize);
    let net = successes.saturating_sub(needed);
    let mut rolls = vec![hit_faces(successes, 6)];
    if net > 0 {
        let plan = AttackPlan::new(&context);
        let dice = plan.raw_dice(net as u32) - plan.soak.total;
        rolls.push(hit_faces(0, dice as usize));
    }
    scripted(&rolls, &[], |table| resolution::resolve_attack(table, &context)).0.contact
}

#[rstest]
#[case::ab_knock_14_an_object(Some(KnockbackAim::Object), 1, HitResult::Miss)]
#[case::ab_knock_14_with_two(Some(KnockbackAim::Object), 2, HitResult::Graze)]
#[case::anywhere(None, 1, HitResult::Graze)]
#[case::ab_knock_15_something_that_moves(Some(KnockbackAim::Mover), 2, HitResult::Miss)]
#[case::ab_knock_15_with_three(Some(KnockbackAim::Mover), 3, HitResult::Graze)]
fn difficulties(#[case] into: Option<KnockbackAim>, #[case] successes: usize, #[case] expected: HitResult) {
    assert_eq!(contact(into, successes), expected);
}

/// Resolves an attack with five successes at +2. The answer `other` splits the three net successes; no
/// defence.
fn five(other: &str, damage: usize) -> AimedKnockbackResult {
    let (blow, behind) = (hurling(KnockbackAim::Mover), duel(blade("6B")));
    let rolls = [hit_faces(5, 6), hit_faces(0, damage)];
    scripted(&rolls, &[other], |table| resolve_into_unit(table, &blow, &behind)).0
}

/// Damage dice left behind the target's soak for this margin.
fn dice(margin: u32) -> usize {
    let blow = hurling(KnockbackAim::Mover);
    let plan = AttackPlan::new(&blow);
    (plan.raw_dice(margin) - plan.soak.total) as usize
}

#[test]
fn ab_knock_16_two_and_one() {
    let hurled = five("1", dice(2));
    assert_eq!((hurled.victim.margin, hurled.other.margin, hurled.is_collision()), (2, 1, true));
    assert_eq!(hurled.other.contact, HitResult::Miss, "the fist itself does not touch the other");
}

#[test]
fn ab_knock_16_without_successes_for_the_obstacle_the_target_flies_past() {
    let hurled = five("0", dice(3));
    assert_eq!((hurled.victim.margin, hurled.is_collision()), (3, false));
}

#[rstest]
#[case::ab_knock_14_straight_on((3, 0), (5, 0), true)]
#[case::ab_knock_14_45_degrees((3, 0), (4, 4), true)]
#[case::ab_knock_14_more((3, 0), (4, 5), false)]
#[case::ab_knock_14_not_behind_the_attacker((3, 0), (-5, 0), false)]
#[case::ab_knock_14_aslant((2, 2), (0, 7), true)]
fn angles(#[case] away: (i32, i32), #[case] way: (i32, i32), #[case] expected: bool) {
    assert_eq!(is_within_push_angle(away, way), expected);
}
