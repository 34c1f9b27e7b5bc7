use rstest::rstest;

use super::super::fixtures::*;
use super::super::{Ailment, AttackScene, Weapon};
use super::*;

fn verdict(weapon: Weapon, change: fn(&mut AttackScene)) -> Result<(), Unable> {
    let scene = scene_with(weapon, change);
    may_attack(&scene.attempt(), scene.loaded)
}

#[test]
fn cs_base_33_melee_reach() {
    assert_eq!(verdict(sword(), |_| {}), Ok(()));
    assert_eq!(verdict(sword(), |scene| scene.sight = sight(2)), Err(Unable::OutOfReach));
    assert_eq!(verdict(Weapon::unarmed(), |_| {}), Ok(()), "everyone can strike unarmed");
}

#[test]
fn cs_rng_06_maximum() {
    let at_30 = |scene: &mut AttackScene| scene.sight = sight(30);
    assert_eq!(verdict(knife(), at_30), Ok(()));
    let at_31 = |scene: &mut AttackScene| scene.sight = sight(31);
    assert_eq!(verdict(knife(), at_31), Err(Unable::OutOfRange { most: 30 }));
}

#[rstest]
#[case::no_burst_mode(pistol(), Manner::Burst, Err(Unable::NoBurst))]
#[case::burst_mode(autogun(), Manner::Burst, Ok(()))]
#[case::blow(sword(), Manner::Burst, Err(Unable::NoBurst))]
#[case::charge_with_a_gun(autogun(), Manner::Charge, Err(Unable::NotMelee))]
#[case::charge_with_a_sword(sword(), Manner::Charge, Ok(()))]
fn cs_base_36_manners(#[case] weapon: Weapon, #[case] manner: Manner, #[case] expected: Result<(), Unable>) {
    let scene = scene_with(weapon, |scene| scene.manner = manner);
    assert_eq!(may_attack(&scene.attempt(), scene.loaded), expected);
}

#[test]
fn the_last_round_is_the_last() {
    let mut scene = scene(pistol());
    scene.loaded.rounds = 1;
    let after = outcome(&scene, &[95]).loaded;
    assert_eq!(may_attack(&scene.attempt(), after), Err(Unable::Unloaded));
}

#[test]
fn cs_base_27_the_helpless_attack_nobody() {
    let helpless = |scene: &mut AttackScene| scene.attacker.condition.wounds = 0;
    assert_eq!(verdict(sword(), helpless), Err(Unable::CannotAct));
    let stunned = |scene: &mut AttackScene| {
        scene.attacker.suffer(Ailment::Stunned);
    };
    assert_eq!(verdict(sword(), stunned), Err(Unable::CannotAct));
}
