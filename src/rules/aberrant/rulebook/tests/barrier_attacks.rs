//! Attacks on walls, and their forecasts.

use super::*;
use crate::test_barriers::intact_wall;
use crate::{BarrierHarm, BarrierOnLine};
use model::{BarrierId, BarrierSource};

fn drywall(id: u32) -> BarrierOnLine {
    intact_wall(id, "drywall", (2, 4))
}

fn on_a_wall(weapon: AberrantWeapon) -> AttackRequest {
    AttackRequest { target: drywall(7).into(), ..attack_request(weapon) }
}

fn play(request: &AttackRequest, rolls: &[Vec<u8>]) -> ActionOutcome {
    scripted(rolls, &[], |table| AberrantRulebook::attack(table, request)).0
}

/// Levels dealt to a wall by a blade with this damage and these damage dice; there are no attack dice.
fn levels(damage: &str, barrier: BarrierOnLine, faces: &[u8]) -> u32 {
    let mut request = on_a_wall(blade(damage));
    request.target = barrier.into();
    let rolls = if faces.is_empty() { Vec::new() } else { vec![faces.to_vec()] };
    play(&request, &rolls).damage
}

fn brick(damage: u32) -> BarrierOnLine {
    BarrierOnLine { name: "brick wall".to_owned(), structure: 10, armor: 16, damage, ..drywall(7) }
}

#[test]
fn ab_obj_01_walls_are_hit_without_a_roll() {
    let request = on_a_wall(blade("6L"));
    assert_eq!(AberrantRulebook::may_attack(&request), Ok(()));
    // Six dice against 2 armour, no attack roll.
    let outcome = play(&request, &[vec![7, 8, 1, 1]]);
    assert_eq!(
        (outcome.contact, outcome.damage, outcome.words.to_string().as_str()),
        (HitResult::Hit, 2, "2 levels of structure")
    );
    assert_eq!(
        outcome.effects,
        [RuleStep::DamageBarrier(BarrierHarm { id: BarrierSource::Segment(BarrierId(7)), damage: 2 })]
    );
}

#[rstest]
#[case::ab_obj_09_two_dice_of_fourteen("14L", brick(0), &[8, 9], 2)]
#[case::ab_obj_08_wear_leaves_the_armour("14L", brick(29), &[8, 9], 2)]
#[case::ab_obj_09_ping("12L", brick(0), &[7], 1)]
#[case::ab_obj_09_bashing_does_not_ping("12B", brick(0), &[], 0)]
#[case::ab_obj_09_stun_does_nothing("20S", brick(0), &[], 0)]
#[case::ab_adds_01_adds_count("13L [3]", brick(0), &[1], 3)]
fn blows(#[case] damage: &str, #[case] barrier: BarrierOnLine, #[case] faces: &[u8], #[case] taken: u32) {
    assert_eq!(levels(damage, barrier, faces), taken);
}

#[test]
fn ab_ap_01_armour_piercing_works_on_walls() {
    let mut request = on_a_wall(AberrantWeapon { ap: 4, ..blade("14L") });
    request.target = brick(0).into();
    assert_eq!(play(&request, &[vec![7, 7, 7, 1, 1, 1]]).damage, 3);
}

#[test]
fn ab_obj_15_walls_before_the_wall_stop_dice_too() {
    let mut request = on_a_wall(blade("8L"));
    request.sight.hidden = 100;
    request.barriers = vec![drywall(3), BarrierOnLine { damage: 15, ..drywall(4) }];
    // Armour 2 of the wall and 2 of a barrier before it; another one has a hole.
    assert_eq!(play(&request, &[vec![7, 1, 1, 1]]).damage, 1);
}

#[test]
fn ab_obj_11_a_hole_for_a_person() {
    let points =
        [drywall(1), brick(0)].map(|barrier| AberrantRulebook::barrier_hit_points(&barrier, &rules()));
    assert_eq!(points, [15, 30]);
}

