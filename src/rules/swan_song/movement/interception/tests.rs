//! Tests of interception.

use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::swan_song::FireMode;
use crate::swan_song::attack::{accuracy, pool};
use crate::swan_song::test_support::units::{fighter, on_faces, sheet_with, weapon};

/// AGI 4, Unarmed 2, Clubs 1, Blades 3, with these weapons in hand.
fn guard(held: &[Weapon]) -> Fighter {
    let sheet = sheet_with(|sheet| {
        sheet.attributes.agility = 4;
        sheet.skills = [(Skill::Blades, 3), (Skill::UnarmedCombat, 2), (Skill::Clubs, 1)].into();
    });
    Fighter { held: held.iter().cloned().map(Arc::new).collect(), ..fighter(sheet) }
}

fn rifle() -> Weapon {
    let modes = vec![FireMode::Single];
    Weapon { name: "rifle".into(), modes, ..weapon(WeaponClass::Ranged, Skill::Automatics) }
}

fn pool(guard: &Fighter, strike: &InterceptAttack) -> u32 {
    let Weapon { skill, attribute, .. } = *strike.weapon;
    base::skill_pool(&guard.sheet, skill, attribute, &Switches::default()).pool()
}

#[test]
fn ss_intc_07_the_weapon_in_hand() {
    let guard = guard(&[weapon(WeaponClass::Melee, Skill::Blades)]);
    let strikes = intercept_attacks(&guard);
    assert_eq!(strikes.len(), 1, "no bare hands beside a blade");
    assert_eq!((pool(&guard, &strikes[0]), strikes[0].clause), (7, "SS-INTC-07"));
}

#[test]
fn ss_intc_08_bare_hands() {
    let mut guard = guard(&[]);
    Arc::make_mut(&mut guard.sheet).attributes.strength = 5;
    let strikes = intercept_attacks(&guard);
    assert_eq!((strikes.len(), pool(&guard, &strikes[0])), (1, 6));
    assert_eq!(accuracy::attack_limit(&strikes[0].weapon, &guard), 6, "the Physical Limit");
}

#[test]
fn ss_intc_09_a_firearm_as_a_club() {
    let mut guard = guard(&[rifle()]);
    Arc::make_mut(&mut guard.sheet).attributes.strength = 5;
    let strikes = intercept_attacks(&guard);
    let skills: Vec<_> = strikes.iter().map(|strike| strike.weapon.skill).collect();
    assert_eq!(skills, [Skill::UnarmedCombat, Skill::Clubs]);
    let club = &strikes[1].weapon;
    assert_eq!(
        (accuracy::attack_limit(club, &guard), club.arp, club.reach, club.pool),
        (4, 0, 0, Some(PoolKind::Strain))
    );
    assert_eq!(pool::damage_parts(&guard, club).pool(), 6); // STR 5 + 1
    assert_eq!(pool(&guard, &strikes[1]), 5);
}

#[rstest]
#[case::ss_intc_11_as_much_as_body(3, true)]
#[case::ss_intc_11_more(4, true)]
#[case::ss_intc_12_less(2, false)]
fn stopping(#[case] damage: u32, #[case] expected: bool) {
    assert_eq!(stops_movement(damage, 3), expected);
}

#[test]
fn ss_intc_14_agility_and_acrobatics() {
    let runner = fighter(sheet_with(|sheet| {
        sheet.attributes.agility = 4;
        sheet.skills = [(Skill::Acrobatics, 3)].into();
    }));
    let (past, rolls) =
        on_faces(&[5, 5, 5, 5, 5, 5, 2], |table| roll_evade(table, &runner, &Switches::default()));
    assert_eq!((past, rolls[0].dice.count, rolls[0].limit), (3, 7, Some(4)), "6 hits, 4 count");
}

#[rstest]
#[case::ss_intc_15_three_hits(3, 2)]
#[case::ss_ruling_54_two_hits(2, 1)]
#[case::ss_intc_15_one_hit(1, 0)]
#[case::ss_intc_15_no_hit(0, 0)]
fn slipping_past(#[case] hits: u32, #[case] expected: u32) {
    assert_eq!(opponents_evaded(hits), expected);
}
