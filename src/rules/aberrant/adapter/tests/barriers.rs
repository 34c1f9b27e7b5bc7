use super::*;
use crate::rules::{BarrierEngagement, BarrierHarm, BarrierOnLine};

fn drywall(id: u32) -> BarrierOnLine {
    let name = "drywall".to_owned();
    BarrierOnLine { id, name, structure: 2, armor: 4, thickness_cm: 10, damage: 0, transparent: false }
}

fn on_a_wall(weapon: OwnWeapon) -> BarrierEngagement {
    let Engagement { attacker, weapon, slot, mode, sight, rules, .. } = engagement(weapon);
    BarrierEngagement {
        boosts: Vec::new(),
        attacker,
        weapon,
        slot,
        mode,
        barrier: drywall(7),
        sight,
        barriers: Vec::new(),
        rounds_fired: 0,
        surroundings: Default::default(),
        spot: None,
        company: Vec::new(),
        rules,
    }
}

fn play(engagement: &BarrierEngagement, rolls: &[Vec<u8>]) -> Outcome {
    scripted(rolls, &[], |table| attack_barrier(table, engagement)).0
}

#[test]
fn ss_barr_19_a_roll_of_this_book_against_a_wall_of_the_other() {
    let engagement = on_a_wall(blade("6B"));
    assert_eq!(may_attack_barrier(&engagement), Ok(()));
    // Two net successes: damage value 7 exceeds Armor 4; six dice of Structure and Armor resist one of it.
    let outcome = play(&engagement, &[hits(2, 6), vec![5, 1, 1, 1, 1, 1]]);
    assert_eq!((outcome.contact, outcome.damage, outcome.words.as_str()), (Contact::Hit, 6, "6 damage"));
    assert_eq!(outcome.effects, [Effect::Barrier(BarrierHarm { id: 7, damage: 6 })]);
    assert_eq!(play(&engagement, &[hits(0, 6)]).contact, Contact::Miss);
}

#[test]
fn ss_barr_31_too_weak() {
    let outcome = play(&on_a_wall(blade("4B")), &[hits(1, 6)]);
    assert_eq!((outcome.contact, outcome.damage), (Contact::Hit, 0));
}

#[test]
fn ss_barr_32_stun_leaves_no_damage() {
    let outcome = play(&on_a_wall(blade("9S")), &[hits(1, 6), vec![1; 6]]);
    assert_eq!(outcome.effects, []);
}

#[test]
fn ss_barr_37_bullets_make_small_holes() {
    let weapon =
        OwnWeapon { source: Some(super::super::super::weapon::HarmSource::Penetrating), ..rifle("7L") };
    let mut engagement = on_a_wall(weapon);
    pays(&mut engagement.attacker, Action::Fire(FireMode::Single), &rules()).expect("affordable");
    let outcome = play(&engagement, &[hits(1, 6)]);
    assert_eq!(outcome.damage, 1);
    assert_eq!(purse_of(&outcome.effects, 1).map(|after| after.phase.under_way), Some(false));
}

#[test]
fn barriers_can_be_left_out() {
    let mut engagement = on_a_wall(blade("6B"));
    engagement.rules = with("borrow.barriers", "off");
    assert_eq!(may_attack_barrier(&engagement).map_err(|why| why.clause), Err("SS-BARR-19"));
    let mut far = on_a_wall(rifle("7L"));
    far.sight.distance_squared = 900 * 900;
    assert_eq!(may_attack_barrier(&far).map_err(|why| why.clause), Err("AB-RANGE-05"));
}

#[test]
fn forecasts_of_walls_are_the_enumerated_rule() {
    let mut engagement = on_a_wall(blade("6B"));
    engagement.sight.hidden = 100;
    engagement.barriers = vec![BarrierOnLine { armor: 1, ..drywall(3) }];
    let card = forecast_barrier(&engagement).expect("odds");
    let full = enumerate(Policy::first(), |table| attack_barrier(table, &engagement)).expect("odds");
    let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-12, "{one} {other}");
    near(card.odds.mean, full.mean(|outcome| i64::from(outcome.damage)));
    near(card.odds.out, full.probability(|outcome| outcome.damage >= 2));
    assert_eq!(card.roll, "6 dice, difficulty +3 vs nobody");
}