#[test]
fn ab_base_19_a_shot_at_a_wall_takes_its_place_in_a_flurry() {
    let mut request = on_a_wall(rifle("7L"));
    pay(&mut request.attacker, Action::Fire(FireMode::Single), &rules()).expect("affordable");
    let outcome = play(&request, &[vec![7, 1, 1, 1, 1]]);
    assert_eq!(outcome.damage, 1);
    assert_eq!(budget_after(&outcome.effects, 1).map(|after| after.phase.attack_pending), Some(false));
}

#[test]
fn barriers_can_be_left_out() {
    let mut request = on_a_wall(blade("6B"));
    request.rules = rules_with("borrow.barriers", "off");
    assert_eq!(AberrantRulebook::may_attack(&request).map_err(|why| why.clause), Err("AB-OBJ-09"));
    let mut far = on_a_wall(rifle("7L"));
    far.sight.distance_squared = 900 * 900;
    assert_eq!(AberrantRulebook::may_attack(&far).map_err(|why| why.clause), Err("AB-RANGE-05"));
}

#[test]
fn forecasts_of_walls_are_the_enumerated_rule() {
    let mut request = on_a_wall(blade("6B"));
    request.sight.hidden = 100;
    request.barriers = vec![drywall(3)];
    request.target = BarrierOnLine { damage: 13, ..drywall(7) }.into();
    let card = AberrantRulebook::forecast(&request).expect("odds");
    let full =
        enumerate(AnswerPolicy::first(), |table| AberrantRulebook::attack(table, &request)).expect("odds");
    let assert_close = |one: f64, other: f64| assert!((one - other).abs() < 1e-12, "{one} {other}");
    assert_close(card.odds.mean, full.mean(|outcome| i64::from(outcome.damage)));
    assert_close(card.odds.out, full.probability(|outcome| outcome.damage >= 2));
    assert_eq!(card.roll, "hits automatically; 2 dice of damage");
}

/// Notes of an attack on a barrier: clause and text.
fn notes_on(barrier: BarrierOnLine, weapon: AberrantWeapon, faces: &[u8]) -> Vec<(&'static str, String)> {
    let request = AttackRequest { target: barrier.into(), ..attack_request(weapon) };
    let (_, traces) = scripted(&[faces.to_vec()], &[], |table| AberrantRulebook::attack(table, &request));
    let noted = traces.iter().filter_map(|trace| match trace {
        Trace::Noted(note) => Some((note.clause, note.text.to_string())),
        Trace::Rolled(_) | Trace::Decided { .. } => None,
    });
    noted.collect()
}

#[rstest]
#[case::ab_obj_26_drywall(drywall(7), &[9], "AB-OBJ-26", "drywall: armour 2, 15 of 15", "3 lethal against armour 2: 1 die left")]
#[case::ab_obj_27_brick(brick(2), &[9], "AB-OBJ-27", "a structural wall: armour 12, 28 of 30", "13 lethal against armour 12: 1 die left")]
fn rows_are_noted(
    #[case] barrier: BarrierOnLine,
    #[case] faces: &[u8],
    #[case] row: &'static str,
    #[case] counts_as: &str,
    #[case] damage: &str,
) {
    let levels = damage.split(' ').next().expect("damage");
    let weapon = blade(&format!("{levels}L"));
    let expected = [
        (row, format!("Counts as {counts_as} levels of structure left")),
        ("AB-OBJ-09", damage.to_owned()),
        ("AB-BASE-05", "1 level of structure".to_owned()),
    ];
    assert_eq!(notes_on(barrier, weapon, faces), expected);
}

#[test]
fn ab_obj_23_the_card_names_an_armoured_window() {
    let glass =
        BarrierOnLine { name: "glass".into(), structure: 8, armor: 12, transparent: true, ..drywall(7) };
    let request = AttackRequest { target: glass.into(), ..attack_request(blade("9L")) };
    let card = AberrantRulebook::forecast(&request).expect("a card");
    let note = &card.notes[0];
    assert_eq!((note.text.as_str(), note.clause), ("Counts as an armoured window", "AB-OBJ-23"));
    assert_eq!(
        (note.value.as_str(), &*card.roll),
        ("20 of 20 levels of structure left", "hits automatically; 1 die of damage")
    );
    assert_eq!(card.totals[1].parts.0[0].clause, "AB-OBJ-23");
}
