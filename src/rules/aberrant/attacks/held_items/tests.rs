use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::aberrant::attacks::pool::attack_parts;
use crate::aberrant::environment::objects;
use crate::aberrant::test_fixtures::{duel, hit_faces, rifle, scripted, weapon, with_switch};

fn worn(left: u8, of: u8) -> WeaponMalfunction {
    WeaponMalfunction::Worn { left, of }
}

/// An eight-dice shot from ten metres at a held item of this profile.
fn shot(damage: &str, object: &'static ObjectProfile) -> (AttackContext, HeldItem) {
    let thing = HeldItem { object, left: object.structure };
    let context = AttackContext { held_item: Some(thing), ..duel(rifle(damage)) };
    (context, thing)
}

#[test]
fn ab_obj_02_two_successes_are_a_miss() {
    let (context, thing) = shot("8L", &PISTOL);
    let missed = scripted(&[hit_faces(2, 6)], &[], |table| resolve_held_item_hit(table, &context, thing)).0;
    assert_eq!((missed.result.contact, missed.levels), (HitResult::Miss, 0));
    let met = scripted(&[hit_faces(3, 6), vec![7, 7, 7]], &[], |table| {
        resolve_held_item_hit(table, &context, thing)
    })
    .0;
    assert_eq!((met.result.contact, met.levels), (HitResult::Hit, 3));
}

#[rstest]
#[case::ab_obj_20_destroyed(&PISTOL, None)]
#[case::ab_obj_21_three_left(&RIFLE, Some(worn(3, 6)))]
fn eight_lethal_dice(#[case] object: &'static ObjectProfile, #[case] left: Option<WeaponMalfunction>) {
    let (context, thing) = shot("8L", object);
    let met = scripted(&[hit_faces(3, 6), vec![7, 7, 7]], &[], |table| {
        resolve_held_item_hit(table, &context, thing)
    })
    .0;
    assert_eq!(thing.fault_after(met.levels), left);
    assert_eq!(met.result.condition, context.defender.condition, "its holder is not harmed");
}

#[test]
fn ab_obj_09_armour_and_piercing() {
    let (mut context, thing) = shot("5L", &PISTOL);
    let met =
        scripted(&[hit_faces(3, 6), vec![7]], &[], |table| resolve_held_item_hit(table, &context, thing)).0;
    assert_eq!(met.levels, 1, "ping: one die of bashing");
    Arc::make_mut(&mut context.weapon).ap = 2;
    let met =
        scripted(&[hit_faces(3, 6), vec![7, 7]], &[], |table| resolve_held_item_hit(table, &context, thing))
            .0;
    assert_eq!(met.levels, 2);
}

#[rstest]
#[case::ab_obj_10_one_of_three(worn(1, 3), "on", true)]
#[case::ab_obj_10_two_of_three(worn(2, 3), "on", false)]
#[case::ab_obj_10_half(worn(3, 6), "on", true)]
#[case::ab_obj_10_whole(WeaponMalfunction::None, "on", false)]
#[case::ab_obj_10_switched_off(worn(1, 3), "off", false)]
fn works_worse(#[case] fault: WeaponMalfunction, #[case] switch: &str, #[case] impaired: bool) {
    let mut context = duel(rifle("8L"));
    with_switch(&mut context, "ab.object_performance_damage", switch);
    assert_eq!(is_impaired(fault, &context.switches), impaired);
    let dice = attack_parts(&context).pool();
    context.impaired = is_impaired(fault, &context.switches);
    assert_eq!(attack_parts(&context).pool(), dice - u32::from(impaired));
}

#[test]
fn ab_obj_20_and_21_by_size() {
    let of = |mass_g| held_object(&Weapon { mass_g, ..weapon("6L") }).map(|object| object.clause);
    assert_eq!([0, 900, 4_000].map(of), [None, Some("AB-OBJ-20"), Some("AB-OBJ-21")]);
    assert_eq!(objects::hit_difficulty(&PISTOL, None), Some(2));
}
