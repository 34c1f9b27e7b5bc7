//! Optional effects of the map under Swan Song: light on a target, and weaker explosions at a distance.

use breachline::rules::Light;
use breachline::rules::swan_song::attack::pool::attack_parts;
use breachline::rules::swan_song::{DamageValue, Weapon, WeaponClass};
use rstest::rstest;

use crate::common::{Fight, SHOT, Setup, gun, knife, rifle, sheet, slow_sheet};

fn fight(light: Light, smoke: bool, switch: &str) -> Fight {
    Setup::new()
        .switch("ss.environment", switch)
        .ground(&[(15, 5)], |ground| (ground.light, ground.obscured) = (light, smoke))
        .unit(0, (5, 5), sheet(), &[gun(6), knife()])
        .unit(1, (15, 5), sheet(), &[knife()])
        .start_battle(&[6, 5])
}

#[rstest]
#[case::ss_base_29_default_none(Light::Dark, false, "blind_fire_only", 0)]
#[case::ss_base_29_day(Light::Normal, false, "light", 0)]
#[case::ss_base_29_dusk(Light::Low, false, "light", 2)]
#[case::ss_base_29_dark(Light::Dark, false, "light", 4)]
#[case::ss_base_29_smoke(Light::Normal, true, "light", 2)]
#[case::ss_base_29_dark_and_smoke(Light::Dark, true, "light", 6)]
fn shots(#[case] light: Light, #[case] smoke: bool, #[case] switch: &str, #[case] lost: u32) {
    let scene = fight(light, smoke, switch).scene(1, 2, 0, SHOT);
    assert_eq!(attack_parts(&scene).pool(), 7 - lost);
}

/// A grenade of DV 10 lands between two units that soak nothing: one on the square, the other three metres away.
#[rstest]
#[case::ss_ruling_60_full("full_dv", 10, 10)]
#[case::ss_ruling_60_falloff("falloff", 10, 7)]
fn explosions(#[case] switch: &str, #[case] near: i32, #[case] far: i32) {
    let bomb = Weapon {
        name: "grenade".to_owned(),
        class: WeaponClass::Thrown,
        damage: DamageValue::Fixed(9),
        arp: 0,
        hands: 1,
        blast: 5,
        explosive: true,
        modes: Vec::new(),
        magazine: 1,
        ..rifle()
    };
    let mut frail = slow_sheet();
    frail.flesh = Some(40);
    frail.attributes.body = 1;
    let mut fight = Setup::new()
        .switch("ss.area", switch)
        .switch("borrow.scatter", "off")
        .unit(0, (5, 5), sheet(), &[bomb])
        .unit(1, (15, 5), frail.clone(), &[])
        .unit(1, (15, 8), frail, &[])
        .start_battle(&[6, 1, 1]);
    // One net hit; five dice of defence each, less 2 for the area.
    fight.rolls(&[(1, 7), (0, 4)]);
    fight.queue_dice(&[2; 8]);
    fight.attack(1, 2, 0, None).expect("a throw");
    assert_eq!((40 - fight.flesh(2), 40 - fight.flesh(3)), (near, far));
}
