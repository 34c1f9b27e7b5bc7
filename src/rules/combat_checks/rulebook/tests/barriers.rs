//! Attacks through barriers, and on them.

use super::*;
use crate::combat_checks::test_support::{faces_for, pistol};
use crate::test_barriers::intact_wall;
use crate::{BarrierHarm, BarrierOnLine};
use model::{BarrierId, BarrierSource, UnitId};

fn pane() -> BarrierOnLine {
    BarrierOnLine { thickness_cm: 1, transparent: true, ..intact_wall(7, "window", (1, 2)) }
}

#[test]
fn a_shot_through_a_window() {
    let mut shot = attack_request(pistol());
    shot.barriers.push(pane());
    let outcome = play(&shot, &faces_for(1, 0), &[]);
    assert_eq!(
        outcome.effects[0],
        RuleStep::DamageBarrier(BarrierHarm { id: BarrierSource::Segment(BarrierId(7)), damage: 1 })
    );
    shot.rules = with("borrow.barriers", "off");
    assert!(!matches!(play(&shot, &faces_for(1, 0), &[]).effects[0], RuleStep::DamageBarrier(_)));
    assert_eq!(CombatChecksRulebook::may_attack(&shot), Ok(()));
    shot.sight.hidden = 100;
    assert_eq!(CombatChecksRulebook::may_attack(&shot).map_err(|why| why.clause), Err("SS-COVER-05"));
}

#[test]
fn ss_barr_19_a_wall_can_be_attacked() {
    let wall = BarrierOnLine { thickness_cm: 50, ..pane() };
    let mut shot = AttackRequest { target: wall.into(), ..attack_request(pistol()) };
    assert_eq!(CombatChecksRulebook::may_attack(&shot), Ok(()));
    harm(&mut shot.attacker, |own| own.aim = true);
    let mut rolled = vec![1];
    rolled.extend(faces_for(1, 2));
    let outcome = on(&rolled, |table| CombatChecksRulebook::attack(table, &shot));
    assert_eq!(
        outcome.effects[0],
        RuleStep::DamageBarrier(BarrierHarm { id: BarrierSource::Segment(BarrierId(7)), damage: 1 })
    );
    assert_eq!(
        (outcome.words.to_string().as_str(), after(&outcome.effects, UnitId(1)).aim),
        ("1 damage", false)
    );
    let odds = CombatChecksRulebook::forecast(&shot).expect("few branches");
    assert!(odds.odds.hit > 0.5 && (odds.odds.hit - odds.odds.harm).abs() < 1e-12);
    shot.attacker.held[0].fault = WeaponMalfunction::Empty;
    assert_eq!(CombatChecksRulebook::may_attack(&shot).map_err(|why| why.clause), Err("CC-THT-10"));
    shot.rules = with("borrow.barriers", "off");
    assert_eq!(CombatChecksRulebook::may_attack(&shot).map_err(|why| why.clause), Err("SS-BARR-19"));
}
